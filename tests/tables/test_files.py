"""Table files: whole or not at all, refused with one sentence if damaged, and builds that share a folder."""

from __future__ import annotations

import random
import shutil
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

import crowned
from crowned.tables import build as building
from crowned.tables.build import Build, plan
from crowned.tables.errors import BuildError, TableError
from crowned.tables.file import TableFile
from crowned.tables.folder import SHIPPED, folder_of, home, roots
from crowned.tables.lock import locked
from crowned.tables.slices import Slice
from crowned.tables.tableset import TableSet, Value
from tests.tables.built import folder_with

RULES = crowned.ruleset("english")
FEN = "W:WK1,K6:BK32"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A copy of small tables that a test may spoil."""
    shutil.copytree(folder_of(RULES, folder_with("english", 3)), folder_of(RULES, tmp_path))
    return tmp_path


def contents(root: Path) -> dict[str, bytes]:
    return {p.name: p.read_bytes() for p in folder_of(RULES, root).glob("*.table")}


def loaded(root: Path) -> TableSet:
    tables = TableSet(RULES)
    tables.load(root)
    return tables


def _changed(data: bytes, at: int) -> bytes:
    return data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]


Damage = Callable[[bytes], bytes]
DAMAGES: dict[str, tuple[Damage, str]] = {
    "empty": (lambda data: data[:0], "empty"),
    "foreign": (lambda data: b"PNG" + data, "no table file"),
    "cut off": (lambda data: data[:-7], "cut off"),
    "too long": (lambda data: data + b"x", "cut off or too long"),
    "header": (lambda data: data.replace(b'"won":', b'"wen":', 1), "header is damaged"),
    "packed": (lambda data: _changed(data, data.index(b"\n", 20) + 14), "damaged"),
    "no header": (lambda data: data[:16] + b"\n" * 40, "header is damaged"),
}


@pytest.mark.parametrize("name", DAMAGES)
def test_a_damaged_file_is_refused_with_one_sentence(root: Path, name: str) -> None:
    damage, says = DAMAGES[name]
    path = folder_of(RULES, root) / "KK-K.table"
    path.write_bytes(damage(path.read_bytes()))
    with pytest.raises(TableError, match=says) as caught:
        TableFile(path)
    assert str(path) in str(caught.value)
    tables = loaded(root)
    assert len(tables.refused) == 1
    assert Slice.named("KK-K") not in tables.files
    assert tables.value(RULES.read(FEN)) is None
    assert tables.value(RULES.read("W:WK1:BK32")) is not None


def test_tables_of_other_rules_are_refused(root: Path) -> None:
    other = crowned.ruleset("koenig")
    shutil.move(folder_of(RULES, root), folder_of(other, root))
    tables = TableSet(other)
    tables.load(root)
    assert tables.files == {}
    assert all("other rules" in sentence for sentence in tables.refused)


def test_a_file_under_a_wrong_name_is_refused(root: Path) -> None:
    folder = folder_of(RULES, root)
    (folder / "KK-K.table").replace(folder / "K-KK.table")
    assert "holds KK-K" in loaded(root).refused[0]


def test_no_damage_changes_an_answer(root: Path) -> None:
    """Bytes changed anywhere: the file is refused, or what it says has not changed."""
    path = folder_of(RULES, root) / "KK-K.table"
    sound, dice = path.read_bytes(), random.Random(14)
    position = RULES.read(FEN)
    truth = loaded(root).value(position)
    unmeasured = Value("win", None)  # the distances are damaged, the results are not
    for _ in range(300):
        data = bytearray(sound)
        for _ in range(dice.choice((1, 1, 2, 50))):
            data[dice.randrange(len(data))] = dice.randrange(256)
        path.write_bytes(data[: dice.randrange(len(data))] if dice.random() < 0.2 else data)
        assert loaded(root).value(position) in (truth, None, unmeasured)


def test_packed_results_never_lead_outside() -> None:
    """The core trusts no bytes, whatever a checksum says about them."""
    dice = random.Random(3)
    tables = TableSet(RULES)
    slice_ = Slice.named("KK-K")
    for _ in range(500):
        data = dice.randbytes(dice.randrange(200))
        try:
            tables.native.add(slice_, data)
        except ValueError:
            continue
        tables.native.look_up(RULES.read(FEN))


def test_a_build_goes_on_where_it_was(root: Path) -> None:
    whole = contents(root)
    folder = folder_of(RULES, root)
    for name in ("KK-K", "K-KM", "MM-M"):
        (folder / f"{name}.table").unlink()
    (folder / "KM-K.table").write_bytes(b"half a file")
    (folder / "KM-K.table.77.part").write_bytes(b"half a file")
    assert Build(RULES, 3, root).run().built == 6  # each with its twin
    assert contents(root) == whole
    assert not list(folder.glob("*.part"))
    assert Build(RULES, 3, root).run().built == 0


def test_the_number_of_threads_changes_no_byte(tmp_path: Path) -> None:
    Build(RULES, 3, tmp_path, threads=1).run()
    assert contents(tmp_path) == contents(folder_with("english", 3))


def test_two_builds_at_once_do_not_spoil_each_other(tmp_path: Path) -> None:
    waited: list[int] = []
    builds = [
        threading.Thread(target=Build(RULES, 3, tmp_path).run, kwargs={"waiting": lambda: waited.append(1)})
        for _ in range(2)
    ]
    for one in builds:
        one.start()
    for one in builds:
        one.join()
    assert contents(tmp_path) == contents(folder_with("english", 3))
    assert len(waited) <= 1


def test_who_does_not_want_to_wait_is_told(tmp_path: Path) -> None:
    build = Build(RULES, 2, tmp_path)
    build.folder.mkdir(parents=True)
    with locked(build.folder), pytest.raises(OSError):  # noqa: PT011
        build.run()


def test_a_full_disk_is_told_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(building.shutil, "disk_usage", lambda _: shutil._ntuple_diskusage(9, 9, 100))
    with pytest.raises(BuildError, match="are free"):
        Build(RULES, 3, tmp_path).run()
    assert contents(tmp_path) == {}


def test_a_build_can_be_stopped(tmp_path: Path) -> None:
    build = Build(RULES, 4, tmp_path)

    def stop_soon(done: int, total: int, note: str) -> None:
        if note == "KKK-K":
            build.stop()

    with pytest.raises(BuildError, match="stopped"):
        build.run(stop_soon)
    assert "KK-K.table" in contents(tmp_path)


def test_progress_goes_from_nothing_to_all(tmp_path: Path) -> None:
    shown: list[tuple[int, int]] = []
    Build(RULES, 3, tmp_path).run(lambda done, total, _: shown.append((done, total)))
    assert shown[0] == (0, plan(RULES, 3, set()).numbers)
    assert shown[-1][0] == shown[-1][1]
    assert shown == sorted(shown)


def test_the_cache_can_be_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("CROWNED_TABLES", str(tmp_path))
    assert home() == tmp_path
    monkeypatch.delenv("CROWNED_TABLES")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert tmp_path in home().parents or home().name == "tables"


def test_distances_need_two_bytes_only_where_they_are_long(root: Path) -> None:
    file = loaded(root).files[Slice.named("KK-K")]
    assert file.header.width == 1
    assert max(file.distances()) == file.header.totals.longest


def test_shipped_tables_can_be_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    assert roots() == (home(),)
    monkeypatch.delenv("CROWNED_SHIPPED_TABLES")
    assert roots() == (home(), SHIPPED)
