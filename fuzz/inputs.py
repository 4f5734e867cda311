"""Where the inputs come from: the corpus, mutations of it, noise, and giants of more than a megabyte."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random

GIANT = 1_200_000
"""Bytes of a giant; bad input of this size has to be answered as well."""
GIANT_EVERY = 400

Bytes = bytes


def stream(corpus: list[Bytes], words: list[Bytes], seed: int) -> Iterator[Bytes]:
    """Endless inputs: the corpus itself, giants of nonsense, then a mixture."""
    random = Random(seed)
    yield from corpus
    yield from islice(giants(corpus, random), 3)
    number = 0
    while True:
        number += 1
        if number % GIANT_EVERY == 0:
            yield random.choice(list(giants(corpus, random)))
        elif random.random() < 0.1:
            yield noise(words, random)
        else:
            yield mutate(random.choice(corpus), corpus, words, random)


def giants(corpus: list[Bytes], random: Random) -> Iterator[Bytes]:
    """Too much of one thing: one character, one sample, one opening bracket."""
    sample = random.choice(corpus) or b"x"
    yield bytes([random.choice(b'a1-x:,[({"=. \n')]) * GIANT
    yield sample[: len(sample) // 2] + random.choice([b"(", b"[", b"{", b"1,", b"a1x", b"9", b" "]) * GIANT
    yield random.randbytes(GIANT)
    yield sample * (GIANT // len(sample) + 1)


def noise(words: list[Bytes], random: Random) -> Bytes:
    if random.random() < 0.3:
        return random.randbytes(random.randrange(200))
    return b"".join(random.choice(words) for _ in range(random.randrange(1, 40)))


def mutate(sample: Bytes, corpus: list[Bytes], words: list[Bytes], random: Random) -> Bytes:
    """A few small damages, most often one: the result should stay close to something meaningful."""
    data = bytearray(sample)
    for _ in range(random.choice((1, 1, 1, 1, 2, 2, 3, 6))):
        random.choice(DAMAGES)(data, corpus, words, random)
    return bytes(data[: 4 * GIANT])


def place(data: bytearray, random: Random) -> int:
    return random.randrange(len(data) + 1)


def flip(data: bytearray, _corpus: list[Bytes], _words: list[Bytes], random: Random) -> None:
    if data:
        data[random.randrange(len(data))] ^= 1 << random.randrange(8)


def insert_word(data: bytearray, _corpus: list[Bytes], words: list[Bytes], random: Random) -> None:
    at = place(data, random)
    data[at:at] = random.choice(words)


def replace_by_word(data: bytearray, _corpus: list[Bytes], words: list[Bytes], random: Random) -> None:
    at = place(data, random)
    data[at : at + random.randrange(1, 8)] = random.choice(words)


def cut(data: bytearray, _corpus: list[Bytes], _words: list[Bytes], random: Random) -> None:
    at = place(data, random)
    del data[at : at + random.choice((1, 1, 2, 3, 20))]


def repeat(data: bytearray, _corpus: list[Bytes], _words: list[Bytes], random: Random) -> None:
    at = place(data, random)
    piece = data[at : at + random.randrange(1, 30)]
    data[at:at] = piece * random.choice([1, 1, 2, 3, 50])


def swap(data: bytearray, _corpus: list[Bytes], _words: list[Bytes], random: Random) -> None:
    first, second = sorted((place(data, random), place(data, random)))
    data[:] = data[second:] + data[first:second] + data[:first]


def splice(data: bytearray, corpus: list[Bytes], _words: list[Bytes], random: Random) -> None:
    other = random.choice(corpus)
    data[place(data, random) :] = other[random.randrange(len(other) + 1) :]


def number(data: bytearray, _corpus: list[Bytes], _words: list[Bytes], random: Random) -> None:
    at = place(data, random)
    data[at:at] = str(random.choice([0, -1, 50, 51, 64, 144, 2**31, 2**63, 2**64, 10**30])).encode()


DAMAGES = (flip, insert_word, replace_by_word, cut, repeat, swap, splice, number)
