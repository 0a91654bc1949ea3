"""A transcript that was brought in, told on by a model that hears: nobody keeps places, hours or purses in it, and no prompt says so."""

from gm_engine.bootstrap import import_lines
from gm_engine.journal import MemoryJournal
from gm_engine.story.table_rules import TableRules
from gm_engine.story.transcript_line import TranscriptLine
from tests.play.scripted import Scripted

LINES = (
    TranscriptLine(turn=1, text="I open the door of the lighthouse and call for Marta.", role="player", speaker="Ann"),
    TranscriptLine(turn=2, text='Marta Vale answers from above. "Mind the third step," she says.'),
    TranscriptLine(turn=3, text="I go up and ask about the bandage.", role="player", speaker="Ann"),
    TranscriptLine(turn=4, text='"The lamp," says Marta. "It bit me." Her brother Olin drowned in March.'),
)


def test_a_transcript_is_told_on_without_a_purse_an_hour_or_a_room() -> None:
    game = import_lines(MemoryJournal("lamp"), LINES)
    game.tools.provider = Scripted(["She turns her ring."] * 2)
    game.tools.table = TableRules(hears=("interpret",))
    for said in ("I ask Marta about Olin.", "I look at her ring."):
        game.play(said)
        prompt = game.prompt_of(game.state.turn).prompt
        words = "\n".join(section.text for section in prompt.sections if section.name not in ("rules", "history"))
        assert "Who is here, where and when, is as it was told last." in words
        for untold in ("unknown time", "cents", "unhurt", "alone", "you is", "you (they)", "You (they)"):
            assert untold not in words, untold
    assert "Turn 1. Ann" not in words
