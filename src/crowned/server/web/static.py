"""The web app: files made by its build, in the package. Every page of the app is the same file."""

from __future__ import annotations

import mimetypes
from dataclasses import dataclass, replace
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response

FOLDER = Path(__file__).parents[1] / "static"
FOREVER = "public, max-age=31536000, immutable"
FRESH = "no-cache"
TYPES = {
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".wasm": "application/wasm",
    ".woff2": "font/woff2",
    ".webmanifest": "application/manifest+json",
}
MISSING = (
    b"<!doctype html><html lang=en><meta charset=utf-8><title>Crowned</title>"
    b"<h1>The web app is not built</h1><p>Run <code>make run</code>, or <code>npm run build</code> in "
    b"<code>ui/</code>. The API is at <a href=/api/openapi.json>/api/openapi.json</a>."
)


@dataclass(frozen=True)
class File:
    content: bytes
    media: str
    cache: str
    packed: bytes | None
    """The same, compressed by the build, if that was worth it."""


class StaticFiles:
    """All files in memory: a few hundred kilobytes, and no path of a request ever touches the disk."""

    def __init__(self, folder: Path | None = None) -> None:
        root = folder or FOLDER
        paths = [path for path in sorted(root.rglob("*")) if path.is_file()] if root.is_dir() else []
        self.files = {
            f"/{p.relative_to(root).as_posix()}": _load(p, root) for p in paths if p.suffix != ".gz"
        }

    def is_page(self, path: str) -> bool:
        """Whether the app's page is the answer to this address."""
        return path not in self.files and "." not in path.rsplit("/", 1)[-1]

    def answer(self, request: Request, head: str = "", status: int = 200) -> Response:
        """The file of this address, or the app's page, which knows its own addresses, with `head` added."""
        found = self.files.get(request.url.path)
        if found is None and "." in request.url.path.rsplit("/", 1)[-1]:
            return Response("not found", 404, media_type="text/plain")
        page = found or self.files.get("/index.html")
        if page is None:
            return Response(MISSING, 200, media_type="text/html")
        if head:
            whole = page.content.replace(b"</head>", head.encode() + b"</head>")
            return _respond(replace(page, content=whole, packed=None), packed=False)
        answer = _respond(page, "gzip" in request.headers.get("accept-encoding", ""))
        answer.status_code = status
        return answer


def _load(path: Path, root: Path) -> File:
    hashed = path.relative_to(root).parts[0] == "assets"
    packed = path.with_name(path.name + ".gz")
    media = TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    return File(path.read_bytes(), media, FOREVER if hashed else FRESH, _read(packed))


def _read(path: Path) -> bytes | None:
    return path.read_bytes() if path.is_file() else None


def _respond(file: File, packed: bool) -> Response:
    headers = {"Cache-Control": file.cache, "Vary": "Accept-Encoding"}
    if packed and file.packed is not None:
        headers["Content-Encoding"] = "gzip"
        return Response(file.packed, headers=headers, media_type=file.media)
    return Response(file.content, headers=headers, media_type=file.media)
