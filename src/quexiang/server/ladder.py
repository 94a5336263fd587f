"""The ladder of a town: its best players by their ratings."""

from __future__ import annotations

from typing import Annotated, Final

from litestar import get
from litestar.params import FromPath, QueryParameter
from msgspec import Struct

from quexiang.server.gate import Limit
from quexiang.server.requests import AnyRequest, token_of
from quexiang.server.services import Served
from quexiang.variants import variant_named

LONGEST: Final = 100


class Rung(Struct, omit_defaults=True):
    """One on the ladder; `mine` if it is whoever asks."""

    place: int
    name: str
    rating: float
    matches: int
    mine: bool = False


@get("/api/variants/{key:str}/ladder", guards=[Limit("reads")])
async def ladder(
    key: FromPath[str],
    services: Served,
    request: AnyRequest,
    limit: Annotated[int, QueryParameter(ge=1, le=LONGEST)] = 50,
) -> list[Rung]:
    """The best of a town; only matches between people count."""
    variant = variant_named(key)
    visitor = await services.visitor(token_of(request))
    me = None if visitor is None else visitor.person.id
    found = await services.store.ratings.ladder(variant.key, limit)
    return [
        Rung(place, one.name, one.rating, one.matches, one.person == me)
        for place, one in enumerate(found, 1)
    ]


ROUTES: Final = [ladder]
