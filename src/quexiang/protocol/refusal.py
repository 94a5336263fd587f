"""Refusals: a code, and a sentence in both languages; nothing has changed."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from quexiang.text import Text

NO_TEXT: Final = Text("", "")


class Reason(Struct, frozen=True):
    """Why a frame is refused."""

    code: str
    zh: str
    en: str
    rule: str = ""
    title: Text = NO_TEXT


class Refused(Exception):
    """A frame that a room refuses."""

    def __init__(self, reason: Reason) -> None:
        self.reason = reason
        super().__init__(f"{reason.code}: {reason.en}")


BROKEN: Final = Reason("broken", "出了点问题", "Something broke on the server")
NOT_SEATED: Final = Reason("not_yours", "你没有坐下", "You have no seat")
NOT_OWNER: Final = Reason("not_yours", "这事要房主来做", "Only the owner may do that")
NOT_NOW: Final = Reason("not_now", "现在不行", "Not now")
NO_MATCH: Final = Reason("not_now", "现在没在打牌", "No match is being played")
IN_MATCH: Final = Reason("not_now", "牌局打到一半", "A match is being played")
TAKEN: Final = Reason("taken", "这个位子有人了", "The seat is taken")
FULL: Final = Reason("full", "坐满了", "All seats are taken")
NO_SEAT: Final = Reason("unknown", "没有这个位子", "There is no such seat")
NO_BOT: Final = Reason("unknown", "没有这样的电脑", "There is no such bot")
NO_ADVICE: Final = Reason(
    "not_now", "几个人一起打，电脑不支招", "Among people the computer gives no advice"
)
NO_PHRASE: Final = Reason("unknown", "没有这句话", "There is no such phrase")
NO_ACTION: Final = Reason("unknown", "看不懂问的是什么", "There is no such action")
STALE: Final = Reason("stale", "慢了一步，已经过去了", "Too late: that is over")
USED_ID: Final = Reason(
    "used_id", "这个编号用过了，换一个", "This id belongs to another frame; take a new one"
)
NO_CHOICE: Final = Reason("not_allowed", "没有这个选择", "There is no such choice")
TOO_FAST: Final = Reason("too_fast", "慢一点", "Slow down")
VOTE_OPEN: Final = Reason("not_now", "正在投票", "A vote is open")
TOO_SOON: Final = Reason(
    "too_soon", "刚没通过，过几分钟再提", "It was just voted down; wait a few minutes"
)
NO_VOTE: Final = Reason("not_now", "没有投票", "No vote is open")
NO_SHORT: Final = Reason(
    "not_now",
    "要选了可少人开局，并且刚好坐了两个人",
    "It needs the option to start short and exactly two players",
)
BAD_NUMBER: Final = Reason(
    "not_allowed", "这个数和之前的承诺对不上", "The number does not fit its commitment"
)
