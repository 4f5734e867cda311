# Crowned. The two commands: `make run` and `make test`. Everything they need is built on the way.
PYTHON ?= python3
PORT ?= 8000
BIN := .venv/bin
BUILD := build/dev

MAKEFLAGS += -j2 --no-print-directory
SHELL := /bin/sh
.DEFAULT_GOAL := help
.PHONY: help setup build mine run test lint format bench fuzz core-tests web system stubs docs wheel tables wasm sample pocket test-pocket site clean

# Where the product has a web app, it is built and its packages are installed; else nothing of it is asked for.
comma := ,
WEB := $(if $(wildcard ui/package.json),web)
CORE := $(wildcard core/*/*.hpp core/*/*.cpp)
EXTRAS := test,dev$(if $(wildcard src/crowned/server/__init__.py),$(comma)server)

help:
	@echo 'make run     play in the browser (PORT=8000), or in the terminal where there is no web app'
	@echo 'make test    everything: lint, C++, web and Python tests'
	@echo 'make build   rebuild the native core after a change of core/'
	@echo 'make docs    the documentation as a static site in site-docs/'
	@echo 'make tables  the endgame tables that packages bring along (minutes)'
	@echo 'make wheel   a package for this platform in dist/, tried in an empty environment'
	@echo 'make pocket  the offline mode: the whole program for the browser (`make wasm`: its core alone)'
	@echo 'make test-pocket  the tests of the offline mode that need it built (minutes)'
	@echo 'make site    the app without a server, as a static folder in site/'
	@echo 'make lint | format | bench | fuzz | stubs | clean'

setup: build

.venv/.installed: pyproject.toml scripts/venv.sh
	@sh scripts/venv.sh "$(PYTHON)" "$(EXTRAS)"

build: .venv/.installed
	@sh scripts/native.sh $(BUILD)

mine: .venv/.installed
	@sh scripts/native.sh $(BUILD) mine

core-tests: build
	@sh scripts/native.sh $(BUILD) core_tests

web: ui/node_modules/.installed
	@sh scripts/web.sh build

ui/node_modules/.installed: ui/package-lock.json
	@sh scripts/web.sh install

run: mine $(WEB)
	@PORT="$(PORT)" exec sh scripts/run.sh

lint: .venv/.installed
	@$(BIN)/ruff check --quiet .
	@$(BIN)/ruff format --check --quiet . || { echo 'not formatted: run `make format`' >&2; exit 1; }
	@$(BIN)/clang-format --dry-run -Werror $(CORE) || { echo 'not formatted: run `make format`' >&2; exit 1; }
	@$(BIN)/mypy --no-error-summary

format: .venv/.installed
	@$(BIN)/ruff check --quiet --fix . ; $(BIN)/ruff format --quiet .
	@$(BIN)/clang-format -i $(CORE)

# Linters and the web app's tests run inside pytest too, whose summary is the last line of the output.
test: build core-tests $(WEB) system sample
	@exec $(BIN)/python -m pytest -n 2 --dist worksteal $(ARGS)

system:
	@sh scripts/system.sh

bench: build
	@$(BIN)/python bench/perft_peers.py

fuzz: build
	@$(BIN)/python -m fuzz --seconds $(or $(SECONDS),60)

stubs: build
	@$(BIN)/python scripts/stubs.py

docs: build
	@sh scripts/docs.sh site-docs

tables: mine
	@nice $(BIN)/python scripts/tables.py

# PYTHON=python3.12 makes the wheel for 3.12 and everything newer. It takes along the tables that are built:
# `make tables wheel` makes a whole package.
wheel: web
	@sh scripts/wheel.sh "$(PYTHON)"

wasm: .venv/.installed
	@sh scripts/wasm.sh

sample: .venv/.installed
	@sh scripts/sample.sh

pocket: .venv/.installed ui/node_modules/.installed
	@sh scripts/pocket.sh
	@$(MAKE) web

test-pocket: build pocket
	@sh scripts/pocket_tests.sh $(ARGS)

site: pocket
	@sh scripts/site.sh site

clean:
	@rm -rf build dist site site-docs .venv .tools ui/node_modules src/crowned/server/static src/crowned/notebook/static bench/.venvs
	@find . -name __pycache__ -type d -prune -exec rm -rf {} + ; rm -f src/crowned/_native/*.so
