"""The build backend: scikit-build-core, which refuses to make a package without its web app.

Whoever installs Crowned needs no Node, so the app has to be in the package; a wheel without it would install
quietly and serve nothing. CROWNED_WITHOUT_WEB=1 is for those who want exactly that.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from scikit_build_core import build as _build
from scikit_build_core.build import (
    build_editable,
    get_requires_for_build_editable,
    get_requires_for_build_sdist,
    get_requires_for_build_wheel,
    prepare_metadata_for_build_editable,
    prepare_metadata_for_build_wheel,
)

__all__ = [
    "build_editable",
    "build_sdist",
    "build_wheel",
    "get_requires_for_build_editable",
    "get_requires_for_build_sdist",
    "get_requires_for_build_wheel",
    "prepare_metadata_for_build_editable",
    "prepare_metadata_for_build_wheel",
]

BUILT = (Path("src/crowned/server/static/index.html"), Path("src/crowned/notebook/static/widget.js"))


def build_wheel(
    wheel_directory: str,
    config_settings: dict[str, Any] | None = None,
    metadata_directory: str | None = None,
) -> str:
    check_app()
    return _build.build_wheel(wheel_directory, config_settings, metadata_directory)


def build_sdist(sdist_directory: str, config_settings: dict[str, Any] | None = None) -> str:
    check_app()
    return _build.build_sdist(sdist_directory, config_settings)


def check_app() -> None:
    missing = [str(file) for file in BUILT if not file.is_file()]
    if not missing or os.environ.get("CROWNED_WITHOUT_WEB") == "1":
        return
    raise SystemExit(
        f"crowned: the web app is not built ({' and '.join(missing)} missing); a package without it would "
        "serve nothing. "
        "Run `make web` first; CROWNED_WITHOUT_WEB=1 makes a package without it on purpose."
    )
