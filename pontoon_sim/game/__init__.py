"""The game without anybody playing it: rules and presets, cards, what is legal.

No strategies, no engines, no compiled code."""
