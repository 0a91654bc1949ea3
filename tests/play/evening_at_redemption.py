"""An evening at Redemption: the player's lines, what a language model told to each, and what it heard in both.

Written for the tests of prompts.
"""

from typing import Any

Row = dict[str, Any]


def A(verb: str, words: str, **more: Any) -> Row:  # noqa: N802
    """An act that was heard."""
    return {"verb": verb, "words": words, **more}


def R(kind: str, quote: str, **more: Any) -> Row:  # noqa: N802
    """A row that was noted."""
    return {"kind": kind, "quote": quote, **more}


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

ACTS: dict[int, list[Row]] = {
    1: [A("free", "lead the horse in"), A("greet", "say good evening", whom="Ben Oakes", speech="good evening")],
    2: [A("free", "take out the packet, let Ben see it, and put it back")],
    3: [A("ask", "ask what Socorro trip, and how much", whom="Ben Oakes", about="the Socorro trip, and how much")],
    4: [
        A(
            "promise",
            "promise Ben not to say his name in town",
            whom="Ben Oakes",
            about="not to say his name to anybody in this town until he says so",
        )
    ],
    5: [A("travel", "walk over to the Half Measure", place="the Half Measure"), A("free", "find a place at the bar")],
    6: [
        A("free", "lay a dollar on the bar"),
        A("ask", "ask Rafferty who the loud one is", whom="Cornelius Rafferty", about="the loud one in the slicker"),
    ],
    7: [A("free", "go over to the woman in green"), A("ask", "ask if she is Delphine Roux", whom="Delphine Roux", about="her name")],
    8: [
        A(
            "promise",
            "promise to pay four dollars on Friday",
            whom="Delphine Roux",
            about="pay four dollars on Friday for a receipt",
            minutes=5760,
        )
    ],
    9: [A("strike", "hit the man in the slicker in the mouth", whom="Coy Strunk")],
    10: [
        A("buy", "buy a bottle of whiskey", whom="Cornelius Rafferty", thing="a bottle of whiskey"),
        A("give", "set the bottle before the man", whom="Coy Strunk", thing="a bottle of whiskey"),
    ],
    11: [A("ask", "ask Rafferty whether he met Amos Strunk", whom="Cornelius Rafferty", about="whether he ever met Amos Strunk")],
    12: [A("travel", "go and find the sheriff", place="the jail")],
    13: [A("ask", "ask the sheriff about the Strunk brothers", whom="Daniel Kettering", about="the Strunk brothers")],
    14: [
        A(
            "tell",
            "refuse his friendship and bid good night",
            whom="Daniel Kettering",
            speech="I'll not be your friend by Wednesday. Good night, Sheriff.",
        )
    ],
    15: [A("travel", "go to the Dowd House", place="the Dowd House"), A("buy", "take a room", thing="bed")],
    16: [A("decide", "count out the eleven dollars", option="A")],
    17: [A("sleep", "sleep till morning", minutes=480)],
    18: [
        A("buy", "eat breakfast", thing="meal"),
        A("ask", "ask Mattie what became of Hannah", whom="Mattie Dowd", about="what became of her sister Hannah"),
    ],
    19: [
        A("give", "give Mattie the knife to hold", whom="Mattie Dowd", thing="a belt knife"),
        A("promise", "say I'll be back for it by Sunday", whom="Mattie Dowd", about="be back for the knife by Sunday"),
    ],
    20: [A("travel", "ride out to the stock pens", place="the Socorro stock pens"), A("look", "look around")],
    21: [A("look", "look closer at the mark")],
    22: [A("travel", "go back to the livery", place="the livery")],
    23: [A("ask", "ask Ben what he told Delphine Roux", whom="Ben Oakes", about="what he told Delphine Roux about me")],
    24: [A("ask", "ask who hanged Corrigan", whom="Ben Oakes", about="who hanged Corrigan")],
    25: [A("ask", "ask Ben about San Isidro", whom="Ben Oakes", about="San Isidro, the night of it, and who fired first")],
    26: [A("tell", "tell Ben he owes nothing for Socorro", whom="Ben Oakes", about="he owes me nothing for Socorro")],
    27: [A("take", "pick up the money", thing="the seven dollars"), A("ask", "ask after the bay", whom="Ben Oakes", about="the bay")],
    28: [A("free", "think over what is known of Hannah's letters")],
}

ASSUMES: dict[int, list[str]] = {24: ["You told me yesterday that Corrigan was hanged in Mesilla."]}
ROWS: dict[int, list[Row]] = {
    1: [R("person", "His boy Eli, a towheaded child of nine", name="Eli", text="Ben's boy, towheaded, nine years old", at="here", by="he")],
    2: [R("debt", "I owe you for the Socorro trip yet", name="Ben Oakes", to="you", text="for the Socorro trip")],
    3: [
        R(
            "fact",
            "You stood for me with that Irishman, Corrigan, that ran the monte table",
            name="Ben Oakes",
            text="you stood for Ben with Corrigan at Socorro",
            told="said",
            by="Ben Oakes",
        ),
        R(
            "person",
            "that Irishman, Corrigan, that ran the monte table",
            name="Corrigan",
            text="an Irishman who ran a monte table at Socorro",
            by="he",
        ),
    ],
    4: [
        R(
            "person",
            "name of Delphine Roux",
            name="Delphine Roux",
            text="deals faro at the Half Measure on Mondays and Tuesdays",
            at="the Half Measure",
            by="she",
        )
    ],
    5: [],
    6: [
        R(
            "person",
            '"Coy Strunk," he says',
            name="Coy Strunk",
            text="the loud man in the yellow slicker, come in with the wire",
            at="here",
            by="he",
        ),
        R(
            "fact",
            "He's buried two men at Lordsburg, or says so.",
            name="Coy Strunk",
            text="says he buried two men at Lordsburg",
            told="rumour",
            by="Rafferty",
        ),
    ],
    7: [
        R(
            "fact",
            "there is a white scar across two knuckles of the left one",
            name="Delphine Roux",
            text="has a white scar across two knuckles of the left hand",
        ),
        R(
            "fact",
            "I carry paper to Mesilla at the end of every month.",
            name="Delphine Roux",
            text="carries paper to Mesilla at each month's end for four dollars",
            told="said",
            by="Delphine Roux",
        ),
    ],
    8: [
        R(
            "fact",
            "After that I've a room at the Dowd House",
            name="Delphine Roux",
            text="has a room at the Dowd House after Friday",
            told="said",
            by="Delphine Roux",
        )
    ],
    9: [
        R(
            "event",
            "It lands, and it lands well",
            text="You knocked Coy Strunk down in the Half Measure",
            name="you; Coy Strunk",
            weight="major",
        )
    ],
    10: [
        R(
            "person",
            '"My brother\'s with the wire crew," he says. "Amos.',
            name="Amos Strunk",
            text="Coy's brother, with the wire crew",
            by="he",
        ),
        R(
            "fact",
            '"My brother\'s with the wire crew," he says.',
            name="Amos Strunk",
            to="Coy Strunk",
            link="sibling",
            text="is Coy Strunk's brother",
        ),
    ],
    11: [
        R(
            "fact",
            "They've got a camp by the survey stakes, five miles out, and a dog that doesn't bark.",
            name="Amos Strunk",
            text="camps by the survey stakes with a dog that does not bark",
            told="said",
            by="Rafferty",
        )
    ],
    13: [
        R(
            "fact",
            '"Coy has a paper out on him from Grant County, Nathan, for a mule.',
            name="Coy Strunk",
            text="wanted in Grant County for a mule",
            told="said",
            by="Kettering",
        )
    ],
    14: [R("decision", '"That\'s plain," Kettering says.', text="refuse to be the sheriff's friend")],
    16: [
        R(
            "person",
            '"Hannah. She kept it the two winters before she went to Pinos Altos',
            name="Hannah",
            text="Mattie's sister, who kept the small book for two winters",
            by="she",
        )
    ],
    17: [
        R(
            "event",
            "Somebody has pushed a folded paper under the door.",
            text="A note under the door: not the livery, he is watched",
            name="you",
            weight="major",
        )
    ],
    18: [
        R(
            "fact",
            "It was the preacher had the one lung and Hannah that died of it.",
            name="Hannah",
            text="is dead",
            told="said",
            by="Mattie",
        ),
        R(
            "thing",
            "She left me a box of letters I've never opened",
            name="box of letters",
            text="Hannah's letters, never opened",
            at="Mattie Dowd",
        ),
    ],
    20: [R("fact", "two letters, A and S, and under them a line", name="the Socorro stock pens", text="A and S are cut into the top rail")],
    23: [
        R(
            "fact",
            "\"She used to be Corrigan's wife.",
            name="Delphine Roux",
            to="Corrigan",
            link="spouse",
            text="was Corrigan's wife",
            told="said",
            by="Ben",
        )
    ],
    26: [R("settled", "counts seven silver dollars onto the anvil one at a time", id="", text="paid")],
}
