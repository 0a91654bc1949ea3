"""Reads prose. Gives claims, each with the exact sentence that makes it. (spaCy lives here and nowhere else.)"""
