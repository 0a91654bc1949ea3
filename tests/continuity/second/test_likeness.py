"""Sentences of the second look that say nearly the same: with another number, or denied."""

from gm_engine.continuity.second.ways.likeness import nominate
from tests.continuity.second.laid import Pair, table, told_as

CLASH: tuple[Pair, ...] = (
    (
        "Sexton Bragg rang the cracked chapel bell at the drowned miner's funeral.",
        "Sexton Bragg never rang the cracked chapel bell at the drowned miner's funeral.",
    ),
    (
        "The ferryman Osk carried the masked duchess across the Tarn by lantern.",
        "Nobody saw the ferryman Osk carry the masked duchess across the Tarn by lantern.",
    ),
    (
        "Nurse Abel locked the fever ward with a brass key before supper.",
        "Nurse Abel had not locked the fever ward with a brass key before supper.",
    ),
    (
        "Seven silver candlesticks stood on the altar of Saint Orrin's chapel.",
        "Four silver candlesticks stood on the altar of Saint Orrin's chapel.",
    ),
    (
        "The pilot of the Heron logged three wrecked barges below Tull weir.",
        "The pilot of the Heron logged eight wrecked barges below Tull weir.",
    ),
    ("Marshal Quade posted two deputies beside the Garnet mine gate.", "Marshal Quade posted six deputies beside the Garnet mine gate."),
    (
        "The blind organist of Vesper played a funeral march for the drowned crew.",
        "The blind organist of Vesper played no funeral march for the drowned crew.",
    ),
    ("Baron Ulm burned the forged will in the library hearth.", "Baron Ulm did not burn the forged will in the library hearth."),
    (
        "Captain Rusk sealed the reactor hatch with welding torches.",
        "Captain Rusk left without sealing the reactor hatch with welding torches.",
    ),
    ("Five crows nested in the burned elm beside Hob's smithy.", "Nine crows nested in the burned elm beside Hob's smithy."),
    ("Colonel Marr surrendered his sabre at the Ketter bridge.", "Colonel Marr never surrendered his sabre at the Ketter bridge."),
    ("Twelve orphans slept in the loft of Agnes Pole's bakery.", "Thirty orphans slept in the loft of Agnes Pole's bakery."),
)
"""Earlier and later: all but the number or the denial is the same."""

APART: tuple[Pair, ...] = (
    ("Sexton Bragg rang the chapel bell.", "Sexton Bragg never drinks."),
    ("The ferryman Osk carried the duchess.", "The ferryman Osk carried the duchess across the Tarn."),
    ("Nurse Abel locked the fever ward.", "Nurse Abel locked the ward, and the fever burned on."),
    ("Seven candlesticks stood on the altar.", "Four monks walked in."),
    ("The pilot logged three barges.", "It rains on the weir."),
    ("Marshal Quade posted two deputies by the gate.", "Marshal Quade posted two deputies by the gate again."),
    ("The organist played a march.", "No ship came in."),
    ("Baron Ulm burned the will.", "Baron Ulm warmed his hands."),
    ("Captain Rusk sealed the hatch.", "Captain Rusk did not smile."),
    ("Five crows nested in the elm.", "Nine men cut wood."),
    ("Colonel Marr never surrendered.", "Colonel Marr never surrendered his sabre."),
    ("Twelve orphans slept in the loft.", "Twelve orphans ate in the loft."),
)
"""Earlier and later: nothing is nominated."""

test_likeness = table(nominate, told_as("like", CLASH), APART)
