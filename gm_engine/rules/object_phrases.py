"""Object phrases: what the player calls a thing, and how the table calls it afterwards."""

import re

DEFINITE = frozenset(("the", "my", "your", "his", "her", "its", "our", "their", "this", "that", "these", "those"))
INDEFINITE = ("a", "an", "some")
PRONOUNS = frozenset((
    "it", "them", "him", "her", "this", "that", "these", "those", "something", "anything", "everything", "nothing", "one", "else", "myself",
    "all", "both", "each", "yourself",
))  # fmt: skip
OWN = frozenset(("my", "our", "your"))
LINK = re.compile(r" (?:of|for|with|in|on|at|to|from|into|onto|under|behind|that|which|by|between|near|against|over|beside) ")
OWNER = re.compile(r"\S+(?: \S+){0,3}['’]s? ")
YOURS = {"my": "your", "me": "you", "myself": "yourself", "i": "you", "am": "are", "our": "your", "us": "you"}


def bare(about: str) -> str:
    """An object phrase up to what is said of it, in small letters.

    >>> bare("a false map of the mine"), bare("My old hat")
    ('a false map', 'my old hat')
    """
    return LINK.split(f" {about.lower().strip()} ", maxsplit=1)[0].strip()


def head_noun(about: str) -> str:
    """The noun that an object phrase is about, in small letters.

    >>> head_noun("a false map of the mine"), head_noun("the judge's signature"), head_noun("my hat"), head_noun("")
    ('map', 'signature', 'hat', '')
    """
    words = re.findall(r"[a-z][a-z'’-]*", bare(about))
    return words[-1] if words else ""


def is_new(about: str) -> bool:
    """True for an object that was not there before: *a map*, *two stools*, *tea*; not for *the curtains*, *my hat*, *the judge's seal*.

    >>> is_new("a false map"), is_new("the curtains"), is_new("her saddle"), is_new("it"), is_new("")
    (True, False, False, False, False)
    """
    first = about.lower().split()[:1]
    if head_noun(about) in PRONOUNS:
        return False
    owned = OWNER.match(about) is not None and first not in (["a"], ["an"])
    return bool(first) and first[0] not in DEFINITE and not owned


def is_own(about: str) -> bool:
    """True for what is the player's character's own.

    >>> is_own("my hat"), is_own("his hat")
    (True, False)
    """
    return bool(OWN & set(about.lower().split()[:1]))


def has_own(words: str) -> bool:
    """True for words that name something as the player's character's own.

    >>> has_own("see to my horse"), has_own("see to the horse")
    (True, False)
    """
    return not OWN.isdisjoint(words.lower().split())


def yours(words: str) -> str:
    """The player's words turned to them.

    >>> yours("my hat on my head")
    'your hat on your head'
    """
    return re.sub(r"[A-Za-z']+", lambda word: YOURS.get(word[0].lower(), word[0]), words)


def definite(about: str) -> str:
    """An object as something known.

    >>> definite("a false map of the mine"), definite("my hat"), definite("two stools"), definite("tea")
    ('the false map of the mine', 'your hat', 'the two stools', 'the tea')
    """
    words = yours(about.strip()).split()
    if words[:1] and words[0].lower() in INDEFINITE:
        words[0] = "the"
    elif words and is_new(about):
        words.insert(0, "the")
    return " ".join(words)


def slug(about: str) -> str:
    """An id for a thing of this name: its last word is what the thing is.

    >>> slug("a false map of the mine"), slug("the judge's signature"), slug("…")
    ('false_map', 'judges_signature', 'work')
    """
    words = [re.sub(r"[^a-z0-9]", "", word) for word in bare(about).split() if word not in (*INDEFINITE, *DEFINITE)]
    return "_".join(word for word in words[-4:] if word) or "work"


def loose(about: str) -> str:
    """An object phrase without the words that tell where it was.

    >>> loose("the one sorry flower growing by the gate"), loose("a handful of straw")
    ('the one sorry flower', 'a handful of straw')
    """
    return re.split(r" (?:\w+ing|by|in|on|at|from|under|behind|near|that|which|beside|off|out)\b", about.strip(), maxsplit=1)[0]
