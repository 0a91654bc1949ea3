"""Names in texts: the longest wins, endings are read as the finder says, and what is forgotten is meant no more."""

from gm_engine.story.name_table import NamesInText


def bare(word: str) -> str:
    return word.removesuffix("'s")


def spoken(names: NamesInText[str], text: str) -> list[tuple[int, int, list[str]]]:
    return [tuple(one) for one in names.standing(text.split())]  # type: ignore[misc]


def test_the_longest_name_is_meant_whatever_its_capitals() -> None:
    names = NamesInText[str]()
    for name, bearer in (("Silver", "mine"), ("Silver Spur", "saloon"), ("silver spur road", "road"), ("spur", "boots")):
        names.learn(name.split(), bearer)
    assert spoken(names, "the silver Spur on Silver Spur Road has SILVER and a spur") == [
        (1, 3, ["saloon"]),
        (4, 7, ["road"]),
        (8, 9, ["mine"]),
        (11, 12, ["boots"]),
    ]


def test_only_a_finder_that_says_so_reads_a_name_without_its_ending() -> None:
    plain, endings = NamesInText[str](), NamesInText[str](bare)
    for names in (plain, endings):
        names.learn(("Ben", "Oakes"), "oakes")
        names.learn(("Vane",), "vane")
    said = "Ben Oakes's deed lies in Vane's desk and not in Ben's"
    assert spoken(plain, said) == []
    assert spoken(endings, said) == [(0, 2, ["oakes"]), (5, 6, ["vane"])]


def test_a_name_that_is_written_with_the_ending_comes_before_the_one_that_is_not() -> None:
    names = NamesInText[str](bare)
    names.learn(("Oakes",), "oakes")
    names.learn(("Oakes's",), "store")
    assert [name.bearers for name in names.at(["Oakes's"], 0)] == [["store"], ["oakes"]]
    assert spoken(names, "from Oakes's to Oakes") == [(1, 2, ["store"]), (3, 4, ["oakes"])]


def test_who_bears_a_name_is_asked_by_the_whole_of_it() -> None:
    names = NamesInText[str]()
    names.learn(("Elias", "Thorne"), "elder")
    names.learn(("elias", "thorne"), "younger")
    assert names.called(("ELIAS", "Thorne")) == ["elder", "younger"]
    assert names.called(("Elias",)) == []
    assert names.called(()) == []
    assert [(name.words, name.bearers) for name in names] == [(("Elias", "Thorne"), ["elder", "younger"])]


def test_what_is_forgotten_is_meant_no_more_and_can_be_learnt_again() -> None:
    names = NamesInText[str]()
    for name, bearer in (("Ada Vane", "ada"), ("Ada", "ada"), ("Ada", "other"), ("Vane", "ada")):
        names.learn(name.split(), bearer)
    names.forget("ada")
    assert spoken(names, "Ada Vane and Vane") == [(0, 1, ["other"])]
    names.learn(("Ada", "Vane"), "ada")
    assert spoken(names, "Ada Vane and Ada") == [(0, 2, ["ada"]), (3, 4, ["other"])]
    names.forget_all("ADA")
    assert spoken(names, "Ada Vane and Ada") == []
    assert names.called(("Ada", "Vane")) == []
