"""Obsidian vaults: each page is lore, and somebody or something where its properties say so; what a page links to is tied to it."""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from gm_engine.errors import TranscriptError
from gm_engine.exchange.formats.brought import Brought, Fate, Loss
from gm_engine.exchange.formats.foreign_json import decoded, read_json
from gm_engine.exchange.formats.plain_ids import FreeIds, plain_id
from gm_engine.exchange.formats.vault_kinds import kind_by_folder, kind_by_properties, kind_of_many, kinds_of_links, kinds_of_listed
from gm_engine.exchange.formats.vault_markup import HEADING, TEMPLATE, parted, with_fields
from gm_engine.exchange.formats.vault_pages import LINK, Page, folder_of, is_evening, is_of_its_folder, linked_from
from gm_engine.exchange.formats.vault_secrets import SECRET, in_words, is_of_the_page, is_secret, parted_properties
from gm_engine.exchange.formats.vault_stands import where_it_begins, where_people_stand
from gm_engine.exchange.formats.vault_words import lists_links, plain_words, shown_of
from gm_engine.story.letters import plain
from gm_engine.story.pack import Faction, Item, Location, LoreEntry, Person, Visibility
from gm_engine.story.sentences import spans_of_sentences

ReadFrontMatter = Callable[[str, str], tuple[Any, tuple[str, ...]]]
"""What reads YAML: the text and the file's name give the value, and what is wrong with it in whole sentences."""
MOST_PAGES = 20_000
OURS = "gm-engine"
"""The tag of the pages that this program writes: it names the program, and nothing that is hidden."""
FOR_THE_EDITOR = frozenset({
    "cssclass", "cssclasses", "publish", "permalink", "banner", "banner_x", "banner_y", "banner_icon", "obsidianuimode", "position",
    "kanban-plugin", "excalidraw-plugin", "icon", "image", "cover",
})  # fmt: skip
DRAWN = "excalidraw"
"""How the property begins that makes a drawing of a page."""
WRITTEN = frozenset({"created", "updated", "modified", "added"})
"""Words in the names of properties that say when a page was written."""
READ = frozenset({
    "aliases", "alias", "tags", "tag", "type", "kind", "category", "visibility", "gm", "dm", "secret", "title", "name", "pronouns",
    "summary",
})  # fmt: skip
FRONT = re.compile(r"\A(?P<before>(?:\s*<!--(?:(?!-->).)*-->)*\s*)---[ \t]*\n(?P<matter>.*?)(?:\n|\A)---[ \t]*(?:\n|\Z)", re.DOTALL)
PICTURES = (".png", ".jpg", ".jpeg", ".gif", ".webp", ".svg", ".avif", ".bmp")
FATES: tuple[Fate, ...] = (
    Fate("pages, headings", "kept", "The text under each heading is an entry of lore; its keys are the page's name and aliases."),
    Fate("aliases", "kept"),
    Fate("title, name", "changed", "Another name of the page."),
    Fate("type, kind, category, tags", "changed", "They say whether it is a person, a place, a faction or a thing; tags stay. Where they "
         "do not, other properties, links such as `location: [[Oakford]]`, folders and lists below headings such as *People* may; a page "
         "of which nothing says so is lore, and nobody."),
    Fate("other properties, inline fields, infoboxes", "changed", "Facts of whom the page is about, and where somebody stands; on a page "
         "about nobody, sentences of its text. On the page of an evening they are lost, but for the place."),
    Fate("start", "changed", "Where it begins; else the first place that Home or Index leads to, else where the latest evening is."),
    Fate("wikilinks, links", "changed", "The shown words stay; the two whom the pages are about are tied, with the sentence."),
    Fate("embeds of pages", "changed", "A tie; the text stands on its own page alone."),
    Fate("folders", "kept", "The entry's category."),
    Fate("comments, callouts", "changed", "Comments and callouts such as `[!secret]` are entries for the GM; others are text."),
    Fate("gm, dm, secret, visibility", "changed", "The page is for the GM alone; so are folders that are called so. What a property, a "
         "field, a heading or a column says that is called so is an entry for the GM."),
    Fate("bold, highlights, block ids, footnotes", "changed", "The words stay; a footnote's stand below its line."),
    Fate("tables", "changed", "Row by row, each cell behind the head of its column."),
    Fate("pictures, attachments, canvases, queries", "lost", "What is told by code within a sentence takes the sentence with it."),
    Fate("cssclasses, publish, templates, .obsidian", "lost"),
)  # fmt: skip


def is_vault(files: Mapping[str, bytes]) -> bool:
    """True for files of which some lie in ``.obsidian``, or Markdown of which a page has front matter or links to another."""
    if any(".obsidian" in path.split("/") for path in files):
        return True
    pages = [data[:20_000] for path, data in files.items() if path.lower().endswith(".md")]
    return len(pages) > 1 and any(data.startswith(b"---") or re.search(rb"\[\[[^\]\n]+\]\]", data) for data in pages)


def read_vault(files: Mapping[str, bytes], name: str, front_matter: ReadFrontMatter) -> Brought:
    """The lore of a vault: ``files`` are paths with what they hold. Raises TranscriptError where there is no page."""
    return _Vault(files, name, front_matter).read()


class _Vault:
    def __init__(self, files: Mapping[str, bytes], name: str, front_matter: ReadFrontMatter) -> None:
        self.files, self.name, self.front_matter = files, name, front_matter
        self.losses: list[Loss] = []
        self.pages: dict[str, Page] = {}
        self.by_name: dict[str, Page] = {}
        self.file_ends, self.page_ends = _Ends(files), _Ends(())
        self.ids = FreeIds()
        self.unknown: dict[str, None] = {}

    def read(self) -> Brought:
        templates = self._templates()
        for path in sorted(self.files):
            parts = path.split("/")
            if any(part.startswith(".") for part in parts):
                continue
            if not path.lower().endswith(".md"):
                why = "Pictures are not kept." if path.lower().endswith(PICTURES) else "Only pages are taken over."
                self.losses.append(Loss(path, f"{len(self.files[path])} bytes", why))
            elif (templates and path.startswith(templates + "/")) or any(map(_is_of_templates, parts[:-1])):
                self.losses.append(Loss(path, f"{len(self.files[path])} bytes", "It is a template."))
            else:
                self._page(path)
        if not self.pages:
            raise TranscriptError(self.name, "the vault has no pages.", "A page is a file that ends with .md.", "no-pages")
        if len(self.pages) > MOST_PAGES:
            raise TranscriptError(self.name, f"the vault has {len(self.pages):,} pages.", f"At most {MOST_PAGES:,} are read.", "too-large")
        self.page_ends = _Ends(self.pages)
        for page in self.pages.values():
            self.by_name.setdefault(page.name.casefold(), page)
        for page in self.pages.values():
            for alias in page.aliases:
                self.by_name.setdefault(alias.casefold(), page)
        self._say_kinds()
        for page in self.pages.values():
            if page.visibility == "table":
                self._hide_ties(page)
        told = FreeIds()
        lore = tuple(entry.changed(id=told.take(entry.id)) for page in self.pages.values() for entry in self._entries(page))
        about = {page.id: page for page in self.pages.values()}
        stands = where_people_stand(self.pages.values(), self._meant)
        start, why = where_it_begins(self.pages.values(), self._meant)
        remarks = [f"It begins in {start.name}: {why}."] if start is not None else []
        if self.unknown:
            listed = ", ".join(list(self.unknown)[:5])
            remarks.append(f"Links that lead to no page stay words: {len(self.unknown)}, such as {listed}.")
        return Brought(
            "a vault (Obsidian)",
            pages=len(self.pages),
            lore=lore,
            people={id: self._person(page, stands.get(id, "")) for id, page in about.items() if page.kind == "person"},
            places={id: Location(**self._authored(page)) for id, page in about.items() if page.kind == "place"},
            factions={id: Faction(**self._authored(page)) for id, page in about.items() if page.kind == "faction"},
            items={id: Item(**self._authored(page)) for id, page in about.items() if page.kind == "item"},
            start=start.id if start is not None else "",
            losses=tuple({(loss.field, str(loss.value), loss.why): loss for loss in self.losses}.values()),
            remarks=tuple(remarks),
        )

    def _templates(self) -> str:
        """The folder of templates, where the vault names one."""
        path = next((path for path in sorted(self.files) if path.endswith(".obsidian/templates.json")), "")
        if not path:
            return ""
        try:
            value = read_json(self.files[path], path)
        except TranscriptError:
            return ""
        folder = value.get("folder") if isinstance(value, dict) else None
        root = path.removesuffix(".obsidian/templates.json")
        return root + folder.strip("/") if isinstance(folder, str) and folder.strip("/") else ""

    def _say_kinds(self) -> None:
        """Gives a kind to pages that do not say their own: as what links to them says, else the folder, else a list that they stand in."""
        pages = tuple(self.pages.values())
        linked = ((self._meant(target), kind) for page in pages for target, kind in kinds_of_links(page.matter))
        # beside Oakford/Oakford lies what is of the town: the folder Towns above them tells of the town alone
        owned = {folder_of(page) for page in pages if is_of_its_folder(page)}
        own = {folder for folder in owned if not kind_of_many(folder.rpartition("/")[2])}
        folders = ((page, kind_by_folder(page.path)) for page in pages if folder_of(page) not in own or is_of_its_folder(page))
        listed = ((self._meant(target), kind) for page in pages for target, kind in kinds_of_listed(page.text))
        for said in (linked, folders, listed):
            for page, kind in said:
                if page is not None and not is_evening(page):
                    page.kind = page.kind or kind

    # --- one page

    def _page(self, path: str) -> None:
        try:
            text = plain(decoded(self.files[path], path).replace("\r\n", "\n").replace("\r", "\n"))
        except TranscriptError as error:
            self.losses.append(Loss(path, f"{len(self.files[path])} bytes", f"It cannot be read: {error.what}"))
            return
        matter: Mapping[str, Any] = {}
        found = FRONT.match(text)
        if found and TEMPLATE.search(found["matter"]):
            self.losses.append(Loss(path, f"{len(self.files[path])} bytes", "It is a template."))
            return
        if found:
            value, faults = self.front_matter(found["matter"], path)
            for fault in faults:
                self.losses.append(Loss(f"{path}.properties", found["matter"], fault))
            if isinstance(value, dict):
                matter = {str(key).strip(): inner for key, inner in value.items()}
            elif value is not None:
                self.losses.append(Loss(f"{path}.properties", value, "Properties are written key: value."))
            text = found["before"].lstrip() + text[found.end() :]
        if any(key.casefold().startswith(DRAWN) for key in matter):
            self.losses.append(Loss(path, f"{len(self.files[path])} bytes", "It is a drawing."))
            return
        said = parted(text, path)
        self.losses += said.losses
        matter, kept = parted_properties(with_fields(matter, said.fields))
        whole = path[: -len(".md")]
        name = " ".join(whole.rsplit("/", 1)[-1].split()) or "Untitled"
        low = {key.casefold(): value for key, value in matter.items()}
        tagged = [tag.lstrip("#") for key in ("tags", "tag") for tag in _listed(low.get(key), " ,")]
        tags = tuple(dict.fromkeys(tag for tag in (*tagged, *said.tags) if tag))
        others = [
            *(_listed(low.get(key), ",") for key in ("aliases", "alias")),
            *(_listed(low.get(key), "\n") for key in ("title", "name")),
        ]
        aliases = tuple(dict.fromkeys(alias for row in others for alias in row if alias.casefold() != name.casefold()))
        kind = kind_by_properties(matter, tags)
        hidden = (
            any(is_secret(part) for part in whole.split("/")[:-1])
            or any(is_secret(tag) for tag in tags if tag != OURS)
            or any(is_of_the_page(key, value) and str(value).casefold() in ("true", "yes") for key, value in low.items())
            or str(low.get("visibility", "")).casefold() in SECRET
        )
        id = self.ids.take(plain_id(name, "page"))
        self.pages[whole] = Page(
            whole, name, id, matter, said.text, (*kept, *said.hidden), kind, "gm" if hidden else "table", aliases, tags
        )
        for key, value in matter.items():
            if _is_for_the_editor(key, value):
                self.losses.append(Loss(f"{path}.{key}", value, "It is for the editor."))

    def _hide_ties(self, page: Page) -> None:
        """Leaves of an open page's properties what does not lead to a page that is the GM's, and keeps for the GM what they say in all."""
        shown: dict[str, Any] = {}
        for key, value in page.matter.items():
            rows = value if isinstance(value, list) else re.split(r"[,;](?![^\[]*\]\])", value) if isinstance(value, str) else [value]
            left = [one for one in rows if not self._leads_to_the_gm(one)]
            if len(left) == len(rows):
                shown[key] = value
                continue
            page.hidden += (f"{key}: {in_words(value)}",)
            if left:
                shown[key] = [one.strip() if isinstance(one, str) else one for one in left]
        page.matter = shown

    def _leads_to_the_gm(self, value: Any) -> bool:
        """True for a value that links to a page which is for the GM alone, or names one."""
        if isinstance(value, dict | list):
            return any(map(self._leads_to_the_gm, value.values() if isinstance(value, dict) else value))
        if not isinstance(value, str):
            return False
        return any(page is not None and page.visibility == "gm" for page in map(self._meant, (*linked_from(value), value.strip())))

    def _authored(self, page: Page) -> dict[str, Any]:
        """What every entity may have, of a page."""
        low = {key.casefold(): value for key, value in page.matter.items()}
        facts = {plain_id(key, "noted"): words for key, words in self._properties(page)}
        tags = tuple(dict.fromkeys(plain_id(tag, "") for tag in page.tags))
        summary = low.get("summary")
        return {
            "name": page.name,
            "aliases": page.aliases,
            "tags": tuple(tag for tag in tags if tag),
            "visibility": page.visibility,
            "summary": summary if isinstance(summary, str) else "",
            "facts": facts,
        }

    def _person(self, page: Page, at: str) -> Person:
        given = {key.casefold(): value for key, value in page.matter.items()}.get("pronouns")
        first = str(given or "").casefold().split("/")[0].strip()
        return Person(**self._authored(page), at=at, **({"pronouns": first} if first in ("he", "she", "they", "it") else {}))

    def _properties(self, page: Page) -> Iterator[tuple[str, str]]:
        """The properties that say something of whom the page is about; a link in one is the id of who is meant."""
        for key, value in page.matter.items():
            if key.casefold() in READ or is_of_the_page(key, value) or _is_for_the_editor(key, value):
                continue
            words = "; ".join(self._value(one) for one in (value if isinstance(value, list) else [value]) if one not in (None, "", [], {}))
            if words:
                yield key, words

    def _value(self, value: Any) -> str:
        if isinstance(value, dict):
            return ", ".join(f"{key}: {self._value(inner)}" for key, inner in value.items())
        if isinstance(value, list):
            return ", ".join(map(self._value, value))
        if isinstance(value, bool):
            return "yes" if value else "no"
        page = self._meant(_alone(str(value)))
        if page is not None and page.kind:
            return page.id
        return LINK.sub(shown_of, str(value)).strip()

    # --- its text

    def _entries(self, page: Page) -> Iterator[LoreEntry]:
        """The entries of a page: one to a heading, and those for the GM alone beside them."""
        category = page.path.rpartition("/")[0]
        keys = tuple(dict.fromkeys((page.name, *page.aliases)))
        for heading, source, visibility in self._sections(page):
            links: dict[str, None] = {}
            text = self._worded(source, page, links)
            if not text:
                continue
            if lists_links(source):
                text = f"{(heading or page.name).rstrip(' :')}: {', '.join(line.rstrip('.') for line in text.split(chr(10)) if line)}."
            id = plain_id(f"{page.id} {heading}", page.id) if heading else page.id
            others = [self.pages[path] for path in links if self.pages[path].kind and self.pages[path].id != page.id]
            about = (page.id,) if page.kind else tuple(dict.fromkeys(other.id for other in others))
            topic = "" if page.kind else page.id
            said, spans = self._links_words(source), spans_of_sentences(text)
            starts, ends = [start for start, _ in spans], [end for _, end in spans]
            yield LoreEntry(
                id=id, text=text, category=category, keys=keys, about=about, visibility=visibility, source=f"{page.path}.md", topic=topic,
                links={other.id: _sentence_with(text, starts, ends, (*said.get(other.path, ()), other.name)) for other in others},
            )  # fmt: skip

    def _sections(self, page: Page) -> Iterator[tuple[str, str, Visibility]]:
        """The page's text by headings, without what is hidden in it; then what is hidden."""
        shown: list[str] = []
        heading = ""
        if not page.kind:
            shown += self._told(page)
        for line in page.text.split("\n"):
            found = HEADING.fullmatch(line)
            if found is None:
                shown.append(line)
                continue
            yield heading, "\n".join(shown), page.visibility
            words = self._worded(found[2], page, {})
            heading, shown = ("" if words.casefold() == page.name.casefold() else words), []
        yield heading, "\n".join(shown), page.visibility
        for words in page.hidden:
            yield "for the gm", words, "gm"

    def _told(self, page: Page) -> Iterator[str]:
        """What the properties of a page about nobody say, in sentences. Those of an evening's page tell of the evening."""
        for key, value in page.matter.items():
            low = key.casefold()
            if low in READ or is_of_the_page(key, value) or _is_for_the_editor(key, value) or value in (None, "", [], {}):
                continue
            words = [str(one) for one in (value if isinstance(value, list) else [value]) if isinstance(one, str | int) and str(one).strip()]
            if is_evening(page) or isinstance(value, bool) or not words:
                why = "It is of the evening, not of the world." if is_evening(page) else "It is no property that can be told in words."
                self.losses.append(Loss(f"{page.path}.md.{key}", value, why))
            elif len(words) == 1 and words[0].rstrip()[-1] in ".!?…":
                yield words[0]
            else:
                said = " ".join(re.sub(r"[_-]+", " ", key if key.isupper() else low).split())
                yield f"The {said} of {page.name} {'are' if len(words) > 1 else 'is'} {', '.join(words)}."

    def _worded(self, source: str, page: Page, links: dict[str, None]) -> str:
        """The words of a text; the paths of the pages that it links to are put into ``links``."""

        def linked(found: "re.Match[str]") -> str:
            embedded = bool(found[1] or found[3])
            target = (found[2] or "").partition("|")[0] if found[2] else found[5].replace("%20", " ")
            if not found[2] and re.match(r"[a-z][a-z0-9+.-]*:", target, re.IGNORECASE):
                self.losses.append(Loss(f"{page.path}.md.link", target, "It leads out of the vault; its words stay."))
                return "" if embedded else found[4]
            other = self._meant(target)
            if other is not None:
                links[other.path] = None
            elif embedded and not self._is_here(target):
                self.losses.append(Loss(f"{page.path}.md.embed", target, "Only pages are taken over."))
            elif not embedded and target.partition("#")[0].strip():
                self.unknown.setdefault(target.partition("#")[0].strip())
            return "" if embedded else shown_of(found)

        return plain_words(LINK.sub(linked, source))

    def _is_here(self, target: str) -> bool:
        """True for a file of the vault, which is told as lost itself."""
        return bool(self.file_ends.first(target.partition("|")[0].partition("#")[0].strip().lstrip("./")))

    def _meant(self, target: str) -> Page | None:
        """The page that a link means: by its path, or its end, by its name, or by another name."""
        name = re.split(r"[#^]", target, maxsplit=1)[0].strip().removesuffix(".md").strip("/")
        if not name:
            return None
        if name in self.pages:
            return self.pages[name]
        if "/" in name:
            return self.pages.get(self.page_ends.first(name))
        return self.by_name.get(name.casefold())

    def _links_words(self, source: str) -> dict[str, tuple[str, ...]]:
        """The words by which a text links to pages, by their paths."""
        words: dict[str, tuple[str, ...]] = {}
        for found in LINK.finditer(source):
            page = self._meant((found[2] or "").partition("|")[0] or found[5] or "")
            if page is not None:
                words[page.path] = (*words.get(page.path, ()), shown_of(found))
        return words


def _sentence_with(text: str, starts: list[int], ends: list[int], words: tuple[str, ...]) -> str:
    """The first sentence of a text with one of these words in it; the last of the words where they stand in none."""
    found: list[int] = []
    for word in dict.fromkeys(filter(None, words)):
        at = text.find(word)
        while at >= 0:
            of = bisect_right(starts, at) - 1
            if of >= 0 and at + len(word) <= ends[of]:
                found.append(of)
                break
            at = text.find(word, at + 1)
    return text[starts[min(found)] : ends[min(found)]] if found else words[-1]


class _Ends:
    """Paths by what they end in, whole folders of it and in whatever case."""

    def __init__(self, paths: Iterable[str]) -> None:
        self.paths = tuple(paths)
        self.by_depth: dict[int, dict[str, str]] = {}

    def first(self, end: str) -> str:
        """The first of the paths that ends so; nothing where none does."""
        depth = end.count("/") + 1
        if depth not in self.by_depth:
            folders = ((path, path.casefold().split("/")) for path in reversed(self.paths))
            self.by_depth[depth] = {"/".join(parts[-depth:]): path for path, parts in folders if len(parts) >= depth}
        return self.by_depth[depth].get(end.casefold(), "")


def _alone(value: str) -> str:
    """What a property's value means as a whole: where its only link leads, else its words."""
    found = re.fullmatch(r"\[\[([^\[\]\n]+)\]\]", value.strip())
    return found[1].partition("|")[0] if found else value


def _is_for_the_editor(key: str, value: Any) -> bool:
    """True for a property that says how a page is shown or when it was written, and for a picture."""
    words = re.findall(r"[a-z]+", key.casefold())
    picture = isinstance(value, str) and value.strip(" []!\"'").partition("|")[0].casefold().endswith(PICTURES)
    return picture or key.casefold() in FOR_THE_EDITOR or not WRITTEN.isdisjoint(words)


def _is_of_templates(folder: str) -> bool:
    return not {"template", "templates"}.isdisjoint(re.findall(r"[a-z]+", folder.casefold()))


def _listed(value: Any, marks: str) -> list[str]:
    """A property's words: a list, or a text parted by marks."""
    if isinstance(value, str):
        value = re.split(f"[{marks}]+", value)
    rows = value if isinstance(value, list) else [] if value is None or isinstance(value, dict) else [value]
    return [" ".join(str(row).split()) for row in rows if isinstance(row, (str, int)) and not isinstance(row, bool) and str(row).strip()]
