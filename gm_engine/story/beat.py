"""A beat: one thing that this turn's telling should do."""

from typing import Literal

from gm_engine.story.claim import Modality, Simulation, Statement
from gm_engine.story.noun import Noun, Words
from gm_engine.story.roll import Band

BeatKind = Literal[
    "arrive", "look", "meet", "greet", "answer", "ignorance", "refusal", "lie", "action", "check", "gunfight", "journey",
    "scene", "choice", "omen", "consequence", "callback", "rumour", "clue", "reveal", "search", "trade", "rest", "reload",
    "decision", "promise", "oracle", "spark", "reaction", "ambience", "note", "statement", "impossible",
    "premise", "repair", "lore",
]  # fmt: skip


class Beat(Noun):
    """What to tell, by ids and short phrases that the table may know: never free text about what is hidden.

    ``actor`` does it, ``target`` it is done to, ``topic`` it is about (ids). ``text`` is authored prose, told as it
    stands (scene beats, omens, clues, lines). ``slots`` are named short values ("miles": "9", "place": "left arm").
    ``elements`` are ids of the context elements that it draws on. ``statement`` and ``modality`` are what a
    *statement* beat must say: an injected fault or decoy is marked by ``sim``.
    """

    kind: BeatKind
    actor: str = ""
    target: str = ""
    topic: str = ""
    place: str = ""
    text: Words = ""
    slots: dict[str, Words] = {}
    band: Band = ""
    rolls: tuple[str, ...] = ()
    elements: tuple[str, ...] = ()
    statement: Statement | None = None
    modality: Modality = "asserted"
    sim: Simulation = "none"
    decoy: str = ""
