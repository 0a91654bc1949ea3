"""Gists: what is kept of a sentence beside its claims, and of which sentences."""

import pytest

from gm_engine.story.gist import Clause, Gist, Mention
from gm_engine.story.provenance import Voice
from tests.extraction.cast import reader

Row = tuple[str, tuple[tuple[str, tuple[str, ...]], ...]]


def gists(text: str, voice: Voice = "narrator") -> tuple[Gist, ...]:
    return reader().read(text, turn=4, voice=voice, minute=90, you="hero").gists


def only(text: str) -> Gist:
    [gist] = gists(text)
    return gist


def said(gist: Gist) -> list[tuple[str, dict[str, list[str]]]]:
    """The clauses with the words of their roles."""
    return [
        (clause.verb, {role: [gist.mentions[at].id or gist.mentions[at].lemma for at in places] for role, places in clause.roles})
        for clause in gist.clauses
    ]


def mention(gist: Gist, lemma: str) -> Mention:
    return next(mention for mention in gist.mentions if mention.lemma == lemma)


def clause(gist: Gist, verb: str) -> Clause:
    return next(clause for clause in gist.clauses if clause.verb == verb)


@pytest.mark.parametrize(
    ("text", "clauses"),
    [
        ("Calder puts the lamp on the shelf.", [("put", {"subj": ["calder"], "obj": ["lamp"], "p:on": ["shelf"]})]),
        ("Calder and Kip ride to Dry Fork.", [("ride", {"subj": ["calder", "kip"], "p:to": ["dry_fork"]})]),
        ("The bell was cast by Calder.", [("cast", {"obj": ["bell"], "subj": ["calder"]})]),
        (
            "The mare that Calder bought has two white socks.",
            [("buy", {"subj": ["calder"], "obj": ["mare"]}), ("have", {"subj": ["mare"], "obj": ["sock"]})],
        ),
        (
            "You watch Kip climb the ladder.",
            [("watch", {"subj": ["hero"]}), ("climb", {"subj": ["kip"], "obj": ["ladder"]})],
        ),
        ("Fog over the mill.", [("", {"attr": ["fog"], "p:over": ["mill"]})]),
        (
            "Calder sits down and unlaces his boots.",
            [("sit", {"subj": ["calder"]}), ("unlace", {"subj": ["calder"], "obj": ["calder_boots"]})],
        ),
    ],
)
def test_clauses_say_who_does_what_to_whom(text: str, clauses: list[Row]) -> None:
    assert said(only(text)) == clauses


def test_a_mention_has_what_stands_around_it() -> None:
    gist = only("Calder's two lame grey mules stand beside the old door of the granary.")
    mules, door = mention(gist, "mule"), mention(gist, "door")
    assert (mules.nums, mules.mods, mules.plural, mules.det) == ((2,), ("lame", "grey"), True, "poss")
    assert (mules.owner, mules.ownerlemma) == ("calder", "calder")
    assert (door.det, door.mods, door.of) == ("the", ("old",), ("granary",))
    assert mention(gist, "calder") == Mention(at=0, lemma="calder", id="calder", sure=92, name=True)


@pytest.mark.parametrize(
    ("words", "nums"),
    [("twenty-one", (21,)), ("three hundred", (300,)), ("1,200", (1200,)), ("both", (2,)), ("some", ()), ("no", ()), ("a dozen", (12,))],
)
def test_numbers_are_whole(words: str, nums: tuple[int, ...]) -> None:
    assert mention(only(f"Calder counts {words} barrels."), "barrel").nums == nums


@pytest.mark.parametrize(
    ("text", "verb", "tense", "neg"),
    [
        ("Calder had sold the mill.", "sell", "pluperfect", False),
        ("Calder has never sold the mill.", "sell", "perfect", True),
        ("Calder will sell the mill.", "sell", "future", False),
        ("Calder cannot lift the anvil.", "lift", "modal", True),
        ("Calder sold no cattle.", "sell", "past", True),
        ("Nobody saw Calder.", "see", "past", True),
        ("Calder is not tall.", "be", "present", True),
    ],
)
def test_tense_and_denial(text: str, verb: str, tense: str, neg: bool) -> None:
    found = clause(only(text), verb)
    assert (found.tense, found.neg) == (tense, neg)


def test_what_governs_a_verb_and_what_it_depends_on() -> None:
    assert clause(only("Calder refuses to ride."), "ride").gov == "refuse"
    assert clause(only("Calder did not learn to read."), "read").govneg
    assert clause(only("Calder can read the deed."), "read").able
    assert clause(only("If Calder fires, Kip runs."), "run").mood == "hypothetical"
    assert clause(only("Calder talks as if he owned the mill."), "own").mood == "compared"


def test_names_stand_as_they_are_written_and_not_as_the_parser_saw_them() -> None:
    gist = only("Miss Wynn waits for Josiah Calder.")
    assert [(mention.lemma, mention.name, mention.pron) for mention in gist.mentions] == [("wynn", True, False), ("calder", True, False)]
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
        "He waits.",
        "You look around.",
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


def test_the_keys_are_whom_it_means_and_what_is_known() -> None:
    gist = only("You hear thunder beside the well, and Calder drops his spurs.")
    assert set(gist.keys("hero")) == {"calder", "calder_spurs", "well", "spur"}
    assert set(gist.keys(None)) == {"hero", "calder", "calder_spurs", "well", "spur"}


def test_a_gist_knows_when_it_was_told_and_its_very_words() -> None:
    text = "Rain.\n\nCalder *never*\nsold the mill. Kip ran."
    for gist in gists(text):
        assert (gist.turn, gist.minute, gist.source) == (4, 90, "extracted")
        assert text[gist.span[0] : gist.span[1]] == gist.quote
        assert gist.provenance.quote == gist.quote
    assert [gist.n for gist in gists(text)] == [1, 2]


def test_a_recalled_sentence_says_so() -> None:
    assert [gist.recalled for gist in gists("Calder sold the mill. You remember Kip on the ladder.")] == [False, True]


def test_the_words_are_those_of_the_quote_as_the_parser_saw_them() -> None:
    [gist] = gists("Calder *never* sold the mill. ")
    assert [gist.quote[word.start : word.end] for word in gist.words] == ["Calder", "never", "sold", "the", "mill", "."]
    assert [(word.lemma, word.head) for word in gist.words if word.dep in ("nsubj", "dobj")] == [("calder", 2), ("mill", 2)]


def test_a_pronoun_that_nothing_decides_means_whom_it_most_likely_means() -> None:
    last = gists("Calder waits for Josiah at the mill. Josiah waits too. He coughs at the door.")[-1]
    assert 0 < max(mention.sure for mention in last.mentions if mention.pron) < 90


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
    assert {mention.owner for mention in last.mentions if mention.lemma in ("sleeve", "head", "tooth")} <= {
        about or last.mentions[0].id,
        "",
    }


def test_a_longer_name_is_known_by_its_first_and_last_word() -> None:
    told = gists("Magister Ferren Loxley reads the chart. Magister Loxley coughs. Big Ina Lindqvist runs the ferry. Ina spits.")
    assert [sorted(gist.ids - {"chart", "ferry"}) for gist in told] == [["magister_ferren_loxley"]] * 2 + [["ina_lindqvist"]] * 2


@pytest.mark.parametrize(
    ("text", "noun", "id"),
    [
        ("A ferryman, Osk Tarn, waits. The ferryman spits.", "ferryman", "osk_tarn"),
        ("A telegrapher by the name of Lemuel Roth works here. The telegrapher nods.", "telegrapher", "lemuel_roth"),
        ("A clerk named Ada Pell writes. The clerk looks up.", "clerk", "ada_pell"),
        ("Lewin Tarn is the ferryman. The ferryman spits.", "ferryman", "lewin_tarn"),
    ],
)
def test_a_trade_told_once_with_a_name_means_that_person(text: str, noun: str, id: str) -> None:
    assert mention(gists(text)[-1], noun).id == id
