"""Sentences of free prose, class by class: those that must give a claim and the look-alikes that must not. The form is that of ``sentences``."""

PARTS = """
Calder waits on the porch, left sleeve pinned up empty at the shoulder. => calder.left_arm=missing; calder.left_hand=missing; calder.hands=one
Bohannon grins, his right sleeve pinned to his coat. => bohannon.right_arm=missing
Kip comes down the ladder with his left sleeve empty. => kip.left_arm=missing
Calder has a hook where his right hand used to be. => calder.right_hand=missing
Bohannon is a big man with one eye gone. => bohannon.sight=one
One-armed Calder deals the cards. => calder.hands=one
Kip is one-eyed. => kip.sight=one
Calder shifts. He cups both hands round a match. => calder.hands=both
Miss Wynn wrings her hands. => wynn.hands=both
Bohannon deals with his left hand. => bohannon.left_hand=used
Enid Pruett raises her right hand and swears. => enid_pruett.right_hand=used
Calder folds his arms. => calder.hands=both
Kip is shot, and where his left hand was there is nothing. => kip.left_hand=missing
Bohannon looks at you with both eyes wide. => !bohannon.hands
Calder rolls up his left sleeve. => !calder.left_arm; !calder.hands
Calder takes Kip's left hand in his. => !calder.left_hand; !kip.left_hand
Miss Wynn puts a coin in his left hand. => !wynn.left_hand
Kip would use both hands if he could. => !kip.hands
Bohannon cannot lift his right arm. => !bohannon.right_arm
On the left hand the road runs to Dry Fork. => nothing
The sheriff has one hand on his gun. => !calder.hands
Calder stands with one eye on the door. => !calder.sight
Kip reads the one-eyed jack wrong. => !kip.sight
With one arm Bohannon holds the rail. => !bohannon.hands
Both hands of the clock stand at noon. => nothing
Kip and Bohannon talk, left sleeve empty between them. => !kip.left_arm; !bohannon.left_arm
"""

TABLES = {"parts": PARTS}
