"""Weather: one for each part of each day, drawn once from the campaign's kinds."""

from gm_engine.chance import draw
from gm_engine.state import StoryState
from gm_engine.story.roll import DrawKey

WEATHERS = ("clear", "clear", "clear", "wind", "dust", "heat", "cloud", "storm")
COLD = ("clear", "clear", "wind", "cloud", "cold", "snow", "cold")
MOVES = {
    "clear": ("clear", "clear", "wind", "heat"),
    "heat": ("heat", "heat", "dust", "clear"),
    "cloud": ("cloud", "rain", "wind", "cloud"),
}


def weather(state: StoryState) -> str:
    """Today's weather at this part of the day: drawn once for each, so that it stays the same however often it is asked."""
    moment = state.pack.calendar.moment(state.minute)
    date = moment.date().toordinal()
    hour = (moment.hour + 18) // 6
    kinds = state.pack.words.get("weather_kinds") or (COLD if moment.month in (12, 1, 2) else WEATHERS)
    key = DrawKey(seed=state.seed, turn=0)
    today = kinds[draw(key, "plan", date * 8, len(kinds)) - 1]
    moods = MOVES.get(today, (today,))
    return moods[draw(key, "plan", date * 8 + 1 + hour % 4, len(moods)) - 1]
