"""Experiments: a small TOML file that asks a question, read, checked and played into a folder.

Reading one runs no code. Nothing here prints or draws: reports are written by `report`.
"""
