"""Who is in a whole text: people of one name, by-names, trades."""

import pytest

from gm_engine.authoring import read_data, read_patterns, read_relations
from gm_engine.extraction.reader import Reader
from gm_engine.extraction.reading import Reading, Telling
from gm_engine.story.entity import Entity


def readings(*texts: str, speaker: str = "") -> list[Reading]:
    reader = Reader(read_relations(), read_data("extraction"), read_patterns())
    return list(reader.read_many([Telling(text, n, "narrator", speaker=speaker or None, you="you") for n, text in enumerate(texts, 1)]))


def people(*texts: str) -> set[str]:
    return {entity.name for reading in readings(*texts) for entity in reading.entities if entity.kind == "character"}


def claims(*texts: str) -> list[str]:
    return [
        f"{claim.subject}.{claim.relation}={claim.value.text}"
        for reading in readings(*texts)
        for claim in reading.claims
        if claim.confidence >= 40
    ]


def test_a_first_name_alone_is_learnt_in_imported_text() -> None:
    found = claims("Mara was buried on the hill.", "Mara waves from the porch.")
    assert found[0].startswith("mara.")
    assert found[-1] == "mara.condition=alive"


def test_a_name_that_no_list_holds_is_learnt_from_what_its_bearer_does() -> None:
    assert people("You nod to Kethra. Kethra draws her blade.") == {"Kethra"}
    assert people("Vexil's eyes are green.") == {"Vexil"}
    assert people("My sister Anjali moved to town.") == {"Anjali"}
    assert people('"Come here, Thokk," she says.', "Thokk grins.") == {"Thokk"}


@pytest.mark.parametrize(
    "text",
    [
        "Silence answers. Rain falls. Laughter answers him. Torchlight runs along the wall.",
        "Thunder speaks. Footsteps answer. Something moves. Lightning strikes the tower.",
        "Presently he comes in. Walk with me. Then rain comes. Guards wait outside.",
        "Dust waves over the road. Dust covers all. Dust answers.",
    ],
)
def test_common_words_at_the_head_of_a_sentence_are_nobody(text: str) -> None:
    assert people(text) == set()


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Old Tom is dead. Old Tom grins at you.", "Old Tom"),
        ("Doc Harlan's eyes are grey. You ask Harlan.", "Doc Harlan"),
        ("You ask Slim about it. They say Slim laughs at everything. A slim chance.", "Slim"),
        ("**Kethra** says nothing. You look at **Kethra**.", "Kethra"),
        ("Ser Aldous Wick nods. Ser Aldous waves. You wave to Wick.", "Ser Aldous Wick"),
    ],
)
def test_nicknames_titles_and_bold_names_are_one_person(text: str, name: str) -> None:
    assert people(text) == {name}


def test_a_first_name_is_its_whole_name() -> None:
    assert people("You meet Kethra Voss.", "Kethra grins.", "Nervous Kethra waves.") == {"Kethra Voss"}


def test_a_first_name_of_two_people_is_nobodys_alone() -> None:
    found = people("Tom Hale nods. Tom Brock waves.", "Tom grins at Ann Reed.")
    assert "Tom" not in found


def test_a_lone_place_is_a_place() -> None:
    [entity] = [entity for reading in readings("You ride to Oakford.", "In Oakford it rains.") for entity in reading.entities]
    assert (entity.name, entity.kind) == ("Oakford", "place")


def test_a_trade_that_was_long_out_of_sight_is_another() -> None:
    texts = ["The sheriff's eyes are blue.", *["It rains."] * 80, "The sheriff's eyes are green."]
    found = claims(*texts)
    assert len({line.partition(".")[0] for line in found}) == len(found) == 2


def test_who_speaks_a_line_is_a_person_and_means_himself_by_i() -> None:
    [reading] = readings("I am the smith.", speaker="Vexil Dray")
    assert [entity.id for entity in reading.entities] == ["vexil_dray"]


def test_a_live_turn_takes_in_new_people_and_places() -> None:
    reader = Reader(read_relations(), read_data("extraction"), read_patterns())
    first = reader.read("Orrick has no gun. You are bound for Karsholm.", turn=1, voice="narrator", you="you")
    assert {(entity.id, entity.kind) for entity in first.entities} == {("orrick", "character"), ("karsholm", "place")}
    reader.know(first.entities)
    assert "orrick" in {word.id for word in reader.read("You follow Orrick up the trail.", turn=3, voice="narrator", you="you").meant}


@pytest.mark.parametrize(("name", "aliases"), [("Oakford", ("The Ford",)), ("The Ford", ()), ("Oakford", ("Ford",))])
def test_a_place_that_is_known_by_a_name_with_an_article_is_no_new_one_where_the_article_has_a_capital(
    name: str, aliases: tuple[str, ...]
) -> None:
    reader = Reader(read_relations(), read_data("extraction"), read_patterns())
    reader.know([Entity(id="ford", kind="place", name=name, aliases=aliases)])
    reading = reader.read("They keep a house in The Ford. They met at The Cold Ford.", turn=1, voice="author")
    assert [entity.name for entity in reading.entities if entity.kind == "place"] == ["The Cold Ford"]
