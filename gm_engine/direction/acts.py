"""Acts: what a language model heard in the player's words, as intents that the rules can judge.

The rules are handed only what they know: a person, a thing or a place of the story, a price, a debt. Whatever else somebody does is a
free act: it is told as it was said, with dice only where its outcome is open. So nothing is refused because it was not understood.
"""

from collections.abc import Callable, Iterable, Iterator

from gm_engine.direction.amounts import sums
from gm_engine.direction.clause import MODES, Clause, Frame
from gm_engine.direction.naming import Names, names_of, plain
from gm_engine.direction.words_typed import tokens_of
from gm_engine.rules.adjudicate import at_hand
from gm_engine.rules.choice import standing
from gm_engine.rules.rulebook import rulebook_of
from gm_engine.rules.trade import price_of, seller_of, served_at, service_of
from gm_engine.state.seen import secret_names
from gm_engine.state.story_state import StoryState
from gm_engine.story.act import Act
from gm_engine.story.decision import Decision, Option
from gm_engine.story.intent import Intent, Stakes, Verb

TALK = ("ask", "tell", "greet", "persuade", "threaten", "accuse")
FIGHT = ("draw", "shoot", "aim", "cover", "reload", "close", "flee", "strike")
AT_SOMEBODY = ("shoot", "aim", "close", "strike")
COIN = ("money", "cash", "coin", "coins", "purse")
ITSELF = ("me", "myself", "you", "yourself", "self")
LONGEST_ACT = 24 * 60
"""Minutes that one free act takes at most."""
LATELY = 2
"""So many replies are what was told a moment ago."""
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def ways_open(state: StoryState) -> tuple[tuple[str, Decision, Option], ...]:
    """The open ways, each with the letter by which a hearer names it."""
    found = [(made, option) for made in standing(state) for option in made.options]
    return tuple((letter, made, option) for letter, (made, option) in zip(LETTERS, found, strict=False))


def intents_of(acts: Iterable[Act], state: StoryState) -> tuple[Intent, ...]:
    """The intents of what was heard, in its order, none of them twice in a row. Empty where nothing was done in the story."""
    desk = _Desk(state)
    found: list[Intent] = []
    for act in acts:
        for intent in desk.read(act):
            if not found or found[-1] != intent:
                found.append(intent)
    return tuple(found)


def apart(state: StoryState, here: str, there: str) -> bool:
    """True for two places of which nobody has said yet how one comes from one to the other: no way joins them, be it open or closed."""
    places = state.pack.locations
    if here not in places or there not in places:
        return False
    reached, left = {here}, [here]
    while left:
        at = left.pop()
        near = {way.to for way in places[at].exits} | {id for id, one in places.items() if any(way.to == at for way in one.exits)}
        near |= {id for id, one in places.items() if one.within == at or places[at].within == id}
        left += sorted((near & places.keys()) - reached)
        reached |= near
    return there not in reached


class _Desk:
    def __init__(self, state: StoryState) -> None:
        self.state, self.book = state, rulebook_of(state.pack)
        self.names: Names = names_of(state)
        self.secret = frozenset(map(plain, secret_names(state)))
        self.at = state.here
        """Where the player's character will be when the next act is done."""

    def read(self, act: Act) -> Iterator[Intent]:
        """The intent of one act; none for words about the game."""
        if act.verb == "aside":
            return
        taken = next(((made, option) for letter, made, option in ways_open(self.state) if letter == act.option.strip(" .()").upper()), None)
        if taken:
            made, option = taken
            yield Intent(verb="decide", words=act.words, target=made.id, option=option.id, about=act.words, speech=act.speech)
            return
        intent = self._by_verb(act) or self._free(act)
        if intent.verb == "travel" and intent.place:
            self.at = intent.place
        yield intent.model_copy(update={"speech": act.speech})

    def _by_verb(self, act: Act) -> Intent | None:
        verb = act.verb
        if verb == "aside":
            return None
        if verb in TALK:
            return self._talk(act, verb)
        if verb in FIGHT:
            return self._fight(act, verb)
        read = READ.get(verb)
        return read(self, act) if read else None

    def _free(self, act: Act) -> Intent:
        skill = act.skill.strip().lower().replace(" ", "_")
        known = skill in self.book.skills or skill in self.book.attributes
        at_stake = bool(act.win or act.lose)
        who = self.person(act.whom)
        return Intent(
            verb="free", words=act.words, about=act.about, target=who if self._near(who) else "",
            amount=max(0, min(act.minutes, LONGEST_ACT)), skill=skill if known and at_stake else "",
            stakes=Stakes(skill=skill, success=act.win, failure=act.lose) if known and at_stake else None,
        )  # fmt: skip

    # --- whom, what and where is meant

    def person(self, words: str) -> str:
        """The id of the person whom the words name, of those here first; empty where they name nobody whom the story knows."""
        if words.strip().casefold() in (*ITSELF, self.state.name(self.state.pc).casefold()):
            return self.state.pc
        return self._named(words, "person")

    def thing(self, words: str) -> str:
        """The id of the thing that the words name; empty for one that was brought in, and of which nobody knows where it is, and for one
        that is elsewhere by the record and was told of a moment ago.
        """
        item = self._named(words, "item")
        lost = item in self.state.newcomers and not self.state.where(item)
        if lost and not any(self.state.has(who, item) for who in (self.state.pc, *self.state.pack.npcs)):
            return ""
        here = item and (at_hand(self.state, item) or self.state.where(item) == self.at)
        return item if here or not self._told_lately(words, item) else ""

    def place(self, words: str) -> str:
        """The id of the place that the words name, or where one would look at this hour for the person whom they name."""
        if found := self._named(words, "place"):
            return found
        who = self._named(words, "person")
        if who and self._near(who):
            return self.state.where(who)
        return self.state.usually(who) if who in self.state.pack.npcs else ""

    def _named(self, words: str, kind: str) -> str:
        key = plain(words)
        meant = [one for one in self.names.called(key.split()) if one.kind == kind and key not in self.secret]
        return min(meant).id if meant else ""

    def _near(self, who: str) -> bool:
        return who == self.state.pc or (who in self.state.pack.npcs and self.state.where(who) == self.at)

    def _anywhere(self, who: str) -> bool:
        """True for somebody who may well be here: who was brought in, and nobody said where; or who is elsewhere by the record, and was
        told of a moment ago.
        """
        lost = who in self.state.newcomers and not self.state.where(who)
        return lost or (who in self.state.pack.npcs and not self._near(who) and self._told_lately("", who))

    def _told_lately(self, words: str, id: str) -> bool:
        """True where one of the last replies named somebody or something: what was told goes before where the record has them."""
        name = self.state.name(id) if id else ""
        called = {plain(name), plain(name).rpartition(" ")[2], plain(words)} - {""}
        told = [f" {plain(turn.reply)} " for turn in self.state.recent_turns(LATELY)]
        return bool(id) and any(f" {one} " in reply for one in called for reply in told)

    def _topic(self, act: Act, target: str) -> str:
        about = act.about or act.speech
        tokens = tokens_of(about)
        clause = Clause(text=about, tokens=tokens, verb=act.verb, skill="", start=0, end=0, quote=about)
        return Frame(clause, self.state, self.book, self.names, target).topic(target) if tokens else ""

    # --- by kind of act

    def _talk(self, act: Act, verb: Verb) -> Intent | None:
        around = self.state.present(self.at)
        who = self.person(act.whom)
        if act.whom and (not who or who == self.state.pc):
            return None
        if not who and (len(around) != 1 or verb in ("persuade", "threaten", "accuse")):
            return None
        if self._anywhere(who):
            return None
        who = who or around[0]
        return Intent(verb=verb, words=act.words, target=who, topic=self._topic(act, who), about=act.about or act.speech)

    def _promise(self, act: Act) -> Intent | None:
        who = self.person(act.whom)
        what = act.about or act.words
        if not who and act.whom:
            what = f"{what} (to {act.whom})"
        return Intent(verb="promise", words=act.words, target=who if who != self.state.pc and self._near(who) else "", about=what,
                      amount=max(0, act.minutes), until=act.until)  # fmt: skip

    def _keep(self, act: Act) -> Intent | None:
        who = self.person(act.whom)
        made = [
            owed for owed in self.state.owed() if owed.kind == "promise" and owed.debtor == self.state.pc and who in ("", owed.creditor)
        ]
        return Intent(verb="keep", words=act.words, target=who) if made else None

    def _borrow(self, act: Act) -> Intent | None:
        who = self.person(act.whom)
        if act.amount <= 0 or not self._near(who) or who == self.state.pc or not self._of_money(act):
            return None
        return Intent(verb="borrow", words=act.words, target=who, amount=act.amount, about=act.about)

    def _repay(self, act: Act) -> Intent | None:
        who = self.person(act.whom)
        debts = [owed for owed in self.state.owed() if owed.kind == "debt" and owed.debtor == self.state.pc and who in ("", owed.creditor)]
        if debts:
            return Intent(verb="repay", words=act.words, target=who, amount=max(0, act.amount))
        return self._give(act) if act.amount > 0 else None

    def _give(self, act: Act) -> Intent | None:
        who = self.person(act.whom)
        if who == self.state.pc or (who and not self._near(who)):
            who = ""
        item = self.thing(act.thing)
        if not item and act.amount > 0 and self._of_money(act):
            return Intent(verb="give", words=act.words, item="money", target=who, amount=act.amount)
        if not item:
            return None
        return Intent(verb="give", words=act.words, item=item, target=who, amount=self._count(item, act))

    def _of_money(self, act: Act) -> bool:
        """True where an act names no thing, or money: an ax that is borrowed is no loan."""
        return not act.thing or bool({*COIN, *self._coins()} & set(tokens_of(act.thing)))

    def _coins(self) -> tuple[str, ...]:
        money = self.book.currency
        return (money.unit, money.units, money.minor, money.minors)

    def _take(self, act: Act) -> Intent | None:
        item = self.thing(act.thing)
        if not item:
            return None
        verb: Verb = "use" if self.state.has(self.state.pc, item) else "take"
        return Intent(verb=verb, words=act.words, item=item, amount=max(0, act.amount), about=act.about)

    def _use(self, act: Act) -> Intent | None:
        item = self.thing(act.thing)
        here = item in self.state.pack.items and self.state.where(item) == self.at
        if not item or (here and not self.state.has(self.state.pc, item)):
            return None
        return Intent(verb="use", words=act.words, item=item, about=act.about)

    def _read(self, act: Act) -> Intent | None:
        item = self.thing(act.thing)
        return Intent(verb="read", words=act.words, item=item, about=act.about) if item else None

    def _buy(self, act: Act) -> Intent | None:
        goods = self._goods(act.thing)
        service = service_of(self.book, goods) if goods and not price_of(self.state, self.book.prices, goods) else None
        if not goods or self.at != self.state.here:
            return None
        if service is not None and (self.state.here not in served_at(self.state, service) or not self.state.present()):
            return None
        if service is None and seller_of(self.state, goods, "") is None:
            return None
        who = self.person(act.whom)
        return Intent(verb="buy", words=act.words, item=goods, target=who if self._near(who) and who != self.state.pc else "",
                      amount=self._pieces(act, service.price if service else price_of(self.state, self.book.prices, goods)))  # fmt: skip

    def _pieces(self, act: Act, price: int) -> int:
        """How many are bought: a sum that is named, or the price of one, buys as many as it pays for to the cent, else one."""
        if act.amount == price or act.amount in sums(act.words, self.book.currency):
            return act.amount // price if price and not act.amount % price else 1
        return max(1, act.amount)

    def _goods(self, words: str) -> str:
        """What is for sale by that name: a thing with a price, a kind of goods, a service; empty where nothing is."""
        item = self.thing(words)
        if item and price_of(self.state, self.book.prices, item):
            return item
        said = plain(words)
        kinds = {plain(name.replace("_", " ")): name for name in (*self.book.prices, *self.book.services)}
        kinds |= {plain(word): name for name, service in self.book.services.items() for word in service.words}
        return kinds.get(said) or kinds.get(said.removesuffix("s"), "")

    def _sell(self, act: Act) -> Intent | None:
        item = self.thing(act.thing)
        if not item or not price_of(self.state, self.book.prices, item) or not self.state.present(self.at):
            return None
        who = self.person(act.whom)
        return Intent(verb="sell", words=act.words, item=item, target=who if self._near(who) and who != self.state.pc else "",
                      amount=self._count(item, act))  # fmt: skip

    def _count(self, item: str, act: Act) -> int:
        """How many of a thing: of one that is carried once, one, whatever sum was named beside it."""
        return max(1, act.amount) if self.state.has(self.state.pc, item) > 1 else 1

    def _look(self, act: Act) -> Intent | None:
        target, item, place = self.person(act.whom or act.thing), self.thing(act.thing), self._named(act.place or act.thing, "place")
        if (act.whom and not target) or (act.thing and not (target or item or place)) or target == self.state.pc or self._anywhere(target):
            return None
        return Intent(verb="look", words=act.words, target=target, item=item, place=place, topic=target or item or place, about=act.about)

    def _search(self, act: Act) -> Intent | None:
        target, item, place = self.person(act.whom), self.thing(act.thing), self._named(act.place, "place")
        return Intent(verb="search", words=act.words, target=target if self._near(target) and target != self.state.pc else "", item=item,
                      place=place, topic=place or item or target, about=act.about or act.thing)  # fmt: skip

    def _travel(self, act: Act) -> Intent | None:
        place = self.place(act.place or act.whom)
        if not place or place == self.at or apart(self.state, self.at, place):
            return None
        mode = next((MODES[token] for token in (*tokens_of(act.words), *tokens_of(act.thing)) if token in MODES), "foot")
        if self.thing(act.thing) == self.book.journey.mount:
            mode = "horse"
        return Intent(verb="travel", words=act.words, place=place, mode=mode, about=act.about)

    def _rest(self, act: Act) -> Intent | None:
        verb: Verb = "sleep" if act.verb == "sleep" else "wait"
        return Intent(verb=verb, words=act.words, amount=max(0, min(act.minutes, 30 * LONGEST_ACT)), until=act.until)

    def _heal(self, act: Act) -> Intent | None:
        who = self.person(act.whom) if act.whom else self.state.pc
        hurt = who and self.state.boxes(who) > 0 and self._near(who)
        return Intent(verb="heal", words=act.words, target="" if who == self.state.pc else who) if hurt else None

    def _gamble(self, act: Act) -> Intent | None:
        who = self.person(act.whom)
        return Intent(
            verb="gamble", words=act.words, target=who if self._near(who) and who != self.state.pc else "", amount=max(0, act.amount)
        )

    def _fight(self, act: Act, verb: Verb) -> Intent | None:
        who = self.person(act.whom)
        if act.whom and (who not in self.state.pack.npcs or not self._near(who)):
            return None
        if verb in AT_SOMEBODY and not who:
            return None
        return Intent(verb=verb, words=act.words, target=who, item=self.thing(act.thing))


READ: dict[str, Callable[[_Desk, Act], Intent | None]] = {
    "promise": _Desk._promise, "keep": _Desk._keep, "borrow": _Desk._borrow, "repay": _Desk._repay, "give": _Desk._give,
    "take": _Desk._take, "use": _Desk._use, "read": _Desk._read, "buy": _Desk._buy, "sell": _Desk._sell, "look": _Desk._look,
    "search": _Desk._search, "travel": _Desk._travel, "wait": _Desk._rest, "sleep": _Desk._rest, "heal": _Desk._heal,
    "gamble": _Desk._gamble,
}  # fmt: skip
