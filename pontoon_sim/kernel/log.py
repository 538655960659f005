"""Writing the events of a deal. `log` is None in the fast engine: then nothing is compiled here."""

from __future__ import annotations

from numba import njit


@njit(cache=True)
def note(log, st, event, a, b, c, d):
    """Add one event with up to four numbers, in the order of the record's form."""
    if log is not None:
        row = st.log_length
        log[row, 0] = event
        log[row, 1] = a
        log[row, 2] = b
        log[row, 3] = c
        log[row, 4] = d
        st.log_length = row + 1
