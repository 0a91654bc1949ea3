"""Fields in a text: ``Eyes: green`` on a line of its own, ``[Age: 40; Eyes: green]``, ``Eyes("green" + "bright")``, as cards and lorebooks
have them between their sentences."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from gm_engine.story.sentences import spans_of_sentences

WORDS: Mapping[str, str] = {
    "name": "name, full name, character, char",
    "aliases": "alias, aliases, nickname, nicknames, also known as, aka, other names",
    "kind": "type, kind, category",
    "pronouns": "pronouns, gender, sex",
    "eyes": "eyes, eye, eye color, eye colour, eyes color",
    "hair": "hair, hair color, hair colour",
    "height": "height",
    "build": "build, body type, physique",
    "handed": "handedness, dominant hand",
    "age": "age",
    "born": "born, birth, birthday, birth year, date of birth, birthdate",
    "race": "race, species",
    "role": "occupation, job, profession, role, work, class, position",
    "comes_from": "origin, birthplace, hometown, place of birth, homeland, nationality",
    "lives_at": "residence, home, lives in, lives at, living in, dwelling, address",
    "at": "location, whereabouts, current location, found in, found at",
    "spouse": "spouse, husband, wife", "father": "father", "mother": "mother",
    "population": "population, inhabitants", "ruler": "ruler", "members": "members", "leader": "leader", "headquarters": "headquarters",
}  # fmt: skip
"""What a field is called, and by which names authors call it."""
FIELDS: Mapping[str, str] = {word: field for field, words in WORDS.items() for word in words.split(", ")}
PERSONS = frozenset({"pronouns", "eyes", "hair", "handed", "race", "role", "born", "spouse", "father", "mother", "lives_at", "comes_from"})
PLACES = frozenset({"population", "ruler"})
FACTIONS = frozenset({"members", "leader", "headquarters"})
NO_FACTS = frozenset({"name", "aliases", "kind", "pronouns", "at"})
"""Fields that say who is meant and where they are found, and nothing of them that could be compared."""
WORN = frozenset({"eyes", "hair"})
"""Fields that stand behind their value in a list of how somebody looks: "amber eyes"."""
HE_SHE = {"male": "he", "man": "he", "boy": "he", "m": "he", "he": "he", "female": "she", "woman": "she", "girl": "she", "f": "she",
          "she": "she", "they": "they", "nonbinary": "they", "non-binary": "they", "it": "it", "none": "it"}  # fmt: skip
LABEL = r"[^\W\d_][\w'’ /-]{0,30}?"
LINE = re.compile(rf"[ \t]*(?:[-*•+>][ \t]+)?(?:\*\*|__)?(?P<key>{LABEL})(?:\*\*|__)?[ \t]*[:=](?:\*\*|__)?[ \t]*(?P<value>\S.*)")
PAIR = re.compile(rf"\s*[\"']?(?P<key>{LABEL})[\"']?(?:<[^<>]{{0,60}}>)?\s*[:=]\s*(?P<value>.*)", re.DOTALL)
CALL = re.compile(rf"(?P<key>{LABEL})\s*\((?P<value>\s*[\"“][^()]*)\)")
LISTED = re.compile(r"\[(?P<square>[^\[\]]*)\]|\{(?P<curly>[^{}]*)\}")
VALUED = re.compile(r"(?P<word>[^\W\d_]{1,30})\((?P<value>[^()]{3,600})\)(?P<more>,?\s*(?=[^\W_]))?")
"""A word that bears its value in brackets, as in ``species(cat girl)``."""
SEVERAL = 2
LINKS = frozenset({"a", "an", "the", "of", "by", "in", "at", "to", "for", "with", "from", "on", "as"})
"""Words that lead on to what stands behind them."""
WHOSE = re.compile(r".*['’]s?\s+")
SENTENCE = re.compile(r"[.!?…][\"”’')\]]*(?:\s|$)")
CLAUSE = re.compile(r"(?:^|\s)(?:is|are|was|were|has|have|had|does|did|he|she|they|we|i)(?=\s)", re.IGNORECASE)
"""Words that only a sentence has."""
CALLED = frozenset({"name", "aliases", "kind", "pronouns"})
"""Fields whose value is a name or a word, whatever words it has."""
FIGURE = re.compile(r"\d+")
NO_PROSE = re.compile("[<>≡{}]|&(?! )")
"""What stands in no prose: the signs of a notation that only a model reads."""
SAID = re.compile(r"<([^<>≡&]{30,})>")
"""A sentence that a list holds between such signs."""
ANY_LENGTH = 200
"""Letters of the longest value."""
MARKS = "\"'“”‘’*_ \t"


class Field(NamedTuple):
    """What is said (``eyes``), its value, and the words as they stand."""

    name: str
    value: str
    words: str


def fields_in(text: str) -> tuple[Field, ...]:
    """The fields of a text that are known by their names, the first of each name.

    >>> [field[:2] for field in fields_in("Eye color: Green\\nAge: 40, perhaps\\nMood: dark")]
    [('eyes', 'green'), ('age', '40')]
    >>> [field[:2] for field in fields_in("[Sal's body: tall, amber eyes; Age= 30] She waits.")]
    [('eyes', 'amber'), ('age', '30')]
    >>> [field[:2] for field in fields_in("Character(Ann) species(cat girl) occupation(Maid in your house)")]
    [('name', 'Ann'), ('race', 'cat girl'), ('role', 'Maid in your house')]
    """
    found: dict[str, Field] = {}
    for key, value, words in _pairs(text):
        for field in _fields(key, value, words):
            found.setdefault(field.name, field)
    return tuple(found.values())


def facts_in(text: str) -> dict[str, str]:
    """The fields that say something of whom the text is about, as an author writes facts."""
    return {field.name: field.value for field in fields_in(text) if field.name not in NO_FACTS}


def prose_of(text: str) -> str:
    """The text without its fields; what stood on a line of its own is a paragraph of its own, so that no sentence goes on over its end.

    >>> prose_of("[Age: 40] Sal waits.\\nEyes: green\\nBackground: She was born in Oakford.\\nSal said: run")
    'Sal waits.\\n\\nShe was born in Oakford.\\n\\nSal said: run'
    """
    bare = LISTED.sub(lambda found: "" if _is_list(found[1] or found[2] or "") else found[0], text)
    lines = []
    for line in bare.split("\n"):
        if pair := LINE.fullmatch(line.rstrip()):
            name = FIELDS.get(_said(pair["key"]), "")
            if not _is_told(name, pair["value"]) if name else any(_fields(pair["key"], pair["value"], line)):
                line = ""
            elif SENTENCE.search(pair["value"]):
                line = pair["value"]
        lines.append(line.strip())
    return "\n\n".join(line for line in lines if line)


def unlisted(text: str) -> str:
    """The text without its lists and notes in brackets, and without the brackets that values stand in behind their words.

    >>> unlisted("[Age: 40] Sal waits."), unlisted("species(cat girl) job(maid,cook)"), unlisted("the son(s) of f(x)")
    ('Sal waits.', 'species: cat girl; job: maid, cook', 'the son(s) of f(x)')
    """
    return spoken_out(LISTED.sub("", text).strip())


def spoken_out(text: str, link: str = ":", between: str = ";") -> str:
    """A text in which words bear their values in brackets, as people would write it. A text that does so once is left as it is.
    ``link`` stands between a word and its value, ``between`` behind the value.

    >>> spoken_out("a port,ruler(Sal,Ann),part of(the League)"), spoken_out("Sal(the cook) waits.")
    ('a port,ruler: Sal, Ann; part of the League', 'Sal(the cook) waits.')
    """
    if len(VALUED.findall(text)) < SEVERAL:
        return text

    def told(found: re.Match[str]) -> str:
        value = re.sub(r"\s*,\s*", ", ", found["value"].strip())
        linked = "" if found["word"].lower() in LINKS else link
        return f"{found['word']}{linked} {value}{between + ' ' if found['more'] is not None else ''}"

    return VALUED.sub(told, text)


def only_lists(text: str) -> bool:
    """True for a text that is nothing but lists in brackets, with a name before them or without.

    >>> only_lists("Oakford:[kind: town]."), only_lists("[Age: 40] Sal waits.")
    (True, False)
    """
    return not re.sub(rf"^{LABEL}[ \t]*:", "", unlisted(text)).strip(" .;,\n")


def told_of(text: str) -> str:
    """What of a text can be told: it without its lists in brackets; of one that is nothing else, what a list has in whole sentences, or
    behind the name that it begins with. Empty where it has neither.

    >>> told_of("[Age: 40] Sal waits."), told_of("[Oakford: a market town; ruler= Sal]")
    ('Sal waits.', 'Oakford: a market town.')
    >>> told_of("[TYPE<Goat>:inn/bar;DESC<Goat>:The Goat is an inn/kept by Sal.]"), told_of("[Goat:< warm& loud>]")
    ('The Goat is an inn, kept by Sal.', '')
    >>> told_of("Goat Hall:[ CLIMATE< Goat Hall>: warm; DESC< Goat Hall>: It is old/ and cold. Sal owns it.]")
    'It is old, and cold. Sal owns it.'
    """
    if not only_lists(text):
        return unlisted(text)
    text = spoken_out(text, "", ",")
    values = [(key, value.strip()) for key, value, _ in _pairs(text)]
    whole = [re.sub(r"\s*/\s*", ", ", value).rstrip(".") for _, value in values if SENTENCE.search(value) and not NO_PROSE.search(value)]
    whole += [said.strip().rstrip(".") for said in SAID.findall(text)]
    if not whole and values and values[0][0][:1].isupper() and _said(values[0][0]) not in FIELDS and not NO_PROSE.search(values[0][1]):
        whole = [f"{values[0][0].strip(MARKS)}: {values[0][1]}"]
    return " ".join(f"{one}." for one in whole)


def told_first(text: str) -> str:
    """The first paragraph of a text's prose before which no label stands; empty where there is none.

    >>> told_first("Eyes: green\\nLikes: rye, rain\\nSal waits. She sings.\\nShe is tired.")
    'Sal waits. She sings.'
    """
    return next((line for line in prose_of(text).split("\n\n") if not LINE.fullmatch(line)), "")


def said_of(text: str, names: Iterable[str]) -> tuple[str, ...]:
    """What stands behind one of the names, where that is the key of a field: ``[Oakford: a market town; …]``.

    >>> said_of("[ Oakford: a market town, a port; ruler= Sal ]", ("Oakford",))
    ('a market town, a port',)
    """
    called = {name.casefold() for name in names}
    return tuple(value.strip() for key, value, _ in _pairs(text) if key.strip(MARKS).casefold() in called)


def pronouns_in(fields: tuple[Field, ...]) -> str:
    """he, she, they or it, where a field says so; else empty."""
    return next((HE_SHE[field.value] for field in fields if field.name == "pronouns" and field.value in HE_SHE), "")


def _pairs(text: str) -> Iterator[tuple[str, str, str]]:
    """Each key with its value, and the words that they stand in."""
    for block in LISTED.finditer(text):
        inside = block[1] if block[1] is not None else block[2]
        if not _is_list(inside):
            continue
        for called in CALL.finditer(inside):
            yield called["key"], called["value"], called[0]
        for part in re.split(r"[;\n|]", CALL.sub("", inside)):
            if pair := PAIR.fullmatch(part.strip()):
                inner = None if _said(pair["key"]) in FIELDS else PAIR.fullmatch(pair["value"])  # "Sal: Eyes= green" says whose they are
                pair = inner or pair
                yield pair["key"], pair["value"], part.strip()
    bare = LISTED.sub(lambda found: "" if _is_list(found[1] or found[2] or "") else found[0], text)
    valued = len(VALUED.findall(bare)) >= SEVERAL
    for line in bare.split("\n"):
        for called in CALL.finditer(line):
            yield called["key"], called["value"], called[0]
        if valued:
            yield from ((found["word"], found["value"], found[0]) for found in VALUED.finditer(line))
        if pair := LINE.fullmatch(line.rstrip()):
            yield pair["key"], pair["value"], line.strip()


def _is_list(inside: str) -> bool:
    """True for what stands in brackets as fields: it begins with a key, or has calls in it."""
    return bool(PAIR.match(inside) or CALL.search(inside))


def _said(key: str) -> str:
    """A key as fields are known by: without whose it is."""
    return WHOSE.sub("", key.strip(MARKS).casefold()).strip(MARKS)


def _fields(key: str, value: str, words: str) -> Iterator[Field]:
    name = FIELDS.get(_said(key), "")
    parts = [part.strip(MARKS).rstrip(".") for part in re.split(r"[,+;/]| and ", value) if part.strip(MARKS)]
    if name and parts and len(value) <= ANY_LENGTH and not _is_told(name, value):
        if told := _value(name, value, parts):
            yield Field(name, told, words)
    elif not name:
        for part in parts:
            before, _, last = part.casefold().rpartition(" ")
            if last in WORN and before and len(before.split()) <= 3:
                yield Field(last, before, part)


def _is_told(name: str, value: str) -> bool:
    """True for what stands behind a field's name and is no value, but told in a sentence: "Home: is where the heart is. She was born."."""
    return name not in CALLED and (len(spans_of_sentences(value)) > 1 or CLAUSE.search(value) is not None)


def _value(name: str, value: str, parts: list[str]) -> str:
    """A field's value as a fact has it; empty for one that says nothing which could be compared."""
    whole = value.strip(MARKS).rstrip(".")
    if name in ("age", "population"):
        figure = FIGURE.search(value.replace(",", "") if name == "population" else parts[0])
        return figure[0] if figure else ""
    if name == "born":
        return whole if re.fullmatch(r"\d{3,4}(?:-\d\d(?:-\d\d)?)?", whole) else ""
    if name == "height" and FIGURE.search(whole):
        return ""
    if name in ("eyes", "hair", "height", "build", "handed", "pronouns", "kind"):
        first = parts[0].casefold()
        return first.removesuffix(f" {name}") if name in WORN else first
    return whole
