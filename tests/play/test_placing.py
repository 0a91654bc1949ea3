"""Where a front-end's history stands in the record."""

from dataclasses import replace
from time import process_time

from hypothesis import given
from hypothesis import strategies as st

from gm_engine.bootstrap import import_lines
from gm_engine.journal import MemoryJournal
from gm_engine.play.placing import History, Lines, Place, exchanges, place
from gm_engine.play.same_words import Exchange, plain, same
from gm_engine.story.transcript_line import TranscriptLine

TOLD = tuple(Exchange(f"I do thing {n}.", f"Thing {n} is done. Dust settles.", n) for n in range(1, 9))


def sent(*numbers: int, said: str = "I ride on.", lead: str = "") -> History:
    return History(tuple(Exchange(TOLD[n - 1].said, TOLD[n - 1].reply) for n in numbers), said, lead)


def at(history: History, **branches: tuple[Exchange, ...]) -> Place:
    return place(history, {"main": TOLD, **branches}, "main")


@given(st.integers(0, 8), st.integers(0, 8), st.booleans(), st.booleans())
def test_any_stretch_of_the_record_is_found_where_it_stands(first: int, last: int, marked: bool, spaced: bool) -> None:
    first, last = sorted((first, last))
    if first == last:
        return
    dress = lambda text: f"*{text}*" if marked else text.replace(" ", "  ") if spaced else text  # noqa: E731
    history = History(tuple(Exchange(dress(one.said), dress(one.reply)) for one in TOLD[first:last]), "I ride on.")
    found = at(history)
    assert (found.branch, found.turn, found.given) == ("main", last, ())
    assert found.did == ("new turn" if last == len(TOLD) else "branch")


@given(st.integers(1, 7), st.integers(0, 6), st.sampled_from(["said", "reply"]))
def test_an_exchange_that_was_edited_is_where_the_story_leaves(edited: int, first: int, half: str) -> None:
    if first >= edited:
        return
    exchanges = [Exchange(one.said, one.reply) for one in TOLD[first:]]
    changed = exchanges[edited - first]
    exchanges[edited - first] = Exchange("I sing.", changed.reply) if half == "said" else Exchange(changed.said, "A song is sung.")
    found = at(History(tuple(exchanges), "I ride on."))
    assert (found.turn, found.did, len(found.given)) == (edited, "branch", len(TOLD) - edited)


def test_the_last_line_again_is_told_again() -> None:
    assert at(sent(*range(1, 8), said="i do thing 8.")).did == "reroll"
    assert at(sent(*range(5, 8), said="I do thing 8.")) == Place("main", 7, (), "reroll")
    assert at(sent(said="I do thing 8.")) == Place("main", 7, (), "reroll")


def test_the_same_line_twice_is_two_turns() -> None:
    assert at(sent(*range(1, 9), said="I do thing 8.")) == Place("main", 8)


def test_another_branch_is_gone_back_to_where_it_holds_more() -> None:
    older = (*TOLD[:7], Exchange("I do thing 8.", "An older telling of it.", 8))
    history = History((*sent(*range(1, 8)).exchanges, Exchange("I do thing 8.", "An older telling of it.")), "I ride on.")
    assert at(history, older=older) == Place("older", 8)
    assert at(sent(*range(1, 9)), older=older) == Place("main", 8)


def test_a_reply_that_trimming_has_left_alone_says_where_it_stands() -> None:
    assert at(sent(lead=TOLD[7].reply)) == Place("main", 8)
    assert at(sent(8, lead=TOLD[6].reply)) == Place("main", 8)
    assert at(sent(lead="Welcome, stranger.")) == Place("main", 8)


def test_the_only_turn_said_otherwise_is_that_turn_edited() -> None:
    assert place(sent(), {"main": TOLD[:1]}, "main") == Place("main", 0, (), "branch")
    assert place(sent(), {"main": TOLD[:2]}, "main") == Place("main", 2)


def test_words_that_were_taken_out_are_whatever_the_front_end_still_has() -> None:
    told = (*TOLD[:3], Exchange("", "", 4), *TOLD[4:])
    assert place(sent(*range(1, 9)), {"main": told}, "main") == Place("main", 8)


def test_what_has_nothing_in_common_goes_on_at_the_end() -> None:
    found = at(History((Exchange("Write a poem.", "Roses."), Exchange("Another.", "Violets.")), "I ride on."))
    assert (found.turn, found.given, found.known) == (8, (), False)


def test_a_footnote_is_nobodys_words() -> None:
    noted = "He waits.\n\n---\n*▲ Conflict 3.1 (major): “a” stands against turn 2: “b”*\n*▲ Conflict 3.2 (minor): “c” stands*"
    assert plain(noted) == "he waits."
    assert same("He waits.", noted, reply=True)
    assert not same("He waits.", "He waits.\n\n---\nAnd goes.", reply=True)


def test_an_imported_story_is_not_taken_in_again() -> None:
    said = [("player", "I ride in."), ("gm", "Dust follows you in."), ("gm", "A dog barks."), ("player", "I wait."), ("gm", "Noon.")]
    lines = [TranscriptLine.model_validate({"turn": n, "role": role, "text": text}) for n, (role, text) in enumerate(said, 1)]
    game = import_lines(MemoryJournal("imported"), lines)
    told = (Exchange("I ride in.", "Dust follows you in.\n\nA dog barks."), Exchange("I wait.", "Noon."))
    found = place(History(told, "I go."), {"main": exchanges(game.state.turns.values())}, "main")
    assert (found.given, found.did, found.turn) == ((), "new turn", 5)
    assert Lines().along(game.journal, "main") == exchanges(game.state.turns.values())


def test_a_line_that_stands_on_another_branch_is_told_again_there() -> None:
    other = (*TOLD[:6], Exchange("I sing.", "A song is sung.", 7), Exchange("I dance.", "You dance.", 8))
    assert at(sent(*range(1, 7), said="I sing."), other=other) == Place("other", 6, (), "reroll")
    assert at(sent(*range(1, 7), said="I do thing 7."), other=other) == Place("main", 6, (), "reroll")


def test_what_stands_before_all_that_is_on_record_is_not_recorded() -> None:
    stranger = Exchange("What was before?", "They rode in, and waited.")
    for known in ((1, 2, 3, 4, 5, 6, 7, 8), (6, 7, 8), (8,)):
        found = at(History((stranger, *sent(*known).exchanges), "I ride on."))
        assert (found.branch, found.turn, found.given, found.did) == ("main", 8, (), "new turn")
    assert at(History((stranger, *sent(7).exchanges), "I ride on.")).did == "branch"


@given(st.sets(st.integers(1, 8), min_size=2), st.booleans())
def test_a_hole_is_clipping_and_nothing_of_it_is_lost(kept: set[int], again: bool) -> None:
    """Found by hand: a front-end that keeps its first exchange and clips the middle had turns 2 to 4 told anew without them."""
    left = sorted({*kept, 7} - {8} if again else {*kept, 8})
    found = at(sent(*left, said="I do thing 8." if again else "I ride on."))
    assert found == (Place("main", 7, (), "reroll") if again else Place("main", 8))


def test_a_summary_of_what_was_clipped_is_not_recorded() -> None:
    summary = Exchange("What was in between?", "They rode on.")
    history = History((*sent(1).exchanges, summary, *sent(6, 7, 8).exchanges), "I ride on.")
    assert at(history) == Place("main", 8)


def test_messages_that_clipping_has_left_beside_each_other_are_those_on_record() -> None:
    halves = Exchange(TOLD[0].said, f"{TOLD[0].reply}\n\n{TOLD[3].reply}"), Exchange(f"{TOLD[4].said}\n\n{TOLD[6].said}", TOLD[6].reply)
    assert at(History((*halves, *sent(8).exchanges), "I ride on.")) == Place("main", 8)
    assert at(History(halves, "I do thing 8.")) == Place("main", 7, (), "reroll")


def test_a_reply_that_reads_otherwise_behind_a_hole_is_where_the_story_leaves() -> None:
    last = Exchange(TOLD[7].said, "A song is sung.")
    assert at(History((*sent(1, 2).exchanges, last), "I ride on.")) == Place("main", 7, (last,), "branch")


def test_what_reads_otherwise_long_ago_is_changed_where_it_stands() -> None:
    """Found by hand: a reply put right 109 turns ago could not be taken in, and any other had all turns since told again."""
    told = tuple(Exchange(f"I do thing {n}.", f"Thing {n} is done. Dust settles.", n) for n in range(1, 113))
    for other in (replace(told[2], reply="Thing 3 is undone.", turn=0), Exchange("I do nothing.", "Nothing is done.")):
        history = History((*told[:2], other, *told[3:]), "I ride on.")
        assert place(history, {"main": told}, "main") == Place("main", 112, changed=((3, other),))
        clipped = History((other, *told[105:]), "I ride on.")
        assert place(clipped, {"main": told}, "main").given == ()
    near = replace(told[104], reply="Thing 105 is undone.", turn=0)
    assert place(History((*told[:104], near, *told[105:]), "I ride on."), {"main": told}, "main").turn == 104


def test_a_story_in_other_words_is_the_one_on_record() -> None:
    """Found by hand: a front-end that translates every reply had all of them told again with each line."""
    other = tuple(Exchange(one.said, one.reply[::-1]) for one in TOLD)
    for shown in (other, other[4:]):
        assert at(History(shown, "I ride on.")) == Place("main", 8, reworded=len(shown))
        assert at(History(shown[:-1], "I do thing 8.")) == Place("main", 7, (), "reroll", reworded=len(shown) - 1)
    assert at(History(other, "I ride on."), other=(*other[:7], replace(other[7], turn=8))).branch == "other"
    for few in (other[6:], (*sent(1, 2, 3, 4).exchanges, *other[4:])):
        found = at(History(few, "I ride on."))
        assert (found.given, found.did, found.reworded) == (few[-4:], "branch", 0)
    told = tuple(Exchange(f"I do thing {n}.", f"Thing {n} is done. Dust settles.", n) for n in range(1, 31))
    late = tuple(Exchange(one.said, one.reply[::-1] if one.turn > 10 else one.reply) for one in told)
    assert place(History(late, "I ride on."), {"main": told}, "main") == Place("main", 30, reworded=20)


def test_a_long_history_is_laid_beside_a_long_record_in_no_time() -> None:
    told = tuple(Exchange("I wait." if n % 2 else f"I do thing {n}.", f"Thing {n} is done.", n) for n in range(1, 1201))
    history = History((*told[:100], *told[401:1100], *told[1195:]), "I ride on.")
    begun = process_time()
    assert place(history, {"main": told, "other": told[:900]}, "main") == Place("main", 1200)
    assert process_time() - begun < 10
