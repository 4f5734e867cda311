"""Figures for whoever watches the server, in Prometheus' text format."""

from __future__ import annotations

import sys
import time
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterator

if sys.platform not in ("win32", "emscripten"):
    import resource

Labels = tuple[tuple[str, str], ...]
BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)


class Durations:
    """How long things of one kind took, by upper bounds."""

    __slots__ = ("counts", "total")

    def __init__(self) -> None:
        self.counts = [0] * (len(BOUNDS) + 1)
        self.total = 0.0

    def add(self, seconds: float) -> None:
        self.counts[bisect_left(BOUNDS, seconds)] += 1
        self.total += seconds

    def lines(self, name: str, labels: Labels) -> Iterator[str]:
        seen = 0
        for bound, count in zip([*map(str, BOUNDS), "+Inf"], self.counts, strict=True):
            seen += count
            yield f"{name}_bucket{_braces((*labels, ('le', bound)))} {seen}"
        yield f"{name}_sum{_braces(labels)} {self.total:.6f}"
        yield f"{name}_count{_braces(labels)} {seen}"


class Timer:
    """Takes the time of a block; a class of its own, because every message goes through two of them."""

    __slots__ = ("_begun", "_durations")

    def __init__(self, durations: Durations) -> None:
        self._durations = durations

    def __enter__(self) -> None:
        self._begun = time.perf_counter()

    def __exit__(self, *_: object) -> None:
        self._durations.add(time.perf_counter() - self._begun)


class Metrics:
    def __init__(self) -> None:
        self._durations: dict[str, dict[Labels, Durations]] = defaultdict(lambda: defaultdict(Durations))
        self._gauges: list[tuple[str, str, Callable[[], dict[Labels, float]]]] = []
        self._help: dict[str, str] = {}

    def describe(self, name: str, text: str) -> None:
        self._help[name] = text

    def durations(self, name: str, **labels: str) -> Durations:
        return self._durations[name][tuple(labels.items())]

    def timed(self, name: str, **labels: str) -> Timer:
        return Timer(self.durations(name, **labels))

    def took(self, name: str, seconds: float, **labels: str) -> None:
        self._durations[name][tuple(labels.items())].add(seconds)

    def gauge(
        self, name: str, text: str, read: Callable[[], dict[Labels, float]], kind: str = "gauge"
    ) -> None:
        """A figure that is read when somebody asks."""
        self._help[name] = text
        self._gauges.append((name, kind, read))

    def text(self) -> str:
        lines: list[str] = []
        for name, kind, read in self._gauges:
            lines += self._head(name, kind)
            lines += [f"{name}{_braces(labels)} {value:g}" for labels, value in read().items()]
        for name, series in sorted(self._durations.items()):
            lines += self._head(name, "histogram")
            for labels, durations in sorted(series.items()):
                lines += durations.lines(name, labels)
        return "\n".join(lines) + "\n"

    def _head(self, name: str, kind: str) -> list[str]:
        return [f"# HELP {name} {self._help.get(name, name)}", f"# TYPE {name} {kind}"]


def _braces(labels: Labels) -> str:
    inside = ",".join(f'{name}="{_escaped(value)}"' for name, value in labels)
    return f"{{{inside}}}" if inside else ""


def _escaped(value: str) -> str:
    return value.replace("\\", r"\\").replace('"', r"\"").replace("\n", r"\n")


def plain(value: float) -> dict[Labels, float]:
    """A figure without labels."""
    return {(): value}


def add_process(metrics: Metrics) -> None:
    """What the process uses."""
    metrics.gauge(
        "process_cpu_seconds_total",
        "Processor time of this process.",
        lambda: plain(time.process_time()),
        "counter",
    )
    if sys.platform in ("win32", "emscripten"):
        return
    metrics.gauge(
        "process_max_resident_memory_bytes",
        "The most memory this process has had.",
        lambda: plain(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024),
    )
