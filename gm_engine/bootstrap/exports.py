"""The ways in which a campaign goes out. A format is one row here: texts piece by piece, or files by name that make an archive."""

from collections.abc import Callable, Iterator, Mapping

from gm_engine.exchange.book import book_of
from gm_engine.exchange.book_markdown import book_markdown
from gm_engine.exchange.chronicle import Chronicle, chronicle
from gm_engine.exchange.chronicle_html import chronicle_html
from gm_engine.exchange.epub import book_epub
from gm_engine.exchange.gm_notes import notes_html
from gm_engine.exchange.graph_export import graph_data
from gm_engine.exchange.vault import vault
from gm_engine.exchange.zipped import zipped
from gm_engine.journal import Ledger
from gm_engine.journal.lines import write_lines

JOURNAL = "jsonl"


def _markdown(told: Chronicle, gm_notes: bool) -> Iterator[str]:
    yield from book_markdown(book_of(told, gm_notes=gm_notes))


def _html(told: Chronicle, gm_notes: bool) -> Iterator[str]:
    yield chronicle_html(told, notes_html(told.state) if gm_notes else "")


def _graphml(told: Chronicle, gm_notes: bool) -> Iterator[str]:
    yield graph_data(told.state, "graphml", gm_notes=gm_notes)


def _epub(told: Chronicle, gm_notes: bool) -> dict[str, bytes]:
    return book_epub(book_of(told, gm_notes=gm_notes))


def _vault(told: Chronicle, gm_notes: bool) -> dict[str, bytes]:
    return vault(told, gm_notes=gm_notes)


TEXTS: Mapping[str, Callable[[Chronicle, bool], Iterator[str]]] = {"markdown": _markdown, "html": _html, "graphml": _graphml}
ARCHIVES: Mapping[str, Callable[[Chronicle, bool], dict[str, bytes]]] = {"epub": _epub, "vault": _vault}
EXPORTS = (JOURNAL, *TEXTS, *ARCHIVES)


def export_text(journal: Ledger, to: str, *, gm_notes: bool = False) -> Iterator[str]:
    """A campaign written out, piece by piece: ``jsonl`` is the whole journal; the others are what the table knows.

    Words that were taken out stay out; ``gm_notes`` adds what only the GM knows.
    """
    if to == JOURNAL:
        yield from write_lines(journal)
    else:
        yield from TEXTS[to](chronicle(entry.event for entry in journal.entries()), gm_notes)


def export_files(journal: Ledger, to: str, *, gm_notes: bool = False) -> dict[str, bytes]:
    """A campaign as files by name, in the order in which an archive has them: what the table knows, and with ``gm_notes`` all."""
    return ARCHIVES[to](chronicle(entry.event for entry in journal.entries()), gm_notes)


def export_archive(journal: Ledger, to: str, *, gm_notes: bool = False) -> bytes:
    """The same as one archive, the same bytes every time."""
    return zipped(export_files(journal, to, gm_notes=gm_notes))
