"""Pages (HTML), read to their end whatever is in them."""

from html import unescape
from html.parser import HTMLParser


class Page(HTMLParser):
    """What the readers of pages inherit. A declaration that is none is passed over like a comment."""

    def parse_html_declaration(self, i: int) -> int:
        """Where a declaration that begins at ``i`` ends; below 0 where it does not end."""
        try:
            return super().parse_html_declaration(i)
        except AssertionError:  # what the library raises for `<![` and a word that it does not know
            return self.parse_bogus_comment(i)

    def close(self) -> None:
        """What the page breaks off in is words: the library would look through all of the rest anew at each mark in it."""
        rest, self.rawdata = self.rawdata, ""
        if rest:
            self.handle_data(unescape(rest))
