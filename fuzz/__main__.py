"""The command: python -m fuzz [TARGET …] [--seconds N | --count N] [--seed N] [--input FILE]"""

from __future__ import annotations

import argparse
import sys
from hashlib import sha256
from pathlib import Path

from fuzz.targets import TARGETS
from fuzz.watch import Failure, Job, run_worker, watch

CRASHES = Path(__file__).resolve().parent / "crashes"


def keep(failure: Failure) -> Path:
    """The input in a file, for `--input` and, once repaired, for the corpus."""
    CRASHES.mkdir(exist_ok=True)
    path = CRASHES / f"{failure.target}-{sha256(failure.data).hexdigest()[:12]}"
    path.write_bytes(failure.data)
    return path


def fuzz(job: Job) -> bool:
    tried, failure = watch(job)
    if failure is None:
        print(f"{job.target:10} {tried:8} inputs, all answered")
        return True
    print(f"{failure}\nkept as {keep(failure)}")
    return False


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m fuzz", description="Fuzz the parsers.")
    parser.add_argument("targets", nargs="*", metavar="TARGET", help=f"{', '.join(TARGETS)} (all)")
    parser.add_argument("--seconds", type=float, default=60.0, help="time for each target (60)")
    parser.add_argument("--count", type=int, default=0, help="number of inputs (no limit)")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--patience", type=float, default=60.0, help="seconds one input may take (60)")
    parser.add_argument("--input", type=Path, help="try this one file and show what happens")
    parser.add_argument("--worker", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if unknown := set(options.targets) - TARGETS.keys():
        parser.error(f"no target {', '.join(sorted(unknown))}; there are {', '.join(TARGETS)}")
    return options


def main() -> int:
    options = parse()
    names = options.targets or list(TARGETS)
    if options.input:
        TARGETS[names[0]].check(options.input.read_bytes())
        return 0
    jobs = [Job(name, options.seed, options.count, options.seconds, options.patience) for name in names]
    if options.worker:
        return run_worker(TARGETS[names[0]], jobs[0], options.worker)
    fine = [fuzz(job) for job in jobs]
    return 0 if all(fine) else 1


if __name__ == "__main__":
    sys.exit(main())
