"""The relation of what a language model noted of a reply: free words, with the sentence that bears them out."""

from gm_engine.story.relation import Relation

NOTED = Relation(
    id="noted", says="what was told of them, in few words", kind="event_outcome", value="text", exclusive=False, importance=3,
)  # fmt: skip
"""Declared in a story when the first such fact is put on record."""
