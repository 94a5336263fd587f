"""Errors that a user can cause and must be able to understand, in Chinese and English."""

from __future__ import annotations

import errno
from typing import Final

from quexiang.text import Text

_WIDE: Final = "\u2e80"  # signs from here on take two columns
SYSTEM_ZH: Final = {
    errno.ENOENT: "没有这个文件",
    errno.EACCES: "没有权限",
    errno.EPERM: "没有权限",
    errno.EISDIR: "是个文件夹",
    errno.ENOTDIR: "不是文件夹",
    errno.EEXIST: "已经有了",
    errno.ENOSPC: "磁盘满了",
    errno.EROFS: "磁盘只读",
    errno.ENAMETOOLONG: "名字太长",
    errno.EADDRNOTAVAIL: "这台电脑没有这个地址",
    errno.ECONNREFUSED: "那里没有程序在等",
    errno.EHOSTUNREACH: "到不了那台电脑",
    errno.ENETUNREACH: "没有网络",
    errno.ETIMEDOUT: "等了太久",
    -2: "没有这个名字的电脑",
    -3: "查不到电脑的名字",
    -5: "没有这个名字的电脑",
}
"""What the system and its look-up of names (below zero) report most, in Chinese."""


class UserError(ValueError):
    """A request that cannot be fulfilled; `told` says why in both languages, `str` in English.

    >>> error = UserError("没有这张牌", "there is no such tile")
    >>> error.told.pick("zh"), str(error)
    ('没有这张牌', 'there is no such tile')
    """

    def __init__(self, zh: str, en: str) -> None:
        super().__init__(zh, en)
        self.told = Text(zh, en)

    def __str__(self) -> str:
        return self.told.en


class BadNotation(UserError):
    """A text that is not what its notation allows, with the place where it goes wrong."""

    def __init__(self, text: str, at: int, problem: Text) -> None:
        """Point at character `at` of `text` and say what is wrong there."""
        self.text = text
        self.at = at
        self.problem = problem
        shown = f"\n  {text}\n  {_indent(text[:at])}^"
        zh = f"{problem.zh}（第 {at + 1} 个字）{shown}"
        super().__init__(zh, f"{problem.en} (at position {at + 1}){shown}")
        self.args = (text, at, problem)


def _indent(before: str) -> str:
    """Blanks as wide as the text before the caret."""
    return "".join("\u3000" if sign >= _WIDE else " " for sign in before)


class BadOption(UserError):
    """An option that a room cannot have, with the reason."""

    def __init__(self, key: str, why: Text) -> None:
        self.key = key
        self.why = why
        if key == "options":
            super().__init__(why.zh, f"{why.zh}。{why.en}")
        else:
            super().__init__(f"选项 {key}：{why.zh}", f"option {key}: {why.en}")
        self.args = (key, why)


class UnknownVariant(UserError):
    """A town that nobody has a rulebook for; `near` are those that may be meant."""

    def __init__(self, key: str, known: tuple[str, ...], near: tuple[str, ...] = ()) -> None:
        self.key = key
        zh = f"没有 {key} 这个地方；有的是 {'、'.join(known)}"
        en = f"unknown variant {key!r}; known: {', '.join(known)}"
        if near:
            zh, en = f"{zh}。是不是 {'、'.join(near)}？", f"{en}. Did you mean {', '.join(near)}?"
        super().__init__(zh, en)
        self.args = (key, known, near)


class NewerEntry(UnknownVariant):
    """A log that a newer program has gone on with: sound, but like an unknown town not for us."""

    def __init__(self, kind: str) -> None:
        super().__init__(kind, ())
        zh = f"记录里有新版本写的 {kind}；装上新版本"
        UserError.__init__(self, zh, f"the log has {kind!r} of a newer version; install that")
        self.args = (kind,)


def of_system(error: OSError) -> Text:
    """What the system says, without its number.

    >>> of_system(FileNotFoundError(2, "No such file or directory"))
    Text(zh='没有这个文件', en='No such file or directory')
    """
    why = error.strerror or str(error)
    return Text(SYSTEM_ZH.get(error.errno or 0, why), why)
