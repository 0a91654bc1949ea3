"""What goes out of the REST API, for its OpenAPI schema. What the terminal prints as JSON has the same form here."""

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from gm_engine.play.first_page import FirstPage
from gm_engine.story.claim import Fact
from gm_engine.story.context_element import ContextElement
from gm_engine.story.edit import Edit
from gm_engine.story.entity import EntityKind


class Wrong(BaseModel):
    """Where, what (both sides quoted), what to do next, and a slug that ``gm explain`` knows."""

    where: str
    what: str
    then: str
    slug: str


class Failed(BaseModel):
    """Why a request came to nothing."""

    error: Wrong


class OpenAIWrong(BaseModel):
    """What, where and what to do next in one message; ``code`` is the slug."""

    message: str
    type: str
    param: None = None
    code: str


class OpenAIFailed(BaseModel):
    """Why a request of OpenAI's protocol came to nothing, as its clients expect it."""

    error: OpenAIWrong


class Shelved(BaseModel):
    """A saved campaign: the branch it is on, the last turn there, and when it was last written to."""

    name: str
    branch: str
    turn: int
    written: str


class Shelf(BaseModel):
    """The saved campaigns, as ``gm list --format json`` prints them, and the packs that may be begun."""

    campaigns: list[Shelved]
    packs: list[str]


class Lost(BaseModel):
    """Something of a file that could not be taken over: where it stands in it, what it says there, and why."""

    field: str
    value: Any
    why: str


class NotTaken(BaseModel):
    """Why a file is in no campaign."""

    slug: str
    what: str
    then: str


class Brought(BaseModel):
    """A file that was brought: what it is, how much is in it, and the campaign that has it now (null: none), as ``gm import`` says it."""

    file: str
    kind: str
    holds: str
    campaign: str | None
    found: str
    losses: list[Lost]
    remarks: list[str]
    error: NotTaken | None


class AllBrought(BaseModel):
    """Every file of a call."""

    files: list[Brought]


class Standing(BaseModel):
    """A campaign as it stands."""

    campaign: str
    title: str
    branch: str
    turn: int
    session: int
    place: str
    when: str
    present: list[str]
    gm: str
    ended: bool
    ending: str
    open_conflicts: int


class Opening(FirstPage):
    """The first page of a campaign. ``words`` is all of it to be read, in paragraphs; the other fields may be empty."""

    campaign: str


class Dice(BaseModel):
    """A roll as the table sees it."""

    line: str
    who: str
    expression: str
    faces: list[int]
    total: int
    target: int | None
    band: str


class Side(BaseModel):
    """One of two tellings. ``where`` is the page of an author's words (a lorebook and its entry's title, a file); empty for a turn's."""

    turn: int
    where: str
    speaker: str
    voice: str
    quote: str
    span: list[int]


class Matter(BaseModel):
    """A conflict: ``a`` was told first, ``b`` stands against it."""

    model_config = ConfigDict(populate_by_name=True)

    id: str
    kind: str = Field(alias="class")
    severity: str
    confidence: float
    status: str
    a: Side
    b: Side
    subject: str
    rule: str
    found_by: str
    why: str
    resolution: str | None
    sim: str


class Spent(BaseModel):
    """Tokens read and written, as counted by whoever answered."""

    prompt_tokens: int
    completion_tokens: int
    total_tokens: int


class TurnTold(BaseModel):
    """A turn as it is on record. ``usage`` is that of this telling, ``notes`` what is worth knowing of it; zero and none where it is only
    looked up."""

    campaign: str
    branch: str
    turn: int
    session: int
    said: str
    reply: str
    dice: list[Dice]
    place: str
    when: str
    given_by: str
    conflicts: list[Matter]
    usage: Spent
    notes: list[str]


class Transcript(BaseModel):
    """Turns of the current branch, in order."""

    campaign: str
    branch: str
    turns: list[TurnTold]


class Undone(BaseModel):
    """The turn that is now the last, and the conflicts whose settlements were taken back."""

    campaign: str
    branch: str
    turn: int
    unsettled: list[str]


class BranchPoint(BaseModel):
    """A branch: where it left another, and its head."""

    name: str
    forked_from: str | None
    at: int
    turn: int
    head: int
    label: str
    reseed: bool


class Branches(BaseModel):
    """All branches of a campaign and the current one, as ``gm branch --format json`` prints them."""

    campaign: str
    branch: str
    branches: list[BranchPoint]


class OneTelling(BaseModel):
    """One of several tellings of a turn: the one that ``stands``, or what was told otherwise and stands on no branch."""

    turn: int
    telling: str
    said: str
    reply: str
    speaker: str
    stands: bool


class Tellings(BaseModel):
    """The turns of the current branch that were told more than once, as ``gm branch --tellings --format json`` prints them."""

    campaign: str
    branch: str
    tellings: list[OneTelling]


class Known(BaseModel):
    """Somebody or something as the table knows it: a by-name that a secret hides stands among the aliases once that is out."""

    model_config = ConfigDict(extra="forbid")

    id: str
    kind: EntityKind
    name: str
    aliases: list[str]
    pronouns: str
    introduced: int = Field(description="The turn in which it first appeared; 0: before play.")
    of: str | None = Field(description="Whose it is, where it has no name of its own.")


class KnownToGm(Known):
    """Somebody or something as the GM knows it."""

    secret_aliases: dict[str, str] = Field(description="By-names, each with the secret that must be out before it is told.")


class LoreList(BaseModel):
    """Everyone and everything that the table knows, as ``gm lore --format json`` prints it; with ``gm_notes`` all that there is."""

    entities: list[Known] | list[KnownToGm]


class LorePage(BaseModel):
    """What is known of one, as ``gm lore NAME ENTITY --format json`` prints it."""

    entity: str
    facts: list[Fact]
    lore: list[dict[str, Any]]
    edits: list[Edit] = Field([], description="What was edited of it by hand, and by whom.")


class Edited(BaseModel):
    """An edit of what is remembered, as it is on record, and what it did in words."""

    campaign: str
    edit: Edit
    text: str


class Edits(BaseModel):
    """Every edit by hand of the current branch, the oldest first, as ``gm edits --format json`` prints them."""

    campaign: str
    edits: list[Edit]


class TieShown(BaseModel):
    """What ties two: its kind and relation, in a sentence, since when and until when (story minutes; ``when`` in words), and the record,
    the turn and the words that it comes from."""

    one: str
    other: str
    kind: str
    relation: str
    says: str
    when: str
    stands: bool
    since: int | None
    until: int | None
    record: str
    turn: int
    quote: str
    where: str
    reader: str


class WayShown(BaseModel):
    """A way from one to the other, tie by tie, and how far apart it leaves them: kin are one step."""

    steps: float
    ties: list[TieShown]


class TiesPage(BaseModel):
    """How two are tied, as ``gm lore NAME A B --format json`` prints it: up to three ways, the nearest first."""

    one: str
    other: str
    tied: bool
    ways: list[WayShown]


class Conflicts(BaseModel):
    """The conflicts report, as ``gm conflicts --format json`` prints it."""

    campaigns: dict[str, dict[str, Any]]


class Reason(BaseModel):
    """An element of a prompt: its rank by score, its section, and the parts of its score; of what acts of a lorebook, by which key."""

    element: ContextElement
    section: str
    rank: int
    of: int
    because: str = ""


class Recalled(BaseModel):
    """What the memory brings up, as ``gm recall --format jsonl`` prints it."""

    id: str
    tokens: int
    elements: list[dict[str, Any]]


class RecapLine(BaseModel):
    """One sentence, and the turn in which it can be read again."""

    text: str
    turn: int


class Recap(BaseModel):
    """Previously on this story, as ``gm recap --format json`` prints it."""

    campaign: str
    lines: list[RecapLine]


class Worded(BaseModel):
    """A page in a model's words, as ``--worded`` prints it; ``text`` is empty where they do not stand, and ``why`` says what is wrong."""

    campaign: str
    what: str
    about: str
    text: str
    why: str


class SummaryLine(BaseModel):
    """One sentence of a summary, and the turns in which it can be read again."""

    text: str
    turns: list[int]


class SummaryTold(BaseModel):
    """A chapter or an evening that is over, in a few sentences, each with its turns."""

    id: str
    level: str
    title: str
    place: str
    lines: list[SummaryLine]


class Summaries(BaseModel):
    """The chapters and evenings that are over, the oldest first."""

    campaign: str
    summaries: list[SummaryTold]


class Session(BaseModel):
    """An evening, by its id and its turns."""

    id: str
    number: int
    first: int
    last: int


class Sessions(BaseModel):
    """The sessions of the current branch."""

    campaign: str
    sessions: list[Session]


class Cost(BaseModel):
    """Tokens and money by session and model, and by what was asked for, as ``gm cost --format json`` prints them."""

    campaign: str
    sessions: list[dict[str, Any]]
    seams: list[dict[str, Any]]


class Shown(BaseModel):
    """What a looking command shows."""

    page: str
    text: str


class StoppedTelling(BaseModel):
    """Whether anything was being told that could be stopped."""

    campaign: str
    stopped: bool


class WorkersUp(BaseModel):
    """How many of a server's workers are up."""

    up: int
    of: int


class Health(BaseModel):
    """That the server is up."""

    status: Literal["up"] = "up"
    version: str
    workers: WorkersUp | None = Field(None, description="Where there are several.")


class Model(BaseModel):
    """A campaign as OpenAI's protocol lists it."""

    id: str
    object: Literal["model"]
    created: int
    owned_by: str


class Models(BaseModel):
    """The campaigns, and the packs that are begun when they are first spoken to."""

    object: Literal["list"]
    data: list[Model]


class ChatMessage(BaseModel):
    """The reply."""

    role: Literal["assistant"]
    content: str


class ChatChoice(BaseModel):
    """The only choice."""

    index: int
    message: ChatMessage
    finish_reason: Literal["stop", "length", "content_filter"]
    logprobs: None = None


class ChatCompletion(BaseModel):
    """A turn in OpenAI's form; ``gm`` says what happened to the record (``did``, ``branch``, ``turn``) and what clashed (``conflicts``)."""

    id: str
    object: Literal["chat.completion"]
    created: int
    model: str
    choices: list[ChatChoice]
    usage: Spent
    gm: dict[str, Any]
