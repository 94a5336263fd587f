"""Random rules and hands, near enough to complete for both answers to be common."""

from collections import Counter
from dataclasses import asdict, replace
from random import Random

from oracle import Rules

from quexiang.hand import Shape

TRIADS = (frozenset({1, 4, 7}), frozenset({2, 5, 8}), frozenset({3, 6, 9}))
WINDS, DRAGONS = (27, 28, 29, 30), (31, 32, 33)
FILLERS = ((), (18,), (18, 9), (0, 9, 18), (8, 17, 26), (3,))


def shape_of(rules: Rules) -> Shape:
    """Return the kernel's shape for the oracle's rules."""
    return Shape(**asdict(rules))


def random_rules(chance: Random) -> Rules:
    """Return rules like those of one of the five games, or a mixture."""
    base = Rules(
        sets=chance.choice((4, 4, 5)),
        eyes=chance.choice((None, None, *TRIADS)),
        seven_pairs=chance.random() < 0.6,
        pairs_and_triplet=chance.random() < 0.6,
    )
    if base.pairs_and_triplet and chance.random() < 0.5:
        base = replace(base, pairs_and_run=True)
    kind = chance.randrange(4)
    if kind == 0:
        wild = frozenset(chance.sample(range(34), chance.choice((0, 1, 1, 2))))
        return replace(base, wild=wild)
    if kind == 1:
        gold = chance.choice([tile for tile in range(34) if tile != 31])
        return replace(base, wild=frozenset({gold}), stand=(31, gold))
    families = chance.choice(((WINDS,), (DRAGONS,), (WINDS, DRAGONS), (WINDS, DRAGONS)))
    fillers = frozenset(chance.choice(FILLERS))
    base = replace(base, families=families, fillers=fillers)
    if kind == 2:
        return replace(base, eyes_held=chance.random() < 0.5)
    wild = frozenset({chance.choice([tile for tile in range(34) if tile not in fillers])})
    return replace(base, wild=wild)


def random_hand(chance: Random, rules: Rules, size: int | None = None) -> list[int]:
    """Return 3k+1 or 3k+2 tiles: a complete hand, wilds put in, some tiles exchanged."""
    if size is None:
        size = 3 * chance.randint(0, rules.sets) + chance.randint(1, 2)
        if chance.random() < 0.4:
            size = 3 * rules.sets + chance.randint(1, 2)
    tiles = _complete(chance, rules, size)
    for _ in range(chance.choice((0, 0, 0, 1, 1, 2, 3, 7))):
        if rules.wild:
            tiles[chance.randrange(len(tiles))] = chance.choice(sorted(rules.wild))
    for _ in range(chance.choice((0, 0, 0, 1, 2, 4))):
        tiles[chance.randrange(len(tiles))] = chance.randrange(34)
    chance.shuffle(tiles)
    return sorted(_four_at_most(chance, tiles[:size]))


def _complete(chance: Random, rules: Rules, size: int) -> list[int]:
    narrow = chance.random() < 0.4
    suit = chance.randrange(3)
    if size > 3 * rules.sets and chance.random() < 0.3:
        return _pairs(chance, rules)
    tiles: list[int] = []
    for _ in range((size - 1) // 3):
        tiles += _set(chance, rules, suit if narrow else chance.randrange(3))
    eye = chance.randrange(34) if rules.eyes is None else _eye(chance, rules.eyes)
    return [*tiles, eye, eye]


def _eye(chance: Random, eyes: frozenset[int]) -> int:
    return 9 * chance.randrange(3) + chance.choice(sorted(eyes)) - 1


def _pairs(chance: Random, rules: Rules) -> list[int]:
    tiles = [tile for tile in chance.choices(range(34), k=7) for _ in range(2)]
    if rules.sets == 4:
        return tiles
    if rules.pairs_and_run and chance.random() < 0.6:
        start = 9 * chance.randrange(3) + chance.randrange(7)
        return [*tiles, start, start + 1, start + 2]
    return tiles + [chance.randrange(34)] * 3


def _set(chance: Random, rules: Rules, suit: int) -> list[int]:
    draw = chance.random()
    if rules.families and draw < 0.4:
        three = chance.sample(chance.choice(rules.families), 3)
        if rules.fillers:
            return [chance.choice((t, t, *sorted(rules.fillers))) for t in three]
        return three
    if draw < 0.6:
        return [chance.randrange(34)] * 3 if draw < 0.5 else [9 * suit + chance.randrange(9)] * 3
    start = 9 * suit + chance.randrange(7)
    return [start, start + 1, start + 2]


def _four_at_most(chance: Random, tiles: list[int]) -> list[int]:
    held = Counter(tiles)
    for index, tile in enumerate(tiles):
        if held[tile] > 4:
            other = chance.choice([kind for kind in range(34) if held[kind] < 4])
            tiles[index] = other
            held[tile] -= 1
            held[other] += 1
    return tiles
