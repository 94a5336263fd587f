"""The routes of the study, over HTTP."""

import httpx


def test_a_scenario_is_run(http: httpx.Client) -> None:
    text = "title: x\nvariant: hangzhou\nplay:\n  - auto 2\n"
    told = http.post("/api/scenarios/run", json={"text": text}).json()

    assert told["ok"]
    assert [step["line"] for step in told["steps"]] == ["", "auto 2"]


def test_a_wrong_scenario_is_a_refusal(http: httpx.Client) -> None:
    told = http.post("/api/scenarios/run", json={"text": "variant: x"})

    assert told.status_code == 400
    assert told.json()["code"] == "bad_scenario"


def test_a_win_and_no_win(http: httpx.Client) -> None:
    url = "/api/variants/hangzhou/score"
    good = http.post(url, json={"hand": "234m 678m 123p 55s 78s", "tile": "9s"})
    none = http.post(url, json={"hand": "234m 678m 123p 55s 78s", "tile": "9s", "from": "B"})

    assert good.json()["wins"][0]["value"] == 1
    assert none.status_code == 400
    assert none.json()["code"] == "no_win"
    assert none.json()["zh"]


def test_waits_and_their_worth(http: httpx.Client) -> None:
    url = "/api/variants/hangzhou/waits"
    found = http.post(url, json={"hand": "234m 678m 123p 55s 78s"}).json()

    assert {worth["tile"] for worth in found} == {"6s", "9s", "5z"}


def test_a_bad_option_names_its_key_in_two_languages(http: httpx.Client) -> None:
    url = "/api/variants/anhua/check"
    wrong = http.post(url, json={"options": {"rounds": "many"}}).json()
    together = http.post(url, json={"options": {"short_start": True}, "players": 2}).json()

    assert wrong["key"] == "rounds"
    assert "many" in wrong["zh"]
    assert together["key"] == "options"
    assert "。" not in together["en"]
    assert "short_start" not in together["zh"]
