"""The towns: folders here, and packages that name themselves in the group `quexiang.towns`.

None imports another. A folder of another place on the path counts as one here.
"""

from __future__ import annotations

import importlib
import pkgutil
import re
from collections.abc import Iterator
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from types import ModuleType

from msgspec import Struct

from quexiang.engine.actions import Declaration
from quexiang.engine.ruleset import Ruleset
from quexiang.errors import UnknownVariant, UserError
from quexiang.rulebook import Variant

GROUP = "quexiang.towns"

__path__ = pkgutil.extend_path(__path__, __name__)


class BadTowns(UserError):
    """Towns that cannot stand beside each other."""


class Town(Struct, frozen=True):
    """A town and where it was found."""

    variant: Variant
    origin: str


class Found(Struct, frozen=True):
    """The towns by key, in their order, and a sentence for each plug-in that failed."""

    towns: dict[str, Town]
    broken: tuple[str, ...]


@cache
def found() -> Found:
    """Look for all towns; raises `BadTowns` if two share a key or a prefix."""
    towns, broken = list(_folders()), list[str]()
    for point in sorted(entry_points(group=GROUP), key=lambda point: point.name):
        try:
            towns.append(Town(_variant(point.load()), _origin(point)))
        except Exception as error:  # noqa: BLE001 - a plug-in may fail in any way
            why = f"{type(error).__name__}: {error}"
            broken.append(f"the town {point.name!r} of {_origin(point)} cannot be loaded: {why}")
    _refuse_doubles(towns)
    towns.sort(key=lambda town: (town.variant.order, town.variant.key))
    return Found({town.variant.key: town for town in towns}, tuple(broken))


@cache
def variants() -> dict[str, Variant]:
    """All towns that can be played, in their order."""
    return {key: town.variant for key, town in found().towns.items()}


@cache
def declarations() -> dict[str, Declaration]:
    """What can be declared or chosen in any town, by key."""
    return {one.key: one for variant in variants().values() for one in variant.declarations}


def declarations_at(rules: Ruleset) -> dict[str, Declaration]:
    """What can be worded at a table: what any town declares, but its own in its own way."""
    return {**declarations(), **rules.declarations}


def variant_named(key: str) -> Variant:
    """The variant of this name, or an error that lists the names."""
    try:
        return variants()[key]
    except KeyError:
        raise UnknownVariant(key, tuple(variants())) from None


def _folders() -> Iterator[Town]:
    for module in pkgutil.iter_modules(__path__):
        name = f"{__name__}.{module.name}"
        yield Town(_variant(importlib.import_module(name)), name)


def _variant(given: object) -> Variant:
    """The variant itself, or that of a package."""
    variant = given.VARIANT if isinstance(given, ModuleType) else given
    if not isinstance(variant, Variant):
        raise TypeError(f"{variant!r} is no Variant")
    if not re.fullmatch(r"[A-Z]{2,3}", variant.prefix):
        raise ValueError(f"the prefix {variant.prefix!r} is not two or three capital letters")
    importlib.import_module(variant.package)
    return variant


def _origin(point: EntryPoint) -> str:
    return f"{point.dist.name} {point.dist.version}" if point.dist else point.value


def _refuse_doubles(towns: list[Town]) -> None:
    for field in ("key", "prefix"):
        first: dict[str, Town] = {}
        for town in towns:
            word = getattr(town.variant, field)
            other = first.setdefault(word, town)
            if other is not town:
                zh = f"{other.origin} 和 {town.origin} 的 {field} 都是 {word}"
                en = f"{other.origin} and {town.origin} have the same {field} {word!r}"
                raise BadTowns(zh, en)
