"""Other programs' files: each format is read and written in a file of its own, and says what it cannot hold.

``is_X`` tells a file by its content, ``read_X`` gives what it brings (``brought.Brought``) and raises TranscriptError only for what is no
such file, ``write_X`` gives a file's bytes with what it cannot hold (``brought.Written``), ``FATES`` says what becomes of each field.

>>> from gm_engine.exchange.formats.world_info import read_world_info
>>> brought = read_world_info({"entries": {"0": {"key": ["salt"], "content": "It is dear.", "order": "high"}}}, "salt.json")
>>> brought.kind, brought.books[0].entries[0].text
('World Info (SillyTavern)', 'It is dear.')
>>> [(loss.field, loss.value, loss.why) for loss in brought.losses]
[('entries.0.order', 'high', 'It should be a number.')]
"""
