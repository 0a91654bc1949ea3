"""Beats in whole sentences, for a language model that is told how each thing came out and tells the rest as it likes.

A beat that has nothing to say is nothing here, so that the model is free: no slot is ever shown by its name.
"""

from gm_engine.context.in_sentences import sentence
from gm_engine.prompting.beats_in_words import BANDS, MODALITIES
from gm_engine.prompting.layout import Story, name_of
from gm_engine.prompting.refusals import refusal
from gm_engine.story.beat import Beat
from gm_engine.story.claim import Statement
from gm_engine.story.listing import listed
from gm_engine.story.roll import Roll

MODES = {"foot": "on foot", "horse": "on horseback"}
WEATHER = {
    "clear": "The sky is clear.", "wind": "There is a wind.", "dust": "There is dust in the air.", "heat": "It is hot.",
    "cloud": "The sky is clouded.", "storm": "There is a storm.", "rain": "It rains.", "snow": "It snows.", "cold": "It is cold.",
}  # fmt: skip
TRADES = {
    "buy": "{hero} buys {thing}", "sell": "{hero} sells {thing}", "give": "{hero} gives {thing}", "take": "{hero} takes {thing}",
    "use": "{hero} uses {thing}", "read": "{hero} reads {thing}", "destroy": "{hero} destroys {thing}",
}  # fmt: skip
PAID = frozenset({"buy", "sell"})
TAKES = frozenset({"give", "sell"})
"""Trades in which the other receives."""
OWED = {
    "promise": "{hero} gives {target} this promise: {about}", "keep": "{hero} keeps a promise to {target}{about_too}",
    "borrow": "{hero} borrows {price} from {target}", "repay": "{hero} pays {target} back {price}",
}  # fmt: skip
REACTS = {
    "warmer": "{target} thinks better of {hero} than before; let it be seen.",
    "cooler": "{target} thinks worse of {hero} than before; let it be seen.",
    "dead": "{target} falls dead.", "down": "{target} goes down and stays down.", "dying": "{target} falls, and is dying.",
    "yielded": "{target} gives up.", "fled": "{target} runs.", "left": "{target} has left.", "came": "{target} has come in.",
    "failed": "It does not work on {target}.", "uneasy": "What was said touches {target} uneasily; let it be seen, not explained.",
    "keen": "What was said touches what {target} wants; let it be seen, not explained.",
}  # fmt: skip
READY = {"draw": "{hero} has drawn.", "aim": "{hero} takes aim{at}.", "cover": "{hero} is in cover.", "yield": "{hero} gives up."}
WOUNDS = {"light": "a light wound", "serious": "a serious wound", "mortal": "a mortal wound"}
WON = frozenset({"triumph", "success", "cost"})
THEM = {"he": "him", "she": "her", "it": "it"}
FAULTS = {"secret": "gives away what the table has not found out", "line": "is not for this table"}
HOW = {"saw it": "who was there", "was told": "who was told of it", "has heard": "who has heard of it"}
NEWS = {"full": "Now it comes to its end", "news": "News comes"}


def plain_beats(beats: tuple[Beat, ...], story: Story) -> tuple[tuple[Beat, str], ...]:
    """Each beat that has something to say, with what it says; what one says in the words of another is said once."""
    told = {said: beat for beat in reversed(beats) if (said := plain_beat(beat, story))}
    return tuple((beat, said) for said, beat in reversed(told.items()))


def plain_beat(beat: Beat, story: Story) -> str:
    """A beat in sentences; empty where it has nothing to say. Authored prose stands in quotation marks, to be kept."""
    teller = _Teller(beat, story)
    said = getattr(teller, f"_{beat.kind}")()
    return " ".join(str(said).split())


def plain_roll(roll: Roll, story: Story) -> str:
    """A roll in words; empty for dice that decide nothing by themselves."""
    if not roll.band:
        return ""
    person = story.pack.person(story.pc)
    hero = person.name if person else "the player's character"
    who = hero if roll.actor == story.pc else name_of(roll.actor, story) if roll.actor else "the table"
    against = f" against {roll.target}" if roll.target is not None else ""
    return f"{who}, {(roll.skill or roll.why or roll.expression).replace('_', ' ')}: {roll.total}{against}, {roll.band}."


def _quoted(text: str) -> str:
    return f"“{' '.join(text.split())}”"


class _Teller:
    """One beat, with the names of those in it."""

    def __init__(self, beat: Beat, story: Story) -> None:
        self.beat, self.story = beat, story
        person = story.pack.person(story.pc)
        self.hero = person.name if person else "the player's character"
        self.actor = self._name(beat.actor or beat.target)
        self.target = self._name(beat.target)
        self.slots = beat.slots
        self.band = f" {BANDS[beat.band]}" if beat.band else ""
        self.text = _quoted(beat.text) if beat.text.strip() else ""

    def _name(self, id: str) -> str:
        name = self.hero if id and id == self.story.pc else name_of(id, self.story) if id else ""
        return f"{name[:1].upper()}{name[1:]}"

    def _slot(self, name: str) -> str:
        return self.slots.get(name, "").strip().rstrip(".")

    def _flags(self) -> list[str]:
        return self.slots.get("flags", "").split()

    def _says(self, statement: Statement | None, value: str = "") -> str:
        if statement is None:
            return ""
        entity = statement.value.entity
        told = value or (self._plain_name(entity) if entity else statement.value.text)
        return sentence(self._plain_name(statement.subject), statement.relation, told, so=statement.polarity)

    def _plain_name(self, id: str) -> str:
        return self.hero if id == self.story.pc else name_of(id, self.story)

    def _lore(self) -> str:
        return ""  # the entry itself stands in the prompt

    # --- what was done

    def _impossible(self) -> str:
        return refusal(self.beat, self.story, self.hero)

    def _arrive(self) -> str:
        hours, mode = self._slot("hours"), MODES.get(self._slot("mode"), "")
        taken = f", after {hours} {mode}".rstrip() if hours and "road" not in self._flags() else ""
        return f"{self.hero} arrives at {name_of(self.beat.place, self.story)}{taken}." if self.beat.place else ""

    def _journey(self) -> str:
        hours, mode, miles = self._slot("hours"), MODES.get(self._slot("mode"), ""), self._slot("miles")
        terrain = f" over {self._slot('terrain')}" if self._slot("terrain") else ""
        far = f", {miles}{'' if 'mile' in miles else ' miles'}{terrain}" if miles else terrain
        met = f" On the way: {self.text}" if self.text else ""
        return f"The way to {name_of(self.beat.place, self.story)}{far}: {hours} {mode}".rstrip() + f".{met}"

    def _action(self) -> str:
        verb = self._slot("verb")
        if self._slot("telling") == "unheard":
            return f"{self.target} cannot hear it any more."
        if self._slot("telling") == "work_stands":
            return f"Still so here, by what {self.hero} did: {self._slot('left')}."
        if self._slot("deed"):
            now = f" Now so: {self._slot('left')}." if self._slot("left") and "done" in self._flags() else ""
            return f"What was tried: {_quoted(self._slot('deed'))}.{self.band}{now}" if self.band or now else ""
        at = f" at {self.target}" if self.target else ""
        return READY[verb].format(hero=self.hero, at=at) if verb in READY else ""

    def _check(self) -> str:
        skill = self._slot("skill").replace("_", " ")
        if not self.beat.band:
            return ""
        on = f", against {self.target}" if self.target and self.target != self.hero else ""
        tried = f" What was tried: {_quoted(self._slot('tried'))}." if self._slot("tried") else ""
        came = self._slot("won" if self.beat.band in WON else "lost")
        stake = f" At stake was this: {came}." if came else ""
        return f"{self.hero} is put to the test{f' ({skill}{on})' if skill else ''}.{tried}{self.band}{stake}"

    def _gunfight(self) -> str:
        deed = "shoots at" if self._slot("skill") == "shooting" else "strikes at"
        wound, hit = WOUNDS.get(self._slot("wound"), "a wound"), self._slot("hit")
        came = f"{wound} in the {hit}" if hit else "it does no harm"
        left = f" {self._reload()}" if self._slot("loaded") else ""
        return f"{self.actor} {deed} {self.target or 'nobody'}: {came}.{left}"

    def _reload(self) -> str:
        gun = self._slot("gun")
        named = name_of(gun, self.story) if gun else "gun"
        held = self._slot("loaded")
        return f"The {named.removeprefix('a ').removeprefix('the ')} now has {held} in it." if held else ""

    def _trade(self) -> str:
        verb, thing = self._slot("verb"), self._slot("item_name")
        if not thing or verb not in TRADES or ("undone" in self._flags() and verb not in ("use", "read")):
            return ""
        purse = f"; {self._slot('purse')} are left" if self._slot("purse") else ""
        if self._slot("item") == "money":
            return f"{self.hero} gives {self.target or 'away'} {self._slot('price')}{purse}." if self._slot("price") else ""
        said = TRADES[verb].format(hero=self.hero, thing=thing)
        other = f" {'to' if verb in TAKES else 'from'} {self.target}" if self.target and verb not in ("use", "read", "destroy") else ""
        price = f" for {self._slot('price')}" if self._slot("price") and verb in PAID else ""
        left = purse if verb in PAID else ""
        return f"{said}{other}{price}{left}.{self.band} {self.text}"

    def _rest(self) -> str:
        verb = {"sleep": "sleeps", "wait": "waits"}.get(self._slot("verb"), "rests")
        return f"{self.hero} {verb} for {self._slot('hours')}." if self._slot("hours") else f"{self.hero} {verb}."

    def _decision(self) -> str:
        chosen, refused = self._slot("chosen"), self._slot("refused")
        if not chosen:
            return ""
        instead = f", and not to {' or to '.join(refused.split('; '))}" if refused else ""
        shown = f" Show what it does at once: {self.text}" if self.text else " Show what it does at once."
        return f"{self.hero} has chosen to {chosen}{instead}.{shown}"

    def _promise(self) -> str:
        about, price = self._slot("about"), self._slot("price") or "the money"
        told = OWED.get(self._slot("verb"), "")
        if not told or not self.target or (self._slot("verb") == "promise" and not about):
            return ""
        too = f": {_quoted(about)}" if about else ""
        return f"{told.format(hero=self.hero, target=self.target, about=_quoted(about), about_too=too, price=price)}.{self.band}"

    def _search(self) -> str:
        found = self._slot("turned_up")
        more = f" Something turns up: {_quoted(found)}" if found else ""
        return f"{self.hero} searches.{self.band}{more}" if self.beat.band or found else ""

    # --- what people say and do

    def _meet(self) -> str:
        person = self.story.pack.person(self.beat.target)
        them = THEM.get(person.pronouns if person else "they", "them")
        return f"{self.target} is met for the first time: show {them}. {self._says(self.beat.statement, self._slot('said'))}"

    def _greet(self) -> str:
        return f"{self.target} answers the greeting." if self.target else ""

    def _answer(self) -> str:
        who = self.actor or self.hero
        about = f" about {name_of(self.beat.topic, self.story)}" if self.beat.topic and self.beat.topic != self.beat.target else ""
        if happened := self._slot("happened"):
            return f"{self.target}, {HOW.get(self._slot('how'), 'who knows of it')}, can tell of this: {_quoted(happened)}."
        if self.text:
            may = "may say" if "own" in self._flags() and not about else "says"
            return f"{who} {may}{about}: {self.text}" if self.beat.target else f"{who} knows this: {self.text}"
        if self.beat.statement:
            return f"{who} can say{about}: {self._says(self.beat.statement)}"
        of = f" of {name_of(self.beat.topic, self.story)}" if about else ""
        return f"{who} can tell what is written above{of}." if self.beat.elements else ""

    def _ignorance(self) -> str:
        about = self._slot("unheard")
        return f"{self.target} has not heard of this yet, and cannot speak of it: {_quoted(about)}." if about else (
            f"{self.target} does not know the truth of what is asked here." if self.target else ""
        )  # fmt: skip

    def _refusal(self) -> str:
        about = self._slot("about")
        asked = f" what is asked ({_quoted(about)})" if about else " what is asked"
        return f"{self.target} will not tell{asked}.{self.band}" if self.target else ""

    def _lie(self) -> str:
        told = self._says(self.beat.statement)
        return f"{self.target} lies, in speech only: {told}{self.band}" if told else f"{self.target} lies, in speech only.{self.band}"

    def _rumour(self) -> str:
        return f"{self.target or 'Somebody'} passes this on, as talk that nobody vouches for: {self.text}" if self.text else (
            f"{self.target} passes on the rumour that is written above." if self.beat.elements and self.target else ""
        )  # fmt: skip

    def _reaction(self) -> str:
        if self._slot("telling") == "right_here":
            return f"{name_of(self.beat.topic, self.story)} is right here, as {self.target} can see."
        if self._slot("telling") == "work_found":
            return f"{self.target} has come upon this, which {self.hero} did: {self._slot('left')}."
        states = [flag for flag in (*self._flags(), self._slot("verb")) if flag in REACTS]
        return " ".join(dict.fromkeys(REACTS[flag].format(target=self.target, hero=self.hero) for flag in states)) if self.target else ""

    # --- what the story brings

    def _scene(self) -> str:
        return f"This happens: {self.text}" if self.text else ""

    def _choice(self) -> str:
        return f"A choice lies open. {self._slot('question')} The ways: {self._slot('options')}." if self._slot("options") else ""

    def _omen(self) -> str:
        flag = next((flag for flag in self._flags() if flag in NEWS), "")
        return f"{NEWS.get(flag, 'A sign, seen here or told of')}: {self.text}" if self.text else ""

    def _consequence(self) -> str:
        return f"What was owed comes due: {self.text}" if self.text else ""

    def _callback(self) -> str:
        words, record = self._slot("words"), self._slot("record")
        if record:
            by = f"{self.target} remembers this, or is reminded of it" if self.target else "Let this be remembered, in passing"
            return f"{by}. {record}."
        kind = next((flag for flag in self._flags() if flag in ("promise", "debt", "threat", "news")), "matter")
        by = f"{self.target} remembers this {kind}, or is reminded of it" if self.target else f"Let this {kind} be remembered, in passing"
        return f"{by}: {_quoted(words)}." if words else ""

    def _clue(self) -> str:
        by = f"{self.target} lets this be known" if self.target else "This is found out"
        return f"{by}: {self.text}" if self.text else ""

    def _reveal(self) -> str:
        secret = next(
            (one for one in self.story.pack.secrets.values() if self.beat.text in (one.truth, *one.says.values())),
            None,
        )
        whose = listed(self._plain_name(id) for id in secret.about) if secret and secret.about else ""
        truth = secret.truth if secret else self.beat.text
        told = f" {self.target} tells it: {self.text}" if self.target and self.beat.text != truth else ""
        return f"The truth{f' about {whose}' if whose else ''} comes out now: {_quoted(truth)}{told}" if truth else ""

    def _oracle(self) -> str:
        words = self._slot("words")
        twist = f" And something turns up that has to do with {words}." if words else ""
        return f"The player's question is answered by chance:{self.band}{twist}" if self.beat.band else twist.strip()

    def _spark(self) -> str:
        return f"Let these words colour what comes: {self._slot('words')}." if self._slot("words") else ""

    def _look(self) -> str:
        if not self._slot("telling").startswith("self_"):
            seen = self._slot("item_name") or self.target
            return f"Describe {seen}. {self.text}" if seen else ""
        told = [
            f"{label}{value}"
            for name, label in ASIDES.items()
            if (value := self._slot(name))
        ]  # fmt: skip
        return f"The player may know what {self.hero} knows: {'; '.join(told)}." if told else ""

    def _ambience(self) -> str:
        if "changed" not in self._flags() and not self._slot("arrived"):
            return ""
        weather = self._slot("weather")
        return WEATHER.get(weather, f"The weather: {weather}.") if weather else ""

    def _note(self) -> str:
        return f"It is noted: {self.text}" if self.text else ""

    def _statement(self) -> str:
        told = self._says(self.beat.statement, self._slot("said"))
        how = "In passing, as plain fact" if self.beat.modality == "asserted" else f"In passing, {MODALITIES[self.beat.modality]}"
        return f"{how}: {told}" if told else ""

    def _repair(self) -> str:
        against = self._slot("against")
        why = (
            f", and what stands is this: {_quoted(against)}" if against else f", and that {FAULTS.get(self._slot('fault'), 'cannot stand')}"
        )
        return f"Your last reply said {self.text}{why}. Put it right in passing, and do not build on it." if self.text else ""

    def _premise(self) -> str:
        other, near = self._slot("what_was_told"), self._slot("nearest")
        if "heard" in self.slots:
            beside = f" Told nearest to it: {_quoted(near)}" if near else ""
            return (
                f"The player says this as known: {self.text}{beside} Confirm it only as far as something told above or here bears it out."
            )
        told = f" What was told is this: {_quoted(other)}." if other else " Nothing told so far supports it."
        return f"The player takes this for granted: {self.text}{told} Do not confirm it; let it be doubted, or set right."


ASIDES = {
    "time": "it is ", "money": "the purse holds ", "things": "carried are ", "people": "here are ", "within": "this lies in ",
    "ways": "the ways from here are ", "place_name": "who is asked after is to be looked for at ", "hours": "it takes ",
    "bearing": "it lies ", "by": "by way of ",
    "who": "", "wounds": "wounded in the ", "owed": "owed are ", "weather": "the weather is ", "goal": "the aim is to ",
    "wares": "for sale here are ", "item_name": "asked after is ", "price": "the price is ",
}  # fmt: skip
"""What the player may wonder about, each with how its answer begins."""
