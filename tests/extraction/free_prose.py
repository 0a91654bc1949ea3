"""Free prose, class by class: sentences that must give a claim, and look-alikes that must not. Written as in ``sentences``."""

PARTS = """
Calder shifts. He cups both hands round a match. => calder.hands=both
Enid Pruett raises her right hand and swears. => enid_pruett.right_hand=used
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

KIN = """
Bohannon is Kip's cousin. => bohannon.cousin=kip
Kip and his cousin Bohannon ride in. => bohannon.cousin=kip
The bank belongs to Bohannon, Kip's older brother. => bohannon.sibling=kip
Kip's uncle is Silas Pruett. => kip.uncle=silas_pruett
Kip and Bohannon are cousins. => kip.cousin=bohannon
Miss Wynn is Calder's aunt. => calder.uncle=wynn
Kip is like a nephew to Bohannon. => !bohannon.nephew
They say that Kip is Bohannon's cousin. => !kip.cousin
Calder meets Kip's uncle. => !kip.uncle
"Kip is my cousin," says Bohannon. => !kip.cousin
Bohannon's uncle left Kip a saddle. => !bohannon.uncle
Uncle Sam pays the bill, says Kip. => !kip.uncle
If Kip were Calder's nephew, he would hang all the same. => !calder.nephew
Kip's brother's wife waits with Calder. => !kip.sibling; !calder.sibling
Kip laughs. His cousin has gone to Westport with Calder. => !calder.cousin
"""

DEATH = """
Silas Pruett is found dead in the well. => silas_pruett.condition=dead
They shot Bohannon dead in the street. => bohannon.condition=dead
Enid Pruett kneels by Silas Pruett's grave. => silas_pruett.condition=dead
Kip takes a bullet, and he dies at sundown. => kip.condition=dead
Calder starved to death in the pass. => calder.condition=dead
Calder shoots a dead branch off the tree. => !calder.condition=dead
Kip works himself to death. => !kip.condition=dead
Calder finds a dead mule. => !calder.condition=dead
Bohannon digs Kip's grave in jest. => !kip.condition=dead
Kip is dead tired. => !kip.condition=dead
The sheriff passes away the time with cards. => !calder.condition=dead
Bohannon was scared to death. => !bohannon.condition=dead
You might find Kip dead in the morning. => !kip.condition=dead
The late train is late again, Calder says. => !calder.condition=dead
Calder strikes a dead match. => !calder.condition=dead
Kip sends out a yell, and he laughs as it dies away. => !kip.condition=dead
Enid Pruett was buried to her knees in snow. => !enid_pruett.condition=dead
Calder's voice dies out. => !calder.condition=dead
Under Calder's grave gaze Kip looks away. => !calder.condition=dead
"""

HANDS = """
Calder hands the ledger to Miss Wynn. => -ledger.held_by=calder; ledger.held_by=wynn
You sell the mule to Kip for ten dollars. => -mule.held_by=hero; mule.held_by=kip
Bohannon drops the pistol into the river. => -pistol.held_by=bohannon
Calder takes the ring from his vest pocket. => ring.held_by=calder
Kip hands you the key. => -key.held_by=kip; key.held_by=hero
You leave the rifle with Enid Pruett. => -rifle.held_by=hero; rifle.held_by=enid_pruett
You shake the derringer out of your sleeve. => derringer.held_by=hero
Kip picks up a knife. Calder draws his pistol. => calder_pistol.held_by=calder
Calder lays the ledger on the bar. => !ledger.held_by
Calder gives the mule a kick. => !mule.held_by
Kip would give the ring to Miss Wynn if she asked. => !ring.held_by
Calder does not hand the ledger to Kip. => !key.held_by
The road goes to Dry Fork. => nothing
Calder throws the rope over the beam. => !rope.held_by
Calder draws a circle in the dust. => nothing
Kip takes the letter out of Calder's coat. => letter.held_by=kip
Kip promises to give the watch to Enid Pruett. => !watch.held_by; !watch.owner
Bohannon drops the letter on the table. => !letter.held_by
Calder loses sight of the wagon. => !wagon.held_by
The clock hangs on the wall of the bank. => !clock.held_by
You pick up the office key. You hand it straight to Kip, who nods. => -office_key.held_by=hero; office_key.held_by=kip
"""

ABILITY = """
Calder reads the letter aloud. => calder.reads=yes
Kip takes the paper and reads it off to you line by line. => kip.reads=yes
Enid Pruett is stone deaf. => -enid_pruett.can=hear
Kip swims across the ford. => kip.can=swim
Calder hears the wagon first. => calder.can=hear
Bohannon cannot write a word. => -bohannon.can=write
Calder reads your face. => !calder.reads
Kip reads the trail. => !kip.reads
Kip is deaf to reason. => !kip.can
Bohannon is deaf in one ear. => !bohannon.can
The sign reads HASKELL. => nothing
Kip cannot read the letter in this light. => !kip.reads
Calder asks for a letter in Spanish. => !calder.speaks=french
You hear Kip laugh. => !kip.can
Calder tries to read the letter. => !calder.reads
Have Kip read the letter. => !kip.reads
"""

NAMES = """
The name his mother gave him was Josiah Tull, and Calder hates it. => !calder.name
Kip's real name is Ezra Tull. => kip.name=Ezra Tull
Bohannon was christened Ezra Tull. => bohannon.name=Ezra Tull
Kip's last name is Tull. => !kip.name
Kip's name for the mule is Ezra. => !kip.name
"My name is Ezra Tull," says Kip. => !kip.name
Calder's given name is not Ezra. => -calder.name=Ezra
Kip takes the name Ezra Tull for the night. => !kip.name
The name of the town is Haskell Flats, says Kip. => !kip.name
Kip waits. The name he was given at birth was never told: Calder forgot it. => !calder.name
"""

DATES = """
The trial is on everybody's lips. => !trial.happened
The wedding might be on Friday. => !wedding.happened
They say the trial begins on Friday. => !trial.happened
A fire on Tuesday is no news. => nothing
The dance is on every Saturday. => !dance.happened
Kip wants to win the race. => !race.outcome
Kip loses the ring. => !race.outcome
The strike would fail without Calder. => !strike.outcome
The vote carries weight. => !vote.outcome
Calder lost his temper at the trial. => !trial.outcome
Kip is one, and Calder makes two. => !kip.age
"""

WHO = """
Calder and Kip come in. Left sleeve pinned up. => !calder.left_arm; !kip.left_arm
You look round. Grey eyes everywhere. => nothing
Kip waits. He is fourteen, and grave as a judge. => kip.age=14 year
There stands the Little Agnes mine, up Dry Fork. It opened in 1876. => mine.founded=1876
Kip waits. "Black hair?" asks Calder. => !calder.hair; !kip.hair
The tannery is north of town. It was built in 1868. => tannery.founded=1868
Kip is a boy of ten, with red hair. => kip.hair=red
There: the Lost Boot mine, three miles due south of town, up Dry Fork. It opened in 1861. => the_lost_boot_mine.founded=1861
A miner waits. Kip slides him a paper and Bohannon scratches an X on it. He never learned to read. => -bohannon.reads=yes
Kip waits. He was small, and woolly, and brown. => !kip.height
"""

TABLES = {
    "free parts": PARTS,
    "free kin": KIN,
    "free death": DEATH,
    "free hands": HANDS,
    "free ability": ABILITY,
    "free names": NAMES,
    "free dates": DATES,
    "free who": WHO,
}
