"""What the lorebooks bring into the scene: an entry whose key the player spoke is told in that turn, once; one that always acts, first."""

from collections.abc import Iterator

from gm_engine.direction.answer_pieces import stems_of, talk_of_text
from gm_engine.direction.notebook import Notebook
from gm_engine.state import StoryState
from gm_engine.story.activation import Acted
from gm_engine.story.bare_words import bare
from gm_engine.story.beat import Beat
from gm_engine.story.macros import filled
from gm_engine.story.text_fields import only_lists, said_of, told_of

MOST = 2
"""So many entries are told in a turn; the others have their turn when they are spoken of again."""
ALWAYS = "constant"
NOBODY = "nobody-here"
FOR_THE_TELLER = ("[", "{", "<", "(")
"""What begins so is a note to whoever tells, and nothing of the story."""
BESIDE = "note"
"""Where what always acts beside the author's note stands: it says how to tell, not what there is."""
LOOKED_BACK = 40
ALIKE = 0.8
"""So much of an entry's telling words stand in a text that tells it."""


def tell_lore(book: Notebook) -> None:
    """A beat for each entry that the scene has come to and nobody has told yet. A language model has the entries themselves before it."""
    state = book.state
    if state.table.hears or book.told_alone:
        return
    spoken = tuple(spoken_of(state))
    asked_of_nobody = spoken and any(_of_nobody(beat) for beat in book.beats)
    answered = {element for beat in book.beats for element in beat.elements}
    told = 0
    for id in dict.fromkeys((*spoken, *_always(state), *_come_to(book))):
        asked = asked_of_nobody and id in spoken
        if f"lore:{id}" in state.used and not asked:
            continue
        if id in state.pack.lore and state.pack.lore[id].bids:
            continue
        text, shown = _text(id, state)
        if not text or text.startswith(FOR_THE_TELLER):
            continue
        if f"lore:{id}" not in answered and (asked or not _heard(text, book)):
            if told == MOST:
                continue
            told += 1
            book.add("lore", elements=(f"lore:{id}",), text=text if shown else "", slots={"hero": state.name(state.pc)})
        if f"lore:{id}" not in state.used:
            book.change("used", f"lore:{id}", book.turn, cause="lore")
    if told and spoken:
        book.beats = [beat for beat in book.beats if not _has_none(beat)]


def _has_none(beat: Beat) -> bool:
    """True for the want of an answer, or of somebody to ask, which the lore itself has just given."""
    return beat.kind == "ignorance" or _of_nobody(beat)


def _of_nobody(beat: Beat) -> bool:
    return beat.kind == "impossible" and beat.slots.get("verb") == NOBODY and not beat.target


def _acted(state: StoryState) -> tuple[Acted, ...]:
    """What acts in this turn by itself; what is poured into another entry is told with that."""
    return tuple(one for one in state.acted.acted if not one.outlet) if state.acted.turn == state.turn else ()


def spoken_of(state: StoryState) -> Iterator[str]:
    """The entries whose keys stand in what was just said."""
    return (one.id for one in _acted(state) if one.by == "key" and one.where == "said")


def _always(state: StoryState) -> Iterator[str]:
    return (one.id for one in _acted(state) if one.by == ALWAYS and not one.placed.position.startswith(BESIDE))


def _come_to(book: Notebook) -> Iterator[str]:
    """The lore of a place that one has come to, where its own page says nothing of it."""
    state, place = book.state, book.state.pack.locations.get(book.state.here)
    if place is None or place.description or place.senses or not (book.moved or state.turn == 1):
        return
    resting = state.resting
    for id, entry in state.pack.lore.items():
        if entry.about[:1] == (state.here,) and entry.visibility == "table" and entry.canon == "canon" and id not in resting:
            yield id


def _text(id: str, state: StoryState) -> tuple[str, bool]:
    """What an entry says, without what is not yet words; and whether that is other than it stands: what somebody is shown to say in it, or
    what can be told of its lists."""
    acted = next((one.text for one in _acted(state) if one.id == id and one.text), "")
    entry = state.pack.lore.get(id)
    text = acted or (filled(entry.text, "", "").text if entry else "")
    talk = talk_of_text(text, state.pack, state.pc)
    if not talk.exchanges:
        listed = only_lists(text) and (not text.lstrip().startswith(FOR_THE_TELLER) or _of_itself(text, id, state))
        return " ".join((told_of(text) if listed else text).split()), listed
    said = " ".join(one.said for one in talk.exchanges)
    prose = "" if talk.prose.startswith(FOR_THE_TELLER) else talk.prose
    return " ".join(f"{bare(prose)} {said}".split()), True


def _of_itself(text: str, id: str, state: StoryState) -> bool:
    """True for a list that begins with what brought the entry: it says what that is, and is no note to whoever tells."""
    keys = tuple(one.key for one in _acted(state) if one.id == id and one.by == "key")
    return bool(keys and said_of(text, keys))


def _heard(text: str, book: Notebook) -> bool:
    """True for what was told lately, or is told in this turn already, in whatever order of its sentences."""
    own = stems_of(text)
    pack, state = book.state.pack, book.state
    told = [turn.reply for turn in state.recent_turns(LOOKED_BACK) if turn.number < book.turn]
    told += [pack.summary, pack.opens_with(state.opening), *(beat.text for beat in book.beats)]
    return any(len(own & stems_of(one)) >= ALIKE * len(own) for one in told if one)
