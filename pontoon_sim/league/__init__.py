"""Leagues: bots sit down together at many tables, and what each has won decides.

`bots.py` says who plays, `seating.py` who sits where, `play.py` plays the rounds and sums them up,
`standings.py` ranks, `plot.py` draws. Importing this package loads none of them.
"""
