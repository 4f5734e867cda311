// A static library needs one source file even while the core is headers only.
