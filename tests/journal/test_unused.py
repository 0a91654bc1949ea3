"""What was paid for and told nowhere counts: in the limit of a campaign, in ``gm cost``, and after the program has ended."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from gm_engine.bootstrap import begin_saved, new_game, open_store, resume_game, settings
from gm_engine.bootstrap.gms import spent
from gm_engine.errors import ProviderError
from gm_engine.interfaces.cli.spending import spending, spending_text
from gm_engine.journal import MemoryJournal, read_lines, write_lines
from gm_engine.journal.unused import unused
from gm_engine.play.following import aside
from gm_engine.play.game import Game
from gm_engine.providers import abilities
from gm_engine.providers.openai import OpenAIGM
from gm_engine.story.completion import Completion, Usage
from tests.endpoint import PIECES, Answers, Endpoint, Fails, endpoint, only_tells
from tests.packs import LIVERY
from tests.providers.quick import quick

PRICE = (1.0, 2.0)
LIMITED = """
[providers.desk]
base_url = "{url}"
model = "frontier-large"
retries = 0
price = [1.0, 2.0]
dollars_a_campaign = 0.001
"""


@pytest.fixture
def there(monkeypatch: pytest.MonkeyPatch) -> Iterator[Endpoint]:
    """A server of its own, for a model that does nothing but tell."""
    abilities._known.clear()
    only_tells(monkeypatch)
    with endpoint() as server:
        yield server


def begun(provider: OpenAIGM) -> tuple[MemoryJournal, Game]:
    journal = MemoryJournal("evening")
    return journal, new_game(journal, LIVERY, seed=5, provider=provider)


@pytest.mark.parametrize(
    ("answer", "slug"),
    [
        (Answers(PIECES, breaks="cut"), "broken-stream"),
        (Answers(reasoning=("He lies. ",) * 9, breaks="cut"), "broken-stream"),
        (Answers(refusal=("No.",)), "refused-reply"),
        (Answers(("He draws",), finish="content_filter"), "refused-reply"),
        (Answers((" ",)), "empty-reply"),
    ],
)
def test_an_answer_that_came_to_nothing_is_paid_for_all_the_same(there: Endpoint, answer: Answers, slug: str) -> None:
    gm = quick(there, price=PRICE, retries=0)
    journal, game = begun(gm)
    there.script = [answer]
    head = journal.head
    with pytest.raises(ProviderError) as raised:
        game.play("I look around.")
    assert raised.value.slug == slug
    assert journal.head == head
    [lost] = unused(journal)
    assert lost.text == ""
    assert lost.usage.prompt > 100
    assert lost.cost == spent(journal) == gm.purse.spent > 0


def test_a_draft_whose_turn_was_never_whole_counts_and_once_it_is_told_counts_once(there: Endpoint) -> None:
    gm = quick(there, price=PRICE, retries=0)
    journal, game = begun(gm)
    there.script = [Answers(calls=(("c1", "recall", '{"about": "pump"}'),)), Fails(500)]
    with pytest.raises(ProviderError):
        game.play("I look around.")
    assert [one.cost for one in unused(journal)] == [gm.purse.spent]
    game.play("I look around.")
    assert list(unused(journal)) == []
    assert spent(journal) == gm.purse.spent


def test_the_limit_of_a_campaign_holds_when_the_program_is_begun_again(there: Endpoint, tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text(LIMITED.format(url=there.url))
    given = settings(tmp_path)
    there.always = Answers(("The pump drips. " * 200,), breaks="ends")
    store = open_store(given)
    with begin_saved(store, LIVERY, "evening", gm="desk", given=given) as game, pytest.raises(ProviderError) as raised:
        game.play("I look around.")
    assert raised.value.slug == "broken-stream"
    asked = len(there.bodies)
    with resume_game(store.open("evening"), given=given) as game, pytest.raises(ProviderError) as raised:
        game.play("I look around.")
    assert (raised.value.slug, len(there.bodies)) == ("spending-limit", asked)
    store.close()


def test_what_it_cost_names_what_came_to_nothing() -> None:
    journal = MemoryJournal("evening")
    for n in range(2):
        journal.keep_spent("b2:0", Completion(text="It rains", model="m", usage=Usage(prompt=100, completion=n), cost=5))
    [row] = spending(journal, {})
    assert (row.unused, row.prompt_tokens, row.reply_tokens, row.turns) == (2, 200, 1, 0)
    assert row.dollars == pytest.approx(0.00001)
    text = spending_text((row,))
    assert "In these sums: 2 answers that broke off, were refused, or told no turn." in text
    assert max(map(len, text.splitlines())) <= 80
    assert "It rains" not in str(list(journal.every_completion()))


def test_what_is_no_turn_and_came_to_nothing_is_paid_for(there: Endpoint) -> None:
    gm = quick(there, price=PRICE)
    journal, game = begun(gm)
    there.script = [Answers(refusal=("No.",))]
    with pytest.raises(ProviderError):
        aside(game, (("user", "A title, please."),))
    assert [one.cost for one in unused(journal)] == [gm.purse.spent]


def test_an_export_takes_along_what_was_spent(there: Endpoint) -> None:
    journal, _ = begun(quick(there))
    journal.keep_spent("b2:0", Completion(text="", model="m", cost=5))
    other = MemoryJournal("other")
    read_lines(write_lines(journal), other, "evening.jsonl")
    assert spent(other) == 5
