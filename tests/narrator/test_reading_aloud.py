"""What an editor struck, and must not come back: each fault with the reason that made it."""

import re

import pytest

from gm_engine.authoring import find_pack, load_pack, read_words
from gm_engine.bootstrap import narrator_words
from gm_engine.direction.beats import plan
from gm_engine.direction.notebook import Notebook
from gm_engine.direction.people import traits
from gm_engine.narrator import EmbeddedGM
from gm_engine.narrator.ambience import Setting, sense_flags
from gm_engine.narrator.embedded import composed
from gm_engine.narrator.likeness import four_grams, plain
from gm_engine.narrator.line_grammar import Name, Scope, parse
from gm_engine.narrator.morphology import sentences
from gm_engine.narrator.realise import Realiser, Teller
from gm_engine.narrator.table import Card, Table
from gm_engine.state import fold
from gm_engine.story import event as happened
from gm_engine.story.beat import Beat
from gm_engine.story.claim import Statement, Value
from gm_engine.story.intent import Intent
from gm_engine.story.prompt import Prompt, PromptSection
from gm_engine.story.roll import DrawKey
from tests.mesa import mesa
from tests.table import SmallTable
from tests.wanderer import Wanderer

WORDS = read_words("western")
GM = EmbeddedGM(WORDS)


def text_card(id: str, **words: str) -> Card:
    values = [(relation, one) for relation, said in words.items() for one in said.split("; ")]
    return Card(id, tuple(Statement(subject=id, relation=relation, value=Value(kind="text", text=said)) for relation, said in values))


def teller(turn: int, *, here: str = "saloon", part: str = "morning", people: tuple[str, ...] = (), sense: str = "") -> Teller:
    table = Table(place=text_card(here, kind=here, name=f"the {here}", **({"sense": sense} if sense else {})))
    table.now = text_card("now", part_of_day=part)
    table.people = {id: text_card(id, name=id.title(), pronouns="she") for id in people}
    return Teller(GM.grammar, table, DrawKey(seed=1, turn=turn))


@pytest.mark.parametrize(
    ("sense", "kind"),
    [
        ("a cell window the size of a hymnbook", "sight"),
        ("a windmill with nine blades", "sight"),
        ("the wind saying one thing over and over", "sound"),
        ("a pump handle squealing two yards over", "sound"),
        ("the smell of lye and cold coffee", "smell"),
        ("hay that came a long way and smells of somewhere greener", "felt"),
    ],
)
def test_a_window_is_no_wind(sense: str, kind: str) -> None:
    assert kind in sense_flags(sense)


def test_nobody_stops_talking_where_nobody_is() -> None:
    told = [Setting(teller(turn, sense="a pump handle squealing"), Beat(kind="ambience")).one("sense") for turn in range(60)]
    alone = " ".join(sentence.text for sentence in told if sentence)
    assert "pump handle" in alone
    assert not re.search(r"[Tt]alk stops|voices", alone)


def test_a_reply_has_weather_or_light_and_not_both() -> None:
    sky = {line.text for name in ("weather", "light") for line in map(parse, WORDS[name])}
    for turn in range(24):
        for part in ("morning", "evening", "night"):
            setting = Setting(teller(turn, part=part), Beat(kind="ambience", slots={"weather": "clear"}))
            told = " ".join(sentence.text for sentence in setting.fill(60))
            assert sum(line.rstrip(".").lower() in told.lower() for line in sky) <= 1, told


def test_under_a_cloud_there_is_no_sun() -> None:
    for turn in range(60):
        for here in ("saloon", "street"):
            setting = Setting(teller(turn, here=here, part="afternoon"), Beat(kind="ambience", slots={"weather": "rain"}))
            sentence = setting.one("light")
            assert sentence is None or not re.search(r"\b(sun|shade|shadows?)\b", sentence.text), sentence


@pytest.mark.parametrize("name", ["someone", "someone_else", "burden", "matter"])
def test_one_somebody_goes_by_at_a_time(name: str) -> None:
    for words in WORDS[name]:
        assert name not in ("someone", "someone_else") or re.match(r"(an?|somebody) ", words.removeprefix("(light) ")), words
        assert not words.startswith(("in ", "and ")), words


@pytest.fixture(scope="module")
def evening() -> list[str]:
    pack = load_pack(find_pack("redemption"))
    table, player = SmallTable(pack, EmbeddedGM(narrator_words(pack)), 3), Wanderer(3)
    for _ in range(24):
        move = player.move(table.state)
        table.play(move.said, move.intent)
    return [told.completion.text for told in table.turns]


def test_nothing_is_put_in_a_corner_that_does_not_fit(evening: list[str]) -> None:
    assert not any(re.search(r"In the corner, |Against the wall, |For a moment for a while", reply) for reply in evening)


def test_weather_and_light_rest_for_a_good_while(evening: list[str]) -> None:
    pack = load_pack(find_pack("redemption"))
    clauses = {plain(line.split(") ")[-1]) for name, lines in pack.words.items() if name.startswith("weather_") for line in lines}
    heard: dict[str, int] = {}
    for turn, reply in enumerate(evening):
        for sentence in sentences(reply):
            for clause in clauses:
                if clause in plain(sentence):
                    assert turn - heard.get(clause, -99) > 5, clause
                    heard[clause] = turn
    assert len(heard) >= 4


def test_an_opener_rests_for_a_good_while() -> None:
    options = {"options": "sit in, or stay standing"}
    for kind, slots in (("choice", options), ("decision", {})):
        asked = [alone(Beat(kind=kind, slots=slots), turn) for turn in range(30)]
        assert len(set(asked)) >= 14, kind


def alone(beat: Beat, turn: int) -> str:
    section = PromptSection(name="beats", role="system", text="", beats=(beat,))
    return GM.complete(Prompt(sections=(section,), draw=DrawKey(seed=1, turn=turn))).text


def test_people_answer_each_in_their_own_manner() -> None:
    def answers(voice: str) -> set[str]:
        found = set()
        for turn in range(12):
            own = teller(turn)
            own.table.people["vale"] = text_card("vale", name="Vale", pronouns="he", voice=voice)
            beat = Beat(kind="answer", target="vale", text="The well is dry.")
            scope = own.scope(beat)
            scope.words["quoted"], scope.words["full"] = "The well is dry,", "The well is dry."
            said = own.say("answer_said", scope)
            found.add(said.text if said else "")
        return found

    terse, long = answers("few words"), answers("long sentences")
    assert "That is all of it" in " ".join(terse)
    assert "commas" in " ".join(long)
    assert not terse & long


def test_fear_shows_in_the_answer_and_is_not_named() -> None:
    table = SmallTable(mesa(), GM, 1)
    npc = table.state.pack.npcs["thorne"]
    table.state.pack.npcs["thorne"] = npc.model_copy(update={"fears": "the lost ledger", "says": ()})
    place = table.state.where("thorne")
    fold_to(table, place)
    told = plan((Intent(verb="tell", target="thorne", about="the ledger"),), (), table.state, table.state.draw())
    stirred = [beat for beat in told.beats if beat.target == "thorne" and "uneasy" in beat.slots.get("flags", "").split()]
    assert stirred
    assert not any("ledger" in text for text in (alone(beat, turn) for beat in stirred for turn in range(10)))


def fold_to(table: SmallTable, place: str) -> None:
    fold(table.state, happened.StateChanged(what="place", key=table.state.pc, old=table.state.here, new=place))


def test_the_right_hand_is_not_remarked_on() -> None:
    table = SmallTable(mesa(), GM, 1)
    book = Notebook((), (), table.state, table.state.draw())
    npc = table.state.pack.npcs["boone"]
    table.state.pack.npcs["boone"] = npc.model_copy(update={"traits": {"handed": "right-handed", "eyes": "gray", "scar": "chin"}})
    assert [one.relation for one in traits(book, "boone")] == ["scar", "eyes"]
    table.state.pack.npcs["boone"] = npc.model_copy(update={"traits": {"handed": "left-handed", "eyes": "gray"}})
    assert [one.relation for one in traits(book, "boone")] == ["eyes", "handed"]


@pytest.mark.parametrize("relation", sorted(name.removeprefix("fact_") for name in WORDS if name.startswith("fact_")))
def test_the_player_is_you_have_and_your(relation: str) -> None:
    own = teller(3)
    pc = own.base.names["pc"]
    slots = {"subject_name": "Nate", "object_name": "Clara"}
    for polarity in (True, False):
        value = Value(kind="enum", text="white", entity="clara")
        statement = Statement(subject=pc.id, relation=relation, value=value, polarity=polarity)
        said = own_sentence(own, Beat(kind="statement", statement=statement, slots=slots))
        assert not re.search(r"\b[Yy]ou('s| has| is| was| does| wears| belongs| lies| reads| limps)\b|\byou are not three", said), said


def own_sentence(own: Teller, beat: Beat) -> str:
    return Realiser(own).statement(beat).sentences[0].text


def test_a_place_lies_some_way_of_another() -> None:
    value = Value(kind="entity", text="southwest", entity="depot")
    statement = Statement(subject="well", relation="bearing", value=value)
    slots = {"subject_name": "the well", "object_name": "the depot"}
    assert own_sentence(teller(1), Beat(kind="statement", statement=statement, slots=slots)) == "The well lies southwest of the depot."


def test_four_words_make_an_echo() -> None:
    assert four_grams("the well is dry now") == ["the well is dry", "well is dry now"]


def test_several_rooms_come_and_do_not_comes() -> None:
    told = {teller(turn, here="doctor's rooms").say("arrive", first_visit(turn)).text for turn in range(60)}  # type: ignore[union-attr]
    assert any("rooms come into view" in text or "rooms are" in text for text in told)
    assert not [text for text in told if re.search(r"rooms (turns|comes|has|is|takes)\b", text)]


def first_visit(turn: int) -> Scope:
    scope = teller(turn, here="doctor's rooms").base
    scope.flags.add("first")
    return scope


NAMED = re.compile(r"<(?:place|from|topic|way|object)> (?:turns|comes|has|is|takes|gives|goes|falls|runs|lies)\b")


@pytest.mark.parametrize("name", ["", "redemption", "red_mesa", "nine_tonnes"])
def test_every_verb_after_a_places_name_can_agree_with_it(name: str) -> None:
    lists = narrator_words(load_pack(find_pack(name))) if name else WORDS
    after = re.compile(rf"(?:From here to|in|to) {NAMED.pattern}")
    wrong = [line for lines in lists.values() for line in lines if NAMED.search(line) and not after.search(line)]
    assert wrong == []


def test_a_frame_is_known_again_across_its_commas() -> None:
    speaker = teller(3)
    first = speaker.say("notice_build", trait_of("Clara", "slim"))
    second = speaker.say("notice_build", trait_of("Mattie", "slim"))
    assert first
    assert second
    assert plain(first.text).split()[-4:] != plain(second.text).split()[-4:]


def trait_of(name: str, value: str) -> Scope:
    return Scope(names={"subject": Name(name.lower(), name, (), "she")}, words={"value": value}, flags={"so", f"value:{value}"})


def test_no_reply_begins_with_half_a_sentence_of_scenery() -> None:
    for turn in range(60):
        setting = Setting(teller(turn, sense="a skull used to hold down letters; a kettle just off the boil"), None)
        told = setting.fill(40)
        assert not told or not told[0].text.startswith(("A skull used to hold down letters.", "A kettle just off the boil."))


def test_two_sentences_of_scenery_do_not_begin_alike() -> None:
    for turn in range(40):
        told = Setting(teller(turn, people=("ann",), sense="a skull; the smell of lye; a kettle"), None).fill(60)
        starts = [plain(sentence.text).split()[0] for sentence in told if not sentence.text.startswith(("A ", "An ", "The "))]
        assert len(starts) - len(set(starts)) <= 1


@pytest.mark.parametrize(("act", "words"), [("sing", r"tune|song|verse"), ("dance", r"jig|steps"), ("antic", r"hats|pockets|kindness")])
def test_a_small_act_is_told_as_what_it_is(act: str, words: str) -> None:
    for turn in range(12):
        speaker = teller(turn)
        scope = speaker.scope(Beat(kind="action", slots={"verb": "gesture", "act": act}))
        told = speaker.say("action", scope)
        assert told
        assert re.search(words, told.text), told


def test_a_place_is_not_described_before_the_way_to_it() -> None:
    table = Table(place=text_card("ford", kind="ford", name="the ford", sense="the sound of cicadas; a dragonfly"))
    table.now = text_card("now", part_of_day="morning")
    table.beats = (
        Beat(kind="journey", slots={"hours": "two hours", "mode": "foot"}),
        Beat(kind="arrive", place="ford", slots={"flags": "first"}),
        Beat(kind="search", slots={"flags": "found"}),
        Beat(kind="ambience"),
    )
    for turn in range(12):
        passages = composed(table, Teller(GM.grammar, table, DrawKey(seed=1, turn=turn)))
        assert passages[0].keep
