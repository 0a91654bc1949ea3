"""Pages that break off in the middle of a mark."""

from gm_engine.exchange.formats.html_page import Page


class Heard(Page):
    """What a page says, in the order in which it says it."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.words: list[str] = []
        self.looked = 0
        self.feed(page)
        self.close()

    def parse_starttag(self, i: int) -> int:
        self.looked += 1
        return super().parse_starttag(i)

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def test_a_page_of_marks_that_never_end_is_looked_through_once() -> None:
    page = Heard("Rain. " + "<a " * 1000)
    assert page.looked < 3
    assert "".join(page.words).startswith("Rain. ")


def test_what_a_page_breaks_off_in_is_words() -> None:
    assert "".join(Heard("Rain &amp; wind <b").words) == "Rain & wind <b"
