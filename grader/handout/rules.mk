# What students get (docs/hidden.md), and the search for solutions in it.
LEAKS    := $(B)/bin/usegpu-leaks
LEAK_OBJ := $(call obj,grader/handout/*.c)
all: $(LEAKS)
$(LEAKS): $(LEAK_OBJ)
	@mkdir -p $(@D)
	$(LINK) -o $@ $^

.PHONY: handout
handout: export B := $(B)
handout: $(LEAKS) $(if $(HIDDEN),$(GRADING)) ## what students get, in build/handout.tar.gz: no solutions, no hidden checks   [HIDDEN=dir]
	@$(HIDE) HIDDEN_BUILT="$$hidden" grader/handout/make.sh '$(B)/handout.tar.gz'
