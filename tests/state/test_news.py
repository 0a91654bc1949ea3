"""News goes over the map at the speed of what carries it."""

from gm_engine.authoring import read_rulebook
from gm_engine.rules.rulebook import Rulebook
from gm_engine.state.news import takes
from gm_engine.story.pack import Location, Pack, Start
from gm_engine.story.travel import Exit

DAY = 1440
PLACES = {
    "street": Location(name="the street", exits=(Exit(to="saloon", minutes=2), Exit(to="fort", tenths=900), Exit(to="ranch", tenths=450))),
    "saloon": Location(name="the saloon"),
    "ranch": Location(name="the ranch"),
    "fort": Location(name="the fort", tags=("telegraph",)),
    "city": Location(name="the city"),
    "depot": Location(name="the depot", kind="depot", within="city"),
    "island": Location(name="an island"),
}


def pack(**places: Location) -> Pack:
    return Pack(
        id="far",
        title="",
        start=Start(at="street", pc="cal"),
        locations=PLACES | places,
        rulebook={"news": read_rulebook("western")["news"]},
    )


def test_in_town_it_takes_no_longer_than_the_walk() -> None:
    assert takes(pack(), "street", "saloon") == 2
    assert takes(pack(), "street", "street") == 0


def test_small_talk_goes_at_its_own_pace_and_what_is_of_weight_by_rider() -> None:
    assert takes(pack(), "street", "ranch") == 3 * DAY
    assert takes(pack(), "street", "ranch", notable=True) == DAY
    assert takes(pack(), "street", "ranch", ridden=True) == DAY


def test_the_stage_carries_what_is_of_weight_where_both_ends_have_it() -> None:
    staged = pack(
        street=PLACES["street"].model_copy(update={"tags": ("stage",)}), fort=PLACES["fort"].model_copy(update={"tags": ("stage",)})
    )
    assert takes(staged, "street", "fort", notable=True) == DAY + 60
    assert takes(pack(), "street", "fort", notable=True) == 2 * DAY
    assert takes(staged, "street", "fort") == 6 * DAY


def test_the_wire_needs_no_road() -> None:
    wired = pack(city=PLACES["city"].model_copy(update={"tags": ("telegraph",)}))
    assert takes(wired, "fort", "city", notable=True) == 120
    assert takes(wired, "fort", "depot", notable=True) == 120
    assert takes(wired, "fort", "city") is None
    assert takes(pack(), "fort", "city", notable=True) is None


def test_where_no_way_leads_nothing_is_heard() -> None:
    assert takes(pack(), "street", "island", notable=True) is None


def test_every_shipped_rulebook_says_how_news_travels() -> None:
    for name in ("western", "plain"):
        news = Rulebook.of(read_rulebook(name)).news
        assert 0 < news.miles["talk"] < news.miles["rider"]
