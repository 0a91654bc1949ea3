"""People: who is met, and what is noticed of them this time."""

from gm_engine.direction.brought_on import LATELY, brought_on
from gm_engine.direction.notebook import Notebook
from gm_engine.direction.scenes import scenes_told
from gm_engine.direction.speaking_with import SMALL, UNTELLING, trait_value, words
from gm_engine.direction.words_typed import unended
from gm_engine.rules.bystanders import CAME_FORWARD
from gm_engine.rules.changes import ENEMIES, FRIENDS
from gm_engine.story.claim import Statement
from gm_engine.story.event import StateChanged
from gm_engine.story.listing import listed

MOST_LOOKED_AT = 2
MOST_PRESENTED = 3
"""Of so many it is also said what they are."""
MOST_NAMED = 6
"""So many of those present are named to whoever comes in."""
STRIKING = ("scar", "limp", "left_hand", "right_hand", "left_arm", "right_arm", "left_eye", "right_eye")
"""What is seen first of anybody who has it."""
DULL = ("right-handed", "right")
"""What nobody would mention of nobody in particular."""
STIRRED = ("answer", "ignorance", "refusal", "reaction", "lie")
"""What is told before whoever answers so is introduced."""


def meet_people(book: Notebook) -> None:
    """The people here whom the story has not shown yet, the one spoken to first; one trait is told at a meeting.

    A scene that has just brought somebody on is their meeting, and nobody else steps forward in it.
    """
    if book.has("gunfight"):
        return
    state = book.state
    here = book.present()
    addressed = [intent.target for intent in book.intents if intent.target in here]
    fresh = [change.key for change in book.changes("met") if change.key in here and change.cause != CAME_FORWARD]
    fresh = [id for id in fresh if not brought_on(state, id)]
    # A model that hears shows whom it likes of those on the cards: only who is dealt with is met by order.
    strangers = [id for id in (addressed if state.table.hears else here) if not state.met.get(id, 0)]
    shown = [id for id in strangers if brought_on(state, id)]
    for id in shown:
        book.change("met", id, 1, 0, cause="met")
    strangers = [id for id in strangers if id not in shown]
    wanted = [id for id in dict.fromkeys((*fresh, *addressed, *strangers)) if id in fresh or id in strangers]
    if state.table.hears:  # whom the telling has brought in, or shown by name, it has shown
        wanted = [id for id in wanted if id not in state.newcomers and not _named_before(book, id)]
    scenes = scenes_told(book)
    in_scene = {id for scene in scenes for id in scene.cast}
    if scenes:
        wanted = [id for id in wanted if id in addressed and id not in in_scene]
    looked_at = [intent.target for intent in book.intents if intent.verb == "look" and intent.target in here]
    if looked_at:
        wanted = [id for id in wanted if id in looked_at]
    for id in wanted[:1]:
        _meet(book, id)
    for id in looked_at[:1]:
        notice(book, id, MOST_LOOKED_AT)


def name_company(book: Notebook) -> None:
    """Everybody else who is here, in one sentence, where the player's character has just come: who is new with what they are.

    Whoever a scene brings on, or something is told of already, is left to that. A model that hears shows whom it likes.
    """
    state = book.state
    if not book.moved or book.has("gunfight") or state.table.hears:
        return
    told = {beat.target for beat in book.beats} | {id for scene in scenes_told(book) for id in scene.cast} | set(state.companions())
    others = sorted(
        (id for id in book.present() if id not in told), key=lambda id: (bool(state.met.get(id, 0)), state.name(id)[:1].islower())
    )
    if not others:
        return
    strangers = [id for id in others if not state.met.get(id, 0)] if len(others) <= MOST_PRESENTED else []
    roles = {id: state.pack.npcs[id].role for id in strangers}
    named = [f"{book.name(id)}, the {roles[id]}" if roles.get(id) else book.name(id) for id in others[:MOST_NAMED]]
    said = f"{'; '.join(named[:-1])}; and {named[-1]}" if len(named) > 1 and any(roles.values()) else listed(named)
    flags = ["one" if len(named) == 1 else "many", "besides" if book.has("meet") or book.has("scene") else "alone_here"]
    book.add("action", slots={"telling": "company", "people": said, "flags": " ".join(flags)})
    place = max((at for at, beat in enumerate(book.beats) if beat.kind in ("arrive", "meet")), default=len(book.beats) - 2)
    book.beats.insert(place + 1, book.beats.pop())
    for id in others[:MOST_NAMED]:
        if not state.met.get(id, 0):
            book.change("met", id, 1, 0, cause="met")


def tell_comings(book: Notebook) -> None:
    """Who was here a turn ago and has gone by their own day, and whom the hour has brought: one line of each."""
    state = book.state
    before = next((turn for turn in reversed(state.recent_turns(2)) if turn.number < book.turn), None)
    if before is None or before.given_by == "import" or before.place != state.here or book.moved or book.has("gunfight"):
        return
    moved = {event.key for event in (*book.happened, *book.events) if isinstance(event, StateChanged) and event.what == "place"}
    here = state.present()
    for who in before.present:
        if who not in here and who not in moved and state.alive(who) and state.met.get(who, 0):
            there = state.pack.locations.get(state.where(who))
            known = there is not None and there.visibility == "table"
            slots = {"whither": state.where(who), "whither_name": book.name(state.where(who))} if known else {}
            slots |= {"telling": "takes_leave", "target_pronouns": state.pack.npcs[who].pronouns}
            book.add("reaction", target=who, slots=slots | {"flags": "left"})
    told = {beat.target for beat in book.beats}
    for who in here:
        if who not in before.present and who not in moved and who not in told and state.met.get(who, 0):
            book.add("reaction", target=who, slots={"telling": "comes_in", "flags": "came"})


def _named_before(book: Notebook, id: str) -> bool:
    """True where one of the last replies called somebody by name."""
    name = book.state.name(id)
    return any(name in turn.reply or name.rpartition(" ")[2] in turn.reply for turn in book.state.recent_turns(LATELY))


def show_feelings(book: Notebook) -> None:
    """Who thinks better or worse of the player's character than a moment ago: seen in how they behave, one a turn."""
    for change in book.changes("condition"):
        if change.new == "alive" and change.key in book.present():
            book.add("reaction", target=change.key, slots={"verb": "up", "flags": "up"})
        elif (change.old, change.new) == ("dying", "down") and change.key in book.state.present():
            book.add("reaction", target=change.key, slots={"verb": "held", "flags": "held"})
    if book.has("gunfight") or book.has("scene"):
        return
    for change in book.changes("attitude"):
        by = int(change.new or 0) - int(change.old or 0)
        if change.key in book.present() and by and not book.has("reaction"):
            book.add("reaction", target=change.key, slots={"verb": "feeling", "flags": "warmer" if by > 0 else "cooler"})
            return


def show_turns(book: Notebook) -> None:
    """Who has become a friend or an enemy by what was done this turn, and stands in nothing else that is told: one line of each."""
    shown = {beat.target for beat in book.beats} | {beat.actor for beat in book.beats}
    moved: dict[str, tuple[int, int]] = {}
    for event in (*book.happened, *book.events):
        if isinstance(event, StateChanged) and event.what == "attitude" and event.key in book.present():
            moved[event.key] = (moved.get(event.key, (int(event.old or 0), 0))[0], int(event.new or 0))
    for who, (old, new) in moved.items():
        if who not in shown and (old < FRIENDS <= new or new <= ENEMIES < old):
            book.add("reaction", target=who, slots={"verb": "feeling", "flags": "warmer" if new > old else "cooler"})


def show_nerves(book: Notebook) -> None:
    """What was said touches on something that its hearer wants, or is afraid of: told in how they answer, never in what it is."""
    said = {
        intent.target: f"{intent.about} {intent.words} {book.state.name(intent.topic) if intent.topic else ''}" for intent in book.intents
    }
    for place, beat in enumerate(book.beats):
        npc = book.state.pack.npcs.get(beat.target)
        if npc is None or beat.kind not in STIRRED or beat.target not in said:
            continue
        heard = _stems(said[beat.target]) - _stems(" ".join((npc.name, *npc.aliases)))
        flag = "uneasy" if heard & _stems(npc.fears) else "keen" if heard & _stems(npc.wants) else ""
        if flag:
            flags = f"{beat.slots.get('flags', '')} {flag}".strip()
            book.beats[place] = beat.model_copy(update={"slots": beat.slots | {"flags": flags}})


def _stems(text: str) -> set[str]:
    """The words of a text that tell what it is about."""
    return {unended(word) for word in words(text) if len(word) > 3} - SMALL - UNTELLING


def _meet(book: Notebook, id: str) -> None:
    first = next((place for place, beat in enumerate(book.beats) if beat.target == id), len(book.beats))
    answering = [
        place
        for place, beat in enumerate(book.beats)
        if beat.target == id
        and (beat.kind in (*STIRRED, "greet", "check", "promise") or beat.slots.get("telling", "").startswith("upshot_"))
    ]
    told = None
    greeted = any(beat.target == id and beat.kind == "greet" for beat in book.beats)
    if answering and not greeted:  # what was said to them is answered first, and who they are is a clause behind it
        book.add("meet", target=id, slots={"telling": "meet_answering"})
        book.beats.insert(answering[-1] + 1, book.beats.pop())
    else:
        told = next(iter(untold(book, id)), None)
        book.add("meet", target=id, statement=told, slots=as_written(book, told))
        book.beats.insert(first, book.beats.pop())
    if not book.state.met.get(id, 0):
        book.change("met", id, 1, 0, cause="met")
    if told:
        book.change("trait", id, 1, 0, detail=told.relation, cause="told")


def notice(book: Notebook, id: str, most: int) -> None:
    """More traits of somebody, for a closer look; those told before only where there are no others."""
    fresh = untold(book, id)
    known = [
        one
        for one in traits(book, id)
        if one not in fresh and one.relation not in [beat.statement.relation for beat in book.beats if beat.statement]
    ]
    told = fresh[:most] or (known and [book.draws.pick(known)] if most > 1 else [])
    for trait in told:
        slots = as_written(book, trait) | ({"telling": "aside"} if most > 1 else {})
        book.add("statement", target=id, statement=trait, slots=slots)
        if trait in fresh:
            book.change("trait", id, 1, 0, detail=trait.relation, cause="told")


def traits(book: Notebook, id: str) -> list[Statement]:
    """What can be seen of somebody: what strikes anyone, the rest in an order of their own, the hand they use last or never."""
    npc = book.state.pack.npcs[id]
    names = sorted(npc.traits)
    turned = sum(map(ord, id)) % len(names) if names else 0
    order = sorted(names[turned:] + names[:turned], key=lambda name: -1 if name in STRIKING else name == "handed")
    order = [name for name in order if npc.traits[name] not in DULL or name != "handed"]
    return [Statement(subject=id, relation=relation, value=trait_value(book, id, relation, npc.traits[relation])) for relation in order]


def untold(book: Notebook, id: str) -> list[Statement]:
    """What can be seen of somebody and has not been told yet."""
    planned = {(event.key, event.detail) for event in book.events if event.kind == "state_changed" and event.what == "trait"}
    return [one for one in traits(book, id) if not book.state.traits.get(f"{id}/{one.relation}", 0) and (id, one.relation) not in planned]


def as_written(book: Notebook, trait: Statement | None) -> dict[str, str]:
    """A trait in the pack's own words, for the telling: the lore keeps it in a plainer form."""
    return {"said": book.state.pack.npcs[trait.subject].traits[trait.relation]} if trait else {}
