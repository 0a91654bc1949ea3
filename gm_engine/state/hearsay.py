"""Who knows what the player's character has done: those who saw it, and those whom the news has reached since."""

from typing import Any

from gm_engine.state import news
from gm_engine.state.story_state import StoryState
from gm_engine.story.made_once import MadeOnce
from gm_engine.story.pack import Pack
from gm_engine.story.written_law import Fallen, Law
from gm_engine.story.wrong import Wrong

GRAVE = 3
"""From this weight on news of a wrong goes by rider, coach and wire."""
LOYAL = 2
"""From this attitude on somebody who saw it keeps it to themselves."""


_laws: MadeOnce[dict[str, Any], Law] = MadeOnce(lambda rulebook: Law.model_validate(rulebook.get("law") or {}))
_falls: MadeOnce[dict[str, Any], Fallen] = MadeOnce(lambda rulebook: Fallen.model_validate(rulebook.get("fallen") or {}))


def law_of(pack: Pack) -> Law:
    """What a campaign's rulebook says of wrongs and of those who come for them."""
    return _laws(pack.rulebook)


def fallen_of(pack: Pack) -> Fallen:
    """What a campaign's rulebook says of those who are shot down."""
    return _falls(pack.rulebook)


def holders(state: StoryState, office: str) -> tuple[str, ...]:
    """The living who hold an office (``law``, ``court``, ``healer``): who say so, else whose role has one of its words; by id.

    Where nobody is left who is the law, whoever judges is.
    """
    law, fallen = law_of(state.pack), fallen_of(state.pack)
    words = {"law": law.officers, "court": law.courts, "healer": fallen.healers}.get(office, ())
    found = tuple(
        id
        for id in sorted(state.pack.npcs)
        if state.alive(id)
        and (state.pack.npcs[id].office == office or (not state.pack.npcs[id].office and _has_word(state.pack.npcs[id].role, words)))
    )
    return found if found or office != "law" else holders(state, "court")


def _has_word(role: str, words: tuple[str, ...]) -> bool:
    return bool({word.strip(",.") for word in role.lower().split()} & set(words))


def outside_the_law(state: StoryState, who: str) -> bool:
    """True for those whom the law does not protect."""
    person = state.pack.npcs.get(who)
    return person is not None and _has_word(person.role, law_of(state.pack).outside)


def open_wrongs(state: StoryState) -> tuple[Wrong, ...]:
    """The wrongs that nobody has answered for, the gravest first."""
    left = [wrong for wrong in state.wrongs.values() if not wrong.settled]
    return tuple(sorted(left, key=lambda wrong: (-wrong.weight, wrong.turn, wrong.id)))


def tellers(state: StoryState, wrong: Wrong) -> tuple[str, ...]:
    """The living who saw it and would say so."""
    return tuple(who for who in wrong.seen if state.alive(who) and state.attitude(who) < LOYAL)


def knows(state: StoryState, who: str, wrong: Wrong) -> bool:
    """True for somebody who saw it, and for one whom the talk of those who saw it can have reached by now, where they are."""
    if who in wrong.seen:
        return True
    if not tellers(state, wrong):
        return False
    ridden = who in holders(state, "law")
    arrives = news.takes(state.pack, wrong.place, state.where(who), notable=wrong.weight >= GRAVE, ridden=ridden)
    return arrives is not None and state.minute - wrong.minute >= max(arrives, 1)


def known_wrongs(state: StoryState, who: str) -> tuple[Wrong, ...]:
    """The open wrongs that somebody knows of, the gravest first."""
    return tuple(wrong for wrong in open_wrongs(state) if knows(state, who, wrong))


def talked_of(state: StoryState) -> tuple[Wrong, ...]:
    """The grave open wrongs that somebody who is here has heard of without having seen them, the gravest first."""
    here = [who for who in state.present() if state.alive(who)]
    grave = [wrong for wrong in open_wrongs(state) if wrong.weight >= GRAVE]
    return tuple(wrong for wrong in grave if any(who not in wrong.seen and knows(state, who, wrong) for who in here))


def sought_for(state: StoryState, officer: str) -> tuple[Wrong, ...]:
    """The open wrongs for which an officer would take the player's character in; a friend looks away from the lesser ones."""
    least = max(law_of(state.pack).warrant, GRAVE if state.attitude(officer) >= LOYAL else 0)
    return tuple(wrong for wrong in known_wrongs(state, officer) if wrong.weight >= least)


def officers_here(state: StoryState) -> tuple[str, ...]:
    """Those here who are the law, on their feet, the one who knows the gravest wrong first."""
    here = [id for id in holders(state, "law") if id in state.present() and state.condition(id) == "alive"]
    return tuple(sorted(here, key=lambda id: (-sum(wrong.weight for wrong in sought_for(state, id)), id)))


def wanted(state: StoryState) -> int:
    """The weight of the gravest open wrong for which somebody here would take the player's character in; 0: none."""
    return max((wrong.weight for id in officers_here(state) for wrong in sought_for(state, id)), default=0)


def known_to_the_law(state: StoryState) -> tuple[Wrong, ...]:
    """The open wrongs of which anybody who is the law knows, wherever they are, the gravest first."""
    least, officers = law_of(state.pack).warrant, holders(state, "law")
    return tuple(wrong for wrong in open_wrongs(state) if wrong.weight >= least and any(knows(state, id, wrong) for id in officers))


def bounty(state: StoryState) -> int:
    """What is offered for the player's character, in cents: for what the law has known of for so long, and not yet answered."""
    law = law_of(state.pack)
    late = [wrong for wrong in known_to_the_law(state) if state.minute - wrong.minute >= law.hunters]
    return sum(law.bounties.get(wrong.weight, 0) for wrong in late)


def evidence(state: StoryState, wrong: Wrong) -> int:
    """How many would swear to it: those who saw it, live, and are no friends."""
    return len(tellers(state, wrong))


def shuns(state: StoryState, who: str) -> bool:
    """True for somebody who knows of a wrong so grave, still open, that they have nothing to do with whoever did it; whom it was done to
    minds it a degree sooner."""
    least = law_of(state.pack).shunned
    if not state.wrongs or state.attitude(who) >= LOYAL:
        return False
    return any(wrong.weight >= least - (wrong.victim == who) for wrong in known_wrongs(state, who))
