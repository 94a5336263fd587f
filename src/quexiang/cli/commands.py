"""The commands by name; a command's module is loaded only when the command is called."""

from __future__ import annotations

import itertools
from importlib import import_module
from typing import Final, NamedTuple

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command

from quexiang.cli.texts import Language, usual_language
from quexiang.cli.usage import UsageError, did_you_mean, in_chinese, in_english

SPOKEN: Final = "quexiang language"
Resolved = tuple[str | None, TyperCommand | TyperGroup | None, list[str]]


class Place(NamedTuple):
    """Where a command is, and what the list of commands says of it."""

    module: str
    name: str
    summary: str


COMMANDS: Final = {
    "play": Place(
        "play",
        "play",
        "在终端里和电脑打一场，随时打 ? 看说明。 Play against bots in the terminal; ? for help.",
    ),
    "towns": Place(
        "towns",
        "towns",
        "有哪些地方的麻将，从哪里来。 The towns, and the package that each comes from.",
    ),
    "rules": Place(
        "rules",
        "rules",
        "规则书，或一条规则连同例子；可以搜词。 The rulebook, or a rule by its id or its words.",
    ),
    "options": Place("options", "options", "房间选项：名称、取值、默认。 The options of a room."),
    "waits": Place(
        "waits",
        "waits",
        "听什么；多一张时，打什么听什么。"
        " What a hand waits for; with a tile more, after each discard.",
    ),
    "score": Place(
        "score",
        "score_command",
        "算一副牌：番型、价值、每一笔账和依据。 Score a win: patterns, value, payments, rules.",
    ),
    "replay": Place(
        "replay",
        "replay_command",
        "重放一场对局并逐条核对。 Tell a played match again, recomputed and compared.",
    ),
    "review": Place(
        "review",
        "review",
        "点评一场对局：哪几步亏得最多，高手会怎么打。 The decisions that cost most.",
    ),
    "verify": Place(
        "verify",
        "verify_command",
        "不信服务器，自己核对：洗牌凭据、牌墙、每一步。 Check a match without trusting the server.",
    ),
    "export": Place(
        "verify",
        "export_command",
        "把对局写成 mjai 式的 JSON 行。 Write a match as JSON lines with mjai's names.",
    ),
    "import": Place(
        "verify",
        "import_command",
        "把 mjai 行读成对局记录。 Read mjai lines as the log of a match.",
    ),
    "scenario": Place(
        "scenario",
        "scenario",
        "跑规则例子，每例一行；或把打过的一局写成例子。 Run scenarios, or make one from a replay.",
    ),
    "simulate": Place(
        "simulate", "simulate_command", "让电脑自己打很多局。Play many rounds between bots."
    ),
    "arena": Place(
        "arena",
        "arena",
        "电脑打复式：同样的牌，各种坐法都打一遍，比谁强。 Duplicate play between bots.",
    ),
    "train": Place(
        "train",
        "train_command",
        "让电脑自己打、自己学，学成的写成一个 Python 模块。 Train a bot by self-play.",
    ),
    "serve": Place("serve", "serve", "开房间，等人来打。Serve rooms, sockets and the web client."),
    "worker": Place(
        "worker",
        "worker",
        "替别的节点想牌、点评。Think and review for the nodes of a cluster.",
    ),
    "admin": Place(
        "admin", "admin", "管理服务器。 Rooms and people of a server; it may be running."
    ),
}


class Commands(TyperGroup):
    """The command group; prints user errors as one sentence instead of a traceback."""

    def parse_args(self, ctx: typer.Context, args: list[str]) -> list[str]:  # type: ignore[override]  # typer's own context
        """Look which language is wanted, before anything can go wrong."""
        ctx.meta[SPOKEN] = spoken(args)
        if "--help" in args[1:]:
            from quexiang.cli.help import fold  # noqa: PLC0415 - loads rich

            fold()
        return super().parse_args(ctx, args)

    def list_commands(self, ctx: typer.Context) -> list[str]:  # type: ignore[override]  # likewise
        """Return the names in their order."""
        return list(COMMANDS)

    def get_command(self, ctx: typer.Context, cmd_name: str) -> TyperCommand | None:  # type: ignore[override]  # likewise
        """Return what the list of commands shows."""
        place = COMMANDS.get(cmd_name)
        if place is None:
            return None
        return TyperCommand(cmd_name, help=place.summary, rich_markup_mode="rich")

    def resolve_command(self, ctx: typer.Context, args: list[str]) -> Resolved:  # type: ignore[override]  # likewise
        """Return the command that is called, loaded."""
        name = args[0]
        if name not in COMMANDS:
            _refuse_command(name)
        return name, load(name), args[1:]

    def invoke(self, ctx: typer.Context) -> object:  # type: ignore[override]  # likewise
        """Run a command."""
        language = ctx.meta[SPOKEN]
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            raise
        except UsageError as error:
            told = _usage(error, language)
        except (ValueError, OSError) as error:
            from quexiang.cli.errors import is_users, sentence  # noqa: PLC0415 - loads the engine

            if not is_users(error):
                raise
            told = sentence(error, language)
        typer.echo(f"quexiang: {told}", err=True)
        raise typer.Exit(2) from None


def spoken(args: list[str]) -> Language:
    """The language that a command line asks for, or that of its user.

    >>> spoken(["score", "--lang", "en"]), spoken(["--lang=zh"])
    (<Language.EN: 'en'>, <Language.ZH: 'zh'>)
    """
    for given, after in itertools.zip_longest(args, args[1:], fillvalue=""):
        name, _, value = given.partition("=")
        if name == "--lang" and (value or after) in (*Language,):
            return Language(value or after)
    return usual_language()


def _refuse_command(name: str) -> None:
    from quexiang.errors import UserError  # noqa: PLC0415 - loads msgspec

    zh, en = did_you_mean(name, COMMANDS)
    raise UserError(f"没有 {name} 这个命令{zh}", f"there is no command {name!r}{en}")


def _usage(error: Exception, language: Language) -> str:
    """A mistake in the call, and where to read how it is called."""
    message: str = error.format_message()  # type: ignore[attr-defined]  # a usage error has it
    if getattr(error, "ctx", None) is None or not message.strip():
        return message
    path = error.ctx.command_path  # type: ignore[attr-defined]  # likewise
    if language == Language.ZH:
        return f"{in_chinese(message)}（{path} --help 有例子）"
    return f"{in_english(message)} ({path} --help has examples)"


def load(name: str) -> TyperCommand | TyperGroup:
    """Import a command."""
    place = COMMANDS[name]
    module = import_module(f"quexiang.cli.{place.module}")
    found = getattr(module, place.name)
    if not isinstance(found, typer.Typer):
        app = typer.Typer(rich_markup_mode="rich", add_completion=False)
        app.command(name, help=getattr(module, "HELP", None))(found)
        found = app
    command = get_command(found)
    assert isinstance(command, TyperCommand | TyperGroup)
    command.name = name
    return command
