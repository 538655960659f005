"""Environments for bots that learn: the game behind the interfaces of PettingZoo and Gymnasium.

`table_env` is a PettingZoo environment of all seats, played by the readable engine; `Pontoon-v0` is
one seat among strategies, played by the compiled one, and vectorised. Importing this registers it.
Needs the extra `[env]`. No rule of the game stands here, and nothing may import this room.
"""

from __future__ import annotations

try:
    import gymnasium
    import pettingzoo  # noqa: F401
except ImportError as error:
    raise ImportError(
        "pontoon_sim.env needs PettingZoo and Gymnasium: pip install 'pontoon_sim[env]'"
    ) from error

from pontoon_sim.env.actions import action_words
from pontoon_sim.env.fields import OWN_FIELDS, observation_reference
from pontoon_sim.env.seat import SeatEnv
from pontoon_sim.env.seats import SeatsEnv
from pontoon_sim.env.table import TableEnv, table_env

__all__ = [
    "OWN_FIELDS",
    "SeatEnv",
    "SeatsEnv",
    "TableEnv",
    "action_words",
    "observation_reference",
    "table_env",
]

if "Pontoon-v0" not in gymnasium.registry:
    gymnasium.register(
        "Pontoon-v0",
        entry_point="pontoon_sim.env.seat:SeatEnv",
        vector_entry_point="pontoon_sim.env.seats:SeatsEnv",
    )
