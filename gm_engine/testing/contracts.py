"""Contracts: what every plug-in of a kind must do, as tests that its author inherits."""

from gm_engine.providers.provider import Provider
from gm_engine.story.beat import Beat
from gm_engine.story.claim import Statement, Value
from gm_engine.story.context_element import ContextElement
from gm_engine.story.prompt import Prompt, PromptSection
from gm_engine.story.roll import DrawKey


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
    """What a GM must do. Inherit it in a test module, and give the GM in ``provider`` (and a prompt that it knows in ``prompt``)."""

    def provider(self) -> Provider:
        """The GM that is tried."""
        raise NotImplementedError("give the GM that is tried")

    def prompt(self) -> Prompt:
        """A prompt that it can answer."""
        return a_prompt()

    def test_it_says_who_it_is(self) -> None:
        """A name and a version, which stand in the record."""
        provider = self.provider()
        assert provider.name
        assert provider.version

    def test_it_answers(self) -> None:
        """A reply with words in it, given by a provider, and the model named."""
        completion = self.provider().complete(self.prompt())
        assert completion.text.strip()
        assert completion.given_by == "provider"
        assert completion.model

    def test_it_streams_what_it_returns(self) -> None:
        """The pieces that are heard make the reply, but for blanks at its ends; none of them is empty."""
        pieces: list[str] = []
        completion = self.provider().complete(self.prompt(), pieces.append)
        assert "".join(pieces).strip() == completion.text.strip()
        assert all(pieces)

    def test_marks_lie_in_the_text(self) -> None:
        """Spans of injected and of authored words are spans of the reply."""
        completion = self.provider().complete(self.prompt())
        spans = [(start, end) for start, end, _ in completion.sims] + list(completion.authored)
        assert all(0 <= start < end <= len(completion.text) for start, end in spans)

    def test_it_is_repeatable_if_it_says_so(self) -> None:
        """The same prompt gets the same answer, from a fresh GM too."""
        provider = self.provider()
        if provider.repeatable:
            first = provider.complete(self.prompt())
            assert provider.complete(self.prompt()) == first
            assert self.provider().complete(self.prompt()) == first

    def test_it_never_changes_the_prompt(self) -> None:
        """What was asked is on record as it was asked."""
        prompt, before = self.prompt(), self.prompt().hash
        self.provider().complete(prompt)
        assert prompt == self.prompt()
        assert Prompt.model_validate(prompt.model_dump()).hash == before
