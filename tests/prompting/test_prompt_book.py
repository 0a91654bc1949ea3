"""The prompt book: versions, hashes, and templates that cannot run away."""

import pytest

from gm_engine.errors import GameError, UnknownName
from gm_engine.prompting import PromptBook, prompts_text
from gm_engine.shipped import shipped

PAGE = "---\nname: tiny\nversion: 3\n---\nA note.\n\n## section: rules (system)\nPlay {{ title }}.\n\n## section: said (user)\n{{ said }}\n"


def test_a_page_knows_its_sections_roles_version_and_hash() -> None:
    book = PromptBook({"tiny": PAGE})
    page = book.page("tiny")
    assert [(name, role) for name, role, _ in page.sections] == [("rules", "system"), ("said", "user")]
    assert page.mark.startswith("tiny 3 b2:")
    assert book.write(page, "rules", {"title": "Red Mesa"}) == "Play Red Mesa."
    assert book.write(page, "nothing", {}) == ""


def test_another_word_is_another_hash() -> None:
    one, other = PromptBook({"tiny": PAGE}), PromptBook({"tiny": PAGE.replace("Play", "Run")})
    assert one.versions != other.versions
    assert one.versions == PromptBook({"tiny": PAGE}).versions


def test_the_players_words_are_never_a_template() -> None:
    book = PromptBook({"tiny": PAGE})
    assert book.write(book.page("tiny"), "said", {"said": "{{ 7 * 6 }} {% raw %}"}) == "{{ 7 * 6 }} {% raw %}"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("no front matter", "does not open with its name"),
        (PAGE.replace("(user)", "(narrator)"), 'the role "narrator"'),
        (PAGE.replace("{{ said }}", "{% if %}"), 'section "said"'),
    ],
)
def test_a_broken_page_says_where(text: str, says: str) -> None:
    with pytest.raises(GameError, match=r"prompts/tiny\.md") as caught:
        PromptBook({"tiny": text})
    assert says in str(caught.value)
    assert caught.value.slug == "broken-template"


@pytest.mark.parametrize("words", ["{{ nobody }}", "{{ title.__class__.__mro__ }}"])
def test_missing_values_and_escapes_are_errors(words: str) -> None:
    def written() -> str:
        book = PromptBook({"tiny": PAGE.replace("{{ title }}", words)})
        return book.write(book.page("tiny"), "rules", {"title": "x"})

    with pytest.raises(GameError, match='section "rules"'):
        written()


def test_an_unknown_page_names_those_that_are() -> None:
    with pytest.raises(UnknownName, match="There are: tiny"):
        PromptBook({"tiny": PAGE}).page("huge")


def test_the_shipped_pages_can_be_read_and_kept() -> None:
    texts = prompts_text(shipped("prompts"))
    assert "gm" in texts
    assert PromptBook(texts).versions == PromptBook.open(shipped("prompts")).versions


def test_the_same_text_is_made_a_template_only_once() -> None:
    one, other = PromptBook({"tiny": PAGE}), PromptBook({"tiny": PAGE})
    assert one.page("tiny") is other.page("tiny")
