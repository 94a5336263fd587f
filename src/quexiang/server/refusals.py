"""Refusals over HTTP: a status, a code and a sentence in both languages."""

from __future__ import annotations

import math
from typing import Any, Final

import structlog
from litestar import MediaType, Request, Response
from litestar.exceptions import HTTPException, ValidationException
from sqlalchemy.exc import InterfaceError, OperationalError

from quexiang.errors import BadOption, UnknownVariant

logger = structlog.get_logger(__name__)

BUSY: Final = 2.0


class Refusal(Exception):
    """A wish that the server does not fulfil."""

    def __init__(
        self, status: int, code: str, zh: str, en: str, *, retry: float = 0.0, **more: str
    ) -> None:
        self.status = status
        self.retry = retry
        """Seconds after which it may be tried again, if that helps."""
        self.code = code
        self.zh = zh
        self.en = en
        self.more = more
        super().__init__(en)


def not_known() -> Refusal:
    """Nobody is logged in."""
    return Refusal(401, "not_known", "先起个名字吧", "Say who you are first")


def too_fast(wait: float) -> Refusal:
    """Too many wishes."""
    zh, en = "太快了，歇一会儿再来", "Too many requests; try again later"
    return Refusal(429, "too_fast", zh, en, retry=wait)


def busy() -> Refusal:
    """Too much is asked of the server by all together."""
    zh, en = "现在太忙了，过一会儿再来", "The server is busy; try again in a moment"
    return Refusal(503, "busy", zh, en, retry=BUSY)


def not_found(zh: str = "没有找到", en: str = "Not found") -> Refusal:
    """There is no such thing."""
    return Refusal(404, "not_found", zh, en)


def bad(zh: str, en: str, code: str = "bad_request") -> Refusal:
    """Something is wrong with the request."""
    return Refusal(400, code, zh, en)


Answer = Response[dict[str, str]]


def _answer(status: int, code: str, zh: str, en: str, **more: str) -> Answer:
    content = {"code": code, "zh": zh, "en": en, **more}
    return Response(content, status_code=status, media_type=MediaType.JSON)


def on_refusal(_: Request[Any, Any, Any], refusal: Refusal) -> Answer:
    """Tell what is not done, and why."""
    answer = _answer(refusal.status, refusal.code, refusal.zh, refusal.en, **refusal.more)
    if refusal.retry:
        answer.set_header("retry-after", str(math.ceil(refusal.retry)))
    return answer


def on_bad_option(_: Request[Any, Any, Any], error: BadOption) -> Answer:
    """Tell which option does not go."""
    english = error.why.en if error.key == "options" else str(error)
    return _answer(400, "bad_option", error.why.zh, english, key=error.key)


def on_unknown_variant(_: Request[Any, Any, Any], error: UnknownVariant) -> Answer:
    """Tell which towns there are."""
    return _answer(404, "unknown_variant", "没有这个地方的麻将", str(error))


def on_validation(_: Request[Any, Any, Any], error: ValidationException) -> Answer:
    """Tell what is wrong with the body."""
    return _answer(400, "bad_request", "请求不对", str(error.extra or error.detail)[:400])


def on_http(_: Request[Any, Any, Any], error: HTTPException) -> Answer:
    """Give the framework's own refusals the same form."""
    zh = "没有找到" if error.status_code == 404 else "请求不对"  # noqa: PLR2004 - HTTP's own number
    return _answer(error.status_code, "http", zh, error.detail)


def on_database(_: Request[Any, Any, Any], error: Exception) -> Answer:
    """The database is away, locked or full: that may pass."""
    logger.error("database fails", kind=type(error).__name__)
    zh, en = (
        "服务器的记录本暂时用不了，过一会儿再来",
        "The database does not answer; try again later",
    )
    answer = _answer(503, "database", zh, en)
    answer.set_header("retry-after", str(math.ceil(BUSY)))
    return answer


def on_failure(request: Request[Any, Any, Any], error: Exception) -> Answer:
    """Our own mistake: say so, and keep the details for the log."""
    logger.error("request failed", method=request.method, exc_info=error)
    request.app.state.services.metrics.failed()
    return _answer(500, "broken", "出了点问题", "Something broke on the server")


HANDLERS: Final[dict[int | type[Exception], Any]] = {
    Refusal: on_refusal,
    BadOption: on_bad_option,
    UnknownVariant: on_unknown_variant,
    ValidationException: on_validation,
    HTTPException: on_http,
    OperationalError: on_database,
    InterfaceError: on_database,
    ConnectionError: on_database,
    Exception: on_failure,
}
