"""Gymnasium's environment: one seat, the others played by bots."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np

from quexiang.bots import Bot, bot_key, make_bot
from quexiang.engine.actions import Seat
from quexiang.engine.view import View
from quexiang.env import common
from quexiang.env.desk import Desk
from quexiang.env.rewards import Rewards
from quexiang.errors import UserError
from quexiang.match.play import Chooser


class SingleEnv(gymnasium.Env[dict[str, Any], np.int64]):
    """One seat at a table of bots."""

    metadata = common.METADATA

    def __init__(
        self,
        desk: Desk,
        rewards: Rewards,
        seat: Seat,
        bots: str | Sequence[str | Chooser],
        render_mode: str | None = None,
    ) -> None:
        assert desk.keep_log, "bots see what is in the log"
        if not 0 <= seat < desk.players:
            raise UserError(f"没有座位 {seat}", f"there is no seat {seat}")
        self.desk, self.seat = desk, seat
        self.render_mode = common.checked_mode(render_mode)
        self.observation_space = common.observation_space()
        self.action_space = common.action_space()
        self._points = rewards
        self._others = _others(bots, desk.players - 1)
        self._bots: dict[Seat, Chooser] = {}
        self._fresh = True

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Deal the first round of a seed, or the next one, and play until the seat is asked."""
        super().reset(seed=seed, options=options)
        if seed is not None:
            self.desk.begin(str(seed))
        elif not self._fresh:
            self._points.begin(self.desk)
        if seed is not None or not self._bots:
            self._seat_bots()
        self._fresh = False
        self._play()
        while self.desk.seat < 0:
            self._points.begin(self.desk)
            self._play()
        if self.render_mode == "human":
            self.render()
        return self._observe(), {}

    def step(
        self, action: np.int64 | int
    ) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Answer by a number; an illegal one counts as the trustee's, and the info says so."""
        desk, info, reward = self.desk, {}, 0.0
        if not self._bots or desk.seat != self.seat:
            raise common.not_reset()
        number = common.whole(action)
        if number in desk.legal():
            desk.act(number)
        else:
            info["illegal"] = True
            desk.answer(desk.rules.neutral(desk.round.table, self.seat, desk.offers))
        self._play()
        over = False
        while desk.seat < 0 and not over:
            reward += self._points.of(desk)[self.seat]
            over = self._points.ends(desk)
            if not over:
                desk.deal()
                self._play()
        if self.render_mode == "human":
            self.render()
        return self._observe(), reward, over, False, info

    def _observe(self) -> dict[str, Any]:
        return {**common.observe(self.desk, self.seat)}

    def _play(self) -> None:
        """Let the bots answer until the seat is asked or the round is over."""
        desk = self.desk
        while desk.seat >= 0 and desk.seat != self.seat:
            log = desk.round.log
            assert log is not None
            view = View(desk.rules, log, desk.seat)
            desk.answer(self._bots[desk.seat].choose(view, desk.offers))

    def _seat_bots(self) -> None:
        """New bots for a new seed, so that they play alike again."""
        self.close()
        seats = [(self.seat + step) % self.desk.players for step in range(1, self.desk.players)]
        self._bots = {
            seat: make_bot(other, f"{self.desk.seed}/{seat}") if isinstance(other, str) else other
            for seat, other in zip(seats, self._others, strict=True)
        }

    def close(self) -> None:
        """End the bots that were made by name: a program of one's own is a process."""
        for bot in self._bots.values():
            if isinstance(bot, Bot) and not any(bot is other for other in self._others):
                bot.close()
        self._bots = {}

    def render(self) -> str | None:
        """The table as text, all hands open."""
        return common.render(self.desk, self.render_mode)


def _others(bots: str | Sequence[str | Chooser], count: int) -> list[str | Chooser]:
    """The other players, from the next seat on."""
    others: list[str | Chooser] = [*([bots] * count if isinstance(bots, str) else bots)]
    if len(others) != count:
        raise UserError(f"要 {count} 个电脑", f"{count} bots are wanted, not {len(others)}")
    return [bot_key(other) if isinstance(other, str) else other for other in others]
