# Two commands that do everything on a machine with Python 3.11 or newer:
#   make run    installs into .venv and measures the banker's edge in the standard game
#   make test   installs the tools too and runs every test
PYTHON ?= python3
BIN := .venv/bin

.PHONY: run test readme schema notebooks gallery layers clean

run: .venv/installed
	$(BIN)/pontoon simulate --rules standard --players pub_regular --banker draw_below_16 --deals 2e6 --plot edge.png

test: .venv/tools
	$(BIN)/python -m pytest -n auto

# Installed anew whenever a file that goes into the package has changed.
SOURCES := pyproject.toml $(shell find pontoon_sim strategies experiments benchmarks -type f -not -path '*/__pycache__/*')

.venv/bin/python:
	$(PYTHON) -c 'import sys; sys.exit("pontoon_sim needs Python 3.11 or newer; name one: make PYTHON=python3.12" if sys.version_info < (3, 11) else 0)'
	$(PYTHON) -m venv .venv

.venv/installed: .venv/bin/python $(SOURCES)
	$(BIN)/python -m pip install --quiet .
	touch $@

.venv/tools: .venv/bin/python $(SOURCES)
	$(BIN)/python -m pip install --quiet '.[test]'
	touch $@ .venv/installed

# Every command of README.md and docs/ run again, what it prints written into them, and the picture.
readme: .venv/tools
	$(BIN)/python tests/project/readme.py

# The JSON Schema by which editors complete experiment files, after a change of its model.
schema: .venv/tools
	PYTHONPATH=. $(BIN)/python -m pontoon_sim.experiments.schema

# Every notebook executed again and stored with what it shows (a few minutes).
notebooks: .venv/tools
	$(BIN)/python tests/notebooks/notebooks.py

# The documentation as a site, in site/; the tests build it too and fail on any dead link.
docs: .venv/tools
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict

# docs/gallery.md: the headline numbers, played (an hour) or gone on with where it was stopped.
gallery: .venv/tools
	$(BIN)/python docs/gallery.py

# The picture of the layers in docs/contributing.md, after rooms or their imports have changed.
layers: .venv/tools
	PYTHONPATH=. $(BIN)/python docs/layers.py

clean:
	rm -rf .venv build dist site edge.png
