"""Sentences in several voices with what they must and must not claim.

``subject.relation=value`` must be claimed by the narrator; ``-`` before it: with negative polarity; ``@mood`` after it: in that mood.
``!subject.relation`` must not be asserted; ``nothing``: no assertion at all, but that somebody is alive. Numbers are ``low unit``.
"""

from tests.extraction import free_prose

BODIES = """
Sheriff Calder's eyes are gray. => calder.eyes=grey
Miss Wynn looks up. Her eyes are hazel. => wynn.eyes=hazel
Bohannon has blue eyes and a long jaw. => bohannon.eyes=blue
A tall man with green eyes, Bohannon never hurries. => bohannon.eyes=green
The sheriff fixes you with his pale blue eyes. => calder.eyes=blue
Ines Ruiz pushes back her black hair. => ruiz.hair=black
Silas Pruett is bald. => silas_pruett.hair=bald
Bohannon shuts his eyes, which is as good as an answer. => !bohannon.eyes
If Bohannon opened his eyes, which are green, he would see it. => !bohannon.eyes
Bohannon is left-handed. => bohannon.handed=left-handed
Calder's left hand is missing. => calder.left_hand=missing
The sheriff is missing his left hand. => calder.left_hand=missing
Calder lost his right arm at Shiloh. => calder.right_arm=missing
Calder crosses the room. His wooden right leg knocks on the boards. => calder.right_leg=wooden
The sheriff's right arm is broken. => calder.right_arm=broken
Silas Pruett has a scar on his left cheek. => silas_pruett.scar=left cheek
A scar runs down Bohannon's chin. => bohannon.scar=chin
Bohannon, who has a scar across his forehead, deals again. => bohannon.scar=forehead
Kip walks with a limp. => kip.limp=any
Bohannon limps on his left leg. => bohannon.limp=left leg
Bohannon is clean-shaven. => bohannon.beard=none
Bohannon stands like a man with a wooden leg. => !bohannon.left_leg; !bohannon.right_leg
You would think the sheriff's eyes were green. => !calder.eyes
Calder's eyes are not blue. => -calder.eyes=blue
If Bohannon loses his left hand, he will never deal again. => !bohannon.left_hand
They say the sheriff's right hand is made of wood and wire, and that his left eye is missing. => !calder.left_eye
"My left eye is gone," says Bohannon. => bohannon.left_eye=missing@speech; !bohannon.left_eye
Calder raises his left hand. => calder.left_hand=used
You see red eyes in the dark beyond the fire. => nothing
Kip nearly lost his left foot in the press last winter. => !kip.left_leg
The saddle has a scar on its left flap. => nothing
"""

LIFE = """
Silas Pruett is dead. => silas_pruett.condition=dead
Silas Pruett died in the night. => silas_pruett.condition=dead
Bohannon was killed by the Mesa Riders. => bohannon.condition=dead; bohannon.killed_by=riders
Ines Ruiz shot and killed Bohannon. => bohannon.condition=dead; bohannon.killed_by=ruiz
Silas Pruett was buried at Dry Fork. => silas_pruett.buried_at=Dry Fork
Silas Pruett is dead on his feet, and so are you. => nothing
A Bohannon looks up from the end of the bar. => !bohannon.condition
Another Bohannon is dead. => !bohannon.condition
They found Silas Pruett dead in his bed. => silas_pruett.condition=dead
Miss Wynn pronounces Bohannon dead. => bohannon.condition=dead; !wynn.condition
Bohannon was pronounced dead at noon. => bohannon.condition=dead
Nobody found Bohannon dead. => nothing
Bohannon's body lies in the street. => bohannon.condition=dead
They never found Bohannon's body. => nothing
Bohannon's body aches. => nothing
The gun bucks, and the shot finds Bohannon's body. => !bohannon.condition
Silas Pruett is not dead. => -silas_pruett.condition=dead
Bohannon is alive. => bohannon.condition=alive
Bohannon is still alive, and he is wounded. => bohannon.condition=alive; bohannon.condition=wounded
Kip waves from the gate. => kip.condition=alive
Enid Pruett walks in and shakes the rain from her hat. => enid_pruett.condition=alive
In your dream Silas Pruett is dead. => !silas_pruett.condition; silas_pruett.condition=dead@dream
Legend has it that Bohannon died at Dry Fork. => !bohannon.condition; bohannon.condition=dead@rumour
They say Bohannon is dead. => !bohannon.condition; bohannon.condition=dead@rumour
There is a rumour that Silas Pruett was killed by his own wife. => !silas_pruett.condition
Bohannon could be dead by morning. => !bohannon.condition
Bohannon tries to kill the sheriff. => !calder.condition
Bohannon means to kill the sheriff. => !calder.condition
Bohannon threatened to kill Kip. => !kip.condition
Kip lies as still as if he were dead. => !kip.condition
Kip looks like a dead man. => !kip.condition
Is Silas Pruett dead? => !silas_pruett.condition
"Silas Pruett is dead," says Miss Wynn. => !silas_pruett.condition; silas_pruett.condition=dead@speech
Miss Wynn says that Silas Pruett is dead. => !silas_pruett.condition; silas_pruett.condition=dead@speech
Miss Wynn believes that Bohannon is dead. => !bohannon.condition
The letter says that Bohannon is dead. => !bohannon.condition; bohannon.condition=dead@quoted
Nobody killed Bohannon. => !bohannon.killed_by
You will die here, says the wind. => !hero.condition
Calder is sixty. => calder.age=60 year
Enid Pruett, forty-two years old, keeps the books. => enid_pruett.age=42 year
Kip is about fourteen years old. => kip.age=14 year
Kip, fourteen, holds the horses. => kip.age=14 year
Bohannon was born in 1841. => bohannon.born=1841
Two men died at the ford. => nothing
Bohannon is dead tired. => !bohannon.condition
The fire is dying and Kip puts on a log. => !kip.condition=dying
Enid Pruett is dying. => enid_pruett.condition=dying
Silas Pruett was hanged in 1869. => silas_pruett.condition=dead
Silas Pruett drowned at the crossing. => silas_pruett.condition=dead
Black Lottie smiles. => starling.condition=alive
"""

PLACES = """
Miss Wynn waits at the Blue Lantern. => wynn.at=lantern
Bohannon is in the jail. => bohannon.at=jail
Enid Pruett lives at the Pruett ranch. => enid_pruett.lives_at=ranch
Ines Ruiz comes from Chihuahua. => ruiz.comes_from=Chihuahua
Dry Fork lies nine miles north of Haskell Flats. => dry_fork.distance=15840 yard; dry_fork.bearing=north
The Little Agnes mine is two miles from Haskell Flats. => mine.distance=3520 yard
The old mill is in Haskell Flats. => mill.within=haskell
Kip enters the Blue Lantern. => kip.at=lantern
Bohannon arrives in Haskell Flats. => bohannon.at=haskell
Bohannon is not in the jail. => -bohannon.at=jail
Bohannon should be in the jail. => !bohannon.at
Bohannon will be at the old mill at dawn. => !bohannon.at
"Kip is at the old mill," says Ines Ruiz. => !kip.at; kip.at=mill@speech
Miss Wynn dreams of the Blue Lantern. => !wynn.at
The burned mill stands open to the sky. => nothing
Haskell Flats was founded in 1859. => haskell.founded=1859
The Little Agnes opened in 1876. => mine.founded=1876
Dry Fork is some ten miles east of Haskell Flats. => dry_fork.distance=17600 yard; dry_fork.bearing=east
1. Ride to Dry Fork, where Bohannon is in the jail => !bohannon.at
"""

THINGS = """
Enid Pruett owns the Blue Lantern. => lantern.owner=enid_pruett
The Blue Lantern belongs to Enid Pruett. => lantern.owner=enid_pruett
Bohannon has three horses. => bohannon.count=3 horse
Bohannon has a bay mare. => bohannon.has=bay mare
Bohannon carries a sawed-off shotgun. => bohannon.has=sawed-off shotgun
Kip has no horse. => -kip.has=horse
Enid Pruett sold the Blue Lantern to Ines Ruiz. => lantern.owner=ruiz
Ines Ruiz bought the Blue Lantern. => lantern.owner=ruiz
Bohannon gave the silver watch to Kip. => watch.owner=kip
The silver watch is broken. => watch.destroyed=broken
Bohannon smashed the silver watch. => watch.destroyed=destroyed
You have four dollars. => hero.money=400 cent
There are eleven graves at Dry Fork. => dry_fork.count=11 grave
Half a dozen horses stand outside the Blue Lantern. => !lantern.count=12 horse
Bohannon wants to buy the Blue Lantern. => !lantern.owner
Bohannon promised to give the silver watch to Kip. => !watch.owner
Enid Pruett will sell the Blue Lantern. => !lantern.owner
Bohannon wishes he had a horse. => !bohannon.has
Ines Ruiz no longer owns the Blue Lantern. => -lantern.owner=ruiz
Bohannon has a point. => nothing
Kip has been waiting an hour. => nothing
Bohannon has to leave. => nothing
"""

PEOPLE = """
Bohannon is a blacksmith. => bohannon.role=blacksmith
Teague Bohannon, town barber, sharpens his razor. => bohannon.role=town barber
Ines Ruiz is the schoolmistress. => ruiz.role=schoolmistress
Bohannon works as a teamster. => bohannon.role=teamster
Silas Pruett used to be a preacher. => silas_pruett.role=preacher
Bohannon is not a lawman. => -bohannon.role=lawman
Bohannon rides for the Mesa Riders. => bohannon.works_for=riders
Enid Pruett is Silas's wife. => enid_pruett.spouse=silas_pruett
Silas Pruett is married to Enid Pruett. => silas_pruett.spouse=enid_pruett
Ines Ruiz married Bohannon in the spring. => ruiz.spouse=bohannon
Bohannon is Ines's brother. => bohannon.sibling=ruiz
Ines and her brother Bohannon share a wagon. => bohannon.sibling=ruiz
Miss Wynn is a widow. => wynn.married=widowed
Bohannon is a bachelor. => bohannon.married=single
Kip cannot read. => -kip.reads=yes
Kip never learned to read. => -kip.reads=yes
Bohannon cannot swim. => -bohannon.can=swim
Ines Ruiz speaks Spanish. => ruiz.speaks=spanish
Bohannon has no Spanish. => -bohannon.speaks=spanish
Bohannon does not speak a word of Spanish. => -bohannon.speaks=spanish
Folks call Bohannon the Deacon. => bohannon.alias=the Deacon
Bohannon is known as Preacher Jack. => bohannon.alias=Preacher Jack
Bohannon is a member of the Mesa Riders. => bohannon.member_of=riders
Enid wants to be the sheriff's wife. => !enid_pruett.spouse
Bohannon talks like a preacher. => !bohannon.role
You could be a blacksmith. => !hero.role
Bohannon pretends to be a preacher. => !bohannon.role
Calder's brother is a farmer. => !calder.role
"I am a marshal," says Bohannon. => bohannon.role=marshal@speech; !bohannon.role
Bohannon swears he is a doctor. => !bohannon.role
"""

WHO = """
Bohannon nods to Miss Wynn. She is a dressmaker. => wynn.role=dressmaker; !bohannon.role
Miss Wynn nods to Bohannon. He is a gambler. => bohannon.role=gambler
Bohannon hits Calder. He is dead. => !wynn.condition
Mrs. Pruett is dead. => enid_pruett.condition=dead
Mr. Pruett is dead. => silas_pruett.condition=dead
Long Teague is dead. => bohannon.condition=dead
Old Calder is dead. => calder.condition=dead
The milliner is dead. => wynn.condition=dead
Calder's horse is dead. => !calder.condition
You are wounded. => hero.condition=wounded
Hollis Pruett is dead. => !silas_pruett.condition
Hollis Calder is dead. => !calder.condition
You learn that Edwin Calder is dead. => edwin_calder.condition=dead; !calder.condition
Doctor Amelia Stroud is a surgeon. => amelia_stroud.role=surgeon
"You are a coward and a thief," Calder tells Bohannon. => !calder.role; !hero.role
Calder puts down the cup. "I lost my left arm at Shiloh." => calder.left_arm=missing@speech; !calder.left_arm
The poster reads: "Teague Bohannon is dead." => !bohannon.condition; bohannon.condition=dead@quoted
"""

TOLD = """
Up close, Bohannon's eyes are brown. => bohannon.eyes=brown
What one notices is that Calder's eyes are grey. => calder.eyes=grey
Without a hat, Bohannon's hair is red. => bohannon.hair=red
Bohannon's long gray eyes never leave the door. => bohannon.eyes=grey
Bohannon has no red beard. => nothing
There is a scar on Bohannon's left cheek, and no story offered with it. => bohannon.scar=left cheek
Bohannon is lame in the left leg. => bohannon.limp=left leg
Bohannon's left hand is whole. => bohannon.left_hand=whole
"Bohannon's eyes are blue," says Miss Wynn, evenly. => bohannon.eyes=blue@speech; !bohannon.eyes
The talk in the saloons is that Bohannon is dead. => bohannon.condition=dead@rumour; !bohannon.condition
If Bohannon's left hand is missing, it would be a different story. => !bohannon.left_hand
Suppose Bohannon is dead. Nobody here supposes it. => !bohannon.condition
In a dream that goes round and round before morning, Bohannon's eyes are blue. => !bohannon.eyes
A yellowed clipping on the wall reads, "Bohannon's eyes are blue." => bohannon.eyes=blue@quoted; !bohannon.eyes
Can it be that Bohannon is dead? => bohannon.condition=dead@question; !bohannon.condition
Whatever anybody says, Bohannon's eyes are not blue. => -bohannon.eyes=blue
In this light Bohannon's eyes look blue, the way a far hill looks blue. => nothing
There is another Teague Bohannon, a drummer up in Denver, and of that one people say he is dead. => !bohannon.condition; !bohannon.role
As has been said already, Bohannon's eyes are brown. => bohannon.eyes=brown
To be exact about it, Haskell Flats was founded in the spring of 1859. => haskell.founded=1859
Bohannon's father is Silas Pruett. => bohannon.father=silas_pruett
Bohannon and Enid Pruett are brother and sister. => bohannon.sibling=enid_pruett
Bohannon's given name is Josiah Tull. => bohannon.name=Josiah Tull
Calder did not kill Bohannon. => -bohannon.killed_by=calder; !bohannon.condition
The old mill lies north of Haskell Flats. => mill.bearing=north
Bohannon speaks no Spanish. => -bohannon.speaks=spanish
Bohannon does not read. => -bohannon.reads=yes
Bohannon is from Texas. => bohannon.comes_from=Texas
Of the people at the Blue Lantern, Bohannon is the one who listens. => !bohannon.age
Josiah Calder, a freighter out of Westport, spits. => calder.role=freighter
The sheriff shuts the book. It belongs to Enid Pruett. => book.owner=enid_pruett
A rancher named Cole walks up to Kip. He is dead an hour later. => !kip.condition
A big mucker waits by Kip at the counter. He never learned to read. => !kip.reads
The brand on the hides is Enid Pruett's. It was burned in 1870. => nothing
Bohannon limps on the right leg, more toward evening. => bohannon.limp=right leg
Bohannon is blind in the left eye, and turns the whole head to make up for it. => bohannon.left_eye=blind
Bohannon rolls up his left sleeve. => !bohannon.left_arm
Kip was elected sheriff. => kip.role=sheriff
The Blue Lantern was sold to Enid Pruett. => lantern.owner=enid_pruett
Kip's mule is dead and his saddle is gone. => !kip.condition
Bohannon had been the sheriff before Calder. => !calder.role
Calder once owned the Blue Lantern. => lantern.owner=calder
"Who killed Bohannon?" asks Kip. => !bohannon.condition; !bohannon.killed_by
"I never said Bohannon was dead," Kip tells the sheriff. => !bohannon.condition
Kip thinks the sheriff has a glass eye. => nothing
According to Kip, Bohannon is dead. => !bohannon.condition
Had Bohannon died, Kip would own the Blue Lantern. => !bohannon.condition; !lantern.owner
Bohannon is as good as dead. => !bohannon.condition
Bohannon plays dead. => !bohannon.condition
Bohannon is a dead man if he stays. => !bohannon.condition
Bohannon is about to die. => !bohannon.condition
Bohannon almost died of the fever. => !bohannon.condition
Remember the winter that Silas Pruett died? => !silas_pruett.condition
Nobody is at the Blue Lantern. => nothing
Bohannon wore his black hair long. => !bohannon.wears; bohannon.hair=black
Miss Wynn taught a child to spell. => nothing
You have one clean shot. => nothing
Bohannon had a better night. => nothing
The first Sheriff Calder was killed before the war. => !calder.condition
Neither Kip nor Bohannon is dead. => -kip.condition=dead; -bohannon.condition=dead
"""

TABLES = {
    **free_prose.TABLES,
    "told": TOLD,
    "bodies": BODIES,
    "life": LIFE,
    "places": PLACES,
    "things": THINGS,
    "people": PEOPLE,
    "who": WHO,
}
CASES = [(family, *(part.strip() for part in line.split("=>"))) for family, table in TABLES.items() for line in table.strip().splitlines()]
