"""Quexiang 雀乡: five regional mahjong games on one engine."""

__version__ = "0.1.0"
