"""The words of English, from the pipeline's own tables: what is no word may be a name, and which verb a form is of."""

from collections.abc import Collection, Mapping, Sequence

ENDINGS = (("ies", "y"), ("ied", "y"), ("ing", "e"), ("ing", ""), ("ed", "e"), ("ed", ""), ("es", ""), ("s", ""), ("ly", ""), ("er", ""))
HALF = 4
"""Letters that either half of a word made of two must have: "lamp" and "light"."""
SHORTEST = 3
"""Letters that a base form must have for what is made of it to be surely a word."""
VERBS = (("ies", "y"), ("ied", "y"), ("es", ""), ("s", ""), ("ed", ""), ("ed", "e"))


class Vocabulary:
    """``words`` are base forms of all kinds, ``verbs`` those of verbs; ``irregular`` maps a verb's odd forms to its base forms; ``odd`` are
    the odd forms of other words.
    """

    def __init__(
        self, words: Collection[str], verbs: Collection[str], irregular: Mapping[str, Sequence[str]], odd: Collection[str] = ()
    ) -> None:
        self._odd = odd
        self._words = words
        self._verbs = verbs
        self._irregular = irregular
        self._known: dict[str, bool] = {}
        self._forms: dict[str, str] = {}

    def knows(self, word: str) -> bool:
        """True for an English word in any form.

        >>> english = Vocabulary({"rider", "lamp", "light"}, {"carry"}, {"rode": ["ride"]})
        >>> [english.knows(word) for word in ("riders", "lamplight", "carried", "rode", "vexil")]
        [True, True, True, True, False]
        """
        if word not in self._known:
            self._known[word] = self._is_word(word)
        return self._known[word]

    def holds(self, word: str) -> bool:
        """True for an English word in any form that is not put together of two.

        >>> english = Vocabulary({"rider", "lamp", "light"}, (), {})
        >>> english.holds("riders"), english.holds("lamplight")
        (True, False)
        """
        return word in self._odd or self._simple(word, SHORTEST)

    def is_verb(self, word: str) -> bool:
        """True for the base form of a verb, whatever else the word may be.

        >>> english = Vocabulary((), {"rob"}, {})
        >>> english.is_verb("rob"), english.is_verb("robs")
        (True, False)
        """
        return word in self._verbs

    def _is_word(self, word: str) -> bool:
        if self._simple(word):
            return True
        if "-" in word:
            return all(self._simple(part) for part in word.split("-") if part)
        return any(self._simple(word[:i]) and self._simple(word[i:]) for i in range(HALF, len(word) - HALF + 1))

    def _simple(self, word: str, least: int = 1) -> bool:
        if word in self._words or word in self._verbs or word in self._irregular:
            return True
        for ending, instead in ENDINGS:
            if word.endswith(ending) and len(word) > len(ending) + 1:
                stem = word[: -len(ending)]
                if len(stem + instead) < least:
                    continue
                doubled = len(stem) > 2 and not instead and stem[-1] == stem[-2] and stem[:-1] in self._verbs
                if doubled or stem + instead in self._words or stem + instead in self._verbs:
                    return True
        return False

    def verb(self, form: str) -> str:
        """The base form of what may be the third person or the past of a verb; empty for anything else.

        >>> english = Vocabulary((), {"carry", "nod", "be", "ride"}, {"rode": ["ride"]})
        >>> [english.verb(word) for word in ("carries", "nodded", "rode", "nod", "kethra")]
        ['carry', 'nod', 'ride', '', '']
        """
        if form not in self._forms:
            self._forms[form] = self._verb(form)
        return self._forms[form]

    def _verb(self, form: str) -> str:
        if form in self._irregular:
            return self._irregular[form][0]
        for ending, instead in VERBS:
            if form.endswith(ending):
                stem = form[: -len(ending)]
                if stem + instead in self._verbs:
                    return stem + instead
                if ending == "ed" and len(stem) > 2 and stem[-1] == stem[-2] and stem[:-1] in self._verbs:
                    return stem[:-1]
        return ""
