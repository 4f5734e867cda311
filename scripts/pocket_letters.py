"""Run by pocket_trim.mjs inside Pyodide: where its tables of Chinese, Japanese and Korean letters lie.

Each module of encodings hands its maps to the others in capsules (Modules/cjkcodecs in Python's sources): a
map has two indices, for both ways, of 256 entries; an entry is the address of a piece, and its first and last
letter.
"""

import ctypes
import importlib
import json
import struct
from collections.abc import Iterator

MODULES = ("_codecs_cn", "_codecs_hk", "_codecs_jp", "_codecs_kr", "_codecs_tw")
MAP, ENTRY = struct.Struct("<III"), struct.Struct("<IBBxx")
ENTRIES, LETTER = 256, 2
PAIRS = "__map_jisx0213_pair"
"""Laid out in another way, and tiny."""

pointer = ctypes.pythonapi.PyCapsule_GetPointer
pointer.restype, pointer.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]


def at(layout: struct.Struct, address: int) -> tuple[int, ...]:
    return layout.unpack(ctypes.string_at(address, layout.size))


def pieces(index: int) -> Iterator[tuple[int, int]]:
    for number in range(ENTRIES):
        address, first, last = at(ENTRY, index + number * ENTRY.size)
        if address:
            yield address, address + LETTER * (last - first + 1)


def ranges() -> Iterator[tuple[int, int]]:
    for module in map(importlib.import_module, MODULES):
        for name, capsule in vars(module).items():
            if name.startswith("__map_") and name != PAIRS:
                _, *indices = at(MAP, pointer(capsule, b"multibytecodec.map"))
                for index in filter(None, indices):
                    yield from pieces(index)


json.dumps(sorted(set(ranges())))
