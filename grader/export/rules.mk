# rules.mk - usegpu-export: marks in the formats of others (docs/exports.md)
EXPORT     := $(B)/bin/usegpu-export
EXPORT_OBJ := $(call obj,grader/export/*.c grader/class/csv.c grader/class/book_place.c grader/src/command_line.c grader/src/digest.c grader/src/file.c grader/src/grade_place.c grader/src/refuse.c grader/src/text.c)
EXPORT_LIB := -lsqlite3 -ljansson -lnettle -lm

all: $(EXPORT)
$(EXPORT): $(EXPORT_OBJ)
	@mkdir -p $(@D)
	$(LINK) -o $@ $^ $(EXPORT_LIB)
$(EXPORT_OBJ) $(B)/obj/grader/export/tests/%.o: INCLUDES += -Igrader/src -Igrader/export -Igrader/class
$(call bin,grader/export/tests/test_*.c): $(B)/test/%: $(B)/obj/grader/export/tests/%.o $(EXPORT_OBJ)
	@mkdir -p $(@D)
	$(LINK) -o $@ $(filter-out %/main.o,$^) $(EXPORT_LIB) -lcmocka

# Only what stands on the command line counts, as it stands there (as_typed has been over some of it):
# COLUMNS and others mean something else elsewhere.
EXPORT_SAYS := FORMAT IN OUT COLUMNS ASSIGNMENT GRADE_COLUMN ABSENT SHOW_HIDDEN RESULTS SUBMISSIONS BOOK LAB SEED MACHINE
EXPORT_GOAL := export
$(foreach v,$(EXPORT_SAYS),$(eval $(EXPORT_GOAL): override export $(v) := $$(if $$(filter command override,$$(origin $(v))),$$(value $(v)))))
$(EXPORT_GOAL): override export SUBMISSION := $(value SUBMISSION)
.PHONY: export
export: $(EXPORT) ## marks for others   FORMAT=gradescope|canvas|moodle|junit... [SUBMISSION=] [SUBMISSIONS=class/] [IN=] [OUT=]
	@case $$FORMAT in \
	gradescope-zip | autolab-tar) B='$(B)' grader/export/package.sh "$$FORMAT" "$$OUT" ;; \
	*) $(EXPORT) --build '$(B)' --format "$$FORMAT" --submission "$$SUBMISSION" --results "$$RESULTS" \
	    --submissions "$$SUBMISSIONS" --book "$$BOOK" --in "$$IN" --out "$$OUT" --columns "$$COLUMNS" \
	    --assignment "$$ASSIGNMENT" --grade-column "$$GRADE_COLUMN" --absent "$$ABSENT" \
	    --show-hidden "$$SHOW_HIDDEN" ;; \
	esac

# how this build grades, for a script that calls the grader itself
.PHONY: grade-command
grade-command:
	@echo "$(GRADE_AS)"
