"""How one prompt's tokens were spread over its sections, and where its conversation begins."""

from gm_engine.story.noun import Noun


class Spread(Noun):
    """``total``, ``reply`` and ``room`` are the budget in force that turn, ``binding`` the setting that limits it.

    ``level`` is by how many steps it was widened, ``why`` what moved it this turn, ``calm`` how many smooth replies in a
    row there have been since. ``shares`` are the tokens that each section has a right to, ``used`` what each took.
    ``since`` is the first turn of the conversation shown, ``cut`` why it was cut this turn (empty: it only grew), ``scene``
    the scene that was being played. ``kept`` is how many tokens stand unchanged from the prompt before.
    """

    total: int
    reply: int
    room: int
    recipe: str = ""
    binding: str = "total"
    level: int = 0
    calm: int = 0
    why: str = ""
    shares: dict[str, int] = {}
    used: dict[str, int] = {}
    since: int = 0
    cut: str = ""
    leaning: str = ""
    scene: str = ""
    session: int = 0
    kept: int = 0
