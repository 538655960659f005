"""The equilibrium of the heads-up game from a fresh pack: both sides' plans, and how far from
perfect they are. Built on the enumeration of `exact`; nothing here plays cards or prints."""
