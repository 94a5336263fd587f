"""`quexiang rules`: the rulebook, or one rule with its scenarios."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.markdown import Markdown
from rich.syntax import Syntax

from quexiang.cli import complete
from quexiang.cli.common import AsJson, Lang, VariantName, echo_json
from quexiang.cli.show import console
from quexiang.cli.texts import Words
from quexiang.cli.town import town_named
from quexiang.errors import UserError
from quexiang.rulebook import RuleText, Variant
from quexiang.scenarios.document import BadScenario
from quexiang.scenarios.files import documents

NEAR = 4
Example = dict[str, str | int]


def rules(
    variant: VariantName,
    rule: Annotated[
        str | None,
        typer.Argument(
            metavar="[ID|WORDS]", help="HZ-45, hz-45, 45, 财飘", autocompletion=complete.rules
        ),
    ] = None,
    *,
    titles: Annotated[bool, typer.Option("--titles", help="只列题目。 Only the titles.")] = False,
    lang: Lang,
    as_json: AsJson = False,
) -> None:
    """规则书，或一条规则连同例子；可以搜词。 The rulebook, or a rule by its id or its words.

    例 Examples:

      quexiang rules hangzhou

      quexiang rules hangzhou HZ-45

      quexiang rules 杭州 财飘

      quexiang rules hangzhou 45 --lang en

      quexiang rules anshun --titles
    """
    town, words = town_named(variant), Words(lang)
    if rule is not None:
        _found(town, found_rules(town, rule, words), words, as_json=as_json)
    elif as_json:
        echo_json({"variant": town.key, "lang": lang, "rules": list(town.rules(lang).values())})
    else:
        _book(town, words, titles=titles)


def _book(town: Variant, words: Words, *, titles: bool) -> None:
    out = console()
    if titles:
        section = ""
        for text in town.rules(words.language).values():
            if text.section != section:
                section = text.section
                out.print(section, style="bold", markup=False)
            out.print(f"  {text.id} {text.title}", markup=False)
        return
    book = town.file(f"rules.{words.language}.md").read_text("utf-8")
    out.print(Markdown(book)) if out.is_terminal else typer.echo(book)


def found_rules(town: Variant, wanted: str, words: Words) -> list[RuleText]:
    """The rule of this id, however it is written; or those of these words, titles first."""
    known = town.rules(words.language)
    number = re.fullmatch(rf"(?:{town.prefix}[- ]?)?0*(\d+)", wanted.strip(), re.IGNORECASE)
    identity = f"{town.prefix}-{number[1]}" if number else wanted.strip().upper()
    if identity in known:
        return [known[identity]]
    rules = {**town.rules("zh"), **known}.values()
    found = [] if number else _by_words(rules, town, wanted.casefold().split())
    if not found:
        raise _no_rule(town, wanted, identity)
    return found


def _by_words(rules: Iterable[RuleText], town: Variant, wanted: list[str]) -> list[RuleText]:
    """The rules in whose title, or else in whose text, all words stand, in either language.

    The title that says little else comes first.
    """

    def has(*texts: str) -> bool:
        whole = "\n".join(texts).casefold()
        return all(word in whole for word in wanted)

    def rest(one: RuleText) -> int:
        """How much a title says besides the words."""
        titles = [book[one.id].title for book in books]
        return min((len(title) for title in titles if has(title)), default=len("".join(titles)))

    books = [town.rules(language) for language in ("zh", "en")]
    titled = [one for one in rules if has(*(book[one.id].title for book in books))]
    if titled:
        return sorted(titled, key=rest)
    return [one for one in rules if has(*(book[one.id].text for book in books))]


def _no_rule(town: Variant, wanted: str, identity: str) -> UserError:
    zh, en = (
        _none_of(Words(language), name, wanted, _near(identity, town, language), town.key)
        for language, name in (("zh", town.zh), ("en", town.en))
    )
    return UserError(zh, en)


def _none_of(words: Words, variant: str, rule: str, near: str, key: str) -> str:
    if near:
        return words("no_rule", variant=variant, rule=rule, near=near)
    return words("no_rule_near", variant=variant, rule=rule, key=key)


def _near(wanted: str, town: Variant, language: str) -> str:
    """The rules of the next numbers, or of similar titles."""
    known = town.rules(language)
    number = re.search(r"\d+", wanted)
    if number:
        place = int(number[0])
        nearest = sorted(known, key=lambda rule: abs(int(rule.split("-")[1]) - place))[:NEAR]
        return ", ".join(sorted(nearest, key=[*known].index))
    books = (town.rules(one).values() for one in ("zh", "en"))
    titles = {rule.title.casefold(): rule.id for book in books for rule in book}
    close = difflib.get_close_matches(wanted.casefold(), titles, n=NEAR, cutoff=0.5)
    chosen = dict.fromkeys(titles[title] for title in close)
    return ", ".join(f"{rule} {known[rule].title}" for rule in chosen)


def find_rule(town: Variant, wanted: str, words: Words) -> RuleText:
    """The rule of this id or these words, the first of several."""
    return found_rules(town, wanted, words)[0]


def _found(town: Variant, rules: list[RuleText], words: Words, *, as_json: bool) -> None:
    if len(rules) == 1:
        _one(town, rules[0], words, as_json=as_json)
    elif as_json:
        echo_json({"variant": town.key, "lang": words.language, "rules": rules})
    else:
        for text in rules:
            console().print(f"{text.id} {text.title}", markup=False)


def _one(town: Variant, text: RuleText, words: Words, *, as_json: bool) -> None:
    found = list(examples(town, text.id))
    if as_json:
        shown = {"id": text.id, "title": text.title, "section": text.section, "text": text.text}
        echo_json({"variant": town.key, "lang": words.language, **shown, "scenarios": found})
        return
    out = console()
    out.print(f"{text.id} {text.title}", style="bold", markup=False)
    out.print(text.section, style="dim", markup=False)
    out.print()
    out.print(Markdown(text.text) if out.is_terminal else text.text, markup=False)
    out.print()
    out.print(words("examples", count=len(found)) if found else words("no_examples"), style="bold")
    for example in found:
        _show_example(out, example)


def _show_example(out: Console, example: Example) -> None:
    out.print()
    out.print(f"{example['title']}", style="cyan", markup=False, end="  ")
    out.print(f"{example['file']}:{example['line']}", style="dim", markup=False, soft_wrap=True)
    text = str(example["text"]).rstrip()
    syntax = Syntax(text, "yaml", background_color="default")
    out.print(syntax) if out.is_terminal else typer.echo(text)


def examples(town: Variant, rule: str) -> Iterator[Example]:
    """The scenarios of the variant's folder that name a rule, with file and line."""
    folder = town.file("scenarios")
    if not isinstance(folder, Path) or not folder.is_dir():
        return
    for file in sorted(folder.rglob("*.y*ml")):
        yield from _of_file(file, rule)


def _of_file(file: Path, rule: str) -> Iterator[Example]:
    found = [doc for doc in documents(str(file)) if not isinstance(doc, BadScenario)]
    lines = file.read_text("utf-8").splitlines()
    ends = [document.line - 1 for document in found[1:]] + [len(lines)]
    for document, end in zip(found, ends, strict=True):
        named = document.values.get("rules") or []
        if rule in (map(str, named) if isinstance(named, list) else [str(named)]):
            text = "\n".join(lines[document.line - 1 : end]).removesuffix("---").rstrip()
            yield {
                "title": document.title,
                "file": _shortest(file),
                "line": document.line,
                "text": text,
            }


def _shortest(file: Path) -> str:
    """The file as it is named from here, if it lies below."""
    here = Path.cwd()
    return str(file.relative_to(here)) if file.is_relative_to(here) else str(file)
