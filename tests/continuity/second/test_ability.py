"""What cannot be done and is, and limbs that are lost and used: what is found, what must not be, and what is known to be missed."""

from gm_engine.continuity.second.ways.ability import nominate
from tests.continuity.second.laid import table, told_as

CLASH = (
    ("Hester Vane cannot whistle.", "Hester Vane whistles a march."),
    ("Caleb Stroud never learned to skate.", "Caleb Stroud skates across the pond."),
    ("Nettie Lowe has never danced in her life.", "Nettie Lowe danced at the harvest supper."),
    ("Silas Beam never learned to shave himself.", "Silas Beam shaves at the pump."),
    ("Dora Finch was never taught to sew.", "Dora Finch sews all evening."),
    ("Luther Gage has never climbed the bell tower.", "Luther Gage climbed the bell tower on Sunday."),
    ("Rollo Beck cannot juggle.", "Rollo Beck juggles three eggs."),
    ("Ezra Kane could never spell.", "Ezra Kane spells it for you."),
    ("Bart Quigley lost his left hand at the mill.", "Bart Quigley lifts the lamp in his left hand."),
    ("Judge Moss lost his right eye to a splinter.", "Judge Moss winks his right eye."),
    ("Cora Wynn has no left ear.", "Cora Wynn tucks a pencil behind her left ear."),
    ("Reverend Tull's right leg is a wooden peg.", "Reverend Tull rolls the stocking down his right leg."),
)
APART = (
    ("Hester Vane cannot whistle.", "Hester Vane sings a march."),
    ("Caleb Stroud never learned to fence.", "Caleb Stroud wants to fence with the captain."),
    ("Nettie Lowe has never danced in her life.", "Nettie Lowe's sister danced at the harvest supper."),
    ("Silas Beam never learned to shave himself.", "Silas Beam is shaved at the barber's."),
    ("Dora Finch was never taught to sew.", "Dora Finch will sew one day."),
    ("Luther Gage has never climbed the bell tower.", "Luther Gage climbed the hill on Sunday."),
    ("Rollo Beck cannot juggle.", "Rollo Beck does not juggle the eggs."),
    ("Ezra Kane could never spell.", "You spell it for Ezra Kane."),
    ("Bart Quigley lost his left hand at the mill.", "Bart Quigley lifts the lamp in his right hand."),
    ("Judge Moss lost his right eye to a splinter.", "Judge Moss winks his left eye."),
    ("Cora Wynn has no left ear.", "Cora Wynn tucks a pencil behind her right ear."),
    ("Reverend Tull cannot stay long.", "Reverend Tull stays for supper."),
)
MISSED = (
    ("Caleb Stroud never learned to fence.", "Caleb Stroud fenced with the captain at dawn."),
    ("Nettie Lowe cannot yodel.", "Nettie Lowe yodels from the ridge."),
    ("Orrin Platt couldn't carry a tune if it had handles.", "Orrin Platt sings the bass, sweet and true."),
    ("Sergeant Dole has two left thumbs and no knack for locks.", "Sergeant Dole has the safe open in a minute."),
)

test_ability = table(nominate, told_as("unable limb", CLASH), APART, MISSED)
