import pytest

from quexiang.bots import make_bot
from quexiang.match.duplicate import ArenaSetup, Deeds, Result, Seating, Work, play_wall, play_walls
from quexiang.match.executor import processes
from quexiang.match.standings import estimate, standings
from quexiang.variants import variant_named, variants


def setup(
    variant: str = "hangzhou", bots: str = "plain,random,random,random", **given: object
) -> ArenaSetup:
    town = variant_named(variant)
    who = tuple(bots.split(","))
    return ArenaSetup.of(town, town.choose({}, len(who)), who, "7", **given)  # type: ignore[arg-type]


def work(given: ArenaSetup, wall: int = 1) -> Work:
    return Work(given, wall, make_bot)


@pytest.mark.parametrize("name", variants())
def test_every_seating_plays_the_wall_and_the_points_sum_to_zero(name: str) -> None:
    result = play_wall(work(setup(name, "random,random,random,plain"), wall=3))

    assert sorted(seating.bots.index(3) for seating in result.seatings) == [0, 1, 2, 3]
    assert all(sum(seating.scores) == 0 for seating in result.seatings)
    assert all(deeds.rounds == 4 and deeds.decisions > 0 for deeds in result.deeds)


def test_bots_of_one_name_need_only_one_seating() -> None:
    alike = setup(bots="plain,plain,plain,plain", rotations=True)

    result = play_wall(work(alike))

    assert len(result.seatings) == 1


def test_the_results_do_not_depend_on_the_number_of_processes() -> None:
    given = setup(bots="plain,random,random,random", rotations=True)
    works = [work(given, wall) for wall in (1, 2, 3)]

    alone, together = (list(play_walls(works, processes(jobs))) for jobs in (1, 2))

    assert [result.seatings for result in alone] == [result.seatings for result in together]


def test_a_match_of_several_rounds_has_a_wall_for_each() -> None:
    one = play_wall(work(setup(rounds=1, rotations=True)))
    two = play_wall(work(setup(rounds=2, rotations=True)))

    assert two.deeds[0].rounds == 2 * one.deeds[0].rounds


def result_of(wall: int, *scores: tuple[int, int]) -> Result:
    seats = [(0, 1), (1, 0)]
    played = [Seating(way, each, each) for way, each in zip(seats, scores, strict=True)]
    return Result(wall, played, [Deeds(rounds=2, wins=1), Deeds(rounds=2, deal_ins=1)])


def test_a_wall_is_one_sample_whatever_luck_its_seats_had() -> None:
    given = setup("anhua", "plain,random")
    lucky = [result_of(wall, (9, -9), (-7, 7)) for wall in (1, 2, 3)]

    found = standings(given, lucky)

    first = found.bots[0]
    assert first.score.mean == 8
    assert first.score.margin == 0
    assert (first.win_rate, found.bots[1].deal_in_rate) == (0.5, 0.5)
    assert found.differences[0].score.mean == 16
    assert found.differences[0].score.excludes_zero
    assert (found.differences[0].ahead, found.differences[0].matches) == (6, 6)


def test_one_sample_has_no_interval() -> None:
    assert estimate([3.0]).margin is None
    assert not estimate([3.0]).excludes_zero
