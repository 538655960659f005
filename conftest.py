"""Tests and doctests import the kernel: its compiled code goes to the folder of exactly this kernel
before anything of it is decorated."""

from pontoon_sim.base import compiled_cache

compiled_cache.prepare()
