"""Somebody or something in two places at one time."""

from gm_engine.continuity.second.ways.whereabouts import nominate
from tests.continuity.second.laid import table

CLASH = (
    ("sametime", "At nine that Friday evening Cyrus Bell was in the hotel.", "At nine that Friday evening Cyrus Bell stood on the wharf."),
    ("sametime", "On the night of the fire Ada Quill was in the chapel.", "On the night of the fire Ada Quill was at the mill."),
    ("sametime", "When the magazine blew, Otto Grimes was in Denver.", "Otto Grimes stood behind the stable when the magazine went up."),
    ("sametime", "From noon until midnight on Monday Seth Loy sat in the jail.", "At noon on Monday Seth Loy was on the ridge."),
    ("sametime", "All through Christmas night Jane Orme kept to the sickroom.", "That Christmas night Jane Orme was in the boathouse."),
    ("place", "You leave Kit Barlow at the mission.", "Kit Barlow sits beside you in the saloon."),
    ("place", "You lock Dan Rusk in the smokehouse until dawn.", "Dan Rusk is in the parlor, buttering toast."),
    ("place", "Reverend Moss left for Tucson on this morning's stage.", "Reverend Moss stands in the pulpit."),
    ("place", "Lottie Amber boarded the train for Boston.", "Lottie Amber sits at your table."),
    ("place", "They cart Noah Isk to the hospital for a month.", "Noah Isk stands in the barn."),
    ("place", "Doc Verity will not set foot in Pinch before Monday.", "Doc Verity stands on the porch in Pinch."),
    ("place", "Marshal Voss will sit in the depot until the train comes.", "Marshal Voss rides beside you."),
    ("away", "Dov Ames stays behind on the shuttle.", "Dov Ames hands you the cutter."),
    ("away", "Ruth Amber stayed home to mind the baby.", "Ruth Amber sat in the front pew beside you."),
    ("away", "Margaret Shaw never left the ward that night.", "That night Margaret Shaw was seen on the river path."),
    ("away", "The Duke is in Vienna until the end of the month.", "The Duke bows to you across the ballroom."),
    ("away", "You send Abel Finch back to the ship.", "Abel Finch crouches beside you, breathing hard."),
)
APART = (
    ("Otis Hale is in Bristol on Monday.", "At nine that Monday Otis Hale's brother was in Cardiff."),
    ("Dan Rusk is locked in the tower for weeks.", "The jailer brings Dan Rusk down. Dan Rusk is in the garden."),
    ("At noon on Monday Ada Quill was in Bristol.", "At noon on Tuesday Ada Quill was in Cardiff."),
    ("Dan Rusk is locked in the brig until dawn.", "The captain lets Dan Rusk out. Dan Rusk sits down beside you."),
    ("At nine that Friday evening Cyrus Bell was in the hotel.", "At ten that Saturday evening Cyrus Bell stood on the wharf."),
    ("On the night of the fire Ada Quill was in the chapel.", "On the night of the flood Ada Quill was at the mill."),
    ("At nine that Friday evening Cyrus Bell was in the hotel.", "At nine that Friday evening Cyrus Bell was in the hotel, by the stove."),
    ("At nine that Friday evening Cyrus Bell was in the hotel.", "At nine that Friday evening Ada Quill was on the wharf."),
    ("You leave Kit Barlow at the mission.", "Kit Barlow sits in the mission garden."),
    ("You leave Kit Barlow at the mission.", "Kit Barlow has escaped and sits beside you in the saloon."),
    ("You leave Kit Barlow at the mission.", "Ten years ago Kit Barlow sat beside you in the saloon."),
    ("You lock Dan Rusk in the smokehouse until dawn.", "You release Dan Rusk, and he sits in the parlor."),
    ("Reverend Moss means to leave for Tucson.", "Reverend Moss stands in the pulpit."),
    ("Reverend Moss left for Tucson on this morning's stage.", "Reverend Moss is back and stands in the pulpit."),
    ("Doc Verity will not set foot in Pinch before Monday.", "Doc Verity stands on the porch in Laredo."),
    ("Ike Loman is in the livery barn.", "Ike Loman is in the hotel."),
    ("You leave the Sharps rifle in the cabin.", "You fetch the Sharps rifle and lift it."),
    ("You leave the Sharps rifle in the cabin.", "You lift the other rifle."),
    ("Lottie Amber dreams that she boarded the train for Boston.", "Lottie Amber sits at your table."),
    ("If you leave Kit Barlow at the mission, he prays.", "Kit Barlow sits beside you in the saloon."),
    ("Ruth Amber stayed home to mind the baby.", "Ruth Amber sits at home by the fire."),
    ("You send Abel Finch back to the ship.", "The voice of Abel Finch comes over the radio."),
    ("You send Abel Finch back to the ship.", "Abel Finch has come back and crouches beside you."),
    ("The Duke is in Vienna until the end of the month.", "The Duke's brother bows to you across the ballroom."),
    ("She is shutting up her saloon early.", "Abel Finch sits at the altar."),
    ("Abel Finch sticks his pencil behind his ear.", "Abel Finch deals the cards to you."),
)
MISSED = (
    ("You chain Abel Finch to the anvil until dawn.", "Abel Finch lounges in the barber's chair."),
    ("Ike Loman is forty miles off in Placer.", "Ike Loman is in the livery barn."),
    ("You leave the silver flute in the cabin for the winter.", "You lift the silver flute to your lips."),
    ("Hester Ames is twenty miles away in Laredo.", "Hester Ames is in the kitchen."),
    ("You leave the Sharps rifle in the cabin.", "You lift the Sharps rifle."),
)

test_whereabouts = table(nominate, CLASH, APART, MISSED)
