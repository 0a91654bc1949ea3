"""Who "the assayer" is: offices and trades that one person of the story holds, learnt as they are told."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from gm_engine.extraction.names import Match, NameBook
from gm_engine.story.claim import Claim
from gm_engine.story.entity import Entity


@dataclass
class Offices:
    """``held`` maps a trade to the one person who has it; an empty id where several do."""

    book: NameBook
    held: dict[str, str] = field(default_factory=dict)

    def hear(self, claims: Iterable[Claim]) -> None:
        """Learns from what the narrator tells of people's trades."""
        for claim in claims:
            told = claim.modality == "asserted" and claim.holder is None and claim.polarity and claim.validity.until is None
            if claim.relation == "role" and told:
                self._hold(claim.value.text.split()[-1], claim.subject)

    def hear_titles(self, names: Mapping[int, Match]) -> None:
        """Learns from titles: "Marshal Tull" is the marshal."""
        trades = self.book.lexicon.all("roles") | self.book.lexicon.all("titled_kinds")
        short = self.book.lexicon.map("short_titles")
        for at in sorted(names):
            match = names[at]
            if len(match.ids) == 1 and match.proper:
                entity = self.book.entities[match.ids[0]]
                own = [name.split()[0].lower().rstrip(".") for name in (entity.name, *entity.aliases) if len(name.split()) > 1]
                for title in dict.fromkeys((match.title, *own)):
                    trade = str(short.get(title, title))
                    if trade in trades and entity.kind == "character" and (title == match.title or self.book.is_title(title)):
                        self._hold(trade, entity.id)

    def _hold(self, trade: str, id_: str) -> None:
        self.held[trade] = id_ if self.held.get(trade, id_) == id_ else ""

    def named(self, entity: Entity) -> Entity:
        """A person met for the first time, with "the assayer" among the names, unless somebody else is called so already."""
        if entity.kind != "character":
            return entity
        trades = [f"the {trade}" for trade, id_ in sorted(self.held.items()) if id_ == entity.id and self._free(trade, id_)]
        return entity.model_copy(update={"aliases": tuple(dict.fromkeys((*entity.aliases, *trades)))})

    def _free(self, trade: str, id_: str) -> bool:
        match = self.book.match(("the", trade), 1)
        return match is None or match.ids == (id_,)
