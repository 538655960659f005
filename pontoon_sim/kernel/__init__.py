"""The compiled engine: numpy and numba only. Importing this package alone compiles nothing."""
