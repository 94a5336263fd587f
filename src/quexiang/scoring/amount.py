"""Numbers that remember how they were reckoned, so that the formula is the explanation.

>>> base, fan = Amount(2, "底分", "base"), Amount(8, "牌型", "hand")
>>> str(base * (fan + 1))
'底分2 × (牌型8 + 1) = 18'
>>> (base * fan).en()
'base 2 × hand 8 = 16'
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

SUM: Final = 0
PRODUCT: Final = 1
ATOM: Final = 2


class Amount:
    """A value with the words and the arithmetic that lead to it, in Chinese and English."""

    __slots__ = ("_binding", "_en", "_zh", "value")

    def __init__(self, value: int, zh: str = "", en: str = "") -> None:
        self.value = value
        self._zh = f"{zh}{value}"
        self._en = f"{en} {value}" if en else str(value)
        self._binding = ATOM

    @classmethod
    def _joined(cls, value: int, zh: str, en: str, binding: int) -> Amount:
        new = cls.__new__(cls)
        new.value, new._zh, new._en, new._binding = value, zh, en, binding
        return new

    def _within(self, binding: int) -> tuple[str, str]:
        if self._binding >= binding:
            return self._zh, self._en
        return f"({self._zh})", f"({self._en})"

    def _join(self, other: Amount | int, value: int, sign: str, binding: int) -> Amount:
        left = self._within(binding)
        right = (other if isinstance(other, Amount) else Amount(other))._within(
            binding + 1 if sign == "−" else binding
        )
        zh, en = (f"{a} {sign} {b}" for a, b in zip(left, right, strict=True))
        return self._joined(value, zh, en, binding)

    def __add__(self, other: Amount | int) -> Amount:
        return self._join(other, self.value + int(other), "+", SUM)

    def __sub__(self, other: Amount | int) -> Amount:
        return self._join(other, self.value - int(other), "−", SUM)

    def __mul__(self, other: Amount | int) -> Amount:
        return self._join(other, self.value * int(other), "×", PRODUCT)

    def __int__(self) -> int:
        return self.value

    def zh(self) -> str:
        """The arithmetic in Chinese, with its result."""
        return self._zh if self._binding == ATOM else f"{self._zh} = {self.value}"

    def en(self) -> str:
        """The arithmetic in English, with its result."""
        return self._en if self._binding == ATOM else f"{self._en} = {self.value}"

    __str__ = zh

    def __repr__(self) -> str:
        return f"Amount({self.zh()!r})"


def total(amounts: Iterable[Amount]) -> Amount | None:
    """The sum of several amounts, None for none."""
    result: Amount | None = None
    for amount in amounts:
        result = amount if result is None else result + amount
    return result


def largest(amounts: Iterable[Amount]) -> Amount | None:
    """The largest of several amounts (the first of equals), None for none."""
    return max(amounts, key=int, default=None)
