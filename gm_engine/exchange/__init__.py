"""Reads other people's formats and our own records. Gives transcripts in, and reports, pages and books out."""
