"""Words that a model has found for something on record."""

from gm_engine.story.noun import Noun, Words


class Wording(Noun):
    """``question_hash`` is that of the question it answers: it stands only while the very same would be asked."""

    question_hash: str
    text: Words
