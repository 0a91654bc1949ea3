"""The guard: what a GM's words must not do. Hidden truths stay hidden; the player's character is the player's."""

import re
from collections.abc import Iterable

from gm_engine.memory.index_words import stems
from gm_engine.state import StoryState

LEAST_WORDS = 4
CONTENT = 2
"""So many of a run's words must say something of their own."""
NAMES, WITH_NAMES, WORDS = 2, 3, 5
"""A truth is told by two of its names and one of its words, by one name and three words, or by five words, in one sentence."""
WORD = re.compile(r"[\w']+")
SENTENCE = re.compile(r"[^.!?\n]+[.!?]*[\"”’)]*")
OPEN_QUESTION = re.compile(
    r"\?[\"”’)]*$|\b(?:no|not|never|nobody|perhaps|maybe|might|if|whether|wonder\w*|suspect\w*|guess\w*)\b|n't\b", re.IGNORECASE
)
OVERSTEP = re.compile(
    r"\byou (?:suddenly |silently |inwardly |then )?"
    r"(?:decide|realise|realize|feel(?! (?:the|a|an|your|his|her|its|their|of)\b)|think|believe|remember|vow|swear"
    r"|resolve|agree|refuse|regret|wish|hope|love|hate|say|reply|answer|tell (?:him|her|them))\b",
    re.IGNORECASE,
)


def leaks(text: str, state: StoryState, asked: Iterable[str] = ()) -> tuple[str, ...]:
    """What a text gives away: secret aliases, and runs of four words of hidden truths that the table has not been told, where two of the
    four say something.

    Runs that also stand in what the table may know (lore, summaries, what has been said), or in what the GM was ``asked`` to
    tell, give nothing away.
    """
    found: list[str] = []
    lowered = text.casefold()
    for entity in state.lore.entities():
        for alias, secret in sorted(entity.secret_aliases.items()):
            if state.secret(secret) != "revealed" and re.search(rf"\b{re.escape(alias.casefold())}\b", lowered):
                found.append(alias)
    said = runs(text)
    hidden = {id: secret for id, secret in sorted(state.pack.secrets.items()) if state.secret(id) != "revealed"}
    suspect = {id: sorted(said & runs(secret.truth)) for id, secret in hidden.items()}
    if any(suspect.values()):
        open_runs = runs("\n".join((*known(state), *asked)))
        found += [" ".join(run) for rows in suspect.values() for run in rows if run not in open_runs and says_something(run)]
    return tuple(found)


def truths_told(text: str, state: StoryState, asked: Iterable[str] = ()) -> tuple[tuple[str, str], ...]:
    """Each sentence that tells a hidden truth in other words, with that sentence of the truth.

    Names count by who bears them, other words by their stems. What is asked, denied or merely supposed tells nothing, nor does
    what one sentence that the table knows, or that the GM was ``asked`` to tell, tells as well.
    """
    found: list[tuple[str, str]] = []
    units = Units(state)
    told = [(sentence, *units.of(sentence)) for sentence in sentences(text) if not OPEN_QUESTION.search(sentence)]
    hidden = [secret.truth for id, secret in sorted(state.pack.secrets.items()) if state.secret(id) != "revealed"]
    known_units: list[set[str]] | None = None
    for truth in (sentence for text in hidden for sentence in sentences(text)):
        names, words = units.of(truth)
        for sentence, said_names, said_words in told:
            shared = names & said_names, words & said_words
            if not tells(len(shared[0]), len(shared[1])):
                continue
            if known_units is None:
                known_units = [set.union(*units.of(one)) for text in (*known(state), *asked) for one in sentences(text)]
            if not any(shared[0] | shared[1] <= known for known in known_units):
                found.append((sentence, truth))
    return tuple(found)


def tells(names: int, words: int) -> bool:
    """True where a sentence that shares so many names and words with a truth tells it."""
    return (names >= NAMES and words >= 1) or (names >= 1 and words >= WITH_NAMES) or words >= WORDS


class Units:
    """Takes a sentence apart: who is named in it, and its other words."""

    def __init__(self, state: StoryState) -> None:
        self._bearers: dict[str, str] = {}
        for entity in state.lore.entities():
            for name in (entity.name, *entity.aliases, entity.name.rpartition(" ")[2] if entity.kind == "character" else ""):
                if name[:1].isupper():
                    self._bearers.setdefault(name, entity.id)
        longest_first = sorted(self._bearers, key=lambda name: (-len(name), name))
        self._pattern = re.compile(r"\b(?:" + "|".join(map(re.escape, longest_first)) + r")\b") if longest_first else None

    def of(self, sentence: str) -> tuple[set[str], set[str]]:
        """The ids of those who are named, and the stems of the other words."""
        if self._pattern is None:
            return set(), set(stems(sentence))
        return {self._bearers[name] for name in self._pattern.findall(sentence)}, set(stems(self._pattern.sub(" ", sentence)))


def sentences(text: str) -> list[str]:
    """The sentences of a text, as they stand in it."""
    return [found for match in SENTENCE.finditer(text) if (found := match[0].strip())]


def known(state: StoryState) -> list[str]:
    """Texts that the table may know, the last replies and the clues found among them."""
    pack = state.pack
    texts = [entry.text for entry in pack.lore.values() if entry.visibility == "table"]
    texts += [rumour.text for rumour in pack.rumours.values()]
    texts += [scene.beat for scene in pack.scenes.values()]
    texts += [choice.result for scene in pack.scenes.values() for choice in scene.choices]
    texts += [clue.text for secret in pack.secrets.values() for clue in secret.clues]
    for section in (pack.characters, pack.npcs, pack.locations, pack.factions, pack.items):
        texts += [f"{authored.name}. {authored.summary} {authored.description}" for authored in section.values()]
    texts += [turn.said for turn in state.recent_turns(20)]
    return texts


def runs(text: str) -> set[tuple[str, ...]]:
    """Every run of four words."""
    words = [word.casefold() for word in WORD.findall(text)]
    return {tuple(words[n : n + LEAST_WORDS]) for n in range(len(words) - LEAST_WORDS + 1)}


def says_something(run: tuple[str, ...]) -> bool:
    """True where a run of words has content of its own: "and that was the" gives nothing away.

    >>> says_something(("and", "that", "was", "the")), says_something(("burnt", "down", "the", "mission"))
    (False, True)
    """
    return len(stems(" ".join(run))) >= CONTENT


def plainly(text: str) -> str:
    """The words of a text as runs are made of them, joined by blanks."""
    return " ".join(word.casefold() for word in WORD.findall(text))


def oversteps(text: str) -> tuple[str, ...]:
    """Where a text says what the player's character decides, says or feels (what is said inside quotes is a person's own)."""
    outside = re.sub(r'["“][^"”]*["”]', "", text)
    return tuple(match[0] for match in OVERSTEP.finditer(outside))
