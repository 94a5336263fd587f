"""What nodes do not tell each other."""

from collections.abc import Callable

from two_nodes import Cluster, Try, attempt

from quexiang.protocol import incoming, outgoing

__all__ = ["attempt"]  # a fixture is found where it is imported


def test_a_token_stays_at_the_gateway(attempt: Callable[[Try], None]) -> None:
    async def story(nodes: Cluster) -> None:
        key = await nodes.room(at=0)
        link, ear = nodes.enter(key, at=1, token="secret")  # noqa: S106 - as good as any
        link.pass_on(incoming.Hello(token="secret", changes=True))  # noqa: S106 - likewise
        link.pass_on(incoming.Start(id="go"))
        await ear.hears(outgoing.Ask)

        assert any(b"hello" in one for one in nodes.wire.carried)
        assert not any(b"secret" in one for one in nodes.wire.carried)

    attempt(story)
