# The two commands of satplay are `make demo` and `make test`. Each does all its own set-up, in .venv,
# and starts at once the second time: stamp files depend on the locks and on the C++ sources.

.DEFAULT_GOAL := help
SHELL := /bin/sh

# A stray environment must not reach into the set-up.
export PIP_USER := 0
export PIP_DISABLE_PIP_VERSION_CHECK := 1
export PYTHONNOUSERSITE := 1
export PYTHONPATH :=
unexport PYTHONHOME PYTHONSTARTUP PYTHONOPTIMIZE PYTHONWARNINGS PYTHONDONTWRITEBYTECODE PYTHONPLATLIBDIR
unexport PIP_TARGET PIP_PREFIX PIP_ROOT PIP_CONSTRAINT PIP_REQUIREMENT PIP_REQUIRE_VIRTUALENV PIP_NO_DEPS
unexport PIP_NO_BINARY PIP_ONLY_BINARY PIP_PYTHON PIP_CONFIG_SETTINGS PIP_QUIET PIP_VERBOSE PIP_DRY_RUN
unexport VIRTUAL_ENV CONDA_PREFIX SATPLAY_PURE SATPLAY_BUILD_TYPE SATPLAY_LOG

python := .venv/bin/python
progress := $(python) scripts/progress.py
pip := $(python) -m pip install -qq
wheels := $(pip) --only-binary :all: --require-hashes
fuzzer := $(wildcard native/fuzz/*.cpp native/fuzz/*.hpp)
native := $(filter-out $(fuzzer),$(wildcard native/*.[ch]pp native/*/*.[ch]pp)) \
  $(wildcard src/satplay/*/*/kernel.cpp src/satplay/*/*/kernel/*.hpp)

.PHONY: help demo serve test test-slow fuzz fuzz-inputs debug check format locks clean

help:  ## list these commands
	@grep -hE '^[a-z-]+:.*##' Makefile | sed -E 's/:[^#]*##/\t/' | expand -t 12

demo: .venv/.package  ## a tour of satplay in under 30 seconds
	@sh scripts/demo

serve: .venv/.package .venv/.web  ## the browser application, with everything it needs
	@.venv/bin/satplay serve $(SERVE)

test: .venv/.package .venv/.test .venv/.browser  ## run every test that CI runs
	@$(python) -m pytest -n auto --dist worksteal $(PYTEST)

test-slow: .venv/.package .venv/.test .venv/.browser  ## the tests that take minutes
	@$(python) -m pytest -n auto -m slow --timeout 3600 $(PYTEST)

SECONDS ?= 3600
fuzz: .venv/.created  ## random tests of the native core under sanitizers, SECONDS=3600 on all cores
	@program=$$($(python) native/fuzz/build.py) && $$program --seconds $(SECONDS) --jobs 0 $(FUZZ)

fuzz-inputs: .venv/.package .venv/.test  ## mutation fuzzing of all inputs and of the command line, SECONDS=3600
	@$(python) -m tests.abuse.fuzz --seconds $(SECONDS) $(FUZZ_INPUTS)

# The stamp goes, so that the next command installs the release build again.
LOG ?= OFF
debug: .venv/.run  ## install a build that checks its invariants; LOG=ON prints every step of the search
	@rm -f .venv/.package
	@SATPLAY_BUILD_TYPE=Debug SATPLAY_LOG=$(LOG) sh scripts/package

check: .venv/.package .venv/.test  ## ruff, mypy --strict, clang-format, architecture tests
	@$(python) -m ruff check .
	@$(python) -m ruff format --check .
	@$(python) -m mypy
	@.venv/bin/clang-format --dry-run --Werror $(native) $(fuzzer)
	@$(python) -m pytest -q -p no:cacheprovider tests/architecture

format: .venv/.test  ## format all code
	@$(python) -m ruff check --fix-only --quiet .
	@$(python) -m ruff format --quiet .
	@.venv/bin/clang-format -i $(native) $(fuzzer)

manual: .venv/.package  ## write the manual page, docs/satplay.1, from the help pages
	@$(python) scripts/manual.py

locks: .venv/.created  ## update the pinned dependencies in requirements/ (needs uv)
	@sh scripts/locks

clean:  ## remove everything that the other commands create
	rm -rf .venv build .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find src tests -name __pycache__ -prune -exec rm -rf {} +

# A virtual environment cannot be moved: one made under another path is made anew.
ifneq ($(shell cat .venv/.where 2>/dev/null),$(shell pwd -P))
$(shell rm -rf .venv)
endif

.venv/.created: scripts/venv
	@echo "satplay: creating .venv ..." >&2
	@sh scripts/venv
	@pwd -P > .venv/.where
	@touch $@

.venv/.run: requirements/run.txt requirements/build.txt | .venv/.created
	@$(progress) "installing the dependencies" $(wheels) -r requirements/run.txt -r requirements/build.txt
	@touch $@

# The editable installation maps module names to files, so a new or renamed module needs it again.
modules := .venv/.modules-$(shell find src/satplay -name '*.py' | LC_ALL=C sort | cksum | cut -d' ' -f1)
$(modules): | .venv/.created
	@rm -f .venv/.modules-*
	@touch $@

.venv/.package: pyproject.toml CMakeLists.txt scripts/console_script.py $(native) $(modules) .venv/.run
	@sh scripts/package
	@touch $@

.venv/.web: requirements/web.txt | .venv/.run
	@$(progress) "installing the server" $(wheels) -r requirements/web.txt
	@touch $@

.venv/.test: requirements/test.txt requirements/library.txt requirements/library-source.txt requirements/web.txt | .venv/.run
	@$(progress) "installing the test dependencies" $(wheels) -r requirements/test.txt -r requirements/library.txt \
	  -r requirements/web.txt
	@$(progress) "compiling pycosat" $(pip) --no-build-isolation --require-hashes -r requirements/library-source.txt
	@touch $@

# No stamp: a browser may be removed, or installed later.
.PHONY: .venv/.browser
.venv/.browser: | .venv/.test
	@sh scripts/browser
