"""The game without anybody playing it: rules and presets, cards, what is legal, which hand wins.

No strategies, no engines, no compiled code."""
