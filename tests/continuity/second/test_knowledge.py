"""What is known and not known: what is found, what must not be, and what is known to be missed."""

from gm_engine.continuity.second.ways.knowledge import nominate
from tests.continuity.second.laid import table, told_as

CLASH = (
    ("Hester Vane does not know who burned the granary.", "Hester Vane has always known who burned the granary."),
    ("Caleb Stroud has never heard of the silver vein.", "Caleb Stroud heard of the silver vein years ago."),
    ("You know the combination of the safe.", "You do not know the combination of the safe."),
    ("Nettie Lowe has never met Judge Moss.", "Nettie Lowe has known Judge Moss since childhood."),
    ("Nobody but you knows the password to the vault.", "Silas Beam has known the password to the vault for years."),
    ("You have never laid eyes on Mrs. Tansy.", "You and Mrs. Tansy are old friends."),
    ("Dora Finch has no idea that the will was forged.", "Dora Finch has known since spring that the will was forged."),
    ("Luther Gage was never told about the tunnel.", "Luther Gage has known about the tunnel since the strike."),
    ("You tell Rollo Beck about the buried chest.", "Rollo Beck knows nothing of the buried chest."),
    ("Ezra Kane hasn't the faintest notion where the ferry lies hidden.", "Ezra Kane always knew where the ferry lay hidden."),
    ("Bart Quigley is unaware of the warrant.", "Bart Quigley has known of the warrant since Monday."),
    ("Cora Wynn and Reverend Tull are strangers to each other.", "Cora Wynn has known Reverend Tull since they were children."),
)
APART = (
    ("Hester Vane does not know who burned the granary.", "Hester Vane mends the granary roof."),
    ("Caleb Stroud has never heard of the silver vein.", "You have heard of the silver vein."),
    ("You know the combination of the safe.", "Silas Beam does not know the combination of the safe."),
    ("Nettie Lowe has never met Judge Moss.", "Nettie Lowe waits for the coach."),
    ("Nobody knows the password to the vault.", "The password to the vault is written nowhere."),
    ("You have never laid eyes on Mrs. Tansy.", "Mrs. Tansy is an old friend of Dora Finch."),
    ("Dora Finch has no idea that the will was forged.", "Dora Finch folds the will."),
    ("Luther Gage was never told about the tunnel.", "Luther Gage wonders what the miners are at."),
    ("You tell Rollo Beck about the buried chest.", "Rollo Beck knows where the chest is buried."),
    ("Ezra Kane has no notion where the ferry lies hidden.", "Ezra Kane asks you where the ferry lies."),
    ("Bart Quigley is unaware of the warrant.", "The sheriff has known of the warrant since Monday."),
    ("Cora Wynn and Reverend Tull are strangers to each other.", "Cora Wynn nods to the stranger."),
)
MISSED = (
    ("The poisoner's name died with the cook.", "Orrin Platt says the poisoner's name aloud."),
    ("It is all news to Sergeant Dole.", "Sergeant Dole drew up the plan himself."),
)

test_knowledge = table(nominate, told_as("know", CLASH), APART, MISSED)
