"""Ingest: somebody else's transcript becomes turns of its own numbers, read as live turns are."""

import gc
from collections.abc import Iterator

import pytest

from gm_engine.bootstrap import import_lines, reader, resume_game, verify_game
from gm_engine.context.record_lines import element
from gm_engine.continuity.conflict_words import say_conflict
from gm_engine.continuity.report import report_of
from gm_engine.exchange.conflict_html import conflicts_html
from gm_engine.exchange.conflict_markdown import conflicts_markdown
from gm_engine.exchange.conflict_text import conflicts_text
from gm_engine.extraction.reading import Telling
from gm_engine.journal import MemoryJournal
from gm_engine.memory import recap
from gm_engine.play.game import Game
from gm_engine.play.ingest import A_LINE, minutes_of, pack_of, tellings
from gm_engine.play.snapshot import SELDOM, seldom_disturbed
from gm_engine.story import event as happened
from gm_engine.story.transcript_line import TranscriptLine

LINES = (
    TranscriptLine(turn=3, text="Jesse Coyle pours the coffee. Jesse Coyle's eyes are gray.", time="1881-06-06T08:00:00"),
    TranscriptLine(turn=4, text="I ask Coyle about the ferry.", role="player", speaker="Ann", time="1881-06-06T08:05:00"),
    TranscriptLine(turn=7, text="The ferry is sunk.", role="npc", speaker="Jesse Coyle", time="1881-06-06T08:06:00"),
    TranscriptLine(turn=8, text="Jesse Coyle's eyes are gray.", session=2, time="1881-06-07T19:30:00"),
    TranscriptLine(turn=9, text="Jesse Coyle's eyes are blue.", session=2),
    TranscriptLine(turn=12, text="Rain.", session=2, time="1881-06-01T08:00:00"),
)


@pytest.fixture(scope="module")
def game() -> Game:
    return import_lines(MemoryJournal("ferry"), LINES)


def test_every_line_is_a_turn_of_its_own_number(game: Game) -> None:
    turns = list(game.state.turns.values())
    assert [turn.number for turn in turns] == [3, 4, 7, 8, 9, 12]
    assert turns[0].reply == LINES[0].text
    assert (turns[1].said, turns[1].speaker, turns[1].reply) == ("I ask Coyle about the ferry.", "Ann", "")
    assert {turn.given_by for turn in turns if turn.reply} == {"import"}


def test_sessions_are_the_lines_own(game: Game) -> None:
    assert [turn.session for turn in game.state.turns.values()] == [1, 1, 1, 2, 2, 2]


def test_times_are_the_lines_own_and_never_run_backwards(game: Game) -> None:
    minutes = [turn.minute for turn in game.state.turns.values()]
    assert minutes[:4] == [0, 5, 6, 35 * 60 + 30]
    assert minutes[4] == minutes[3] + A_LINE
    assert minutes[5] == minutes[4]


def test_who_speaks_decides_whose_word_it_is(game: Game) -> None:
    voices = {claim.provenance.turn: claim.provenance.voice for claim in game.state.lore.nouns().claims}
    assert voices[8] == "narrator"
    assert all(voice != "narrator" for turn, voice in voices.items() if turn in (4, 7))
    assert all(claim.provenance.source == "import" for claim in game.state.lore.nouns().claims if claim.provenance.turn)


def test_a_name_is_one_person_through_the_whole_text(game: Game) -> None:
    [coyle] = game.state.lore.named("Jesse Coyle")
    eyes = [claim for claim in game.state.lore.nouns().claims if claim.relation == "eyes"]
    assert [(claim.subject, claim.provenance.turn) for claim in eyes] == [(coyle.id, 3), (coyle.id, 8), (coyle.id, 9)]
    introduced = [
        entry.event.turn
        for entry in game.journal.entries()
        if isinstance(entry.event, happened.EntityIntroduced) and entry.event.entity.id == coyle.id
    ]
    assert introduced[0] == 3


def test_names_are_learnt_from_the_whole_text_before_the_first_line_is_read() -> None:
    """What ``tellings`` hands on is read in one go: the reader hears of every line before it gives the first reading."""
    seen: list[int] = []

    def watched() -> Iterator[Telling]:
        for telling in tellings(LINES, pack_of("ferry", LINES)):
            seen.append(telling.turn)
            yield telling

    next(iter(reader().read_many(watched())))
    assert seen == [line.turn for line in LINES]


def test_what_clashes_in_it_is_found_with_both_quotes(game: Game) -> None:
    [conflict] = [one for one in game.state.conflicts.values() if one.relation == "eyes"]
    assert (conflict.established.turn, conflict.incoming.turn) == (3, 9)
    assert conflict.incoming.quote == "Jesse Coyle's eyes are blue."


def test_an_imported_story_verifies_and_resumes(game: Game) -> None:
    done = verify_game(game.journal)
    assert (done.turns, done.notes) == (6, [])
    assert resume_game(game.journal).state.digest == game.state.digest


def test_an_imported_story_can_be_played_on(game: Game) -> None:
    fresh = resume_game(game.journal, gm="embedded")
    fresh.play("I look around.")
    assert fresh.state.turn == 13
    fresh.undo()


def untimed(*times: str) -> list[int]:
    lines = tuple(TranscriptLine(turn=n, text="Rain.", time=time) for n, time in enumerate(times, 1))
    return list(minutes_of(lines, pack_of("rain", lines).calendar))


def test_untimed_first_lines_do_not_shift_the_timed_ones() -> None:
    assert untimed("", "", "1881-06-06T08:00", "1881-06-06T08:05") == [0, 0, 0, 5]


def test_an_untimed_line_between_does_not_shift_the_next() -> None:
    assert untimed("1881-06-06T08:00", "", "", "1881-06-06T08:03", "") == [0, 1, 2, 3, 3 + A_LINE]
    assert untimed("1881-06-06T08:00", "", "1881-06-06T12:00") == [0, A_LINE, 240]


def test_no_date_is_invented_where_a_transcript_gives_none() -> None:
    lines = (
        TranscriptLine(turn=1, text="Jesse Coyle's eyes are gray. Jesse Coyle was born on March 3."),
        TranscriptLine(turn=2, text="Jesse Coyle's eyes are blue. Jesse Coyle is thirty years old."),
    )
    state = import_lines(MemoryJournal("undated"), lines).state
    [conflict] = [one for one in state.conflicts.values() if one.relation == "eyes"]
    shown = report_of(state)
    assert "     told    turn 1\n" in conflicts_text(shown)
    for told in (conflicts_text(shown), conflicts_markdown([shown]), conflicts_html([shown]), say_conflict(conflict, state)):
        assert "1880" not in told
    assert "1880" not in str([fact.value for fact in state.lore.facts(status=None)])
    assert state.say_moment(20) == "turn 2"
    assert "an unknown time" in state.say_time()


def test_a_line_without_a_time_is_shown_without_one_among_others_that_have_it(game: Game) -> None:
    assert game.state.say_when(9, game.state.turns["9"].minute) == ""
    assert "June 7, 1881" in game.state.say_when(8, game.state.turns["8"].minute)


def test_a_recap_of_an_imported_story_ends_with_what_was_told_last(game: Game) -> None:
    told = [(line.turn, line.text) for line in recap(game.state)]
    assert told == [
        (3, "Jesse Coyle pours the coffee."),
        (8, "Jesse Coyle's eyes are gray."),
        (9, "Jesse Coyle's eyes are blue."),
        (12, "Rain."),
    ]


def test_who_speaks_a_line_is_a_person_of_the_story() -> None:
    lines = (TranscriptLine(turn=1, text="I am cold.", role="npc", speaker="Vexil"), TranscriptLine(turn=2, text="Rain."))
    state = import_lines(MemoryJournal("cold"), lines).state
    assert [entity.id for entity in state.lore.named("Vexil")] == ["vexil"]


def test_the_player_is_you_whatever_the_line_calls_them() -> None:
    lines = (TranscriptLine(turn=1, text="I wait.", role="player", speaker="Player"), TranscriptLine(turn=2, text="Rain."))
    [first, _] = tellings(lines, pack_of("wait", lines))
    assert first.speaker == "you"


def test_the_collector_of_garbage_is_as_it_was_after_an_import() -> None:
    before, frozen = gc.get_threshold(), gc.get_freeze_count()

    with seldom_disturbed():
        within = gc.get_threshold()

    assert within == SELDOM
    assert gc.get_threshold() == before
    assert gc.get_freeze_count() <= frozen


def test_the_collector_of_garbage_is_as_it_was_after_an_import_that_fails() -> None:
    before = gc.get_threshold()

    with pytest.raises(ValueError, match="broken"), seldom_disturbed():
        raise ValueError("broken")

    assert gc.get_threshold() == before


LONG_TALE = tuple(
    TranscriptLine(turn=turn, text=text, role=role, speaker="Sam" if role == "player" else "")
    for turn, (role, text) in enumerate(
        [
            ("gm", "You stand before the Blue Lantern in Harrow. Ada Cole, the innkeeper, waves you in."),
            ("player", "I promise Ada Cole that I will find the miller Tobias Reed before Sunday."),
            *(("gm", f"Rain drips from the roof of the inn for hour {n}. Ada Cole pours more coffee.") for n in range(12)),
            ("gm", "The next morning you ride up to the mill. In the cellar of the mill lies Tobias Reed. He is dead."),
            ("player", "I look at the knife beside the body."),
            *(("gm", f"The mill wheel creaks in the flood, plank {n}. The knife is marked J.R. on the handle.") for n in range(40)),
        ],
        1,
    )
)


@pytest.fixture(scope="module")
def long_tale() -> Game:
    return import_lines(MemoryJournal("mill"), LONG_TALE)


def test_an_imported_story_has_scenes_and_summaries_of_its_own_sentences(long_tale: Game) -> None:
    state, book = long_tale.state, long_tale.tools.memory.story
    assert [scene.turn for scene in state.scenes.values()][:2] == [0, 15]
    assert all(turn.scene == max((s for s in state.scenes.values() if s.turn <= turn.number), key=lambda s: s.turn).id
               for turn in state.turns.values())  # fmt: skip
    pages = book.so_far(state, state.turn + 1, 2000)
    told = {line.text: line.turns for page in pages for line in page.lines}
    assert told["Sam: I promise Ada Cole that I will find the miller Tobias Reed before Sunday."] == (2,)
    for text, turns in told.items():
        for turn in turns:
            played = state.turns[str(turn)]
            assert (
                text.partition(": ")[2] in (played.said, played.reply) or text.removeprefix("Tobias Reed: ") in played.said + played.reply
            )
    assert pages[0].title.startswith("Turns 1 to ")


def test_an_imported_campaign_that_is_played_on_has_its_story_so_far_in_the_prompt(long_tale: Game) -> None:
    fresh = resume_game(long_tale.journal, gm="embedded")
    fresh.play("I ask about the miller.")
    sections = {section.name: section.text for section in fresh.prompt_of(fresh.state.turn).prompt.sections}
    assert "I promise Ada Cole" in sections["standing"]
    fresh.undo()


def test_a_redacted_line_is_in_no_summary_of_an_imported_story() -> None:
    game = import_lines(MemoryJournal("mill"), LONG_TALE)
    game.journal.redact(2, "asked for")
    fresh = resume_game(game.journal)
    pages = fresh.tools.memory.story.so_far(fresh.state, fresh.state.turn + 1, 2000)
    assert pages
    assert not any("promise" in page.text for page in pages)


def test_an_imported_story_with_scenes_verifies_and_is_remembered_alike(long_tale: Game) -> None:
    assert verify_game(long_tale.journal).notes == []
    again = resume_game(long_tale.journal)
    one, other = ((game.tools.memory.story.so_far(game.state, 40, 2000)) for game in (long_tale, again))
    assert one == other


def test_a_recap_of_an_imported_story_does_not_break_off_at_a_title() -> None:
    """It said "At dusk Mr." for "At dusk Mr. Pell comes out."."""
    game = import_lines(MemoryJournal("pell"), (TranscriptLine(turn=1, text="At dusk Mr. Pell comes out of the office. Rain falls."),))
    assert [line.text for line in recap(game.state)] == ["At dusk Mr. Pell comes out of the office."]


def test_no_date_is_shown_in_what_an_undated_story_remembers(long_tale: Game) -> None:
    """Records of a story without dates were told with "January 1:"."""
    made = [element(id, long_tale.state, long_tale.tools.memory) for id in ("turn:2", "story_point:p2.1")]
    assert [found.text for found in made if found] == [f"Sam: {LONG_TALE[1].text}"] * 2
