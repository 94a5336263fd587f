"""What a shared link shows before it is opened: Open Graph tags, and the pictures they name."""

from __future__ import annotations

from html import escape
from typing import Final

from litestar import Response, get
from litestar.params import FromPath
from msgspec import Struct

from quexiang.engine.wire import TileText
from quexiang.errors import UnknownVariant
from quexiang.server.gate import Limit
from quexiang.server.previews import preview
from quexiang.server.services import Served, Services
from quexiang.server.today import day_of
from quexiang.variants import variant_named

DAY: Final = 24 * 3600
HEAD: Final = "</head>"


class Shared(Struct, frozen=True):
    """What is said of a link."""

    title: str
    words: str
    picture: str


async def shared(services: Services, path: str) -> Shared | None:
    """What is said of an address, None if nothing in particular."""
    kind, _, rest = path.strip("/").partition("/")
    name = rest.split("/")[0]
    if kind == "daily":
        return Shared("今天打哪张", "每天一手牌，你会打哪张？", "daily/today")
    if kind == "room":
        room = await services.store.rooms.variant_of(name)
        return None if room is None else _town(room, "来一局，座位给你留着")
    if kind == "r":
        key = await services.store.rooms.key_of(name) if len(name) == len("123456") else None
        return None if key is None else await shared(services, f"room/{key}")
    if kind == "replay":
        match = await services.store.rooms.match(name)
        return None if match is None else _town(match.variant, "看看这一局怎么打的")
    return None


def _town(key: str, words: str) -> Shared | None:
    try:
        town = variant_named(key)
    except UnknownVariant:
        return None
    return Shared(f"雀乡 · {town.zh}", words, f"town/{town.key}")


def with_tags(page: str, found: Shared, base: str) -> str:
    """The page with Open Graph tags in its head."""
    tags = {
        "og:type": "website",
        "og:site_name": "雀乡 Quexiang",
        "og:title": found.title,
        "og:description": found.words,
        "og:image": f"{base}/api/previews/{found.picture}.png",
        "og:image:width": "1200",
        "og:image:height": "630",
    }
    lines = [f'<meta property="{k}" content="{escape(v)}" />' for k, v in tags.items()]
    lines.append('<meta name="twitter:card" content="summary_large_image" />')
    return page.replace(HEAD, "\n".join([*lines, HEAD]), 1)


@get("/api/previews/town/{name:str}", guards=[Limit("files")], include_in_schema=False)
async def of_town(name: FromPath[str], services: Served) -> Response[bytes]:
    """The card of a town."""
    town = variant_named(name.removesuffix(".png"))
    return await _picture(services, town.key, ())


@get("/api/previews/daily/today.png", guards=[Limit("files")], include_in_schema=False)
async def of_today(services: Served) -> Response[bytes]:
    """The hand of the day on the card of its town."""
    hand = await services.daily.of(day_of(services.clock()))
    mine = next(seat for seat in hand.view.seats if seat.seat == hand.seat)
    tiles: list[TileText] = mine.tiles or []
    return await _picture(services, hand.variant, tuple(tiles), lasting=DAY // 24)


async def _picture(
    services: Services, town: str, tiles: tuple[str, ...], lasting: int = DAY
) -> Response[bytes]:
    drawn = await services.studying.run(preview, town, tiles)
    headers = {"cache-control": f"public, max-age={lasting}"}
    return Response(drawn, media_type="image/png", headers=headers)


ROUTES: Final = [of_town, of_today]
