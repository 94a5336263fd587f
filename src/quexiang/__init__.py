"""Quexiang 雀乡: five regional mahjong games on one engine."""

from pkgutil import extend_path

__version__ = "0.1.0"

# Another distribution may add towns: a folder quexiang/variants/<town> anywhere on the path.
__path__ = extend_path(__path__, __name__)
