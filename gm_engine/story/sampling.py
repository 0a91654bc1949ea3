"""How a front-end wants a model to choose its words: passed on to the endpoint, and on record with the prompt."""

from gm_engine.story.noun import Noun, Words


class Sampling(Noun):
    """What a front-end asks for beside the words. ``temperature``, ``top_p`` and the penalties are in thousandths; ``most`` are the
    tokens of a reply at most (0: the endpoint decides), ``stop`` the words at which it ends, ``form`` the protocol's
    ``response_format`` as JSON. What is None or empty is left to the endpoint.
    """

    temperature: int | None = None
    top_p: int | None = None
    presence_penalty: int | None = None
    frequency_penalty: int | None = None
    seed: int | None = None
    most: int = 0
    stop: tuple[Words, ...] = ()
    form: Words = ""
