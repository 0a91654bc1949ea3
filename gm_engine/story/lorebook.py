"""A lorebook: entries that are brought into a prompt by keys that their author chose, as the role-play programs know it."""

from typing import Any, Literal

from gm_engine.story.noun import Noun, Words

Logic = Literal["any", "not_all", "not_any", "all"]
Position = Literal[
    "before", "after", "note_top", "note_bottom", "depth", "examples_top", "examples_bottom", "outlet",
]  # fmt: skip
Role = Literal["system", "user", "assistant"]
ROLES: tuple[Role, ...] = ("system", "user", "assistant")
Scanned = Literal["persona", "description", "personality", "depth_prompt", "scenario", "creator_notes"]
Trigger = Literal["normal", "continue", "impersonate", "swipe", "regenerate", "quiet"]
Matching = Literal["keys", "words", "letters", "spaceless", "wildcards", "pattern"]
"""How keys are looked for. ``keys``: as in World Info (a word, whole where ``whole_words``; several as their letters; ``/pattern/flags``
is a pattern; spaces around a key do not count). ``words``: as whole words, several too. ``letters``: as the letters they are, anywhere,
with the spaces around them. ``spaceless``: as letters, all spaces taken out of both. ``wildcards``: as whole words in which ``*`` is any
letters of a word and ``?`` is one. In each of these ``/pattern/flags`` is a pattern: where a format has none, its reader writes such
letters as a pattern that stands for them. ``pattern``: each key is a pattern, without slashes around it (where it has them, with the
flags behind)."""


class LorebookEntry(Noun):
    """One entry, in the terms that all formats share; ``raw`` is the entry as its file had it, so that nothing of it is lost.

    ``keys`` are words, or ``/pattern/flags``; ``also`` are the secondary keys, which count by ``logic`` where ``selective``.
    ``order``: the higher, the later in the prompt, and the sooner looked at. ``priority``: what is kept longest under the book's
    budget, where the format has such a number. ``scan_depth`` is in messages, ``scan_letters`` in characters of the latest story;
    None is the book's own. ``chance`` is in per cent. ``recursion_level`` above 0: only by recursion, from that level on.
    ``sticky``, ``cooldown`` and ``delay`` are in messages, 0 for none. ``decorators`` are the ``@@name value`` lines that stood
    before the text, in order (the name of a fallback, ``@@@name``, keeps one ``@``), and ``text`` is what stood after them; they are acted
    on as they stand, whether or not a reader has put into the other fields what they say. None of ``case_sensitive``, ``whole_words``,
    ``group_scoring``, ``matching`` is the book's own.
    """

    id: str
    title: Words = ""
    text: Words = ""
    keys: tuple[str, ...] = ()
    also: tuple[str, ...] = ()
    logic: Logic = "any"
    selective: bool = True
    constant: bool = False
    enabled: bool = True
    order: int = 100
    priority: int | None = None
    position: Position = "before"
    depth: int = 4
    role: Role = "system"
    outlet: str = ""
    case_sensitive: bool | None = None
    whole_words: bool | None = None
    matching: Matching | None = None
    scan_depth: int | None = None
    scan_letters: int | None = None
    scans: tuple[Scanned, ...] = ()
    not_by_recursion: bool = False
    ends_recursion: bool = False
    recursion_level: int = 0
    chance: int = 100
    groups: tuple[str, ...] = ()
    group_wins: bool = False
    group_weight: int = 100
    group_scoring: bool | None = None
    sticky: int = 0
    cooldown: int = 0
    delay: int = 0
    beyond_budget: bool = False
    by_meaning: bool = False
    for_names: tuple[str, ...] = ()
    for_tags: tuple[str, ...] = ()
    for_others: bool = False
    """True where ``for_names`` and ``for_tags`` say for whom it is not meant."""
    triggers: tuple[Trigger, ...] = ()
    decorators: tuple[tuple[str, str], ...] = ()
    raw: dict[str, Any] = {}
    own: tuple[str, ...] = ()
    """Paths within ``raw`` of what only the format of that file can say."""
    bids: bool = False
    """True for a note to whoever tells the story, by its words: nobody tells it aloud."""

    @property
    def may_act(self) -> bool:
        """False for one that never does: it is off, says nothing, has no chance, or its author forbids it."""
        said = {name for name, _ in self.decorators}
        forbidden = "dont_activate" in said and "activate" not in said
        return self.enabled and self.chance > 0 and bool(self.text.strip()) and not forbidden


class Lorebook(Noun):
    """A book of entries and how they are looked for. ``source`` is the format's name (``world_info``, ``character_book`` …).

    ``budget`` is in tokens, ``budget_share`` in per cent of the prompt; None where the book leaves it to the program.
    ``scan_depth`` is in messages. ``recursive``: what an entry says is looked through for keys too, at most ``recursion_steps``
    times (0: no limit), of which the first is the conversation itself. ``min_entries``: the scan goes further back until so many are found
    (0: it does not). ``matching`` is how keys are looked for, where the format has a way of its own. ``of`` is the id of the pack's person
    whose card brought the book: ``{{char}}`` in it is them, and it is looked at before books of nobody.
    ``raw`` is the book as its file had it, its ``entries`` emptied.
    """

    id: str
    name: Words = ""
    source: str = ""
    description: Words = ""
    entries: tuple[LorebookEntry, ...] = ()
    scan_depth: int | None = None
    budget: int | None = None
    budget_share: int | None = None
    recursive: bool | None = None
    recursion_steps: int = 0
    min_entries: int = 0
    case_sensitive: bool = False
    whole_words: bool = True
    matching: Matching = "keys"
    of: str = ""
    group_scoring: bool = False
    with_names: bool = True
    raw: dict[str, Any] = {}
    own: tuple[str, ...] = ()
    """Paths within ``raw`` of what only the format of that file can say."""
