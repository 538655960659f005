"""The compiled engine for Python callers: rules lowered to integers, blocks of tables played, their
integer tallies. No estimates and no words."""
