# Quexiang 雀乡. `make help` lists the targets. Needed: Python 3.11+; a C compiler makes it faster.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
HOT := src/quexiang/text.py src/quexiang/tiles.py $(foreach part,hand engine rules scoring match bots env present rooms variants/*,$(wildcard $(addprefix src/quexiang/$(part)/*.,py pxd pyx)))
COMPILER := $(addprefix tools/,compiled.py copies.py methods.py narrowing.py structs.py)
CHECKED := $(wildcard src tests benchmarks examples tools)
SOAK_ROUNDS ?= 200000
PEERS := riichienv pymahjong rlcard
PEERS_OF_NODE := @kobalab/majiang-core
SOAK_MATCHES ?= 200000
MATCHES ?= 500
SEED ?= WORLD
PORT ?= 8000
HOST ?= 127.0.0.1
SUDO ?=
export SUDO PYTHON
# Hundreds of processes start here: each would compile anew all that it imports.
unexport PYTHONDONTWRITEBYTECODE
NPM := npm --prefix web --no-audit --no-fund
WEB := src/quexiang/server/static/index.html
WEB_SOURCES := $(shell find web/src web/public web/index.html web/vite.config.ts src/quexiang/protocol/frames.d.ts -type f 2> /dev/null)
BROWSERS := chromium-headless-shell chromium chromium-browser google-chrome-stable google-chrome chrome microsoft-edge
BROWSER = $(or $(CHROMIUM),$(firstword $(foreach one,$(BROWSERS),$(shell command -v $(one)))))
SPREAD := --numprocesses auto --dist worksteal
LEFT_OUT := $(PYTHON) tools/left_out.py
NO_NODE := $(shell command -v node > /dev/null && echo "Node $$(node --version) is older than 20" || echo "no Node")
HAS_NODE := $(shell node -e 'process.exit(+(process.versions.node.split(".")[0] < 20))' 2> /dev/null && echo yes)
TOWN := examples/town-xuezhan
TOWN_SOURCES := $(shell find $(TOWN) -name __pycache__ -prune -o -type f -print)
TOWNS := $(CURDIR)/build/towns
PIP := $(BIN)/python -m pip --disable-pip-version-check install --quiet

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: begin help setup towns web webcheck chromium webtest form check postgres nats pytests test checked world soak bench bench-check plots play terminal serve format lock playthroughs clean

help:  ## show this list
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/\1|\2/p' $(MAKEFILE_LIST) | awk -F'|' '{printf "  make %-12s %s\n", $$1, $$2}'

setup: $(VENV)/.package $(if $(HAS_NODE),$(WEB))  ## create .venv with the package in it

$(VENV)/.python:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Quexiang needs Python 3.11 or newer")'
	$(PYTHON) -m venv $(VENV)
	@touch $@

# The locked pip goes first: the one that comes with Python may be slow.
$(VENV)/.dependencies: $(VENV)/.python requirements/dev.txt
	$(PIP) $$(grep '^pip==' requirements/dev.txt)
	$(PIP) --no-compile --requirement requirements/dev.txt
	@touch $@

$(VENV)/.installed: $(VENV)/.dependencies pyproject.toml
	QUEXIANG_PURE=1 PYTHONWARNINGS=ignore $(PIP) --no-deps --no-build-isolation --editable .
	@touch $@

# An old compiled module would win over its changed source, so it goes first. What has not changed is kept in build/.
$(VENV)/.package: $(VENV)/.installed setup.py $(COMPILER) $(HOT)
	@find src -name '*.so' -delete
	@mkdir -p build
	PYTHONWARNINGS=ignore $(BIN)/python setup.py --quiet build_ext --inplace 2> build/compiled.log || { cat build/compiled.log; exit 1; }
	@ls src/quexiang/hand/kernel.*.so > /dev/null 2>&1 || echo "No C compiler: it runs as plain Python, slower."
	@touch $@

# A plug-in town beside the package: tests that go through all towns take it up. pip builds in a copy.
$(TOWNS)/.installed: $(TOWN_SOURCES) | $(VENV)/.package
	@rm -rf build/towns build/town && mkdir -p build && cp -R $(TOWN) build/town
	$(PIP) --no-deps --no-build-isolation --target $(TOWNS) build/town
	@touch $@

towns: setup $(TOWNS)/.installed  ## install the plug-in town of examples/ into build/towns

web: $(WEB)  ## build the web client into the package; needs Node 20

$(WEB): web/node_modules/.package-lock.json $(WEB_SOURCES)
	$(NPM) run --silent build -- --logLevel warn
	@touch $@

# Not `npm ci`: it refuses a lock file without the optional builds of other platforms.
web/node_modules/.package-lock.json: web/package-lock.json
	$(NPM) install --no-save --silent
	@touch $@

webcheck: $(if $(HAS_NODE),web/node_modules/.package-lock.json)  ## types, lint and unit tests of the web client
	$(if $(HAS_NODE),$(NPM) run --silent check && $(NPM) run --silent lint && $(NPM) run --silent test,$(LEFT_OUT) note "checks of the web client" "$(NO_NODE)")

# The tests open the page in a real browser: Chromium, Chrome or Edge, or what CHROMIUM names. Chromium without
# its windows takes half the time, so that one is tried first.
chromium:
	@$(if $(CHROMIUM),,tools/provide.sh "" chromium-headless-shell fonts-noto-cjk -- $(firstword $(BROWSERS)))
	@$(if $(CHROMIUM),,tools/provide.sh "the page in a browser" chromium fonts-noto-cjk -- $(BROWSERS))

webtest: setup $(TOWNS)/.installed $(if $(HAS_NODE),$(WEB)) chromium  ## the web client in a real browser
	$(if $(HAS_NODE),$(if $(BROWSER),PYTHONPATH=$(TOWNS) CHROMIUM="$(BROWSER)" $(NPM) run --silent e2e,),$(LEFT_OUT) note "the page in a browser" "$(NO_NODE)")

# It reads the sources, compiled or not.
form: $(VENV)/.dependencies
	$(BIN)/ruff format --check $(CHECKED)
	$(BIN)/ruff check $(CHECKED)
	$(BIN)/mypy $(CHECKED)

check: setup form webcheck  ## format, lint, types and quick tests, under a minute
	$(BIN)/pytest -m "not slow and not soak"

# The tests start a PostgreSQL of their own.
postgres:
	@tools/provide.sh "PostgreSQL" postgresql -- initdb $(wildcard /usr/lib/postgresql/*/bin/initdb)

# So does the cluster, with a NATS of its own.
nats:
	@tools/provide.sh "NATS" nats-server -- nats-server /usr/sbin/nats-server

begin:
	@$(LEFT_OUT) begin

pytests: $(TOWNS)/.installed
	QUEXIANG_PURE=1 $(BIN)/pytest $(SPREAD) -m "not slow and not soak" tests/hand tests/engine src
	QUEXIANG_PURE=1 $(BIN)/pytest $(SPREAD) tests/test_digests.py
	PYTHONPATH=$(TOWNS) $(BIN)/pytest $(SPREAD)

# What waits leaves its core to others: installs beside checks, checks beside the compiler, browsers beside pytest.
test: begin  ## everything, eight to seventeen minutes; says what it leaves out
	$(MAKE) --no-print-directory --jobs=3 --output-sync setup form webcheck postgres nats chromium $(TOWNS)/.installed
	$(MAKE) --no-print-directory --jobs=2 --output-sync=line pytests webtest
	@$(LEFT_OUT) report

# What is compiled looks at every index and every byte that it touches; the compiler's own library must be there first.
SANITIZER = $(shell $(CC) -print-file-name=libasan.so) $(shell $(CC) -print-file-name=libubsan.so)
checked: setup  ## tests and rounds with every access to memory looked at, ten minutes
	QUEXIANG_CHECKED=1 PYTHONWARNINGS=ignore $(BIN)/python setup.py --quiet build --build-lib build/checked/lib 2> build/checked.log || { cat build/checked.log; exit 1; }
	export PYTHONPATH=$(CURDIR)/build/checked/lib PYTHONMALLOC=malloc LD_PRELOAD="$(SANITIZER)" ASAN_OPTIONS=detect_leaks=0 UBSAN_OPTIONS=halt_on_error=1; \
	$(BIN)/python -m pytest -m "not soak" tests/engine tests/hand tests/env tests/rooms tests/variants tests/doors tests/test_properties.py || exit 1; \
	for variant in $$($(BIN)/quexiang towns --keys); do \
	  $(BIN)/python -m quexiang simulate $$variant --rounds 5000 --bots random --option random --check || exit 1; \
	done

world: setup  ## MATCHES=500 matches in a simulated world of faults, from SEED=WORLD
	$(BIN)/python tests/world/run.py --matches $(MATCHES) --seed $(SEED)

soak: setup  ## the long versions of the checks
	$(BIN)/pytest -m soak
	QUEXIANG_PURE=1 $(BIN)/pytest -m soak tests/test_digests.py
	$(MAKE) --no-print-directory checked
	$(MAKE) --no-print-directory world MATCHES=$(SOAK_MATCHES)
	for variant in $$($(BIN)/quexiang towns --keys); do \
	  $(BIN)/quexiang simulate $$variant --rounds $(SOAK_ROUNDS) --bots random --option random --check || exit 1; \
	done
	$(BIN)/python benchmarks/soak.py $(SOAK_ROUNDS)
	QUEXIANG_SOAK=1 $(MAKE) --no-print-directory webtest

# Peers in an environment of their own; one that cannot be installed is named and left out.
build/peers/.installed:
	$(PYTHON) -m venv build/peers
	for peer in $(PEERS); do build/peers/bin/python -m pip install --quiet $$peer || echo "No $$peer."; done
	npm --prefix build/peers --no-audit --no-fund install --silent --no-save $(PEERS_OF_NODE) || echo "No $(PEERS_OF_NODE)."
	@touch $@

bench: setup build/peers/.installed  ## all benchmarks beside the peers' on one page, as JSON and as a chart
	$(BIN)/python benchmarks/bench.py

bench-check: bench  ## fail if rounds are 15 % slower than the figures kept
	$(BIN)/python benchmarks/history.py check

plots: setup  ## draw anew how cost grows
	$(BIN)/python benchmarks/growth.py

# Only this computer reaches it; HOST=0.0.0.0 lets in everybody in the same network.
play: setup  ## a table in the browser (PORT=8000, HOST=0.0.0.0 for friends in the same network); without Node in the terminal
	@if [ -f $(WEB) ]; then \
	  exec $(BIN)/quexiang serve --open --free-port --port $(PORT) --host $(HOST); \
	else \
	  echo "做不了网页（$(NO_NODE)），改在终端里打；装上 Node 20 再 make play 就有网页。"; \
	  echo "The page cannot be built ($(NO_NODE)), so you play in the terminal; with Node 20, make play opens the page."; \
	  exec $(BIN)/quexiang play; \
	fi

terminal: setup  ## a game in the terminal
	$(BIN)/quexiang play

serve: setup  ## rooms at http://127.0.0.1:8000 (PORT=, HOST=)
	$(BIN)/quexiang serve --port $(PORT) --host $(HOST)

format: setup  ## let ruff format and repair what it can
	$(BIN)/ruff format $(CHECKED)
	$(BIN)/ruff check --fix $(CHECKED)

lock:  ## renew requirements/dev.txt from pyproject.toml
	rm -rf build/lock && $(PYTHON) -m venv build/lock
	build/lock/bin/python -m pip install --quiet --upgrade pip
	QUEXIANG_PURE=1 QUEXIANG_WITHOUT_PAGE=1 build/lock/bin/python -m pip install --quiet '.[dev,all]'
	build/lock/bin/python -m pip freeze --all --exclude quexiang > build/lock/dev.txt
	( echo "# Exact versions for .venv; renew with \`make lock\`."; cat build/lock/dev.txt ) > requirements/dev.txt

playthroughs: setup $(TOWNS)/.installed  ## write the golden playthroughs anew; read their difference
	PYTHONPATH=$(CURDIR)/$(TOWN)/src:$(TOWNS) $(BIN)/python tests/test_playthroughs.py build/playthroughs

clean:  ## remove .venv and all that was built
	rm -rf $(VENV) build dist web/node_modules src/quexiang/server/static .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find src -name '*.egg-info' -prune -exec rm -rf {} +
	find src -name '*.so' -delete
	find src tests -name __pycache__ -prune -exec rm -rf {} +
