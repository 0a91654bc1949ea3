"""Keys that are patterns (``/…/flags``), told from keys that are words."""

import re

PATTERN = re.compile(r"/((?:[^/\\]|\\.)+)/([gimsuy]*)", re.DOTALL)
LISTED = re.compile(r"\s*(/(?:[^/\\]|\\.)+/[gimsuy]*)\s*(?:,|$)|([^,]*)(?:,|$)", re.DOTALL)
SLASH = re.compile(r"(\\.)|/", re.DOTALL)
SPECIAL = re.compile(r"[\\^$.|?*+()\[\]{}/]")
ESCAPED = re.compile(r"\\([\\^$.|?*+()\[\]{}/])")


def is_pattern(key: str) -> bool:
    """True for ``/…/flags``; a path with more than two slashes is words.

    >>> is_pattern("/silas( boone)?/i"), is_pattern("and/or"), is_pattern("/usr/bin/")
    (True, False, False)
    """
    return PATTERN.fullmatch(key) is not None


def pattern_of(expression: str, flags: str = "") -> str:
    r"""The key for an expression that was written without its slashes.

    >>> pattern_of("north/south", "i"), pattern_of("/a/g")
    ('/north\\/south/i', '/a/g')
    """
    if is_pattern(expression):
        return expression
    return f"/{SLASH.sub(lambda found: found[1] or chr(92) + '/', expression)}/{flags}"


def as_words(key: str) -> str:
    r"""The key that stands for these very letters, whatever they look like.

    >>> as_words("sal"), as_words("/ooc/")
    ('sal', '/\\/ooc\\//i')
    """
    return "/" + SPECIAL.sub(r"\\\g<0>", key) + "/i" if is_pattern(key) else key


def in_words(key: str) -> str | None:
    r"""The letters that a key stands for; None for a pattern that stands for more than one word.

    >>> in_words("sal"), in_words("/\\/ooc\\//i"), in_words("/a+/i")
    ('sal', '/ooc/', None)
    """
    if not is_pattern(key):
        return key
    word = ESCAPED.sub(r"\1", key[1:-2])
    return word if key.endswith("/i") and as_words(word) == key else None


def listed(text: str, bare: bool = True) -> tuple[str, ...]:
    """The words of a text with commas between them; a comma inside of a pattern parts nothing. ``bare``: blanks around them are left out.

    >>> listed("sal, the mule,, /a,b/i"), listed("sal, the mule", bare=False)
    (('sal', 'the mule', '/a,b/i'), ('sal', ' the mule'))
    """
    found = [match[1] or (match[2].strip() if bare else match[2]) for match in LISTED.finditer(text)]
    return tuple(word for word in found if word.strip())
