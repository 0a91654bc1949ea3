"""What is timed of a lorebook's entries, in messages: stays, pauses, who acted before, keys that are not looked for again."""

from collections.abc import Iterable, Mapping
from typing import Literal

from gm_engine.context.lorebook_rules import Rule
from gm_engine.story.activation import Timed

ONCE = frozenset({"keep_activate_after_match", "dont_activate_after_match"})
"""Decorators for which it counts whether the entry acted before."""


class Timings:
    """What was so before a turn, as far as it still holds, and what is so from it on. ``now`` is how many messages there were.

    ``sticky`` are the entries that stay, ``cooling`` those that pause.
    """

    def __init__(self, timed: Iterable[Timed], rules: Mapping[str, Rule], now: int) -> None:
        self._timed = {one.name: one for one in timed}
        self._now = now
        self._untried = any(one.effect == "untried" for one in self._timed.values())
        self.sticky, self.cooling = set[str](), set[str]()
        self._check(rules)

    def _check(self, rules: Mapping[str, Rule]) -> None:
        """What is over is dropped, and the end of a stay begins a pause."""
        for effect, held in (("sticky", self.sticky), ("cooldown", self.cooling)):
            for one in [one for one in self._timed.values() if one.effect == effect]:
                rule = rules.get(f"{one.book}/{one.entry}")
                over = self._now >= one.end
                if self._now <= one.start and not one.protected:
                    del self._timed[one.name]
                elif rule is None or rule.mark != one.mark:
                    if over:
                        del self._timed[one.name]
                elif over:
                    del self._timed[one.name]
                    if effect == "sticky" and rule.entry.cooldown:
                        self._begin("cooldown", rule, rule.entry.cooldown, protected=True)
                elif not (rule.entry.sticky if effect == "sticky" else rule.entry.cooldown):
                    del self._timed[one.name]
                else:
                    held.add(rule.name)

    def _begin(self, effect: Literal["sticky", "cooldown"], rule: Rule, messages: int, *, protected: bool = False) -> None:
        made = Timed(
            effect=effect, book=rule.book.id, entry=rule.entry.id, start=self._now, end=self._now + messages, protected=protected,
            mark=rule.mark,
        )  # fmt: skip
        if protected or made.name not in self._timed:
            self._timed[made.name] = made

    def matched_before(self, rule: Rule) -> bool:
        """Whether the entry acted in an earlier turn, where that counts for it."""
        before = self._timed.get(f"matched/{rule.name}")
        return before is not None and before.start < self._now

    def pause_left(self, rule: Rule) -> int:
        """How many messages an entry that pauses goes on pausing."""
        return self._timed[f"cooldown/{rule.name}"].end - self._now

    def untried(self, rule: Rule, key: str) -> bool:
        """Whether a key of the entry is looked for no more."""
        return self._untried and f"untried/{rule.name}/{key}" in self._timed

    def try_no_more(self, rule: Rule, key: str) -> None:
        """A key of the entry could not be looked for: from now on it is not."""
        made = Timed(effect="untried", book=rule.book.id, entry=rule.entry.id, start=self._now, key=key)
        self._timed[made.name], self._untried = made, True

    def acted(self, rule: Rule) -> None:
        """The entry has acted: its stay and its pause begin."""
        if rule.entry.sticky:
            self._begin("sticky", rule, rule.entry.sticky)
        if rule.entry.cooldown:
            self._begin("cooldown", rule, rule.entry.cooldown)
        if ONCE & rule.flags:
            once = Timed(effect="matched", book=rule.book.id, entry=rule.entry.id, start=self._now)
            self._timed.setdefault(once.name, once)

    def kept(self) -> tuple[Timed, ...]:
        """All that is timed from now on, by name."""
        return tuple(self._timed[name] for name in sorted(self._timed))
