"""How much of each prompt a server need not read again: the share that is an unchanged prefix of the prompt before.

    python benchmarks/cache.py [--play the_long_summer] [--long 1000]

The long play is played with the embedded GM. Each prompt is compared with the one before, token by token, as it is sent; and
beside it the same words in a memory-first layout (rules, campaign, memory, scene, then the last eight exchanges). What the
layout permits is all but the volatile tail: the memory, the scene, the beats and the player's words, and what is new since.
``--long`` lets the wanderer play so many turns and compares prompt tokens around turn 50 with those at the end, and with
the shortest plain window of recent turns that holds the same evidence. Exit 1 where a limit is missed.
"""

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path
from statistics import mean

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from gm_engine.authoring import find_pack, load_pack
from gm_engine.bootstrap import find_play, pack_for_play, trial
from gm_engine.play.game import Game
from gm_engine.story import event as happened
from gm_engine.story.prompt import Prompt
from gm_engine.testing.play_runner import run_play
from gm_engine.tokens import STANDARD, count, vocabulary
from tests.wanderer import Wanderer

STABLE = ("rules", "campaign", "standing", "history", "known")
EXCHANGES = 8
OF_PERMITTED, OF_ALL, FLAT, SAVED = 0.95, 0.60, 0.10, 0.50
AROUND = 30
"""Turns on each side over which the saw-tooth of a growing conversation is averaged."""


@dataclass(frozen=True)
class Measured:
    """One prompt: its tokens, those that are an unchanged prefix, those that the layout permits; and memory-first."""

    turn: int
    tokens: int
    kept: int
    permitted: int
    first: int
    first_kept: int


def coded(messages: Sequence[tuple[str, str]]) -> list[int | str]:
    """The tokens of a prompt as it is sent; each message opens with its role."""
    found: list[int | str] = []
    for role, text in messages:
        found += [role, *vocabulary(STANDARD).encode_ordinary(text)]
    return found


def alike(one: Sequence[int | str], other: Sequence[int | str]) -> int:
    """How many tokens both begin with, the roles not counted."""
    same = takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False))
    return sum(isinstance(token, int) for token, _ in same)


def length(tokens: Sequence[int | str]) -> int:
    """How many tokens there are, the roles not counted."""
    return sum(isinstance(token, int) for token in tokens)


def memory_first(prompt: Prompt, turns: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """The same words with the memory before the conversation, and the conversation a plain window."""
    order = {"rules": 0, "campaign": 1, "memory": 2, "scene": 3, "beats": 4, "standing": 5, "known": 6}
    placed = sorted((order[section.name], at, section.text) for at, section in enumerate(prompt.sections) if section.name in order)
    system = [text for _, _, text in placed]
    said = [("user", section.text) for section in prompt.sections if section.name == "said"]
    talk = [half for turn in turns[-EXCHANGES:] for half in (("user", turn[0]), ("assistant", turn[1]))]
    return [("system", "\n\n".join(system)), *talk, *said]


def measure(prompts: Sequence[tuple[int, Prompt]], turns: Sequence[tuple[int, str, str]]) -> list[Measured]:
    """Each prompt beside the one before."""
    ours = [coded(prompt.messages) for _, prompt in prompts]
    talk = {number: [(said, reply) for at, said, reply in turns if at < number] for number, _ in prompts}
    theirs = [coded(memory_first(prompt, talk[number])) for number, prompt in prompts]
    rows = []
    for at, (number, prompt) in enumerate(prompts):
        before = prompts[at - 1][1] if at else None
        old = {section.text for section in before.sections} if before else set()
        permitted = sum(section.tokens for section in prompt.sections if section.name in STABLE and section.text in old)
        kept = alike(ours[at - 1], ours[at]) if at else 0
        first = alike(theirs[at - 1], theirs[at]) if at else 0
        rows.append(Measured(number, length(ours[at]), kept, max(kept, permitted), length(theirs[at]), first))
    return rows


def prompts_of(game: Game) -> list[tuple[int, Prompt]]:
    """Every prompt on record, in order."""
    return [(entry.event.turn, entry.event.prompt) for entry in game.journal.entries() if isinstance(entry.event, happened.PromptAssembled)]


def told(game: Game) -> list[tuple[int, str, str]]:
    """Every turn's words."""
    return [(turn.number, turn.said, turn.reply) for turn in game.state.turns.values()]


def long_game(turns: int, seed: int = 3) -> Game:
    """The wanderer's campaign of so many turns; where the story ends, it goes back two and wanders otherwise."""
    game, wanderer = trial(load_pack(find_pack("redemption")), "long", seed=seed), Wanderer(seed)
    while game.state.turn < turns:
        if game.state.ended:
            game.undo(2)
            wanderer = Wanderer(wanderer.seed + 1)
            continue
        game.play(wanderer.next(game.state))
        if game.state.turn % 100 == 0:
            print(f"  {game.state.turn} turns", file=sys.stderr)
    return game


def evidence(prompts: Sequence[tuple[int, Prompt]], turns: Sequence[tuple[int, str, str]]) -> tuple[float, float, int]:
    """Mean tokens of the prompts that recall an older turn, and of the shortest plain window that would hold that turn too.

    Such a window is the same rules, campaign, scene, beats and words, and every turn from the oldest recalled one on.
    """
    costs = {number: count(said) + count(reply) for number, said, reply in turns}
    ours, plain = [], []
    for number, prompt in prompts:
        recalled = [at for section in prompt.sections if section.name == "memory" for found in section.elements for at in found.turns]
        if not recalled:
            continue
        rest = sum(
            section.tokens for section in prompt.sections if section.name in ("rules", "campaign", "known", "scene", "beats", "said")
        )
        ours.append(prompt.tokens)
        plain.append(rest + sum(costs.get(at, 0) for at in range(max(1, min(recalled)), number)))
    return (mean(ours), mean(plain), len(ours)) if ours else (0.0, 0.0, 0)


def printed(rows: Sequence[Measured]) -> None:
    """Three turns a line: tokens, the share that is an unchanged prefix, and memory-first."""
    cells = [f"{row.turn:>4} {row.tokens:>5} {row.kept / row.tokens:>4.0%} {row.first_kept / row.first:>4.0%}" for row in rows]
    print("   ".join(["turn  sent kept first"] * 3))
    for start in range(0, len(cells), 3):
        print("   ".join(cells[start : start + 3]))


def main() -> int:
    """Prints each turn, then each limit with its figure."""
    ask = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    ask.add_argument("--play", default="the_long_summer")
    ask.add_argument("--long", type=int, default=0)
    args = ask.parse_args()
    script = find_play(args.play)
    pack, _ = pack_for_play(script)
    game = trial(pack, pack.id, seed=script.seed)
    if not run_play(script, game).ok:
        raise SystemExit(f"{args.play} did not play as it should")
    rows = measure(prompts_of(game), told(game))
    printed(rows)
    later = rows[1:]
    all_sent, all_kept = sum(row.tokens for row in later), sum(row.kept for row in later)
    first = sum(row.first_kept for row in later) / sum(row.first for row in later)
    figures = [
        ("kept, of what the layout permits", all_kept / sum(row.permitted for row in later), OF_PERMITTED, True),
        ("kept, of all prompt tokens", all_kept / all_sent, OF_ALL, True),
    ]
    print(f"\n{len(rows)} prompts, {all_sent / len(later):,.0f} tokens each. Memory-first keeps {first:.1%} of all.")
    if args.long:
        game = long_game(args.long)
        prompts = prompts_of(game)
        sizes = {number: prompt.tokens for number, prompt in prompts}
        early = mean(sizes[at] for at in range(50 - AROUND, 51 + AROUND) if at in sizes)
        late = mean(sizes[at] for at in range(args.long - 2 * AROUND, args.long + 1) if at in sizes)
        ours, plain, asked = evidence(prompts, told(game))
        print(f"Tokens around turn 50: {early:,.0f}; around turn {args.long - AROUND}: {late:,.0f}.")
        print(f"{asked} prompts recall older turns: {ours:,.0f} tokens each; a plain window that holds them {plain:,.0f}.")
        figures += [
            (f"tokens at turn {args.long} against turn 50, apart", abs(late / early - 1), FLAT, False),
            ("saved against a plain window", 1 - ours / plain if plain else 0.0, SAVED, True),
        ]
    for name, value, limit, least in figures:
        passed = value >= limit if least else value <= limit
        print(f"{'ok  ' if passed else 'MISS'} {name:<48} {value:6.1%}  (at {'least' if least else 'most'} {limit:.0%})")
    return 0 if all(value >= limit if least else value <= limit for _, value, limit, least in figures) else 1


if __name__ == "__main__":
    sys.exit(main())
