"""Kin and offices: clashes that the second look nominates, and look-alikes that it lets be."""

from gm_engine.continuity.second.ways import kin
from tests.continuity.second.laid import Pair, table, told_as

CLASH: tuple[Pair, ...] = (
    ("Nora Pell is Wade Coyle's sister.", "Nora Pell, Wade Coyle's wife, pours the coffee."),
    ("Wade Coyle is a bachelor and means to stay one.", "Wade Coyle's wife sets the table."),
    ("Nora Pell is childless.", "Nora Pell's son carries in the wood."),
    ("Jesse Hobb is an only child.", "Jesse Hobb's brother waits by the door."),
    ("Nora Pell has no brothers.", "Nora Pell's brother rides in at noon."),
    ("Nora Pell has refused every suitor in the county.", "Nora Pell's husband mends the fence."),
    ("Jesse Hobb is Nora Pell's father.", "Jesse Hobb is Nora Pell's uncle."),
    ("Wade Coyle has never fathered a child.", "Wade Coyle's daughter sings in the loft."),
    ("Captain Hobb commands the fort.", "Captain Hobb has served under Colonel Pell at the fort for years."),
    ("Nora Pell is the daughter of Jesse Hobb.", "Nora Pell is Jesse Hobb's niece."),
    ("Wade Coyle is unmarried.", "Wade Coyle's wife waters the beans."),
    ("Jesse Hobb is Wade Coyle's son.", "Jesse Hobb is Wade Coyle's nephew."),
    ("Jesse Hobb is the brother of Wade Coyle.", "Jesse Hobb is Wade Coyle's cousin."),
    ("Dr Vane was brother to the dead man.", "On the ladder the dead man's cousin, Dr Vane, bowed."),
    ("Wade Coyle is the younger of the two brothers.", "Wade Coyle is the elder brother."),
    ("Commander Hobb is the head of the station.", "Commander Hobb is the station's cook, and only that."),
)
APART: tuple[Pair, ...] = (
    ("Nora Pell is Wade Coyle's sister.", "Nora Pell, Wade Coyle's sister, pours the coffee."),
    ("Jesse Hobb is the brother of Wade Coyle.", "Jesse Hobb is Nora Pell's cousin."),
    ("Wade Coyle is a bachelor.", "Jesse Hobb's wife sets the table."),
    ("Wade Coyle never married.", "Wade Coyle's sister kisses him at the gate."),
    ("Nora Pell is childless.", "The child carries in the wood for Nora Pell."),
    ("Jesse Hobb is an only child.", "Wade Coyle's brother waits by the door."),
    ("Wade Coyle lost both his parents in the flood.", "Wade Coyle buried a hound on Friday."),
    ("Jesse Hobb is Nora Pell's father.", "Nora Pell is Jesse Hobb's daughter."),
    ("Wade Coyle married Nora Pell in May.", "Nora Pell is Wade Coyle's wife."),
    ("Captain Hobb commands the fort.", "Sergeant Coyle has served under Captain Hobb for years."),
    ("Nora Pell has no brothers.", "Nora Pell's sister rides in at noon."),
    ("Jesse Hobb is Wade Coyle's brother.", "If Jesse Hobb were Wade Coyle's cousin, it would be another matter."),
    ("Dr Vane was brother to the dead man.", "The dead man's brother, Dr Vane, bowed."),
    ("Wade Coyle is the younger of the two brothers.", "Jesse Hobb is the elder brother."),
    ("Nora Pell is the navigator.", "A fever took Nora Pell's sense of smell when she was a student."),
)
MISSED: tuple[Pair, ...] = (
    ("Judge Harlan Hobb never fathered any child.", "On the porch the Judge's granddaughter hands you a jar."),
    ("Wade Coyle never married.", "Wade Coyle kisses his wife at the gate."),
    ("Wade Coyle lost both his parents in the flood.", "Wade Coyle's mother bakes bread every Friday."),
)
"""Clashes that are not seen yet."""

test_kin = table(kin.nominate, told_as("kin", CLASH), APART, MISSED)
