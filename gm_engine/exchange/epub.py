"""The book as EPUB 3: a chapter for each evening, notes that a reader opens beside the text, the same bytes every time."""

from collections.abc import Iterator, Mapping
from hashlib import blake2b

from gm_engine.exchange.book import Book, BookTurn, Chapter
from gm_engine.exchange.book_markdown import said_of
from gm_engine.exchange.gazetteer import SECTIONS
from gm_engine.exchange.page_style import esc
from gm_engine.story.letters import plain

LANGUAGE = "en"
MODIFIED = "1980-01-01T00:00:00Z"
"""The format asks when the book was last changed. A clock would make other bytes of the same story, so it is the first moment of a zip."""
CONTAINER = """<?xml version="1.0" encoding="UTF-8"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
<rootfiles><rootfile full-path="book/package.opf" media-type="application/oebps-package+xml"/></rootfiles>
</container>
"""
STYLE = """body{margin:1em 5%;line-height:1.45}
h1{font-size:1.5em;line-height:1.2;margin:2em 0 .4em;text-align:center}
h2{font-size:1.05em;margin:2.2em 0 .8em;text-align:center;font-weight:normal;font-variant:small-caps;letter-spacing:.05em}
p{margin:0;text-indent:1.3em}
.first p:first-child,h2+.turn p:first-child,.said+p{text-indent:0}
.title h1{font-size:2.1em;margin-top:4em}
.lede,.when,.length,.gone{text-align:center;text-indent:0;font-style:italic}
.length{font-style:normal;margin:2em 0 3em}
.turn{margin:0 0 .9em}
.said{margin:.9em 0 .5em 1.3em;text-indent:0;font-style:italic}
.note{font-size:.85em;margin:.4em 0;text-indent:0}
.notes{margin-top:3em;border-top:1px solid;padding-top:.6em}
.noteref{font-size:.75em;vertical-align:super;line-height:0;text-decoration:none}
.names p{margin:.5em 0 .5em 1.3em;text-indent:-1.3em}
"""


def book_epub(book: Book) -> dict[str, bytes]:
    """The files of the book by name, in the order in which they must stand in the archive."""
    pages = dict(_pages(book))
    files = {
        "mimetype": "application/epub+zip",
        "META-INF/container.xml": CONTAINER,
        "book/package.opf": _package(book, pages),
        "book/nav.xhtml": _nav(book, pages),
        "book/style.css": STYLE,
        **{f"book/{name}": page for name, (_, page) in pages.items()},
    }
    return {name: text.encode() for name, text in files.items()}


def _xml(text: str) -> str:
    """Text as it may stand in XML."""
    return esc(plain(text))


def _pages(book: Book) -> Iterator[tuple[str, tuple[str, str]]]:
    """The pages in order: file name, title, and the page itself."""
    yield "title.xhtml", (book.title, _page(book.title, "titlepage", "title", _title(book)))
    for chapter in book.chapters:
        yield _file(chapter), (chapter.title, _page(chapter.title, "chapter", "chapter", _chapter(chapter)))
    if book.names:
        yield "names.xhtml", ("Who and what", _page("Who and what", "appendix", "names", _names(book)))
    if book.secret:
        yield "gm_notes.xhtml", ("The GM’s notes", _page("The GM’s notes", "appendix", "secret", _secret(book)))


def _file(chapter: Chapter) -> str:
    return f"evening_{chapter.session}.xhtml"


def _page(title: str, kind: str, name: str, body: Iterator[str]) -> str:
    inside = "\n".join(body)
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE html>\n'
        f'<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" lang="{LANGUAGE}" xml:lang="{LANGUAGE}">\n'
        f'<head><title>{_xml(title)}</title><link rel="stylesheet" type="text/css" href="style.css"/></head>\n'
        f'<body>\n<section epub:type="{kind}" class="{name}">\n{inside}\n</section>\n</body>\n</html>\n'
    )


def _title(book: Book) -> Iterator[str]:
    yield f"<h1>{_xml(book.title)}</h1>"
    if book.summary:
        yield f'<p class="lede">{_xml(book.summary)}</p>'
    hero = f"The story of {_xml(book.hero)}. " if book.hero else ""
    length = f"{book.length[:1].upper()}{book.length[1:]}." if book.chapters else "Nothing has been played yet."
    yield f'<p class="length">{hero}{length}{f"<br/>{_xml(book.when)}" if book.when else ""}</p>'
    if book.opening:
        yield f'<div class="first">{"".join(f"<p>{_xml(paragraph)}</p>" for paragraph in book.opening)}</div>'


def _chapter(chapter: Chapter) -> Iterator[str]:
    yield f"<h1>{_xml(chapter.title)}</h1>"
    if chapter.when:
        yield f'<p class="when">{_xml(chapter.when)}</p>'
    notes: list[str] = []
    for number, scene in enumerate(chapter.scenes, 1):
        yield f'<h2 id="scene{number}">{_xml(scene.place)}</h2>' if scene.place else f'<div id="scene{number}"></div>'
        for turn in scene.turns:
            yield _turn(turn)
            if turn.notes:
                back = f'<a href="#t{turn.number}">{turn.number}</a>'
                notes.append(
                    f'<aside epub:type="footnote" id="n{turn.number}" class="note"><p>{back} {_xml(" ".join(turn.notes))}</p></aside>'
                )
    if notes:
        yield '<section class="notes" epub:type="footnotes">'
        yield from notes
        yield "</section>"


def _turn(turn: BookTurn) -> str:
    told = [f"<p>{_xml(paragraph)}</p>" for paragraph in turn.paragraphs]
    if turn.speaker and not turn.said and told:
        told[0] = f"<p><b>{_xml(turn.speaker)}:</b> {told[0].removeprefix('<p>')}"
    if turn.said:
        told.insert(0, f'<p class="said">{_xml(f"{turn.speaker}: " if turn.speaker else "")}{_xml(turn.said)}</p>')
    if turn.gone:
        told.insert(0, '<p class="gone">These words were taken out.</p>')
    if turn.notes:
        mark = f'<a epub:type="noteref" class="noteref" href="#n{turn.number}">{turn.number}</a>'
        told = [*told[:-1], f"{told[-1].removesuffix('</p>')}{mark}</p>"] if told else [f"<p>{mark}</p>"]
    return f'<div class="turn" id="t{turn.number}">{"".join(told)}</div>'


def _names(book: Book) -> Iterator[str]:
    yield "<h1>Who and what</h1>"
    for kind, heading in SECTIONS.items():
        pages = [page for page in book.names if page.kind == kind]
        if pages:
            yield f"<h2>{heading}</h2>"
        for page in pages:
            also = f" ({', '.join(page.aliases)})" if page.aliases else ""
            said = said_of(page)
            yield f"<p><b>{_xml(page.name)}</b>{_xml(also)}.{f' {_xml(said)}' if said else ''}</p>"


def _secret(book: Book) -> Iterator[str]:
    yield "<h1>The GM’s notes</h1>"
    for heading in book.secret:
        yield f"<h2>{_xml(heading.title)}</h2>"
        yield from (f"<p>{_xml(line.strip())}</p>" for line in heading.lines or (heading.none,))


def _nav(book: Book, pages: Mapping[str, tuple[str, str]]) -> str:
    scenes = {_file(chapter): chapter.scenes for chapter in book.chapters}
    items = []
    for name, (title, _) in pages.items():
        inner = "".join(
            f'<li><a href="{name}#scene{number}">{_xml(scene.place)}</a></li>'
            for number, scene in enumerate(scenes.get(name, ()), 1)
            if scene.place
        )
        items.append(f'<li><a href="{name}">{_xml(title)}</a>{f"<ol>{inner}</ol>" if inner else ""}</li>')
    first = next((name for name in pages if name in scenes), "title.xhtml")
    body = (
        f'<nav epub:type="toc" id="toc"><h1>Contents</h1><ol>{"".join(items)}</ol></nav>',
        f'<nav epub:type="landmarks" hidden="hidden"><ol><li><a epub:type="bodymatter" href="{first}">The story</a></li></ol></nav>',
    )
    return _page(book.title, "frontmatter", "contents", iter(body))


def _package(book: Book, pages: Mapping[str, tuple[str, str]]) -> str:
    named = blake2b("\0".join((book.campaign, book.title, "gm" if book.secret else "table")).encode(), digest_size=16).hexdigest()
    uuid = f"{named[:8]}-{named[8:12]}-8{named[13:16]}-8{named[17:20]}-{named[20:]}"
    items = "\n".join(f'<item id="{name.removesuffix(".xhtml")}" href="{name}" media-type="application/xhtml+xml"/>' for name in pages)
    spine = "\n".join(f'<itemref idref="{name.removesuffix(".xhtml")}"/>' for name in pages)
    about = f"<dc:description>{_xml(book.summary)}</dc:description>\n" if book.summary else ""
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id" xml:lang="{LANGUAGE}">\n'
        '<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">\n'
        f'<dc:identifier id="id">urn:uuid:{uuid}</dc:identifier>\n'
        f"<dc:title>{_xml(book.title) or 'A story'}</dc:title>\n<dc:language>{LANGUAGE}</dc:language>\n{about}"
        f'<meta property="dcterms:modified">{MODIFIED}</meta>\n</metadata>\n<manifest>\n'
        '<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>\n'
        f'<item id="style" href="style.css" media-type="text/css"/>\n{items}\n</manifest>\n'
        f"<spine>\n{spine}\n</spine>\n</package>\n"
    )
