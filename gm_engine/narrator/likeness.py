"""How like one sentence is to another: by its first word, by its runs of four words."""

from functools import lru_cache


def same_start(text: str, told: list[str]) -> bool:
    """True where a sentence of this reply began with the same word already, articles aside.

    >>> same_start("Outside, a dog barks.", ["Outside, it is hot."]), same_start("A dog barks.", ["A cat has moved in."])
    (True, False)
    """
    first = plain(text).split()[:1]
    return bool(first) and first[0] not in ("a", "an", "the") and any(plain(one).split()[:1] == first for one in told)


@lru_cache(maxsize=16_384)
def plain(sentence: str) -> str:
    """A sentence as it is compared: small letters, no marks."""
    return " ".join("".join(letter if letter.isalnum() else " " for letter in sentence.lower()).split())


def four_grams(sentence: str) -> list[str]:
    """Every run of four words."""
    words = plain(sentence).split()
    return [" ".join(words[start : start + 4]) for start in range(len(words) - 3)]
