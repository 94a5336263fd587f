"""The towns: one folder each, found by name; none imports another."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache

from quexiang.engine.actions import Declaration
from quexiang.engine.ruleset import Ruleset
from quexiang.errors import UnknownVariant
from quexiang.rulebook import Variant

__path__ = pkgutil.extend_path(__path__, __name__)


@cache
def variants() -> dict[str, Variant]:
    """All variants, one for each folder here."""
    names = [module.name for module in pkgutil.iter_modules(__path__)]
    found = [load_variant(f"{__name__}.{name}") for name in names]
    return {variant.key: variant for variant in found}


def load_variant(package: str) -> Variant:
    """Load the variant that a package holds, wherever it lies."""
    variant = importlib.import_module(package).VARIANT
    assert isinstance(variant, Variant)
    return variant


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
