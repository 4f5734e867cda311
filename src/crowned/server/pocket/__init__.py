"""The server in a browser's worker: the same rooms, log and rulings, over the browser's own storage."""
