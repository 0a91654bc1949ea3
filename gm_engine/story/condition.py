"""Conditions and effects of a campaign: a closed little language, parsed by ``authoring``, judged by ``state`` and ``rules``."""

from typing import Literal

from gm_engine.story.noun import Noun, Words

Comparison = Literal["==", "!=", "<", "<=", ">", ">="]


class Condition(Noun):
    """A tree. ``all``/``any`` join ``parts``; ``not`` turns its one part round; ``is`` compares ``path`` with ``value``.

    A path is dotted: ``at``, ``start``, ``turn``, ``day``, ``hour``, ``session``, ``money`` (cents), ``wounds``, ``tension``,
    ``clock.ID``, ``full.ID``, ``flag.ID``, ``met.ID``, ``present.ID``, ``alive.ID``, ``item.ID``, ``attitude.ID``,
    ``secret.ID`` (hidden, hinted, revealed), ``visits.ID``, ``scene.ID``, ``decision.ID`` (the option taken), ``party.ID``,
    ``wanted`` (the weight of the gravest open wrong of which somebody here who is the law knows), ``bounty`` (cents), ``custody``,
    ``witnesses`` (how many saw the gravest open wrong), ``wronged.ID`` (the weight of what stands open between you and somebody),
    ``at.ID`` (where somebody or something is), ``tag.NAME`` (how many here have the tag: the place, people, what is carried).
    ``day`` counts calendar days from the start's own date, which is day 1: it turns at midnight, as ``each_day`` of clocks does.
    A bare path (``flag.spared``) is ``path != 0``.
    """

    op: Literal["all", "any", "not", "is"]
    parts: tuple["Condition", ...] = ()
    path: str = ""
    compare: Comparison = "!="
    value: int | str = 0


EffectVerb = Literal[
    "clock", "flag", "unflag", "give", "take", "money", "reveal", "hint", "attitude", "move", "go", "kill", "wound",
    "heal", "advance", "owe", "goto", "end", "join", "leave", "law",
]  # fmt: skip


class Effect(Noun):
    """One change that a scene, a choice, a clock or a consequence makes.

    Written ``clock.payroll +1``, ``flag.spared``, ``give letter``, ``money -250`` (cents), ``reveal boone_past``,
    ``attitude thorne -1``, ``move thorne saloon``, ``go saloon`` (the player's character), ``kill pete``,
    ``wound pc 1``, ``advance 120`` (minutes), ``owe ID`` (a consequence that some choice names), ``goto SCENE``, ``end``,
    ``join oakley`` (travels with the player's character from now on), ``leave oakley``, ``law custody`` (a step of the law: see
    ``rules.law``).
    """

    verb: EffectVerb
    target: str = ""
    amount: int = 0
    value: str = ""


class Owed(Noun):
    """What a choice will bring later: after so many minutes, or once ``when`` holds, whichever is first.

    ``id`` is a name by which the effect ``owe ID`` of other choices, clocks and scenes can bring it too.
    """

    id: str = ""
    text: Words
    after: int | None = None
    when: Condition | None = None
    effects: tuple[Effect, ...] = ()
