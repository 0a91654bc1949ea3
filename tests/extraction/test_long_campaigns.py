"""However many are known, a text asks only for those that it may mean."""

from gm_engine.authoring import read_data, read_patterns, read_relations
from gm_engine.extraction.kindred import Kindred
from gm_engine.extraction.lexicon import Lexicon
from gm_engine.extraction.names import NameBook
from gm_engine.extraction.props import Props
from gm_engine.extraction.reader import Reader
from gm_engine.extraction.sorts import Sorts
from gm_engine.lore import LoreGraph
from gm_engine.story import event as happened
from gm_engine.story.entity import Entity

LEXICON = Lexicon(read_data("extraction"))
ROTH = Entity(id="ada_roth", kind="character", name="Ada Roth", pronouns="she")
MILL = Entity(id="the_mill", kind="place", name="the Lower Mill", aliases=("the Mill",))
OTHERS = (
    Entity(id="ada_bell", kind="character", name="Ada Bell"),
    Entity(id="kip", kind="character", name="Kip", aliases=("the assayer",)),
    MILL,
)
TEXTS = ("Ada nods", "Ada Roth nods", "the assayer nods", "Assayer Roth", "the Mill", "the Lower Mill", "Ada Vane", "Vane")


def book(*entities: Entity) -> NameBook:
    found = NameBook(LEXICON, str.split)
    found.learn(entities)
    return found


def matches(known: NameBook) -> list[object]:
    return [known.match(text.split(), at) for text in TEXTS for at in range(len(text.split()))]


def test_a_book_in_which_somebody_is_renamed_is_that_which_knew_it_all_along():
    renamed = ROTH.model_copy(update={"name": "Ada Vane", "aliases": ("the assayer",)})
    known = book(ROTH, *OTHERS)
    before = matches(known)
    known.learn([renamed])
    assert matches(known) == matches(book(renamed, *OTHERS)) != before


def test_a_renaming_asks_only_those_whose_names_begin_alike():
    asked: list[str] = []

    def split(text: str) -> list[str]:
        asked.append(text)
        return text.split()

    known = NameBook(LEXICON, split)
    known.learn([ROTH, *OTHERS, *(Entity(id=f"who_{n}", kind="character", name=f"Who{n} Other{n}") for n in range(50))])
    asked.clear()
    known.learn([ROTH.model_copy(update={"aliases": ("the widow",)})])
    assert "Ada Bell" in asked
    assert not any(text.startswith("Who") for text in asked)


def test_what_turns_up_in_one_text_is_not_kept_beyond_it():
    known = book(ROTH, *OTHERS)
    beyond = known.beyond()
    beyond.learn([Entity(id="lund", kind="character", name="Lund"), Entity(id="barn", kind="place", name="the Red Barn")])
    assert beyond.match(["Lund"], 0) is not None
    assert known.match(["Lund"], 0) is None
    assert [*beyond.entities] == [*known.entities, "lund", "barn"]
    assert len(beyond.entities) == len(known.entities) + 2
    assert "barn" in beyond.heads
    assert "barn" not in known.heads
    assert "mill" in beyond.heads


def test_a_reader_asks_a_lore_only_for_whom_it_has_introduced_since():
    asked: list[int] = []

    class Counted(LoreGraph):
        def introduced(self, after: int) -> tuple[Entity, ...]:
            asked.append(after)
            return super().introduced(after)

    lore = Counted()
    reader = Reader(read_relations(), read_data("extraction"), read_patterns())
    for entity in (ROTH, *OTHERS):
        lore.apply(happened.EntityIntroduced(entity=entity))
    reader.follow(lore)
    lore.apply(happened.EntityIntroduced(entity=Entity(id="tom_lund", kind="character", name="Tom Lund")))
    reader.follow(lore)
    assert asked == [0, 4]
    reader.forget()
    reader.follow(lore)
    assert asked == [0, 4, 0]
    assert "tom_lund" in reader.read("Tom Lund nods.", turn=1, voice="narrator").mentions


def test_things_told_of_before_are_laid_out_by_the_noun_that_is_asked_for():
    told = [(mark, noun) for noun in ("mule", "lamp") for mark in ("grey", "old")]
    things = [Entity(id=f"the_{mark}_{noun}", kind="item", name=f"the {mark} {noun}", of="") for mark, noun in told]
    known = book(*things)
    props = Props(known, Sorts(LEXICON), Kindred(LEXICON))
    assert [entity.id for entity in known.unnamed_by("mule", known.count)] == ["the_grey_mule", "the_old_mule"]
    known.learn([Entity(id="the_brown_mule", kind="item", name="the brown mule", of="")])
    assert [prop.id for prop in props._with("mule")] == ["the_grey_mule", "the_old_mule"]
