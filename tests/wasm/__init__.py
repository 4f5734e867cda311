"""The core in WebAssembly: the same answers as the native one."""
