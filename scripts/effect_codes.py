# ruff: noqa: E501 - a row of the table is one line
"""The hand-made part of `data/effects.tsv`: what each name-choosing effect does, in closed codes.

`scripts/make_tables` joins these rows with the facts it is given and stops when a card is in one of
the two only. The codes are those of `oracle_names.effects`; the notes are our own words.
"""

from __future__ import annotations

# What the facts call a restriction -> the text of it in the grammar of `oracle_names.restrictions`,
# and the limit that the words alone cannot decide. `from_list` is completed from the facts.
RESTRICTIONS: dict[str, tuple[str, str]] = {
    "any": ("any", ""),
    "nonland": ("nonland", ""),
    "land": ("land", ""),
    "nonbasic_land": ("nonbasic land", ""),
    "not_basic_land": ("other than a basic land", ""),
    "noncreature_nonland": ("noncreature, nonland", ""),
    "nonartifact_nonland": ("nonartifact, nonland", ""),
    "creature": ("creature", ""),
    "artifact": ("artifact", ""),
    "from_list": ("from among ", ""),
    "name_of_revealed_nonland_card": ("nonland", "revealed"),
    "random_nonland": ("nonland", "random"),
    "guess": ("any", "guessed"),
    "creature_same_mana_cost": ("creature", "same-mana-cost"),
    "same_mana_cost": ("any", "same-mana-cost"),
}

# Cards of a list that can choose each name once only.
ONCE_EACH = frozenset({"Garth One-Eye"})

# card | timing | chooser | uses | note
CODES = """
"Ach! Hans, Run!" | step-trigger | you | searches | the name is spoken aloud at the beginning of your upkeep
Academic Probation | on-resolution | you | cant-be-cast | one of two modes; opponents, until your next turn
Adriana's Valor | as-put-into-command-zone | you | hidden-agenda, benefits |
Alhammarret, High Arbiter | as-enters | you | cant-be-cast | one name in all; none if no nonland card is revealed; opponents
Alpine Moon | as-enters | you | changes-lands | lands your opponents control
Ancient Vendetta | on-resolution | you | exiles-from-graveyard-hand-library | up to four cards of target opponent
Anointed Peacekeeper | as-enters | you | costs-more, activated-abilities-cost-more-not-mana | looks at a hand first, which does not limit the choice; spells of opponents
Assemble the Rank and Vile | as-put-into-command-zone | you | hidden-agenda, benefits |
Booby Trap | as-enters | you | triggers | an opponent is chosen too; the trigger is that player drawing the card
Brago's Favor | as-put-into-command-zone | you | hidden-agenda, costs-less | your spells
Brain Pry | on-resolution | you | discards | one card; if there is none, you draw
Cabal Therapist | reflexive-trigger | you | discards | chosen as the reflexive trigger resolves
Cabal Therapy | on-resolution | you | discards | all cards with the name
Cheering Fanatic | attack-trigger | you | costs-less | all players' spells, this turn
Comply | on-resolution | you | cant-be-cast | aftermath half; opponents, until your next turn
Conjurer's Ban | on-resolution | you | cant-be-cast, cant-be-played | until your next turn
Conundrum Sphinx | attack-trigger | each-player | compares-top-card | each player's name is compared with that player's own card
Council of the Absolute | as-enters | you | cant-be-cast, costs-less | cast by opponents; your spells cost less
Cranial Extraction | on-resolution | you | exiles-from-graveyard-hand-library | all cards with the name
Curse of Silence | as-enters | you | costs-more, triggers | spells of the enchanted player
Cursed Scroll | activated-ability | you | compares-hand | with a card at random from your own hand
Day of the Moon | saga-chapter | you | goads | each chapter adds a name to those chosen before
Declaration of Naught | as-enters | you | counters-spells | an activated ability counters target spell with the name
Dementia Sliver | activated-ability | you | compares-hand, discards | every Sliver has the ability; one random card
Demonic Consultation | on-resolution | you | reveals-until | six cards are exiled first
Denied! | on-resolution | you | compares-hand, counters-spells |
Desperate Research | on-resolution | you | puts-into-hand | from the top seven cards
Diviner's Lockbox | activated-ability | you | compares-top-card |
Divining Witch | activated-ability | you | reveals-until | six cards are exiled first
Discord, Lord of Disharmony | step-trigger | nobody | copies | a name at random; the copy may be cast until your next end step
Disruptor Flute | as-enters | you | costs-more, locks-activated-abilities-not-mana |
Dispossess | on-resolution | you | exiles-from-graveyard-hand-library | any number of cards of target opponent
Double Stroke | as-put-into-command-zone | you | hidden-agenda, benefits |
Echoing Boon | as-put-into-command-zone | you | hidden-agenda, benefits |
Ersta, Friend to All | loyalty-ability | you | copies | the copy may be cast without paying its mana cost
Foreshadow | on-resolution | you | compares-milled-card |
Garth One-Eye | activated-ability | you | copies | the copy is of the Oracle card and may be cast for its costs
Gideon's Intervention | as-enters | you | cant-be-cast, prevents-damage | cast by opponents; damage to you and your permanents
Hired Heist | as-put-into-command-zone | you | hidden-agenda, benefits |
Immediate Action | as-put-into-command-zone | you | hidden-agenda, benefits |
Incendiary Dissent | as-put-into-command-zone | you | hidden-agenda, benefits |
Infinite Obliteration | on-resolution | you | exiles-from-graveyard-hand-library | any number of cards of target opponent
Isperia the Inscrutable | combat-damage-trigger | you | compares-hand | a match searches for a creature with flying, of any name
Iterative Analysis | as-put-into-command-zone | you | hidden-agenda, benefits |
Killer Cosplay | attached-trigger | you | copies | the equipped creature becomes a copy of the card; costs are those of that creature
Lammastide Weave | on-resolution | you | compares-milled-card |
Liar's Pendulum | activated-ability | you | compares-hand, guesses | an opponent guesses whether your hand has the card
Look at Me, I'm the DCI | on-resolution | you | bans | a card is banned for the match, wherever it is
Lost Legacy | on-resolution | you | exiles-from-graveyard-hand-library | any number of cards; its owner draws for those from the hand
Magus of the Scroll | activated-ability | you | compares-hand | with a card at random from your own hand
Meddling Mage | as-enters | you | cant-be-cast |
Medomai's Prophecy | saga-chapter | you | triggers | chosen in chapter II, used in chapter III
Memoricide | on-resolution | you | exiles-from-graveyard-hand-library | any number of cards
Mindblaze | on-resolution | you | compares-library | a number above 0 is chosen too
Mise | on-resolution | you | compares-top-card |
Muzzio's Preparations | as-put-into-command-zone | you | hidden-agenda, benefits |
Natural Unity | as-put-into-command-zone | you | hidden-agenda, benefits |
Nebuchadnezzar | activated-ability | you | compares-hand, discards | among X random cards
Necromentia | on-resolution | you | exiles-from-graveyard-hand-library | any number of cards of target opponent, who gets Zombies for those from the hand
Nevermore | as-enters | you | cant-be-cast |
Null Chamber | as-enters | you-and-an-opponent | cant-be-cast, cant-be-played | both names count; both may be the same
Petra Sphinx | activated-ability | target-player | compares-top-card |
Petrified Hamlet | enters-trigger | you | locks-activated-abilities-not-mana, changes-lands | lands with the name get an ability for colorless mana
Phyrexian Revoker | as-enters | you | locks-activated-abilities | mana abilities too
Pithing Needle | as-enters | you | locks-activated-abilities-not-mana |
Predict | on-resolution | you | compares-milled-card |
Psychic Paper | as-attached | you | sets-name | a creature type is chosen too; the name replaces all others
Richard Garfield, Ph.D. | as-cast | you | plays-as | a card is chosen by name for the one you play; the same one not twice
Runed Halo | as-enters | you | protection | of the player
Secret Summoning | as-put-into-command-zone | you | hidden-agenda, searches |
Secrets of Paradise | as-put-into-command-zone | you | hidden-agenda, benefits |
Silverquill Silencer | as-enters | you | triggers | an opponent casting a spell with the name
Skyseer's Chariot | as-enters | you | activated-abilities-cost-more | mana abilities too
Slaughter Games | on-resolution | you | exiles-from-graveyard-hand-library | any number of cards of target opponent
Smart Ass | attack-trigger | you | compares-hand | of the defending player
Sorcerous Spyglass | as-enters | you | locks-activated-abilities-not-mana | looks at a hand first, which does not limit the choice
Sphinx Ambassador | combat-damage-trigger | damaged-player | compares-library | with the card found there
Spire Phantasm | during-draft | you | guesses | the next card drafted from the pack
Spoils of the Vault | on-resolution | you | reveals-until | 1 life for each card exiled
Stain the Mind | on-resolution | you | exiles-from-graveyard-hand-library | any number of cards
Summoner's Bond | as-put-into-command-zone | you | double-agenda, searches | two different names
Tamiyo, Collector of Tales | loyalty-ability | you | puts-into-hand | from the top four cards
The Clone Saga | saga-chapter | you | benefits | chapter III, this turn
The Keeper of Favorite Cards | enters-or-attacks-trigger | you | keeps-a-list |
The Rise of Sozin | saga-chapter | you | exiles-from-graveyard-hand-library | chapter II; up to four cards of target opponent
The Stone Brain | activated-ability | you | exiles-from-graveyard-hand-library | up to four cards of target opponent, who draws for those from the hand
Thought Hemorrhage | on-resolution | you | compares-hand, exiles-from-graveyard-hand-library | damage for each one in the hand; then all are exiled
Tunnel Vision | on-resolution | you | reveals-until | of target player
Unexpected Potential | as-put-into-command-zone | you | hidden-agenda, benefits |
Unmoored Ego | on-resolution | you | exiles-from-graveyard-hand-library | up to four cards of target opponent, who draws for those from the hand
Vexing Arcanix | activated-ability | target-player | compares-top-card |
Voidstone Gargoyle | as-enters | you | cant-be-cast, locks-activated-abilities | mana abilities too
Wood Sage | activated-ability | you | puts-into-hand | from the top four cards
_____ | activated-ability | you | sets-name | its own name, in any zone and at any time
"""

# card | the name that its effect sets or gives. The names set by another rule than a name of its own
# (the card's own name kept by a copy, the name last chosen for Psychic Paper) are not here.
SET_NAMES = """
Awakening of Vitu-Ghazi | Vitu-Ghazi
Honest Work | Humble Merchant
Mishra, Eminent One | Mishra's Warform
Princess Yue | Moon
Tenth District Hero | Mileva, the Stalwart
The Curse of Fenric | Fenric
The Eleventh Hour | Prisoner Zero
The Irencrag | Everflame, Heroes' Legacy
Witness Protection | Legitimate Businessperson
"""


def cells(text: str) -> list[list[str]]:
    """The rows of a table above, each cell without the spaces around it."""
    return [[cell.strip() for cell in line.split("|")] for line in text.strip().splitlines()]
