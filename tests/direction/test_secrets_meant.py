"""A secret that is out is meant by words that say what it holds; one that is hidden by none."""

import pytest

from gm_engine.direction.secrets_meant import with_secret
from gm_engine.state import fold
from gm_engine.story import event as happened
from gm_engine.story.intent import Intent, Verb
from tests.direction.test_answers import PACKS, beside
from tests.table import SmallTable


def out(secret: str, npc: str) -> SmallTable:
    table = beside("redemption", npc)
    fold(table.state, happened.StateChanged(what="secret", key=secret, old="hidden", new="revealed", cause="test"))
    return table


@pytest.mark.parametrize(
    ("verb", "about", "topic"),
    [
        ("tell", "it was Whitlow who shot old Baca", "who_fired"),
        ("sell", "what I know of Whitlow and the old man", "who_fired"),
        ("tell", "I lost a good hat in the river", ""),
        ("tell", "Whitlow preaches a dull sermon", ""),
    ],
)
def test_words_mean_a_secret_by_what_it_holds(verb: Verb, about: str, topic: str) -> None:
    intent = Intent(verb=verb, target="lucia", words=about, about=about)
    assert with_secret(intent, out("who_fired", "lucia").state).topic == topic
    assert with_secret(intent, beside("redemption", "lucia").state).topic == "", "a hidden one is not meant"


def test_it_is_printed_where_it_was_spoken_of() -> None:
    table = out("who_fired", "fenn")
    table.play("tell", Intent(verb="tell", target="fenn", topic="who_fired", words="tell", about="who fired"))
    asked = Intent(verb="ask", target="fenn", manner="request", words="Print it.", about="print it")
    table.play("Print it.", with_secret(asked, table.state))
    assert table.state.flags.get("printed_who_fired")


@pytest.mark.parametrize(("secret", "npc"), [("who_fired", "montoya"), ("who_fired", "kettering"), ("backdated_warrant", "sayre")])
def test_who_knows_it_says_so(secret: str, npc: str) -> None:
    """In their own words, where the author wrote some."""
    table = out(secret, npc)
    said = table.play("tell", Intent(verb="tell", target=npc, topic=secret, words="tell", about="the whole of that matter"))
    first = next(beat for beat in said.plan.beats if beat.target == npc)
    own = PACKS["redemption"].secrets[secret].says.get(npc, "")
    assert (first.text if own else first.slots["telling"]) == (own or "secret_known")
