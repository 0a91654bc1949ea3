"""What a language model that hears is sent, over an evening of talk, a fight, a purchase, promises, travel and a return."""

import json
import re
from collections.abc import Iterator
from typing import get_args

import pytest

from gm_engine.authoring import find_pack, load_pack
from gm_engine.bootstrap import trial, verify_game
from gm_engine.bootstrap.table_settings import FOR_MODELS
from gm_engine.play.game import Game
from gm_engine.prompting.plain_beats import plain_beat
from gm_engine.story import event as happened
from gm_engine.story.beat import Beat, BeatKind
from gm_engine.story.claim import Value
from gm_engine.story.completion import Completion, Usage
from gm_engine.story.conflict import Conflict
from gm_engine.story.context_element import ContextElement
from gm_engine.story.pack import Pack
from gm_engine.story.prompt import Prompt
from gm_engine.story.provenance import Provenance
from gm_engine.story.question import Question
from gm_engine.story.table_rules import Guard, TableRules
from tests.play.evening_at_redemption import ACTS, ASSUMES, EVENING, ROWS
from tests.play.scripted import Scripted

HEARS = TableRules(premises=True, hears=("interpret",))
"""A model that hears, of which nothing can be had: the grammar reads the lines, the rules of English the replies."""
SLUGS = (
    "nothing-to-take",
    "has-it",
    "no-way",
    "not-for-sale",
    "not-carried",
    "not-here",
    "nobody-here",
    "kept-by",
    "no-seller",
    "no-option",
)
TRIPLE = re.compile(r"^- [^.:“\"]{2,60}, [a-z ]{2,20}: [^.]{1,60}\.$", re.MULTILINE)


class Hearing(Scripted):
    """A model that tells the evening, and hears in it what its writer set down."""

    def ask(self, question: Question) -> Completion:
        """The acts of the line, or the rows of the reply."""
        turn = len(self.asked) + (question.purpose == "interpret")
        if question.purpose == "interpret":
            heard = {"acts": ACTS[turn], "assumes": ASSUMES.get(turn, [])}
        elif question.purpose == "note":
            heard = {"rows": ROWS.get(turn, []), "clashes": []}
        else:
            return super().ask(question)
        return Completion(text=json.dumps(heard), model="scripted", usage=Usage(prompt=100, completion=20), cost=7)


def played(lines: tuple[tuple[str, str], ...], rules: TableRules, sits: type[Scripted] = Scripted) -> tuple[Game, list[Prompt]]:
    path = find_pack("redemption")
    game = trial(load_pack(path), "evening", pack_path=path, provider=sits([reply for _, reply in lines]), seed=5)
    game.tools.table = rules
    for said, _ in lines:
        game.play(said)
    return game, [game.prompt_of(turn).prompt for turn in range(1, len(lines) + 1)]


@pytest.fixture(scope="module")
def evening() -> tuple[Game, list[Prompt]]:
    return played(EVENING, HEARS)


@pytest.fixture(scope="module")
def heard() -> tuple[Game, list[Prompt]]:
    return played(EVENING, FOR_MODELS, Hearing)


@pytest.fixture(scope="module", params=["evening", "heard"])
def either(request: pytest.FixtureRequest) -> tuple[Game, list[Prompt]]:
    found: tuple[Game, list[Prompt]] = request.getfixturevalue(request.param)
    return found


def text_of(prompt: Prompt, *names: str) -> str:
    return "\n".join(section.text for section in prompt.sections if not names or section.name in names)


def elements_of(prompt: Prompt, *names: str) -> list[ContextElement]:
    return [element for section in prompt.sections if section.name in names for element in section.elements]


def engine_words(prompt: Prompt) -> str:
    """Everything but the conversation and the player's line: the words that the engine chose."""
    return "\n".join(section.text for section in prompt.sections if section.name not in ("history", "said"))


def ids_of(pack: Pack) -> Iterator[str]:
    sections = (
        pack.npcs,
        pack.characters,
        pack.locations,
        pack.items,
        pack.factions,
        pack.scenes,
        pack.secrets,
        pack.lore,
        pack.rumours,
        pack.clocks,
    )
    for section in sections:
        yield from (id for id in section if "_" in id)


def test_no_prompt_holds_an_identifier_a_gap_or_a_slot(either: tuple[Game, list[Prompt]]) -> None:
    game, prompts = either
    ids = re.compile(rf"\b(?:{'|'.join(sorted(map(re.escape, ids_of(game.state.pack))))})\b")
    relations = {relation.id for relation in game.state.lore.relations() if "_" in relation.id}
    for turn, prompt in enumerate(prompts, 1):
        words = engine_words(prompt)
        assert not ids.search(words), (turn, ids.search(words))
        assert not [id for id in relations if re.search(rf"\b{id}\b", words)], turn
        assert not re.search(r"\b[a-z]+_[a-z_]+\b", words), (turn, re.search(r"\b[a-z]+_[a-z_]+\b", words))
        for gap in ("None", "()", "[]", "“”", ": ;", "..", "verb:", "about:", *SLUGS):
            assert gap not in words, (turn, gap)
        assert "  " not in words, (turn, words[max(0, words.find("  ") - 60) : words.find("  ") + 20])


def test_what_is_told_to_a_model_is_told_in_sentences(either: tuple[Game, list[Prompt]]) -> None:
    for turn, prompt in enumerate(either[1], 1):
        assert not TRIPLE.search(text_of(prompt, "known", "memory")), (turn, TRIPLE.search(text_of(prompt, "known", "memory")))
        for label in ("PERSON:", "PLACE:", "NOW:", "SCENE:", "WHAT ", "beard: beard", "Handed:", "does: "):
            assert label not in engine_words(prompt), (turn, label)


def test_a_prompt_without_hearing_is_as_it_was(evening: tuple[Game, list[Prompt]]) -> None:
    """The labels and the triples are the embedded GM's to draw on; this one would fail if the gate were gone."""
    _, plain = played(EVENING[:2], TableRules(premises=True))
    assert plain[0].template != evening[1][0].template
    assert "PERSON: Ben Oakes" in text_of(plain[0], "known")
    assert "(place: Oakes's livery and forge; present: Ben Oakes; weather: " in text_of(plain[1], "beats")


def test_who_is_here_stands_first_and_by_name(either: tuple[Game, list[Prompt]]) -> None:
    game, prompts = either
    names = {id: game.state.name(id) for id in game.state.pack.npcs}
    came = {one.id: one.turn for one in game.state.newcomers.values()}
    for turn, prompt in enumerate(prompts, 1):
        scene = text_of(prompt, "scene").split("\n")
        present = [names[id] for id in game.state.turns[str(turn)].present if came.get(id, 0) < turn]
        assert scene[1].startswith("Nathan Strayhorn is here with "), turn
        assert all(name in scene[1] for name in present), (turn, scene[1])


def test_nobody_who_is_away_stands_under_here_and_now(evening: tuple[Game, list[Prompt]]) -> None:
    game, prompts = evening
    for turn, prompt in enumerate(prompts, 1):
        present = {*game.state.turns[str(turn)].present, game.state.pc}
        scene = elements_of(prompt, "scene")
        assert {id for element in scene if element.kind == "person" for id in element.about} <= present, turn
    last = next(section for section in prompts[27].sections if section.name in ("memory", "known") and "Mattie Dowd (she)" in section.text)
    assert last
    assert "Mattie Dowd (she)" not in text_of(prompts[27], "scene")


def test_the_first_visit_is_said_on_arrival_and_then_no_more(evening: tuple[Game, list[Prompt]]) -> None:
    told = [turn for turn, prompt in enumerate(evening[1], 1) if "This is the first visit" in text_of(prompt, "scene")]
    assert told == [1, 5, 12, 15, 20]
    assert "was last at Oakes's livery and forge in turn 4, May 1" in text_of(evening[1][21], "scene")


def test_follow_ups_on_what_the_model_told_get_no_beat_that_somebody_does_not_know(either: tuple[Game, list[Prompt]]) -> None:
    """Each asks about something that was told at this table a moment ago, or that nobody has told anything of."""
    for turn in (3, 7, 11, 13, 18, 21, 23, 24):
        beats = text_of(either[1][turn - 1], "beats")
        for owned in ("does not know", "has not heard", "will not tell"):
            assert owned not in beats, (turn, beats)


def test_what_was_only_misunderstood_is_not_refused(evening: tuple[Game, list[Prompt]]) -> None:
    """A packet taken out that is carried already, a woman whom no page knows, a room that has no price."""
    for turn in (2, 7, 8, 15):
        assert "cannot be done" not in text_of(evening[1][turn - 1], "beats"), turn


def test_what_the_state_denies_is_refused_in_a_sentence() -> None:
    lines = (("I say good evening to Ben Oakes.", "He nods."), ("I give Hollis Cade my knife.", "He is not here."))
    _, prompts = played(lines, HEARS)
    assert "It cannot be done: Hollis Cade is not here. Hollis Cade is mostly to be found at the Long Rail" in text_of(prompts[1], "beats")


def test_a_purchase_is_told_by_who_buys_what_from_whom(evening: tuple[Game, list[Prompt]]) -> None:
    beats = text_of(evening[1][9], "beats")
    assert "Nathan Strayhorn buys a bottle of whiskey from Cornelius Rafferty for one dollar and fifty cents; 59 dollars are left." in beats
    assert "takes this for granted" not in beats


def test_a_recalled_turn_shows_the_players_words_beside_the_reply(either: tuple[Game, list[Prompt]]) -> None:
    recalled = [element for prompt in either[1] for element in elements_of(prompt, "memory") if element.kind == "turn"]
    assert len(recalled) > 20
    assert {element.form for element in recalled} >= {"sentence"}
    for element in recalled:
        assert re.match(r"Turn \d+, May \d+\. The player: “[^“]+” The reply: “[^“]+”$", element.text), element.text
        assert element.text.count('"') % 2 == 0, element.text


def test_a_promise_between_those_present_is_always_in(evening: tuple[Game, list[Prompt]]) -> None:
    game, prompts = evening
    for turn, prompt in enumerate(prompts[4:], 5):
        if "oakes" in game.state.turns[str(turn)].present:
            told = text_of(prompt, "known", "memory")
            assert re.search("Nathan Strayhorn promised Ben Oakes: “that I'll not say his name[^”]+”. It is still open.", told), turn


def test_lore_is_not_brought_up_by_one_word_of_many(evening: tuple[Game, list[Prompt]]) -> None:
    """ "With my hand out" once brought up with which hand twenty people write."""
    known = text_of(evening[1][3], "known", "memory")
    assert "handed: " not in known
    assert known.count("-handed") == 2


def test_what_a_model_told_is_shown_as_it_was_told_with_its_turn_and_day(either: tuple[Game, list[Prompt]]) -> None:
    told = [
        element for prompt in either[1] for section in prompt.sections for element in section.elements
        if element.kind == "fact" and "told in turn " in element.text.casefold()
    ]  # fmt: skip
    assert told
    for element in told:
        found = re.fullmatch(r"(?:Of [^“]+, told|Told) in turn (\d+), May \d+: “(.+)”", element.text)
        assert found, element.text
        assert found[2] in " ".join(EVENING[int(found[1]) - 1][1].split()), element.text


def test_the_same_words_are_told_once(either: tuple[Game, list[Prompt]]) -> None:
    for turn, prompt in enumerate(either[1], 1):
        lines = [
            line for section in prompt.sections if section.name in ("known", "memory") for line in section.text.split("\n")[1:] if line
        ]
        lines = [line for line in lines if line.startswith("- ")]
        assert len(lines) == len(set(lines)), (turn, [line for line in lines if lines.count(line) > 1])


def test_dice_are_shown_where_they_decide_something(either: tuple[Game, list[Prompt]]) -> None:
    for prompt in either[1]:
        assert "speed" not in text_of(prompt, "beats")
        assert not re.search(r": -?\d+\.$", text_of(prompt, "beats"), re.MULTILINE)


@pytest.mark.parametrize("guard", ["off", "after"])
def test_what_is_in_doubt_is_never_said_as_plain_fact_too(guard: Guard) -> None:
    """A conflict over somebody's eyes: where neither telling stands, neither card nor beat says what they are like; else the first does."""
    path = find_pack("redemption")
    game = trial(load_pack(path), "evening", pack_path=path, provider=Scripted(["He nods."] * 3), seed=5)
    game.tools.table = HEARS.model_copy(update={"guard": guard})
    held = game.state.lore.topic("oakes", "eyes")[0]
    other = Provenance(source="extracted", turn=0, voice="narrator", quote="His brown eyes are on you.")
    conflict = Conflict(
        id="0.1", kind="physical_trait", subject="oakes", relation="eyes", fact=held.id, claim="0.99", established=held.told_by[0],
        established_value=held.value, incoming=other, incoming_value=Value(kind="enum", text="brown"), rule="eyes", why="Eyes stay.",
    )  # fmt: skip
    game.take_in([happened.ConflictFound(turn=0, conflict=conflict)])
    game.play("I look Ben Oakes over.")
    words = engine_words(game.prompt_of(1).prompt)
    assert "cannot both be true" in words
    assert ("state neither as certain" in words, "blue eyes" in words) == ((True, False) if guard == "off" else (False, True))


def test_a_truth_that_comes_out_is_said_to_be_whose() -> None:
    path = find_pack("redemption")
    game = trial(load_pack(path), "evening", pack_path=path, provider=Scripted(["He nods."] * 3), seed=5)
    secret = next(secret for secret in game.state.pack.secrets.values() if secret.about)
    told = plain_beat(Beat(kind="reveal", text=secret.truth), game.state)
    assert told.startswith(f"The truth about {game.state.name(secret.about[0])}")
    assert " ".join(secret.truth.split()) in told


def test_the_prompts_stay_within_the_budget(either: tuple[Game, list[Prompt]]) -> None:
    tokens = [prompt.tokens for prompt in either[1]]
    assert max(tokens) <= 4600
    assert sum(tokens) / len(tokens) <= 3600


def test_whom_a_model_brought_in_is_here_and_has_a_card(heard: tuple[Game, list[Prompt]]) -> None:
    _, prompts = heard
    assert "Nathan Strayhorn is here with Ben Oakes (blacksmith and liveryman) and Eli." in text_of(prompts[22], "scene")
    assert "Delphine Roux (she): deals faro at the Half Measure on Mondays and Tuesdays." in text_of(prompts[4], "known", "memory")
    assert "Amos Strunk (he): Coy's brother, with the wire crew." in text_of(prompts[10], "memory", "known")
    assert "Amos Strunk" not in text_of(prompts[10], "scene").split("The talk has been of")[0]


def test_who_was_brought_in_a_moment_ago_is_not_met_for_the_first_time(heard: tuple[Game, list[Prompt]]) -> None:
    for turn in (2, 7, 8):
        assert "is met for the first time: show h" not in text_of(heard[1][turn - 1], "beats").replace("Cornelius Rafferty is met", ""), (
            turn
        )


def test_a_debt_that_a_model_told_is_in_whenever_both_are_here(heard: tuple[Game, list[Prompt]]) -> None:
    game, prompts = heard
    for turn, prompt in enumerate(prompts[2:], 3):
        if "oakes" in game.state.turns[str(turn)].present:
            assert "Ben Oakes owes Nathan Strayhorn: “for the Socorro trip”. It is still open." in text_of(prompt, "known", "memory"), turn


def test_nobody_remembers_in_a_room_where_they_are_not(heard: tuple[Game, list[Prompt]]) -> None:
    beats = text_of(heard[1][14], "beats")
    assert "for the Socorro trip" not in beats


def test_a_gift_costs_nothing(heard: tuple[Game, list[Prompt]]) -> None:
    assert "- Nathan Strayhorn gives a bottle of whiskey to Coy Strunk.\n" in text_of(heard[1][9], "beats") + "\n"


def test_what_is_told_without_a_name_says_of_whom(heard: tuple[Game, list[Prompt]]) -> None:
    told = {element.text for prompt in heard[1] for element in elements_of(prompt, "known", "memory") if element.kind == "fact"}
    assert any(text.startswith("Of Delphine Roux, told in turn 7, May 1: “Her hands go on with the cards;") for text in told)
    assert not [text for text in told if '“"Coy Strunk," he says' in text]  # what brought somebody in stands on their card


def test_the_evening_verifies(heard: tuple[Game, list[Prompt]]) -> None:
    done = verify_game(heard[0].journal)
    assert done.prompts == done.turns == len(EVENING)


@pytest.mark.parametrize("kind", get_args(BeatKind))
def test_every_kind_of_beat_is_a_sentence_or_nothing(evening: tuple[Game, list[Prompt]], kind: BeatKind) -> None:
    """A beat of which nothing is known has no gap in it, and shows none of its slots by name."""
    for beat in (
        Beat(kind=kind),
        Beat(kind=kind, target="oakes", slots={"verb": "talk", "about": "", "flags": "odd_flag", "odd_slot": "x"}),
    ):
        said = plain_beat(beat, evening[0].state)
        assert not re.search(r"[a-z]_[a-z]|: [;.]|“”|\(\)|  |\boakes\b|odd|\btalk\b", said), said
        assert not said or said.endswith((".", "”")), said


def test_ways_not_taken_are_told_with_their_own_and(evening: tuple[Game, list[Prompt]]) -> None:
    slots = {"chosen": "say nothing", "refused": "see to the horse and let him wonder; ask for wages"}
    told = plain_beat(Beat(kind="decision", slots=slots), evening[0].state)
    assert "has chosen to say nothing, and not to see to the horse and let him wonder or to ask for wages." in told
