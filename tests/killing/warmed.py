"""Imported once, by the process that all others are forked from."""

import gc

import tests.killing.shelf  # noqa: F401  (what a child imports before it begins, its parent has)
from tests.killing.dying import warm

warm()
gc.collect()
gc.freeze()
