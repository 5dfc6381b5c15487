"""The names by which programs know a workbook of ours, its tables and its status."""

TEMPLATE_PROPERTY = "xl-tourney template"
"""The custom document property with the template that made a workbook."""

LAYOUT_PROPERTY, LANGUAGE = "xl-tourney layout", "language"
"""The custom document property with the options that decide which cells a workbook has, and the
part of it that says in which language its texts are; without that it is English."""

STAMP_PROPERTY = "xl-tourney calculated"
"""The custom document property that says from which content the values were calculated."""

NAME = "StandingsTable"
"""How the names begin by which other programs find the tables of standings."""

CHART = "StandingsChart"
"""How the names begin of cells on other sheets whose charts belong to the standings."""

STATUS = "Status"
"""The name of the cell that sums the checks up."""

PASSED, IN_PROGRESS, NO_RESULTS = "All checks passed", "In progress", "No results yet"
"""How the status begins where all is right, where something is not finished yet, and where nothing
has begun; everything else is a fault."""

FOR_DIRECTOR = "ForDirector"
"""The hidden name of an array of what is said below the headings of sheets to the director, and not
to readers: sentences as the workbook says them."""

NOTE = "Note"
"""The name of the cell with what readers should know of the results."""

TITLE = "Title"
"""The name of the cell with the heading of every sheet."""

AS_OF = "AsOf"
"""The name of the cell that says from when the results are."""

ROUNDS = ("RoundsHeld", "LastRound")
"""The names of cells that say which is the last round with results: one in a workbook."""

LEADING = "LeadingColumn"
"""How the hidden names begin of the headings of the columns that say who it is and what decides."""

RECORD = "PlayerRecord"
"""How the hidden names begin of the cells that hold the results of each player."""

SEASON_OVER = "SeasonOver"
"""The name of a cell that is 1 when every game of the season has been played."""

PRIZE_CATEGORIES, PRIZE_WINNERS, PRIZE_ROWS = "PrizeCategories", "PrizeWinners", "PrizeRows"
"""The hidden names of the cells with the names of prizes, below each the winners, and the rows of
the standings of whom each is for: a column a category."""

BOARD_ROUNDS, BOARD_NUMBERS, BOARD_PLAYERS = "BoardRounds", "BoardNumbers", "BoardPlayers"
"""The hidden names of the cells with typed boards: the rounds, the boards, and the numbers of the
players on the list, a row a game."""
