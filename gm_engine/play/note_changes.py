"""The changes of a note: what a reply tells of the engine's own numbers. The rules say whether it can be."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from gm_engine import rules
from gm_engine.direction.acts import apart
from gm_engine.direction.amounts import count_of, numbers_in, sums
from gm_engine.play.asking import as_written, verbatim, words
from gm_engine.rules.rulebook import rulebook_of
from gm_engine.state import StoryState
from gm_engine.story import event as happened
from gm_engine.story.event import Event
from gm_engine.story.number_words import number
from gm_engine.story.provenance import Provenance

LONGEST = 300
GREATEST = 10**7
A_DAY = 24 * 60
BY_TELLING = "told"
"""The cause of what changed because the game master said so."""


def at_most(row: Mapping[str, Any], key: str, most: int) -> int:
    """A whole number of a row between ``-most`` and ``most``; 0 for anything else."""
    told = row.get(key)
    return round(told) if isinstance(told, int | float) and not isinstance(told, bool) and abs(told) <= most else 0


def said_sum(cents: int, state: StoryState, *texts: str) -> bool:
    """True where a sum is said in one of the texts, if only as a bare number (``"Seven," she says``)."""
    currency = rulebook_of(state.pack).currency
    said = [sums(text, currency) for text in texts]
    if any(abs(cents) in (*found, sum(found)) for found in said):
        return True
    return any(abs(cents) in (bare, bare * 100) for text in texts for bare in numbers_in(text))


def moved(event: happened.StateChanged) -> int:
    """By how much a number changed."""
    return (event.new if isinstance(event.new, int) else 0) - (event.old if isinstance(event.old, int) else 0)


class Changes:
    """``booked`` is what has been put on record of this turn, by the rules and by other rows: nothing is booked twice. ``whom`` gives
    the id of whom or what a name means.
    """

    def __init__(self, text: str, state: StoryState, said: str, booked: list[Event], whom: Callable[..., str]) -> None:
        self.text, self.state, self.said, self.booked, self.whom = text, state, said, booked, whom

    def of(self, row: Mapping[str, Any], telling: Provenance) -> Iterator[Event]:
        """What comes of one row; nothing where the state, the sentence or what was booked speaks against it."""
        who = self.whom(words(row, "name", LONGEST))
        change = CHANGE.get(words(row, "what", LONGEST))
        if not who or change is None or not self.is_told(row):
            return
        for event in change(self, who, row, telling):
            self.booked.append(event)
            yield event

    def is_told(self, row: Mapping[str, Any]) -> bool:
        """True where more of a row's quote is told than stands between quotation marks: what a paper or a person says changes nothing."""
        written = as_written(self.text)
        quote = as_written(verbatim(row, "quote")).strip()
        at = written.find(quote)
        start = self.text.rfind("\n\n", 0, at) + 1
        inside = written.count('"', start, at) % 2 == 1
        told = aloud = 0
        for piece in quote.split('"'):
            told, aloud = (told, aloud + len(piece.split())) if inside else (told + len(piece.split()), aloud)
            inside = not inside
        return told > aloud

    def _money(self, who: str, row: Mapping[str, Any], telling: Provenance) -> Iterator[Event]:
        state, cents = self.state, at_most(row, "amount", GREATEST)
        there = who == state.pc or who in state.pack.npcs
        texts = (telling.quote,) if who == state.pc and cents > 0 else (telling.quote, self.said)
        named = said_sum(cents, state, *texts) or (who == state.pc and cents < 0 and self._was_asked_for(-cents))
        if not cents or not there or not named or self._was_booked("money", who, cents):
            return
        if who == state.pc and state.purse(who) + cents < 0:
            return
        yield from rules.move_money(state, who, cents, BY_TELLING)

    def _was_asked_for(self, cents: int) -> bool:
        """True for a price that the last reply named: it is paid without being said again."""
        last = self.state.turns.get(str(self.state.turn - 1))
        return last is not None and cents in sums(last.reply, rulebook_of(self.state.pack).currency)

    def _thing(self, who: str, row: Mapping[str, Any], telling: Provenance) -> Iterator[Event]:
        state, by = self.state, at_most(row, "amount", 1000) or 1
        item = self.whom(words(row, "to", LONGEST), "item")
        there = who == state.pc or who in state.pack.npcs
        if item not in state.pack.items or not there or self._was_booked("item", who, by, item):
            return
        if by < 0:
            if state.has(who, item) >= -by:
                yield from rules.move_items(state, who, item, by, BY_TELLING)
            return
        having = [one for one in (state.pc, *sorted(state.pack.npcs)) if one != who and state.has(one, item)]
        giver = next((one for one in having if one in (state.pc, *state.present())), "")
        if having and not giver and state.pack.items[item].unique:
            return
        if abs(by) == 1 and (giver or state.where(item) == state.here):
            yield from rules.hand_over(state, item, giver, who, BY_TELLING)
        elif not giver and not state.has(who, item) and (abs(by) == 1 or count_of(telling.quote) == by or number(telling.quote) == by):
            yield from rules.move_items(state, who, item, by, BY_TELLING)

    def _wound(self, who: str, row: Mapping[str, Any], telling: Provenance) -> Iterator[Event]:  # noqa: ARG002
        boxes = max(1, min(3, at_most(row, "amount", 10)))
        if who in self.state.pack.npcs and self.state.alive(who) and not self._was_booked("wound", who):
            yield from rules.deal_wound(self.state, who, boxes, BY_TELLING)

    def _shots(self, who: str, row: Mapping[str, Any], telling: Provenance) -> Iterator[Event]:  # noqa: ARG002
        spent = -at_most(row, "amount", 20)
        if who == self.state.pc and spent > 0 and not self._was_booked("ammo", who):
            yield from rules.spend_shots(self.state, who, spent, BY_TELLING)

    def _place(self, who: str, row: Mapping[str, Any], telling: Provenance) -> Iterator[Event]:  # noqa: ARG002
        state, place = self.state, self.whom(words(row, "to", LONGEST), "place")
        if place not in state.pack.locations or self._was_booked("place", who):
            return
        if who in state.pack.npcs:
            yield from rules.move_to(state, who, place, BY_TELLING)
        elif who == state.pc and (place in state.newcomers or state.here in state.newcomers) and apart(state, state.here, place):
            one, other = (place, state.here) if place in state.newcomers else (state.here, place)
            yield happened.NewcomerJoined(turn=state.turn, newcomer=state.newcomers[one].model_copy(update={"place": other}))
            yield from rules.move_to(state, who, place, BY_TELLING)
        elif who == state.pc and (legs := rules.route(state, state.here, place)):
            yield from rules.pass_time(state, sum(rules.leg_minutes(state, way, "foot") for way in legs), "travel")
            yield from rules.move_to(state, who, place, BY_TELLING)
        elif who == state.pc and place in state.newcomers:
            yield from rules.move_to(state, who, place, BY_TELLING)

    def _dead(self, who: str, row: Mapping[str, Any], telling: Provenance) -> Iterator[Event]:  # noqa: ARG002
        if who in self.state.pack.npcs and self.state.alive(who):
            yield happened.StateChanged(
                turn=self.state.turn, what="condition", key=who, old=self.state.condition(who), new="dead", cause=BY_TELLING
            )

    def _minutes(self, who: str, row: Mapping[str, Any], telling: Provenance) -> Iterator[Event]:  # noqa: ARG002
        minutes = at_most(row, "amount", A_DAY)
        booked = any(isinstance(one, happened.StateChanged) and one.what == "time" and moved(one) >= minutes for one in self.booked)
        if minutes > 0 and not booked:
            yield from rules.pass_time(self.state, minutes, BY_TELLING)

    def _was_booked(self, what: str, who: str, by: int = 0, detail: str = "") -> bool:
        """True where the rules, or another row, have booked the same in this turn."""
        return any(
            isinstance(one, happened.StateChanged)
            and (one.what, one.key) == (what, who)
            and (not detail or one.detail == detail)
            and (not by or moved(one) == by)
            for one in self.booked
        )


CHANGE: Mapping[str, Callable[[Changes, str, Mapping[str, Any], Provenance], Iterator[Event]]] = {
    "money": Changes._money, "thing": Changes._thing, "wound": Changes._wound, "shots": Changes._shots, "place": Changes._place,
    "dead": Changes._dead, "minutes": Changes._minutes,
}  # fmt: skip
