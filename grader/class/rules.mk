# rules.mk - usegpu-class: a class and its gradebook
CLASS     := $(B)/bin/usegpu-class
CLASS_OBJ := $(call obj,grader/class/*.c) $(filter-out %/main.o,$(GRADER)) $(JUDGES) $(FIGURES)
CLASS_LIB := -lsqlite3 -larchive $(GRADE_LIB)

all: $(CLASS)
$(CLASS): $(CLASS_OBJ)
	@mkdir -p $(@D)
	$(LINK) -o $@ $^ $(CLASS_LIB)
$(B)/obj/grader/class/%.o: INCLUDES += -Igrader/src -Igrader/class -Igrader/checks \
	-Iframework/simcuda/remote -Iframework/simcuda/core -Iframework/simcuda/api/cudart
$(call bin,grader/class/tests/test_*.c): $(B)/test/%: $(B)/obj/grader/class/tests/%.o $(CLASS_OBJ)
	@mkdir -p $(@D)
	$(LINK) -o $@ $(filter-out %/class/main.o,$^) $(CLASS_LIB) -lcmocka

# --- the gradebook: docs/gradebook.md -------------------------------------------------------------
BOOK_GOALS := marks rules override regrade forget
.PHONY: $(BOOK_GOALS)
$(call as_typed,STUDENT POINTS REASON REVOKE SUBMITTED POLICY DUE LATE GRACE YES)
BOOK_AT    = --build '$(B)' $(if $(SUBMISSIONS),--submissions "$$SUBMISSIONS") $(if $(BOOK),--book "$$BOOK")
marks: $(CLASS) ## the marks of a class   [SUBMISSIONS=class/] [STUDENT=id] [BOOK=file]
	@$(CLASS) marks $(BOOK_AT) $(if $(STUDENT),-- "$$STUDENT")
rules: $(CLASS) ## what counts in a class   [POLICY=best|last|first] [DUE=2026-12-01T23:59] [LATE='10%/day, 5 days'] [GRACE='15 min']
	@$(CLASS) rules $(BOOK_AT) $(if $(POLICY),--policy "$$POLICY") $(if $(DUE),--due "$$DUE") \
	    $(if $(LATE),--late "$$LATE") $(if $(GRACE),--grace "$$GRACE")
override: $(CLASS) ## points by hand   STUDENT=id [CHECK=3.2] POINTS=1.5 REASON='why'   or REVOKE=1, or SUBMITTED=time
	@$(CLASS) override $(BOOK_AT) $(if $(CHECK),--check "$$CHECK") $(if $(POINTS),--points "$$POINTS") \
	    $(if $(REASON),--reason "$$REASON") $(if $(SUBMITTED),--submitted "$$SUBMITTED") \
	    $(if $(filter-out 0,$(REVOKE)),--revoke) -- "$$STUDENT"
forget: $(CLASS) ## remove a student for good   STUDENT=id [SUBMISSIONS=class/] [BOOK=file] YES=1
	@$(CLASS) forget $(BOOK_AT) $(if $(filter-out 0,$(YES)),--yes) -- "$$STUDENT"

# --- a class run: docs/class.md -------------------------------------------------------------------
$(if $(SUBMISSIONS),,$(if $(ENGINE)$(SLURM),$(error ENGINE=$(ENGINE) SLURM=$(SLURM): wanted with SUBMISSIONS=, the folder of a class)))
CLASS_PAGES := $(if $(wildcard grader/report/rules.mk),$(B)/bin/usegpu-report)
CLASS_RUN = $(CLASS) run --build '$(B)' $(if $(JOBS),--jobs "$$JOBS") $(if $(ROSTER),--roster "$$ROSTER") \
            $(if $(ENGINE),--engine "$$ENGINE") $(if $(SLURM),--slurm "$$SLURM") \
            $(if $(BOOK),--book "$$BOOK") $(if $(SEED),--seed "$$SEED") $(if $(filter-out 0,$(STRICT)),--strict) \
            $(if $(CLASS_PAGES),--report '$(CLASS_PAGES)' $(if $(SHOW_HIDDEN),--show-hidden "$$SHOW_HIDDEN")) "$$SUBMISSIONS" -- $(GRADE_AS) $(HOW)
grade: $(if $(SUBMISSIONS),$(CLASS) $(CLASS_PAGES))
MAKE_ARCHIVE := $(B)/test/make_archive
$(MAKE_ARCHIVE): $(B)/obj/grader/class/tests/make_archive.o
	@mkdir -p $(@D)
	$(LINK) -o $@ $< -larchive
tests: $(MAKE_ARCHIVE)

# the class run itself (CLASS_RUN) with another word at its front, and perhaps for one student
regrade: all $(CLASS) ## grade a class anew: whose marks changed, and why   SUBMISSIONS=class/ [STUDENT=id] [LAB=3] [SEED=41]
	@$(if $(SUBMISSIONS),,echo 'make regrade: expected SUBMISSIONS=folder of a class' >&2; exit 2;) \
	    $(HIDE) $(subst $(CLASS) run,$(CLASS) regrade $(if $(STUDENT),--student "$$STUDENT"),$(CLASS_RUN))
$(foreach v,GPU MACHINE ISOLATION SIMULATOR LAB SEED JOBS ENGINE SLURM ROSTER HIDDEN,$(eval regrade: export $(v) := $$($(v))))
# a gradebook for the tests to look at
MAKE_BOOK := $(B)/test/make_book
$(MAKE_BOOK): $(B)/obj/grader/class/tests/make_book.o $(CLASS_OBJ)
	@mkdir -p $(@D)
	$(LINK) -o $@ $(filter-out %/class/main.o,$^) $(CLASS_LIB)
tests: $(MAKE_BOOK)
.PHONY: bench-class
bench-class: export JOBS := $(JOBS)
bench-class: all $(MAKE_ARCHIVE) ## how long classes of 10, 50 and 200 take   [SIZES='10 50 200'] [JOBS=2]
	@B='$(B)' GRADE="$(GRADE_AS)" JOBS="$${JOBS:-$$(nproc)}" sh grader/class/tests/bench.sh $(or $(SIZES),10 50 200)
.PHONY: class-of-20
class-of-20: all $(MAKE_ARCHIVE) ## a made-up class of 20, graded, again, and regraded (make test-all does it)
	@$(TEST_ENV) TIMEOUT=1800 .ci/tap grader/class/tests/class_of_20.sh
