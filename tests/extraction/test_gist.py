"""Gists: what is kept of a sentence beside its claims, and of which sentences."""

import pytest

from gm_engine.story.gist import Gist
from gm_engine.story.provenance import Voice
from tests.extraction.cast import reader


def gists(text: str, voice: Voice = "narrator") -> tuple[Gist, ...]:
    return reader().read(text, turn=4, voice=voice, minute=90, you="hero").gists


def only(text: str) -> Gist:
    [gist] = gists(text)
    return gist


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("Calder and Kip ride to Dry Fork.", ("calder", "kip", "dry_fork")),
        ("Calder sits down and unlaces his boots.", ("calder", "calder_boots")),
        ("You watch Kip climb the ladder.", ("hero", "kip", "ladder")),
    ],
)
def test_whom_and_what_it_means_in_the_order_of_the_words(text: str, ids: tuple[str, ...]) -> None:
    assert only(text).ids == ids


@pytest.mark.parametrize(
    ("text", "supposed"),
    [
        ("Calder owns the mill.", False),
        ("If Calder fires, Kip runs.", True),
        ("Calder can read the deed.", False),
        ("Calder might own the mill.", True),
        ("Fog over the mill.", False),
    ],
)
def test_what_is_told_as_so_in_no_clause_is_supposed(text: str, supposed: bool) -> None:
    assert only(text).supposed is supposed


def test_a_pronoun_that_means_nobody_known_leaves_it_open_who_is_meant() -> None:
    assert only("They carry Calder home.").unknown
    assert not only("Calder carries his hat.").unknown


def test_a_gist_of_an_earlier_version_is_read() -> None:
    old = {
        "turn": 4, "n": 1, "span": (0, 20), "quote": "He may sell Kip's mill.", "lemmas": ("kip", "mill", "sell"),
        "parsed": "0.2.1.PRON.nsubj.he", "mentions": ({"at": 0, "lemma": "he", "pron": True}, {"at": 3, "lemma": "kip", "id": "kip"}),
        "clauses": ({"verb": "sell", "at": 2, "mood": "hypothetical"},),
    }  # fmt: skip
    gist = Gist.model_validate(old)
    assert (gist.ids, gist.unknown, gist.supposed, gist.lemmas) == (("kip",), True, True, ("kip", "mill", "sell"))


def test_names_stand_as_they_are_written_and_not_as_the_parser_saw_them() -> None:
    gist = only("Miss Wynn waits for Josiah Calder.")
    assert gist.lemmas == ("calder", "wait", "wynn")


@pytest.mark.parametrize(
    "text",
    [
        '"I sold the mill," says Kip.',
        "Does Calder own the mill?",
        "They say that Calder burned the mill.",
        "You dream that Calder is dead.",
        "# Calder and the mill",
        "> Calder owns the mill.",
        "Calder " + "and the mill and the mine " * 20 + "fall silent.",
    ],
)
def test_only_what_is_told_as_so_is_kept(text: str) -> None:
    assert [gist for gist in gists(text) if "kip" not in gist.ids] == []


@pytest.mark.parametrize("voice", ["player", "character", "author", "oracle", "document"])
def test_only_the_narrator_is_kept(voice: Voice) -> None:
    assert gists("Calder owns the mill.", voice) == ()


def test_whose_words_only_tell_who_speaks_is_not_kept_unless_by_name() -> None:
    assert [gist.quote for gist in gists('Calder turns to the door. "Out," he says. "Now," says Kip.')] == [
        "Calder turns to the door.",
        "says Kip.",
    ]


def test_the_keys_are_whom_it_means_and_its_telling_words() -> None:
    gist = only("You hear thunder beside the well, and Calder drops his spurs.")
    keys = {"calder", "calder_spurs", "well", "spur", "drop", "hear", "thunder"}
    assert set(gist.keys("hero")) == keys
    assert set(gist.keys(None)) == {"hero", *keys}


def test_a_gist_knows_when_it_was_told_and_its_very_words() -> None:
    text = "Rain.\n\nCalder *never*\nsold the mill. Kip ran."
    for gist in gists(text):
        assert (gist.turn, gist.minute, gist.source) == (4, 90, "extracted")
        assert text[gist.span[0] : gist.span[1]] == gist.quote
        assert gist.provenance.quote == gist.quote
    assert [gist.n for gist in gists(text)] == [0, 1, 2]


def test_a_recalled_sentence_says_so() -> None:
    assert [gist.recalled for gist in gists("Calder sold the mill. You remember Kip on the ladder.")] == [False, True]


@pytest.mark.parametrize(
    ("text", "about"),
    [
        ("Calder comes in. One sleeve is pinned up.", "calder"),
        ("Calder takes off his hat. There is not one hair on that head.", "calder"),
        ("Calder sits down. Fifty-five, heavy, a gold tooth.", "calder"),
        ("Calder nods to Kip. One sleeve is pinned up.", ""),
        ("Calder comes in. A tall woman follows. One sleeve is pinned up.", "tall_woman"),
        ("Calder comes in. Kip has one sleeve pinned up.", ""),
        ("Calder comes in. You pin up one sleeve.", ""),
        ("Calder comes in. Rain falls. Wind blows. One sleeve is pinned up.", ""),
    ],
)
def test_a_sentence_that_speaks_of_nobody_goes_on_about_the_one_before(text: str, about: str) -> None:
    last = gists(text)[-1]
    assert last.about == about
    assert (about in last.keys("hero")) is bool(about)


def test_a_longer_name_is_known_by_its_first_and_last_word() -> None:
    told = gists("Magister Ferren Loxley reads the chart. Magister Loxley coughs. Big Ina Lindqvist runs the ferry. Ina spits.")
    assert [sorted({*gist.ids} - {"chart", "ferry"}) for gist in told] == [["magister_ferren_loxley"]] * 2 + [["ina_lindqvist"]] * 2


@pytest.mark.parametrize(
    ("text", "id"),
    [
        ("A ferryman, Osk Tarn, waits. The ferryman spits.", "osk_tarn"),
        ("A telegrapher by the name of Lemuel Roth works here. The telegrapher nods.", "lemuel_roth"),
        ("A clerk named Ada Pell writes. The clerk looks up.", "ada_pell"),
        ("Lewin Tarn is the ferryman. The ferryman spits.", "lewin_tarn"),
    ],
)
def test_a_trade_told_once_with_a_name_means_that_person(text: str, id: str) -> None:
    assert gists(text)[-1].ids == (id,)
