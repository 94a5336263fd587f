"""How much one may do: rates, the gate of every route, workers that are never overrun."""

import asyncio
import threading
from collections.abc import Iterator

import pytest
from litestar import Litestar
from litestar.handlers import BaseRouteHandler, HTTPRouteHandler

from quexiang.server.app import make_app
from quexiang.server.attempts import FREE, LONGEST, Attempts
from quexiang.server.gate import KINDS, Gate, Limit
from quexiang.server.limits import Rates, network
from quexiang.server.refusals import Refusal
from quexiang.server.settings import Limits, Settings
from quexiang.server.socket import room_socket
from quexiang.server.workers import Workers


class Clock:
    """Time that passes when told to."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_a_bucket_is_refilled_and_tells_when() -> None:
    clock = Clock()
    rates = Rates(2, 10.0, clock)

    assert [rates.take("a") for _ in range(3)] == [0.0, 0.0, 5.0]
    assert rates.take("b") == 0.0
    clock.now += 5.0
    assert [rates.take("a"), rates.take("a")] == [0.0, 5.0]


def test_a_household_counts_once() -> None:
    assert network("2001:db8::1") == network("2001:db8::ffff:2")
    assert network("2001:db8::1") != network("2001:db8:0:1::1")
    assert network("fe80::1%eth0") == "fe80::/64"
    assert network("::ffff:1.2.3.4") == network("1.2.3.4")
    assert network("") == ""


def test_an_address_may_do_as_much_as_its_crowd_and_a_person_as_one() -> None:
    gate = Gate(Limits(guests=(2, 100.0), crowd=3), Clock())

    by_one = [gate.wait("guests", "home", "p_1") for _ in range(3)]
    by_all = [gate.wait("guests", "club") for _ in range(7)]

    assert [wait > 0 for wait in by_one] == [False, False, True]
    assert [wait > 0 for wait in by_all] == [False] * 6 + [True]


def test_wrong_passwords_make_only_whoever_tries_wait_and_ever_longer() -> None:
    clock = Clock()
    attempts = Attempts((30, 300.0), clock)

    waits = []
    for _ in range(20):
        assert attempts.begin("thief owner", is_known=False) == 0.0
        waits.append(attempts.begin("thief owner", is_known=False))
        clock.now += waits[-1] or LONGEST
        if len(waits) < FREE:
            continue
        assert waits[-1] == min(2 * waits[-2], LONGEST)

    assert waits[-1] == LONGEST
    assert attempts.begin("elsewhere owner", is_known=False) == 0.0
    assert not any(attempts.begin("thief owner", is_known=True) for _ in range(30))
    assert attempts.begin("thief owner", is_known=True) > 0


def test_a_right_password_forgives() -> None:
    attempts = Attempts((30, 300.0), Clock())
    for _ in range(FREE):
        attempts.begin("a", is_known=False)
    assert attempts.begin("a", is_known=False) > 0

    attempts.succeed("a")

    assert attempts.begin("a", is_known=False) == 0.0


@pytest.fixture(scope="module")
def app() -> Litestar:
    return make_app(Settings.for_tests("sqlite+aiosqlite:///"))


def handlers(app: Litestar) -> Iterator[tuple[str, BaseRouteHandler]]:
    for route in app.routes:
        if hasattr(route, "route_handler_map"):
            for method, (handler, _) in route.route_handler_map.items():
                yield f"{method} {route.path}", handler
        else:
            yield f"{route.path}", route.route_handler


def limits_of(handler: BaseRouteHandler) -> list[Limit]:
    guards = [guard for layer in handler.ownership_layers for guard in layer.guards or ()]
    return [guard for guard in guards if isinstance(guard, Limit)]


def test_every_route_has_a_limit(app: Litestar) -> None:
    made = dict(handlers(app))
    without = [
        path
        for path, handler in made.items()
        if isinstance(handler, HTTPRouteHandler)
        and not limits_of(handler)
        and not path.startswith("OPTIONS ")
    ]

    assert without == []
    assert len(made) > 40
    sockets = [one for one in made.values() if not isinstance(one, HTTPRouteHandler)]
    assert [one.fn for one in sockets] == [room_socket.fn], "a socket counts its own connects"


def test_every_rate_is_somebodys(app: Litestar) -> None:
    used = {limit.kind for _, handler in handlers(app) for limit in limits_of(handler)}

    assert set(KINDS) - used == {"known_logins", "reviews", "connects", "frames"}


def test_a_full_queue_refuses_and_is_free_again() -> None:
    go = threading.Event()

    async def crowd() -> list[object]:
        workers = Workers("test", threads=1, waiting=1)
        first = [asyncio.create_task(workers.run(go.wait)) for _ in range(2)]
        await asyncio.sleep(0)
        with pytest.raises(Refusal) as refused:
            await workers.run(go.wait)
        go.set()
        done: list[object] = list(await asyncio.gather(*first))
        done.append(await workers.run(go.wait))
        workers.stop()
        assert refused.value.status == 503
        assert refused.value.retry > 0
        return done

    assert asyncio.run(crowd()) == [True, True, True]
