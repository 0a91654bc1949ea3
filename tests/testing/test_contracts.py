"""The contracts for plug-ins: those that are wrong do not keep them."""

import sys
from collections.abc import Callable, Iterator
from itertools import count
from threading import Event
from typing import Any

import pytest

from gm_engine import Cited, Claim, Clash, Completion, ContextElement, Prompt
from gm_engine.state import StoryView
from gm_engine.testing.contracts import ContextSourceContract, ProviderContract, RuleContract

TALL, SHORT = "Luis Ortega is tall.", "Luis Ortega is short."
MOON = ContextElement(id="moon", kind="lore", text="The moon is full.")
ALWAYS = count()


def clash(**other: Any) -> Clash:
    told = {"subject": "ortega", "kind": "physical_trait", "why": "nobody shrinks"}
    return Clash.model_validate(told | {"earlier": Cited(turn=1, quote=TALL), "later": Cited(turn=2, quote=SHORT)} | other)


class Heights:
    """A rule that is right."""

    name: Any = "heights"
    version: Any = "1"

    def find(self, claims: tuple[Claim, ...], state: StoryView) -> Any:
        return self.gives() if state.turn.reply == SHORT else ()

    def gives(self) -> Any:
        return (clash(),)


class Moon:
    """A source that is right."""

    name: Any = "moon"
    version: Any = "1"

    def recall(self, state: StoryView, said: str) -> Any:
        return self.gives() if "moon" in said else ()

    def gives(self) -> Any:
        return (MOON,)


class Rain:
    """A GM that is right."""

    name: Any = "rain"
    version: Any = "1"
    repeatable: Any = False
    text = "Rain falls."

    def complete(self, prompt: Prompt, on_text: Callable[[str], None] | None = None) -> Any:
        if on_text:
            on_text(self.text)
        return self.gives()

    def gives(self) -> Any:
        return Completion(text=self.text, model="rain")


class RuleIs(RuleContract):
    patience = 0.5

    def __init__(self, made: type) -> None:
        self.rule = made  # type: ignore[method-assign]

    def cases(self) -> tuple[tuple[tuple[str, ...], int], ...]:
        return (((TALL, SHORT), 1), ((TALL, "Luis Ortega sits."), 0))


class SourceIs(ContextSourceContract):
    patience = 0.5

    def __init__(self, made: type) -> None:
        self.source = made  # type: ignore[method-assign]

    def lines(self) -> tuple[tuple[str, bool], ...]:
        return (("I see the moon.", True), ("I wait.", False))


class GMIs(ProviderContract):
    patience = 0.5

    def __init__(self, made: type) -> None:
        self.provider = made  # type: ignore[method-assign]


CONTRACTS: dict[type, Any] = {Heights: RuleIs, Moon: SourceIs, Rain: GMIs}


def wrong(base: type, **other: Any) -> type:
    return type("Wrong", (base,), other)


def at_first(gives: Any) -> Callable[[Any], Any]:
    """Something that a plug-in gives when it is asked first, and never again."""

    def giving(self: Any) -> Any:
        if self.__dict__.setdefault("asked", False):
            return ()
        self.asked = True
        return gives

    return giving


def never(*_: Any) -> None:
    """Waits for what does not come."""
    Event().wait(5)


def exits(*_: Any) -> None:
    sys.exit(3)


@pytest.mark.parametrize("base", CONTRACTS)
def test_a_plug_in_that_is_right_keeps_its_contract(base: type) -> None:
    contract = CONTRACTS[base](base)
    tests = [name for name in dir(contract) if name.startswith("test_")]
    assert len(tests) >= 5
    for name in tests:
        getattr(contract, name)()


WHO, FINDS, QUOTES, SAME, BRINGS, STANDS, ANSWERS, STREAMS = (
    "test_it_says_who_it_is", "test_it_finds_what_it_should_and_nothing_else", "test_both_quotes_stand_in_the_words",
    "test_the_same_words_have_the_same_clashes", "test_the_same_words_bring_the_same", "test_what_it_brings_can_stand_in_a_prompt",
    "test_it_answers", "test_it_streams_what_it_returns",
)  # fmt: skip


def endless(_: Any) -> Iterator[Any]:
    return (MOON.changed(id=str(n)) for n in count())


@pytest.mark.parametrize(
    ("base", "other", "test", "says"),
    [
        (Heights, {"name": "a\x1b[2J\nb"}, WHO, "one line"),
        (Heights, {"version": 1}, WHO, "type int"),
        (Heights, {"name": "x" * 81}, WHO, "80 letters"),
        (Heights, {"gives": lambda _: None}, FINDS, "NoneType"),
        (Heights, {"gives": lambda _: ["x"]}, FINDS, "a str where a Clash belongs"),
        (Heights, {"gives": lambda _: (clash() for _ in count())}, FINDS, "more than 20 clashes"),
        (Heights, {"gives": lambda _: [clash().changed(confidence=1000)]}, QUOTES, "confidence"),
        (Heights, {"gives": lambda _: [clash(later=Cited(turn=2, quote="nobody said it"))]}, QUOTES, "does not stand"),
        (Heights, {"gives": lambda _: [clash(subject="nobody")]}, QUOTES, "nobody and nothing"),
        (Heights, {"gives": lambda _: [clash(why=str(next(ALWAYS)))]}, SAME, ""),
        (Heights, {"gives": at_first([clash()])}, SAME, ""),
        (Heights, {"find": never}, FINDS, "not come back after 0.5 seconds"),
        (Heights, {"find": exits}, FINDS, "end the whole program"),
        (Heights, {"find": lambda *_: 1 // 0}, "test_it_has_nothing_to_say_of_nothing", "division"),
        (Moon, {"name": " moon"}, WHO, "one line"),
        (Moon, {"gives": lambda _: ["x"]}, STANDS, "a str where a ContextElement belongs"),
        (Moon, {"gives": endless}, STANDS, ""),
        (Moon, {"gives": lambda _: [MOON, MOON]}, STANDS, ""),
        (Moon, {"gives": lambda _: [MOON.changed(text="x" * 2001)]}, STANDS, ""),
        (Moon, {"gives": lambda _: [MOON.changed(text="\x1b[2Jmoon")]}, STANDS, "control codes"),
        (Moon, {"gives": lambda _: [MOON.changed(id="a\nb")]}, STANDS, "control codes"),
        (Moon, {"gives": lambda _: [MOON.changed(audience="gm")]}, STANDS, ""),
        (Moon, {"gives": at_first([MOON])}, BRINGS, ""),
        (Moon, {"recall": never}, BRINGS, "not come back"),
        (Moon, {"recall": exits}, "test_it_has_nothing_to_say_of_nothing", "end the whole program"),
        (Rain, {"repeatable": "yes"}, WHO, "repeatable (bool)"),
        (Rain, {"version": 3}, WHO, "version (str)"),
        (Rain, {"name": "a\nb"}, WHO, "one line"),
        (Rain, {"gives": lambda _: "Rain."}, ANSWERS, "a str where a Completion belongs"),
        (Rain, {"text": "\x1b[2J Rain."}, ANSWERS, "control codes"),
        (Rain, {"text": " "}, ANSWERS, ""),
        (Rain, {"complete": never}, ANSWERS, "not come back"),
        (Rain, {"complete": lambda _, prompt: Completion(text="x", model="x")}, STREAMS, "positional argument"),
        (Rain, {"gives": lambda _: Completion(text="Sun.", model="rain")}, STREAMS, ""),
        (
            Rain,
            {"repeatable": True, "gives": lambda _: Completion(text=f"Rain {next(ALWAYS)}.", model="rain")},
            "test_it_is_repeatable_if_it_says_so",
            "",
        ),
    ],
)
def test_a_plug_in_that_is_wrong_does_not_keep_it(base: type, other: dict[str, Any], test: str, says: str) -> None:
    with pytest.raises(Exception) as raised:  # noqa: PT011
        getattr(CONTRACTS[base](wrong(base, **other)), test)()
    assert says in str(raised.value)
