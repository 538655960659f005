"""What every room may use: errors in one sentence, files written whole, Ctrl-C, the cache of
compiled code. Nothing here knows the game, and nothing is imported but the standard library."""
