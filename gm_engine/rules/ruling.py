"""A ruling: what every rule holds in its hand while it judges one intent."""

from collections.abc import Generator, Iterator

from gm_engine.rules import dice
from gm_engine.rules.rulebook import Rulebook, rulebook_of
from gm_engine.rules.skill_check import band_of, target_of, worked
from gm_engine.state.story_state import StoryState
from gm_engine.story.event import DiceRolled, Event, StateChanged
from gm_engine.story.intent import Intent
from gm_engine.story.roll import DrawKey, Modifier, Roll, Stream


class Ruling:
    """The state as it is now, the rulebook, and the dice. ``first`` counts the draws of each stream within the turn."""

    def __init__(self, state: StoryState, draw: DrawKey, first: dict[str, int], intent: Intent) -> None:
        self.state, self.draw, self.first, self.intent = state, draw, first, intent
        self.book: Rulebook = rulebook_of(state.pack)

    @property
    def who(self) -> str:
        """The player's character."""
        return self.state.pc

    def refuse(self, why: str) -> StateChanged:
        """It cannot be done, and why: ``dead``, ``nobody-here:ID``, ``empty`` … The table hears of it in words."""
        turn = self.state.turn
        return StateChanged(turn=turn, what="used", key=f"refused.{why}"[:80], new=turn, cause=f"refused:{why}"[:80])

    def roll(self, expression: str, why: str, actor: str = "", stream: Stream = "dice") -> Roll:
        """Dice, drawn and counted."""
        return dice.roll(expression, self.draw, stream, self.first, why=why, actor=actor)

    def check(
        self, skill: str, *, actor: str = "", against: str = "", why: str = "", difficulty: str = "fair",
        situation: tuple[Modifier, ...] = (), beyond: tuple[Modifier, ...] = (),
    ) -> Generator[Event, None, Roll]:  # fmt: skip
        """Rolls a check and yields it; the generator returns the Roll. ``beyond`` are reasons outside the situation's limit.

        A player who spends a chip (``intent.mode`` "chip") rolls again where the first roll fails, and keeps the better.
        """
        actor = actor or self.who
        fresh = self.check_roll(skill, actor=actor, against=against, why=why, difficulty=difficulty, situation=situation, beyond=beyond)
        yield DiceRolled(turn=self.state.turn, roll=fresh)
        held = chips_of(self.state, actor, self.book)
        may = actor == self.who and "chip" in self.intent.mode and "reroll" in self.book.chips.spend
        if may and held > 0 and not worked(fresh.band):
            yield self.change("chips", actor, held - 1, old=held, cause="reroll")
            again = self.check_roll(
                skill, actor=actor, against=against, why="reroll", difficulty=difficulty, situation=situation, beyond=beyond
            )
            yield DiceRolled(turn=self.state.turn, roll=again)
            fresh = min(fresh, again, key=lambda roll: roll.total)
        return fresh

    def check_roll(
        self, skill: str, *, actor: str, against: str = "", why: str = "", difficulty: str = "fair",
        situation: tuple[Modifier, ...] = (), beyond: tuple[Modifier, ...] = (),
    ) -> Roll:  # fmt: skip
        """The roll of a check, not yet an event."""
        reasons = modifiers(self.state, self.book, actor, skill, difficulty, situation) + beyond
        base = attribute(self.state, self.book, actor, self.book.skills[skill].base if skill in self.book.skills else skill)
        target = target_of(base, reasons, self.book)
        fell = self.roll("d100", why or skill, actor)
        changes = {
            "skill": skill, "difficulty": difficulty, "modifiers": reasons, "target": target, "against": against,
            "band": band_of(fell.total, target, self.book),
        }  # fmt: skip
        return fell.model_copy(update=changes)

    def change(
        self, what: str, key: str, new: int | str | None, *, old: int | str | None = None, detail: str = "", cause: str
    ) -> StateChanged:
        """One change of the state."""
        form = {"turn": self.state.turn, "what": what, "key": key, "new": new, "old": old, "detail": detail, "cause": cause}
        return StateChanged.model_validate(form)


def check_for(
    state: StoryState, first: dict[str, int], skill: str, *, actor: str, difficulty: str = "fair", why: str = ""
) -> Iterator[Event]:
    """One check of this turn, beside those that the player's words called for; nothing but the roll comes of it."""
    ruling = Ruling(state, state.draw(), first, Intent(verb="check", words=why))
    yield from ruling.check(skill, actor=actor, difficulty=difficulty, why=why or skill)


def attribute(state: StoryState, book: Rulebook, who: str, name: str) -> int:
    """Somebody's attribute; a middling one where their sheet does not say."""
    person = state.person(who)
    return person.attributes.get(name, book.unwritten.attribute) if person else book.unwritten.attribute


def training(state: StoryState, who: str, skill: str) -> int:
    """What somebody has learnt of a skill: 0, 10, 20 or 30."""
    person = state.person(who)
    return person.skills.get(skill, 0) if person else 0


def wound_penalty(state: StoryState, book: Rulebook, who: str) -> int:
    """What wounds take away: a negative number, or 0."""
    return -min(book.limits.wounds, book.limits.box * state.boxes(who))


def chips_of(state: StoryState, who: str, book: Rulebook) -> int:
    """How many chips somebody holds: the player's character begins with the rulebook's."""
    return int(state.chips.get(who, book.chips.start if who == state.pc else 0))


def dark(state: StoryState) -> bool:
    """True at night."""
    return state.pack.calendar.part_of_day(state.minute) == "night"


def modifiers(
    state: StoryState, book: Rulebook, who: str, skill: str, difficulty: str, situation: tuple[Modifier, ...] = ()
) -> tuple[Modifier, ...]:
    """Every reason why a target is not the bare attribute; the situation as a whole within its limit."""
    limit = book.limits.situation
    found = [
        Modifier(why="training", value=training(state, who, skill)),
        Modifier(why=difficulty, value=book.difficulty.get(difficulty, 0)),
    ]
    room = sum(modifier.value for modifier in situation)
    held = max(-limit, min(limit, room))
    found += situation
    if held != room:
        found.append(Modifier(why="limit", value=held - room))
    found.append(Modifier(why="wounds", value=wound_penalty(state, book, who)))
    return tuple(modifier for modifier in found if modifier.value)


def chance(state: StoryState, skill: str, difficulty: str = "fair", situation: tuple[Modifier, ...] = (), who: str = "") -> int:
    """The target that a check would have now: so many times in a hundred it would go well."""
    book = rulebook_of(state.pack)
    who = who or state.pc
    base = attribute(state, book, who, book.skills[skill].base if skill in book.skills else skill)
    return target_of(base, modifiers(state, book, who, skill, difficulty, situation), book)
