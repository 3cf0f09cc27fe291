# usegpu. `make help` lists the targets. Everything that is made lies under build/.

# Settings are taken from the command line alone: a variable that somebody exported long ago must not
# change what is graded. Those of the commands are read and checked by build/bin/usegpu (grader/command),
# which finds them in MAKEFLAGS as they were typed.
$(foreach v,GPU MACHINE ISOLATION JOBS SIZES LEFT_OUT,$(if $(filter environment,$(origin $v)),$(eval $v :=)))
# They hold names that students chose, in which make would expand $(shell ...) to put them into the environment of
# what it runs.
unexport SUBMISSION SUBMISSIONS STUDENT FILE BOOK ROSTER IN OUT RESULTS EARLIER PUBLIC RUBRIC ITEM TEXT REASON NAME \
         TITLE COURSE SECTION TA ASSIGNMENT LAB CHECK
GPU      := $(or $(GPU),sim)
MACHINE  := $(or $(MACHINE),2xa100)
CUDA     ?= /usr/local/cuda
CC       ?= cc

# What students get (make handout) is this same Makefile without some of the folders: a target whose
# folder is missing is none there.
needs    := solutions:stubs grader/template:new-lab grader/mutants:selfcheck grader/export:export grader/tests/redteam:redteam \
            $(addprefix grader/class:,marks rules override regrade forget term comment request answer feedback class-report bench-class class-of-20) \
            $(addprefix grader/handout:,handout test-handout) .ci/test-all:test-all .ci/coverage:coverage .clang-tidy:lint \
            $(addprefix framework/bench:,bench measure) $(addprefix framework/simcuda/,fuzz:fuzz tests:test-sim tools/calibrate:calibrate)
missing  := $(foreach n,$(needs),$(if $(wildcard $(firstword $(subst :, ,$n))),,$(lastword $(subst :, ,$n))))
ifneq ($(and $(HIDDEN),$(filter handout,$(missing))),)
$(error HIDDEN=$(HIDDEN): this belongs to the instructor's kit; what you have is the handout for students)
endif
ifneq ($(filter $(missing),$(MAKECMDGOALS)),)
$(error make $(filter $(missing),$(MAKECMDGOALS)): this belongs to the instructor's kit; what you have is the handout for students)
endif

PARTS    := Makefile $(wildcard framework/simcuda/part.mk framework/part.mk grader/part.mk)
comma    := ,
SONAME := -Wl$(comma)-soname$(comma)
MAPPED := -Wl$(comma)--version-script=
# --- variants: each has a folder of its own ----------------------------------------------------
# SAN=address|thread (sanitizers), HEADERS=toolkit (NVIDIA's headers, simulated GPUs), KIT_LINES=1
VARIANT := $(if $(filter cuda,$(GPU)),cuda)$(if $(SAN),$(SAN))$(if $(HEADERS),$(HEADERS))$(if $(KIT_LINES),coverage)
B       := build$(if $(VARIANT),/variant-$(VARIANT))

OWN_CUDA := -Iframework/simcuda/include
NV_CUDA  := -isystem $(CUDA)/include
CUDA_INC := $(if $(filter cuda,$(GPU))$(HEADERS),$(NV_CUDA),$(OWN_CUDA))
ifeq ($(SAN),address)
SANFLAGS := -fsanitize=address,undefined -fno-sanitize-recover=undefined
else ifeq ($(SAN),thread)
SANFLAGS := -fsanitize=thread
endif
# a weak reference, as drive.c has one to __gcov_dump, takes nothing out of gcov's archive
SANFLAGS += $(if $(KIT_LINES),--coverage -Wl$(comma)-u$(comma)__gcov_dump)
# processes that are killed, or locked in, count in the memory of the one that began (.ci/counters.c);
# gcc's own fork() would set the counters to 0
COUNTING := $(if $(KIT_LINES),-fdata-sections $(patsubst %,-fno-builtin-%,fork execl execle execlp execv execve execvp))
COUNTERS := $(if $(KIT_LINES),$(B)/counters.o -Wl$(comma)-T$(comma).ci/counters.ld)

# a library names all that it needs; a sanitizer's symbols come with the program
DEFS     := $(if $(SAN),,-Wl$(comma)-z$(comma)defs)
# ... so what the libraries need is not looked for again: it takes half of a linker's time, for the names of a BLAS
NEEDED   := -Wl$(comma)--allow-shlib-undefined
WARN     := -Wall -Wextra -Wpedantic -Werror
INCLUDES := -Iframework/include -Iframework/simcuda $(CUDA_INC)
# a sanitizer's checks take most of the time to compile, and -O2 twice that of -O1
OPT      := $(if $(SAN),-O1,-O2)
FLAGS    := -std=c11 -D_GNU_SOURCE $(OPT) -g -fPIC -fno-omit-frame-pointer \
            -fno-optimize-sibling-calls -ffp-contract=off $(SANFLAGS) $(COUNTING)
# one short line a step; V=1 shows the commands. A first build takes minutes, so it says which step of how many; of
# one that was stopped, what it has made counts as steps
step      = $(if $(V),,@echo '  $(1) $(nth)$@' &&)
nth       = $(eval STEPS ?= $(steps_all))$(if $(STEPS),$(eval DONE ?= $(steps_done))$(eval DONE += x)$(words $(DONE))/$(STEPS) )
steps_all = $(if $(COUNTING_STEPS)$(wildcard $(B)/bin/usegpu),,$(shell $(MAKE) -n COUNTING_STEPS=1 B='$(B)' GPU='$(GPU)' \
            SAN='$(SAN)' $(if $(filter test%,$(MAKECMDGOALS)),tests,all) 2>/dev/null | grep -c "^echo '  "))
steps_done = $(shell find $(B) -name '*.o' -printf 'x ' 2>/dev/null)
# the kit's own files include each other by path from here; a student's do not see that
COMPILE   = $(call step,cc  ) $(CC) $(FLAGS) $(WARN) -I. $(INCLUDES) $(CPPFLAGS) $(CFLAGS) -MMD -MP -c
# programs that fork again and again look up the names in libraries once, not in each of their children
NOW      := -Wl,-z,now
# libraries that run beside an exercise find each other's functions before it begins, and their tables are read-only then
# (grader/drive/lockdown.h); what they call of their own is their own
CLOSED   := -Wl$(comma)-z$(comma)relro$(comma)-z$(comma)now$(comma)-Bsymbolic-functions
LINK      = $(call step,link) $(CC) $(SANFLAGS) $(LDFLAGS) $(NEEDED) $(COUNTERS)

# kernels: clang, without any of NVIDIA's files
CLANG_CUDA := clang -x cuda -nocudainc -nocudalib --cuda-path=/nonexistent -Xclang -target-sdk-version=11.5 --cuda-gpu-arch=sm_75 \
              -std=c++17

# --- what is built from what: every .c of a folder belongs to its part -----------------------------
# objects of files, of folders; the files again; test programs of files
obj       = $(patsubst %.c,$(B)/obj/%.o,$(wildcard $(1)))
in        = $(call obj,$(addsuffix /*.c,$(1)))
src       = $(patsubst $(B)/obj/%.o,%.c,$(1))
bin       = $(patsubst %.c,$(B)/test/%,$(notdir $(wildcard $(1))))
# $(call program,FILE,OBJECTS,LIBRARIES,WHAT IT NEEDS BESIDES)
program   = $(eval $(call link_rule,$(1),$(2),$(subst $$,$$$$,$(3)),$(4)))
# $(call library,FILE,OBJECTS,LIBRARIES,MAP OF ITS SYMBOLS,WHAT IT NEEDS BESIDES,LINK TO MAKE)
library   = $(eval $(call link_rule,$(1),$(2),-shared $(SONAME)$(notdir $(1)) $(4:%=$(MAPPED)%) $(subst $$,$$$$,$(3)),$(4) $(5),$(6)))
# $(call tests,FILES,OBJECTS,LIBRARIES,WHAT THEY NEED BESIDES): each file is one program
tests     = $(eval $(call link_rule,$(call bin,$(1)): $(B)/test/%,$(B)/obj/$(dir $(1))%.o $(2),$(subst $$,$$$$,$(3)),$(4)))
define link_rule
$(1): $(2) $(4)
	@mkdir -p $$(@D)
	$$(LINK) -o $$@ $$(filter %.o,$$^) $(3)
	$(if $(5),@ln -sf $(5))
endef

USEGPU   := $(B)/lib/libusegpu.so
PLUGIN   := $(B)/simcuda/kernels/usegpu.so
# OpenBLAS's kernels, chosen in both halves of framework/
HOST_BLAS := $(call in,framework/blas)

# make deps GOALS: what is installed must be seen by the rest, so the rest runs in a second make
ifneq ($(and $(filter deps,$(MAKECMDGOALS)),$(filter-out deps,$(MAKECMDGOALS))),)
.PHONY: $(MAKECMDGOALS)
deps:
	@.ci/deps
	@$(MAKE) --no-print-directory $(filter-out deps,$(MAKECMDGOALS))
$(filter-out deps,$(MAKECMDGOALS)): deps
	@:
else

.DEFAULT_GOAL := all
.PHONY: all help deps clean
all: ## build everything

# what stands in {} is not for a handout: it needs a folder that is missing there
help: ## list the targets
	@awk -F':.*## ' -v missing=' $(missing) ' '/^[a-z][a-z-]*:.*## / && !index(missing, " " $$1 " ") { \
	    if (index(missing, " handout ")) gsub(/{[^}]*}/, "", $$2); gsub(/[{}]/, "", $$2); printf "  make %-12s %s\n", $$1, $$2}' $(filter Makefile grader/%,$(PARTS)) $(filter framework/%,$(PARTS))

deps: ## install what is missing (Debian), or print the command that would
	@.ci/deps

clean: ## remove build/, but for the marks and reports of classes
	@for each in build build/variant-*; do [ ! -d "$$each" ] || \
	    find "$$each" -mindepth 1 -maxdepth 1 ! -name class ! -name 'variant-*' -exec rm -rf {} +; done
	@[ ! -d build ] || find build -maxdepth 1 -depth -type d -empty -delete
	@[ ! -d build ] || echo "kept, as marks lie there:" build/class*/ build/variant-*/class/ | sed 's| build/[^ ]*\*[^ ]*||g'

# --- compiling ----------------------------------------------------------------------------------------
$(B)/obj/%.o: %.c $(B)/flags
	@mkdir -p $(@D)
	$(COMPILE) -o $@ $<

# changes when the compiler or its flags do, so that everything is compiled anew
.PHONY: force
$(B)/flags: force
	@mkdir -p $(@D)
	$(if $(KIT_LINES),@$(CC) -std=c11 -D_GNU_SOURCE -O2 -fPIC -c -o $(B)/counters.o .ci/counters.c)
	@echo '$(built_by)' | cmp -s - $@ || echo '$(built_by)' >$@
# The files of a handout all have one time, also those of the next. Expanded here: in the recipe it would
# have what a target sets for itself, and change with the goal.
built_by := $(CC) $(FLAGS) $(CPPFLAGS) $(CFLAGS) $(CUDA_INC) $(LDFLAGS)$(if $(wildcard VERSION), $(shell cat VERSION))

# --- the simulated GPUs, the framework, the grader: their rules lie beside them -----------------------------
include $(filter-out Makefile,$(PARTS))

# --- tests -----------------------------------------------------------------------------------------------
# the longest come first, so that at the end no processor waits for one of them
T_FIRST  := $(wildcard $(patsubst %,grader/%.test,tests/submissions class/tests/slurm tests/kit tests/hostile tests/attacks tests/honest \
            handout/tests/handout_works) docs/tests/new_lab.test $(patsubst %,framework/simcuda/tests/%.test,waits cases kernels) \
            grader/handout/tests/handout.test $(patsubst %,grader/%.test,tests/redteam \
            tests/seeds class/tests/term class/tests/killed class/tests/class_stop tests/selfcheck class/tests/names) \
            framework/simcuda/tests/programs.test docs/tests/snippets.test docs/tests/lab_in_an_hour.test)
T_SH     := $(T_FIRST) $(filter-out $(T_FIRST),$(wildcard \
            framework/simcuda/tests/*.test framework/tests/*.test grader/tests/*.test grader/*/tests/*.test docs/tests/*.test))
# make a lab, a handout, a kit anew: the rest of all that is tried with EVERY=1 (make test-all)
T_REST   := docs/tests/new_lab.test docs/tests/lab_in_an_hour.test $(patsubst %,grader/handout/tests/%.test,handout handout_works)
# use half a minute of the processors each, or more; LONG=1 has them, as make test-all does
T_LONG   := $(patsubst %,grader/tests/%.test,alike causes closed files hostile left_behind lessons machine_said memory memory_tools messages \
            redteam remote results seeds selfcheck student) $(patsubst %,grader/%.test,class/tests/assignment class/tests/killed \
            class/tests/slurm class/tests/term export/tests/export handout/tests/hidden reference/tests/real report/tests/browser \
            report/tests/report report/tests/see report/tests/tiers) docs/tests/snippets.test \
            $(patsubst %,framework/simcuda/tests/%.test,dropin kernels kernels_mistakes)
EVERY    ?= 48
T_NOT    := $(LEFT_OUT) $(if $(filter 1,$(EVERY)),,$(T_REST) $(if $(LONG),,$(T_LONG)))
TESTS    := $(filter-out $(T_NOT),$(T_SH)) $(T_SIM) $(T_FRAME) $(T_GRADER)

.PHONY: coverage test tests test-all lint lint-format lint-tidy lint-cppcheck
# OpenBLAS is not built with ThreadSanitizer, which does not see what its threads do to be safe; and
# gcc 12's AddressSanitizer can wait for ever for a lock of its own while they start or end; it also takes
# a thread's memory that the loader allocated 16 bytes into a page for that of glibc 2.19, whose header it
# believes, and then its search for leaks ends with "Tracer caught signal 11". And each of them may ask for the time while it holds the
# lock of its heap; the time is the simulator's, which may wait for that heap with a lock of its own: so memory stays its own
TEST_ENV  = B='$(B)' CC='$(CC)' CUDA='$(CUDA)' GRADE="$(GRADE_AS)$(if $(ISOLATION), --isolation $(ISOLATION))"$(if $(SAN), OPENBLAS_NUM_THREADS=1 ASAN_OPTIONS=intercept_tls_get_addr=0:allocator_release_to_os_interval_ms=-1)
tests: all $(filter-out $(missing:%=$(B)/bin/%),$(B)/bin/measure) $(TESTS)
test: tests ## the kit's own tests; the last line says how many passed{   [TESTS='grader/tests/kit.test ...'] [LONG=1] [EVERY=1]}
	@$(TEST_ENV) EVERY=$(EVERY) .ci/tap $(TESTS)
.PHONY: redteam long-tests tidied
long-tests:
	@echo $(T_LONG)
redteam: $(GRADING) ## hostile, broken and odd submissions   [REDTEAM=all, tier] [REDTEAM_TIER=reduced] [REDTEAM_USER=nobody]
	@$(TEST_ENV) REDTEAM='$(or $(REDTEAM),sample)' REDTEAM_TIER='$(REDTEAM_TIER)' REDTEAM_USER='$(REDTEAM_USER)' \
	    TIMEOUT=900 .ci/tap grader/tests/redteam.test
coverage: ## which lines of framework/ and grader/ the tests run: tables, build/coverage; fails below 90 %
	@MAKE='$(MAKE)' .ci/coverage
test-all: ## adds sanitizers, clang, NVIDIA's headers, every machine and the linters; what CI runs
	@MAKE='$(MAKE)' CUDA='$(CUDA)' .ci/test-all

.PHONY: docs
docs: $(USEGPU) $(SIM) ## the site of docs/, with the API reference and the figures, into build/docs/site
	@B='$(B)' CC='$(CC)' docs/site.sh

# --- linters ---------------------------------------------------------------------------------------------
SOURCES   = $(shell find $(wildcard datasets docs framework grader solutions) \( -path grader/tests/submissions -o -path grader/tests/attacks -o -path grader/tests/honest \) -prune -o \( -name '*.[ch]' -o -name '*.cu' \) -print)
# the programs that the simulator has to find fault with are formatted, not tidied
TIDIED    = $(filter-out framework/simcuda/tests/programs/%,$(filter %.c,$(SOURCES)))
TIDY      = $(patsubst %,$(B)/tidy/%.ok,$(foreach f,$(TIDIED),$(if $(TESTS_ASIDE),$(if $(findstring /tests/,$f),,$f),$f)))
lint: lint-format lint-tidy lint-cppcheck ## clang-format, clang-tidy, cppcheck
lint-format:
	@clang-format --dry-run -Werror $(SOURCES)
lint-tidy: $(if $(filter lint lint-tidy,$(MAKECMDGOALS)),$(TIDY))
tidied: # what clang-tidy looks at
	@printf '%s\n' $(TIDY)
$(B)/tidy/%.ok: % .clang-tidy
	@mkdir -p $(@D)
	$(call step,tidy) clang-tidy --quiet $< -- -std=c11 -D_GNU_SOURCE $(OWN_CUDA) $(LINT_INC) $(if $(filter framework/src/%,$<),-DUSEGPU_INTERNAL)
	@touch $@
LINT_INC := -I. -Iframework/include -Iframework/simcuda -Igrader/stubs -I$(B)/obj/grader/report
lint-cppcheck:
	@cppcheck -j $(or $(shell nproc 2>/dev/null),1) --quiet --error-exitcode=1 --std=c11 --enable=warning,performance,portability \
	    --inline-suppr --suppressions-list=.ci/cppcheck.txt -igrader/tests/submissions -igrader/tests/attacks -igrader/tests/honest -iframework/simcuda/tests/programs -D_GNU_SOURCE $(OWN_CUDA) $(LINT_INC) \
	    framework grader solutions

# a misspelt target
.DEFAULT:
	@awk -v word='$(subst ','\'',$@)' -f grader/command/near.awk $(PARTS)
.SECONDARY:
# What includes what, as the compiler wrote it beside each object, in one file without the lines that all of them have:
# make takes 0.2 s for the many. Made anew when one is newer, or was written just then.
-include $(shell [ ! -d $(B)/obj ] || { \
    { [ -f $(B)/included ] && [ -z "$$(find $(B)/obj -name '*.d' -newer $(B)/included -print -quit)" ]; } || \
    { touch -d '2 seconds ago' $(B)/included.$$$$ && find $(B)/obj -name '*.d' -exec cat {} + | \
    awk '!/^[^ ].*:$$/ || !seen[$$0]++' >$(B)/included.$$$$.new && touch -r $(B)/included.$$$$ $(B)/included.$$$$.new && \
    mv $(B)/included.$$$$.new $(B)/included; rm -f $(B)/included.$$$$; }; [ ! -f $(B)/included ] || echo $(B)/included; } 2>/dev/null)
endif
