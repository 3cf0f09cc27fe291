# What students get, the search for solutions in it, and an instructor's hidden checks (docs/hidden.md).
LEAKS    := $(B)/bin/usegpu-leaks
LEAK_OBJ := $(call obj,grader/handout/*.c)
all: $(LEAKS)
$(LEAKS): $(LEAK_OBJ)
	@mkdir -p $(@D)
	$(LINK) -o $@ $^
$(call bin,grader/handout/tests/test_*.c): $(B)/test/%: $(B)/obj/grader/handout/tests/%.o $(LEAK_OBJ)
	@mkdir -p $(@D)
	$(LINK) -o $@ $(filter-out %/leaks.o,$^) -lcmocka

.PHONY: handout test-handout
handout: export B := $(B)
handout: export HIDDEN := $(HIDDEN)
handout: $(LEAKS) $(if $(HIDDEN),$(GRADING)) ## what students get, in build/handout.tar.gz: no solutions, no hidden checks   [HIDDEN=dir]
	@$(HIDE) HIDDEN_BUILT=$(if $(HIDDEN),"$$hidden") grader/handout/make.sh '$(B)/handout.tar.gz'
test-handout: $(LEAKS) $(GRADING) ## the handout, compiled anew from its own files, and graded
	@$(TEST_ENV) HANDOUT=whole TIMEOUT=1800 .ci/tap grader/handout/tests/handout_works.test
