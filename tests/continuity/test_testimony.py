"""What somebody says against what is so, or against their own word, is shown apart and contradicts nobody else."""

from gm_engine.bootstrap.in_and_out import import_lines
from gm_engine.continuity.report import Report, report_of
from gm_engine.continuity.report_json import reports_json
from gm_engine.exchange.conflict_text import conflicts_text
from gm_engine.journal import MemoryJournal
from gm_engine.story.transcript_line import TranscriptLine


def story(*told: str) -> Report:
    """The report of a story of these turns, all told by the GM."""
    lines = [TranscriptLine(turn=turn, role="gm", text=text) for turn, text in enumerate(told, 1)]
    return report_of(import_lines(MemoryJournal("story"), lines).state)


def test_a_word_against_the_world_is_testimony_and_no_conflict() -> None:
    report = story("Anton Voss has grey eyes.", '"Anton Voss has blue eyes," says Hale Brock. Hale Brock yawns.')
    assert report.conflicts == ()
    assert [(one.who, one.name, one.topic, one.own) for one in report.testimony] == [("Hale Brock", "Anton Voss", "eyes", False)]
    assert report.testimony[0].a.quote == "Anton Voss has grey eyes."
    assert report.testimony[0].b.speaker == "Hale Brock"


def test_two_words_of_one_mouth_stand_against_each_other() -> None:
    report = story(
        "Hale Brock swears that Anton Voss has brown eyes. Hale Brock spits.",
        '"Anton Voss has blue eyes," says Hale Brock. Hale Brock yawns.',
    )
    assert report.conflicts == ()
    assert [(one.own, one.a.turn, one.b.turn) for one in report.testimony] == [(True, 1, 2)]


def test_two_people_who_disagree_are_a_story() -> None:
    report = story(
        '"Anton Voss has brown eyes," says Mina Holt. Mina Holt sits down.',
        '"Anton Voss has blue eyes," says Hale Brock. Hale Brock yawns.',
    )
    assert (report.conflicts, report.testimony) == ((), ())


def test_testimony_is_shown_in_text_and_in_json_only_where_there_is_some() -> None:
    report = story("Anton Voss has grey eyes.", '"Anton Voss has blue eyes," says Hale Brock. Hale Brock yawns.')
    assert "Testimony, which contradicts nobody but the speaker: 1" in conflicts_text(report)
    found = reports_json([report])["campaigns"]["story"]
    assert found["conflicts"] == []
    assert [(one["who"], one["against"]) for one in found["testimony"]] == [("Hale Brock", "what is so")]
    quiet = story("Anton Voss has grey eyes.")
    assert "testimony" not in reports_json([quiet])["campaigns"]["story"]
    assert "Testimony" not in conflicts_text(quiet)
