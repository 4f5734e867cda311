"""What a package holds and says, and that none is made without its web app."""

from __future__ import annotations

import email
import os
import subprocess
import sys
import tarfile
from email.message import Message
from importlib import util
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[1]
APP = ROOT / "src/crowned/server/static/index.html"


def tool(name: str) -> ModuleType:
    spec = util.spec_from_file_location(name, ROOT / "buildtools" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def built(call: str, folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Ask the backend as pip would, in a process of its own."""
    code = f"import crowned_backend as b; print(b.{call})"
    path = {"PYTHONPATH": str(ROOT / "buildtools")}
    return subprocess.run(
        [sys.executable, "-c", code],
        cwd=folder,
        env={**os.environ, **path, **environment},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("call", ["build_wheel('.')", "build_sdist('.')"])
def test_no_package_is_made_without_the_web_app(call: str, tmp_path: Path) -> None:
    done = built(call, tmp_path)
    assert done.returncode != 0
    assert "the web app is not built" in done.stderr
    assert "make web" in done.stderr
    assert "Traceback" not in done.stderr


def test_who_wants_none_can_say_so(tmp_path: Path) -> None:
    assert built("check_app()", tmp_path, CROWNED_WITHOUT_WEB="1").returncode == 0


def test_the_source_package_is_whole(tmp_path: Path) -> None:
    if not APP.is_file():
        pytest.skip("the web app is not built: run `make web`")
    done = built(f"build_sdist({str(tmp_path)!r})", ROOT)
    assert done.returncode == 0, done.stderr
    (archive,) = tmp_path.glob("*.tar.gz")
    with tarfile.open(archive) as opened:
        names = {name.partition("/")[2] for name in opened.getnames()}
    wanted = ["buildtools/crowned_backend.py", "core/bind/module.cpp", "LICENSE", "README.md"]
    assert set(wanted) <= names
    assert {"src/crowned/server/static/index.html", "src/crowned/notebook/static/widget.js"} <= names
    assert not [name for name in names if name.endswith((".so", ".pyc"))]


def metadata(folder: Path, **environment: str) -> Message:
    folder.mkdir()
    unset = {"CROWNED_REPOSITORY": "", "GITHUB_REPOSITORY": ""}
    call = f"prepare_metadata_for_build_editable({str(folder)!r}, {{'wheel.cmake': 'false'}})"
    done = built(call, ROOT, **{**unset, **environment})
    assert done.returncode == 0, done.stderr
    (file,) = folder.glob("*/METADATA")
    return email.message_from_string(file.read_text())


def test_the_metadata_has_links_and_a_readme_that_stands_alone(tmp_path: Path) -> None:
    told = metadata(tmp_path / "one", GITHUB_SERVER_URL="https://github.com", GITHUB_REPOSITORY="one/two")
    links = dict(line.split(", ", 1) for line in told.get_all("Project-URL") or [])
    assert {"Homepage", "Documentation", "Source", "Issues", "Changelog"} <= links.keys()
    assert links["Source"] == "https://github.com/one/two"
    assert told["Description-Content-Type"].startswith("text/markdown")
    readme = told.get_payload()
    assert isinstance(readme, str)
    assert 'src="https://raw.githubusercontent.com/one/two/main/docs/' in readme
    assert 'src="docs' not in readme
    assert "](docs/" not in readme
    extras = told.get_all("Provides-Extra") or []
    assert {"server", "rl", "docs"} <= set(extras)
    required = [line for line in told.get_all("Requires-Dist") or [] if "extra ==" not in line]
    assert required == [], "the package itself needs nothing"


def test_a_package_from_nowhere_claims_no_address(tmp_path: Path) -> None:
    told = metadata(tmp_path / "one")
    assert told.get_all("Project-URL") is None
    readme = told.get_payload()
    assert isinstance(readme, str)
    assert "github.com" not in readme
    assert "](docs/" not in readme
    assert "<img" not in readme
    assert "Ten tasks in Python" in readme


def test_a_source_package_remembers_where_it_came_from(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("CROWNED_REPOSITORY", raising=False)
    monkeypatch.delenv("GITHUB_REPOSITORY", raising=False)
    reader = tool("crowned_readme")
    assert reader.repository() == ""
    Path("PKG-INFO").write_text("Name: crowned\nProject-URL: Source, https://git.example/one\n")
    assert reader.repository() == "https://git.example/one"
    monkeypatch.setenv("CROWNED_REPOSITORY", "https://git.example/other/")
    assert reader.repository() == "https://git.example/other"


def test_links_are_made_absolute() -> None:
    text = '<img src="docs/a.svg"> [b](docs/b.md) [c](https://c.example) [d](#d) <img src="https://e/f.svg">'
    made = tool("crowned_readme").absolute(text, "https://github.com/one/two")
    assert made == (
        '<img src="https://raw.githubusercontent.com/one/two/main/docs/a.svg"> '
        "[b](https://github.com/one/two/blob/main/docs/b.md) [c](https://c.example) [d](#d) "
        '<img src="https://e/f.svg">'
    )


def test_the_readmes_pictures_exist() -> None:
    text = (ROOT / "README.md").read_text()
    pictures = [part.partition('"')[0] for part in text.split('src="')[1:]]
    assert pictures
    assert [name for name in pictures if not (ROOT / name).is_file()] == []
