"""What results look like: sentences, tables, pictures, report files and pandas.

Nothing below imports this room: `display` registers it for `repr`, notebooks and `.frame()`.
"""
