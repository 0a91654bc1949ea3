"""Contracts: what every plug-in of a kind must do, as tests that its author inherits."""

from collections.abc import Callable
from itertools import islice
from threading import Thread
from typing import TYPE_CHECKING, TypeVar

from gm_engine.bootstrap.gms import lacking
from gm_engine.context.sources import LONGEST, MOST, ContextSource, marked
from gm_engine.continuity.plug_in_rules import MOST as MOST_CLASHES
from gm_engine.continuity.plug_in_rules import ContinuityRule, checked, conflict_of
from gm_engine.providers.provider import Provider
from gm_engine.state import StoryState, StoryView
from gm_engine.story import event as happened
from gm_engine.story.beat import Beat
from gm_engine.story.calendar import Calendar
from gm_engine.story.claim import Claim, Statement, Value
from gm_engine.story.completion import Completion
from gm_engine.story.context_element import ContextElement
from gm_engine.story.letters import plain
from gm_engine.story.pack import Location, Pack, Person, Start
from gm_engine.story.plug_in import Clash, PlugIn, miscalled
from gm_engine.story.prompt import Prompt, PromptSection
from gm_engine.story.roll import DrawKey

if TYPE_CHECKING:
    from gm_engine.play.game import Game

T = TypeVar("T")


def in_time(act: Callable[[], T], patience: float) -> T:
    """What ``act`` gives, or raises. Fails where it has not come back after ``patience`` seconds: nothing at the table could end it."""
    came: list[T] = []
    raised: list[BaseException] = []

    def run() -> None:
        try:
            came.append(act())
        except BaseException as error:
            raised.append(error)

    thread = Thread(target=run, daemon=True)
    thread.start()
    thread.join(patience)
    assert not thread.is_alive(), f"it had not come back after {patience:g} seconds"
    if raised:
        assert isinstance(raised[0], Exception), f"it tried to end the whole program: {raised[0]!r}"
        raise raised[0]
    return came[0]


def a_prompt() -> Prompt:
    """A small prompt with all that a GM may look at: texts in true roles, a card of the place, a beat, a draw key."""
    place = Statement(subject="you", relation="at", value=Value(kind="entity", text="the livery", entity="livery"))
    card = ContextElement(id="place:livery", kind="place", text="The livery smells of warm straw.", place="livery", statements=(place,))
    return Prompt(
        sections=(
            PromptSection(name="rules", role="system", text="You are the game master of a Western.", tokens=8),
            PromptSection(name="scene", role="system", text=card.text, tokens=7, elements=(card,)),
            PromptSection(name="beats", role="system", text="Tell what is seen.", tokens=5, beats=(Beat(kind="look", place="livery"),)),
            PromptSection(name="said", role="user", text="I look around.", tokens=4),
        ),
        draw=DrawKey(seed=7, turn=3),
        template="contract 1",
    )


class ProviderContract:
    """What a GM must do. Inherit it in a test module, and give the GM in ``provider`` (and a prompt that it knows in ``prompt``).

    ``patience`` are the seconds within which it must have answered.
    """

    patience = 120.0

    def provider(self) -> Provider:
        """The GM that is tried."""
        raise NotImplementedError("give the GM that is tried")

    def prompt(self) -> Prompt:
        """A prompt that it can answer."""
        return a_prompt()

    def test_it_says_who_it_is(self) -> None:
        """A name and a version, which stand in the record, and whether it always answers alike."""
        wrong = lacking(self.provider())
        assert not wrong, wrong

    def answer(self, provider: Provider, on_text: Callable[[str], None] | None = None) -> Completion:
        """What it answers to the prompt, in time."""
        completion = in_time(lambda: provider.complete(self.prompt(), on_text), self.patience)
        assert isinstance(completion, Completion), f"it gave a {type(completion).__name__} where a Completion belongs"
        return completion

    def test_it_answers(self) -> None:
        """A reply with words in it and no control codes, given by a provider, and the model named."""
        completion = self.answer(self.provider())
        assert completion.text.strip()
        assert completion.text == plain(completion.text), "there are control codes in it"
        assert completion.given_by == "provider"
        assert completion.model

    def test_it_streams_what_it_returns(self) -> None:
        """The pieces that are heard make the reply, but for blanks at its ends; none of them is empty."""
        pieces: list[str] = []
        completion = self.answer(self.provider(), pieces.append)
        assert "".join(pieces).strip() == completion.text.strip()
        assert all(pieces)

    def test_marks_lie_in_the_text(self) -> None:
        """Spans of injected and of authored words are spans of the reply."""
        completion = self.answer(self.provider())
        spans = [(start, end) for start, end, _ in completion.sims] + list(completion.authored)
        assert all(0 <= start < end <= len(completion.text) for start, end in spans)

    def test_it_is_repeatable_if_it_says_so(self) -> None:
        """The same prompt gets the same answer, from a fresh GM too."""
        provider = self.provider()
        if provider.repeatable:
            first = self.answer(provider)
            assert self.answer(provider) == first
            assert self.answer(self.provider()) == first

    def test_it_never_changes_the_prompt(self) -> None:
        """What was asked is on record as it was asked."""
        prompt, before = self.prompt(), self.prompt().hash
        in_time(lambda: self.provider().complete(prompt), self.patience)
        assert prompt == self.prompt()
        assert Prompt.model_validate(prompt.model_dump()).hash == before


def a_pack() -> Pack:
    """A campaign with one place and two people: Calloway Reed, whom the player plays, and Luis Ortega."""
    return Pack(
        id="contract",
        title="A contract",
        calendar=Calendar(start="1881-06-06 08:00"),
        start=Start(at="livery", pc="cal"),
        characters={"cal": Person(name="Calloway Reed", pronouns="he")},
        npcs={"ortega": Person(name="Luis Ortega", pronouns="he", at="livery")},
        locations={"livery": Location(name="the livery")},
    )


def a_story(pack: Pack, *replies: str) -> "tuple[tuple[Claim, ...], Game]":
    """A game in which these replies were told, one a turn, and the claims of the last one."""
    from gm_engine.bootstrap import trial
    from gm_engine.play.plug_ins import PlugIns

    game = trial(pack, "contract", seed=1)
    game.tools.plug_ins = PlugIns()
    events: tuple[happened.Event, ...] = ()
    for reply in replies:
        game.reply_next(reply)
        events = game.play("/wait 1 minute").events
    heard = (event.claim for event in events if isinstance(event, happened.ClaimHeard))
    return tuple(claim for claim in heard if claim.provenance.voice == "narrator"), game


class RuleContract:
    """What a rule of continuity must do. Inherit it in a test module, and give the rule in ``rule`` and stories in ``cases``.

    ``patience`` are the seconds within which it must have read a reply.
    """

    patience = 10.0

    def rule(self) -> ContinuityRule:
        """The rule that is tried, made anew."""
        raise NotImplementedError("give the rule that is tried")

    def cases(self) -> tuple[tuple[tuple[str, ...], int], ...]:
        """Stories, each as the GM's replies turn by turn, and how many clashes the rule should find in the last of them.

        Give stories with none as well: those that look alike.
        """
        raise NotImplementedError("give stories in which the rule finds something, and others")

    def pack(self) -> Pack:
        """The campaign that they are told in."""
        return a_pack()

    def found(self, replies: tuple[str, ...], rule: ContinuityRule | None = None) -> tuple[tuple[Clash, ...], StoryState]:
        """What the rule finds in the last of these replies, and the story."""
        claims, game = a_story(self.pack(), *replies)
        return self.asked(rule or self.rule(), claims, game.state), game.state

    def asked(self, rule: ContinuityRule, claims: tuple[Claim, ...], state: StoryState) -> tuple[Clash, ...]:
        """What a rule finds, in time."""
        return checked(in_time(lambda: tuple(islice(rule.find(claims, StoryView(state)), MOST_CLASHES + 1)), self.patience))

    def test_it_says_who_it_is(self) -> None:
        """A name and a version, which stand in the record; the same each time."""
        rule = self.rule()
        wrong = miscalled(rule)
        assert not wrong, wrong
        assert (self.rule().name, self.rule().version) == (rule.name, rule.version)

    def test_it_finds_what_it_should_and_nothing_else(self) -> None:
        """So many clashes as each story has; there is one with none, and one with some."""
        counts = [count for _, count in self.cases()]
        assert 0 in counts
        assert any(counts)
        for replies, count in self.cases():
            assert len(self.found(replies)[0]) == count, replies

    def test_both_quotes_stand_in_the_words(self) -> None:
        """Each clash can be shown: its quotes are found where they are said to be, and it says why."""
        rule = self.rule()
        mark = PlugIn(kind="rule", name=rule.name, version=rule.version)
        for replies, _ in self.cases():
            clashes, state = self.found(replies)
            for clash in clashes:
                assert clash.why.strip()
                assert conflict_of(clash, mark, state, state.turn)

    def test_the_same_words_have_the_same_clashes(self) -> None:
        """A replay finds what the play found, and a rule that was asked before what a new one finds."""
        kept = self.rule()
        for replies, _ in self.cases():
            first = self.found(replies, kept)[0]
            assert self.found(replies, kept)[0] == first
            assert self.found(replies)[0] == first

    def test_it_has_nothing_to_say_of_nothing(self) -> None:
        """Before the first turn, and with no claims, it does not raise."""
        assert self.asked(self.rule(), (), StoryState()) == ()


class ContextSourceContract:
    """What a context source must do. Inherit it in a test module, and give the source in ``source`` and words in ``lines``.

    ``patience`` are the seconds within which it must have brought what it brings.
    """

    patience = 10.0

    def source(self) -> ContextSource:
        """The source that is tried, made anew."""
        raise NotImplementedError("give the source that is tried")

    def lines(self) -> tuple[tuple[str, bool], ...]:
        """Words of a player's, and whether the source brings something to them. Give words of both kinds."""
        raise NotImplementedError("give words to which the source brings something, and others")

    def pack(self) -> Pack:
        """The campaign that they are said in."""
        return a_pack()

    def brought(self, said: str, source: ContextSource | None = None) -> tuple[ContextElement, ...]:
        """What the source brings to these words."""
        _, game = a_story(self.pack(), "Straw lies about.")
        return self.asked(source or self.source(), game.state, said)

    def asked(self, source: ContextSource, state: StoryState, said: str) -> tuple[ContextElement, ...]:
        """What a source brings, in time: at most one more than is thought of."""
        return in_time(lambda: tuple(islice(source.recall(StoryView(state), said), MOST + 1)), self.patience)

    def test_it_says_who_it_is(self) -> None:
        """A name and a version, which stand in the record; the same each time."""
        source = self.source()
        wrong = miscalled(source)
        assert not wrong, wrong
        assert (self.source().name, self.source().version) == (source.name, source.version)

    def test_it_brings_something_where_it_should_and_nothing_elsewhere(self) -> None:
        """There are words of both kinds."""
        assert {brings for _, brings in self.lines()} == {True, False}
        for said, brings in self.lines():
            assert bool(self.brought(said)) == brings, said

    def test_what_it_brings_can_stand_in_a_prompt(self) -> None:
        """Elements with words in them, not too many and not too long, each with an id of its own, that the table may know."""
        source = self.source()
        mark = PlugIn(kind="context_source", name=source.name, version=source.version)
        for said, _ in self.lines():
            elements = self.brought(said)
            assert len(elements) <= MOST
            for element in elements:
                assert isinstance(element, ContextElement), f"it gave a {type(element).__name__} where a ContextElement belongs"
                assert 0 < len(element.text.strip()) <= LONGEST
                assert element.audience == "table"
            assert len({element.id for element in elements}) == len(elements)
            told = {f"{mark.id}:{element.id}": element.text for element in elements}
            assert {element.id: element.text for element in marked(elements, mark)} == told, (
                "there are control codes in it, or an id is too long"
            )

    def test_the_same_words_bring_the_same(self) -> None:
        """A replay sends the prompt that was sent, and a source that was asked before brings what a new one brings."""
        kept = self.source()
        for said, _ in self.lines():
            first = self.brought(said, kept)
            assert self.brought(said, kept) == first
            assert self.brought(said) == first

    def test_it_has_nothing_to_say_of_nothing(self) -> None:
        """Before the first turn, and with no words, it does not raise."""
        self.asked(self.source(), StoryState(), "")
