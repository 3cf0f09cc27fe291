# usegpu-report: pages of what was graded
REPORT   := $(B)/bin/usegpu-report
REPORTS  := $(call obj,grader/report/*.c)
REPORTED := $(filter-out %/main.o,$(GRADER)) $(JUDGES) $(FIGURES)
all: $(REPORT)
$(REPORT): $(REPORTS) $(REPORTED)
	@mkdir -p $(@D)
	$(LINK) -o $@ $^ -ljansson -ldw -lelf -lseccomp -lsqlite3 -lm
$(B)/obj/grader/report/%.o: INCLUDES += -Igrader/report -Igrader/src -I$(B)/obj/grader/report \
	-Iframework/simcuda/remote -Igrader/checks -Iframework/simcuda/core -Iframework/simcuda/api/cudart

# the style sheet as lines of C, and its hash for the page's policy
STYLED   := $(B)/obj/grader/report/style.inc $(B)/obj/grader/report/style_hash.inc
$(B)/obj/grader/report/page.o: $(STYLED)
$(B)/obj/grader/report/style.inc: grader/report/style.css
	@mkdir -p $(@D)
	@sed 's/[\\"]/\\&/g; s/.*/"&\\n",/' $< >$@
$(B)/obj/grader/report/style_hash.inc: grader/report/style.css
	@mkdir -p $(@D)
	@printf '"%s"\n' "$$(sha256sum <$< | cut -c1-64 | tr a-f A-F | basenc --base16 -d | basenc --base64)" >$@
