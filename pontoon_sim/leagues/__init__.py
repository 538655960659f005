"""Leagues: bots sit down together at many tables, and what each has won decides.

`bots.py` says who plays, `seating.py` who sits where, `tables.py` plays rounds and sums them up,
`play.py` plays a whole league, `standings.py` ranks. Nothing here prints or draws; importing this
package loads none of them.
"""
