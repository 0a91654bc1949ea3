"""Turns beats into passages: picks a line for each, fills it from the cards, and prefers what has not been said lately."""

import re
from collections.abc import Callable
from dataclasses import replace

from gm_engine.narrator.addressing import addressed
from gm_engine.narrator.labels import Passage, Saying, Sentence, sayings_of
from gm_engine.narrator.likeness import four_grams, plain, same_start
from gm_engine.narrator.line_grammar import Deck, Grammar, Mentions, Name, Scope, awake, literals, parse
from gm_engine.narrator.morphology import capital, finished, sentences, words_in
from gm_engine.narrator.table import Card, Table
from gm_engine.narrator.voices import manners
from gm_engine.story.bare_words import bare, without_notes
from gm_engine.story.beat import Beat
from gm_engine.story.claim import Modality, Statement, Value
from gm_engine.story.roll import DrawKey
from gm_engine.story.sentences import runs_of_sentences

ROLES = ("actor", "target", "topic", "speaker", "place", "item", "from", "better", "whither")
TRIES = 18
TOLD_BEFORE, SAME_FRAME, ASLEEP, OUT_OF_MANNER, ECHO, REST = 100, 48, 40, 20, 8, 18
"""How stale it makes a line that it was just heard, that its frame was (worse than to be early), that its time has not
come round, that it suits anybody and somebody speaks; for each run of four words that was heard; and that scenery of its shape was."""
OWN = ("target_voice:", "act:", "keen", "uneasy")
"""Flags of lines that only suit some people, or some moments."""
HEDGE = re.compile(r"^(It is believed|The story goes|Rumor|Rumour|They say): ")
"""What an element's text says of its own standing: a person who tells it leaves that to the listener."""
WHOLE_SPEECH = re.compile(r'"[^"]*"')
"""What is nothing but words spoken."""
EVER = ("mounted",)
"""What the setting says that any line may ask."""
DARK = ("night", "dusk")
PARAGRAPHS = ("check", "gunfight", "journey", "arrive", "callback")
ASIDES = ("journey", "callback")
MOST_LORE = 70
"""So many words of a lore entry are told at once."""
LAID_OUT = ("|", "- ", "* ", "#", ">", "[")
"""What lines begin with that are no prose: tables, lists, headings, notes."""
NOTES = "[]{}"
"""What stands in a lore entry for whoever tells, and is not told."""
UPSHOTS = "upshot_"
"""What the lists are called that tell what small acts came to. Rather than one of their lines again, nothing is told."""


class Teller:
    """Says one line at a time, and remembers what this reply has said."""

    def __init__(self, grammar: Grammar, table: Table, key: DrawKey) -> None:
        self.grammar, self.table = grammar, table
        self.deck = Deck(key)
        self.mentions = Mentions(self.deck)
        self.told: list[str] = []
        self.lines: set[str] = set()
        self.spoken = plain(" ".join(table.recent))
        self.heard = {plain(sentence) for sentence in table.recent}
        self.grams = {gram for sentence in table.recent for gram in four_grams(sentence)}
        self.base = self._base()

    def _base(self) -> Scope:
        card, now = self.table.place, self.table.now
        pc = next((said.subject for said in now.statements if said.relation in ("money", "wounds", "loaded")), "pc")
        scope = Scope(names={"pc": Name(pc, "you", (), "you")})
        scope.flags = {self.table.part, *(f"kind:{word}" for word in card.word("kind").lower().replace("'", " ").split())}
        scope.flags.update(f"kind:{word}" for word in f"{card.word('name')} {card.id.replace('_', ' ')}".lower().split())
        outdoors, wilds = (set(self.grammar.lists.get(name, ())) for name in ("outdoors", "wilds"))
        words = {word.strip(",.") for word in card.word("kind").lower().split() or card.word("name").lower().split()}
        if card.blank and not words & (outdoors | wilds):
            scope.flags.add("unshown")
        else:
            scope.flags.add("outside" if outdoors & words else "inside")
            scope.flags.add("wild" if wilds & words else "settled")
        scope.flags.update(self.grammar.lists.get("genre", ()))
        scope.flags.add("dark" if self.table.part in DARK else "light")
        scope.flags.update(
            flag for beat in self.table.beats if beat.kind == "ambience" for flag in beat.slots.get("flags", "").split() if flag in EVER
        )
        scope.flags.update("others" for beat in self.table.beats if beat.kind == "ambience" and beat.slots.get("present"))
        visits = card.value("visits")
        if visits and (visits.low or 0) <= 1:
            scope.flags.add("new")
        if card.id:
            scope.names["place"] = card.name
        return scope

    def name(self, id: str, slots: dict[str, str], role: str) -> Name:
        """How to call an id: by its card, else by the name that the beat brings."""
        if id == self.base.names["pc"].id:
            return self.base.names["pc"]
        card = self.table.people.get(id)
        if card:
            return card.name
        if id == self.table.place.id and id:
            return self.table.place.name
        return Name(id, slots.get(f"{role}_name") or id.replace("_", " "), (), slots.get(f"{role}_pronouns", "it"))

    def scope(self, beat: Beat) -> Scope:
        """What a beat's lines may speak of."""
        scope = Scope(words=dict(beat.slots), flags={beat.band.replace(", ", "_") or "unrolled", *beat.slots.get("flags", "").split()})
        ids = {role: getattr(beat, role, "") or beat.slots.get(role, "") for role in ROLES}
        for role, id in ids.items():
            if id or f"{role}_name" in beat.slots:
                scope.names[role] = self.name(id, beat.slots, role)
                scope.words.pop(role, None)
        scope.flags.update(
            f"{key}:{beat.slots[key]}"
            for key in ("verb", "wound", "skill", "weapon", "hit", "manner", "mode", "weather", "act")
            if key in beat.slots
        )
        scope.flags.update(f"has:{key}" for key in beat.slots)
        for role in ("actor", "target"):
            if role in scope.names:
                scope.flags |= card_flags(self.table.people.get(scope.names[role].id), role)
                scope.flags.add(f"{role}:{'pc' if scope.names[role].id == self.base.names['pc'].id else 'npc'}")
        if beat.statement:
            scope.values["value"] = beat.statement.value
            scope.words["value"] = beat.statement.value.text
        if beat.text:
            scope.words["text"] = beat.text
        if (rounds := beat.slots.get("rounds", "")).isdigit():
            count = int(rounds)
            scope.values["loaded"] = Value(kind="number", text=rounds, low=count, high=count, unit=beat.slots.get("gun", ""))
        return scope.joined(self.base)

    def say(self, name: str, scope: Scope) -> Sentence | None:
        """The freshest line of a list that can be said now."""
        return self._say(name, scope, TOLD_BEFORE * 9)

    def scenery(self, name: str, scope: Scope) -> Sentence | None:
        """A line of a list that nobody would miss, if there is one whose time has come round; better none than one again."""
        return self._say(name, scope, ASLEEP - 1)

    def news(self, name: str, scope: Scope) -> Sentence | None:
        """A line of a list that was not heard lately."""
        return self._say(name, scope, TOLD_BEFORE - 1)

    def _say(self, name: str, scope: Scope, worst: int) -> Sentence | None:
        places = self.grammar.fitting(name, scope, self.table.veils)
        lines = self.grammar.lists.get(name, ())
        optional = worst < TOLD_BEFORE
        suited = any(is_own(lines[place]) for place in places)
        best: tuple[int, Sentence, str] | None = None
        kept = dict(self.mentions.last)
        after = kept
        order = self.deck.order(name, places, len(lines))
        openings = [told.split()[:2] for told in (*self.table.recent, *self.told)]
        lately, long_since = openings[-len(self.told) - 14 :], openings[-len(self.told) - 20 :]
        for place in (order * TRIES if optional else order)[:TRIES]:
            self.mentions.last = dict(kept)
            line = parse(lines[place])
            text = finished(self.grammar.expand(line.text, scope, self.deck, self.mentions))
            staleness = self._staleness(text, lately) + OUT_OF_MANNER * (suited and not is_own(lines[place]))
            ending = " ".join(plain(text).split()[-4:])
            if optional:
                staleness += TOLD_BEFORE * (ending in self.grams or lines[place] in self.lines)
                staleness += REST * (not awake(lines[place], self.deck.key) and len(order) > 1)
                staleness += ASLEEP * same_start(text, self.told)
                staleness += REST * (text.split()[:2] in long_since)
            staleness += SAME_FRAME * any(run in self.spoken for run in literals(lines[place]))
            if not awake(ending if optional else lines[place], self.deck.key):
                staleness += REST if is_own(lines[place]) else ASLEEP
            if best is None or staleness < best[0]:
                best = (
                    staleness,
                    Sentence(text, sayings_of(line, scope), authored=scope.words.get("text", "") if "<text" in line.text else ""),
                    lines[place],
                )
                after = self.mentions.last
            if staleness == 0:
                break
        if best is None or best[0] > worst:
            self.mentions.last = kept
            return None
        self.mentions.last = after
        self.told.append(best[1].text)
        self.spoken += f" {plain(best[1].text)}"
        self.lines.add(best[2])
        self.grams.update(four_grams(best[1].text))
        return best[1]

    def clause(self, name: str, scope: Scope) -> str:
        """A part of a sentence from a list, or nothing."""
        places = self.grammar.eligible(name, scope, self.table.veils)
        lines = self.grammar.lists.get(name, ())
        if not places:
            return ""
        return self.grammar.expand(parse(lines[self.deck.order(name, places, len(lines))[0]]).text, scope, self.deck, self.mentions)

    def _staleness(self, text: str, lately: list[list[str]]) -> int:
        """How stale a line is where sentences began with these words of late."""
        opening = text.split()[:2]
        last = [told.split()[:1] for told in self.told[-2:]]
        stale = TOLD_BEFORE * sum(plain(sentence) in self.heard or sentence in self.told for sentence in sentences(text))
        stale += 2 * (opening[:1] in last)
        stale += 2 * (opening in lately)
        return stale + ECHO * sum(gram in self.grams for gram in four_grams(text))


class Realiser:
    """A passage for each kind of beat."""

    def __init__(self, teller: Teller) -> None:
        self.teller = teller
        self.kinds: dict[str, Callable[[Beat], Passage]] = {
            "scene": self.authored,
            "omen": self.led_in,
            "consequence": self.led_in,
            "clue": self.led_in,
            "choice": self.choice,
            "answer": self.answer,
            "rumour": self.answer,
            "reveal": self.answer,
            "lie": self.lie,
            "meet": self.meet,
            "statement": self.statement,
            "lore": self.lore,
            "premise": lambda _: Passage([]),
        }

    def passage(self, beat: Beat) -> Passage:
        """What to say for a beat."""
        return self.kinds.get(beat.kind, self.plain)(beat)

    def plain(self, beat: Beat) -> Passage:
        """A line of the kind's list, of its ``_wound``, ``_more`` and ``_after`` lists, and the authored text where there is one."""
        if "bare" in beat.slots.get("flags", "").split():
            return Passage([as_written(beat.text)] if beat.text else [], fresh=True)
        if hero := beat.slots.get("hero"):
            beat = beat.model_copy(update={"text": addressed(beat.text, hero)})
        scope = self.teller.scope(beat)
        name = beat.slots.get("telling", beat.kind)
        if name.startswith(UPSHOTS):
            said = self.teller.news(name, scope)
            return Passage([said] if said else [])
        told = [self.teller.say(f"{name}{part}", scope) for part in ("", "_wound", "_more", "_after")]
        found = [sentence for sentence in told if sentence]
        if beat.text and not any(sentence.authored for sentence in found):
            found.append(whole(beat.text))
        return Passage(found, fresh=beat.kind in PARAGRAPHS and "tried" not in beat.slots, aside=beat.kind in ASIDES)

    def authored(self, beat: Beat) -> Passage:
        """The pack's own words, as they stand."""
        told = as_written if "bare" in beat.slots.get("flags", "").split() else whole
        return Passage([told(beat.text)] if beat.text else [], fresh=True)

    def lore(self, beat: Beat) -> Passage:
        """What the elements say on which the beat draws, as the GM tells it: of the player's character in the second person."""
        elements = self.teller.table.elements
        told = [beat.text] if beat.text else [HEDGE.sub("", unsourced(elements[id].text)) for id in beat.elements if id in elements]
        lines = (line for text in told for line in text.splitlines() if not line.lstrip().startswith(LAID_OUT))
        text = addressed(" ".join(without_notes(bare("\n".join(lines)), NOTES).split()), beat.slots.get("hero", ""))
        first = runs_of_sentences(text, MOST_LORE)[:1]
        return Passage([whole(first[0])] if first else [], fresh=True)

    def led_in(self, beat: Beat) -> Passage:
        """The pack's own words after a short lead of ours; a day that has passed is told in ours alone."""
        if beat.slots.get("telling"):
            return self.plain(beat.model_copy(update={"text": ""}))
        lead = self.teller.say(f"{beat.kind}_lead", self.teller.scope(beat))
        return Passage([*([lead] if lead else []), *([whole(beat.text)] if beat.text else [])], fresh=True)

    def choice(self, beat: Beat) -> Passage:
        """What is open, in the pack's words."""
        scope = self.teller.scope(beat)
        if "bare" in beat.slots.get("flags", "").split() and "options" in beat.slots:
            return Passage([whole(f"You could {beat.slots['options']}")], fresh=True)
        asked = self.teller.say("choice", scope)
        return Passage([asked] if asked else [], fresh=True)

    def answer(self, beat: Beat) -> Passage:
        """Words in somebody's mouth: the beat's own, or those of the elements that it names."""
        if beat.statement and not beat.text:
            return self.brief(beat, beat.statement)
        if happened := beat.slots.get("happened"):
            return self.witness(beat, happened)
        scope = self.teller.scope(beat)
        drawn = next((self.teller.table.elements[id].text for id in beat.elements if id in self.teller.table.elements), "")
        text = confirmed(beat, addressed(beat.text or unsourced(HEDGE.sub("", drawn)), beat.slots.get("hero", "")))
        if not text:
            return self.plain(beat.model_copy(update={"kind": "ignorance"}))
        scope.words["text"] = text.strip()
        scope.words["quoted"] = unquoted(text)
        scope.words["full"] = text.strip().strip('"')
        speaker = beat.target or beat.actor
        about = tuple(about for id in beat.elements if id in self.teller.table.elements for about in self.teller.table.elements[id].about)
        spoken = (bool(speaker) and speaker not in about) or bool(beat.text and speaker)
        if spoken and not beat.text and calls(text, scope.names[speaker_role(beat)]):
            lead = self.teller.say("told_by_lead", scope.joined(Scope(names={"speaker": scope.names[speaker_role(beat)]})))
            return Passage([*([lead] if lead else []), whole(text)], fresh=True)
        if beat.text and spoken and WHOLE_SPEECH.fullmatch(text.strip()):
            text = text.strip()[1:-1]
        if '"' in text or not spoken:
            unled = (beat.text and spoken) or "page" in scope.flags
            lead = None if unled else self.teller.say("reveal_lead" if beat.kind == "reveal" else "told_lead", scope)
            return Passage([*([lead] if lead else []), whole(text.replace("*", "") if spoken else text)], fresh=True)
        said = self.teller.say(said_by(beat), scope)
        holder = speaker if spoken else None
        modality: Modality = "rumour" if beat.kind == "rumour" else "speech"
        stated = [Saying(one, modality, holder) for id in beat.elements for one in self._statements(id)]
        if said is None:
            return Passage([whole(text)], fresh=True)
        return Passage([Sentence(said.text, (*said.sayings, *stated), authored=scope.words["quoted"].rstrip(",."))], fresh=True)

    def witness(self, beat: Beat, happened: str) -> Passage:
        """What somebody knows of something that happened in play, and how they know of it."""
        scope = self.teller.scope(beat)
        scope.words["full"] = finished(happened)
        scope.words["quoted"] = unquoted(scope.words["full"])
        said = self.teller.say(f"answer_{beat.slots.get('how', '').replace(' ', '_')}", scope)
        return Passage([said] if said else [], fresh=True)

    def brief(self, beat: Beat, statement: Statement) -> Passage:
        """What somebody says of somebody else in a sentence: their trade, or where to look for them."""
        scope = self.teller.scope(beat)
        inner = self._inside(statement, scope)
        inner.names["subject"] = replace(inner.names["subject"], aliases=())
        clause = self.teller.clause(f"brief_{statement.relation}", inner) or self.teller.clause(f"fact_{statement.relation}", inner)
        inner.words["full"] = confirmed(beat, finished(clause))
        inner.words["quoted"] = unquoted(inner.words["full"])
        said = self.teller.say(said_by(beat), inner)
        if said is None:
            return Passage()
        return Passage([Sentence(said.text, (*said.sayings, Saying(statement, "speech", beat.target or None)))], fresh=True)

    def _statements(self, id: str) -> tuple[Statement, ...]:
        element = self.teller.table.elements.get(id)
        return element.statements if element else ()

    def lie(self, beat: Beat) -> Passage:
        """A statement that its speaker knows to be false, in that speaker's mouth: a denial, or a false thing said outright."""
        if beat.statement and beat.statement.polarity:
            scope = self.teller.scope(beat.model_copy(update={"actor": beat.target}))
            lead = self.teller.say("lie_lead", scope)
            return Passage([*([lead] if lead else []), self.stated(beat.statement, "speech", beat.target, scope)], fresh=True)
        passage = self.plain(beat.model_copy(update={"statement": None}))
        if beat.statement and passage.sentences:
            first = passage.sentences[0]
            lied = Saying(beat.statement, "speech", beat.target or None)
            passage.sentences[0] = Sentence(first.text, (*first.sayings, lied), first.authored)
        return passage

    def meet(self, beat: Beat) -> Passage:
        """Somebody steps into the story: who, doing what, and one thing to know them by."""
        scope = self.teller.scope(beat)
        card = self.teller.table.people.get(beat.target, Card(beat.target))
        for relation in ("role", "wears"):
            if found := card.value(relation):
                scope.words.setdefault(relation, found.text)
                scope.values[relation] = found
                scope.flags.add(f"has:{relation}")
        told = [self.teller.say(beat.slots.get("telling", "meet"), scope)]
        if beat.statement:
            trait = self.stated(beat.statement, "asserted", "", scope)
            told.append(trait)
        return Passage([sentence for sentence in told if sentence], fresh="telling" not in beat.slots)

    def statement(self, beat: Beat) -> Passage:
        """A statement in its modality: asserted, spoken, rumoured, dreamt …"""
        if beat.statement is None:
            return self.plain(beat.model_copy(update={"kind": "note"}))
        scope = self.teller.scope(beat)
        holder = beat.actor or beat.target if beat.modality in ("speech", "rumour", "plan", "sarcasm") else ""
        said = self.stated(beat.statement, beat.modality, holder, scope, beat.decoy)
        kind = beat.decoy or beat.slots.get("class", "statement")
        return Passage(
            [Sentence(said.text, said.sayings, sim=f"{beat.sim}:{kind}" if beat.sim != "none" else "")],
            fresh=beat.sim == "none",
            aside=beat.sim == "none",
        )

    def stated(self, statement: Statement, modality: Modality, holder: str, scope: Scope, manner: str = "") -> Sentence:
        """A sentence that states ``statement``."""
        teller = self.teller
        inner = self._inside(statement, scope)
        clause = teller.clause(f"fact_{statement.relation}", inner) or teller.clause("fact_any", inner)
        inner.words["clause"] = clause
        said = None
        if manner:
            said = teller.say(f"as_{manner}", inner)
        elif modality == "asserted" and statement.subject != teller.base.names["pc"].id:
            said = teller.say(f"notice_{statement.relation}", inner)
        said = said or teller.say(f"as_{modality}", inner)
        text = said.text if said else finished(clause)
        return Sentence(text, (Saying(statement, modality, holder or None),))

    def _inside(self, statement: Statement, scope: Scope) -> Scope:
        """The scope inside a statement: its subject, its value, its object."""
        value = statement.value
        said = scope.words.get("said") or worded(value)
        inner = Scope(names={"subject": self.teller.name(statement.subject, scope.words, "subject")}).joined(scope)
        inner.words |= {"value": said, "relation": statement.relation.replace("_", " "), "unit": (value.unit or "").replace("_", " ")}
        inner.values["value"] = value
        if value.entity:
            inner.names["object"] = self.teller.name(value.entity, {"object_name": value.text} | scope.words, "object")
            inner.flags.add("has:object_name")
        inner.flags |= {f"value:{said}", f"relation:{statement.relation}", "so" if statement.polarity else "negated"}
        if said.split(" ")[0] in ("a", "an", "the", "full"):
            inner.flags.add("article")
        return inner


def speaker_role(beat: Beat) -> str:
    """Who of a beat's people says what is answered."""
    return "target" if beat.target else "actor"


def calls(text: str, name: Name) -> bool:
    """True for a text that speaks of somebody by a name of theirs: in their own mouth it would be "I"."""
    called = (one for one in (name.name, *name.aliases) if one[:1].isupper())
    return any(re.search(rf"(?<!\w){re.escape(one)}(?!\w)", text) for one in called)


def said_by(beat: Beat) -> str:
    """The list by which somebody says a thing: as something said before, or besides that."""
    flags = beat.slots.get("flags", "").split() if beat.kind == "answer" else []
    return next((f"answer_{how}" for how in ("again", "besides", "nearest", "advice") if how in flags), f"{beat.kind}_said")


def confirmed(beat: Beat, text: str) -> str:
    """What is said after a yes or a no, where one was asked for."""
    side = beat.slots.get("so", "")
    return f"{side.capitalize()}. {text}" if side and text else text


def unsourced(text: str) -> str:
    """What an element says, without where it was written down: nobody who tells it names a page.

    >>> unsourced("Rye is dear. (From Rye.md.)"), unsourced("Rye is dear.")
    ('Rye is dear.', 'Rye is dear.')
    """
    said, source, rest = text.rpartition(" (From ")
    return said if source and rest.endswith(".)") else text


def as_written(text: str) -> Sentence:
    """A passage of a story that is told in its own words alone: to the letter."""
    return Sentence(text.strip(), authored=text.strip())


def whole(text: str) -> Sentence:
    """An authored passage, told as it stands."""
    text = finished(text) if "\n" not in text.strip() else capital(text.strip())
    return Sentence(text, authored=text)


def worded(value: Value) -> str:
    """A value in words: its own, or its number and unit."""
    if value.text:
        return value.text
    return f"{value.low} {value.unit or ''}".strip() if value.low is not None else "so"


def unquoted(text: str) -> str:
    """Authored words, made ready to stand inside quotation marks before ``he says``.

    >>> unquoted("The well is dry.")
    'The well is dry,'
    """
    text = text.strip().strip('"')
    return text[:-1] + "," if text.endswith(".") else text if text[-1:] in "!?…," else text + ","


def card_flags(card: Card | None, role: str) -> set[str]:
    """What the grammar may ask of a person's card: words of the role, pronouns, how they stand to you."""
    if card is None:
        return set()
    flags = {f"{role}:{card.word('pronouns') or 'it'}"}
    flags.update(f"{role}_role:{word}" for word in card.word("role").lower().replace(",", " ").split())
    feeling = card.value("attitude")
    level = feeling.low if feeling and feeling.low is not None else 0
    flags.add(f"{role}:{'warm' if level > 0 else 'cold' if level < 0 else 'even'}")
    flags.update(f"{role}_voice:{manner}" for manner in manners(value.text for value in card.all("voice")))
    return flags


def is_own(written: str) -> bool:
    """True for a line that only suits some people, or some moments."""
    return any(flag.startswith(OWN) for need in parse(written).needs for flag in need)


def length(passage: Passage) -> int:
    """How many words a passage has."""
    return sum(words_in(sentence.text) for sentence in passage.sentences)
