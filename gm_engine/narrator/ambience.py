"""What is told besides the beats: the place, its people, the weather and the light, until the reply has a body."""

from gm_engine.narrator.grammar import Scope
from gm_engine.narrator.labels import Passage, Saying, Sentence
from gm_engine.narrator.morphology import counted, words_in
from gm_engine.narrator.realise import Teller, card_flags, plain
from gm_engine.story.beat import Beat
from gm_engine.story.claim import Statement, Value

ORDERS = (
    ("sense", "business", "weather", "life", "bearing", "light", "standing", "sense"),
    ("life", "sense", "standing", "light", "business", "weather", "bearing", "sense"),
    ("weather", "business", "sense", "light", "life", "standing", "bearing", "sense"),
    ("light", "life", "business", "sense", "bearing", "weather", "standing", "sense"),
    ("business", "sense", "bearing", "life", "weather", "standing", "light", "sense"),
)


class Setting:
    """Says small true things about where the story is, each once."""

    def __init__(self, teller: Teller, beat: Beat | None) -> None:
        self.teller = teller
        self.scope = teller.scope(beat) if beat else teller.base
        self.present = [id for id in (beat.slots.get("present", "") if beat else "").split(",") if id in teller.table.people]
        self.told_senses = 0
        self.told_people = 0

    def fill(self, words: int, first: tuple[str, ...] = ()) -> Passage:
        """Sentences of at least ``words`` words in all, as far as the place gives them."""
        order = ORDERS[(self.teller.deck.key.turn + self.teller.deck.key.seed) % len(ORDERS)]
        passage = Passage(keep=False)
        wanted = words
        for kind in (*first, *order, "life", "business", "weather"):
            if wanted <= 0:
                break
            sentence = self.one(kind)
            if sentence:
                passage.sentences.append(sentence)
                wanted -= words_in(sentence.text)
        return passage

    def one(self, kind: str) -> Sentence | None:
        """One sentence of a kind, or nothing."""
        if kind == "sense":
            return self._sense()
        if kind in ("business", "standing"):
            return self._person(kind)
        if kind == "bearing":
            return self._bearing()
        return self.teller.say(kind, self.scope)

    def _sense(self) -> Sentence | None:
        teller, place = self.teller, self.teller.table.place
        senses = place.all("sense")
        if not senses or self.told_senses >= 2:
            return None
        heard = " ".join(teller.heard) + " " + " ".join(plain(told) for told in teller.told)
        fresh = [value.text for value in senses if plain(value.text) not in heard]
        if not fresh:
            return None
        self.told_senses += 1
        chosen = teller.deck.pick(f"sense {place.id}", fresh)
        scope = Scope(words={"sense": chosen}, flags={"smell"} if "smell" in chosen or "reek" in chosen else set()).joined(self.scope)
        scope.flags = self.scope.flags | scope.flags | {("sound" if any(word in chosen for word in SOUNDS) else "sight")}
        said = teller.say("sense", scope)
        value = Value(kind="text", text=chosen)
        return Sentence(said.text, (Saying(Statement(subject=place.id, relation="sense", value=value)),)) if said else None

    def _person(self, kind: str) -> Sentence | None:
        if self.told_people >= len(self.present) or self.told_people >= 2:
            return None
        teller = self.teller
        at = (teller.deck.key.turn + self.told_people) % len(self.present)
        id = self.present[at]
        self.told_people += 1
        card = teller.table.people[id]
        scope = Scope(names={"actor": card.name}, flags=card_flags(card, "actor")).joined(self.scope)
        if role := card.value("role"):
            scope.words["role"], scope.values["role"] = role.text, role
        if wants := card.value("wants"):
            scope.words["wants"] = wants.text
        return teller.say(kind, scope)

    def _bearing(self) -> Sentence | None:
        teller, place = self.teller, self.teller.table.place
        ways = [value for value in place.all("exit") if value.entity]
        if not ways:
            return None
        way = ways[teller.deck.order(f"way {place.id}", range(len(ways)), len(ways))[0]]
        minutes = way.low or 0
        if not minutes:
            return None
        scope = Scope(words={"way": way.text or str(way.entity).replace("_", " "), "walk": counted(minutes, "minute")}, flags=set())
        scope.flags.add("near" if minutes <= 3 else "walk" if minutes <= 20 else "far")
        if minutes > 20:
            scope.words["walk"] = spell_hours(minutes)
        if way.unit:
            scope.words["bearing"] = way.unit
            scope.flags.add(f"bearing:{way.unit}")
        return teller.say("bearing", scope.joined(self.scope))


SOUNDS = ("sound", "squeal", "creak", "clock", "bell", "hammer", "fiddle", "muttering", "wind", "cough", "hum", "complains", "rattle")


def spell_hours(minutes: int) -> str:
    """A long walk in words.

    >>> spell_hours(95), spell_hours(30), spell_hours(60)
    ('an hour and a half', 'half an hour', 'an hour')
    """
    halves = max(1, round(minutes / 30))
    hours, half = divmod(halves, 2)
    whole = "an hour" if hours == 1 else counted(hours, "hour")
    if not hours:
        return "half an hour"
    return (f"{whole} and a half" if hours == 1 else f"{counted(hours, 'hour').removesuffix(' hours')} and a half hours") if half else whole
