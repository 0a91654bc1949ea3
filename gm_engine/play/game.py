"""A game: one campaign at the table. Plays turns, goes back, branches, settles; every change is an event in its journal."""

from itertools import takewhile

from gm_engine import continuity, direction, rules
from gm_engine.errors import GameError, UnknownName
from gm_engine.journal import Journal
from gm_engine.play.by_hand import ByHand
from gm_engine.play.chair import Chair, OnEvent, OnText
from gm_engine.play.decided import decide_again, decided_beyond
from gm_engine.play.judgement import stands_in
from gm_engine.play.loop import take_turn
from gm_engine.play.on_record import OnRecord
from gm_engine.play.opening import Opening, open_session, open_story
from gm_engine.play.played import Played
from gm_engine.play.renote import notes_of
from gm_engine.play.reread import Reread, reread
from gm_engine.play.ticking import ticked
from gm_engine.play.tools import Tools
from gm_engine.play.views import view
from gm_engine.state import StoryState, rebuild
from gm_engine.story import event as happened
from gm_engine.story.beat import Beat
from gm_engine.story.budget import Budget
from gm_engine.story.claim import Fact
from gm_engine.story.conflict import Conflict, Settlement
from gm_engine.story.counting import counted, turns_run
from gm_engine.story.event import Event
from gm_engine.story.letters import plain
from gm_engine.story.sampling import Sampling
from gm_engine.tokens import ESTIMATE, clipped, missing

__all__ = ["Game", "Played"]
AFTER_A_TURN = 32
"""So many vectors are made after a turn, where there are any to make up for."""
SHORT_PAUSE = 5
"""Minutes within which nobody is told what was before: they have only just left."""
AT_TABLE = "at_table"
"""The flag that is set once somebody has sat down to this story, and not only a script has played it."""
REREAD = (happened.ClaimHeard, happened.FactEstablished, happened.ConflictFound)
SETTLING = (happened.EntityIntroduced, happened.FactEstablished)


class Game(OnRecord):
    """A campaign in play. Whatever fails in the middle of a turn leaves no trace: the state is folded anew from the journal."""

    def __init__(self, journal: Journal, tools: Tools) -> None:
        super().__init__(journal, tools)
        self._reply: str | None = None
        self._answers: dict[str, str] = {}
        self._extra: list[Beat] = []
        self._failed: set[str] = set()
        self.unsettled: tuple[str, ...] = ()
        """The conflicts that were settled after the turn that the last ``undo`` went back to, and are open again."""
        self.unedited: tuple[str, ...] = ()
        """The edits by hand that were made after the turn that the last ``undo`` went back to, and hold no more."""

    # --- beginning and coming back

    def begin(self, opening: Opening) -> None:
        """Open the story: the journal must be empty."""
        self._keep(open_story(opening, self.state, self.tools))

    def resume(self) -> None:
        """Fold the journal anew, from the newest snapshot on; what was laid out for the next turn is laid aside."""
        super().resume()
        self._reply, self._extra, self._answers = None, [], {}

    def __repr__(self) -> str:
        return f"<Game {self.journal.name}: turn {self.state.turn}, told by {self.tools.provider.name}>"

    # --- playing

    def play(self, said: str, on_text: OnText = None, on_event: OnEvent = None, *, sampling: Sampling | None = None) -> Played:
        """One turn. It is on record when this returns; if it raises, nothing is.

        ``on_event`` hears each event as it happens (the dice before the prose), ``on_text`` the prose as it comes. ``sampling`` is
        how a front-end wants a language model's words chosen, for this turn.
        """
        if self.adrift:
            self.resume()
        if self.state.ended:
            then = "Nothing more is told. /undo takes the last turn back, /anew begins anew on a branch, /ending tells it again."
            raise GameError(self.state.campaign, "the story has come to its end.", then, slug="story-ended")
        self._count_all_the_same()
        attempt = self.journal.attempts()
        said = plain(said)
        if meanings := self.tools.memory.meanings:
            meanings.counts = meanings.ready(self.tools.memory.talk, said, self.state.turn)
        table = self.tools.table
        chair = Chair(self.tools.provider, self.journal, attempt, table or self.state.table, reply=self._reply, on_text=on_text,
                      on_event=on_event, failed=self._failed, answers=self._answers, stands=stands_in(self.state, self.tools))  # fmt: skip
        told = take_turn(
            said, self.state, self.tools, chair.complete, attempt=attempt, extra=tuple(self._extra), table=table, ask=chair.ask,
            sampling=None if self.tools.provider.repeatable else sampling,
        )  # fmt: skip
        events = self._keep(told, chair.hear)
        self._reply, self._extra, self._answers = None, [], {}
        self.learn(AFTER_A_TURN)
        turn = self.state.turns.last()
        if turn is None:
            raise GameError(self.state.campaign, "a turn was played and is not in the state.", "Report this.", slug="lost-turn")
        return Played(turn, events, (*ticked(events, self.state), *self.new_remarks()))

    @property
    def budget(self) -> Budget:
        """What prompts are fitted into: as it was opened with, or chosen since."""
        return self.state.budget or self.tools.budget

    def choose_budget(self, budget: Budget, why: str = "") -> None:
        """Fit prompts into another budget from now on; nothing happens where it is the same."""
        if budget != self.budget:
            self._keep((happened.BudgetChosen(turn=self.state.turn, budget=budget, why=why),))

    def take_note(self, note: str) -> None:
        """Send a note of the player's own program along with every prompt, as data: as much of it as the budget holds; empty: none."""
        kept = clipped(plain(note).strip(), self.budget.note, self.budget.encoding)
        if kept != self.state.note:
            self._keep((happened.NoteGiven(turn=self.state.turn, note=kept),))

    @property
    def uncounted(self) -> str:
        """Why tokens are over-estimated from now on: the budget's tokenizer is not there. Empty where it is, or where that was said."""
        why = missing(self.budget.encoding)
        return f"{self.budget.encoding} cannot be counted ({why}): tokens are over-estimated" if why else ""

    def _count_all_the_same(self) -> None:
        """Where the budget's tokenizer is not there, an over-count takes its place; that goes on record, once."""
        if why := self.uncounted:
            self.choose_budget(self.budget.model_copy(update={"encoding": ESTIMATE}), why)

    @property
    def has_reply(self) -> bool:
        """True when a script's reply waits to stand in for the GM's."""
        return self._reply is not None

    def view(self, said: str) -> str | None:
        """What a looking command (/sheet, /map, /recap …) shows, which is no turn; None for everything else."""
        return view(said, self.state)

    def tell(self, who: str, secret: str) -> None:
        """Let somebody know a secret; told to the player's character, it is out."""
        state = self.state
        if secret not in state.pack.secrets or state.person(who) is None:
            raise UnknownName(
                state.campaign, f'"{who}" or "{secret}" is nobody and nothing here.', "Name a person and a secret of the pack."
            )
        if who == state.pc:
            change = happened.StateChanged(
                turn=state.turn, what="secret", key=secret, old=state.secret(secret), new="revealed", cause="told"
            )
        else:
            change = happened.StateChanged(turn=state.turn, what="flag", key=f"knows_{who}_{secret}", old=0, new=1, cause="told")
        self._keep((change,))

    def ask_first(self, on: bool | None = True) -> None:
        """Whether a change of everything ("I leave for Mexico") waits for the player's yes (None: as the rulebook says). On record."""
        self._flag(direction.ASKS, rules.rulebook_of(self.state.pack).turning.ask if on is None else on)

    def sit_down(self, minutes: int | None = None) -> bool:
        """Somebody sits down to play; True where they should be told what was before, and then another session has begun.

        ``minutes`` have passed since the last words, by the clock on the wall (None: nobody knows). Within ``SHORT_PAUSE``, at a
        table that was sat at before, the session simply goes on.
        """
        first = not self.state.turn
        goes_on = minutes is not None and minutes < SHORT_PAUSE and bool(self.state.flags.get(AT_TABLE))
        self._flag(AT_TABLE, True)
        if first or goes_on:
            return False
        self.open_session()
        return True

    def _flag(self, key: str, on: bool) -> None:
        if bool(self.state.flags.get(key)) != on:
            self._keep((happened.StateChanged(turn=self.state.turn, what="flag", key=key, new=1 if on else None, cause="table"),))

    def reply_next(self, reply: str) -> None:
        """Let ``reply`` stand in for the GM's next reply."""
        self._reply = plain(reply)

    def answer_next(self, purpose: str, answer: str) -> None:
        """Let ``answer`` stand in for what a language model says to the questions of that purpose in the next turn."""
        self._answers[purpose] = plain(answer)

    def inject(self, beat: Beat) -> None:
        """Put a declared fault or decoy into the next turn."""
        self._extra.append(beat)

    def open_session(self) -> int:
        """Begin another evening; its number. Before the first turn the first evening has only just begun."""
        if self.state.session and not self.state.turn:
            return self.state.session
        self._keep(open_session(self.state, self.state.session + 1))
        return self.state.session

    def advance(self, minutes: int) -> None:
        """Let story time pass without a turn."""
        self._keep(rules.pass_time(self.state, minutes, cause="advance"))

    # --- settling

    def settle(self, id: str, settlement: Settlement) -> Conflict:
        """The conflict as it now stands."""
        conflict = self.conflict(id)
        self._keep(continuity.settle(conflict, settlement, self.state, turn=self.state.turn))
        return self.conflict(conflict.id)

    def reopen(self, id: str) -> Conflict:
        """A settled conflict, open again: what its settlement did to the lore is taken back. ``last`` is the newest settled one."""
        settled = [conflict.id for conflict in self.state.conflicts.values() if conflict.settlement is not None]
        conflict = self.conflict(settled[-1] if id == "last" and settled else id)
        before, changed = self._before_settling(conflict.id)
        self._keep(continuity.reopen(conflict, changed, before, self.state, turn=self.state.turn))
        return self.conflict(conflict.id)

    def _before_settling(self, id: str) -> tuple[StoryState, tuple[Fact, ...]]:
        """The state as it was when a conflict was last settled, and the facts as that left them."""
        entries = list(self.journal.entries())
        at = next((n for n, entry in reversed(list(enumerate(entries))) if _settles(entry.event, id)), len(entries))
        facts = takewhile(lambda event: isinstance(event, SETTLING), (entry.event for entry in entries[at + 1 :]))
        return rebuild(entry.event for entry in entries[:at]), tuple(
            event.fact for event in facts if isinstance(event, happened.FactEstablished)
        )

    @property
    def by_hand(self) -> ByHand:
        """The edits of what is remembered: remember, forget, pin, unpin, hide, correct, merge, split, and their undoing."""
        return ByHand(self)

    def reread(self) -> Reread:
        """Every reply read again by today's reader; what it newly finds is on record when this returns.

        What a language model has noted, and what a GM handed over with its words, is left as it is.
        """
        unread: list[str] = []
        own = {entry.turn for entry in self.journal.entries() if _handed_over(entry.event)}
        events = self._keep(reread(self.state, self.tools, unread, notes_of(self.journal.entries()).noted | own))
        claims, facts, conflicts = (sum(isinstance(event, kind) for event in events) for kind in REREAD)
        return Reread(len(self.state.turns), claims, facts, conflicts, len(unread))

    # --- going back

    def undo(self, turns: int = 1) -> int:
        """Go back; the turn that is now the last. Nothing is deleted. What was settled after it is open again: see ``unsettled``."""
        if turns < 1 or turns > self.state.turn:
            raise GameError(
                self.state.campaign,
                f"{counted(self.state.turn, 'turn has', 'turns have')} been played, and {turns} cannot be taken back.",
                f"Name a number from 1 to {self.state.turn}." if self.state.turn else "Play a turn first.",
                slug="cannot-undo",
            )
        self._alone.ready(self.journal.name, self.closed)
        settled = {conflict.id for conflict in self.state.conflicts.values() if conflict.settlement is not None}
        edited = tuple(self.state.marks.standing)
        last = self.journal.undo(turns)
        self.resume()
        self.unsettled = tuple(id for id, conflict in self.state.conflicts.items() if id in settled and conflict.settlement is None)
        self.unedited = tuple(edit.id for edit in edited if edit.id not in self.state.edits)
        return last

    def retry(self, on_text: OnText = None, on_event: OnEvent = None) -> Played:
        """The last turn again: other words, the same dice. Where no others come, it stays as it was told. What was decided at the table
        since is decided again before, as far as it is not about that telling; the remarks say what is not."""
        turn = self.state.turns.last()
        if turn is None:
            raise GameError(self.state.campaign, "no turn has been played.", "Play one first.", slug="cannot-undo")
        since = decided_beyond(self, self.journal.branch, turn.number - 1)
        with self.or_as_it_was():
            self.undo()
            left = decide_again(self, since)
            return self.play(turn.said, on_text, on_event).with_remarks(left.remarks)

    def edit(self, turn: int, said: str, on_text: OnText = None, on_event: OnEvent = None) -> Played:
        """Another line at an earlier turn, on a branch of its own; what came after stays on the old one. What was decided about the turns
        before is decided again there."""
        if not 1 <= turn <= self.state.turn:
            raise GameError(self.state.campaign, f"there is no turn {turn}.", turns_run(self.state.turn), slug="no-such-turn")
        taken = {point.name for point in self.journal.branches()}
        name = next(name for n in range(1, len(taken) + 2) if (name := f"edit-{turn}" + (f"-{n}" if n > 1 else "")) not in taken)
        since = decided_beyond(self, self.journal.branch, turn - 1)
        with self.or_as_it_was():
            self.branch(name, turn=turn - 1)
            left = decide_again(self, since)
            return self.play(said, on_text, on_event).with_remarks(left.remarks)

    def branch(self, name: str, *, turn: int | None = None, reseed: bool = False) -> None:
        """Leave the present branch after ``turn`` (the last, unless named) and go on along a new one."""
        self._alone.ready(self.journal.name, self.closed)
        self.journal.fork(name, self.state.turn if turn is None else turn, reseed=reseed, go=True)
        self.resume()

    def switch(self, name: str) -> None:
        """Go on along another branch."""
        self._alone.ready(self.journal.name, self.closed)
        self.journal.switch(name)
        self.resume()

    def redact(self, turn: int, reason: str = "") -> int:
        """Take the words of a turn out of the record; how many texts went."""
        self._alone.ready(self.journal.name, self.closed)
        count = self.journal.redact(turn, reason)
        self.resume()
        return count


def _settles(event: Event, id: str) -> bool:
    return isinstance(event, happened.ConflictSettled) and event.conflict == id and event.settlement is not None


def _handed_over(event: Event) -> bool:
    """True for a reply that came with its claims."""
    return isinstance(event, happened.CompletionReceived) and event.completion.claims is not None
