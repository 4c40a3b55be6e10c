# Two commands do everything on a fresh machine with git, make and Python 3.11 or later:
#   make demo   runs the main job on a sample repository      make test   passes the tests
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

.PHONY: demo test fuzz test-github check format bench clean help

help:
	@grep -E '^#   ' Makefile; echo '#   make check  formatting, lint and types      make bench  benchmarks against peers (EDGES=1: import edges, too)'
	@echo '#   make fuzz   property tests on new cases, many more than in make test'
	@echo '#   make test-github  our requests and workflows by the rules of GitHub and an auditor; fetches both'

# Only a finished installation leaves the mark, so an interrupted one is done again.
$(READY): pyproject.toml constraints.txt
	@echo 'Installing into $(VENV): a minute or a few.'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[dev]'
	touch $(READY)

demo: $(READY)
	bash docs/demo.sh

test: $(READY)
	$(BIN)/python -m pytest -n auto

fuzz: $(READY)
	$(BIN)/python -m pytest -n auto -m hypothesis --hypothesis-profile exploring

# What GitHub and an auditor say of our requests and workflows. Fetches both; what cannot be fetched is passed over.
FETCHED := $(VENV)/github
test-github: $(READY)
	mkdir -p $(FETCHED)
	-cd $(FETCHED) && npm pack --silent @octokit/openapi >/dev/null && tar -xzf octokit-openapi-*.tgz
	-$(BIN)/python -m venv $(FETCHED)/venv && $(FETCHED)/venv/bin/pip install --quiet --disable-pip-version-check zizmor
	OVERHAUL_OPENAPI="$$(ls $(CURDIR)/$(FETCHED)/package/generated/api.github.com.deref.json 2>/dev/null)" \
	OVERHAUL_ZIZMOR="$$(ls $(CURDIR)/$(FETCHED)/venv/bin/zizmor 2>/dev/null)" \
	$(BIN)/python -m pytest -rs tests/test_github_rules.py

check: $(READY)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

format: $(READY)
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

bench: $(READY)
	$(BIN)/python benchmarks/bench.py $(if $(EDGES),--edges)

clean:
	rm -rf $(VENV) build *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
