"""Experiments: a small TOML file that asks a question, played into a folder with a report."""
