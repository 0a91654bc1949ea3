"""Replay: the recorded inputs, played again with today's code, compared entry by entry with the record."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import zip_longest
from typing import Any

from gm_engine.continuity.judged import found_before
from gm_engine.errors import GameError, ReplayDivergence
from gm_engine.extraction.reading import Reading
from gm_engine.journal import Entry, Journal
from gm_engine.play.difference import first_difference
from gm_engine.play.ingest import ingest_line, open_import
from gm_engine.play.judgement import TODAYS, Judgement
from gm_engine.play.loop import take_turn
from gm_engine.play.opening import Opening, open_story
from gm_engine.play.plug_ins import as_recorded, is_of
from gm_engine.play.recorded_meaning import RecordedMeaning
from gm_engine.play.second_recorded import Answers, RecordedSecond, by_a_model, own_reader
from gm_engine.play.tools import Tools
from gm_engine.play.understanding import as_heard
from gm_engine.state import StoryState, fold
from gm_engine.story import event as happened
from gm_engine.story.completion import Completion
from gm_engine.story.conflict import Conflict
from gm_engine.story.counting import counted
from gm_engine.story.event import Event
from gm_engine.story.objection import Objection
from gm_engine.story.prompt import Prompt
from gm_engine.story.provenance import Source
from gm_engine.story.relation import TOLD
from gm_engine.story.roll import Roll
from gm_engine.story.table_rules import TableRules
from gm_engine.story.transcript_line import TranscriptLine

GIVEN = (happened.PromptAssembled, happened.CompletionReceived)
"""Without the words of these, a turn cannot be played again."""


@dataclass
class Verification:
    """What was verified: turns, entries, prompts, rolls and state digests compared; and in ``notes`` what could not be.

    Where words were taken out, ``unknown`` turns could not be played again, ``partly`` turns only up to what was said, and
    ``unlike`` prompts could not be compared. What another version of the embedded GM had planned otherwise was taken from the record in
    ``replanned`` turns.
    """

    turns: int = 0
    entries: int = 0
    prompts: int = 0
    rolls: int = 0
    digests: int = 0
    retold: int = 0
    unknown: int = 0
    partly: int = 0
    unlike: int = 0
    replanned: int = 0
    notes: list[str] = field(default_factory=list)

    def note(self, words: str) -> None:
        """Add a note, once."""
        if words not in self.notes:
            self.notes.append(words)


class RecordedReader:
    """Stands in for the reader where today's is another: what was read is an input."""

    def __init__(self, version: str) -> None:
        self.version = version
        self.readings: dict[str, Reading] = {}

    def know(self, entities: Any) -> None:
        """Nothing to learn: it reads from the record."""

    def follow(self, lore: Any) -> None:
        """Nobody to follow."""

    def forget(self) -> None:
        """Nothing to forget."""

    def read(self, text: str, *, source: Source = "extracted", **_: Any) -> Reading:  # noqa: ARG002
        """What the record says was read in a text that came from there."""
        return self.readings.get(source, Reading())


def groups(entries: Iterator[Entry]) -> Iterator[list[Entry]]:
    """The entries, a list for each turn and one for each event outside of a turn."""
    turn: list[Entry] = []
    for entry in entries:
        event = entry.event
        if not turn and not isinstance(event, happened.PlayerSpoke | happened.StoryOpened) and not _imported(event):
            yield [entry]
            continue
        turn.append(entry)
        if isinstance(event, happened.TurnClosed):
            yield turn
            turn = []
    if turn:
        yield turn


def _imported(event: Event) -> bool:
    return isinstance(event, happened.CompletionReceived) and event.completion.given_by == "import"


def verify(
    journal: Journal, tools_for: Callable[[happened.StoryOpened], Tools], on_turn: Callable[[int], None] | None = None
) -> Verification:
    """Check the chain, then play every turn again. ReplayDivergence names the first byte that differs.

    ``tools_for`` joins today's tools with the templates, weights and budget on record, and with the embedded GM. What
    another reader read, and what another GM or another version of this one told, is used as recorded; the rest is verified.
    """
    journal.verify()
    done = Verification()
    labels = {point.name: point.label for point in journal.branches()}
    state = StoryState()
    player: Player | None = None
    for group in groups(journal.entries()):
        first = group[0].event
        state.branch = labels.get(group[0].branch, "")
        if isinstance(first, happened.StoryOpened):
            player = Player(first, tools_for(first), done, journal.vectors)
        if player is None:
            raise ReplayDivergence(f"journal entry {group[0].number}", f'the record begins with "{first.kind}".', "Was it cut?")
        player.replay(group, state)
        done.entries += len(group)
        if on_turn and len(group) > 1:
            on_turn(first.turn)
    if player and player.blind:
        done.note(_what_is_lost(player.blind_from, done))
    return done


def _what_is_lost(turn: int, done: Verification) -> str:
    """Exactly how much could not be compared, and why."""
    return (
        f"Words were taken out, in turn {turn} for the first time. {counted(done.unknown, 'turn')} could not be played again, for what was "
        f"said is no longer known; {done.partly} only in part, for something in them came of those words. "
        f"{counted(done.unlike, 'prompt was', 'prompts were')} not compared: they held such words, or were chosen with them in mind. All "
        "else was: what was rolled, what came of it, what was read in the replies, and the state after each turn."
    )


class Player:
    """Plays recorded groups of events again."""

    def __init__(self, opened: happened.StoryOpened, tools: Tools, done: Verification, vectors: Callable[[str], dict[str, bytes]]) -> None:
        self.tools, self.done = tools, done
        self.meaning = RecordedMeaning(tools.memory, vectors, done.note)
        self.reader = tools.reader
        self.plug_ins = tools.plug_ins
        self.recorded = RecordedReader(opened.versions.get("reader", ""))
        self.blind = False
        self.blind_from = 0
        self.given = False

    def replay(self, group: list[Entry], state: StoryState) -> None:
        """Play one group again and compare; then fold what is on record."""
        first = group[0].event
        if any(entry.redacted for entry in group) and not self.blind:
            self.blind, self.blind_from = True, first.turn
        reads = self._choose_reader(group)
        self.tools.find = found_before(_found(group))
        unread = isinstance(first, happened.StoryOpened) and not reads
        if self.blind and len(group) > 1 and not unread:
            self._replay_as_known(group, state)
            return
        if unread or (len(group) == 1 and not _imported(first)):
            for entry in group:
                if isinstance(entry.event, happened.TurnClosed):
                    self._compare(entry, entry.event.model_copy(update={"digest": state.digest}), group[-1])
                    self.done.digests += 1
                self._fold(state, entry.event)
            return
        if earlier := self._earlier_gm(group):
            self._replay_of_an_earlier_gm(group, state, earlier)
        else:
            for entry, event in zip_longest(group, self._folded(self._events(group, state), state)):
                self._compare(entry, event, group[-1])
        if isinstance(group[-1].event, happened.TurnClosed):
            self.done.turns += first.turn > 0
            self.done.digests += 1

    def _replay_as_known(self, group: list[Entry], state: StoryState) -> None:
        """Play a turn again as far as its words are known: what is on record is folded, and today's telling compared while it can be."""
        known = not any(entry.redacted for entry in group if isinstance(entry.event, happened.SPOKEN))
        today = self._events(group, state) if known else iter(())
        self.done.unknown += not known
        going = known
        for entry in group:
            if going:
                going = self._goes_on(entry, self._next(today))
                self.done.partly += not going
            if isinstance(entry.event, happened.TurnClosed):
                self._compare(entry, entry.event.model_copy(update={"digest": state.digest}), group[-1])
                self.done.digests += 1
            self._fold(state, entry.event)
        self.done.turns += going

    def _earlier_gm(self, group: list[Entry]) -> str:
        """The version of the embedded GM that told this turn, where its code was another; empty where it was today's, or another GM."""
        ours = self.tools.provider
        told = next((entry.event.completion for entry in group if isinstance(entry.event, happened.CompletionReceived)), None)
        if told is None or told.given_by != "provider" or not told.model.startswith(f"{ours.name}-"):
            return ""
        return told.model if _make(told.model) != _make(ours.version) else ""

    def _replay_of_an_earlier_gm(self, group: list[Entry], state: StoryState, earlier: str) -> None:
        """Play a turn again that another version of the embedded GM told. From where it planned otherwise, the plan, its prompt and what
        came of them are taken from the record; the player's words, the dice and the state after the turn are verified all the same."""
        was, now = f"The GM was {earlier}", f"is {self.tools.provider.version}"
        today = self._events(group, state)
        going, told = True, False
        for entry in group:
            if going:
                event = next(today, None)
                if isinstance(entry.event, happened.PlayerSpoke) and entry.event != event:
                    self.done.note(f"{was} and {now}: where it would hear a line otherwise, what it had heard was taken from the record.")
                    today = self._events(group, state, as_recorded=True)
                    event = next(today, None)
                told = told or isinstance(entry.event, happened.CompletionReceived)
                if not told and _planned_otherwise(entry.event, event):
                    going = False
                    self.done.replanned += 1
                    self.done.note(
                        f"{was} and {now}: where it would plan a turn otherwise, what it had planned was taken from the record, and the "
                        "prompt was not compared."
                    )
                else:
                    self._compare(entry, event, group[-1])
            elif isinstance(entry.event, happened.TurnClosed):
                self._compare(entry, entry.event.model_copy(update={"digest": state.digest}), group[-1])
            self._fold(state, entry.event)
        if going and (more := next(today, None)):
            self._compare(None, more, group[-1])

    def _next(self, today: Iterator[Event]) -> Event | None:
        """What happens next by today's telling; None where that cannot go on."""
        try:
            return next(today, None)
        except GameError:
            return None

    def _goes_on(self, entry: Entry, event: Event | None) -> bool:
        """True while today's telling is the record's, but for words that were taken out."""
        was = entry.event
        if was == event:
            self.done.prompts += isinstance(event, happened.PromptAssembled)
            self.done.rolls += isinstance(event, happened.DiceRolled)
            return True
        if isinstance(was, happened.DiceRolled) and isinstance(event, happened.DiceRolled) and _same_throw(was.roll, event.roll):
            self._compare(entry, event, entry)
        if isinstance(was, happened.PromptAssembled) and isinstance(event, happened.PromptAssembled):
            self.done.unlike += 1
            return True
        if isinstance(was, happened.CompletionReceived) and isinstance(event, happened.CompletionReceived):
            return was == event.model_copy(update={"prompt_hash": was.prompt_hash})
        return entry.redacted and type(was) is type(event)

    def _choose_reader(self, group: list[Entry]) -> bool:
        """True where today's reader is the one that read this group, and reads it again; else what was read is an input."""
        today = self.reader.version
        versions = {own_reader(claim.provenance) for claim in _reading(group).claims if not by_a_model(claim.provenance)} | {
            self.recorded.version
        }
        others = sorted(versions - {today})
        if not others:
            self.tools.reader = self.reader
            return True
        self.done.note(f"The reader was {others[0] or 'unknown'} and is {today}: what it had read was taken from the record.")
        self.recorded.readings = _readings(group)
        self.tools.reader = self.recorded  # type: ignore[assignment]
        return False

    def _events(self, group: list[Entry], state: StoryState, *, as_recorded: bool = False) -> Iterator[Event]:
        """What happens by today's code. With ``as_recorded`` the player's line is heard as it was."""
        first = group[0].event
        if isinstance(first, happened.StoryOpened):
            pack = next(entry.event.pack for entry in group if isinstance(entry.event, happened.PackOpened))
            relations = tuple(entry.event.relation for entry in group if isinstance(entry.event, happened.RelationDeclared))
            opening = Opening(
                campaign=first.campaign, pack=pack, seed=first.seed, gm=first.gm, relations=relations, versions=first.versions,
                templates=first.templates, weights=first.weights, simulation=first.simulation,
                start=first.opening,
            )  # fmt: skip
            return (open_import if first.origin == "import" else open_story)(opening, state, self.tools)
        line = _line(group)
        if line:
            events, table = [entry.event for entry in group], _table(group)
            ask = Answers(events, self.done.note).ask
            return ingest_line(line, _minute(group, state), _reading(group), state, self.tools, ask, table)
        prompt = next((entry.event.prompt for entry in group if isinstance(entry.event, happened.PromptAssembled)), None)
        completion = next(entry.event.completion for entry in group if isinstance(entry.event, happened.CompletionReceived))
        extra = tuple(beat for section in prompt.sections for beat in section.beats if beat.sim != "none") if prompt else ()
        spoke = first if isinstance(first, happened.PlayerSpoke) else happened.PlayerSpoke(said="")

        unlike = self._choose_plug_ins(group, state) | self.meaning.choose(group)
        self.done.unlike += unlike
        self.given = unlike
        drafts = [entry.event for entry in group if isinstance(entry.event, happened.DraftReceived)]
        marks = next((entry.event.objections for entry in group if isinstance(entry.event, happened.ReplyMarked)), ())
        waiting = [draft.completion for draft in drafts]

        def complete(asked: Prompt) -> Completion:
            if waiting:
                return waiting.pop(0)
            if unlike or completion.given_by != "provider" or self.blind:
                return completion
            if completion.model != self.tools.provider.version:
                self.done.note(f"What {completion.model} told was taken from the record.")
                return completion
            self.done.retold += 1
            return self.tools.provider.complete(asked)

        def recorded(draft: Completion, *_: object) -> tuple[Objection, ...]:
            """What another reader found in a draft, or in what was told, is an input."""
            return next((one.objections for one in drafts if one.completion == draft), marks if draft == completion else ())

        premises = tuple(beat for section in prompt.sections for beat in section.beats if beat.kind == "premise") if prompt else ()
        events = [entry.event for entry in group]
        others = Judgement(lambda *_: premises, recorded, partial(RecordedSecond, events))
        judgement = self._hearing(spoke, TODAYS if self.tools.reader is self.reader else others, events)
        if as_recorded:
            judgement = replace(judgement, understood=as_heard(spoke, events))
        judgement = self._of_lorebooks(judgement, events)
        today = take_turn(
            spoke.said, state, self.tools, complete, attempt=spoke.attempt, extra=extra, table=_table(group), judgement=judgement,
            ask=Answers(events, self.done.note).ask, sampling=prompt.sampling if prompt else None,
        )  # fmt: skip
        return self.meaning.as_far_as_known(group, _with_prompt_of(group, today) if unlike else today)

    def _of_lorebooks(self, judgement: Judgement, events: list[Event]) -> Judgement:
        """The same judgement; where a key took too long to look for, what acted is taken from the record: another machine may be faster."""
        acted = [event for event in events if isinstance(event, happened.LorebooksActed)]
        if not any(one.why == "slow" for event in acted for one in event.activation.idle):
            return judgement
        self.done.note("What acts of the lorebooks was taken from the record where a key took too long to look for.")
        return replace(judgement, lorebooks=lambda *_: iter(acted))

    def _hearing(self, spoke: happened.PlayerSpoke, judgement: Judgement, events: list[Event]) -> Judgement:
        """The same judgement; what another ear heard is taken from the record."""
        if spoke.ear == self.tools.heard_by or any(
            isinstance(event, happened.ModelAsked) and event.purpose == "interpret" for event in events
        ):
            return judgement
        return replace(judgement, understood=as_heard(spoke, events))

    def _choose_plug_ins(self, group: list[Entry], state: StoryState) -> bool:
        """Let the plug-ins of that turn take part. True where the prompt held what one brought that is not at hand."""
        events = [entry.event for entry in group]
        self.tools.plug_ins, missing = as_recorded(self.plug_ins, events, state)
        prompt = next((event for event in events if isinstance(event, happened.PromptAssembled)), None)
        unlike = False
        for mark in missing:
            if mark.kind == "rule":
                self.done.note(f"The rule {mark.id} is not installed: what it had found was taken from the record.")
            elif prompt and is_of(prompt, mark):
                unlike = True
                self.done.note(
                    f"Prompts held what the context source {mark.id} had brought, which is not installed: they were taken from the record, "
                    "and not compared. To compare them, install it."
                )
        return unlike

    def _compare(self, entry: Entry | None, event: Event | None, last: Entry) -> None:
        if entry is not None and event is not None and entry.event == event:
            self.done.prompts += isinstance(event, happened.PromptAssembled) and not self.given
            self.done.rolls += isinstance(event, happened.DiceRolled)
            return
        number = entry.number if entry else last.number
        turn = entry.turn if entry else last.turn
        where, was, now = first_difference(entry.event if entry else None, event)
        raise ReplayDivergence(
            f"journal entry {number} (turn {turn})",
            f'the record and today\'s telling differ.\n  {where}:  was "{was}"  now "{now}"',
            "If today's telling is right, play the story again. The old record stays readable: gm replay NAME",
        )

    def _folded(self, events: Iterator[Event], state: StoryState) -> Iterator[Event]:
        for event in events:
            self._fold(state, event)
            yield event

    def _fold(self, state: StoryState, event: Event) -> None:
        fold(state, event)
        self.tools.memory.apply(event)


def _with_prompt_of(group: list[Entry], events: Iterator[Event]) -> Iterator[Event]:
    """The same events with the prompt, and what answered it, as they are on record."""
    fixed = {type(entry.event): entry.event for entry in group if isinstance(entry.event, GIVEN)}
    for event in events:
        yield fixed[type(event)] if isinstance(event, GIVEN) else event


def _minute(group: list[Entry], state: StoryState) -> int:
    """The story minute that an imported line was given: it depends on the lines after it, so it is taken as recorded."""
    events = (entry.event for entry in group)
    told = (event.new for event in events if isinstance(event, happened.StateChanged) and event.what == "time")
    return next((minute for minute in told if isinstance(minute, int)), state.minute)


def _make(version: str) -> str:
    """The code of a GM's version, without its words.

    >>> _make("embedded-3/0a1b2c3d")
    'embedded-3'
    """
    return version.partition("/")[0]


NO_PLAN = (
    happened.PlayerSpoke, happened.TableRulesChosen, happened.PlugInsChosen, happened.LorebooksActed, happened.CompletionReceived,
    happened.DraftReceived, happened.TurnClosed,
)  # fmt: skip
"""What no plan brings about."""


def _planned_otherwise(was: Event, now: Event | None) -> bool:
    """True where each comes of another plan: what the dice say where both throw the same is no plan's."""
    if was == now or now is None or isinstance(was, NO_PLAN) or isinstance(now, NO_PLAN):
        return False
    return not (isinstance(was, happened.DiceRolled) and isinstance(now, happened.DiceRolled) and _same_throw(was.roll, now.roll))


def _same_throw(one: Roll, other: Roll) -> bool:
    """True where the same dice were drawn from the same place, so that they must have fallen alike."""
    return (one.key, one.stream, one.first, one.expression) == (other.key, other.stream, other.first, other.expression)


def _table(group: list[Entry]) -> TableRules | None:
    """The table's rules that were chosen in this group."""
    return next((entry.event.rules for entry in group if isinstance(entry.event, happened.TableRulesChosen)), None)


def _reading(group: list[Entry]) -> Reading:
    """What the reader read when this group was written."""
    heard = (entry.event.claim for entry in group if isinstance(entry.event, happened.ClaimHeard))
    introduced = (entry.event.entity for entry in group if isinstance(entry.event, happened.EntityIntroduced))
    gists = (gist for entry in group if isinstance(entry.event, happened.GistsHeard) for gist in entry.event.gists)
    return Reading(
        tuple(claim for claim in heard if claim.provenance.reader and claim.relation != TOLD), tuple(introduced), gists=tuple(gists)
    )


def _found(group: list[Entry]) -> tuple[Conflict, ...]:
    """What was found between whole sentences when this group was written."""
    conflicts = (entry.event.conflict for entry in group if isinstance(entry.event, happened.ConflictFound))
    return tuple(conflict for conflict in conflicts if conflict.relation == TOLD and not conflict.incoming.reader)


def _readings(group: list[Entry]) -> dict[str, Reading]:
    """What was read in a turn, by where the text came from: what a chip declared is read before the GM answers."""
    answered = next((n for n, entry in enumerate(group) if isinstance(entry.event, happened.CompletionReceived)), len(group))
    declared, told = _reading(group[:answered]), _reading(group[answered:])
    return {"chip": declared, "extracted": told}


def _line(group: list[Entry]) -> TranscriptLine | None:
    """The transcript's line that an imported group came from."""
    brought = next((entry.event.line for entry in group if isinstance(entry.event, happened.LineBrought)), "")
    for entry in group:
        event = entry.event
        if isinstance(event, happened.PlayerSpoke) and event.origin == "import":
            came = {"speaker": event.speaker, "time": event.time, "brought": brought}
            return TranscriptLine(turn=event.turn, text=event.said, role="player", **came)
        if isinstance(event, happened.CompletionReceived) and event.completion.given_by == "import":
            role = "npc" if event.completion.model == "npc" else "gm"
            came = {"speaker": event.speaker, "time": event.time, "brought": brought}
            return TranscriptLine(turn=event.turn, text=event.completion.text, role=role, **came)
    return None
