"""deploy/: what the files there name exists. Images are not built here: that takes an engine."""

from __future__ import annotations

import configparser
import json
import re
import shlex
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from quexiang.cli.commands import COMMANDS, load
from quexiang.cli.configuration import FILE, METRICS_PORT, SETTINGS
from quexiang.cluster.node import DRAIN, DRAINS
from quexiang.rooms import hub
from quexiang.server import services, tasks
from quexiang.server.metrics import Metrics
from quexiang.server.serve import GRACE
from quexiang.server.worker import WorkerMetrics

ROOT = Path(__file__).parents[1]
DEPLOY = ROOT / "deploy"
CONTAINERFILE = (DEPLOY / "Containerfile").read_text("utf-8")
COMPOSE: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))
NODES = ["node1", "node2", "node3"]
UNITS = ["quexiang.service", "quexiang@.service", "quexiang-worker.service"]
ENVIRONMENT = {FILE, METRICS_PORT, *(setting.env for setting in SETTINGS.values())}
EXEC = "/opt/quexiang/bin/quexiang "
STOP = DRAIN * DRAINS + tasks.FAREWELL + hub.FAREWELL + services.FAREWELL + GRACE
"""Seconds that a clean stop may take: rooms that rest, tasks, the lease, clients, requests."""


def check_command(words: list[str]) -> None:
    """Whether this is a command of ours, with options that it has."""
    name, *rest = words
    assert name in COMMANDS
    known = {option for one in load(name).params for option in one.opts}
    assert {word for word in rest if word.startswith("--")} <= known


def unit(name: str) -> configparser.ConfigParser:
    parsed = configparser.ConfigParser(strict=False, interpolation=None)
    parsed.read(DEPLOY / name, "utf-8")
    return parsed


def exposed() -> set[str]:
    """The names of all measures as Prometheus stores them."""
    node, worker = Metrics(), WorkerMetrics()
    node.deaths.labels(task="any")
    node.moved("any")
    node.worked("any", "any", 1.0)
    node.declined("any", "any")
    node.text(leased=True, rooms=0, sockets=0, far=0, entries=0, commits=0, unkept=0)
    worker.took("any")
    worker.ended("any", 1.0, failed=False)
    registries = (node.registry, worker.registry)
    return {sample.name for each in registries for one in each.collect() for sample in one.samples}


@pytest.mark.parametrize("file", ["alerts.yml", "grafana/dashboards/quexiang.json"])
def test_every_measure_that_is_looked_at_exists(file: str) -> None:
    named = set(re.findall(r"quexiang_\w+", (DEPLOY / file).read_text("utf-8")))

    assert named
    assert named <= exposed()


def test_the_dashboard_shows_every_measure() -> None:
    board = json.loads((DEPLOY / "grafana/dashboards/quexiang.json").read_text("utf-8"))
    places = [panel["gridPos"] for panel in board["panels"]]
    shown = {target["expr"] for panel in board["panels"] for target in panel["targets"]}

    assert all(place["x"] + place["w"] <= 24 for place in places)
    assert len({(place["x"], place["y"]) for place in places}) == len(places)
    for name in exposed():
        if not name.endswith(("_created", "_sum", "_count")):
            assert any(name in one for one in shown), name


def test_every_alert_says_what_is_wrong_and_what_to_do() -> None:
    (group,) = yaml.safe_load((DEPLOY / "alerts.yml").read_text("utf-8"))["groups"]

    for rule in group["rules"]:
        assert rule["labels"]["severity"] in ("page", "warn")
        assert re.search("[一-鿿].*[A-Z]", rule["annotations"]["summary"])
        assert rule["annotations"]["action"]


def test_people_who_do_nothing_wake_no_operator() -> None:
    """An open page sends a frame every ten seconds, and nothing is written for it."""
    (group,) = yaml.safe_load((DEPLOY / "alerts.yml").read_text("utf-8"))["groups"]
    pages = [rule["expr"] for rule in group["rules"] if rule["labels"]["severity"] == "page"]

    assert not [expr for expr in pages if "quexiang_frames_in_total" in expr]


def test_the_proxy_and_prometheus_know_all_nodes() -> None:
    scraped = yaml.safe_load((DEPLOY / "prometheus.yml").read_text("utf-8"))["scrape_configs"]
    caddy = (DEPLOY / "Caddyfile").read_text("utf-8")
    upstreams = re.findall(r"reverse_proxy (?:@room )?(.*) {", caddy)

    assert [name for name in COMPOSE["services"] if name.startswith("node")] == NODES
    assert scraped[0]["static_configs"][0]["targets"] == [f"{node}:8000" for node in NODES]
    assert scraped[1]["static_configs"][0]["targets"] == [
        f"worker:{COMPOSE['services']['worker']['environment'][METRICS_PORT]}"
    ]
    assert [one.split() for one in upstreams] == [[f"{node}:8000" for node in NODES]] * 2
    assert "sticky" not in caddy
    assert "respond /metrics" in caddy


@pytest.mark.parametrize("name", NODES)
def test_a_node_is_started_by_a_real_command(name: str) -> None:
    node = COMPOSE["services"][name]

    check_command(node["command"])
    assert {key for key in node["environment"] if key.startswith("QUEXIANG")} <= ENVIRONMENT
    assert node["environment"]["QUEXIANG_ADDRESS"] == f"http://{name}:8000"
    assert int(node["stop_grace_period"].removesuffix("s")) > STOP
    assert node["build"]["dockerfile"] == "deploy/Containerfile"


def test_every_service_of_ours_runs_a_real_command() -> None:
    ours = [one for one in COMPOSE["services"].values() if one["image"] == "quexiang"]

    assert len(ours) >= len(NODES)
    for service in ours:
        check_command(service["command"])
        assert service["environment"].keys() <= ENVIRONMENT


def test_the_files_that_services_mount_are_there() -> None:
    volumes = [
        volume.partition(":")[0]
        for service in COMPOSE["services"].values()
        for volume in service.get("volumes", ())
    ]

    for volume in volumes:
        assert (DEPLOY / volume).exists() if volume[0] == "." else volume in COMPOSE["volumes"]
    for file in DEPLOY.glob("grafana/provisioning/*/*.yaml"):
        assert yaml.safe_load(file.read_text("utf-8"))["apiVersion"] == 1


def test_the_image_is_made_of_files_and_stages_that_exist() -> None:
    stages = re.findall(r"^FROM \S+(?: AS (\w+))?$", CONTAINERFILE, re.MULTILINE)
    copies = [shlex.split(one) for one in re.findall(r"^COPY (.*)$", CONTAINERFILE, re.MULTILINE)]

    assert stages == ["page", "wheel", ""]
    for first, *rest in copies:
        if first.startswith("--from="):
            assert first.removeprefix("--from=") in stages
        else:
            assert [path for path in (first, *rest[:-1]) if not (ROOT / path).exists()] == []


def test_the_image_runs_as_nobody_special_and_says_whether_it_lives() -> None:
    last = CONTAINERFILE.rpartition("FROM")[2]
    entry, command = re.search(r'ENTRYPOINT \["(.*)"\]\nCMD \["(.*)"\]', last).groups()  # type: ignore[union-attr]
    environment = set(re.findall(r"QUEXIANG_\w+", last))

    assert "USER quexiang" in last
    assert "STOPSIGNAL SIGTERM" in last
    assert "/healthz" in last
    assert entry == "quexiang"
    check_command([command])
    assert environment <= ENVIRONMENT


@pytest.mark.parametrize("name", UNITS)
def test_a_unit_starts_a_real_command_and_waits_for_a_clean_stop(name: str) -> None:
    service = unit(name)["Service"]

    for key in ("ExecStartPre", "ExecStart"):
        assert service[key].startswith(EXEC)
        check_command(shlex.split(service[key].removeprefix(EXEC)))
    assert service["KillSignal"] == "SIGTERM"
    assert int(service["TimeoutStopSec"]) > STOP
    assert unit(name)["Unit"]["StartLimitIntervalSec"] == "0", "it never gives up"
    named = set(re.findall(r"QUEXIANG_\w+", (DEPLOY / name).read_text("utf-8")))
    assert named <= ENVIRONMENT


def test_systemd_takes_the_units(tmp_path: Path) -> None:
    verify = shutil.which("systemd-analyze")
    if verify is None:
        pytest.skip("systemd is not installed")
    for name in UNITS:
        text = (DEPLOY / name).read_text("utf-8").replace(EXEC, "/bin/true ")
        (tmp_path / name.replace("@", "@8001")).write_text(text, "utf-8")

    told = subprocess.run(  # noqa: S603 - systemd's own program
        [verify, "verify", "--man=no", *map(str, tmp_path.iterdir())],
        capture_output=True,
        text=True,
        check=False,
    )

    assert (told.returncode, told.stderr) == (0, "")
