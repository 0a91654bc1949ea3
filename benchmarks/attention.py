"""The table's attention over a long play, by the measures of the design that it came from, beside that design.

    python benchmarks/attention.py [--turns 400] [--seed 3]

The wanderer plays the flagship with the embedded GM. After each turn the attention is measured in two ways: ours
(``memory.attention``) and a plain one, as conversation contexts are commonly kept: a window of words, the maximum of each
word's weight, topics that add up, every word of three letters a keyword, and a share of a word lost only when it leaves the window.

- *topic persistence*: of the keywords of a turn, the share that is still there three turns later while the player stays on the topic
- *context relevance*: the share of the next reply's words (silent ones left out) that the attention held before it was told
- *telling share*: of the keywords, the share that falls in fewer than one turn in five: the rest are as good as stop words
- *topic jumps*: replies that share no telling word with the last two turns
- *bounded*: the largest number of strengths that were held

Exit 1 where ours is unbounded, where a word that falls in every other turn became a keyword, or where it held less of the
next reply, word for word kept, than the plain one.
"""

import argparse
import sys
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from gm_engine.authoring import find_pack, load_pack
from gm_engine.bootstrap import trial
from gm_engine.memory.attention import MOST_KEYWORDS, MOST_NAMES, MOST_WORDS, position
from gm_engine.memory.index_words import SILENT, plain, stems
from gm_engine.play.game import Game
from tests.wanderer import Wanderer

LATER = 3
COMMON = 0.2
"""A word that falls in more turns than this share of them says nothing about any."""
OFTEN = 0.5


@dataclass
class PlainContext:
    """A conversation context as it is commonly kept: no rarity, no session layer, nothing about who was right."""

    window: list[str] = field(default_factory=list)
    weights: dict[str, float] = field(default_factory=dict)
    topics: dict[str, float] = field(default_factory=dict)
    keywords: dict[str, float] = field(default_factory=dict)

    def hear(self, text: str, named: tuple[str, ...]) -> None:
        """One turn's words and whom they name."""
        words = plain(text)
        for at, word in enumerate(words):
            self.weights[word] = max(self.weights.get(word, 0.0), position(at, len(words)))
            if len(word) > 2:
                self.keywords[word] = self.keywords.get(word, 0.0) + 1.0
        self.window += words
        for word in self.window[:-96]:
            self.weights[word] = self.weights.get(word, 0.0) * 0.5
        self.window = self.window[-96:]
        self.weights = {word: weight for word, weight in self.weights.items() if weight > 0.1}
        for id in named:
            self.topics[id] = self.topics.get(id, 0.0) + 0.5
        self.topics = _strongest({id: weight * 0.85 for id, weight in self.topics.items() if weight > 0.05}, MOST_NAMES)
        self.keywords = _strongest({word: weight * 0.9 for word, weight in self.keywords.items() if weight > 0.1}, MOST_KEYWORDS)

    @property
    def size(self) -> int:
        """How many strengths it holds."""
        return len(self.window) + len(self.weights) + len(self.topics) + len(self.keywords)


def _strongest(found: dict[str, float], most: int) -> dict[str, float]:
    return dict(sorted(found.items(), key=lambda item: (-item[1], item[0]))[:most])


@dataclass
class Measured:
    """What was measured of one of the two, turn by turn."""

    keywords: list[frozenset[str]] = field(default_factory=list)
    held: list[frozenset[str]] = field(default_factory=list)
    largest: int = 0

    def note(self, keywords: frozenset[str], held: frozenset[str], size: int) -> None:
        """The state before a turn."""
        self.keywords.append(keywords)
        self.held.append(held)
        self.largest = max(self.largest, size)


@dataclass
class Play:
    """A play's words, and what either attention held before each turn."""

    said: list[frozenset[str]] = field(default_factory=list)
    replies: list[frozenset[str]] = field(default_factory=list)
    ours: Measured = field(default_factory=Measured)
    plain: Measured = field(default_factory=Measured)

    @property
    def frequencies(self) -> Counter[str]:
        """In how many turns each stem falls."""
        return Counter(stem for said, reply in zip(self.said, self.replies, strict=True) for stem in said | reply)


def played(game: Game, turns: int, seed: int) -> Play:
    """The play, turn by turn."""
    wanderer, found, context = Wanderer(seed), Play(), PlainContext()
    memory = game.tools.memory
    while len(found.said) < turns:
        if game.state.ended:
            game.undo(2)
            wanderer, memory = Wanderer(wanderer.seed + 1), game.tools.memory
            continue
        said = wanderer.next(game.state)
        attention = game.tools.memory.attention()
        found.ours.note(frozenset(attention.keywords), frozenset((*attention.recent, *attention.keywords)), attention.size)
        words = {word for word in (*context.weights, *context.keywords) if word not in SILENT}
        found.plain.note(frozenset(stems(" ".join(context.keywords))) | _silent(context), frozenset(stems(" ".join(words))), context.size)
        reply = game.play(said).turn.reply
        found.said.append(frozenset(stems(said)))
        found.replies.append(frozenset(stems(reply)))
        context.hear(f"{said}\n{reply}", memory.names.named(f"{said}\n{reply}"))
    return found


def _silent(context: PlainContext) -> frozenset[str]:
    """Its keywords that are stop words, marked as such."""
    return frozenset(f"{word} (silent)" for word in context.keywords if word in SILENT)


def persistence(play: Play, measured: Measured) -> float:
    """Where the player's telling words come back within three turns: the share of keywords that lasted as long."""
    shares = []
    for at in range(1, len(play.said) - LATER):
        topic = play.said[at - 1] & frozenset().union(*play.said[at : at + LATER])
        if topic and measured.keywords[at] & topic:
            shares.append(len(measured.keywords[at + LATER] & topic) / len(topic))
    return sum(shares) / max(1, len(shares))


def relevance(play: Play, measured: Measured) -> tuple[float, float]:
    """The mean share of a reply's words that were held before it was told, and that share for each hundred words held."""
    shares = [len(reply & held) / len(reply) for reply, held in zip(play.replies, measured.held, strict=True) if reply and held]
    held = sum(len(held) for held in measured.held) / max(1, len(measured.held))
    mean = sum(shares) / max(1, len(shares))
    return mean, 100 * mean / max(1.0, held)


def telling(play: Play, measured: Measured) -> float:
    """The share of keywords that fall in fewer than one turn in five."""
    often, turns = play.frequencies, len(play.said)
    every = [stem for keywords in measured.keywords for stem in keywords]
    good = sum(not stem.endswith("(silent)") and often[stem] / turns < COMMON for stem in every)
    return good / max(1, len(every))


def jumps(play: Play) -> float:
    """The share of replies that have no telling word in common with the player's line and the two turns before it."""
    often, turns = play.frequencies, len(play.said)
    common = {stem for stem, times in often.items() if times / turns >= COMMON}
    lost = 0
    for at in range(2, turns):
        around = play.said[at].union(*play.said[at - 2 : at], *play.replies[at - 2 : at]) - common
        lost += not play.replies[at] & around
    return lost / max(1, turns - 2)


def echoes(play: Play) -> float:
    """The mean share of a reply's words that the player has just said."""
    shares = [len(reply & said) / len(reply) for said, reply in zip(play.said, play.replies, strict=True) if reply]
    return sum(shares) / max(1, len(shares))


def main() -> int:
    ask = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    ask.add_argument("--turns", type=int, default=400)
    ask.add_argument("--seed", type=int, default=3)
    args = ask.parse_args()
    path = find_pack("redemption")
    play = played(trial(load_pack(path), "attention", pack_path=path, seed=args.seed), args.turns, args.seed)
    often = play.frequencies
    risen = {stem for keywords in play.ours.keywords[20:] for stem in keywords if often[stem] / args.turns >= OFTEN}
    caps = MOST_NAMES + MOST_WORDS + MOST_KEYWORDS
    rows = (
        ("topic persistence", *(f"{persistence(play, one):.2f}" for one in (play.ours, play.plain))),
        ("context relevance", *(f"{relevance(play, one)[0]:.2f}" for one in (play.ours, play.plain))),
        ("  for each hundred words held", *(f"{relevance(play, one)[1]:.2f}" for one in (play.ours, play.plain))),
        ("telling share of keywords", *(f"{telling(play, one):.2f}" for one in (play.ours, play.plain))),
        ("strengths held at most", str(play.ours.largest), str(play.plain.largest)),
    )
    print(f"{args.turns} turns                       ours     plain")
    for name, ours, other in rows:
        print(f"{name:<32} {ours:>5} {other:>9}")
    print(f"{'replies that jump':<32} {jumps(play):5.2f}")
    print(f"{'share of a reply that echoes':<32} {echoes(play):5.2f}")
    good = play.ours.largest <= caps and not risen and relevance(play, play.ours)[1] >= relevance(play, play.plain)[1]
    print(f"{'ok' if good else 'MISS'}: at most {caps} strengths; risen although in every other turn: {', '.join(sorted(risen)) or 'none'}")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
