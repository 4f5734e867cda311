"""The server in the browser."""
