"""HTTP and web sockets: what comes in from browsers and what guards it."""
