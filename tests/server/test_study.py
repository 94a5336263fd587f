"""Examples, practice tables, score questions and replays over HTTP."""

import json
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from quexiang.variants import variant_named, variants

EXAMPLE = """
title: 财神在外，别家不能碰
variant: hangzhou
hands: {A: 123m 456m 789m 12p 999s, B: 147m 258p 369s 1234z}
play:
  - A discard 9s
  - turn B
"""
WIN = "title: 一张就胡\nvariant: hangzhou\nhands: {A: 123m 456m 789m 11p 99s 5z}\n"


def ask(address: str, path: str, body: object) -> Any:  # noqa: ANN401 - JSON
    data = json.dumps(body).encode()
    request = Request(f"{address}{path}", data, {"content-type": "application/json"})  # noqa: S310
    with urlopen(request, timeout=30) as answer:  # noqa: S310 - our own server
        return json.load(answer)


def refused(address: str, path: str, body: object) -> dict[str, str]:
    with pytest.raises(HTTPError) as caught:
        ask(address, path, body)
    told: dict[str, str] = json.load(caught.value)
    return told


def test_a_scenario_is_stepped_with_open_hands(server: str) -> None:
    run = ask(server, "/api/scenarios/run", {"text": EXAMPLE})

    assert run["ok"]
    assert run["title"] == "财神在外，别家不能碰"
    assert [step["line"] for step in run["steps"]][:3] == ["", "A discard 9s", "turn B"]
    first = run["steps"][0]
    assert all(seat["tiles"] for seat in first["moment"]["view"]["seats"])
    assert {choice["do"] for choice in first["asked"]["A"]} >= {"discard"}
    assert run["steps"][1]["moment"]["events"][0]["event"] == "discarded"


def test_a_step_that_does_not_come_true_says_so(server: str) -> None:
    run = ask(server, "/api/scenarios/run", {"text": EXAMPLE + "  - B can win\n  - B pass\n"})

    assert not run["ok"]
    assert [step["ok"] for step in run["steps"]][-1] is False
    assert run["steps"][-1]["error"]


@pytest.mark.parametrize("text", ["", "{", "title: x", "title: x\nvariant: nowhere", "[1, 2]"])
def test_a_bad_scenario_is_refused(server: str, text: str) -> None:
    assert refused(server, "/api/scenarios/run", {"text": text})["code"] == "bad_scenario"


def test_a_practice_table_asks_its_player_and_plays_the_others(server: str) -> None:
    first = ask(server, "/api/practice", {"text": WIN, "seat": "A"})["table"]
    index = next(c["index"] for c in first["choices"] if c["do"] == "discard")

    after = ask(
        server, "/api/practice", {"text": WIN, "seat": "A", "answers": [{"choice": index}]}
    )["table"]

    hidden = [seat.get("tiles") for seat in first["moments"][-1]["view"]["seats"]]
    assert hidden[0]
    assert hidden[1:] == [None, None, None]
    told = [event["event"] for moment in after["moments"] for event in moment["events"]]
    assert told[0] == "discarded"
    assert told.count("discarded") > 1
    again = ask(
        server, "/api/practice", {"text": WIN, "seat": "A", "answers": [{"choice": index}]}
    )["table"]
    assert again == after


def test_a_practice_table_says_why_not(server: str) -> None:
    wish = {"text": WIN, "seat": "A", "why": {"type": "why", "do": "pong"}}

    told = ask(server, "/api/practice", wish)

    assert told["zh"]
    assert told["en"]


def test_an_answer_that_is_none_is_refused(server: str) -> None:
    wish = {"text": WIN, "answers": [{"choice": 999}]}

    assert refused(server, "/api/practice", wish)["code"] == "bad_scenario"


def test_a_hand_is_scored(server: str) -> None:
    question = {"hand": "234m 678m 123p 55s 78s", "tile": "9s", "streak": 1}

    scored = ask(server, "/api/variants/hangzhou/score", question)

    (win,) = scored["view"]["wins"]
    assert win["seat"] == "A"
    assert win["value"] >= 1
    assert sum(scored["view"]["changes"]) == 0
    assert scored["view"]["paid"]


def test_what_is_no_win_is_refused_with_words(server: str) -> None:
    question = {"hand": "147m 258m 369p 1234z", "tile": "9s"}

    told = refused(server, "/api/variants/hangzhou/score", question)

    assert told["code"] == "no_win"
    assert told["zh"].startswith("不能胡")


def test_every_example_of_every_town_can_be_stepped() -> None:
    from quexiang.rooms.practice import run  # noqa: PLC0415 - only here without a server
    from quexiang.server.towns import examples  # noqa: PLC0415

    for town in variants():
        for example in examples(variant_named(town).key)[::12]:
            if "totals:" not in example.text:
                assert run(example.text, None).ok, (town, example.title)
