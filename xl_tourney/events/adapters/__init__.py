"""What a game knows of its own workbooks, one module a template, which bears its name.

A module says which results are typed and what else each could have been, by size:

========  =======================================  ==============================================
template  a result                                 its size, and what is smaller
========  =======================================  ==============================================
league    the score of a game                      goals (runs, sets) added or taken, on both
                                                   sides together; only scores that a game can have
league    the record of two teams, where the       games between the two that the upper team won,
          table lists teams                        and would have lost; half of one for a tie
tantrix   the margin of a game                     tiles
tantrix   the TPs of a match                       TPs that go from one player to the other
kdice     the finishes of a player                 games that end in another place; of as many,
                                                   how far they move
bridge    the score of a line                      points of the score; with a contract it is that
                                                   of another number of tricks
go        a game                                   points: 1 for the other winner, ½ for a jigo,
                                                   where the tournament has one
chess     a game over the board                    points: ½ or 1
========  =======================================  ==============================================

Its ``FIGURES`` are the figures that decide before all others, by the first criterion.
"""
