"""Making strategies better: tables by trying out every choice, parameters by search.

`states.py` says what may be changed in a table, `explorer.py` plays and tries, `deciding.py` says
what is better beyond doubt, `rounds.py` repeats it, `search.py` searches parameters, `final.py`
measures what came of it. Nothing here prints or draws.
"""
