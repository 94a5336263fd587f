"""PettingZoo's parallel environment: all seats at once.

Whoever is not asked passes. So that no seat can count by the steps whether another was asked, every
question that somebody may have an answer to takes exactly one step, even if nobody has; whoever is
not asked then sees what it saw before.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import ParallelEnv

from quexiang.engine.actions import SEATS, Action, Discard, Seat
from quexiang.engine.events import Discarded, Drawn, Due, Event, KongDeclared
from quexiang.engine.table import Table
from quexiang.env import common
from quexiang.env.common import Observation
from quexiang.env.desk import Desk
from quexiang.env.numbering import DONE, SIZE, TAKE
from quexiang.env.rewards import Rewards
from quexiang.errors import UserError

OFFERING: Final = (Discarded, KongDeclared)
"""The events that bring tiles on offer."""
PASS: Final = 0
Stepped = tuple[
    dict[str, Observation],
    dict[str, float],
    dict[str, bool],
    dict[str, bool],
    dict[str, dict[str, object]],
]


class TogetherEnv(ParallelEnv):  # type: ignore[misc]  # PettingZoo has no types
    """Agents A to D, all of which answer by a number in every step."""

    metadata = common.METADATA

    def __init__(self, desk: Desk, rewards: Rewards, render_mode: str | None = None) -> None:
        super().__init__()
        assert desk.keep_log, "what came on offer is read from the log"
        self.desk = desk
        self.render_mode = common.checked_mode(render_mode)
        self.possible_agents = common.names(desk.players)
        self.agents: list[str] = []
        self.state_space = common.state_space()
        self._points = rewards
        self._fresh = True
        self._observations = {agent: common.observation_space() for agent in self.possible_agents}
        self._actions = {agent: common.action_space() for agent in self.possible_agents}
        self._taken: dict[Seat, list[int]] = {}
        self._answers: dict[Seat, Action] = {}
        self._windows = 0
        """Steps still due for questions that nobody has an answer to."""
        self._kept: dict[str, Observation] = {}
        self._illegal: set[str] = set()

    def observation_space(self, agent: str) -> spaces.Dict:
        """Planes and a mask."""
        return self._observations[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """The numbers of all actions."""
        return self._actions[agent]

    def reset(
        self,
        seed: int | str | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[dict[str, Observation], dict[str, dict[str, object]]]:
        """Deal the first round of a seed, or the next one."""
        if seed is not None:
            self.desk.begin(str(seed))
        elif not self._fresh:
            self._points.begin(self.desk)
        while self.desk.seat < 0:
            self._points.begin(self.desk)
        self._fresh = False
        self.agents = self.possible_agents[:]
        self._illegal, self._kept = set(), {}
        self._ask(0)
        if self.render_mode == "human":
            self.render()
        return self._observe(), {agent: {} for agent in self.agents}

    def state(self) -> NDArray[np.uint8]:
        """Everything, for a critic."""
        return common.state_of(self.desk)

    def step(self, actions: dict[str, int]) -> Stepped:
        """Take all answers; an illegal one counts as the trustee's, and its info says so."""
        if not self.agents:
            raise common.not_reset()
        self._illegal = set()
        if self._windows:
            self._windows -= 1
        else:
            self._take(actions)
        rewards, over = dict.fromkeys(self.agents, 0.0), False
        while self.desk.seat < 0 and not self._windows and not over:
            for agent, points in zip(self.agents, self._points.of(self.desk), strict=True):
                rewards[agent] += points
            over = self._points.ends(self.desk)
            if not over:
                self.desk.deal()
                self._kept = {}
                self._ask(0)
        seen, ended = self._observe(), dict.fromkeys(self.agents, over)
        infos: dict[str, dict[str, object]] = {
            agent: {"illegal": True} if agent in self._illegal else {} for agent in self.agents
        }
        truncated = dict.fromkeys(self.agents, False)
        self.agents = [] if over else self.agents
        if self.render_mode == "human":
            self.render()
        return seen, rewards, ended, truncated, infos

    def _ask(self, read: int) -> None:
        """Begin a question; `read` events of the log were there before."""
        round_ = self.desk.round
        self._taken = {seat: [] for seat in round_.asked}
        self._answers = {}
        assert round_.log is not None
        asking = [event for event in round_.log[read:] if self._is_asking(event)]
        is_open = bool(round_.asked) and bool(asking)
        if round_.table.stage == "turn":
            is_open = is_open and isinstance(asking[-1], Drawn)
        self._windows = len(asking) - is_open

    def _is_asking(self, event: Event) -> bool:
        """Tell whether after an event some seat may be asked, and may not."""
        if isinstance(event, Drawn):
            return self.desk.rules.stages["turn"].may_pass
        return isinstance(event, OFFERING) or (isinstance(event, Due) and event.need == "ask")

    def _is_window(self) -> bool:
        """Tell whether the open question is one that others must not notice."""
        round_ = self.desk.round
        if round_.table.stage != "turn":
            return bool(round_.asked)
        offers = [offer for some in round_.asked.values() for offer in some]
        return bool(offers) and not any(isinstance(offer, Discard) for offer in offers)

    def _take(self, actions: dict[str, int]) -> None:
        """Take the answers of those who are asked; go on when all are whole."""
        round_ = self.desk.round
        asked = [seat for seat in self._taken if seat not in self._answers]
        missing = " ".join(SEATS[seat] for seat in asked if SEATS[seat] not in actions)
        if missing:
            raise UserError(f"少了 {missing} 的号码", f"there is no number of {missing}")
        numbers = {seat: common.whole(actions[SEATS[seat]]) for seat in asked}
        for seat in asked:
            self._take_one(seat, numbers[seat])
        if self._answers.keys() == self._taken.keys():
            assert round_.log is not None
            read = len(round_.log)
            for seat in list(self._taken):
                self.desk.answer(self._answers[seat])
            self._ask(read)

    def _take_one(self, seat: Seat, number: int) -> None:
        """Take a number of one seat: its answer, or a step towards it."""
        desk, taken = self.desk, self._taken[seat]
        offers = desk.round.asked[seat]
        if number not in desk.numbering.legal(offers, taken):
            self._illegal.add(SEATS[seat])
            self._answers[seat] = desk.rules.neutral(desk.round.table, seat, offers)
        elif TAKE <= number < DONE:
            taken.append(number - TAKE)
        else:
            action = desk.numbering.actions[number]
            self._answers[seat] = action or desk.numbering.chosen(number, taken)

    def _observe(self) -> dict[str, Observation]:
        """What every agent knows; where others must not notice a question it is nothing new."""
        is_window = self._windows > 0 or self._is_window()
        opening = self._opening() if is_window and not self._kept else None
        for agent in self.agents:
            if not is_window or self._is_asked(agent):
                self._kept[agent] = self._seen(agent, self.desk.round.table)
            elif opening is not None:
                self._kept[agent] = self._seen(agent, opening)
            else:
                self._kept[agent] = {**self._kept[agent], "action_mask": _only_pass()}
        return {agent: _copied(seen) for agent, seen in self._kept.items()}

    def _opening(self) -> Table:
        """The table when the first question of the round was asked."""
        log = self.desk.round.log
        assert log is not None
        asked = next((at for at, event in enumerate(log) if self._is_asking(event)), len(log))
        return self.desk.rules.new_table().fold(log[: asked + 1])

    def _is_asked(self, agent: str) -> bool:
        seat = SEATS.index(agent)
        return not self._windows and seat in self._taken and seat not in self._answers

    def _seen(self, agent: str, table: Table) -> Observation:
        """What an agent knows of a table."""
        desk, seat = self.desk, SEATS.index(agent)
        planes, mask = np.empty(common.SHAPE, np.uint8), _only_pass()
        asked = self._is_asked(agent)
        taken = self._taken.get(seat, []) if asked else []
        number = len(desk.match.rounds)
        stage = table.stage if asked else ""
        desk.planes.write(planes.reshape(-1), 0, table, seat, stage, taken, number)
        if asked:
            mask[PASS] = 0
            mask[desk.numbering.legal(desk.round.asked[seat], taken)] = 1
        return {"observation": planes, "action_mask": mask}

    def render(self) -> str | None:
        """The table as text, all hands open."""
        return common.render(self.desk, self.render_mode)

    def close(self) -> None:
        """Nothing is held."""


def _copied(seen: Observation) -> Observation:
    """An observation that its receiver may write into; what is kept is shown again."""
    return {"observation": seen["observation"].copy(), "action_mask": seen["action_mask"]}


def _only_pass() -> NDArray[np.int8]:
    """The mask of an agent that is not asked."""
    mask = np.zeros(SIZE, np.int8)
    mask[PASS] = 1
    return mask
