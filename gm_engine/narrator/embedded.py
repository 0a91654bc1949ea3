"""The embedded GM: a provider made of a grammar. It sees the prompt and nothing else."""

import json
from collections.abc import Callable, Mapping
from hashlib import blake2b

from gm_engine.narrator.ambience import Setting
from gm_engine.narrator.labels import Passage, Sentence, claims_in
from gm_engine.narrator.line_grammar import Grammar
from gm_engine.narrator.morphology import words_in
from gm_engine.narrator.realise import UPSHOTS, Realiser, Teller, length
from gm_engine.narrator.table import Table, read_prompt
from gm_engine.story.beat import Beat
from gm_engine.story.completion import Completion, Usage
from gm_engine.story.prompt import Prompt

MAKE = "embedded-4"
"""The grammar's code. Count it up when the same words and prompt would give another telling."""
SHORTEST, LONGEST = 43, 128
ARRIVALS = ("arrive", "look", "journey")
AFTERWARDS = ("scene", "omen", "consequence", "callback", "clue", "rumour", "reveal", "choice", "lore")
OUTCOMES = frozenset((
    "free_tried", "free_make", "free_forge", "free_mend", "free_alter", "free_hide", "free_train", "free_undo", "shown", "free_noticed",
    "free_seen", "free_done", "free_ready",
))  # fmt: skip
"""What came of an act is answer enough: no scenery is told beside it."""
BESIDE_AN_ACT = 26
"""So many words a small act is told in, at the most, with the scenery beside it."""
PEOPLE = ("meet", "greet", "answer", "ignorance", "refusal", "lie", "reaction")


class EmbeddedGM:
    """Answers any prompt from its beats and elements, the same answer every time.

    ``words`` are the word lists: the packaged ones with the campaign's own. Its version changes with them.
    """

    name = "embedded"
    repeatable = True

    def __init__(self, words: Mapping[str, tuple[str, ...]]) -> None:
        self.grammar = Grammar(words)
        self.version = f"{MAKE}/{blake2b(json.dumps(words, sort_keys=True).encode(), digest_size=4).hexdigest()}"

    def complete(self, prompt: Prompt, on_text: Callable[[str], None] | None = None) -> Completion:
        """The reply, with the claims that its sentences state; ``on_text`` hears it sentence by sentence."""
        table = read_prompt(prompt)
        text, placed = joined(composed(table, Teller(self.grammar, table, prompt.draw)))
        minute = table.now.value("minute")
        if on_text:
            starts = [start for start, _ in placed]
            for start, end in zip(starts, [*starts[1:], len(text)], strict=True):
                on_text(text[start:end])
        sims = tuple((start, start + len(sentence.text), sentence.sim) for start, sentence in placed if sentence.sim)
        return Completion(
            text=text,
            model=self.version,
            usage=Usage(prompt=prompt.tokens, completion=words_in(text)),
            sims=sims,
            authored=tuple(authored_span(start, sentence) for start, sentence in placed if sentence.authored),
            claims=claims_in(placed, prompt.draw.turn, (minute.low or 0) if minute else 0),
        )


def composed(table: Table, teller: Teller) -> list[Passage]:
    """The reply's passages in order: what was done, the place, its people, what the world does, what is open. A question stands alone."""
    realiser = Realiser(teller)
    ambience = next((beat for beat in table.beats if beat.kind == "ambience"), None)
    setting = Setting(teller, ambience)
    told = [(beat, realiser.passage(beat)) for beat in table.beats if beat.kind != "ambience"]
    told = [(beat, passage) for beat, passage in told if passage.sentences]
    if any("alone" in beat.slots.get("flags", "").split() for beat, _ in told):
        return [passage for _, passage in told]
    words = sum(length(passage) for _, passage in told)
    arriving = any(beat.kind in ARRIVALS for beat, _ in told)
    goal = SHORTEST + teller.deck.key.turn * 7 % 18
    tellings = {beat.slots.get("telling", "") for beat, _ in told}
    outcome = tellings & OUTCOMES or any(telling.startswith(UPSHOTS) for telling in tellings)
    goal = 0 if outcome or any(is_answer(beat) for beat, _ in told) else goal
    goal = min(goal, BESIDE_AN_ACT) if "free_told" in tellings else goal
    scenery = setting.fill(max(goal - words, 22 if arriving and words < 90 else 0), ("sense", "life") if arriving else (), needed=not words)
    if words and ambience and "bare" in ambience.slots.get("flags", "").split():
        scenery = []
    looked = any(beat.kind == "look" and beat.target for beat, _ in told)
    done = [place for place, (beat, _) in enumerate(told) if is_deed(beat) or (looked and beat.kind == "statement")]
    deeds = done[-1] + 1 if done else 0
    passages = [passage for _, passage in told]
    if any("found" in beat.slots.get("flags", "").split() for beat, _ in told if beat.kind == "search"):
        come = max((place + 1 for place, (beat, _) in enumerate(told) if beat.kind in ("arrive", "journey")), default=0)
        passages.insert(come, Passage(scenery, keep=False))
    elif deeds or not told:
        passages.insert(deeds, Passage(scenery, keep=False))
    else:
        late = next((place for place, (beat, _) in enumerate(told) if beat.kind in AFTERWARDS), len(told))
        before = teller.deck.key.turn % 2 if len(scenery) > 1 else 0
        passages.insert(late, Passage(scenery[before:], keep=False, fresh=True))
        passages.insert(0, Passage(scenery[:before], keep=False))
    return trimmed(passages)


def is_answer(beat: Beat) -> bool:
    """True for an answer to what was asked or said, or for what could not be done, behind which nothing else is told of the place."""
    if beat.kind == "impossible":
        return True
    taken_up = beat.slots.get("telling", "").startswith(("reply_", "secret_", "opinion", "request_"))
    return bool(beat.target) and (beat.kind in ("answer", "ignorance", "refusal", "lie", "greet") or taken_up)


def is_deed(beat: Beat) -> bool:
    """True for what the player's character did, which is told first."""
    return beat.kind not in (*PEOPLE, *AFTERWARDS, "statement")


def trimmed(passages: list[Passage]) -> list[Passage]:
    """The passages, scenery and then asides left out from the end until they are short enough to read at a table."""
    words = sum(length(passage) for passage in passages)
    for passage in passages:
        while not passage.keep and passage.sentences and words > LONGEST:
            words -= words_in(passage.sentences.pop().text)
    for passage in reversed(passages):
        while passage.sentences and words > LONGEST and spare(passage):
            words -= words_in(passage.sentences.pop().text)
    return [passage for passage in passages if passage.sentences]


def spare(passage: Passage) -> bool:
    """True while the passage's last sentence can be left out: it is none of the pack's, not injected, not the only one that counts."""
    last = passage.sentences[-1]
    return not last.authored and not last.sim and (passage.aside or len(passage.sentences) > 1)


def joined(passages: list[Passage]) -> tuple[str, list[tuple[int, Sentence]]]:
    """The text, and where each sentence begins in it."""
    text = ""
    placed: list[tuple[int, Sentence]] = []
    for passage in passages:
        for place, sentence in enumerate(passage.sentences):
            if text:
                text += "\n\n" if place == 0 and passage.fresh else " "
            placed.append((len(text), sentence))
            text += sentence.text
    return text, placed


def authored_span(start: int, sentence: Sentence) -> tuple[int, int]:
    """Where the pack's words lie in a sentence that begins at ``start``."""
    at = sentence.text.find(sentence.authored)
    return (start + at, start + at + len(sentence.authored)) if at >= 0 else (start, start + len(sentence.text))
