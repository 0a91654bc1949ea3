"""Doors: the command line, the server, tools for other programs. Reads what a person types, and what a program asks. Gives what they see.

What happens in the story is done by a ``Game``; what is looked up is what the table knows.
"""
