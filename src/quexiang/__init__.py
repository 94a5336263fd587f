"""Quexiang 雀乡: five regional mahjong games on one engine."""

import os
from pkgutil import extend_path

from quexiang import plain

__version__ = "0.1.0"

# Another distribution may add towns: a folder quexiang/variants/<town> anywhere on the path.
__path__ = extend_path(__path__, __name__)

if os.environ.get("QUEXIANG_PURE"):
    plain.prefer()
