"""Puts right what a front-end shows otherwise than it was told long ago: sentence by sentence, by hand, and the turns since stay."""

from collections.abc import Iterable, Iterator
from difflib import SequenceMatcher

from gm_engine.errors import GameError
from gm_engine.play.aligning import FEW
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
AS_TOLD = (
    "Your program shows many replies in other words than they were told in, as a translation does: the words on record hold. To put a "
    "reply right, edit that one alone, or use /correct."
)


Change = tuple[list[Sentence], str]
"""Sentences of a turn, which may be none, and what is shown in their place, which may be empty."""


def put_right(game: Game, changed: Iterable[tuple[int, Exchange]], reworded: int = 0) -> tuple[str, ...]:
    """Let what a front-end shows of earlier turns stand in the place of what was told there. What was done, in whole sentences.

    What has been put right so already stays so: the same history may come any number of times. What the dice and the rules made of the
    turn stays in any case. Nobody puts more than ``FEW`` turns right between two lines: they, and the ``reworded`` ones, are another
    wording of what was told, and that holds.
    """
    wanted = [(number, changes) for number, shown in changed if (changes := _changes(game, number, shown))]
    if reworded or len(wanted) > FEW:
        return game.once(AS_TOLD)
    for _, changes in wanted[:MOST]:
        for old, new in changes:
            _instead(game, old, new)
    return tuple(_remarks([number for number, _ in wanted[:MOST]], len(wanted[MOST:])))


def _remarks(done: list[int], waiting: int) -> Iterator[str]:
    if done:
        turns = f"turn {done[0]}" if len(done) == 1 else f"turns {', '.join(map(str, done))}"
        yield f"Your program shows {turns} otherwise than it was told: those words hold from now on. What was rolled and done then stays."
    if waiting:
        yield f"{counted(waiting, 'turn')} more that it shows otherwise will be put right with the next lines."


def _changes(game: Game, number: int, shown: Exchange) -> list[Change]:
    """What has to be changed of a turn, so that it reads as it is shown."""
    turn = game.state.turns.get(str(number))
    if turn is None or turn.given_by == "import":
        return []
    halves: tuple[tuple[Half, str, str], ...] = (("said", turn.said, shown.said), ("reply", turn.reply, bare(shown.reply)))
    differing = ((half, unnamed(words)) for half, was, words in halves if not same(was, words, reply=half == "reply"))
    return [change for half, words in differing for change in _changes_of_half(game, number, half, words)]


def _changes_of_half(game: Game, number: int, half: Half, words: str) -> Iterator[Change]:
    told = [one for one in sentences_of(game.state.turns[str(number)]) if one.half == half]
    own = {plain(one.text) for one in told}
    added = {plain(edit.words) for edit in game.by_hand.edits if edit.act == "remember"} - own
    shown = [one for one in sentences(words) if plain(one) not in added]
    matcher = SequenceMatcher(None, [plain(one.text) for one in told], [plain(one) for one in shown], autojunk=False)
    for _, i, j, m, n in (block for block in matcher.get_opcodes() if block[0] != "equal"):
        alike = j - i == n - m
        instead = [([old], new) for old, new in zip(told[i:j], shown[m:n], strict=True)] if alike else [(told[i:j], " ".join(shown[m:n]))]
        yield from (change for change in instead if _stands_otherwise(game, *change))


def _stands_otherwise(game: Game, old: list[Sentence], new: str) -> bool:
    """True where sentences are not yet, or no more, told as they are shown, and nobody has said otherwise by hand."""
    edit = _edit_of(old[0], game.state) if old else None
    return edit is None or (edit.because == AS_SHOWN and plain(edit.words) != plain(new))


def _instead(game: Game, old: list[Sentence], new: str) -> None:
    """Let ``new`` stand in the place of sentences, which may be none, as it may be empty."""
    hand = game.by_hand
    if not old:
        hand.remember(new, because=AS_SHOWN)
        return
    if edit := _edit_of(old[0], game.state):
        hand.undo(edit.id)
    for sentence in old:
        if _edit_of(sentence, game.state) is None:
            _replace(game, sentence, new if sentence is old[0] else "")


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
