"""Words that were taken out: every report says so where they stood."""

from gm_engine.bootstrap import new_game
from gm_engine.continuity.conflict_words import say_conflict
from gm_engine.continuity.report import report_of
from gm_engine.exchange.chronicle import chronicle
from gm_engine.exchange.conflict_text import conflicts_text
from gm_engine.interfaces.cli.looks import lore_text
from gm_engine.interfaces.cli.reasons import why_text
from gm_engine.journal import MemoryJournal
from gm_engine.memory.recap import recap
from tests.packs import LIVERY


def test_what_was_taken_out_is_shown_as_such() -> None:
    """Found by hand: reports showed a pair of quotation marks with nothing in them."""
    game = new_game(MemoryJournal("evening"), LIVERY, seed=5)
    game.reply_next("Jesse Coyle's eyes are gray.")
    game.play("I promise Ortega to bring the speckled mare back.")
    game.reply_next("Jesse Coyle's eyes are green.")
    game.play("I look around.")
    game.redact(1)
    gone = next(iter(game.state.conflicts.values()))
    report = conflicts_text(report_of(game.state), width=80, settle="gm settle")
    shown = [
        say_conflict(gone, game.state),
        report,
        " ".join(line.text for line in recap(game.state)),
        lore_text(game.state, "jesse_coyle"),
    ]
    shown += [why_text(game, 2)]
    for words in shown:
        assert "(taken out)" in words
        assert '""' not in words
    assert chronicle(entry.event for entry in game.journal.entries()).turns[1].conflicts[0].old == "(taken out)"


def test_whose_name_was_taken_out_is_not_shown_as_nothing() -> None:
    game = new_game(MemoryJournal("evening"), LIVERY, seed=5)
    game.reply_next("Wick Hale pours a coffee.")
    game.play("I look around.")
    game.redact(1)
    assert lore_text(game.state, "wick_hale").splitlines()[0] == "(taken out), character"
    assert "(taken out)" in lore_text(game.state, "")
