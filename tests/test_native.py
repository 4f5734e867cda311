"""The native build: which core is loaded on which processor, its stub, and the C++ unit tests."""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
WHICH = """
import sys, crowned._native
print(crowned._native.isa, *sorted(m for m in sys.modules if m.startswith("crowned._native._")))
"""
COUNTS = """
import crowned
for name in crowned.ruleset_ids():
    print(name, crowned.ruleset(name).start().perft(4))
"""
ON_X86 = platform.machine() in {"x86_64", "AMD64"}


def run(*command: str | Path, isa: str = "") -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "CROWNED_ISA": isa}
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


def test_one_core_is_loaded_and_the_variable_decides() -> None:
    done = run(sys.executable, "-c", WHICH, isa="base")
    assert done.stdout.split() == ["base", "crowned._native._base", "crowned._native._cpu"], done.stderr


def test_an_unknown_build_is_refused() -> None:
    done = run(sys.executable, "-c", WHICH, isa="v9")
    assert done.returncode == 1
    assert "CROWNED_ISA is 'v9'; it may be base, v3 or auto" in done.stderr


@pytest.mark.skipif(not ON_X86, reason="only x86-64 has a second build")
@pytest.mark.parametrize(
    ("processor", "isa"), [("qemu64", "base"), ("Nehalem", "base"), ("SandyBridge", "base"), ("max", "v3")]
)
def test_each_processor_gets_its_build(processor: str, isa: str) -> None:
    qemu = shutil.which("qemu-x86_64")
    if qemu is None:
        pytest.skip("qemu-user is not installed")
    done = run(qemu, "-cpu", processor, sys.executable, "-c", WHICH)
    assert done.stdout.split() == [isa, *sorted([f"crowned._native._{isa}", "crowned._native._cpu"])], (
        done.stderr
    )


@pytest.mark.skipif(not ON_X86, reason="only x86-64 has a second build")
def test_both_builds_count_the_same() -> None:
    base, fast = (run(sys.executable, "-c", COUNTS, isa=isa) for isa in ("base", "v3"))
    if fast.returncode:
        pytest.skip("this processor cannot run the v3 build")
    assert base.stdout == fast.stdout
    assert len(base.stdout.splitlines()) > 20


@pytest.mark.skipif(not ON_X86, reason="the oldest x86-64 processors matter on x86-64")
def test_an_old_processor_counts_the_same() -> None:
    qemu = shutil.which("qemu-x86_64")
    if qemu is None:
        pytest.skip("qemu-user is not installed")
    old = run(qemu, "-cpu", "Nehalem", sys.executable, "-c", COUNTS)
    assert old.returncode == 0, old.stderr
    assert old.stdout == run(sys.executable, "-c", COUNTS).stdout


def test_the_committed_stub_is_the_generated_one() -> None:
    done = run(sys.executable, ROOT / "scripts" / "stubs.py", "--print")
    assert done.returncode == 0, done.stderr
    committed = (ROOT / "src" / "crowned" / "_native" / "__init__.pyi").read_text()
    assert done.stdout == committed, "run `make stubs`"


def core_programs() -> list[str]:
    """The unit tests in C++ and C; a probe is a measuring tool."""
    return sorted(p.stem for p in (ROOT / "core" / "tests").glob("*.c*") if not p.stem.endswith("_probe"))


@pytest.mark.parametrize("name", core_programs())
def test_core(name: str) -> None:
    program = ROOT / "build" / "dev" / "core_tests" / f"core_{name}"
    assert program.exists(), "not built: run `make core-tests`"
    done = run(program)
    assert done.returncode == 0, done.stdout + done.stderr
