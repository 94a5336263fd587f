"""`quexiang serve`: flags, environment and file, from one table."""

import sqlite3
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import asdict
from typer.testing import Result

from quexiang.cli.commands import load
from quexiang.cli.configuration import (
    SETTINGS,
    BadConfiguration,
    Serving,
    Setting,
    configure,
)
from quexiang.cli.configuration_check import as_toml
from quexiang.cli.database import configured_url
from quexiang.server.settings import Limits, Settings

Run = Callable[..., Result]
ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "deploy" / "quexiang.toml"
HOSTING = (ROOT / "docs" / "hosting.md").read_text("utf-8")
INNER = {"ready_kept"}
"""Fields that are nobody's to set."""
VERSION = "CREATE TABLE alembic_version (version_num TEXT)"
FIRST = "INSERT INTO alembic_version VALUES ('0001')"
WRONG = """\
port = "x"
datbase_url = "y"
scrapers = ["10.0.0/8"]

[limits]
guest = "1/2"
hello = -1
"""


@pytest.fixture
def file(tmp_path: Path) -> Callable[[str], str]:
    """Write a configuration file."""

    def write(text: str) -> str:
        path = tmp_path / "quexiang.toml"
        path.write_text(text, "utf-8")
        return str(path)

    return write


def test_every_field_is_a_setting() -> None:
    assert SETTINGS.keys() == set(Serving.__struct_fields__) - INNER


@pytest.mark.parametrize("setting", SETTINGS.values(), ids=list(SETTINGS))
def test_a_setting_is_a_flag_an_environment_name_and_a_key_of_the_docs(setting: Setting) -> None:
    flags = {name for one in load("serve").params for name in one.opts}

    assert setting.flag in flags
    assert f"`{setting.flag}`" in HOSTING
    assert f"`{setting.env}`" in HOSTING
    assert f"`{setting.key}`" in HOSTING


def test_the_example_says_the_defaults_and_every_key() -> None:
    text = EXAMPLE.read_text("utf-8")

    assert configure({}, {}, str(EXAMPLE)).serving == Serving()
    assert text == as_toml(configure({}, {}))
    assert tomllib.loads(text)["limits"].keys() == set(Limits.__struct_fields__) - {"crowd"}


def test_a_flag_goes_before_the_environment_and_that_before_the_file(
    file: Callable[[str], str],
) -> None:
    path = file('port = 1\nminds = 2\nlan = true\ncrowd = 3\n[limits]\nguests = "7/9"\nhello = 4')
    environ = {"QUEXIANG_MINDS": "5", "QUEXIANG_LIMIT": "guests=8/9 rooms=1/1", "QUEXIANG_HOST": ""}
    flags = {"lan": False, "crowd": 6, "limits": ["rooms=2/2"], "minds": None}

    serving, sources = configure(flags, environ, path)

    assert (serving.port, serving.minds, serving.lan) == (1, 5, False)
    assert (serving.crowd, serving.host) == (6, "127.0.0.1")
    assert serving.limits == Limits(crowd=6, guests=(8, 9.0), rooms=(2, 2.0), hello=4.0)
    assert sources == {
        "port": f"{path}:1",
        "minds": "QUEXIANG_MINDS",
        "lan": "--lan",
        "crowd": "--crowd",
        "limits.guests": "QUEXIANG_LIMIT",
        "limits.hello": f"{path}:7",
        "limits.rooms": "--limit",
    }


@pytest.mark.parametrize("setting", SETTINGS.values(), ids=list(SETTINGS))
def test_every_setting_can_come_from_the_environment(setting: Setting) -> None:
    texts = {bool: "true", int: "7", float: "7", str: "a", tuple: "10.0.0.1 10.0.0.0/8"}
    kind = float if setting.default is None else type(setting.default)
    text = {"limits": "guests=7/7", "lang": "en"}.get(setting.key)
    text = text or setting.told.example.partition(",")[0] or texts[kind]

    found = configure({}, {setting.env: text}).serving

    changed = {key for key, value in asdict(found).items() if value != getattr(Serving(), key)}
    assert changed - {"limits"} == {setting.key} - {"limits"}


def test_an_address_has_no_slash_at_its_end() -> None:
    assert configure({"address": "https://one/"}, {}).serving.address == "https://one"


def test_the_file_is_named_by_the_environment_too(file: Callable[[str], str]) -> None:
    environ = {"QUEXIANG_CONFIG": file('database_url = "sqlite:///other.sqlite"')}

    assert configure({}, environ).serving.database_url == "sqlite:///other.sqlite"
    assert configured_url(environ) == "sqlite:///other.sqlite"
    assert configured_url({}) == Settings().database_url


def test_all_mistakes_are_told_at_once_with_their_lines(file: Callable[[str], str]) -> None:
    path = file(WRONG)

    with pytest.raises(BadConfiguration) as refused:
        configure({"limits": ["rooms=5"]}, {"QUEXIANG_MINDS": "900"}, path)

    head, *lines = refused.value.told.zh.splitlines()
    assert head == "配置有 7 处不对："
    assert lines[0].strip() == f'{path}:1: port：要写 0 到 65535 的整数，不是 "x"'
    assert lines[1].strip() == f"{path}:2: 没有 datbase_url 这个键。是不是 database_url？"
    en = str(refused.value)
    assert f"{path}:3: scrapers: write addresses or networks" in en
    assert "Did you mean guests?" in en
    assert f"{path}:7: hello=-1: a limit is more than 0" in en
    assert 'QUEXIANG_MINDS: minds: write a whole number from 0 to 64, not "900"' in en
    assert "--limit: rooms=5: write rooms=NUMBER/SECONDS" in en


@pytest.mark.parametrize(
    "text",
    [
        'database_url = "postgress://me:secret@there/quexiang"',
        'database_url = "quexiang.sqlite"',
        'nats = "10.0.0.5:4222"',
        'nats = "nats://one:4222 nats://other:4222"',
        'address = "one.example"',
        'origins = ["https://one.example/"]',
    ],
)
def test_an_address_that_is_none_is_told_without_its_password(
    file: Callable[[str], str], text: str
) -> None:
    with pytest.raises(BadConfiguration, match="write it as") as refused:
        configure({}, {}, file(text))

    assert "secret" not in str(refused.value)


@pytest.mark.parametrize(
    "text", ["nats://a:4222", "nats://me:pw@a:4222,tls://b:4222", "wss://a", ""]
)
def test_one_or_several_servers_of_nats_are_addresses(text: str) -> None:
    assert configure({"nats": text}, {}).serving.nats == text


def test_a_misspelt_name_of_the_environment_is_told_by_the_check(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("QUEXIANG_DATABASEURL", "sqlite:///other.sqlite")
    monkeypatch.setenv("QUEXIANG_PURE", "1")
    monkeypatch.setenv("QUEXIANG_TOKEN", "secret")

    result = run("serve", "--check-config", "--lang", "en")

    assert result.exit_code == 0
    assert "QUEXIANG_DATABASEURL of the environment is not used" in result.stderr
    assert "Did you mean QUEXIANG_DATABASE_URL?" in result.stderr
    assert "QUEXIANG_PURE" not in result.stderr
    assert "QUEXIANG_TOKEN" not in result.stderr


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("port = \nx = 1", "不是 TOML，第 1 行"),
        ("limits = 3", "[limits]"),
        ("lang = 'fr'", "zh 或 en"),
    ],
)
def test_a_file_that_is_wrong_as_a_whole_is_told(
    run: Run, file: Callable[[str], str], text: str, problem: str
) -> None:
    result = run("serve", "--check-config", "--config", file(text))

    assert result.exit_code == 2
    assert problem in result.output


def test_a_file_that_is_not_there_is_told(run: Run) -> None:
    result = run("serve", "--config", "/nowhere/quexiang.toml")

    assert result.exit_code == 2
    assert result.output == "quexiang: 配置 /nowhere/quexiang.toml：没有这个文件\n"


def test_a_check_prints_what_holds_and_hides_secrets(run: Run) -> None:
    url = "postgresql://me:hush@db/quexiang?password=hush"

    result = run("serve", "--check-config", "--database-url", url, "--seed", "hush")

    assert result.exit_code == 0
    assert 'seed = "***"  # --seed' in result.stdout
    assert "postgresql://me:***@db/quexiang?password=***" in result.stdout
    assert "hush" not in result.output
    assert tomllib.loads(result.stdout)["port"] == 8000


@pytest.mark.parametrize(
    ("setup", "told"),
    [
        ("", "第一次启动时建表"),
        (VERSION, "第一次启动时建表"),
        (
            f"{VERSION};{FIRST}",
            "表是 0001，启动时更新到",
        ),
    ],
)
def test_a_check_looks_at_the_database_and_changes_nothing(
    run: Run, tmp_path: Path, setup: str, told: str
) -> None:
    path = tmp_path / "q.sqlite"
    if setup:
        with sqlite3.connect(path) as made:
            made.executescript(setup)
    before = [one.read_bytes() for one in tmp_path.iterdir()]

    result = run("serve", "--check-database", "--database-url", f"sqlite:///{path}")

    assert result.exit_code == 0, result.output
    assert told in result.stderr
    assert [one.read_bytes() for one in tmp_path.iterdir()] == before


def test_a_folder_that_is_not_there_is_told(run: Run) -> None:
    result = run("serve", "--check-database", "--database-url", "sqlite:////nowhere/q.sqlite")

    assert result.exit_code == 2
    assert "先建好" in result.stderr
