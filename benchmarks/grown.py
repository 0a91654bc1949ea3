"""A campaign grown as long as one likes in no time: a real play, told again and again with other people and other words.

Each round takes the events of the play with later turns and hours and new ids. Half of its people are strangers, who bring
their own facts; the rarer words get endings of their own, so that the vocabulary grows as a real one does. What is told makes
little sense. It is for timing only: the shapes, and how often each comes, are those of the play.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import Any

from gm_engine.story import event as happened
from gm_engine.story.event import EVENT, Event

ENDINGS = ("ka", "mo", "li", "ster", "dan", "ro", "vi", "bel", "tun", "ges", "pol", "wick")
TURNS = frozenset({"turn", "introduced", "paid"})
MINUTES = frozenset({"minute", "opened", "closed", "set_at", "due", "since", "until"})
WORDS = frozenset({"text", "quote", "said", "words", "title", "name", "question", "note", "because", "outcome"})
IDS = frozenset({"id", "supersedes", "scene"})
GIST_TURN = re.compile(r'^\{"turn":(\d+)')
WORD = re.compile(r"[A-Za-z]+")
ONCE = (happened.StoryOpened, happened.PackOpened, happened.SessionOpened, happened.RelationDeclared, happened.RuleDeclared)


class Growth:
    """Rounds of a play. ``whole``: with what was heard sentence by sentence, which is no element; prompts are left out."""

    def __init__(self, events: Sequence[Event], pc: str, *, whole: bool = False) -> None:
        left_out: tuple[type[Any], ...] = (*ONCE, happened.PromptAssembled, *(() if whole else (happened.ClaimHeard, happened.GistsHeard)))
        kept = [event for event in events if not isinstance(event, left_out)]
        self.events = [(type(event), event.model_dump(mode="json")) for event in kept]
        self.turns = max(event.turn for event in kept)
        self.minutes = max(int(event.new or 0) for event in kept if isinstance(event, happened.StateChanged) and event.what == "time")
        self.people = {
            event.entity.id: event.entity.name
            for event in kept
            if isinstance(event, happened.EntityIntroduced) and event.entity.kind != "place" and event.entity.id != pc
        }
        spoken = (event.completion.text for event in kept if isinstance(event, happened.CompletionReceived))
        heard = Counter(word for text in spoken for word in WORD.findall(text) if word.islower() and len(word) > 3)
        self.rare = tuple(sorted(word for word, times in heard.items() if times < 4))

    def round(self, number: int) -> Iterator[Event]:
        """The play's events for the ``number``-th time, from 1 on."""
        chance = Random(number)
        ending = ENDINGS[number % len(ENDINGS)] + (ENDINGS[number // len(ENDINGS) % len(ENDINGS)] if number >= len(ENDINGS) else "")
        strangers = {id for id in self.people if chance.random() < 0.5}
        renamed = {self.people[id].split()[-1] for id in strangers} | {word for word in self.rare if chance.random() < 0.3}
        turn = Retold(number * self.turns, number * self.minutes, f"_{number}", strangers, renamed, ending)
        for kind, event in self.events:
            if not event["turn"] and not self._strange(kind, event, strangers):
                continue
            yield EVENT.validate_python(turn.retold(event))

    def _strange(self, kind: type[Event], event: dict[str, Any], strangers: set[str]) -> bool:
        """Of what was there before play, each round has its strangers and the facts about them."""
        about = event["entity"]["id"] if kind is happened.EntityIntroduced else event.get("fact", {}).get("subject")
        return about in strangers


class Retold:
    """Turns one event's plain form into that of a later round."""

    def __init__(self, turns: int, minutes: int, mark: str, strangers: set[str], renamed: set[str], ending: str) -> None:
        self.turns, self.minutes, self.mark, self.strangers, self.ending = turns, minutes, mark, strangers, ending
        self.pattern = re.compile(r"\b(" + "|".join(sorted(map(re.escape, renamed), key=lambda word: (-len(word), word))) + r")\b")

    def retold(self, event: dict[str, Any]) -> Any:
        """The event, later."""
        made = self._walk("", event)
        made["turn"] = event["turn"] + self.turns
        if event["kind"] == "state_changed" and event["what"] == "time":
            made |= {"old": (event["old"] or 0) + self.minutes, "new": event["new"] + self.minutes}
        return made

    def _walk(self, key: str, value: Any) -> Any:
        if isinstance(value, dict):
            return {name: [] if name == "aliases" else self._walk(name, part) for name, part in value.items()}
        if isinstance(value, list):
            return [self._walk(key, part) for part in value]
        if isinstance(value, bool) or value is None:
            return value
        if isinstance(value, int):
            return value + self.turns if key in TURNS else value + self.minutes if key in MINUTES else value
        return self._text(key, value) if isinstance(value, str) else value

    def _text(self, key: str, text: str) -> str:
        if key in WORDS:
            return self.pattern.sub(lambda found: found.group() + self.ending, text)
        if key == "gists":
            return GIST_TURN.sub(lambda found: f'{{"turn":{int(found[1]) + self.turns}', text)
        if text in self.strangers:
            return text + self.mark
        return text + self.mark if key in IDS and text else text


def elements(events: Iterable[Event]) -> int:
    """How many elements these events bring: turns, and each record once."""
    found: set[tuple[str, object]] = set()
    for event in events:
        for name in ("fact", "decision", "consequence", "story_point", "conflict"):
            if record := getattr(event, name, None):
                found.add((name, getattr(record, "id", record)))
        if event.turn:
            found.add(("turn", event.turn))
    return len(found)
