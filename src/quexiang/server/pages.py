"""The web client's files, with its one page for every address of its own."""

from __future__ import annotations

import mimetypes
from pathlib import Path
from typing import Final

from litestar import Response, get
from litestar.params import FromPath
from litestar.response import File

from quexiang.server.gate import Limit
from quexiang.server.refusals import not_found
from quexiang.server.requests import AnyRequest
from quexiang.server.services import Served
from quexiang.server.sharing import shared, with_tags

STATIC: Final = Path(__file__).parent / "static"
PAGE: Final = "index.html"
LONGEST: Final = 200
"""Characters of an address; no file has more."""
FOR_EVER: Final = "public, max-age=31536000, immutable"
FRESH: Final = {"cache-control": "no-cache"}


def find(path: str, folder: Path = STATIC) -> Path | None:
    """The file for an address: itself, or the page for addresses that the client makes up."""
    if not path.isprintable() or len(path) > LONGEST:
        return None
    root = folder.resolve()
    wanted = (root / path.lstrip("/")).resolve()
    if not wanted.is_relative_to(root):
        return None
    if wanted.is_file():
        return wanted
    page = root / PAGE
    return page if page.is_file() and not Path(path).suffix else None


def no_page() -> str:
    """What is shown where the web client was not built, and how to build it."""
    return (
        '<!doctype html><meta charset="utf-8"><title>雀乡 Quexiang</title><h1>雀乡 Quexiang</h1>'
        "<p>服务器开着，可是没有网页：装上 Node 20，在源码里 make web，再开一次；"
        "或者在终端里打：quexiang play。</p>"
        "<p>The server runs, but its web client was not built: with Node 20, run make web in the"
        " source and start it again; or play in the terminal: quexiang play.</p>"
    )


@get(["/", "/{path:path}"], guards=[Limit("files")], include_in_schema=False)
async def pages(
    services: Served, request: AnyRequest, path: FromPath[str] = ""
) -> File | Response[str]:
    """A file of the web client; the page of a link that is shared says what it leads to."""
    found = None if path.startswith("/api/") else find(path)
    if found is None:
        if path.strip("/"):
            raise not_found()
        return Response(no_page(), media_type="text/html; charset=utf-8", headers=FRESH)
    kind = mimetypes.guess_type(found.name)[0] or "application/octet-stream"
    said = await shared(services, path) if found.name == PAGE else None
    if said is not None:
        text = with_tags(found.read_text("utf-8"), said, str(request.base_url).rstrip("/"))
        return Response(text, media_type="text/html; charset=utf-8", headers=FRESH)
    lasting = "/assets/" in str(found)
    headers = {"cache-control": FOR_EVER if lasting else "no-cache"}
    return File(found, media_type=kind, headers=headers, content_disposition_type="inline")
