"""Is what is told booked, and what is booked told? The wanderer plays; each reply is laid beside the record of its turn.

    python benchmarks/ledger.py [--seeds 50] [--turns 100] [--from 1]

The embedded GM tells; the seeds go round the shipped campaigns, and where a story ends or its character is dead another begins. Prints
what differs, by kind, with the sentences. Exit 1 where anything does.
"""

import argparse
import re
import sys
from collections import Counter
from functools import cache
from itertools import count

from gm_engine.authoring import find_pack, load_pack
from gm_engine.bootstrap import trial
from gm_engine.bootstrap.gms import narrator_words
from gm_engine.play.game import Game
from gm_engine.story.pack import Pack
from tests.ledger import Difference, Ledger
from tests.wanderer import Busy

CAMPAIGNS = ("redemption", "red_mesa", "nine_tonnes")


@cache
def pack_of(name: str) -> Pack:
    """A shipped campaign."""
    return load_pack(find_pack(name))


@cache
def stock(name: str) -> frozenset[str]:
    """The words with capitals in the lists of words: they name nobody."""
    return frozenset(
        word for lines in narrator_words(pack_of(name)).values() for line in lines for word in re.findall(r"[A-Z][a-z]+", line)
    )


@cache
def scenery(name: str) -> tuple[str, ...]:
    """What the author of a campaign wrote of its scenery: senses, and the fixed parts of the lines of its own lists."""
    pack = pack_of(name)
    parts = (part for lines in pack.words.values() for line in lines for part in re.split(r"<[^>]*>|[\[\]|]|^\([^)]*\) ", line))
    senses = (sense for place in pack.locations.values() for sense in place.senses)
    summaries = (person.summary.rstrip(".") for person in (*pack.characters.values(), *pack.npcs.values()))
    return tuple(
        sorted(
            {part.strip() for part in (*parts, *senses, *summaries)},
            key=len,
            reverse=True,
        )
    )


def evening(name: str, seed: int, turns: int, said: Counter[str]) -> list[tuple[int, str, Difference]]:
    """So many turns of one seed: turn, line and difference for each difference."""
    found: list[tuple[int, str, Difference]] = []
    games = (new(name, seed + 1000 * again) for again in count())
    game, wanderer = next(games)
    for _ in range(turns):
        if game.state.ended or not game.state.alive(game.state.pc):
            game, wanderer = next(games)
        line = wanderer.next(game.state)
        played = game.play(line)
        ledger = Ledger(played, game.state, stock(name), scenery(name))
        said.update(intent.verb for intent in ledger.intents)
        found += [(played.turn.number, line, one) for one in ledger.differences()]
    return found


def new(name: str, seed: int) -> tuple[Game, Busy]:
    """A story of a campaign, and who plays it."""
    return trial(pack_of(name), name, seed=seed), Busy(seed)


def main() -> int:
    """Plays, compares, prints. 1 where anything differs."""
    ask = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    ask.add_argument("--seeds", type=int, default=50)
    ask.add_argument("--turns", type=int, default=100)
    ask.add_argument("--from", type=int, default=1, dest="first")
    args = ask.parse_args()
    kinds: Counter[str] = Counter()
    said: Counter[str] = Counter()
    for seed in range(args.first, args.first + args.seeds):
        name = CAMPAIGNS[seed % len(CAMPAIGNS)]
        for turn, line, one in evening(name, seed, args.turns, said):
            kinds[one.kind] += 1
            print(f"{name} {seed}.{turn} > {line}\n    {one}")
        print(f"  seed {seed} done", file=sys.stderr)
    print(f"{args.seeds} seeds of {args.turns} turns; acts: {', '.join(f'{verb} {times}' for verb, times in said.most_common())}")
    print(f"{'ok  ' if not kinds else 'MISS'} differences of prose and ledger: {kinds.total()} {dict(kinds)}")
    return 1 if kinds else 0


if __name__ == "__main__":
    sys.exit(main())
