"""What a server is told by flags, environment and file: one table, `Serving`, says what there is.

A flag goes before the environment, that before the file, that before the default.
"""

from __future__ import annotations

import types
from collections.abc import Iterable, Iterator, Mapping
from ipaddress import ip_network
from typing import Annotated, Any, Final, NamedTuple, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Meta
from msgspec.structs import fields, replace

from quexiang.cli.configuration_file import read_file
from quexiang.cli.texts import Language
from quexiang.cli.usage import did_you_mean
from quexiang.errors import UserError
from quexiang.server.settings import BadLimit, Limits, Settings, Told, limited, told
from quexiang.text import Text

PREFIX: Final = "QUEXIANG_"
FILE: Final = f"{PREFIX}CONFIG"
"""The environment's name of the file."""
METRICS_PORT: Final = f"{PREFIX}METRICS_PORT"
OF_BUILD: Final = ("PURE", "CHECKED", "WITHOUT_PAGE")
OF_CLIENTS: Final = ("TOKEN", "BOT_TRACE", "SERVER")
READ_ELSEWHERE: Final = {METRICS_PORT, *(PREFIX + name for name in OF_BUILD + OF_CLIENTS)}
"""By workers, the build, and clients and bots."""
LIMITS, CROWD = "limits", "crowd"


class Serving(Settings, frozen=True, kw_only=True):
    """A server, where it listens, and what it tells at the start."""

    host: Annotated[
        str, told("在哪个地址等人；0.0.0.0 谁都能来", "Address; 0.0.0.0 for everybody")
    ] = "127.0.0.1"
    port: Annotated[int, told("端口；0 随便", "Port; 0 for any", ge=0, le=65535)] = 8000
    free_port: Annotated[bool, told("被占就用后面的", "The next free one if it is taken")] = False
    lan: Annotated[
        bool,
        told(
            "同一网络里的人都能进，画出二维码",
            "Let everybody in this network in; with a QR code",
        ),
    ] = False
    crowd: Annotated[int, told("共用地址的人数", "People who share one address", ge=1)] = 1
    open: Annotated[bool, told("在浏览器里打开", "Open the page in a browser")] = False
    lang: Annotated[Language | None, told("说中文或英文", "Chinese or English; LANG decides")] = (
        None
    )


class Setting(NamedTuple):
    """One line of the table."""

    key: str
    kind: Any
    """Its type, with its bounds."""
    default: object
    told: Told

    @property
    def flag(self) -> str:
        """Its option."""
        return self.told.flag or f"--{self.key.replace('_', '-')}"

    @property
    def env(self) -> str:
        """Its name in the environment."""
        return PREFIX + self.flag[2:].replace("-", "_").upper()

    @property
    def bounds(self) -> Meta:
        """The least and the greatest value."""
        return _meta(self.kind)


class Given(NamedTuple):
    """A value, and who gave it: a flag, a name of the environment, a line of the file."""

    key: str
    value: object
    at: str
    is_text: bool = False
    """From the environment, where everything is text."""


class Configuration(NamedTuple):
    """What holds, and where each value comes from; what is not named is a default."""

    serving: Serving
    sources: dict[str, str]


class BadConfiguration(UserError):
    """Everything that is wrong with a configuration, one line for each mistake."""

    def __init__(self, mistakes: list[Text]) -> None:
        zh = [one.zh for one in mistakes]
        en = [one.en for one in mistakes]
        if len(mistakes) > 1:
            zh.insert(0, f"配置有 {len(mistakes)} 处不对：")
            en.insert(0, f"{len(mistakes)} mistakes in the configuration:")
        super().__init__("\n  ".join(zh), "\n  ".join(en))


def _meta(kind: Any) -> Meta:  # noqa: ANN401 - any annotation
    """The `told` of an annotation, also of one that may be None."""
    if get_origin(kind) is Annotated:
        return next(one for one in get_args(kind) if isinstance(one, Meta))
    return next(_meta(one) for one in get_args(kind) if one is not types.NoneType)


def _settings() -> Iterator[Setting]:
    hints = get_type_hints(Serving, include_extras=True)
    own = [one for one in fields(Serving) if one.name not in Settings.__struct_fields__]
    for field in (*own, *fields(Settings)):
        kind = hints[field.name]
        if get_args(kind):
            about = (_meta(kind).extra or {})["told"]
            yield Setting(field.name, kind, field.default, about)


SETTINGS: Final = {one.key: one for one in _settings()}


def configure(
    flags: Mapping[str, object], environ: Mapping[str, str], file: str = ""
) -> Configuration:
    """Put together what holds; raises `BadConfiguration` with all mistakes at once."""
    found: dict[str, object] = {}
    sources: dict[str, str] = {}
    mistakes: list[Text] = []
    try:
        filed = [*_in_file(file or environ.get(FILE, ""))]
    except UserError as error:
        filed = []
        mistakes.append(error.told)
    for given in (*filed, *_in_environ(environ), *_in_flags(flags)):
        try:
            key, value = _read(given)
        except UserError as error:
            mistakes.append(Text(f"{given.at}: {error.told.zh}", f"{given.at}: {error.told.en}"))
        else:
            found[key], sources[key] = value, given.at
    if mistakes:
        raise BadConfiguration(mistakes)
    return Configuration(_serving(found), sources)


def _serving(found: Mapping[str, object]) -> Serving:
    plain = {key: value for key, value in found.items() if "." not in key}
    limits = {key.partition(".")[2]: value for key, value in found.items() if "." in key}
    serving = Serving(**plain)  # type: ignore[arg-type]  # each was converted to its type
    usual = Settings.for_tests("").limits if serving.pace == 0 else Limits()
    chosen = replace(usual, crowd=serving.crowd, **limits)
    return replace(serving, address=serving.address.rstrip("/"), limits=chosen)


def _in_file(path: str) -> Iterator[Given]:
    if not path:
        return
    file = read_file(path)
    for key, value in file.values.items():
        if key == LIMITS and isinstance(value, dict):
            for name, limit in value.items():
                yield Given(f"{LIMITS}.{name}", limit, file.at(f"{LIMITS}.{name}"))
        else:
            yield Given(key, value, file.at(key))


def _in_environ(environ: Mapping[str, str]) -> Iterator[Given]:
    for setting in SETTINGS.values():
        text = environ.get(setting.env, "")
        if not text:
            continue
        if setting.key == LIMITS:
            yield from _limits(text.split(), setting.env)
        else:
            value = text.split() if isinstance(setting.default, tuple) else text
            yield Given(setting.key, value, setting.env, is_text=True)


def misspelt(environ: Mapping[str, str]) -> Iterator[Text]:
    """Names of the environment that nobody reads, though they are near to one that counts."""
    known = {FILE, *(setting.env for setting in SETTINGS.values())}
    for name in sorted(environ.keys() - known - READ_ELSEWHERE):
        zh, en = did_you_mean(name, known) if name.startswith(PREFIX) else ("", "")
        if en:
            yield Text(f"环境里的 {name} 没有用{zh}", f"{name} of the environment is not used{en}")


def _in_flags(flags: Mapping[str, object]) -> Iterator[Given]:
    """What typer read; None or an empty list was not given."""
    for key, value in flags.items():
        flag = SETTINGS[key].flag
        if key == LIMITS and isinstance(value, list):
            yield from _limits(value, flag)
        elif value not in (None, [], ""):
            yield Given(key, value, flag)


def _limits(texts: Iterable[str], at: str) -> Iterator[Given]:
    for text in texts:
        name, _, value = text.partition("=")
        yield Given(f"{LIMITS}.{name}", value, at)


def _read(given: Given) -> tuple[str, object]:
    """A key as it is kept, and its value as it should be."""
    table, _, name = given.key.partition(".")
    if name and table == LIMITS:
        return (CROWD if name == CROWD else given.key), _limit(name, given.value)
    setting = SETTINGS.get(given.key)
    if setting is None:
        zh, en = did_you_mean(given.key, SETTINGS)
        raise UserError(f"没有 {given.key} 这个键{zh}", f"there is no key {given.key}{en}")
    try:
        value = msgspec.convert(given.value, setting.kind, strict=not given.is_text)
        for network in value if setting.told.is_network else ():
            ip_network(network)
    except ValueError:
        raise _unfit(setting, given.value) from None
    return given.key, value


def _unfit(setting: Setting, value: object) -> UserError:
    wanted, shown = wanted_of(setting), _shown(value)
    if setting.told.example:  # an address may hold a password
        return UserError(f"{setting.key}：要写{wanted.zh}", f"{setting.key}: write {wanted.en}")
    zh = f"{setting.key}：要写{wanted.zh}，不是 {shown}"
    return UserError(zh, f"{setting.key}: write {wanted.en}, not {shown}")


def _limit(name: str, value: object) -> object:
    if name not in Limits.__struct_fields__:
        zh, en = did_you_mean(name, Limits.__struct_fields__)
        known = ", ".join(Limits.__struct_fields__)
        text = f"{name}={value}"
        raise BadLimit(f"{text}：只有 {known}{zh}", f"{text}: there are {known}{en}")
    return getattr(limited(Limits(), [f"{name}={value}"]), name)


def _shown(value: object) -> str:
    return msgspec.json.encode(value, enc_hook=str).decode()


def wanted_of(setting: Setting) -> Text:
    """What a value must be, in words.

    >>> wanted_of(SETTINGS["port"]).en, wanted_of(SETTINGS["token_days"]).zh
    ('a whole number from 0 to 65535', ' 1 以上的数')
    """
    example, (least, most) = setting.default, (setting.bounds.ge, setting.bounds.le)
    if setting.key == LIMITS:
        return Text("[limits] 下的名字", "a table [limits]")
    if setting.key == "lang":
        return Text(" zh 或 en", "zh or en")
    if isinstance(example, bool):
        return Text(" true 或 false", "true or false")
    if setting.told.is_network:
        return Text('地址或网络 ["10.0.0.0/8"]', 'addresses or networks ["10.0.0.0/8"]')
    if setting.told.example:
        shown = f'["{setting.told.example}"]' if example == () else setting.told.example
        return Text(f"成 {shown} 这样", f"it as {shown}")
    if isinstance(example, str):
        return Text("文字", "a text")
    zh, en = ("整数", "a whole number") if isinstance(example, int) else ("数", "a number")
    if most is not None:
        return Text(f" {least} 到 {most} 的{zh}", f"{en} from {least} to {most}")
    return Text(f" {least} 以上的{zh}", f"{en}, at least {least}")
