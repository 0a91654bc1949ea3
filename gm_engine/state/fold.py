"""The fold: what each event does to the state. A function for each kind; an event without one changes nothing here."""

from collections.abc import Callable, Iterable
from typing import Any

from gm_engine.lore.records import NOWHERE, Setting, speaker_of
from gm_engine.state.cast import joined, parted
from gm_engine.state.story_state import StoryState, Wound
from gm_engine.story import event as happened
from gm_engine.story.edit import Edit
from gm_engine.story.event import Event
from gm_engine.story.made_once import shared
from gm_engine.story.turn import Turn
from gm_engine.story.wording import Wording

TO_SOMEBODY = ("greet", "ask", "tell", "persuade", "accuse", "threaten", "promise")
"""Acts by which somebody is spoken with."""


def rebuild(events: Iterable[Event], state: StoryState | None = None) -> StoryState:
    """The state after ``events``, from the beginning or from ``state`` on."""
    state = state or StoryState()
    for event in events:
        fold(state, event)
    return state


def fold(state: StoryState, event: Event) -> None:
    """Changes ``state`` by one event."""
    if event.turn > state.turn:
        state.turn = event.turn
    state.lore.apply(event, setting_of(event, state))
    step = STEPS.get(type(event))
    if step:
        step(state, event)


def setting_of(event: Event, state: StoryState) -> Setting:
    """When it happens and who is there to hear it, for the events of which the lore keeps that."""
    if isinstance(event, happened.ClaimHeard):
        turn = state.turns.get(str(event.claim.provenance.turn)) if speaker_of(event.claim) else None
        return Setting(state.minute, (state.pc, *turn.present)) if turn else NOWHERE
    return Setting(state.minute) if isinstance(event, happened.ConsequencePaid) else NOWHERE


def story_opened(state: StoryState, event: happened.StoryOpened) -> None:
    state.campaign, state.title, state.seed, state.gm = event.campaign, event.title, event.seed, event.gm
    state.versions, state.simulation, state.opening = dict(event.versions), event.simulation, event.opening


def pack_opened(state: StoryState, event: happened.PackOpened) -> None:
    state.pack = shared(event.pack)


def session_opened(state: StoryState, event: happened.SessionOpened) -> None:
    state.session, state.minute = event.number, max(state.minute, event.minute)


def scene_opened(state: StoryState, event: happened.SceneOpened) -> None:
    if state.scene.id in state.scenes:
        state.scenes[state.scene.id] = state.scene.model_copy(update={"closed": state.minute})
    state.scene = event.scene
    state.scenes[event.scene.id] = event.scene


def world_remembered(state: StoryState, event: happened.WorldRemembered) -> None:
    for memoir in event.memoirs:
        state.elsewhere[memoir.id] = memoir


def player_spoke(state: StoryState, event: happened.PlayerSpoke) -> None:
    state.attempt = event.attempt
    if said := next((intent for intent in reversed(event.intents) if intent.verb in TO_SOMEBODY and intent.target), None):
        state.exchange, state.exchanged = said, event.turn
    _note(state, event.turn, said=event.said, speaker=event.speaker, time=event.time)


def dice_rolled(state: StoryState, event: happened.DiceRolled) -> None:
    turn = state.turns.get(str(event.turn))
    if turn:
        _note(state, event.turn, rolls=(*turn.rolls, event.roll))


def lorebooks_acted(state: StoryState, event: happened.LorebooksActed) -> None:
    """What is timed stands in a table of its own, of which only what changed is written anew."""
    state.acted = event.activation
    timed = {one.name: one for one in event.activation.timed}
    for name in [name for name in state.timed if name not in timed]:
        state.timed.drop(name)
    for name, one in timed.items():
        if state.timed.get(name) != one:
            state.timed[name] = one


def prompt_assembled(state: StoryState, event: happened.PromptAssembled) -> None:
    state.prompt, state.spread = event.prompt, event.spread


def budget_chosen(state: StoryState, event: happened.BudgetChosen) -> None:
    state.budget = event.budget


def table_rules_chosen(state: StoryState, event: happened.TableRulesChosen) -> None:
    state.table = event.rules


def plug_ins_chosen(state: StoryState, event: happened.PlugInsChosen) -> None:
    state.plug_ins = event.plug_ins


def plug_in_failed(state: StoryState, event: happened.PlugInFailed) -> None:
    if event.left_out:
        state.plug_ins = tuple(mark for mark in state.plug_ins if mark != event.plug_in)


def model_asked(state: StoryState, event: happened.ModelAsked) -> None:
    if event.about and event.purpose not in ("note", "check"):
        state.worded[event.about] = Wording(question_hash=event.question_hash, text=event.completion.text)


def note_given(state: StoryState, event: happened.NoteGiven) -> None:
    state.note = event.note


def memory_edited(state: StoryState, event: happened.MemoryEdited) -> None:
    """The next prompt is laid out anew: what was said before may be told otherwise now."""
    edit = event.edit
    state.edits[edit.id] = edit
    state.prompt = None
    if edit.act == "merge" and (gone := _newcomer_of(edit, state)):
        state.pack = parted(state.pack, gone)
    elif edit.act == "undo" and (undone := state.edits.get(edit.takes_back)) and (back := _newcomer_of(undone, state)):
        state.pack = joined(state.pack, state.newcomers[back]) if undone.act == "merge" else state.pack
    mark(state)


def _newcomer_of(edit: Edit, state: StoryState) -> str:
    """The newcomer whom an edit is about, if it is about one."""
    id = next(iter(edit.what), "").partition(":")[2]
    return id if id in state.newcomers else ""


def mark(state: StoryState) -> None:
    """Lets the lore and the gists know what all edits by hand come to."""
    state.lore.mark(state.marks)
    state.gists.mark(state.marks)


def newcomer_joined(state: StoryState, event: happened.NewcomerJoined) -> None:
    state.pack = joined(state.pack, event.newcomer)
    state.newcomers[event.newcomer.id] = event.newcomer


def newcomer_known(state: StoryState, event: happened.NewcomerKnown) -> None:
    state.pack = parted(state.pack, event.newcomer)


def work_done(state: StoryState, event: happened.WorkDone) -> None:
    state.works[event.work.id] = event.work


def reply_marked(state: StoryState, event: happened.ReplyMarked) -> None:
    state.marked = event.objections


def text_redacted(state: StoryState, _: happened.TextRedacted) -> None:
    """The next prompt is laid out anew: nothing of the last one is taken over."""
    state.prompt = None


def completion_received(state: StoryState, event: happened.CompletionReceived) -> None:
    changes: dict[str, Any] = {"reply": event.completion.text, "given_by": event.completion.given_by}
    if event.speaker or event.time:
        changes |= {"speaker": event.speaker, "time": event.time}
    _note(state, event.turn, **changes)


def _note(state: StoryState, number: int, **changes: Any) -> None:
    turn = state.turns.get(str(number)) or Turn(number=number, scene=state.scene.id, session=state.session)
    now = {"place": state.here, "minute": state.minute, "present": state.present(), "scene": state.scene.id, "session": state.session}
    state.turns[str(number)] = turn.model_copy(update=now | changes)


def turn_closed(state: StoryState, event: happened.TurnClosed) -> None:
    if event.turn:
        _note(state, event.turn)
    if any(one.turn != event.turn for one in state.marked):
        state.marked = ()


def decision_made(state: StoryState, event: happened.DecisionOffered | happened.DecisionTaken) -> None:
    state.decisions[event.decision.id] = event.decision
    if event.decision.taken is not None:
        made = event.decision
        state.chosen = (*(one for one in state.chosen if (one.turn, one.id) != (made.turn, made.id)), made)


def consequence_noted(state: StoryState, event: happened.ConsequenceDue | happened.ConsequencePaid) -> None:
    state.consequences[event.consequence.id] = event.consequence


def wrong_noted(state: StoryState, event: happened.WrongDone | happened.WrongSettled) -> None:
    state.wrongs[event.wrong.id] = event.wrong


def story_point_reached(state: StoryState, event: happened.StoryPointReached) -> None:
    state.story_points[event.story_point.id] = event.story_point


def gists_heard(state: StoryState, event: happened.GistsHeard) -> None:
    state.gists.hear(event.gists, state.pc)


def conflict_found(state: StoryState, event: happened.ConflictFound) -> None:
    state.conflicts[event.conflict.id] = event.conflict


def conflict_settled(state: StoryState, event: happened.ConflictSettled) -> None:
    conflict = state.conflicts[event.conflict]
    state.conflicts[event.conflict] = conflict.model_copy(update={"settlement": event.settlement})


def state_changed(state: StoryState, event: happened.StateChanged) -> None:
    CHANGES[event.what](state, event)


def _set_wound(state: StoryState, event: happened.StateChanged) -> None:
    """``detail`` is ``PLACE; CAUSE; HEALS`` (a minute); ``new`` the boxes of this wound, 0 where it has been mended."""
    place, cause, heals = ([part.strip() for part in event.detail.split(";")] + ["", "", ""])[:3]
    kept = tuple(wound for wound in state.wounds.get(event.key, ()) if event.new or wound.place != place)
    if event.new:
        kept += (Wound(place=place, boxes=int(event.new), cause=cause, since=state.minute, heals=int(heals or state.minute)),)
    state.wounds[event.key] = kept


def _set_secret(state: StoryState, event: happened.StateChanged) -> None:
    state.secrets[event.key] = str(event.new)
    if event.detail:
        state.clues[f"{event.key}/{event.detail}"] = event.turn


def _set_scalar(state: StoryState, event: happened.StateChanged) -> None:
    number = int(event.new or 0)
    if event.what == "time":
        state.minute = number
    elif event.what == "strain":
        state.strain = number
    elif event.what == "ended":
        state.ended = bool(number)
    else:
        state.tension = [*state.tension, number][-6:]


def _set_pending(state: StoryState, event: happened.StateChanged) -> None:
    """``detail`` are the words that wait; they wait no longer where ``new`` is None."""
    if event.new is None:
        state.pending.drop(event.key)
    else:
        state.pending[event.key] = event.detail


def _table(name: str, *, joined: bool = False) -> Callable[[StoryState, happened.StateChanged], None]:
    def put(state: StoryState, event: happened.StateChanged) -> None:
        table = getattr(state, name)
        where = f"{event.key}/{event.detail}" if joined and event.detail else event.key
        if event.new is None:
            table.drop(where)
        else:
            table[where] = event.new

    return put


CHANGES: dict[str, Callable[[StoryState, happened.StateChanged], None]] = {
    "place": _table("places"),
    "time": _set_scalar,
    "clock": _table("clocks"),
    "item": _table("items", joined=True),
    "money": _table("money"),
    "wound": _set_wound,
    "ammo": _table("ammo", joined=True),
    "flag": _table("flags"),
    "attitude": _table("attitudes"),
    "secret": _set_secret,
    "condition": _table("conditions"),
    "chips": _table("chips"),
    "readiness": _table("readiness", joined=True),
    "met": _table("met"),
    "visit": _table("visits"),
    "rumour": _table("rumours"),
    "trait": _table("traits", joined=True),
    "strain": _set_scalar,
    "tension": _set_scalar,
    "played": _table("played"),
    "ended": _set_scalar,
    "used": _table("used", joined=True),
    "party": _table("party"),
    "pending": _set_pending,
    "law": _table("law", joined=True),
    "stay": _table("stays", joined=True),
}

STEPS: dict[type, Callable[[StoryState, Any], None]] = {
    happened.StoryOpened: story_opened,
    happened.PackOpened: pack_opened,
    happened.SessionOpened: session_opened,
    happened.SceneOpened: scene_opened,
    happened.WorldRemembered: world_remembered,
    happened.PlayerSpoke: player_spoke,
    happened.DiceRolled: dice_rolled,
    happened.LorebooksActed: lorebooks_acted,
    happened.PromptAssembled: prompt_assembled,
    happened.BudgetChosen: budget_chosen,
    happened.TableRulesChosen: table_rules_chosen,
    happened.PlugInsChosen: plug_ins_chosen,
    happened.PlugInFailed: plug_in_failed,
    happened.ModelAsked: model_asked,
    happened.NoteGiven: note_given,
    happened.MemoryEdited: memory_edited,
    happened.NewcomerJoined: newcomer_joined,
    happened.NewcomerKnown: newcomer_known,
    happened.WorkDone: work_done,
    happened.ReplyMarked: reply_marked,
    happened.TextRedacted: text_redacted,
    happened.CompletionReceived: completion_received,
    happened.TurnClosed: turn_closed,
    happened.DecisionOffered: decision_made,
    happened.DecisionTaken: decision_made,
    happened.ConsequenceDue: consequence_noted,
    happened.ConsequencePaid: consequence_noted,
    happened.WrongDone: wrong_noted,
    happened.WrongSettled: wrong_noted,
    happened.StoryPointReached: story_point_reached,
    happened.GistsHeard: gists_heard,
    happened.ConflictFound: conflict_found,
    happened.ConflictSettled: conflict_settled,
    happened.StateChanged: state_changed,
}
