"""An evening at Redemption: the player's lines, and what a language model told to each. Written for the tests of prompts."""

EVENING: tuple[tuple[str, str], ...] = (
    (
        "I lead my horse in out of the light and say good evening to whoever is working.",
        "The bay's shoes ring once on the sill and then go soft in the straw. Ben Oakes finishes his four strokes, dips "
        'the iron, and lets the steam have him for a moment. "Nate Strayhorn, by God," he says. He wipes a hand down '
        "his apron and does not quite hold it out. His boy Eli, a towheaded child of nine with a bucket too big for "
        "him, stops in the doorway of the feed room and stares at your saddle. The gray mule watches all three of you.",
    ),
    (
        "I take the oilcloth packet out, let Ben see it, and put it back without a word.",
        "The oilcloth catches the forge light, brown as a tobacco leaf. Ben looks at it the way a man looks at a dog he "
        'thought was dead. "I\'d not carry that on the street side," he says, very low. The boy Eli has come a step '
        'nearer; Ben puts him back with one finger. "Go see to the trough." He takes the reins out of your hand. "Two '
        'bits a night. I owe you for the Socorro trip yet, so call it nothing till Saturday."',
    ),
    (
        "What Socorro trip? I ask him straight, and I want to know how much.",
        'Ben counts on the burned fingers. "Seven dollars. You stood for me with that Irishman, Corrigan, that ran the '
        'monte table, and I never made it good." He leads the bay into the third stall and throws down hay without '
        "looking at you. \"You'd have done better to keep the seven dollars and let Corrigan have my ear. He only wanted "
        'the one." The mule Congress lays her ears flat and then thinks better of it.',
    ),
    (
        "I promise Ben, with my hand out, that I'll not say his name to anybody in this town until he tells me I can.",
        "He looks at the hand a long while. Then he takes it, and his palm is as hard as a hoof. \"That's more than I'd "
        'ask," Ben says. Behind him the forge settles with a sound like a breath let go. "There\'s a woman at the Half '
        "Measure deals faro Tuesdays and Mondays, name of Delphine Roux. If you need a thing carried out of this county "
        "and not read, she's carried before.\"",
    ),
    (
        "I walk over to the Half Measure and find a place at the bar.",
        "The Half Measure is one long room with more shadow than lamp in it. Rafferty sets a glass down before you have "
        "quite arrived and goes on talking to a teamster with a red neck about the price of freight. At the back, under "
        "the stuffed antelope, a woman in a green dress squares a faro box to the edge of her table. Somebody laughs "
        "too loudly. A big man in a yellow slicker has his boots on the only other chair.",
    ),
    (
        "I lay a dollar on the bar and ask Rafferty who the loud one in the slicker is.",
        'Rafferty lays one finger on the dollar and draws it toward him as if it might bite. "Coy Strunk," he says, not '
        'moving his mouth much. "Came in with the wire. He\'s buried two men at Lordsburg, or says so." The man in the '
        'slicker has stopped laughing. "You ordering, or you asking?" Rafferty says, louder, for the room. The change '
        "he puts down is sixty cents, in dimes.",
    ),
    (
        "I go over to the woman in green and ask if she is Delphine Roux.",
        '"On Mondays," she says, without looking up. Her hands go on with the cards; there is a white scar across two '
        "knuckles of the left one. \"Who was it sent you? No. Don't tell me. If you told me I'd know it, and then "
        'somebody could ask me." She turns up a queen and lays it by itself. "I carry paper to Mesilla at the end of '
        "every month. Four dollars, and I don't carry it if I can smell what it is.\"",
    ),
    (
        "I tell her I'll pay her the four dollars on Friday and not before, and that I want a receipt in her own hand.",
        'Delphine Roux laughs, once, through the nose. "A receipt. Saints." She takes a pencil out of her hair, tears '
        "the corner from a keno sheet, and writes four words and her initials in a hand like a schoolgirl's. \"Friday, "
        "then. Before the stage. After that I've a room at the Dowd House and I do not answer the door.\" Behind you a "
        "chair goes over.",
    ),
    (
        "I hit the man in the slicker in the mouth before he can say anything.",
        "It lands, and it lands well; Strunk's head goes back and his hat goes over the antelope's one good eye. He "
        "sits down in the wreck of the chair with blood on his teeth and an expression of real surprise. Nobody moves. "
        "\"That's the county's chair,\" Rafferty says. Strunk feels along his jaw. \"You'll want to have left by "
        'Thursday," he says thickly, to the floor more than to you.',
    ),
    (
        "I buy a bottle of whiskey from Rafferty and set it down in front of the man I hit.",
        "Strunk looks at the bottle, and then at the hand that put it there. It is a long look. He draws the cork with "
        "his back teeth and spits it into the spittoon, the first man anybody has seen hit it. \"My brother's with the "
        'wire crew," he says. "Amos. He ain\'t as forgiving as I am." Delphine Roux turns over another card.',
    ),
    (
        "I ask Rafferty whether he ever met Amos Strunk.",
        '"Once," says Rafferty. "He paid with a ten-dollar gold piece and counted the change twice, lips moving." He '
        "wipes the bar where it is already dry. \"Big as his brother and no talk to him at all. They've got a camp by "
        "the survey stakes, five miles out, and a dog that doesn't bark.\"",
    ),
    (
        "Go find the sheriff. I want to see him before he comes looking for me.",
        "Water Street is blue with dusk, and the ditch talks to itself along the north side. The lamp is lit in the "
        "jail. Sheriff Kettering is standing on the step with his hat in his hand, as if he had stepped out to look at "
        'the evening and found you in it. "Nathan," he says. "Well now." He moves aside from the door, the whole of one '
        "pace.",
    ),
    (
        "I ask the sheriff what he knows about the Strunk brothers.",
        '"I know they\'re paid by the month and spend by the hour," says Kettering. The ring knocks on the doorpost, '
        "twice. \"Coy has a paper out on him from Grant County, Nathan, for a mule. I haven't found it convenient to "
        'read." He smiles. "I could find it convenient by Wednesday, if a man asked me as a friend."',
    ),
    (
        "No. I'll not be your friend by Wednesday. Good night, Sheriff.",
        'The smile stays where it is; something behind it sits down. "That\'s plain," Kettering says. "I like plain." He '
        "puts his hat on, and squares it. \"Mattie will give you a bed. I'd take the back one. The front looks on the "
        "street, and there's been shooting at windows.\" Across the way a lamp goes out in the Lamp office.",
    ),
    (
        "I go to the Dowd House and take a room for the night, and pay for it.",
        "Mattie Dowd turns the register round on its chain. She runs the pencil down to a clean line and waits for your "
        "name as though she had never heard it. \"Back room, number seven. There's a washstand and a window that "
        'sticks." The key she gives you is the length of a finger and worn bright. "Breakfast is at six, and it is '
        'eaten at six."',
    ),
    (
        "I count out the eleven dollars I owe her from '78.",
        'She counts it after you, lips shut, and rules a line through the page, and blots it. "There," Mattie says. '
        '"One of us can sleep." She closes the small book. On its back somebody has inked 1878 to 1881 in a hand that '
        'is not hers. "My sister\'s," she says, when she sees you looking. "Hannah. She kept it the two winters before '
        'she went to Pinos Altos and married a preacher with one lung."',
    ),
    (
        "I sleep till morning.",
        "You wake to a stripe of sun on the washstand and the smell of coffee and lye. Somebody has pushed a folded "
        "paper under the door. It says, in pencil: *Not the livery. He is watched. D.* Down in the yard a pump handle "
        "goes eleven times and stops. It is a little after six.",
    ),
    (
        "I eat breakfast and ask Mattie what became of her sister Hannah.",
        '"Dead," says Mattie. She puts eggs in front of you. "The winter of \'80. It was the preacher had the one lung '
        'and Hannah that died of it." She stands a moment with the pan. "She left me a box of letters I\'ve never '
        "opened, and a parrot, which died too. Eat those while they're hot.\" At the end of the table Mr. Haskell lays "
        "down his fork and listens.",
    ),
    (
        "I give Mattie my knife to hold for me, and say I'll be back for it by Sunday.",
        "She takes it by the blade, like a woman who has been handed worse, and drops it in the drawer with the stage "
        'receipts. "Sunday," Mattie says. "After church, before dinner. I\'m not a bank." The drawer shuts. Haskell has '
        "picked up his fork again and is not eating with it.",
    ),
    (
        "I ride out to the stock pens south of town and look around.",
        "The pens stand empty at the edge of the grass, gray poles and a chute, with the dust in them combed by wind. A "
        "meadowlark goes off a post. Somebody has cut a mark into the top rail, and not long ago: two letters, A and S, "
        "and under them a line. Far off, by the survey stakes, smoke is going straight up.",
    ),
    (
        "I look closer at the mark. Is that Amos Strunk's?",
        "The cuts are fresh and yellow, made with a broad blade held the way one holds a pencil. A and S, and a bar "
        "under them. It might be Amos Strunk. It might be anybody with two letters and an afternoon. There are boot "
        "prints along the rail, a long stride, and beside them the prints of a dog that had sat down and waited.",
    ),
    (
        "I go back to the livery. I want to talk to Ben.",
        "The livery is dim and smells of quenched iron. Ben Oakes is bent under the mule with a hoof between his knees "
        'and nails in his mouth. He sees your boots first. "Mornin\'," he says round the nails. Eli is asleep on the oat '
        "sacks with his mouth open. There is a bottle on the anvil stump, and it has been started.",
    ),
    (
        "I ask Ben what he told Delphine Roux about me.",
        "He takes the nails out of his mouth one by one. \"I told her you'd come. I told her you'd ask.\" The hoof goes "
        "down. \"I didn't tell her what about. I don't know what about, Nate. I know what it's wrapped in.\" He looks at "
        'the bottle and then at the boy. "She used to be Corrigan\'s wife. I ought to have said."',
    ),
    (
        "You told me yesterday that Corrigan was hanged in Mesilla. Who hanged him?",
        'Ben frowns at you across the mule\'s back. "I never said hanged." He reaches for the bottle and leaves his hand '
        'lying beside it. "I said he wanted my ear. Last I knew, Corrigan was dealing monte in Tombstone and owed '
        'everybody." The mule shifts her weight onto him and he shoves her off with a shoulder.',
    ),
    (
        "I ask Ben about San Isidro, the night of it, and who fired first.",
        'The rasp stops. For a while there is only the mule\'s breathing. "I was at the back," says Ben. "I was always '
        'at the back of a thing." He does not look round. "Ask me something I can answer sober." His hand is still on '
        "the hoof, and it is shaking a little, like a hand on a plow.",
    ),
    (
        "I take the seven dollars off his mind: I tell Ben he owes me nothing for Socorro.",
        'He straightens by stages. "No," says Ben. "You don\'t get to do that." He goes to a nail keg, moves a horse '
        'collar, and counts seven silver dollars onto the anvil one at a time. "There. Now I\'m a man that pays." Eli '
        "has woken, and is watching the dollars the way the mule watches gates.",
    ),
    (
        "I pick up the money, thank him, and ask after the bay.",
        '"Sound," says Ben, glad of the question. "Off fore\'s thin in the wall. I\'d shoe him again before you took him '
        'on rock." He slaps the stall rail. The bay puts his head over and blows down your collar. Outside a wagon goes '
        "by with a squeal in one wheel, and Eli runs out to look at it.",
    ),
    (
        "Does Mattie's sister's box of letters come to mind? I think over what I know of it.",
        "A box, Mattie said, that she has never opened; the letters of a woman who kept a hotel's small book for two "
        "winters and died at Pinos Altos. The handwriting on the spine was round and careful. If Hannah Dowd wrote down "
        "what a hotel heard in the fall of 1878, it is in that box, and the box is under Mattie's roof.",
    ),
)
