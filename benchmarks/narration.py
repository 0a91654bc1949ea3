"""The embedded GM's prose, measured: the gates that it must pass on the flagship campaign, played by the wanderer.

Run from the top of the repository: ``python benchmarks/narration.py [--runs 20] [--turns 50] [--campaign redemption]``.
Exit code 1 where a gate is missed.
"""

import argparse
import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from gm_engine.authoring import find_pack, load_pack
from gm_engine.bootstrap import narrator_words, trial
from gm_engine.narrator import EmbeddedGM
from gm_engine.narrator.embedded import OUTCOMES, is_answer
from gm_engine.narrator.morphology import sentences, words_in
from gm_engine.state import StoryState
from gm_engine.story.beat import Beat
from gm_engine.story.completion import Completion
from gm_engine.story.pack import Pack
from tests.wanderer import Wanderer

WINDOW = 24
SHORTEST, LONGEST = 40, 140


@dataclass(frozen=True)
class Figures:
    """What was measured of one run (or of several, averaged). ``near`` is the share of sentences told again within 24."""

    sentences: float
    grams: float
    near: float
    claims: float
    words: float
    shortest: float
    longest: float
    leaks: float


def measure(
    replies: Sequence[str], authored: Sequence[Sequence[tuple[int, int]]] = (), claims: int = 0, leaks: int = 0, brief: Sequence[bool] = (),
) -> Figures:  # fmt: skip
    """The figures of a run, the pack's own passages left out of the counts of sentences and four-word runs; what is ``brief`` by right,
    because it answers, is left out of the fewest words.

    >>> figures = measure(["A dog barks. A dog barks."])
    >>> figures.sentences, figures.near
    (0.5, 0.5)
    """
    spans = list(authored) or [()] * len(replies)
    own = [sentence for reply, kept in zip(replies, spans, strict=True) for sentence in own_sentences(reply, kept)]
    plain = [" ".join(re.findall(r"[a-z0-9']+", sentence.lower())) for sentence in own]
    grams = [gram for sentence in plain for gram in four_grams(sentence.split())]
    near = sum(sentence in plain[max(0, place - WINDOW) : place] for place, sentence in enumerate(plain))
    lengths = [words_in(reply) for reply in replies]
    return Figures(
        sentences=share(len(set(plain)), len(plain)),
        grams=share(len(set(grams)), len(grams)),
        near=share(near, len(plain)) if plain else 0.0,
        claims=claims / max(1, len(replies)),
        words=sum(lengths) / max(1, len(replies)),
        shortest=min((words for words, short in zip(lengths, brief or [False] * len(lengths), strict=True) if not short), default=0),
        longest=max(lengths, default=0),
        leaks=leaks,
    )


def share(part: int, whole: int) -> float:
    """A part of a whole; a whole of nothing is all of it."""
    return part / whole if whole else 1.0


def four_grams(words: list[str]) -> list[str]:
    """Every run of four words."""
    return [" ".join(words[start : start + 4]) for start in range(len(words) - 3)]


def own_sentences(reply: str, authored: Sequence[tuple[int, int]]) -> list[str]:
    """The sentences of a reply that do not lie wholly within a passage of the pack's."""
    found, start = [], 0
    for sentence in sentences(reply):
        at = reply.index(sentence, start)
        start = at + len(sentence)
        if not any(since <= at and start <= until for since, until in authored):
            found.append(sentence)
    return found


def secrets_leaked(reply: str, state: StoryState) -> int:
    """How many by-names of hidden secrets, and hidden truths themselves, a reply contains."""
    low, pack = reply.lower(), state.pack
    people = (*pack.characters.values(), *pack.npcs.values())
    by_names = [alias for person in people for alias, secret in person.secret_aliases.items() if state.secret(secret) != "revealed"]
    truths = [secret.truth for id, secret in pack.secrets.items() if state.secret(id) != "revealed"]
    return sum(phrase.lower() in low for phrase in (*by_names, *truths))


def wander(pack: Pack, seed: int, turns: int) -> Figures:
    """One run of the wanderer through a campaign, with the whole engine: its words are read, the prompt is cut to its budget."""
    gm = EmbeddedGM(narrator_words(pack))
    game, player = trial(pack, pack.id, seed=seed, provider=gm), Wanderer(seed)
    replies: list[Completion] = []
    brief: list[bool] = []
    leaks = claims = 0
    while len(replies) < turns and not game.state.ended and game.state.alive(game.state.pc):
        played = game.play(player.next(game.state))
        if played.completion is None or played.prompt is None:
            raise SystemExit(f"run {seed}: turn {game.state.turn} was not told")
        leaks += secrets_leaked(played.completion.text, game.state)
        claims += len(played.completion.claims or ())
        replies.append(played.completion)
        brief.append(any(is_brief(beat) for section in played.prompt.sections for beat in section.beats))
    return measure([reply.text for reply in replies], [reply.authored for reply in replies], claims, leaks, brief)


def is_brief(beat: Beat) -> bool:
    """True for a beat behind which little or no scenery is told: an answer, a question of the GM's, the player's own act and its result."""
    return is_answer(beat) or beat.slots.get("telling", "") in OUTCOMES | {"free_told"} or "alone" in beat.slots.get("flags", "").split()


def average(runs: Sequence[Figures]) -> Figures:
    """The mean of several runs; the shortest and the longest turn of them all."""
    count = len(runs)
    mean = {name: sum(getattr(run, name) for run in runs) / count for name in Figures.__dataclass_fields__}
    ends = {"shortest": min(run.shortest for run in runs), "longest": max(run.longest for run in runs)}
    return Figures(**(mean | ends | {"leaks": sum(run.leaks for run in runs)}))


def gates(figures: Figures) -> list[tuple[str, str, str, bool]]:
    """Each gate: its name, its figure, its limit, whether it is passed."""
    return [
        ("distinct sentences", f"{figures.sentences:.3f}", "at least 0.75", figures.sentences >= 0.75),
        ("distinct runs of four words", f"{figures.grams:.3f}", "at least 0.60", figures.grams >= 0.60),
        ("told again within 24 sentences", f"{figures.near:.2%}", "at most 4 %", figures.near <= 0.04),
        ("claims a turn", f"{figures.claims:.2f}", "at least 1.2", figures.claims >= 1.2),
        ("words a turn that is no answer, the fewest", f"{figures.shortest:.0f}", f"at least {SHORTEST}", figures.shortest >= SHORTEST),
        ("words a turn, on average", f"{figures.words:.1f}", f"{SHORTEST} to {LONGEST}", SHORTEST <= figures.words <= LONGEST),
        ("words a turn, the most", f"{figures.longest:.0f}", f"at most {LONGEST}", figures.longest <= LONGEST),
        ("secrets leaked", f"{figures.leaks:.0f}", "none", figures.leaks == 0),
    ]


def main() -> int:
    """Prints each gate with its figure and its limit."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--campaign", default="redemption")
    parser.add_argument("--runs", type=int, default=20)
    parser.add_argument("--turns", type=int, default=50)
    options = parser.parse_args()
    pack = load_pack(find_pack(options.campaign))
    figures = average([wander(pack, seed, options.turns) for seed in range(1, options.runs + 1)])
    print(f"The embedded GM on {options.campaign}: {options.runs} runs of {options.turns} turns by the wanderer")
    for name, figure, limit, passed in gates(figures):
        print(f"  {'ok ' if passed else 'NO '} {name:<32} {figure:>8}   {limit}")
    return 0 if all(passed for *_, passed in gates(figures)) else 1


if __name__ == "__main__":
    sys.exit(main())
