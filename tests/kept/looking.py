"""What a server says of a kept database, over HTTP and sockets, without what time changes."""

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from typing import Any, Self

import httpx
import saying
from websockets.sync.client import ClientConnection, connect

Json = dict[str, Any]

ROOM = "key code variant version players options clock watching public owner phase match round"
CHAIR = "seat person bot ready trustee gone chosen"
BALLOT = "kind by agreed waiting"
CHOICE = "do zh en tile tiles sizes kind declare"
VIEW = "variant round players dealer streak dice left can_draw wild indicator scores changes stage"
SEAT = "seat count score melds river tiles drawn has_drawn gone"
MATCH = "id variant version players options names bots started ended"


def part(told: Mapping[str, Any], names: str) -> Json:
    """The named fields, as far as they are there."""
    return {name: told[name] for name in names.split() if name in told}


class Looker:
    """Looks at a server as the people whose tokens it has."""

    def __init__(self, address: str, tokens: Mapping[str, str]) -> None:
        self.address = address
        self.tokens = tokens
        self.http = httpx.Client(base_url=address, timeout=60)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.http.close()

    def get(self, path: str, person: str = "") -> Any:  # noqa: ANN401 - JSON
        """Ask for something, as a person if one is named."""
        headers = {"authorization": f"Bearer {self.tokens[person]}"} if person else {}
        answer = self.http.get(path, headers=headers)
        assert answer.status_code == httpx.codes.OK, (path, answer.text)
        return answer.json()

    def everything(self, rooms: Sequence[str], matches: Sequence[str]) -> Json:
        """All that is to be compared."""
        return {
            "rooms": {key: self.room(key) for key in rooms},
            "matches": {match: self.match(match) for match in matches},
            "people": {person: self.person(person) for person in self.tokens},
        }

    def person(self, person: str) -> Json:
        """Who somebody is, where he sits and what he has played."""
        me = self.get("/api/me", person)
        return {
            "person": me["person"],
            "login": me["login"],
            "rooms": sorted(room["key"] for room in me["rooms"]),
            "matches": self.get("/api/me/matches", person),
            "statistics": self.get("/api/me/statistics", person),
        }

    def match(self, match: str) -> Json:
        """A match; a finished one is played again, proven, exported and shown step by step."""
        told = self.get(f"/api/matches/{match}")
        if "ended" not in told:
            return part(told, MATCH)
        log = self.log(match)
        return part(told, MATCH) | {
            "result": told["result"],
            "replayed": saying.of_log(saying.without_proofs(log)),
            "verified": json.loads(saying.command("verify", log, "--json")),
            "exported": saying.exported(self._text(match, "mjai")),
            "proofs": self.get(f"/api/matches/{match}/proofs"),
            "ends": [self._end(match, at + 1) for at in range(len(told["result"]["rounds"]))],
        }

    def log(self, match: str) -> str:
        """The log of a finished match."""
        return self._text(match, "log")

    def _text(self, match: str, what: str) -> str:
        answer = self.http.get(f"/api/matches/{match}/{what}")
        assert answer.status_code == httpx.codes.OK, answer.text
        return answer.text

    def _end(self, match: str, number: int) -> Json:
        """How a round of the replay ends, all hands open."""
        told = self.get(f"/api/matches/{match}/rounds/{number}")
        view = told["steps"][-1]["view"]
        wins = [
            part(win, "seat by value payer tile") | {"patterns": [p["zh"] for p in win["patterns"]]}
            for win in view.get("wins", ())
        ]
        return {"steps": told["count"], "view": seen(view), "wins": wins}

    def room(self, key: str) -> Json:
        """A room from outside, and as each person who sits in it sees it."""
        shown = room_part(self.get(f"/api/rooms/{key}"))
        people = [chair["person"]["id"] for chair in shown["seats"] if "person" in chair]
        with ExitStack() as stack:  # all stay, the last seat comes first: who is ready waits
            seats = {
                person: hear(stack.enter_context(self.socket(key, person)))
                for person in people[::-1]
            }
        return {"room": shown, "seats": dict(sorted(seats.items()))}

    @contextmanager
    def socket(self, key: str, person: str) -> Iterator[ClientConnection]:
        """A person's socket at a room, on which everything has been asked for."""
        address = f"ws{self.address.removeprefix('http')}/api/rooms/{key}/socket"
        token = {"authorization": f"Bearer {self.tokens[person]}"}
        with connect(address, additional_headers=token, compression=None) as socket:
            socket.send('{"type":"hello"}')
            socket.send('{"type":"resync","id":"look"}')
            yield socket


def hear(socket: ClientConnection) -> Json:
    """What a seat is told when it comes back: its version, its view, its open ask."""
    told: Json = {}
    for text in socket:
        frame = json.loads(text)
        match frame["type"]:
            case "welcome":
                told["seat"] = frame.get("seat")
            case "events" | "snapshot":
                told |= part(frame, "match round version") | {"view": seen(frame["view"])}
            case "ask":
                choices = [part(choice, CHOICE) for choice in frame["choices"]]
                told["ask"] = part(frame, "ask match stage") | {"choices": choices}
            case "error":
                raise AssertionError(frame)
            case "done":
                break
    return told


def seen(view: Json) -> Json:
    """The tiles, scores and marks of a view."""
    seats = [
        part(seat, SEAT)
        | {"marks": {mark["key"]: mark["value"] for mark in seat["marks"]}}
        | {"piles": {pile["key"]: pile["tiles"] for pile in seat["piles"]}}
        for seat in view["seats"]
    ]
    return part(view, VIEW) | {"seats": seats}


def room_part(room: Json) -> Json:
    """A room without what depends on who is there now."""
    told = part(room, ROOM) | {"seats": [part(chair, CHAIR) for chair in room["seats"]]}
    if "ballot" in room:
        told["ballot"] = part(room["ballot"], BALLOT)
    if "result" in room:
        told["result"] = room["result"]
        best = told["result"].get("best")
        if best is not None:
            best["patterns"] = saying.shown(room["variant"], best["patterns"])
    return told
