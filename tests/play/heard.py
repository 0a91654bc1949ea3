"""A table at which a scripted model tells, and hears: what it hears and notes is set down turn by turn."""

import json
from collections.abc import Sequence
from typing import Any

from gm_engine.bootstrap import trial
from gm_engine.play.game import Game, Played
from gm_engine.story import event as happened
from gm_engine.story.event import Event
from gm_engine.story.pack import Pack
from gm_engine.story.table_rules import TableRules
from tests.mesa import mesa
from tests.play.scripted import Scripted

MESA = mesa()
HEARS = TableRules(guard="after", hears=("interpret", "note"))
GIRL = "A girl in a flour sack dress leads a lame mule in from the yard."
TILDA = {"kind": "person", "quote": GIRL, "name": "Tilda", "text": "a girl in a flour sack dress", "at": "here", "by": "she"}


def by(kind: str, quote: str, **fields: object) -> dict[str, Any]:
    """A row of a note."""
    return {"kind": kind, "quote": quote, **fields}


class Table:
    """A game, and the model that sits in its chair."""

    def __init__(self, pack: Pack = MESA, rules: TableRules = HEARS, seed: int = 5) -> None:
        self.model = Scripted(())
        self.game: Game = trial(pack, "evening", seed=seed, provider=self.model)
        self.game.tools.table = rules

    def turn(
        self, reply: str | Sequence[str] = "The wind drops.", *rows: object, said: str = "I wait.", acts: Sequence[object] = (),
        assumes: Sequence[object] = (), clashes: Sequence[object] = (), look: Sequence[object] = (), check: Sequence[object] | None = None,
    ) -> Played:  # fmt: skip
        """One turn: what is said, heard, told and noted, what is to be looked up, and what comes of that (None: it is not answered)."""
        self.model.told["interpret"] = json.dumps({"acts": list(acts), "assumes": list(assumes)})
        self.model.told["note"] = json.dumps({"rows": list(rows), "clashes": list(clashes), "look": list(look)})
        self.model.told.pop("check", None)
        if check is not None:
            self.model.told["check"] = json.dumps({"clashes": list(check)})
        self.model.answers += [reply] if isinstance(reply, str) else list(reply)
        return self.game.play(said)

    @property
    def prompt(self) -> str:
        """The last prompt, whole."""
        return "\n\n".join(text for _, text in self.model.asked[-1].messages)


def of(kind: type[Event], played: Played) -> list[Any]:
    """The events of a kind."""
    return [event for event in played.events if isinstance(event, kind)]


def changed(played: Played, cause: str = "told") -> list[tuple[str, str, object]]:
    """What was changed because it was told: what, whose, to what. That somebody's looks have been told is none."""
    events = [event for event in of(happened.StateChanged, played) if event.cause == cause and event.what != "trait"]
    return [(event.what, event.key, event.new) for event in events]


def noted(played: Played) -> list[str]:
    """What the lore holds of a turn's notes."""
    return [event.fact.value.text for event in of(happened.FactEstablished, played)]
