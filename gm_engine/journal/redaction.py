"""What must go with a redacted turn: what came of it by its provenance, and every text that carries one of its sentences."""

import re
from collections.abc import Iterable, Iterator, Mapping
from json import loads
from typing import Any

from gm_engine.journal.chain import Sealed, Texts

LEAST = 4
"""Sentences of fewer words than this are anybody's."""

WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
RECORDS = ("fact", "claim", "consequence", "decision", "story_point", "conflict")
PIECES = ("quote", "about", "outcome", "title")
"""Where a piece of a sentence stands by itself, so that four words of it are enough."""
SIDES = ("established", "incoming")

END = re.compile(r"[.!?…]+[\"'”’)\]*_]*\s+|\n+")


def plain(text: str) -> str:
    """The text's words alone, in lower case: what stays when it is quoted, wrapped or set in other type.

    >>> plain('"Don’t move," says *Boone*.')
    "don't move says boone"
    """
    return " ".join(WORD.findall(text.casefold())).replace("’", "'")


def sentences(text: str) -> Iterator[str]:
    """The text's sentences of at least four words, plain.

    >>> list(sentences("He waits. The rain comes down hard. Nobody moves at all!"))
    ['the rain comes down hard', 'nobody moves at all']
    """
    for sentence in END.split(text):
        words = plain(sentence)
        if words.count(" ") >= LEAST - 1:
            yield words


class Erasure:
    """Knows the words that must go. ``spoken`` are the texts that were said in the turn; ``authored`` is the campaign's own text.

    It is asked about one entry after the other, in their order: what went from an earlier one is known by its id in later ones.
    """

    def __init__(self, spoken: Iterable[str], *, turn: int = 0, authored: str = "") -> None:
        texts = tuple(spoken)
        known = f" {plain(authored)} "
        found = dict.fromkeys(words for text in texts for words in sentences(text) if f" {words} " not in known)
        self.turn = turn
        self.texts = frozenset(texts)
        self.whole = tuple(f" {plain(text)} " for text in texts)
        self.pattern = re.compile("|".join(rf" {re.escape(words)} " for words in found)) if found else None
        self.gone: set[str] = set()

    def carries(self, text: str) -> bool:
        """True when one of the turn's sentences stands in ``text``."""
        return self.pattern is not None and self.pattern.search(f" {plain(text)} ") is not None

    def quotes(self, text: str) -> bool:
        """True when ``text`` is itself a piece of what was said, and at least four words long."""
        words = plain(text)
        return words.count(" ") >= LEAST - 1 and any(f" {words} " in whole for whole in self.whole)

    def touches(self, text: str) -> bool:
        """True when ``text`` and the turn's words share a sentence, or a piece of one, or are the same."""
        return text in self.texts or self.carries(text) or self.quotes(text)

    def learn(self, sealed: Sealed) -> None:
        """Note the records that began in an entry of the turn itself, so that later copies of them are known."""
        form = loads(sealed.form)
        for record in (form.get(key) for key in RECORDS):
            if isinstance(record, dict) and self._began(record):
                self._note(record)

    def within(self, sealed: Sealed, *, after: bool = False) -> tuple[str, ...]:
        """The hashes of the texts of an entry that must go. ``after``: it lies behind the turn, which goes by its number there."""
        found = dict.fromkeys(self._found(loads(sealed.form), sealed.texts, after))
        return tuple(name for name in found if sealed.texts[name] is not None)

    def _found(self, node: Any, texts: Texts, after: bool, key: str = "") -> Iterator[str]:
        if isinstance(node, str) and (kept := texts.get(node)):
            if self.carries(kept[1]) or (key in PIECES and self.quotes(kept[1])):
                yield node
        elif isinstance(node, list):
            for item in node:
                yield from self._found(item, texts, after, key)
        elif isinstance(node, dict):
            yield from self._found_in(node, texts, after)

    def _found_in(self, node: Mapping[str, Any], texts: Texts, after: bool) -> Iterator[str]:
        if after and self._began(node):
            self._note(node)
            yield from words_of(node, texts)
            return
        if after and node.get("kind") == "model_asked" and self._answered_of(node, texts):
            yield from words_of(node["completion"], texts)
            asked = (node.get("question") or {}).get("user", "")
            yield from words_of(asked, texts) if self._spans(node) else self._found(asked, texts, after)
            return
        found = [name for key in sorted(node) for name in self._found(node[key], texts, after, key)]
        if after:
            for side in SIDES:
                if isinstance(node.get(side), dict) and node[side].get("turn") == self.turn:
                    found += words_of([node[side], node.get(f"{side}_value"), node.get("why")], texts)
        if found and "role" in node:
            found += words_of(node["text"], texts)
        if found and "against" in node:
            found += words_of([node.get("why")], texts)
        if found and "scene" in node:
            self._note(node)
        yield from found

    def _answered_of(self, node: Mapping[str, Any], texts: Texts) -> bool:
        """True where a model's answer quotes the turn in a piece, or words what came of it; what bore a whole page out is not known."""
        if node["about"] and (self._spans(node) or node.get("purpose") not in ("note", "check")):
            return self._spans(node)
        kept = texts.get(node["completion"]["text"])
        return kept is not None and any(self.touches(piece) for piece in strings_in(kept[1]))

    def _spans(self, node: Mapping[str, Any]) -> bool:
        """True where a model was asked about turns among which this one is, or may be."""
        _, _, span = str(node["about"]).partition(":")
        first, _, last = span.partition("-")
        return bool(node["about"]) and (not (first.isdigit() and last.isdigit()) or int(first) <= self.turn <= int(last))

    def _note(self, node: Mapping[str, Any]) -> None:
        if "id" in node:
            self.gone.add(str(node["id"]))

    def _began(self, node: Mapping[str, Any]) -> bool:
        """True for what is made of the turn's words: a telling, a claim, a fact, a record, and an element that shows one of them."""
        turn = self.turn
        if "quote" in node:
            return bool(node.get("turn") == turn)
        if "provenance" in node:
            return bool(node["provenance"].get("turn") == turn)
        if node.get("told_by"):
            return all(telling.get("turn") == turn for telling in node["told_by"])
        if "id" in node and "turns" in node:
            shown = str(node["id"]).partition(":")[2] in self.gone
            return shown or (node.get("kind") != "fact" and turn in node["turns"])
        if "slots" in node:
            return any(str(id).partition(":")[2] in self.gone or id == f"turn:{turn}" for id in node.get("elements", ()))
        return "id" in node and "scene" in node and node.get("turn") == turn


def strings_in(answer: str) -> Iterator[str]:
    """Every string in an answer in JSON; the answer itself where it is none.

    >>> list(strings_in('{"pairs": [{"new": "He waits.", "old": "He left."}]}')), list(strings_in("Nothing."))
    (['He waits.', 'He left.'], ['Nothing.'])
    """
    try:
        left = [loads(answer)]
    except (ValueError, RecursionError):
        left = [answer]
    while left:
        node = left.pop(0)
        if isinstance(node, str):
            yield node
        elif isinstance(node, list | dict):
            left += node.values() if isinstance(node, dict) else node


def words_of(node: Any, texts: Texts) -> Iterator[str]:
    """The hashes of every text in a piece of a form."""
    if isinstance(node, str):
        if node in texts:
            yield node
    elif isinstance(node, list):
        for item in node:
            yield from words_of(item, texts)
    elif isinstance(node, dict):
        for key in sorted(node):
            yield from words_of(node[key], texts)
