"""What a call of ``gm import`` is about: each file told for what it is, what belongs together, and what becomes of it."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import sha256
from pathlib import Path

from gm_engine.authoring.front_matter import read_front_matter
from gm_engine.bootstrap.assembled import (
    OPENING_CLOCK,
    World,
    card_content,
    pack_of_chat,
    title_of,
    untold_macros,
    with_files,
    world_of,
)
from gm_engine.bootstrap.chat_import import import_tree, lines_of
from gm_engine.bootstrap.games import new_game, reader
from gm_engine.bootstrap.in_and_out import Imported, import_journal, import_lines, remarks_on
from gm_engine.bootstrap.reader_faults import as_fault_of
from gm_engine.bootstrap.settings_file import Settings
from gm_engine.bootstrap.unpacked import File
from gm_engine.bootstrap.world_pages import pack_of_world
from gm_engine.errors import GameError, TranscriptError
from gm_engine.exchange.chat_tree import Tree, trees
from gm_engine.exchange.formats.book_terms import stem
from gm_engine.exchange.formats.brought import Brought, Card, Chat, Loss
from gm_engine.exchange.formats.chat_terms import ANYBODY, Seats, unkept
from gm_engine.exchange.formats.obsidian import read_vault
from gm_engine.exchange.known_formats import Given, format_of
from gm_engine.exchange.plain_transcript import Transcript, transcript_of
from gm_engine.extraction.names import snake
from gm_engine.play.game import Game
from gm_engine.storage import Store
from gm_engine.storage.sql_journal import SqlJournal
from gm_engine.story.counting import counted
from gm_engine.story.event import PackOpened
from gm_engine.story.pack import BROUGHT, UNNAMED

OnLine = Callable[[int, int], None] | None


@dataclass(frozen=True)
class Part:
    """A file and what it is: a ``journal`` (where it lies, or its bytes), a transcript, what another program ``brought``, or what could
    not be read."""

    file: str
    kind: str = ""
    journal: Path | bytes | None = None
    transcript: Transcript | None = None
    brought: Brought | None = None
    mark: str = ""
    error: GameError | None = None
    timeless: bool = False
    """Nobody knows what time it is in the story that it goes with."""

    @cached_property
    def losses(self) -> tuple[Loss, ...]:
        """What of it could not be taken over."""
        if self.brought is None:
            return ()
        books = [*self.brought.books, *(card.book for card in self.brought.cards if card.book)]
        untold = untold_macros(self.brought.cards, books, {} if self.timeless else OPENING_CLOCK)
        return (
            *self.brought.losses,
            *untold,
            *_not_kept(self.brought.cards),
            *(loss for chat in self.brought.chats for loss in unkept(chat)),
        )

    @property
    def remarks(self) -> tuple[str, ...]:
        """What a person should know of how it was read."""
        if self.brought is None:
            return self.transcript.remarks if self.transcript else ()
        return self.brought.remarks

    @property
    def holds(self) -> str:
        """How much is in it, in words."""
        if self.transcript:
            return counted(len(self.transcript.lines), "turn")
        if self.brought is None:
            return ""
        books = [*self.brought.books, *(card.book for card in self.brought.cards if card.book)]
        many = {
            ("turn", "turns"): sum(len(chat.told) for chat in self.brought.chats),
            ("card", "cards"): len(self.brought.cards) if len(self.brought.cards) > 1 else 0,
            ("entry", "entries"): sum(len(book.entries) for book in books),
            ("page", "pages"): self.brought.pages,
            ("note", "notes"): 0 if self.brought.pages else len(self.brought.lore),
            ("scene", "scenes"): len(self.brought.scenes),
        }
        told = ", ".join(counted(count, one, more) for (one, more), count in many.items() if count)
        return told or ("1 card" if self.brought.cards else "nothing")


def _not_kept(cards: Iterable[Card]) -> Iterator[Loss]:
    """The pictures and files that came with cards: a campaign's record is words."""
    why = "A campaign keeps no pictures and no files of a card."
    for card in cards:
        if card.picture is not None:
            yield Loss("picture", f"{len(card.picture):,} bytes", why)
        yield from (Loss(asset.path, f"{len(asset.data):,} bytes", why) for asset in card.assets)


@dataclass(frozen=True)
class Plan:
    """A campaign that is to be: what it would be called, its parts, and the chat that it is the story of, with its branches, where there
    is one."""

    name: str
    parts: tuple[Part, ...]
    tree: Tree | None = None

    @property
    def chat(self) -> Chat | None:
        """The main chat."""
        return self.tree.trunk if self.tree else None

    @property
    def losses(self) -> tuple[Loss, ...]:
        """What of its files could not be taken over."""
        return tuple(loss for part in self.parts for loss in part.losses)


def part_of(file: File, seats: Seats = ANYBODY) -> Part:
    """What a file is, by its content. ``seats`` say who is the GM and whom the player plays. Whatever is wrong with it, and whatever goes
    wrong with us as it is read, is its ``error``: it stops no other file."""
    if file.error is not None:
        return Part(file.name, error=file.error)
    try:
        with as_fault_of(file.name):
            part = _part(file, seats)
            _ = part.losses  # worked out here once, where a fault in it is told of this file
            return part
    except GameError as error:
        return Part(file.name, error=error)


def _part(file: File, seats: Seats) -> Part:
    if file.vault is not None:
        return _vault(file.name, file.vault)
    if file.journal is not None:
        return Part(file.name, "a journal", journal=file.journal)
    assert file.data is not None
    given = Given(file.name, file.data, seats)
    mark = sha256(file.data).hexdigest()
    found = format_of(given)
    if found is not None:
        brought = found.reads(given)
        return Part(file.name, brought.kind, brought=brought, mark=mark)
    if given.fault is not None and not file.name.endswith(".jsonl") and given.first_row is None:
        raise given.fault
    if isinstance(given.value, dict) and "text" not in given.value:
        what = "it is JSON, and of no kind that is known here."
        raise TranscriptError(file.name, what, "docs/importing.md lists what is read.", "unknown-format")
    return Part(file.name, "a transcript", transcript=transcript_of(file.data, Path(file.name)), mark=mark)


def _vault(name: str, files: Mapping[str, bytes]) -> Part:
    marks = [f"{path}\0{sha256(files[path]).hexdigest()}" for path in sorted(files)]
    brought = read_vault(files, name, read_front_matter)
    return Part(name, brought.kind, brought=brought, mark=sha256("\n".join(marks).encode()).hexdigest())


def plans_of(parts: Sequence[Part], together: str = "") -> list[Plan]:
    """What becomes of the parts that could be read. With ``together``, a name, all of them are one campaign.

    A chat takes the cards and books that it names, and where it is the only one, all that name nothing else. Of the others, a book goes
    with the card that names it, or with the only card; each that is left is a campaign of its own. So is a story of passages, always. A
    card that comes in several files is one.
    """
    stories = list(_stories([part for part in parts if part.error is None]))
    rest = [part for part in parts if part.error is None and part.brought is not None and not part.brought.chats]
    passages = [Plan(_called(part), (part,)) for part in rest if part.brought and part.brought.scenes and (stories or len(rest) > 1)]
    rest = [part for part in rest if all(part not in plan.parts for plan in passages)]
    if together:
        first = stories[0] if stories else Plan(together, ())
        return [replace(first, name=together, parts=(*first.parts, *rest)), *stories[1:], *passages] if stories or rest else passages
    found = passages
    left = list(rest)
    only = len(stories) == 1 and stories[0].parts[0].journal is None
    for plan in stories:
        own = [part for part in rest if only or (plan.chat and _belongs(part, plan.chat))]
        named = [part for part in rest if part not in own and any(_names(one, part) for one in own)]
        left = [part for part in left if part not in own and part not in named]
        found.append(replace(plan, parts=(*plan.parts, *own, *named)))
    people: dict[object, list[Part]] = {}
    for part in left:
        if part.brought and part.brought.cards:
            people.setdefault(tuple(map(card_content, part.brought.cards)), []).append(part)
    books = [part for part in left if part.brought and not part.brought.cards]
    for same in people.values():
        own = [book for book in books if len(people) == 1 or any(_names(card, book) for card in same)]
        found.append(Plan(_called(same[0]), (*same, *own)))
    taken = {id(part) for plan in found for part in plan.parts}
    return [*found, *(Plan(_called(book), (book,)) for book in books if id(book) not in taken)]


def _stories(parts: Sequence[Part]) -> Iterator[Plan]:
    """Journals and transcripts, each a story; then the chats, of which those that share a beginning are one."""
    for part in parts:
        if part.brought is None:
            yield Plan(_called(part), (part,))
    chats = [(chat, part) for part in parts if part.brought is not None for chat in part.brought.chats]
    of = {id(chat): part for chat, part in chats}
    for tree in trees([chat for chat, _ in chats]):
        own = [of[id(chat)] for chat in (tree.trunk, *(limb.chat for limb in tree.limbs))]
        first = own[0]
        alone = first.brought is not None and len(first.brought.chats) == 1
        name = _called(first) if alone else tree.trunk.name or _called(first)
        yield Plan(name, tuple({part.file: part for part in own}.values()), tree)


def _called(part: Part) -> str:
    return Path(part.file).stem


def _belongs(part: Part, chat: Chat) -> bool:
    assert part.brought is not None
    cards = {name.casefold() for card in part.brought.cards for name in (card.name, card.nickname) if name}
    books = _book_names(part)
    return chat.gm.casefold() in cards or bool(books & {name.casefold() for name in chat.books})


def _names(one: Part, other: Part) -> bool:
    """True where a card names the other's book as its world."""
    worlds = {_world(card).casefold() for card in one.brought.cards} - {""} if one.brought else set()
    return bool(worlds & _book_names(other))


def _book_names(part: Part) -> set[str]:
    assert part.brought is not None
    return {name.casefold() for book in part.brought.books for name in (book.name, stem(part.file)) if name}


def _world(card: Card) -> str:
    data = card.raw.get("data")
    extensions = data.get("extensions") if isinstance(data, dict) else None
    world = extensions.get("world") if isinstance(extensions, dict) else None
    return world if isinstance(world, str) else ""


# --- taking in


def on_record(store: Store) -> dict[str, frozenset[str]]:
    """Of which files each campaign was made, by the hashes of their bytes."""
    return {
        name: frozenset(str(file.get("sha256")) for file in (opened.pack.x.get(BROUGHT, ()) if isinstance(opened, PackOpened) else ()))
        for name, opened in store.first_of("pack_opened")
    }


def made_of(plan: Plan, there: Mapping[str, frozenset[str]], name: str = "", *, numbered: bool = False) -> str:
    """The campaign that was made of all the files of a plan, and is called so, where a ``name`` is given, perhaps with a number behind
    it (``numbered``); empty where there is none."""
    marks = {part.mark for part in plan.parts}
    called = re.compile(rf"{re.escape(name)}{'(-[0-9]+)?' if numbered else ''}" if name else ".*")
    return next((one for one, files in there.items() if marks <= files and called.fullmatch(one)), "")


def take_in(journal: SqlJournal, plan: Plan, on_line: OnLine = None, given: Settings | None = None, hero: str = "") -> Imported:
    """Make a campaign of a plan, in a journal that was just begun. Nothing of it is left behind where it fails."""
    first = plan.parts[0]
    if first.journal is not None:
        return import_journal(journal, first.journal, first.file)
    return _made(journal, plan, on_line, given, hero)


def world_of_plan(plan: Plan, hero: str = "", title: str = "") -> World:
    """The world of a plan's cards, books and notes, with its files on record."""
    files = [{"file": Path(part.file).name, "kind": part.kind, "sha256": part.mark} for part in plan.parts]
    brought = [part.brought for part in plan.parts if part.brought is not None]
    chat = plan.chat
    player = hero or (chat.player if chat and chat.player not in chat.accounts else "")
    return with_files(world_of(title or plan.name, brought, reader(), player or UNNAMED, {} if plan.tree else OPENING_CLOCK), files)


def _made(journal: SqlJournal, plan: Plan, on_line: OnLine, given: Settings | None, hero: str) -> Imported:
    world = world_of_plan(plan, hero, title=title_of(part.brought for part in plan.parts if part.brought) or journal.name)
    transcript = plan.parts[0].transcript
    if plan.tree is None and transcript is None:
        game = new_game(journal, pack_of_world(world, snake(journal.name), plan.parts[0].file), given=given)
        return Imported(_found(world, game), (*world.remarks, *game.new_remarks()))
    if plan.tree is not None:
        lines, tree = lines_of(plan.tree), plan.tree
    else:
        lines, tree = transcript.lines if transcript else (), None
    if not lines:
        raise TranscriptError(plan.parts[0].file, "there is no line in it that says anything.", "Is it the right file?", "empty-file")
    pack = pack_of_chat(journal.name, lines, world, reader(), plan.chat)
    game = import_lines(journal, lines, on_line, given, pack) if tree is None else import_tree(journal, tree, on_line, given, pack)
    more, told = _found(world, None), remarks_on(game, lines)
    also = [*(_beside(tree) if tree else ()), *([more] if more else [])]
    return Imported(", ".join((told.found, *also)), (*world.remarks, *told.remarks))


def _beside(tree: Tree) -> Iterator[str]:
    """What there is beside the main chat, in words."""
    own = [*tree.trunk.told, *(message for limb in tree.limbs for message in limb.chat.told[limb.shared :])]
    if tree.limbs:
        yield counted(len(tree.limbs), "branch", "branches")
    if others := sum(len(set(message.alternatives)) for message in own):
        yield counted(others, "other telling")


def _found(world: World, game: Game | None) -> str:
    many = {
        ("person", "people"): len(world.people), ("place", "places"): len(world.places),
        ("entry of lore", "entries of lore"): sum(len(book.entries) for book in world.books.values())
        + sum(not any(id.startswith(f"{book}_") for book in world.books) for id in world.lore),
    }  # fmt: skip
    told = [counted(count, one, more) for (one, more), count in many.items() if count]
    if game is not None:
        told += [counted(len(game.state.lore.facts(status=None)), "fact"), counted(len(game.state.conflicts), "conflict")]
    return ", ".join(told)
