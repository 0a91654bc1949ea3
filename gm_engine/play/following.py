"""Follows a front-end: its history is laid beside the record, and its newest words become a turn where they belong.

Nothing is recorded twice: a new line is a turn, the same line again is told again with the same dice, an edited line leaves
along a branch, and words that a front-end has put in the GM's mouth are taken as they are.
"""

from collections.abc import Callable, Collection
from contextlib import nullcontext
from dataclasses import dataclass, replace

from gm_engine.errors import GameError, ProviderError
from gm_engine.play.chair import OnEvent, OnText
from gm_engine.play.decided import Decided, decide_again, decided_beyond
from gm_engine.play.game import Game, Played
from gm_engine.play.placing import History, Lines, Place, exchanges, goes_on, place
from gm_engine.play.same_words import Exchange, bare
from gm_engine.play.shown_otherwise import put_right
from gm_engine.story import event as happened
from gm_engine.story.budget import Budget
from gm_engine.story.completion import Completion
from gm_engine.story.counting import counted
from gm_engine.story.prompt import Prompt, PromptSection, Role
from gm_engine.story.sampling import Sampling
from gm_engine.tokens import count

MOST_GIVEN = 100
"""So many exchanges that are not recorded yet are taken in at once."""


@dataclass(frozen=True)
class Followed:
    """What came of a front-end's line: where it stood, and the turn that was played; None where the last one was told once more."""

    place: Place
    branch: str
    turn: int
    reply: str
    played: Played | None = None


def follow(
    game: Game,
    history: History,
    lines: Lines,
    *,
    note: str | None = None,
    unheard: Collection[tuple[str, int]] = (),
    sampling: Sampling | None = None,
    on_place: Callable[[Place], None] | None = None,
    on_text: OnText = None,
    on_event: OnEvent = None,
) -> Followed:
    """Play a front-end's newest words where its history stands.

    ``note`` is what goes along in the prompt from now on (None: as it was). ``unheard`` are branches and turns that were
    played, but whose words never arrived: asked for again, they are given as they are. ``sampling`` is how the
    front-end wants the words of this turn chosen. Where the GM does not answer, the story is on
    the branch that it was on, and no turn is lost.
    """
    at = _where(game, history, lines)
    if on_place:
        on_place(at)
    if len(at.given) > MOST_GIVEN:
        what = f"the history brings {counted(len(at.given), 'exchange')} that are not recorded, and {MOST_GIVEN} are taken in at once."
        then = "Import the conversation first (gm import FILE), or begin a new chat: a story goes on where it stands."
        raise GameError(game.journal.name, what, then, "long-history")
    was = game.journal.branch
    if at.did == "reroll" and (at.branch, at.turn + 1) in unheard and (told := _told_again(game, at, on_text)):
        return told
    try:
        return _follow(game, history, at, note, sampling, on_text, on_event)
    except BaseException:
        if game.journal.branch != was:
            game.switch(was)
        raise


def _where(game: Game, history: History, lines: Lines) -> Place:
    current = game.journal.branch
    here = exchanges(game.state.turns.values())
    told = {current: here}
    if not goes_on(history, here):
        told |= {point.name: lines.along(game.journal, point.name) for point in game.journal.branches() if point.name != current}
    found = place(history, told, current)
    return found if told[found.branch] else replace(found, turn=game.state.turn)


def _told_again(game: Game, at: Place, on_text: OnText) -> Followed | None:
    """The words on record of the turn after a place, once more; None where that is not the last one there."""
    was = game.journal.branch
    if at.branch != was:
        game.switch(at.branch)
    if game.state.turn != at.turn + 1:
        game.switch(was)
        return None
    reply = game.state.turns[str(at.turn + 1)].reply
    if on_text:
        on_text(reply)
    return Followed(replace(at, did="told again"), at.branch, at.turn + 1, reply)


def _follow(
    game: Game, history: History, at: Place, note: str | None, sampling: Sampling | None, on_text: OnText, on_event: OnEvent,
) -> Followed:  # fmt: skip
    moves = at.branch != game.journal.branch or at.turn < game.state.turn
    left = decided_beyond(game, at.branch, at.turn) if moves else Decided()
    with game.or_as_it_was() if moves else nullcontext():
        if at.branch != game.journal.branch:
            game.switch(at.branch)
        if at.turn < game.state.turn:
            leave(game, "reroll" if at.did == "reroll" else "edit", at.turn)
        left = decide_again(game, left) if moves else left
        if note is not None and at.did != "reroll":
            game.take_note(note)
        for one in at.given:
            game.reply_next(bare(one.reply))
            game.play(one.said)
        left = decide_again(game, left) if at.given else left
        with game.holding():
            remarks = (*left.remarks, *put_right(game, at.changed, at.reworded))
        played = game.play(history.said, on_text, on_event, sampling=within(sampling, game.budget)).with_remarks(remarks)
    return Followed(at, game.journal.branch, played.turn.number, played.turn.reply, played)


def leave(game: Game, kind: str, turn: int) -> str:
    """Go on after ``turn`` along a branch of its own, called after ``kind`` and the turn that is to come; its name.

    One that was made here before and has nothing on it is used again.
    """
    points = {point.name: point for point in game.journal.branches()}
    for n in range(1, len(points) + 2):
        name = f"{kind}-{turn + 1}" + (f"-{n}" if n > 1 else "")
        if name not in points:
            game.branch(name, turn=turn)
            return name
        point = points[name]
        if point.head == point.at and point.turn == turn and point.forked_from == game.journal.branch:
            game.switch(name)
            return name
    raise AssertionError("numbers do not end")


def within(sampling: Sampling | None, budget: Budget) -> Sampling | None:
    """What a front-end asks for, within the campaign's own budget: where a turn may cost only so much, a reply is no longer than that
    was reckoned with. Prose is held to no form: it is the story.
    """
    if sampling is None:
        return None
    most = min(sampling.most or budget.reply, budget.reply) if budget.ceiling else sampling.most
    asked = sampling.model_copy(update={"most": most, "form": ""})
    return None if asked == Sampling() else asked


def aside(
    game: Game, messages: tuple[tuple[Role, str], ...], on_text: OnText = None, sampling: Sampling | None = None
) -> Completion | None:
    """The GM's answer to something that is no turn (a title, a summary for the front-end). The story does not hear of it; the answer
    is on record with what it cost, as one to a question beside the telling.

    None where the GM can only tell stories: it would not know what to say.
    """
    if game.tools.provider.repeatable:
        return None
    sections = tuple(PromptSection(name="aside", role=role, text=text, tokens=count(text)) for role, text in messages if text.strip())
    prompt = Prompt(sections=sections, draw=game.state.draw(), sampling=sampling)
    try:
        answer = game.tools.provider.complete(prompt, on_text)
    except ProviderError as error:
        if isinstance(error.spent, Completion):
            game.journal.keep_spent(prompt.hash, error.spent)
        raise
    game.take_in((happened.ModelAsked(turn=game.state.turn, purpose="aside", question_hash=prompt.hash, completion=answer),))
    return answer


def given(pairs: tuple[tuple[str, str], ...], said: str, lead: str = "") -> History:
    """A history from pairs of the player's words and the reply."""
    return History(tuple(Exchange(one, other) for one, other in pairs), said, lead)
