# usegpu-report: pages of what was graded
REPORT   := $(B)/bin/usegpu-report
REPORTS  := $(call obj,grader/report/*.c)
REPORTED := $(filter-out %/main.o,$(GRADER)) $(JUDGES) $(FIGURES)
all: $(REPORT)
$(REPORT): $(REPORTS) $(REPORTED)
	@mkdir -p $(@D)
	$(LINK) -o $@ $^ $(GRADE_LIB) -lsqlite3
$(B)/obj/grader/report/%.o: INCLUDES += -Igrader/report -Igrader/src -I$(B)/obj/grader/report \
	-Iframework/simcuda/remote -Igrader/checks -Iframework/simcuda/core -Iframework/simcuda/api/cudart

$(call bin,grader/report/tests/test_*.c): $(B)/test/%: $(B)/obj/grader/report/tests/%.o $(filter-out %/main.o,$(REPORTS)) $(REPORTED)
	@mkdir -p $(@D)
	$(LINK) -o $@ $^ $(GRADE_LIB) -lsqlite3 -lcmocka

# the style sheet as lines of C, and its hash for the page's policy
STYLED   := $(B)/obj/grader/report/style.inc $(B)/obj/grader/report/style_hash.inc
$(B)/obj/grader/report/page.o $(B)/tidy/grader/report/page.c.ok lint-cppcheck: $(STYLED)
$(B)/obj/grader/report/style.inc: grader/report/style.css
	@mkdir -p $(@D)
	@sed 's/[\\"]/\\&/g; s/.*/"&\\n",/' $< >$@
$(B)/obj/grader/report/style_hash.inc: grader/report/style.css
	@mkdir -p $(@D)
	@printf '"%s"\n' "$$(sha256sum <$< | cut -c1-64 | tr a-f A-F | basenc --base16 -d | basenc --base64)" >$@

# --- pages ------------------------------------------------------------------------------------------
# make grade makes the page of what it graded; make report takes the time to do it well.
$(call as_typed,SHOW_HIDDEN)
REPORT_AS  = $(REPORT) --build '$(B)' $(if $(SHOW_HIDDEN),--show-hidden "$$SHOW_HIDDEN")
REFERENCE := $(B)/report/reference
.PHONY: report class-report
report: export SEED := $(or $(SEED),1)
report: $(GRADING) $(REPORT) ## grade, and make a page with all timelines{ beside those of the solutions}   SUBMISSION=folder [SEED=1]
	@mkdir -p $(REFERENCE)
	@$(reference_make)
	@$(HIDE) $(GRADE_AS) --timelines $(CHOSEN)$(AND_LINES)$(AND_PAGE)
# the solutions' timelines for this machine and seed, once a build; students have no solutions
reference_make = [ ! -d solutions ] || [ "$(REFERENCE)/$$MACHINE-$$SEED.json" -nt $(GRADE) ] || { \
	    mkdir -p $(REFERENCE)/kit && cp solutions/lab*.c $(REFERENCE)/kit && \
	    $(GRADE_AS) --timelines --gpu sim --machine "$$MACHINE" --seed "$$SEED" --output '$(REFERENCE)/graded' -- $(REFERENCE)/kit >$(REFERENCE)/log && \
	    $(REPORT_AS) --reference "$(REFERENCE)/$$MACHINE-$$SEED.json" '$(REFERENCE)/graded' && \
	    rm -r $(REFERENCE)/graded $(REFERENCE)/kit; }
class-report: export SUBMISSIONS := $(SUBMISSIONS)
class-report: export BOOK := $(BOOK)
class-report: $(REPORT) ## the page of a class that was graded   SUBMISSIONS=class [BOOK=file]
	@$(if $(SUBMISSIONS),,echo 'make class-report: expected SUBMISSIONS=folder of a class' >&2; exit 2;) \
	    $(REPORT_AS) --submissions "$$SUBMISSIONS" $(if $(BOOK),--class "$$BOOK")

# what `make grade` does after grading: the page of what was graded
grade: $(REPORT)
# which lines the checks reach is counted in a grading of its own, of which nothing else is kept
AND_LINES = && { $(GRADE_AS) --coverage $(CHOSEN) >/dev/null || echo 'make report: which lines are reached could not be counted' >&2; }
AND_PAGE = ; status=$$?; [ $$status -eq 2 ] || $(REPORT_AS) --submission "$$SUBMISSION" || status=2; exit $$status
