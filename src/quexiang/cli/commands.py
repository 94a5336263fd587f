"""The commands by name: each is loaded only when it is called."""

from __future__ import annotations

from importlib import import_module
from typing import Final, NamedTuple

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command

Resolved = tuple[str | None, TyperCommand | TyperGroup | None, list[str]]


class Entry(NamedTuple):
    """Where a command is, and what the list of commands says of it."""

    module: str
    function: str
    summary: str


COMMANDS: Final = {
    "play": Entry(
        "play",
        "play",
        "在终端里和电脑打一场，随时打 ? 看说明。 Play against bots in the terminal; ? for help.",
    ),
    "towns": Entry(
        "towns",
        "towns",
        "有哪些地方的麻将，从哪里来。 The towns, and the package that each comes from.",
    ),
    "rules": Entry(
        "rules",
        "rules",
        "规则书，或一条规则连同它的例子。 The rulebook, or one rule with its scenarios.",
    ),
    "options": Entry("options", "options", "房间选项：名称、取值、默认。 The options of a room."),
    "waits": Entry(
        "waits",
        "waits",
        "听什么；多一张时，打什么听什么。"
        " What a hand waits for; with a tile more, after each discard.",
    ),
    "score": Entry(
        "score",
        "score_command",
        "算一副牌：番型、价值、每一笔账和依据。 Score a win: patterns, value, payments, rules.",
    ),
    "replay": Entry(
        "replay",
        "replay_command",
        "重放一场对局并逐条核对。 Tell a played match again, recomputed and compared.",
    ),
    "review": Entry(
        "review",
        "review",
        "点评一场对局：哪几步亏得最多，高手会怎么打。 The decisions that cost most.",
    ),
    "verify": Entry(
        "verify",
        "verify_command",
        "不信服务器，自己核对：洗牌凭据、牌墙、每一步。 Check a match without trusting the server.",
    ),
    "export": Entry(
        "verify",
        "export_command",
        "把对局写成 mjai 式的 JSON 行。 Write a match as JSON lines with mjai's names.",
    ),
    "scenario": Entry(
        "scenario",
        "scenario",
        "跑规则例子，每例一行；或把打过的一局写成例子。 Run scenarios, or make one from a replay.",
    ),
    "simulate": Entry(
        "simulate", "simulate_command", "让电脑自己打很多局。Play many rounds between bots."
    ),
    "arena": Entry(
        "arena",
        "arena",
        "电脑打复式：同样的牌，各种坐法都打一遍，比谁强。 Duplicate play between bots.",
    ),
    "serve": Entry("serve", "serve", "开房间，等人来打。Serve rooms, sockets and the web client."),
    "admin": Entry(
        "admin", "admin", "管理服务器。 Rooms and people of a server; it may be running."
    ),
}


def load(name: str) -> TyperCommand | TyperGroup:
    """The command itself."""
    entry = COMMANDS[name]
    module = import_module(f"quexiang.cli.{entry.module}")
    found = getattr(module, entry.function)
    if not isinstance(found, typer.Typer):
        alone = typer.Typer(rich_markup_mode="rich", add_completion=False)
        alone.command(name, help=getattr(module, "HELP", None))(found)
        found = alone
    command = get_command(found)
    command.name = name
    assert isinstance(command, TyperCommand | TyperGroup)
    return command


def listed(name: str) -> TyperCommand:
    """What stands for a command in the list of all."""
    return TyperCommand(name, help=COMMANDS[name].summary, rich_markup_mode="rich")


class Commands(TyperGroup):
    """The command group; prints user errors as one sentence instead of a traceback."""

    def list_commands(self, ctx: typer.Context) -> list[str]:  # type: ignore[override]
        """All names, in their order."""
        return list(COMMANDS)

    def get_command(self, ctx: typer.Context, cmd_name: str) -> TyperCommand | None:  # type: ignore[override]
        """What the list of commands needs."""
        return listed(cmd_name) if cmd_name in COMMANDS else None

    def resolve_command(self, ctx: typer.Context, args: list[str]) -> Resolved:  # type: ignore[override]
        """The command that is called, loaded."""
        name, command, rest = super().resolve_command(ctx, args)
        return name, load(command.name) if command and command.name else None, rest

    def invoke(self, ctx: typer.Context) -> object:  # type: ignore[override]
        """Run a command."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            raise
        except (ValueError, OSError) as error:
            from quexiang.cli.errors import USER_ERRORS, sentence  # noqa: PLC0415 - loads the engine

            if not isinstance(error, USER_ERRORS):
                raise
            typer.echo(f"quexiang: {sentence(error)}", err=True)
            raise typer.Exit(2) from None
