"""Puts right what a front-end shows otherwise than it was told long ago: sentence by sentence, by hand, and the turns since stay."""

from collections.abc import Iterable, Iterator
from difflib import SequenceMatcher

from gm_engine.errors import GameError
from gm_engine.play.edit_target import Sentence, of_sentence, sentences, sentences_of
from gm_engine.play.game import Game
from gm_engine.play.same_words import Exchange, bare, plain, same, unnamed
from gm_engine.state import StoryState
from gm_engine.story.counting import counted
from gm_engine.story.edit import Edit
from gm_engine.story.marks import Half, half_of
from gm_engine.story.provenance import Provenance

AS_SHOWN = "the front-end shows it so"
"""Why such an edit was made."""
MOST = 8
"""So many turns are put right at once; the others when the history comes again."""


def put_right(game: Game, changed: Iterable[tuple[int, Exchange]]) -> tuple[str, ...]:
    """Let what a front-end shows of earlier turns stand in the place of what was told there. What was done, in whole sentences.

    What has been put right so already stays so: the same history may come any number of times. What the dice and the rules made of the
    turn stays in any case.
    """
    done: list[int] = []
    waiting: list[int] = []
    for number, shown in changed:
        turn = game.state.turns.get(str(number))
        if turn is None or turn.given_by == "import":
            continue
        halves: tuple[tuple[Half, str, str], ...] = (("said", turn.said, shown.said), ("reply", turn.reply, bare(shown.reply)))
        differing = [(half, words) for half, was, words in halves if not same(was, words, reply=half == "reply")]
        if len(done) == MOST:
            waiting += [number] if differing else []
        elif sum(_put_right(game, number, half, unnamed(words)) for half, words in differing):
            done.append(number)
    return tuple(_remarks(done, waiting))


def _remarks(done: list[int], waiting: list[int]) -> Iterator[str]:
    if done:
        turns = f"turn {done[0]}" if len(done) == 1 else f"turns {', '.join(map(str, done))}"
        yield f"Your program shows {turns} otherwise than it was told: those words hold from now on. What was rolled and done then stays."
    if waiting:
        yield f"{counted(len(waiting), 'turn')} more that it shows otherwise will be put right with the next lines."


def _put_right(game: Game, number: int, half: Half, words: str) -> bool:
    """True where anything had to be changed in one half of a turn."""
    told = [one for one in sentences_of(game.state.turns[str(number)]) if one.half == half]
    own = {plain(one.text) for one in told}
    added = {plain(edit.words) for edit in game.by_hand.edits if edit.act == "remember"} - own
    shown = [one for one in sentences(words) if plain(one) not in added]
    matcher = SequenceMatcher(None, [plain(one.text) for one in told], [plain(one) for one in shown], autojunk=False)
    changes: list[bool] = []
    for _, i, j, m, n in (block for block in matcher.get_opcodes() if block[0] != "equal"):
        if j - i == n - m:
            changes += [_instead(game, [old], new) for old, new in zip(told[i:j], shown[m:n], strict=True)]
        else:
            changes.append(_instead(game, told[i:j], " ".join(shown[m:n])))
    return any(changes)


def _instead(game: Game, old: list[Sentence], new: str) -> bool:
    """Let ``new`` stand in the place of sentences, which may be none, as it may be empty. True where anything had to be changed."""
    hand = game.by_hand
    if not old:
        hand.remember(new, because=AS_SHOWN)
        return True
    first, *others = old
    edit = _edit_of(first, game.state)
    if edit and (edit.because != AS_SHOWN or plain(edit.words) == plain(new)):
        return False
    if edit:
        hand.undo(edit.id)
    for sentence in (first, *others):
        if _edit_of(sentence, game.state) is None:
            _replace(game, sentence, new if sentence is first else "")
    return True


def _replace(game: Game, sentence: Sentence, new: str) -> None:
    hand, target = game.by_hand, of_sentence(sentence, game.state)
    try:
        if new:
            hand.correct(target, new, because=AS_SHOWN)
        else:
            hand.forget(target, because=AS_SHOWN)
    except GameError:  # the engine's own reckoning stands: only the words go
        hand.hide(target, because=AS_SHOWN)
        if new:
            hand.remember(new, because=AS_SHOWN)


def _edit_of(sentence: Sentence, state: StoryState) -> Edit | None:
    """The newest standing edit by which a sentence is told no more, or otherwise."""
    of_it = (edit for edit in reversed(state.marks.standing) if edit.act in ("forget", "hide", "correct"))
    return next((edit for edit in of_it if any(_in(telling, sentence) for telling in edit.tellings)), None)


def _in(telling: Provenance, sentence: Sentence) -> bool:
    place = (telling.turn, half_of(telling)) == (sentence.turn, sentence.half)
    return place and telling.span[0] < sentence.span[1] and sentence.span[0] < telling.span[1]
