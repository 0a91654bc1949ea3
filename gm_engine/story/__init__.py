"""The nouns. Reads nothing. Gives the values that every room speaks: frozen, closed, equal by content."""
