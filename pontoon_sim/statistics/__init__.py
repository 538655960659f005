"""Sums over independent tables, and what follows from them: estimates, standard errors, intervals.

Pure mathematics, which knows no seats and no cards: quantities are whatever their owners call them.
Nothing of the game, of runs or of results may enter.
"""
