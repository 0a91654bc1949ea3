"""Prose against ledger: what a reply says in numbers, names and outcomes beside what is on record, and the other way round.

The reply is read by its words alone (figures, numbers, names), with none of the engine's own readers, so that it cannot agree with itself
by mistake; its claims are held against the state.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from gm_engine.play.played import Played
from gm_engine.state import StoryState
from gm_engine.story.claim import Claim
from gm_engine.story.currency import Currency
from gm_engine.story.event import ConsequenceDue, ConsequencePaid, DecisionTaken, DiceRolled, Event, PlayerSpoke, StateChanged

ONES = (
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen", "fourteen",
    "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
)  # fmt: skip
TENS = {"twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90}
COUNT = {word: number for number, word in enumerate(ONES)} | TENS | {"a": 1, "an": 1, "half": 0.5}
COUNT |= {f"{ten}-{one}": TENS[ten] + COUNT[one] for ten in TENS for one in ONES[1:10]}
NUMBER = (
    r"(?:\d[\d,]*(?:\.\d+)?|" + "|".join(sorted((re.escape(word) for word in COUNT), key=len, reverse=True)) + r")(?: hundred| thousand)?"
)
SPANS = {"minute": 1, "hour": 60, "day": 1440, "week": 7 * 1440, "month": 30 * 1440}
TIME = re.compile(rf"\b(?P<n>{NUMBER})(?P<half> and a half)? (?:an? )?(?P<unit>{'|'.join(SPANS)})s?(?P<later> and a half)?\b", re.I)
LASTING = re.compile(r"\b(for|takes?|took|in|of|within|after|comes to|wait out|let|get|asks|are|is|is all of|lie|and) $", re.I)
"""What stands before "an hour" where it is a stretch of time and no way of speaking."""
MILES = re.compile(rf"\b(?P<n>{NUMBER})(?P<half> and a half)? (?:of )?(?:a )?miles?\b", re.I)
PLACES = re.compile(r"\bin the (head|body|(?:left|right) (?:arm|leg))\b|'s (head|body|(?:left|right) (?:arm|leg))\b", re.I)
HITS = re.compile(r"\b(hit|ball|shot|blow|wound\w*|hurt|fires|quicker|lands?|takes? it|swung)\b", re.I)
SHOTS = re.compile(rf"\b(?:holds|has|leaves) (?P<n>{NUMBER}) (?:in|left)\b", re.I)
DEATHS = re.compile(r"\b(is dead|are dead|died|dies|was killed|stays down)\b", re.I)
GAIN = re.compile(r"\b(win|wins|won|ahead|richer|to the good|comes? (?:across )?to you|yours|better for it)\b", re.I)
LOSS = re.compile(
    r"\b(lose|loses|lost|poorer|behind|goes? (?:across|from you|the other way)|out of pocket|lighter|other people's|other people)\b", re.I
)
WEIGHT = {"light": r"light|slight|graze|shallow|flesh", "serious": r"serious|badly|bad|deep", "mortal": r"mortal|counts|dying|death"}
SNAKE = re.compile(r"\b[a-z0-9]+(?:_[a-z0-9]+)+\b")
NAMED = re.compile(r"(?<![.!?:;\"“] )(?<![\"“])(?<!^)\b[A-Z][a-z]{2,}\b")


@dataclass(frozen=True)
class Difference:
    """One place where words and record differ."""

    kind: str
    what: str
    sentence: str

    def __str__(self) -> str:
        return f"{self.kind}: {self.what} | {self.sentence}"


def number(words: str) -> float:
    """A number in figures or words."""
    head, _, group = words.lower().replace(",", "").partition(" ")
    count = float(head) if head[0].isdigit() else COUNT[head]
    return count * {"hundred": 100, "thousand": 1000}.get(group, 1)


def sums_in(text: str, currency: Currency) -> Iterator[int]:
    """Every sum of money in a text, in the small unit."""
    large = rf"(?P<part>half )?(?P<n>{NUMBER})(?P<half> and a half)? (?:{currency.units}|{currency.unit})"
    small = rf"(?P<m>{NUMBER}) (?:{currency.minors}|{currency.minor})"
    for match in re.finditer(rf"\b{large}(?: and {small})?\b|\b{small.replace('<m>', '<k>')}\b", text, re.I):
        if match["k"]:
            yield round(number(match["k"]))
        else:
            yield (
                round(number(match["n"]) * (50 if match["part"] else 100))
                + 50 * bool(match["half"])
                + (round(number(match["m"])) if match["m"] else 0)
            )
    if currency.sign:
        for match in re.finditer(rf"{re.escape(currency.sign)}(\d[\d,]*)(?:\.(\d\d))?", text):
            yield int(match[1].replace(",", "")) * 100 + int(match[2] or 0)


def spans_in(text: str) -> Iterator[int]:
    """Every stretch of time in a text, in minutes."""
    for match in TIME.finditer(text):
        if match["n"].lower() in ("a", "an", "one", "no") and not match["half"] and not LASTING.search(text[: match.start()]):
            continue
        yield round((number(match["n"]) + 0.5 * bool(match["half"] or match["later"])) * SPANS[match["unit"].lower()])


def sentences_of(text: str, apart: Iterable[tuple[int, int]]) -> list[str]:
    """The sentences that are the GM's own: the pack's words are taken out of them."""
    for start, end in sorted(apart, reverse=True):
        text = text[:start] + "… " + text[end:]
    return [part.strip() for part in re.split(r"(?<=[.!?…])[\"”]?\s+", text) if re.search(r"[A-Za-z]", part)]


def without(sentence: str, scenery: Iterable[str]) -> str:
    """A sentence without what the pack's author wrote of the scenery."""
    for written in scenery:
        if len(written) > 12 and written.lower() in sentence.lower():
            at = sentence.lower().index(written.lower())
            sentence = f"{sentence[:at]}…{sentence[at + len(written) :]}"
    return sentence


class Ledger:
    """One turn's record, beside which its reply is laid. ``stock`` are the capital words of the word lists, which name no one;
    ``scenery`` are words of the pack's own lists and of its places, which stand for themselves.
    """

    def __init__(self, played: Played, state: StoryState, stock: frozenset[str] = frozenset(), scenery: tuple[str, ...] = ()) -> None:
        self.played, self.state, self.stock = played, state, stock
        self.pc = state.pc
        self.intents = [intent for event in played.events if isinstance(event, PlayerSpoke) for intent in event.intents]
        self.reply = played.turn.reply
        completion = played.completion
        assert completion is not None
        self.claims = completion.claims or ()
        self.own = [without(sentence, scenery) for sentence in sentences_of(self.reply, completion.authored)]
        self.gambled = any(intent.verb == "gamble" for intent in self.intents)

    def changes(self, what: str) -> list[StateChanged]:
        """This turn's changes of one kind."""
        return [event for event in self.played.events if isinstance(event, StateChanged) and event.what == what]

    def differences(self) -> list[Difference]:
        """Everything in which prose, claims and record differ."""
        return [*self.untrue(), *self.untold(), *self.unborne(), *self.accused()]

    # --- told is booked

    def untrue(self) -> Iterator[Difference]:
        """Numbers, names and outcomes that nothing bears."""
        money, spans, tenths, names = set(self._money()), set(self._minutes()), set(self._tenths()), self._names()
        for sentence in self.own:
            for cents in sums_in(sentence, self.state.pack.currency):
                if cents not in money:
                    yield Difference("sum", str(cents), sentence)
            for minutes in spans_in(sentence):
                if not any(abs(minutes - one) <= max(16, one / 7) for one in spans):
                    yield Difference("time", f"{minutes} minutes", sentence)
            for match in MILES.finditer(sentence):
                miles = number(match["n"]) + 0.5 * bool(match["half"])
                if not any(abs(miles * 10 - one) <= 5 for one in tenths):
                    yield Difference("miles", match[0], sentence)
            yield from self._hits(sentence)
            for match in NAMED.finditer(sentence):
                if match[0] not in names and match[0] not in self.stock:
                    yield Difference("name", match[0], sentence)
            if DEATHS.search(sentence) and (named := self._people_in(sentence)) and all(map(self.state.alive, named)):
                yield Difference("death", f"{', '.join(named)} alive", sentence)
            if found := SNAKE.findall(sentence):
                yield Difference("id", ", ".join(found), sentence)
            yield from self._mounted(sentence)
        if self.gambled:
            yield from self._cards()

    def _money(self) -> Iterator[int]:
        """Every sum that may be spoken of: what changed hands, what is had, owed, asked for or said."""
        state = self.state
        for change in self.changes("money"):
            yield abs(int(change.new or 0) - int(change.old or 0))
            yield from (int(change.new or 0), int(change.old or 0))
        moved: dict[str, int] = {}
        for change in self.changes("money"):
            moved[change.key] = moved.get(change.key, 0) + int(change.new or 0) - int(change.old or 0)
        yield from map(abs, moved.values())
        yield state.purse(self.pc)
        yield from sums_in(self.played.turn.said, state.pack.currency)
        yield from (intent.amount for intent in self.intents)
        for owed in state.consequences.values():
            yield owed.amount
            yield from sums_in(owed.text, state.pack.currency)
        for decision in state.decisions.values():
            yield from sums_in(decision.choice or "", state.pack.currency)
            for option in decision.options:
                yield from sums_in(option.text, state.pack.currency)
        for item in state.pack.items.values():
            yield item.price
        if any(intent.mode in ("price", "wares") for intent in self.intents):
            yield from state.pack.rulebook.get("prices", {}).values() if isinstance(state.pack.rulebook, dict) else ()
            yield from sums_in(self.reply, state.pack.currency)

    def _minutes(self) -> Iterator[int]:
        state = self.state
        by_cause: dict[str, int] = {}
        for change in self.changes("time"):
            by_cause[change.cause] = by_cause.get(change.cause, 0) + int(change.new or 0) - int(change.old or 0)
        yield from by_cause.values()
        yield sum(by_cause.values())
        yield from spans_in(self.played.turn.said)
        for location in state.pack.locations.values():
            for way in location.exits:
                for mode in ("foot", "horse"):
                    minutes = minutes_on(way, mode)
                    yield from (minutes, 2 * minutes)
        for owed in state.consequences.values():
            yield from spans_in(owed.text)
            if owed.due is not None:
                yield from (abs(owed.due - state.minute), abs(owed.due - owed.minute))
        for decision in state.decisions.values():
            for words in (decision.choice or "", *(option.text for option in decision.options)):
                yield from spans_in(words)
        if any(beat.slots.get("telling") in ("self_way", "self_ways") or beat.slots.get("ways") for beat in self._beats()):
            yield from spans_in(self.reply)

    def _beats(self) -> list:  # type: ignore[type-arg]
        prompt = self.played.prompt
        return [beat for section in prompt.sections for beat in section.beats] if prompt else []

    def _tenths(self) -> Iterator[int]:
        for location in self.state.pack.locations.values():
            yield from (way.tenths for way in location.exits if way.tenths is not None)

    def _names(self) -> set[str]:
        """The words of every name, and the words that the player said."""
        pack = self.state.pack
        told: list[str] = [self.played.turn.said, pack.title]
        for entity in self.state.lore.entities():
            told += [entity.name, *entity.aliases]
        for person in (*pack.characters.values(), *pack.npcs.values()):
            told += [person.name, *person.aliases, person.role, *person.traits.values(), *person.secret_aliases, person.summary]
        for page in (*pack.locations.values(), *pack.items.values(), *pack.factions.values()):
            told += [page.name, *page.aliases, page.summary]
        told += [sense for place in pack.locations.values() for sense in place.senses]
        told += [clock.name for clock in pack.clocks.values()]
        told += [owed.text for owed in self.state.consequences.values()]
        told += [decision.choice or "" for decision in self.state.decisions.values()]
        told += [option.text for decision in self.state.decisions.values() for option in decision.options]
        told += [text for entry in pack.lore.values() for text in (entry.text,)]
        told += [rumour.text for rumour in pack.rumours.values()] + [line for npc in pack.npcs.values() for line in npc.says]
        told += [point.title for point in self.state.story_points.values()] + [self.state.say_time()]
        return {word for text in told for word in re.findall(r"[A-Z][a-z]+", text)}

    def _hits(self, sentence: str) -> Iterator[Difference]:
        if HITS.search(sentence):
            borne = {wound.place for wounds in self.state.wounds.values() for wound in wounds if wound.heals > self.state.minute}
            borne |= {change.detail.partition(";")[0].strip() for change in self.changes("wound")}
            for match in PLACES.finditer(sentence):
                place = (match[1] or match[2]).lower()
                if place not in borne:
                    yield Difference("wound", place, sentence)
        for match in SHOTS.finditer(sentence):
            loaded = {int(change.new or 0) for change in self.changes("ammo")} | {int(count) for _, count in self.state.ammo.items()}
            if number(match["n"]) not in loaded:
                yield Difference("rounds", match[0], sentence)

    def _people_in(self, sentence: str) -> list[str]:
        return [id for id in self.state.pack.npcs if any(name in sentence for name in called(self.state, id))]

    def _mounted(self, sentence: str) -> Iterator[Difference]:
        """The player's own horse is told of only where there is one."""
        if (
            re.search(r"\byour horse\b|\bthe horse (?:has|goes|shies|drops|is blown)\b|^You ride|in the saddle", sentence)
            and not self._has_mount()
        ):
            yield Difference("horse", "the player's character has none", sentence)

    def _has_mount(self) -> bool:
        rode = [event for event in self.played.events if isinstance(event, StateChanged) and event.what == "item" and event.key == self.pc]
        held = {*self.state.carried(self.pc), *(event.detail for event in rode)}
        rides = any(intent.mode == "horse" for intent in self.intents) and "horse" not in {
            item.split("_")[-1] for item in self.state.pack.items
        }
        return rides or any(re.search(r"horse|mule|burro|pony", item) for item in held)

    def _cards(self) -> Iterator[Difference]:
        purse = [int(change.new or 0) - int(change.old or 0) for change in self.changes("money") if change.key == self.pc]
        text = " ".join(self.own)
        if sum(purse) > 0 and LOSS.search(text) and not GAIN.search(text):
            yield Difference("cards", f"won {sum(purse)}", text)
        if sum(purse) < 0 and GAIN.search(text) and not LOSS.search(text):
            yield Difference("cards", f"lost {-sum(purse)}", text)

    # --- booked is told

    def untold(self) -> Iterator[Difference]:
        """What was booked of money, things, wounds, debts, deaths and feelings, and stands in no sentence."""
        said = set(sums_in(self.reply, self.state.pack.currency))
        for event in self.played.events:
            if isinstance(event, DecisionTaken):
                said |= set(sums_in(event.decision.choice or "", self.state.pack.currency))
        by_cause: dict[str, int] = {}
        for change in self.changes("money"):
            if change.key == self.pc:
                by_cause[change.cause] = by_cause.get(change.cause, 0) + int(change.new or 0) - int(change.old or 0)
        for cause, moved in by_cause.items():
            if moved and abs(moved) not in said and abs(sum(by_cause.values())) not in said:
                yield Difference("money untold", f"{moved} ({cause})", self.reply)
        for change in self.changes("item"):
            if change.key == self.pc and not self._mentions(change.detail) and not self._loaded(change):
                yield Difference("thing untold", f"{change.detail} {change.old} -> {change.new} ({change.cause})", self.reply)
        yield from self._wounds_untold()
        for change in self.changes("condition"):
            clock = self.state.pack.clocks.get(change.cause.removeprefix("full:"))
            if clock and clock.full and clock.full.split(".")[0] in self.reply:
                continue  # the author's own words for it
            told = " ".join(called(self.state, change.key)) if change.key != self.pc else "you"
            if change.key != self.pc and self._seen(change.key) and not any(name in self.reply for name in called(self.state, change.key)):
                yield Difference("fall untold", f"{told}: {change.old} -> {change.new} ({change.cause})", self.reply)
            if change.key == self.pc and not re.search(r"\byou(?:r)?\b", self.reply, re.I):
                yield Difference("fall untold", f"you: {change.old} -> {change.new}", self.reply)
        for event in self.played.events:
            yield from self._debts_untold(event, said)
        for change in self.changes("attitude"):
            yield from self._feeling_untold(change)

    def _mentions(self, item: str) -> bool:
        entry = self.state.pack.items.get(item)
        names = [entry.name, *entry.aliases] if entry else []
        words = {word.lower() for name in (*names, item.replace("_", " ")) for word in re.findall(r"[A-Za-z']+", name) if len(word) > 2}
        heads = {re.split(r" of | on ", name)[0].split()[-1].lower() for name in (*names, item.replace("_", " ")) if name.split()}
        low = self.reply.lower()
        return any(re.search(rf"\b{re.escape(head.rstrip('s'))}", low) for head in heads) or sum(word in low for word in words) >= 2

    def _loaded(self, change: StateChanged) -> bool:
        """Cartridges that went into the gun are told by how many are in it now."""
        loaded = [int(ammo.new or 0) for ammo in self.changes("ammo") if ammo.cause == change.cause == "reload"]
        return any(re.search(rf"\b(?:{count}|{ONES[count] if count < len(ONES) else count})\b", self.reply) for count in loaded)

    def _seen(self, who: str) -> bool:
        return self.state.where(who) == self.state.here

    def _wounds_untold(self) -> Iterator[Difference]:
        for change in self.changes("wound"):
            if not change.new or not (change.key == self.pc or self._seen(change.key)) or "doctored" in change.cause:
                continue
            place = change.detail.partition(";")[0].strip()
            weight = "light" if int(change.new) <= 1 else "serious" if int(change.new) <= 3 else "mortal"
            if place not in self.reply:
                yield Difference("wound untold", f"{change.key}: {place} ({change.cause})", self.reply)
            elif not re.search(WEIGHT[weight], self.reply) and self.state.condition(change.key) == "alive":
                yield Difference("weight untold", f"{change.key}: {place}, {weight} ({change.new})", self.reply)

    def _debts_untold(self, event: Event, said: set[int]) -> Iterator[Difference]:
        if isinstance(event, ConsequenceDue) and event.consequence.kind == "debt" and event.consequence.amount not in said:
            yield Difference("debt untold", f"{event.consequence.amount}", self.reply)
        if isinstance(event, ConsequencePaid) and event.consequence.kind in ("debt", "promise"):
            creditor = event.consequence.creditor
            if creditor and not any(name in self.reply for name in called(self.state, creditor)):
                yield Difference(f"{event.consequence.kind} untold", f"{creditor}: {event.consequence.outcome}", self.reply)

    def _feeling_untold(self, change: StateChanged) -> Iterator[Difference]:
        old, new = int(change.old or 0), int(change.new or 0)
        milestone = (old < 2 <= new) or (old > -2 >= new)
        here = change.key in self.state.pack.npcs and self._seen(change.key) and self.state.condition(change.key) == "alive"
        if milestone and here and not any(name in self.reply for name in called(self.state, change.key)):
            yield Difference("feeling untold", f"{change.key}: {old} -> {new} ({change.cause})", self.reply)

    # --- claims beside the state

    def unborne(self) -> Iterator[Difference]:
        """Claims of the reply that the state does not bear."""
        for claim in self.claims:
            if claim.sim == "none" and claim.modality == "asserted" and not self._bears(claim):
                yield Difference("claim", f"{claim.subject} {claim.relation} {claim.value.text}", claim.provenance.quote)
            start, end = claim.provenance.span
            if self.reply[start:end] != claim.provenance.quote:
                yield Difference("span", f"{claim.subject} {claim.relation}", claim.provenance.quote)

    def _bears(self, claim: Claim) -> bool:
        state, value = self.state, claim.value
        if claim.relation == "at":
            where = state.here if claim.subject == self.pc else state.where(claim.subject)
            return value.entity in (where, *(str(change.new) for change in self.changes("place")), self._came_from())
        if claim.relation == "loaded":
            counts = {int(count) for key, count in state.ammo.items() if key.startswith(f"{self.pc}/")}
            return value.low in counts | {int(change.new or 0) for change in self.changes("ammo")}
        person = state.person(claim.subject)
        if claim.relation == "role" and person:
            return value.text == person.role or any(fact.value.text == value.text for fact in state.lore.topic(claim.subject, "role"))
        if person and claim.relation in person.traits:
            held = [fact.value.text for fact in state.lore.topic(claim.subject, claim.relation)]
            return value.text in (person.traits[claim.relation], *held)
        if claim.relation == "sense":
            return value.text in state.pack.locations[claim.subject].senses
        if claim.relation == "condition":
            return value.text == state.condition(claim.subject)
        held_ = [fact for fact in state.lore.topic(claim.subject, claim.relation) if fact.status == "open"]
        return any(fact.polarity == claim.polarity for fact in held_)

    def _came_from(self) -> str:
        moved = [change for change in self.changes("place") if change.key == self.pc]
        return str(moved[0].old) if moved else ""

    # --- the report

    def accused(self) -> Iterator[Difference]:
        """Conflicts, none of which can be anything but the engine against itself."""
        for conflict in self.played.conflicts:
            if conflict.sim == "none":
                yield Difference("conflict", f"{conflict.rule}: {conflict.established.quote}", conflict.incoming.quote)


def minutes_on(way, mode: str) -> int:  # type: ignore[no-untyped-def]
    """The minutes of a way."""
    from gm_engine.story.travel import minutes_for

    return minutes_for(way, mode)


def called(state: StoryState, id: str) -> list[str]:
    """Everything that somebody is called, full and in part."""
    person = state.person(id)
    names = [state.name(id), *(person.aliases if person else ())]
    return [*names, *(name.removeprefix("the ") for name in names)]


def rolls(events: Iterable[Event]) -> list[DiceRolled]:
    """The dice of a turn."""
    return [event for event in events if isinstance(event, DiceRolled)]
