"""All pictures: results, comparisons, sweeps, leagues, strategy cards, learning curves.

Plot functions take the axes to draw on and return them, so that they fit into anybody's figure; no
window is ever opened. Nothing is played or estimated here, and no text report is made.
"""

from pontoon_sim.report.plots.result import (
    convergence,
    edge_by_kind,
    edge_by_place,
    net_distribution,
)

__all__ = ["convergence", "edge_by_kind", "edge_by_place", "net_distribution"]
