"""Reads an intent and the state. Gives rolls and what comes of them, as events that the caller folds one by one."""

from gm_engine.rules.adjudicate import adjudicate
from gm_engine.rules.changes import deal_wound, move_items, move_money, move_to
from gm_engine.rules.clock import pass_time
from gm_engine.rules.dice import verify_roll
from gm_engine.rules.effects import apply_effect
from gm_engine.rules.journey import leg_minutes
from gm_engine.rules.map import route
from gm_engine.rules.new_things import come_in
from gm_engine.rules.owing import due, pay
from gm_engine.rules.rulebook import Rulebook, rulebook_of
from gm_engine.rules.ruling import check_for
from gm_engine.rules.things import hand_over
from gm_engine.rules.weapons import spend_shots

__all__ = [
    "Rulebook", "adjudicate", "apply_effect", "check_for", "come_in", "deal_wound", "due", "hand_over", "leg_minutes", "move_items",
    "move_money", "move_to", "pass_time", "pay", "route", "rulebook_of", "spend_shots", "verify_roll",
]  # fmt: skip
