# rules.mk - usegpu-reference: the kit's own program beside which times on real GPUs are judged
ASIDE :=  $(B)/bin/usegpu-reference
all: $(ASIDE)
$(ASIDE): $(call obj,grader/reference/*.c) $(USEGPU) $(if $(filter cuda,$(GPU)),,$(RT) $(BLAS))
	@mkdir -p $(@D)
	$(LINK) -o $@ $(filter %.o,$^) -L$(B)/lib -lusegpu -Wl,-rpath,'$$ORIGIN/../lib' $(CUDALIBS)

# Tests have a grader that believes in two real GPUs: what it takes for them is the simulator in the
# program's own process.
STANDIN := $(B)/test/grade_standin
$(if $(wildcard grader/reference/tests),tests: $(STANDIN))
$(STANDIN): $(B)/obj/grader/reference/tests/two_gpus.o $(GRADER) $(JUDGES) $(FIGURES) | $(GRADING) $(ASIDE)
	@mkdir -p $(@D)
	$(LINK) -rdynamic -Wl,--wrap=hardware_gpus -o $@ $^ $(GRADE_LIB)
$(call bin,grader/reference/tests/test_*.c): $(B)/test/%: $(B)/obj/grader/reference/tests/%.o $(GRADER) $(JUDGES) $(FIGURES)
	@mkdir -p $(@D)
	$(LINK) -o $@ $(filter-out %/grader/src/main.o,$^) $(GRADE_LIB) -lcmocka
$(B)/obj/grader/reference/tests/%.o: INCLUDES += $(JUDGE_INC)
