"""Vectors over real HTTP: whatever the endpoint sends, there is a whole answer or an error that says what to set, and never a fault."""

from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm_engine.errors import ProviderError
from gm_engine.providers.embeddings import MOST_TEXTS, REST, Embeddings, vectors_in
from gm_engine.providers.endpoint import Endpoint as Known
from gm_engine.providers.rate_limits import Purse
from gm_engine.story.fee import Fee
from tests.endpoint import Embeds, Endpoint, Fails, Sends
from tests.providers.quick import Hands

TEXTS = ["The gray mare ran.", "He owes six dollars.", "A storm came."]


@pytest.fixture
def there(server: Endpoint) -> Endpoint:
    fresh = server.again()
    fresh.vectors = lambda text: [float(text.count(letter)) + 0.5 for letter in "aeiost"]
    return fresh


def model(there: Endpoint, hands: Hands | None = None, dimensions: int = 0, **more: Any) -> Embeddings:
    known = Known(**{"name": "desk", "base_url": there.url, "key_env": "", "model": "nomic", **more})
    return Embeddings(known, dimensions=dimensions, works=(hands or Hands()).works)


def failing(asked: Embeddings) -> ProviderError:
    with pytest.raises(ProviderError) as raised:
        asked.embed(TEXTS)
    assert raised.value.then
    assert "--again" not in raised.value.then
    return raised.value


@pytest.mark.parametrize(
    "does",
    [
        Embeds("floats"),
        Embeds(usage="none"),
        Embeds(wrong=lambda rows: rows[::-1]),
        Embeds(wrong=lambda rows: [{"embedding": row["embedding"]} for row in rows]),
    ],
)
def test_floats_base64_and_any_order_are_the_same_vectors(there: Endpoint, does: Embeds) -> None:
    plain = model(there).embed(TEXTS)
    assert [len(vector) for vector in plain] == [6, 6, 6]
    assert len(set(plain)) == 3
    there.embedding = [does]
    assert model(there).embed(TEXTS) == plain
    assert [model(there).embed([text])[0] for text in TEXTS] == plain


def test_an_endpoint_that_knows_no_base64_is_asked_for_floats_from_then_on(there: Endpoint) -> None:
    plain = model(there).embed(TEXTS)
    there.again().refuses = {"encoding_format"}
    there.vectors = lambda text: [float(text.count(letter)) + 0.5 for letter in "aeiost"]
    asked = model(there)
    assert asked.embed(TEXTS) == plain
    asked.embed(["It rains."])
    assert [body["encoding_format"] for body in there.embedded] == ["base64", "float", "float"]


def swapped(n: int, value: Any) -> Embeds:
    def wrong(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
        rows[n]["embedding"] = value
        return rows

    return Embeds("floats", wrong=wrong)


@pytest.mark.parametrize(
    ("does", "said"),
    [
        (Embeds(wrong=lambda rows: rows[:-1]), "2 vectors for 3 texts"),
        (Embeds(wrong=lambda rows: [*rows, rows[0]]), "4 vectors for 3 texts"),
        (Embeds(wrong=lambda rows: [rows[0], rows[0], rows[2]]), "vectors with the numbers"),
        (Embeds(wrong=lambda rows: [{**row, "index": row["index"] + 1} for row in rows]), "vectors with the numbers"),
        (swapped(1, [1.0, 2.0]), "a vector of 2 numbers where the others have 6"),
        (swapped(1, [float("nan")] * 6), "not of finite numbers"),
        (swapped(1, [1e999] * 6), "not of finite numbers"),
        (swapped(1, [0] * 6), "all zero"),
        (swapped(1, []), "empty"),
        (swapped(1, "@@@"), "no base64"),
        (swapped(1, ["a"] * 6), "no list of numbers"),
        (swapped(1, [True] * 6), "no list of numbers"),
        (swapped(1, None), "no list of numbers"),
        (swapped(1, [10**400] * 6), "too large"),
        (Sends("[]", "application/json"), "no list of vectors"),
        (Sends('{"data": 7}', "application/json"), "no list of vectors"),
        (Sends("<html>Welcome</html>", "text/html"), "no JSON: <html>Welcome"),
        (Sends("[" * 100_000, "application/json"), "no JSON"),
        (Sends("", "application/json"), "no JSON"),
    ],
)
def test_what_is_no_answer_is_an_error_that_says_what_it_was(there: Endpoint, does: Any, said: str) -> None:
    there.embedding = [does]
    error = failing(model(there))
    assert (error.slug, said in error.what) == ("not-understood", True), error.what


@pytest.mark.parametrize(
    ("status", "slug", "calls"),
    [(307, "sent-elsewhere", 1), (401, "key-refused", 1), (403, "key-refused", 1), (404, "no-such-model", 1), (402, "no-credit", 1),
     (429, "endpoint-busy", 3), (500, "provider-silent", 3), (503, "provider-silent", 3), (400, "provider-silent", 2)],
)  # fmt: skip
def test_errors_have_the_slugs_of_the_provider_and_are_repeated_where_that_helps(
    there: Endpoint, status: int, slug: str, calls: int
) -> None:
    there.embedding = [Fails(status, "sk-abcdefghijklmnopqrst is wrong")] * 9
    error = failing(model(there))
    assert error.slug == slug
    assert len(there.embedded) == calls
    assert "sk-abc" not in str(error)
    assert "--model" not in error.then


def test_one_that_is_slow_is_not_waited_for(there: Endpoint) -> None:
    there.embedding = [Embeds(first=30)] * 5
    assert failing(model(there, first_word=0.2, retries=0)).slug == "provider-silent"


def test_one_that_failed_is_left_alone_for_a_minute(there: Endpoint) -> None:
    hands = Hands()
    asked = model(there, hands, retries=0)
    there.embedding = [Fails(500)]
    first = failing(asked)
    assert failing(asked) is first
    assert len(there.embedded) == 1
    hands.time += REST
    assert len(asked.embed(TEXTS)) == 3


def test_nobody_is_asked_for_nothing_and_many_texts_go_in_batches(there: Endpoint) -> None:
    asked = model(there)
    assert asked.embed([]) == []
    assert not there.embedded
    assert len(asked.embed([f"It is mile {n}." for n in range(MOST_TEXTS + 1)])) == MOST_TEXTS + 1
    assert [len(body["input"]) for body in there.embedded] == [MOST_TEXTS, 1]
    asked.embed(["long words " * 3000])
    [long] = there.embedded[-1]["input"]
    assert len(long) < 4000


def test_size_is_asked_for_and_belongs_to_the_mark(there: Endpoint) -> None:
    asked = model(there, dimensions=6)
    assert asked.mark == "desk/nomic/6"
    asked.embed(TEXTS)
    assert there.embedded[0]["dimensions"] == 6
    assert "dimensions" not in (model(there).embed(TEXTS) and there.embedded[-1])


def test_another_size_than_was_asked_for_is_refused(there: Endpoint) -> None:
    assert "a vector of 6 numbers where the others have 5" in failing(model(there, dimensions=5)).what


def test_tokens_and_money_are_counted_as_the_endpoint_says_or_as_we_count(there: Endpoint) -> None:
    asked = model(there, price=(1000.0, 0.0))
    asked.embed(TEXTS)
    fee = asked.spent()
    assert fee == Fee(3, fee.tokens, fee.tokens * 1000)
    assert fee.tokens
    assert asked.spent() == Fee()
    there.embedding = [Embeds(usage="none")]
    asked.embed(TEXTS)
    assert asked.spent() == fee
    wrong = model(there, price=(1000.0, 0.0))
    there.embedding = [Embeds(wrong=lambda rows: rows[:-1])]
    failing(wrong)
    assert wrong.spent() == fee, "a wrong answer was paid for, too"


def test_what_a_gm_spends_is_spent_for_its_memory_too(there: Endpoint) -> None:
    known = Known(name="desk", base_url=there.url, key_env="", model="nomic", price=(1000.0, 0.0), dollars_a_campaign=0.05)
    purse = Purse(known)
    asked = Embeddings(known, purse=purse, works=Hands().works)
    asked.embed(TEXTS)
    assert purse.spent > 0
    purse.pay(50_000)
    error = failing(asked)
    assert error.slug == "spending-limit"
    assert len(there.embedded) == 1


def test_a_key_stands_in_no_message_and_is_asked_for_only_when_there_is_a_text(there: Endpoint, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DESK_KEY", raising=False)
    assert failing(model(there, key_env="DESK_KEY")).slug == "no-key"
    monkeypatch.setenv("DESK_KEY", "tok-a-very-secret-key")
    there.embedding = [Fails(401, "no such key: tok-a-very-secret-key")]
    assert "very-secret" not in str(failing(model(there, key_env="DESK_KEY")))
    assert there.keys == ["Bearer tok-a-very-secret-key"]


def test_the_requests_a_minute_are_those_of_the_endpoint(there: Endpoint) -> None:
    hands = Hands()
    asked = model(there, hands, requests_a_minute=1)
    asked.embed(["a"])
    asked.embed(["b"])
    assert sum(hands.slept) >= 59


def test_a_limit_that_cannot_be_kept_for_want_of_a_price_lets_nothing_be_sent(there: Endpoint) -> None:
    assert failing(model(there, dollars_a_campaign=1.0)).slug == "no-price"
    assert not there.embedded


PLAIN = st.none() | st.booleans() | st.integers(-3, 10**400) | st.floats() | st.text(max_size=12)
ROW = st.fixed_dictionaries({}, optional={"index": PLAIN, "embedding": st.lists(PLAIN, max_size=3) | PLAIN})
ANYTHING = st.fixed_dictionaries({"data": st.lists(ROW | PLAIN, max_size=3) | PLAIN}) | st.recursive(PLAIN, st.lists, max_leaves=5)


@given(ANYTHING, st.integers(1, 3))
def test_whatever_an_endpoint_answers_is_so_many_vectors_of_one_size_or_said_to_be_wrong(answer: Any, many: int) -> None:
    with suppress(ValueError):
        found = vectors_in(answer, many)
        assert len(found) == many
        assert len({len(vector) for vector in found}) == 1
