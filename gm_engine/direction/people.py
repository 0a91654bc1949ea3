"""People: who is met, and what is noticed of them this time."""

from gm_engine.direction.notebook import Notebook
from gm_engine.direction.talk import trait_to_tell
from gm_engine.story.claim import Statement

MOST_MEETINGS = 1


def meet_people(book: Notebook) -> None:
    """The people here whom the story has not shown yet, the one spoken to first; one trait is told at a meeting."""
    state = book.state
    addressed = [intent.target for intent in book.intents if intent.target in book.present()]
    met_now = [change.key for change in book.changes("met") if change.key in book.present()]
    strangers = [id for id in book.present() if not state.met.get(id, 0)]
    wanted = [id for id in dict.fromkeys((*met_now, *(id for id in addressed if id in strangers), *strangers)) if id in book.present()]
    for id in wanted[:MOST_MEETINGS]:
        _meet(book, id)
    known = [id for id in addressed if id not in wanted]
    if not wanted and (known or book.moved):
        for id in (known or list(book.present()))[:1]:
            notice(book, id)


def _meet(book: Notebook, id: str) -> None:
    trait = trait_to_tell(book, id)
    first = next((place for place, beat in enumerate(book.beats) if beat.target == id), len(book.beats))
    book.add("meet", target=id, statement=trait, slots=as_written(book, trait))
    book.beats.insert(first, book.beats.pop())
    if not book.state.met.get(id, 0):
        book.change("met", id, 1, 0, cause="met")
    if trait:
        book.change("trait", id, 1, 0, detail=trait.relation, cause="told")


def notice(book: Notebook, id: str) -> None:
    """One more trait of somebody already met, at a new meeting."""
    trait = trait_to_tell(book, id)
    if trait and book.draws.one_in(2):
        book.add("statement", target=id, statement=trait, slots=as_written(book, trait))
        book.change("trait", id, 1, 0, detail=trait.relation, cause="told")


def as_written(book: Notebook, trait: Statement | None) -> dict[str, str]:
    """A trait in the pack's own words, for the telling: the lore keeps it in a plainer form."""
    return {"said": book.state.pack.npcs[trait.subject].traits[trait.relation]} if trait else {}
