# part.mk - the grader: one program, build/bin/usegpu, of all its rooms; the drives; what students get
USE      := $(B)/bin/usegpu
# every .c of a folder belongs to the program, but for what runs in the student's
BESIDES  := drive student stubs reference template tests fuzz
KIT_DIRS := $(filter-out $(BESIDES:%=grader/%/),$(wildcard grader/*/)) \
            $(filter-out %/tests/ $(BESIDES:%=grader/%/%),$(wildcard grader/*/*/))
DRIVES   := $(call in,grader/student grader/drive)
$(DRIVES): INCLUDES += -Igrader/stubs
# a judge reads machine files and tells times as the simulator does, and headers of .npy files as the framework does
KIT_OBJ  := $(call in,$(KIT_DIRS:/=)) $(SIM_MACHINE) $(call obj,framework/src/data/npy_header.c framework/src/base/error.c)
KIT_LIBS := $(NOW) -ljansson -lnettle -ldw -lelf -lseccomp -lsqlite3 -ldl -lm
# a class: names as Unicode compares them, what Gradescope tells
KIT_LIBS += $(if $(wildcard grader/class),-lunistring -lyaml)
ABSENT   := $(B)/absent
# the headers of kernels, as clang has read them (grader/compile/compile_cuda.c)
PRECOMP  := $(B)/precompiled
GRADING  := $(USE) $(USEGPU) $(SIM) $(REMOTE) $(DRIVES) $(ABSENT)/made $(PRECOMP)/made
all: $(GRADING)
$(call program,$(USE),$(KIT_OBJ),-rdynamic $(KIT_LIBS),$(B)/settings)

# for each check the framework without what it forbids
WITHOUT  := $(CC) $(SANFLAGS) $(LDFLAGS) $(COUNTERS) "$$first" $(FRAME) $(HOST_BLAS) $(KERNELS) -shared $(CLOSED) $(FRAME_LIBS)
$(ABSENT)/asked: $(USE)
	@mkdir -p $(@D)
	@$(USE) grade --build '$(B)' --absent grader/stubs >$@.new && mv $@.new $@
# as old as what is in it, so that nothing is linked anew when only the program is new
$(ABSENT)/names: $(ABSENT)/asked
	@cmp -s $< $@ || cp $< $@
$(ABSENT)/made: $(ABSENT)/names $(USEGPU) grader/compile/absent.sh
	$(call step,link) B='$(B)' CC='$(CC)' FRAMEWORK=$(call quoted,$(WITHOUT)) grader/compile/absent.sh $(@D) <$<
	@touch $@

$(PRECOMP)/made: $(USE) grader/stubs/lab.h $(wildcard framework/include/*/*.h $(patsubst %,framework/simcuda/%,*.h include/*.h include/*/*))
	@mkdir -p $(@D)
	$(call step,pch ) $(USE) grade --build '$(B)' --precompile grader/stubs
	@touch $@

# How this kit is built, for the program to read (grader/setup/kit_settings.h); expanded here, as built_by
# is. A variable without a value has the same one each time in a mutant; what C forbids counts as not
# compiled. A bounded snprintf is what we teach; clang does not know that warning.
# Marks must not depend on the compiler's version, nor on the distribution: what gcc 14 and clang 16 began to call
# errors stays a warning, and what Ubuntu's compilers add by themselves is not added; but each looks for what is written
# behind an array on the stack (grader/drive/smashed.h).
# what it defines, and whether it knows that warning: asked once, since every make asks
CC_SAYS  := $(shell $(CC) -Wno-error=return-mismatch -dM -E -x c /dev/null 2>&1)
WARNED   := $(patsubst %,-Wno-error=%,implicit-function-declaration implicit-int int-conversion incompatible-pointer-types) \
            $(if $(findstring return-mismatch,$(CC_SAYS)),,-Wno-error=return-mismatch)
LENIENT  := $(WARNED) -U_FORTIFY_SOURCE -fstack-protector-strong -Wno-format-security \
            $(if $(findstring __clang__,$(CC_SAYS)),,-Wno-format-truncation)
# clang's sanitizer calls it undefined to add 0 to NULL, as it was until C2y; gcc's does not
FOR_LABS := $(SANFLAGS) $(if $(SAN),$(if $(findstring __clang__,$(CC_SAYS)),-fno-sanitize=pointer-overflow)) \
            $(INCLUDES) -Igrader/stubs $(LENIENT)
MUTANT   := -ftrivial-auto-var-init=pattern -Werror=return-type -Werror=int-conversion \
            -Werror=incompatible-pointer-types -Werror=format
quoted    = '$(subst ','\'',$(1))'
written  := $(call quoted,version=$(if $(wildcard VERSION),$(shell cat VERSION),of the kit)) $(call quoted,cc=$(CC)) \
            $(call quoted,cflags=$(FOR_LABS)) \
            $(call quoted,ldflags=$(if $(filter cuda,$(GPU)),-L$(CUDA)/lib64 -Wl$(comma)-rpath$(comma)$(CUDA)/lib64)) \
            $(call quoted,gpu=$(if $(filter cuda,$(GPU)),cuda,sim)) \
            $(call quoted,compile=$(CC) $(FLAGS) -Wall -Wextra $(INCLUDES) -I. -Igrader/include -Igrader/stubs $(CPPFLAGS) $(CFLAGS)) \
            $(call quoted,framework=$(WITHOUT)) \
            $(call quoted,mutant_cflags=$(FOR_LABS) $(MUTANT)) \
            $(call quoted,mutant_compile=$(CC) -std=c11 -D_GNU_SOURCE -O2 -fPIC -ffp-contract=off $(INCLUDES) -Igrader/stubs) \
            $(call quoted,mutant_cuda=$(CLANG_CUDA) -D_GNU_SOURCE -O2 -ffp-contract=off $(filter -I%,$(INCLUDES)) -Igrader/stubs -Xclang -target-feature -Xclang +ptx63) \
            $(call quoted,run_compile=$(CC) $(FLAGS) -Wall $(INCLUDES) -Igrader/stubs) \
            $(call quoted,run_link=$(NEEDED) -Wl$(comma)--no-as-needed -L$(B)/lib -lusegpu $(CUDALIBS) -Wl$(comma)--as-needed -lm -lpthread -Wl$(comma)-rpath$(comma)'$$ORIGIN/../lib')
$(B)/settings: force
	@mkdir -p $(@D)
	@printf '%s\n' $(written) | cmp -s - $@ || printf '%s\n' $(written) >$@

# --- the commands that README and the pages name: make hands on what was typed -----------------------------
COMMANDS := grade check hint progress watch see debug reset report run marks rules override regrade forget term \
            comment request answer feedback worklog class-report export selfcheck handout quiz new-lab
.PHONY: $(COMMANDS) stubs grade-command man
grade: ## grade labs/   [LAB=3 or LAB=1,2] [CHECK=3.2] [SEED=41] [SUBMISSION=folder]{ [HIDDEN=dir]} [STRICT=1] [COVERAGE=1]{, or a class: SUBMISSIONS=class/ [ROSTER=roster.csv] [SECTION=name] [JOBS=2] [ENGINE=slurm]}
check: ## the quick loop: what does not pass yet   LAB=3 [CHECK=3.2] [SEED=41]
hint: ## the next hint   [LAB=3] [CHECK=3.2]
progress: ## what you have reached in each lab
watch: ## check a lab at every save (entr)   [LAB=3]
see: ## a check's timeline, yours beside that of the solution   CHECK=3.7 [SEED=1] [SUBMISSION=folder]
debug: ## gdb at the start of an exercise, with the inputs that fail   CHECK=3.2 [SEED=41]
reset: ## start again   LAB=3 or LAB=all; your file is kept beside the new one
quiz: ## the questions at the end of the chapter's pages   [PAGE=devices]
report: ## grade, and make a page with all timelines{ beside those of the solutions}   SUBMISSION=folder [SEED=1]
run: ## compile a program of your own and run it   FILE=mine.c [MACHINE=2xa100] [GPU=none] [ARGS='its own words'] [PROFILE=1: what its kernels did]
marks: ## the marks of a class   [SUBMISSIONS=class/] [STUDENT=id] [SECTION=name] [TA=name] [BOOK=file]
feedback: ## what students get back, a page each   FORMAT=moodle|canvas|gradescope|mail [SUBMISSIONS=class/] [STUDENT=id] [SECTION=name] [IN=] [OUT=folder] [COURSE=] [TITLE=] [ASSIGNMENT=name]
comment: ## say something about a student's work   STUDENT=id or SECTION=name [CHECK=3.2] TEXT='...'   or REVOKE=1
request: ## what a student asks to have looked at again   STUDENT=id [CHECK=3.2] TEXT='...'; without both: what is open   [SECTION=name]
answer: ## answer a student's request   STUDENT=id [CHECK=3.2] TEXT='...'
rules: ## what counts in a class   [POLICY=best|last|first] [DUE=2026-12-01T23:59] [LATE='10%/day, 5 days'] [GRACE='15 min']
override: ## points by hand   STUDENT=id CHECK=3.2 POINTS=1.5 REASON='why'   or TOTAL=55, REVOKE=1, SUBMITTED=time, DUE=time, or RUBRIC=file ITEM=names
regrade: ## grade a class anew: whose marks changed, and why   SUBMISSIONS=class/ [STUDENT=id] [SECTION=name] [LAB=3] [SEED=41]
forget: ## remove a student for good   STUDENT=id, or all of whom nothing is newer: BEFORE=2025-10-01   [SUBMISSIONS=class/] [BOOK=file] YES=1
term: ## the marks of a class in all its assignments   [SUBMISSIONS=class/] [SECTION=name]
worklog: ## how your solution became fast, of your own gradings{; or of a class: STUDENT=id or SUBMISSIONS=class/ [BOOK=file]}
class-report: ## the page of a class that was graded   SUBMISSIONS=class [BOOK=file] [EARLIER=folder,folder] [PUBLIC=folder]
export: ## marks for others   FORMAT=gradescope|canvas|moodle|junit... [SUBMISSION=] [SUBMISSIONS=class/] [IN=] [OUT=] [ASSIGNMENT=name] [GRADE_COLUMN='Lab 3']
selfcheck: ## which small mistakes in the solutions does no check catch?   [LAB=3] [CHECK=3.2] [JOBS=2] [SAMPLE=n: every n-th]
new-lab: ## a lab of your own, which works: solution, starter, checks, page   NAME=sums [LAB=20]
handout: ## what students get, in build/handout.tar.gz: no solutions, no hidden checks   [HIDDEN=dir]
$(COMMANDS): all
	@MAKE='$(MAKE)' exec $(USE) --make $@
stubs: ## make grader/stubs/ from solutions/, and what nobody has changed in labs/
	@grader/stubs/generate.sh
# how this build grades, for tests and for a script that calls the grader itself
GRADE_AS  = $(USE) grade --build '$(B)' --cc '$(CC)' --cflags '$(FOR_LABS)'
grade-command:
	@echo "$(GRADE_AS)"
# the man page and the completions, of the program's own table
SHARE    := $(patsubst %,$(B)/share/%,man/man1/usegpu.1 bash-completion/completions/usegpu zsh/site-functions/_usegpu)
all man: $(SHARE)
$(word 1,$(SHARE)): SAYS := --man
$(word 2,$(SHARE)): SAYS := --bash-completion
$(word 3,$(SHARE)): SAYS := --zsh-completion
$(SHARE): $(USE)
	@mkdir -p $(@D)
	@$(USE) $(SAYS) >$@.new && mv $@.new $@

# the pages' style sheet as lines of C, and its hash for the page's policy
STYLED   := $(B)/obj/grader/report/style.inc $(B)/obj/grader/report/style_hash.inc
$(B)/obj/grader/report/page/page.o $(B)/tidy/grader/report/page/page.c.ok lint-cppcheck: $(STYLED)
$(B)/obj/grader/report/page/page.o: INCLUDES += -I$(B)/obj/grader/report
$(STYLED): grader/report/page/style.css
	@mkdir -p $(@D)
	@case $@ in \
	*/style.inc) sed 's/[\\"]/\\&/g; s/.*/"&\\n",/' $< ;; \
	*) printf '"%s"\n' "$$(sha256sum <$< | cut -c1-64 | tr a-f A-F | basenc --base16 -d | basenc --base64)" ;; \
	esac >$@

# the kit's own program beside which times on real GPUs are judged
REFERENCE := $(B)/bin/usegpu-reference
all: $(REFERENCE)
$(call program,$(REFERENCE),$(call in,grader/reference),-L$(B)/lib -lusegpu -Wl$(comma)-rpath$(comma)'$$ORIGIN/../lib' $(CUDALIBS),$(USEGPU) $(SIM_USED))

# --- tests: those of a room are linked with all rooms, as one library ---------------------------------------
T_DIRS   := $(filter-out grader/drive/%,$(sort $(dir $(wildcard grader/*/tests/test_*.c grader/*/*/tests/test_*.c))))
T_GRADER := $(call bin,$(T_DIRS:%=%test_*.c) grader/drive/tests/test_*.c)
T_LIB    := $(B)/test/libgrader.so
T_LIBS    = -L$(B)/test -lgrader -Wl,-rpath,'$$ORIGIN' $(KIT_LIBS) -lcmocka
$(call program,$(T_LIB),$(filter-out %/command/main.o,$(KIT_OBJ)),-shared $(KIT_LIBS))
$(foreach d,$(T_DIRS),$(call tests,$(d)test_*.c,,$(T_LIBS),$(T_LIB)))
$(call tests,grader/drive/tests/test_*.c,$(B)/obj/grader/drive/heap.o,-lcmocka -lpthread)
ifneq ($(wildcard grader/fuzz),)
T_GFUZZ  := $(call bin,grader/fuzz/fuzz_*.c)
T_GRADER += $(T_GFUZZ)
FUZZ_OWN := $(wildcard grader/wire/channel*.c) grader/wire/frames.c grader/wire/values.c grader/wire/own_findings.c grader/wire/findings.c grader/base/large.c grader/base/text.c \
            $(addprefix grader/base/,csv.c file.c diagnostic.c command_line.c edit_distance.c) $(addprefix grader/class/intake/,roster.c roster_columns.c moodle_time.c nfc.c)
$(call tests,grader/fuzz/fuzz_*.c,$(B)/obj/framework/simcuda/fuzz/replay.o,$(T_LIBS),$(T_LIB))
endif
ifneq ($(wildcard grader/class/tests),)
# an archive and a gradebook for tests; a grader that believes in two real GPUs: what it takes for them is
# the simulator in the program's own process
tests class-of-20 bench-class: $(patsubst %,$(B)/test/%,make_archive make_book grade_standin)
$(call program,$(B)/test/make_archive,$(B)/obj/grader/class/tests/make_archive.o,-larchive)
$(call program,$(B)/test/make_book,$(B)/obj/grader/class/tests/make_book.o,$(T_LIBS),$(T_LIB))
$(call program,$(B)/test/grade_standin,$(B)/obj/grader/reference/tests/two_gpus.o $(KIT_OBJ),-rdynamic -Wl$(comma)--wrap=gpu_detect $(KIT_LIBS),$(REFERENCE))
endif
ifneq ($(wildcard grader/report/tests),)
# copies that would not be seen, and how alike submissions are
tests: $(patsubst %,$(B)/test/%,disguise alike_shares make_ungraded)
$(call program,$(B)/test/disguise,$(B)/obj/grader/report/tests/disguise.o,$(T_LIBS),$(T_LIB))
$(call program,$(B)/test/alike_shares,$(B)/obj/grader/report/tests/alike_shares.o,$(T_LIBS),$(T_LIB))
$(call program,$(B)/test/make_ungraded,$(B)/obj/grader/report/tests/make_ungraded.o,$(T_LIBS),$(T_LIB))
endif
.PHONY: bench-class class-of-20 test-handout
bench-class: all ## how long classes of 10, 50 and 200 take   [SIZES='10 50 200'] [JOBS=2]
	@B='$(B)' GRADE="$(GRADE_AS)" JOBS='$(or $(JOBS),$(shell nproc))' sh grader/class/tests/bench.sh $(or $(SIZES),10 50 200)
class-of-20: all ## a made-up class of 20, graded, again, and regraded (make test-all does it)
	@$(TEST_ENV) TIMEOUT=1800 .ci/tap grader/class/tests/class_of_20.sh
test-handout: all ## the handout, compiled anew from its own files, and graded
	@$(TEST_ENV) HANDOUT=whole TIMEOUT=1800 .ci/tap grader/handout/tests/handout_works.test
