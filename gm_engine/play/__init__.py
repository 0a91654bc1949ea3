"""Reads the player's words. Gives turns: the only room that knows the order of the others."""
