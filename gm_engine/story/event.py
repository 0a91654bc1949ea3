"""Everything that can happen. A closed union: what is not in it cannot happen.

Adding one is a change here, to its fold in ``state``, and to a play that shows it.
"""

from typing import Annotated, Any, Literal

from pydantic import Field, TypeAdapter

from gm_engine.story.activation import Activation
from gm_engine.story.budget import Budget
from gm_engine.story.claim import Claim, Fact
from gm_engine.story.completion import Completion
from gm_engine.story.conflict import Conflict, Settlement
from gm_engine.story.consequence import Consequence
from gm_engine.story.context_element import LeftOut
from gm_engine.story.decision import Decision
from gm_engine.story.edit import Edit
from gm_engine.story.entity import Entity
from gm_engine.story.gist import Gists
from gm_engine.story.intent import Intent
from gm_engine.story.memoir import Memoir
from gm_engine.story.newcomer import Newcomer
from gm_engine.story.noun import Noun, Words
from gm_engine.story.objection import Objection
from gm_engine.story.pack import Pack
from gm_engine.story.plug_in import PlugIn
from gm_engine.story.prompt import Prompt
from gm_engine.story.question import Question
from gm_engine.story.relation import Relation
from gm_engine.story.roll import Roll
from gm_engine.story.rule import Rule
from gm_engine.story.scene import Scene
from gm_engine.story.spread import Spread
from gm_engine.story.story_point import StoryPoint
from gm_engine.story.table_rules import TableRules
from gm_engine.story.tool_call import ToolAnswer, ToolCall
from gm_engine.story.work import Work
from gm_engine.story.wrong import Wrong


class Happening(Noun):
    """What every event has: the turn it belongs to (0: before play)."""

    turn: int = 0


class StoryOpened(Happening):
    """A campaign began. What later code cannot be asked to reproduce is recorded here: the versions of reader, retriever
    and narrator, the texts of the templates, the weights with the budget. ``opening`` names the way in which it
    began, where its pack has several. ``origin`` tells play from import."""

    kind: Literal["story_opened"] = "story_opened"
    format: int = 1
    campaign: str
    title: Words
    seed: int
    gm: str
    versions: dict[str, str] = {}
    templates: dict[str, Words] = {}
    weights: dict[str, Any] = {}
    simulation: bool = False
    opening: str = ""
    origin: Literal["play", "import"] = "play"


class PackOpened(Happening):
    """The whole pack, canonical. A journal needs nothing but itself."""

    kind: Literal["pack_opened"] = "pack_opened"
    pack: Pack


class SessionOpened(Happening):
    """An evening's play began."""

    kind: Literal["session_opened"] = "session_opened"
    number: int
    minute: int = 0


class RelationDeclared(Happening):
    """A relation that lore may hold."""

    kind: Literal["relation_declared"] = "relation_declared"
    relation: Relation


class RuleDeclared(Happening):
    """A rule of continuity."""

    kind: Literal["rule_declared"] = "rule_declared"
    rule: Rule


class EntityIntroduced(Happening):
    """Somebody or something can now be spoken of (or is better known: the same id again replaces it)."""

    kind: Literal["entity_introduced"] = "entity_introduced"
    entity: Entity


class SceneOpened(Happening):
    """A scene began; the one before it closed."""

    kind: Literal["scene_opened"] = "scene_opened"
    scene: Scene


class WorldRemembered(Happening):
    """What a campaign of the same world has left behind was taken up: from here on, that campaign is not needed for it."""

    kind: Literal["world_remembered"] = "world_remembered"
    world: str
    memoirs: tuple[Memoir, ...]


class PlayerSpoke(Happening):
    """The player's words as typed, and how they were read. ``attempt`` counts retries of the same turn.

    ``speaker`` and ``time`` come with imported lines; ``origin`` tells play from import. ``ear`` is which ear parsed the words, where
    one did: another one's hearing is an input of a replay.
    """

    kind: Literal["player_spoke"] = "player_spoke"
    said: Words
    intents: tuple[Intent, ...] = ()
    attempt: int = 0
    speaker: Words = ""
    time: str = ""
    origin: Literal["play", "import"] = "play"
    ear: str = ""


class DiceRolled(Happening):
    """Dice fell."""

    kind: Literal["dice_rolled"] = "dice_rolled"
    roll: Roll


class StateChanged(Happening):
    """One value of the state changed. ``old`` and ``new`` are None where there was, or is, nothing.

    ``what`` and ``key``: ``place`` (key: entity; new: place id), ``time`` (new: minute), ``clock`` (clock id; segments),
    ``item`` (holder; ``detail``: item id; new: count), ``money`` (holder; cents), ``wound`` (entity; ``detail``: place and cause;
    new: boxes in all), ``ammo`` (entity; ``detail``: weapon; new: loaded), ``flag`` (flag; 0/1), ``attitude`` (npc; -3..3),
    ``secret`` (secret; hidden/hinted/revealed; ``detail``: the clue's words), ``condition`` (entity; alive/down/dying/dead),
    ``chips`` (entity; count), ``readiness`` (entity; ``detail``: weapon, cover or aim; 0/1), ``met`` (npc; 1),
    ``visit`` (place; count), ``rumour`` (rumour id; 1: told), ``trait`` (npc; ``detail``: relation told; 1),
    ``strain`` (new), ``tension`` (new), ``played`` (scene id; times), ``ended`` (new: 1), ``used`` (a phrase's id; the turn),
    ``party`` (npc; 1: travels with the player's character, None: no longer), ``pending`` (``detail``: the player's words that
    wait for a yes or a no; 1, None: no longer), ``law`` (where the player's character stands with the law: ``custody``, ``flight``,
    ``sentence``, ``hunted``, ``fell`` …; None: no longer), ``stay`` (npc; ``detail``: the place where they stay on with the player's
    character; new: until which minute). ``attitude`` also has factions for keys.
    ``cause`` is a slug or an id.
    """

    kind: Literal["state_changed"] = "state_changed"
    what: Literal[
        "place", "time", "clock", "item", "money", "wound", "ammo", "flag", "attitude", "secret", "condition", "chips",
        "readiness", "met", "visit", "rumour", "trait", "strain", "tension", "played", "ended", "used", "party",
        "pending", "law", "stay",
    ]  # fmt: skip
    key: str = ""
    detail: Words = ""
    old: int | str | None = None
    new: int | str | None = None
    cause: str = ""


class LorebooksActed(Happening):
    """The lorebooks' keys were looked for in what was said: what acts in this turn, what does not though it had a reason to, and what is
    timed from now on."""

    kind: Literal["lorebooks_acted"] = "lorebooks_acted"
    activation: Activation


class PromptAssembled(Happening):
    """The prompt as sent, what was left out of it, and how its tokens were spread.

    ``meaning`` names the model by whose vectors older turns were found, too; it is empty where words alone found them.
    """

    kind: Literal["prompt_assembled"] = "prompt_assembled"
    prompt: Prompt
    left_out: tuple[LeftOut, ...] = ()
    spread: Spread | None = None
    meaning: str = ""

    @property
    def tokens(self) -> int:
        """What is sent: the prompt, and the tools that go with it."""
        return self.prompt.tokens + (self.spread.used.get("tools", 0) if self.spread else 0)

    @property
    def by_section(self) -> dict[str, int]:
        """The same by section, in the order in which they are sent."""
        sums: dict[str, int] = {}
        for section in self.prompt.sections:
            sums[section.name] = sums.get(section.name, 0) + section.tokens
        tools = self.tokens - self.prompt.tokens
        return sums | ({"tools": tools} if tools else {})


class BudgetChosen(Happening):
    """From now on prompts are fitted into this budget. ``why`` is empty where somebody asked for it."""

    kind: Literal["budget_chosen"] = "budget_chosen"
    budget: Budget
    why: str = ""


class TableRulesChosen(Happening):
    """From now on a language model in the GM's chair may do this, and is asked that."""

    kind: Literal["table_rules_chosen"] = "table_rules_chosen"
    rules: TableRules


class PlugInsChosen(Happening):
    """From now on these plug-ins take part: they, and no others, are installed and have not failed."""

    kind: Literal["plug_ins_chosen"] = "plug_ins_chosen"
    plug_ins: tuple[PlugIn, ...]


class PlugInFailed(Happening):
    """A plug-in raised, and is ``left_out`` from now on; or one thing that it gave could not be used. ``why`` says what."""

    kind: Literal["plug_in_failed"] = "plug_in_failed"
    plug_in: PlugIn
    why: Words
    left_out: bool = True


class NoteGiven(Happening):
    """What the player's own program sends along with every line (a character card, a system prompt): data for the prompt, no more."""

    kind: Literal["note_given"] = "note_given"
    note: Words


class DraftReceived(Happening):
    """The GM answered, but not yet the table: with calls for the engine, or with words that were sent back for ``objections``."""

    kind: Literal["draft_received"] = "draft_received"
    completion: Completion
    prompt_hash: str
    objections: tuple[Objection, ...] = ()


class ToolCalled(Happening):
    """The GM asked something of the engine, and this was the answer; what came of it stands in the events between."""

    kind: Literal["tool_called"] = "tool_called"
    call: ToolCall
    answer: ToolAnswer


class ModelAsked(Happening):
    """A language model was asked something beside the telling, and answered (with no text where it failed: a note says why).

    ``about`` is what its words are for: the id of a chapter, ``recap`` or ``card:ID``. ``question`` is what was asked, where what was
    heard of the player or of the reply depends on it.
    """

    kind: Literal["model_asked"] = "model_asked"
    purpose: str
    question_hash: str
    completion: Completion
    about: str = ""
    question: Question | None = None


class NewcomerJoined(Happening):
    """Somebody or something that the GM brought in is part of the world from now on: the rules, the map and the cards know of it."""

    kind: Literal["newcomer_joined"] = "newcomer_joined"
    newcomer: Newcomer


class NewcomerKnown(Happening):
    """A newcomer turned out to be somebody, or something, that was on record before: they are one from now on."""

    kind: Literal["newcomer_known"] = "newcomer_known"
    newcomer: str
    is_one: str


class WorkDone(Happening):
    """The player's character has made, altered, put somewhere or taught something (or more came of it: the same id again replaces it)."""

    kind: Literal["work_done"] = "work_done"
    work: Work


class ReplyMarked(Happening):
    """The reply that was shown breaks something: the next prompt asks for it to be put right."""

    kind: Literal["reply_marked"] = "reply_marked"
    objections: tuple[Objection, ...]


class CompletionReceived(Happening):
    """The GM answered."""

    kind: Literal["completion_received"] = "completion_received"
    completion: Completion
    prompt_hash: str = ""
    speaker: Words = ""
    time: str = ""


class ClaimHeard(Happening):
    """A sentence said something."""

    kind: Literal["claim_heard"] = "claim_heard"
    claim: Claim


class GistsHeard(Happening):
    """What the narrator's sentences said, each in brief, so that later ones can be laid beside them."""

    kind: Literal["gists_heard"] = "gists_heard"
    gists: Gists


class FactEstablished(Happening):
    """The lore holds something new, or holds it otherwise (the same id again replaces it)."""

    kind: Literal["fact_established"] = "fact_established"
    fact: Fact


class ConflictFound(Happening):
    """Two tellings cannot both be true."""

    kind: Literal["conflict_found"] = "conflict_found"
    conflict: Conflict


class ConflictSettled(Happening):
    """Somebody decided what a conflict comes to; without a ``settlement``, that it is open again."""

    kind: Literal["conflict_settled"] = "conflict_settled"
    conflict: str
    settlement: Settlement | None


class DecisionOffered(Happening):
    """Ways are open."""

    kind: Literal["decision_offered"] = "decision_offered"
    decision: Decision


class DecisionTaken(Happening):
    """One was chosen."""

    kind: Literal["decision_taken"] = "decision_taken"
    decision: Decision


class ConsequenceDue(Happening):
    """Something is owed from now on: a consequence, promise, debt or threat."""

    kind: Literal["consequence_due"] = "consequence_due"
    consequence: Consequence


class ConsequencePaid(Happening):
    """It has come, was kept, was paid; or was broken (``outcome`` says)."""

    kind: Literal["consequence_paid"] = "consequence_paid"
    consequence: Consequence


class WrongDone(Happening):
    """The player's character did a wrong; the same id again says that it has become a graver one, or was seen by more."""

    kind: Literal["wrong_done"] = "wrong_done"
    wrong: Wrong


class WrongSettled(Happening):
    """A wrong was answered (``wrong.settled`` says how): nobody comes for it any more."""

    kind: Literal["wrong_settled"] = "wrong_settled"
    wrong: Wrong


class StoryPointReached(Happening):
    """Something irreversible happened."""

    kind: Literal["story_point_reached"] = "story_point_reached"
    story_point: StoryPoint


class MemoryEdited(Happening):
    """Somebody said by hand what is to be remembered, and how. What came of it are the ``edit.changes`` events before it."""

    kind: Literal["memory_edited"] = "memory_edited"
    edit: Edit


class LineBrought(Happening):
    """How another program's file had the turn's line, where that says more. It does nothing here, and is written out again."""

    kind: Literal["line_brought"] = "line_brought"
    line: Words


class TextRedacted(Happening):
    """The words of a turn were taken out. The entries keep their hashes, dice and numbers."""

    kind: Literal["text_redacted"] = "text_redacted"
    redacted: int
    reason: Words = ""


class TurnClosed(Happening):
    """A turn is whole. ``digest`` is the state after it."""

    kind: Literal["turn_closed"] = "turn_closed"
    digest: str


Event = Annotated[
    StoryOpened | PackOpened | WorldRemembered
    | SessionOpened | RelationDeclared | RuleDeclared | EntityIntroduced | SceneOpened | PlayerSpoke
    | DiceRolled | StateChanged | LorebooksActed | PromptAssembled | BudgetChosen | TableRulesChosen | PlugInsChosen | PlugInFailed
    | NoteGiven | DraftReceived | ToolCalled | ModelAsked | NewcomerJoined | NewcomerKnown | WorkDone
    | ReplyMarked
    | CompletionReceived | ClaimHeard | GistsHeard | FactEstablished
    | ConflictFound | ConflictSettled | DecisionOffered | DecisionTaken | ConsequenceDue | ConsequencePaid | WrongDone | WrongSettled
    | StoryPointReached
    | MemoryEdited | LineBrought | TextRedacted | TurnClosed,
    Field(discriminator="kind"),
]  # fmt: skip

SPOKEN = (PlayerSpoke, CompletionReceived)
"""What is said in a turn: by the player, and by the GM."""
ANSWERED = (CompletionReceived, DraftReceived, ModelAsked)
"""What a GM or a language model has answered, each with its ``completion``: what it cost, and its notes."""
EVENT: TypeAdapter[Event] = TypeAdapter(Event)
"""Reads an event from its JSON form."""
