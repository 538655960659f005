"""Estimates with their errors and intervals, from sums over independent tables.

Pure mathematics: nothing here knows seats, strategies or how a figure is printed."""
