"""Looks that differ: what is found, what must not be, and what is known to be missed."""

from gm_engine.continuity.second.ways.looks import nominate
from tests.continuity.second.laid import table, told_as

CLASH = (
    ("Hester Vane's eyes are grey.", "Hester Vane's brown eyes follow you."),
    ("Caleb Stroud has blue eyes.", "Caleb Stroud narrows his green eyes."),
    ("Nettie Lowe has red hair.", "Nettie Lowe pins up her black hair."),
    ("Dora Finch is a redhead.", "Dora Finch shakes out her blonde hair."),
    ("Reverend Tull's beard is white.", "Reverend Tull strokes his black beard."),
    ("Silas Beam's hair is yellow as straw.", "Silas Beam runs a hand through his black hair."),
    ("Bart Quigley wears a green coat.", "Bart Quigley buttons his red coat."),
    ("Mrs. Tansy has hazel eyes.", "The eyes of Mrs. Tansy are blue."),
    ("Ezra Kane, a dark man with black eyes, opens the door.", "Ezra Kane fixes you with his blue eyes."),
    ("Luther Gage's moustache is ginger.", "Luther Gage chews his grey moustache."),
    ("Cora Wynn is blue-eyed.", "Cora Wynn lifts her brown eyes from the page."),
    ("Rollo Beck's braid is black as coal.", "Rollo Beck's hair is white as snow."),
    ("The scar is on Judge Moss's left cheek.", "Judge Moss rubs the scar on his right cheek."),
)
APART = (
    ("Hester Vane's eyes are grey.", "Hester Vane's sister has brown eyes."),
    ("Caleb Stroud has blue eyes.", "Caleb Stroud narrows his pale eyes."),
    ("Nettie Lowe has red hair.", "Nettie Lowe pins up her auburn hair."),
    ("Dora Finch is a redhead.", "Dora Finch wears a blonde wig."),
    ("Reverend Tull's beard is white.", "Reverend Tull strokes his grey beard."),
    ("Silas Beam's hair is yellow as straw.", "Silas Beam runs a hand through his fair hair."),
    ("Bart Quigley wears a green coat.", "Bart Quigley ties a red scarf."),
    ("Mrs. Tansy has hazel eyes.", "The stranger has blue eyes."),
    ("Ezra Kane has black eyes.", "Ezra Kane fixes you with his red eyes."),
    ("Luther Gage's moustache is ginger.", "Luther Gage's hair is grey."),
    ("Cora Wynn is blue-eyed.", "Cora Wynn's eyes are not brown."),
    ("Rollo Beck's hair is black.", "Rollo Beck has dyed his hair white."),
    ("The scar is on Judge Moss's left cheek.", "Judge Moss rubs his right eye."),
)
MISSED = (
    ("Orrin Platt's gaze is the blue of old ice.", "There is mud in Orrin Platt's stare, brown and slow."),
    ("Her mare is a chestnut.", "Her mare shows grey against the pines."),
)

test_looks = table(nominate, told_as("colour looks", CLASH), APART, MISSED)
