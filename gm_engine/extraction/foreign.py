"""Whether a paragraph is English at all: by its letters, and by its commonest words."""

import re

WORD = re.compile(r"[^\W\d_]+")
FEWEST = 8
"""Words of a paragraph below which nobody can tell."""
# fmt: off
ENGLISH = frozenset([
    "the", "a", "an", "and", "of", "to", "in", "is", "was", "it", "that", "you", "he", "she", "they", "his", "her", "with", "for",
    "on", "at", "as", "be", "are", "were", "not", "but", "have", "had", "this", "from", "by", "or", "i", "we", "your", "their",
    "there", "its", "what", "so", "if", "out", "up", "one", "all", "who", "no", "into", "then", "when", "has", "will", "can",
])  # fmt: skip
OTHERS = frozenset([
    "de", "la", "el", "los", "las", "que", "y", "en", "un", "una", "es", "por", "con", "se", "del", "su", "le", "les", "et", "des",
    "est", "dans", "qui", "pas", "une", "au", "du", "il", "elle", "sur", "pour", "ne", "der", "die", "das", "und", "ist", "nicht",
    "ein", "eine", "zu", "den", "dem", "mit", "sich", "auf", "von", "er", "sie", "es", "ich", "wir", "hat", "het", "een", "van",
    "niet", "dat", "zijn", "op", "te", "voor", "met", "di", "che", "non", "per", "sono", "lo", "gli", "nel", "della", "og", "är",
    "och", "att", "det", "som", "på", "til", "av", "ikke", "jag", "han", "hun", "em", "do", "da", "os", "uma", "não", "na", "com",
    "foi",
])  # fmt: skip
# fmt: on


def is_foreign(text: str) -> bool:
    """True for a paragraph in another language. Where nobody can tell it is taken for English.

    >>> is_foreign("Der Mann sitzt am Fenster, und er hat die Augen von einem Wolf und das Haar einer Frau.")
    True
    >>> is_foreign("Calder sits down. Kip says nothing."), is_foreign("Калдер умер в старой мельнице.")
    (False, True)
    """
    words = [word.lower() for word in WORD.findall(text)]
    letters = "".join(words)
    if len(letters) >= FEWEST and sum(letter > "\u024f" for letter in letters) * 2 > len(letters):
        return True
    if len(words) < FEWEST:
        return False
    english, other = sum(word in ENGLISH for word in words), sum(word in OTHERS for word in words)
    return other * 100 >= 14 * len(words) and other > 2 * english
