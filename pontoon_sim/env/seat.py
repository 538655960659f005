"""One seat at one table, against strategies: a Gymnasium environment."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt

from pontoon_sim.base.errors import PontoonError
from pontoon_sim.env.seats import SeatsEnv
from pontoon_sim.game.rules import Rules


class SeatEnv(gymnasium.Env[npt.NDArray[np.int64], int]):
    """Gymnasium environment `Pontoon-v0`: one seat against strategies.

    Parameters
    ----------
    rules, **form
        As `SeatsEnv` has them: players, banker, seat, decisions, deals, levels, fields.
    render_mode : str, optional
        "ansi" or "human": what the agent is asked, in a line.

    Notes
    -----
    Observations, rewards and tables are those of `SeatsEnv` with one table. `info["action_mask"]`
    and `action_masks()` are int8, (4 + levels,). At the end of an episode the observation is all
    zeros.

    Examples
    --------
    >>> import gymnasium, pontoon_sim.env
    >>> env = gymnasium.make("Pontoon-v0", rules="shuffled", decisions=["turn"])
    >>> observation, info = env.reset(seed=1)
    >>> observation.shape, info["action_mask"].shape
    ((25,), (15,))
    """

    metadata = {"render_modes": ["ansi", "human"], "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        rules: Rules | str | Path = "standard",
        *,
        render_mode: str | None = None,
        **form: Any,
    ) -> None:
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise PontoonError(f"render_mode = {render_mode!r}: take 'ansi' or 'human'")
        self.render_mode = render_mode
        self._envs = SeatsEnv(1, rules, **form)
        self.observation_space = self._envs.single_observation_space
        self.action_space = self._envs.single_action_space
        self._next: tuple[npt.NDArray[np.int64], dict[str, Any]] | None = None

    @property
    def fields(self) -> Any:
        """Where each field is in an observation (`Fields`)."""
        return self._envs.fields

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[npt.NDArray[np.int64], dict[str, Any]]:
        """The next episode; with a seed, the first of new tables."""
        super().reset(seed=seed)
        if seed is not None or self._next is None:
            observations, infos = self._envs.reset(seed=seed, options=options)
            self._next = observations[0], _one(infos)
        return self._next

    def step(self, action: int) -> tuple[npt.NDArray[np.int64], float, bool, bool, dict[str, Any]]:
        """One action; (observation, reward, terminated, truncated, info)."""
        observations, rewards, ended, _, infos = self._envs.step(np.array([action]))
        self._next = observations[0], _one(infos)
        if self.render_mode == "human":
            self.render()
        reward, over = float(rewards[0]), bool(ended[0])
        if not over:
            return *self._next[:1], reward, False, False, self._next[1]
        nothing = {"action_mask": np.zeros_like(infos["action_mask"][0])}
        return np.zeros_like(observations[0]), reward, True, False, self._next[1] | nothing

    def action_masks(self) -> npt.NDArray[np.int8]:
        """The actions that are legal now, int8, (4 + levels,)."""
        masks: npt.NDArray[np.int8] = self._envs.action_masks()[0]
        return masks

    def render(self) -> str | None:
        """What the agent is asked; printed where `render_mode` is "human"."""
        text = self._envs.question(0)
        if self.render_mode == "human":
            print(text)
            return None
        return text


def _one(infos: dict[str, Any]) -> dict[str, Any]:
    return {"action_mask": infos["action_mask"][0], "deals": int(infos["deals"][0])}
