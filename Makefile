# Vertigo needs Go and make, nothing else. The recipes keep to plain POSIX shell and the file to the syntax
# that GNU make (3.81 and later) and BSD make share, so all decisions are taken inside the recipes.
#
#   make            builds ./vertigo for this machine
#   make run        builds it and analyses the start position
#   make test       runs the tests
#   make help       lists the rest

# EXE is the name of the binary, written to the working folder.
EXE ?= vertigo
# EVALFILE is the path of the evaluation network to put into the binary. Empty: eval/default.nnue.
EVALFILE ?=
# TAGS are Go's build tags. "tune" makes the tunable numbers of the search UCI options; a branch that a testing framework is
# to tune says so here, as the framework calls make without it.
TAGS =
# VERSION overrides the version that the binary reports. Empty: the git tag where there is one, else what the source says.
# `make release` makes it the version of the source.
VERSION =
# URL is the address of the folder that the archives of a release will be downloaded from. Empty: no recipes are written.
URL ?=
# FUZZTIME is how long `make fuzz` spends on each fuzz target.
FUZZTIME ?= 10s
# TESTFLAGS are more flags for `go test`, such as -v or -json.
TESTFLAGS =
# RUN is what `make run` asks the engine.
RUN = go depth 12

# No C compiler takes part, so a CC that a testing framework passes is never looked at.
GO = CGO_ENABLED=0 go

# A shell fragment that sets $version, empty when only the source knows it. The .git test keeps a source
# archive, unpacked inside some other repository, from taking that repository's tag.
FIND_VERSION = version="$(VERSION)"; \
	if [ -z "$$version" ] && [ -e .git ]; then \
	  version=$$(git describe --tags --match 'v[0-9]*' --dirty 2>/dev/null | sed 's/^v//'); \
	fi

.PHONY: build run test bench pgo release docs generate check-generated lint fuzz clean help

# A shell function that prints the absolute path of a folder as Go wants it: the Unix shells of Windows have paths of their
# own, and print those of Windows when asked with -W, which others refuse.
FULL_PATH = full_path() { ( cd "$$1" && { pwd -W 2>/dev/null || pwd; } ); }

# CPUINFO is Linux's list of the processor's features.
CPUINFO = /proc/cpuinfo

# A shell fragment that builds for the third level of amd64 where this processor has it, unless the caller chooses a level or
# another platform. Systems without such a list get the first level, which runs everywhere.
FIND_LEVEL = if [ -z "$$GOAMD64" ] && [ "$$(go env GOOS GOARCH)" = "$$(go env GOHOSTOS GOHOSTARCH)" ]; then \
	  features="$$(sed -n '/^flags/{p;q;}' $(CPUINFO) 2>/dev/null || true) "; level=v3; \
	  for feature in avx2 bmi1 bmi2 f16c fma abm movbe; do \
	    case "$$features" in *" $$feature "*) ;; *) level=v1 ;; esac; \
	  done; \
	  export GOAMD64="$$level"; \
	fi

# Go's own version stamps are off: they fail in a checkout that git refuses to read.
build:
	@$(FIND_VERSION); $(FIND_LEVEL); $(FULL_PATH); \
	suffix=$$(go env GOEXE) || exit 1; \
	exe="$(EXE)"; exe="$${exe%"$$suffix"}$$suffix"; \
	overlay=; if [ -n "$(EVALFILE)" ]; then \
	  if [ ! -f "$(EVALFILE)" ]; then echo "EVALFILE: no file $(EVALFILE)" >&2; exit 1; fi; \
	  overlay="$$(mktemp)" || exit 1; trap 'rm -f "$$overlay"' EXIT; \
	  network="$$(full_path "$$(dirname "$(EVALFILE)")")/$$(basename "$(EVALFILE)")"; \
	  printf '{"Replace": {"%s": "%s"}}\n' "$$(full_path .)/eval/default.nnue" "$$network" > "$$overlay"; \
	fi; \
	flags=; if [ -n "$$version" ]; then flags="-X main.version=$$version"; fi; \
	echo "go build -o $$exe (version $${version:-as in the source})"; \
	$(GO) build -trimpath -buildvcs=false -tags "$(TAGS)" $${overlay:+-overlay "$$overlay"} -ldflags "$$flags" -o "$$exe" ./cmd/vertigo

run: build
	@"./$(EXE)" "$(RUN)"

# The flags are those of build, so that both share what Go has compiled. Otherwise each package is compiled again.
test:
	@$(FIND_LEVEL); \
	$(GO) test -trimpath -pgo=cmd/vertigo/default.pgo $(TESTFLAGS) ./...

bench: build
	@"./$(EXE)" bench

# Four runs take a minute, so that chance does not decide which calls count as hot. The profile replaces the old one only when
# all have run to their end.
pgo: build
	@runs=$$(mktemp -d) || exit 1; trap 'rm -rf "$$runs"' EXIT; \
	for run in 1 2 3 4; do "./$(EXE)" bench 18 --cpuprofile "$$runs/$$run" || exit 1; done; \
	$(GO) tool pprof -proto -output=cmd/vertigo/default.pgo.new "$$runs"/* && \
	mv cmd/vertigo/default.pgo.new cmd/vertigo/default.pgo

release:
	@URL="$(URL)" .ci/release "$(VERSION)"

# What the documents take from the program and the logs: pictures, the README's table, members of JSON, columns of CSV, examples.
docs:
	$(GO) test ./lab/matches -run TestUpdate -update
	$(GO) test ./lab/levels -run TestPicture -update
	$(GO) test ./internal/analysis/output -run TestReference -update
	VERTIGO_CI=1 $(GO) test ./cmd/vertigo -run TestExamples -update

generate:
	$(GO) generate ./...

# Generates everything in a copy and compares the copy with this folder.
check-generated:
	@copy=$$(mktemp -d) || exit 1; trap 'rm -rf "$$copy"' EXIT; \
	tar --exclude=./.git --exclude=./dist -cf - . | tar -xf - -C "$$copy" || exit 1; \
	( cd "$$copy" && $(GO) generate ./... ) || exit 1; \
	diff -r -x .git -x dist . "$$copy" || { \
	  echo "< is here, > is what the generators write: run make generate and commit the result" >&2; exit 1; }

lint:
	@files=$$(gofmt -l .) || exit 1; \
	if [ -n "$$files" ]; then echo "gofmt would change:"; echo "$$files"; exit 1; fi
	$(GO) vet ./...
	$(GO) tool -modfile=internal/build/lint/go.mod staticcheck ./...
	$(GO) tool -modfile=internal/build/lint/go.mod actionlint -shellcheck= -pyflakes= .github/workflows/*.yml

# Go's fuzzing coordinator now and then reports a bare "context deadline exceeded" when the time is up, without a
# failing input. Such a run says nothing about the code and is repeated once; everything else fails at once.
fuzz:
	@list=$$($(GO) test -list '^Fuzz' ./...) || { echo "$$list"; exit 1; }; \
	targets=$$(echo "$$list" | awk '/^Fuzz/ { name[++n] = $$1 } \
	  /^ok/ { for (i = 1; i <= n; i++) print $$2 "," name[i]; n = 0 }'); \
	if [ -z "$$targets" ]; then echo "no fuzz targets found"; exit 1; fi; \
	for target in $$targets; do \
	  package=$${target%,*}; name=$${target#*,}; tries=0; \
	  while :; do \
	    tries=$$((tries + 1)); echo "fuzz $$package $$name for $(FUZZTIME)"; \
	    if output=$$($(GO) test -run '^$$' -fuzz "^$$name\$$" -fuzztime $(FUZZTIME) "$$package" 2>&1); \
	    then echo "$$output" | tail -n 2; break; fi; \
	    echo "$$output"; \
	    case "$$output" in *"Failing input written"*) exit 1 ;; esac; \
	    case "$$output" in *"context deadline exceeded"*) ;; *) exit 1 ;; esac; \
	    if [ $$tries -ge 2 ]; then exit 1; fi; \
	  done; \
	done

clean:
	rm -rf dist
	rm -f "$(EXE)" "$(EXE).exe" cmd/vertigo/default.pgo.new

help:
	@echo "make build    build ./$(EXE) (EXE=name, VERSION=x.y.z, TAGS=tune)"
	@echo "make run      build, then analyse the start position (RUN='go depth 20')"
	@echo "make test     run the tests"
	@echo "make bench    build, then print the bench signature and speed"
	@echo "make lint     gofmt, go vet, staticcheck, actionlint"
	@echo "make generate bring the generated sources up to date (make check-generated: are they?)"
	@echo "make docs     bring the documents up to date with the program and the logs; read the difference"
	@echo "make fuzz     run every fuzz target for FUZZTIME=$(FUZZTIME)"
	@echo "make pgo      record cmd/vertigo/default.pgo, the profile that builds are optimised with"
	@echo "make release  make the release VERSION=x.y.z, except for pushing its tag; without VERSION: its archives, into dist/"
	@echo "make clean    remove what the other targets made"
