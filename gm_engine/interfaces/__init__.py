"""Doors. Reads what a person types. Gives what a person sees: each calls ``Game`` and nothing deeper."""
