"""``gm new``: a small campaign to begin with, or a copy of one that ships."""

import json
import re
import shutil
from dataclasses import dataclass
from pathlib import Path

from gm_engine.authoring.data_files import read_rulebook, rulebook_names
from gm_engine.authoring.desk import SNAKE, derived_id
from gm_engine.authoring.genres import genre_names
from gm_engine.authoring.margin_note import did_you_mean
from gm_engine.authoring.pack_files import MAIN
from gm_engine.authoring.pack_reading import find_pack
from gm_engine.errors import PackError
from gm_engine.shipped import shipped
from gm_engine.story.currency import Currency
from gm_engine.unfinished import unfinished

KEPT_OUT = shutil.ignore_patterns(".*", "__pycache__", "*.tmp")


BEGINS = {"western": "1881-09-12", "gothic": "1891-11-02", "fantasy": "1203-09-21", "modern": "2019-03-04", "space": "2391-03-14"}
"""The day on which a fresh campaign of a genre begins; of any other, it is the first of 1900."""
LONGEST = 60
"""Letters of a name that is asked for."""


@dataclass(frozen=True)
class Wishes:
    """What a new campaign is to be: empty where nothing was asked for. ``money`` and ``small`` are *one*, or *one/many*."""

    genre: str = ""
    title: str = ""
    place: str = ""
    person: str = ""
    money: str = ""
    small: str = ""
    sign: str | None = None

    @property
    def any(self) -> bool:
        """True where something was asked for."""
        return any((self.genre, self.title, self.place, self.person, self.money, self.small)) or self.sign is not None

    def currency(self) -> Currency:
        """What its money is called: as asked for, else as in its genre's rulebook. Raises ``PackError`` (``bad-money``)."""
        rules = self.genre if self.genre in rulebook_names() else "plain"
        usual = Currency.model_validate(read_rulebook(rules).get("currency", {}))
        unit, units = _one_and_many(self.money, (usual.unit, usual.units))
        minor, minors = _one_and_many(self.small, (usual.minor, usual.minors))
        sign = ("" if self.money else usual.sign) if self.sign is None else self.sign
        if len(sign) > 3 or any(letter.isalnum() or letter.isspace() for letter in sign):
            raise PackError("money", f"{sign!r} is no sign for money", "Give one such as $ or £, or none.", "bad-money")
        return Currency(sign=sign, unit=unit, units=units, minor=minor, minors=minors)


def _one_and_many(asked: str, usual: tuple[str, str]) -> tuple[str, str]:
    """A unit and its plural: ``crown``, ``penny/pence``.

    >>> _one_and_many("penny/pence", ("", "")), _one_and_many("crown", ("", ""))
    (('penny', 'pence'), ('crown', 'crowns'))
    """
    if not asked:
        return usual
    one, _, many = (part.strip().lower() for part in asked.partition("/"))
    many = many or f"{one}s"
    if not all(re.fullmatch(r"[^\W\d_]+(?:[ -][^\W\d_]+)?", word) and len(word) <= 20 for word in (one, many)):
        raise PackError("money", f"{asked!r} is no name for money", "Give a word, or one and many: penny/pence", "bad-money")
    return one, many


def new_pack(folder: Path | str, example: str | None = None, wishes: Wishes | None = None) -> Path:
    """The folder of a new campaign, named after it, with one play that passes. ``example`` is a campaign to copy, ``wishes`` what
    a new one is to be.

    Raises ``PackError`` where something is in the way or is asked for that cannot be, ``UnknownName`` for an unknown example.
    """
    folder, wishes = Path(folder), wishes or Wishes()
    id = fresh_id(folder)
    if example and wishes.any:
        what = "an example is copied as it is, with its own genre and its own money"
        raise PackError(str(folder), what, "Leave out --from, or the other options.", "bad-usage")
    _check(wishes)
    currency = wishes.currency()
    source = find_pack(example) if example else shipped("data") / ("fresh_anywhere" if wishes.any else "fresh_campaign")
    draft = unfinished(folder.resolve())
    try:
        draft.parent.mkdir(parents=True, exist_ok=True)
        if source.is_dir():
            shutil.copytree(source, draft, ignore=KEPT_OUT)
        else:
            draft.mkdir()
            shutil.copyfile(source, draft / MAIN)
        if wishes.any:
            _fill(draft / MAIN, wishes, currency)
        _rename(draft, id, json.dumps(wishes.title, ensure_ascii=False) if wishes.title else id.replace("_", " ").title())
        if folder.exists():  # somebody may stand in it
            for each in sorted(draft.iterdir(), key=lambda one: (one.name == MAIN, one.name)):
                each.rename(folder / each.name)
        else:
            draft.rename(folder)
    except OSError as error:
        raise PackError(str(folder), f"the campaign cannot be written ({error.strerror})", "Choose another place, or make room.") from error
    finally:
        shutil.rmtree(draft, ignore_errors=True)
    return folder


def fresh_id(folder: Path) -> str:
    """The id of a campaign that is to be written to a folder. Raises ``PackError`` where something is there, or it makes no id."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise PackError(str(folder), "something is there already", "Name a folder that does not exist yet.")
    id = derived_id(folder.resolve().name)
    if not SNAKE.fullmatch(id):
        raise PackError(str(folder), "a campaign's id cannot be made from this name", "Use letters and digits, such as silver_creek.")
    return id


def _check(wishes: Wishes) -> None:
    """Raises ``PackError`` for a name that cannot stand in a campaign, and for a genre that is nearly a known one."""
    for what, text in (("title", wishes.title), ("place", wishes.place), ("person", wishes.person), ("genre", wishes.genre)):
        if len(text) > LONGEST or any(letter in '"\\{}<>' or not letter.isprintable() for letter in text):
            then = f'Write it in at most {LONGEST} letters, without quotes, backslashes and brackets, such as "Ashgrove Hall".'
            raise PackError(what, f"{text[:LONGEST]!r} cannot be a {what}", then, "bad-name")
    if wishes.genre and wishes.genre not in genre_names():
        near = did_you_mean(wishes.genre, genre_names(), "")
        if near:
            then = f"{near[:1].upper()}{near[1:]} Known: {', '.join(genre_names())}; any other word is told in what can be said anywhere."
            raise PackError("genre", f"{wishes.genre!r} has no words of its own", then, "unknown-genre")


def _fill(main: Path, wishes: Wishes, currency: Currency) -> None:
    """Puts what was asked for into the page."""
    place, person = wishes.place or "the Long Room", wishes.person or "Ambrose Quill"
    genre = wishes.genre or "elsewhere"
    text = main.read_text(encoding="utf-8")
    names = {field: getattr(currency, field) for field in ("sign", "unit", "units", "minor", "minors")}
    text = text.replace("genre: elsewhere", f"genre: {json.dumps(genre, ensure_ascii=False) if not SNAKE.fullmatch(genre) else genre}")
    text = text.replace("1900-01-01", BEGINS.get(genre, "1900-01-01"))
    text = text.replace("CURRENCY", "{" + ", ".join(f"{key}: {json.dumps(word, ensure_ascii=False)}" for key, word in names.items()) + "}")
    text = text.replace("MONEY", currency.say(1250))
    lines = []
    for line in text.split("\n"):
        filled = line.replace("PLACE", place).replace("PERSON", person)
        key, colon, value = filled.partition(": ")
        if filled != line and colon and not value.startswith(("{", '"')) and not line.lstrip().startswith(("-", "#")):
            filled = f"{key}: {json.dumps(value, ensure_ascii=False)}"
        lines.append(filled)
    main.write_text("\n".join(lines), encoding="utf-8", newline="\n")


def _rename(folder: Path, id: str, title: str) -> None:
    """Gives the copy its own id and title, and its plays the campaign that they lie in."""
    main = folder / MAIN
    text = main.read_text(encoding="utf-8")
    old = re.search(r"^id:[ \t]*[\"']?(\w+)", text, re.MULTILINE)
    text = re.sub(r"^id:.*$", f"id: {id}", text, count=1, flags=re.MULTILINE)
    text = re.sub(r"^title:.*$", lambda _: f"title: {title}", text, count=1, flags=re.MULTILINE)
    main.write_text(text, encoding="utf-8", newline="\n")
    for play in sorted((folder / "plays").glob("*.play")):
        words = play.read_text(encoding="utf-8")
        if old:
            words = re.sub(rf"^campaign:[ \t]*{old[1]}[ \t]*$", f"campaign: {id}", words, count=1, flags=re.MULTILINE)
        play.write_text(words, encoding="utf-8", newline="\n")
