"""The shapes of words: articles, plurals, pronouns, possessives, capitals, lists, and how sentences are told apart."""

import re

from gm_engine.story.counting import in_words

PRONOUNS: dict[str, tuple[str, str, str, str, str]] = {
    "he": ("he", "him", "his", "his", "himself"),
    "she": ("she", "her", "her", "hers", "herself"),
    "they": ("they", "them", "their", "theirs", "themself"),
    "it": ("it", "it", "its", "its", "itself"),
    "you": ("you", "you", "your", "yours", "yourself"),
}
FORMS = ("he", "him", "his", "theirs", "self")
PLURAL_VERBS = {"is": "are", "was": "were", "has": "have", "does": "do", "goes": "go"}
ODD_PLURALS = {"man": "men", "woman": "women", "child": "children", "foot": "feet", "tooth": "teeth", "knife": "knives", "horse": "horses"}
SILENT_H = ("hour", "honest", "honour", "honor", "heir")
SAYS_YOU = ("one", "uni", "use", "usu", "eu", "u.")
SENTENCE_END = re.compile(r"""(?<=[.!?])["”’']?\s+(?=["“‘]?[A-Z0-9“"])""")
LATER_START = re.compile(r"""((?<=[a-z])\.["”]?\s+)([a-z])""")
ABBREVIATION = re.compile(r"\b(Mr|Mrs|Ms|Dr|St|Capt|Col|Gen|Lt|Sgt|Rev|Jr|Sr|No|[A-Z])\.$")


def pronoun(pronouns: str, form: str) -> str:
    """A pronoun of the set: ``he``, ``him``, ``his``, ``theirs`` or ``self``.

    >>> pronoun("she", "him"), pronoun("they", "self")
    ('her', 'themself')
    """
    return PRONOUNS.get(pronouns, PRONOUNS["it"])[FORMS.index(form)]


def agree(verb: str, pronouns: str) -> str:
    """The third-person verb, as it stands after the set's subject pronoun.

    >>> agree("looks", "she"), agree("looks", "they"), agree("is", "they"), agree("carries", "they"), agree("watches", "they")
    ('looks', 'look', 'are', 'carry', 'watch')
    """
    if pronouns not in ("they", "you"):
        return verb
    if verb in PLURAL_VERBS:
        return PLURAL_VERBS[verb]
    if verb.endswith("ies") and len(verb) > 4:
        return verb[:-3] + "y"
    if verb.endswith(("ches", "shes", "sses", "xes", "zes")):
        return verb[:-2]
    return verb.removesuffix("s")


def a_or_an(noun: str) -> str:
    """The noun with its article.

    >>> a_or_an("hour"), a_or_an("outlaw"), a_or_an("one-eyed mule"), a_or_an("town marshal")
    ('an hour', 'an outlaw', 'a one-eyed mule', 'a town marshal')
    """
    low = noun.lower()
    vowel = low.startswith(SILENT_H) or (low[:1] in "aeiou" and not low.startswith(SAYS_YOU))
    return f"{'an' if vowel else 'a'} {noun}"


def plural(noun: str) -> str:
    """The noun for more than one.

    >>> plural("horse"), plural("box"), plural("lady"), plural("deputy marshal"), plural("boy")
    ('horses', 'boxes', 'ladies', 'deputy marshals', 'boys')
    """
    head, _, last = noun.rpartition(" ")
    if last in ODD_PLURALS:
        last = ODD_PLURALS[last]
    elif last.endswith(("s", "x", "z", "ch", "sh")):
        last += "es"
    elif last.endswith("y") and last[-2:-1] not in "aeiou":
        last = last[:-1] + "ies"
    else:
        last += "s"
    return f"{head} {last}".strip()


ONE_THING = ("works", "crossroads", "barracks", "gallows", "news", "headquarters", "stairs", "grounds")
OWNER = re.compile(r"^(?:the|our|my)\b|['’]s\b|['’] ")


def is_several(name: str) -> bool:
    """True where a name says more than one thing; a town that is merely called so is one.

    >>> is_several("the doctor's rooms"), is_several("the stock pens at Socorro"), is_several("Willow Springs"), is_several("the Works")
    (True, True, False, False)
    """
    head = re.split(r" (?:of|at|in|on|under|by|above|below|behind|for|with|and) ", name)[0].rsplit(" ", 1)[-1].lower()
    ends = head.endswith("s") and not head.endswith(("ss", "us", "is", "'s", "’s")) and head not in ONE_THING
    return ends and bool(OWNER.search(name.lower()))


def possessive(name: str) -> str:
    """The name as an owner.

    >>> possessive("Ortega"), possessive("the shift boss")
    ("Ortega's", "the shift boss's")
    """
    return f"{name}'" if is_several(name) else f"{name}'s"


def counted(count: int, noun: str) -> str:
    """A count and its noun.

    >>> counted(1, "mile"), counted(3, "box")
    ('one mile', 'three boxes')
    """
    return f"{in_words(count)} {noun if count == 1 else plural(noun)}"


def capital(text: str) -> str:
    """The text with its first letter large, whatever quotation mark stands before it.

    >>> capital('"so it is," he says.')
    '"So it is," he says.'
    """
    for place, letter in enumerate(text):
        if letter.isalnum():
            return text[:place] + letter.upper() + text[place + 1 :]
    return text


def finished(text: str) -> str:
    """The text as sentences: capitals, one space between words, a full stop.

    >>> finished("the marshal  nods. he goes ")
    'The marshal nods. He goes.'
    """
    text = re.sub(r"\s+", " ", text).strip()
    text = re.sub(r" ([,.;:?!])(?!\d)", r"\1", text)
    if text and text.rstrip("\"'”’")[-1:] not in ".!?…":
        text += "."
    return capital(LATER_START.sub(lambda start: start.group(1) + start.group(2).upper(), text))


def sentences(text: str) -> list[str]:
    """The sentences of a text, as they stand.

    >>> sentences('Mr. Lund is here. "Sit," he says. You could.')
    ['Mr. Lund is here.', '"Sit," he says.', 'You could.']
    """
    found: list[str] = []
    for paragraph in text.split("\n"):
        start = 0
        for match in SENTENCE_END.finditer(paragraph):
            piece = paragraph[start : match.end()].strip()
            if ABBREVIATION.search(piece):
                continue
            found.append(piece)
            start = match.end()
        if paragraph[start:].strip():
            found.append(paragraph[start:].strip())
    return found


def words_in(text: str) -> int:
    """How many words a text has."""
    return len(re.findall(r"[A-Za-z0-9][\w'’.-]*", text))
