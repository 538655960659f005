"""One call, one answer: `simulate`, `compare`, `bank_value` set up a run, drive it and hand back a
result. Nothing here prints."""
