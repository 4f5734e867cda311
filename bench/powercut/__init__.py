"""Power cuts: what a disk may hold when the power goes, made from the notes of ``shim.c``."""
