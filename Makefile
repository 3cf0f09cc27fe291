# usegpu. `make help` lists the targets. Everything that is made lies under build/.

# What chooses a run is taken from the command line alone: a variable that somebody exported long ago
# must not change what is graded.
chosen   := GPU MACHINE ISOLATION SIMULATOR LAB CHECK SEED STRICT SUBMISSION SUBMISSIONS ENGINE SLURM ROSTER BOOK HIDDEN DATA MODEL ROWS NAME OUT SECONDS SAMPLE FILE LEFT_OUT
# Words of the command line are taken as they are, a $ in them too: make would look for variables in
# them, each time they are read. They reach recipes through the environment, as "$$SUBMISSION".
as_typed  = $(foreach v,$(1),$(if $(filter environment,$(origin $(v))),$(eval $(v) :=))$(if $(filter command,$(origin $(v))),$(eval override export $(v) := $$(value $(v)))))
$(call as_typed,$(chosen))
# make takes any name for a setting of its own, so a slip would silently grade everything
$(foreach v,lab check seed gpu machine submission submissions strict file,$(if $(filter command,$(origin $(v))), \
    $(error $(v)=$($(v)): unknown setting; settings are written in capitals, as in make check LAB=1)))
GPU      := $(or $(GPU),sim)
MACHINE  := $(or $(MACHINE),2xa100)
SUBMISSION := $(or $(SUBMISSION),labs)
CUDA     ?= /usr/local/cuda
CC       ?= cc

# What students get (make handout) is this same Makefile without some of the folders: a target whose
# folder is missing is none there.
needs    := stubs:solutions selfcheck:grader/mutants handout:grader/handout redteam:grader/tests/redteam \
            test-all:.ci/test-all coverage:.ci/coverage lint:.clang-tidy fuzz:framework/simcuda/fuzz \
            test-sim:framework/simcuda/tests bench:framework/bench measure:framework/bench \
            calibrate:framework/simcuda/tools/calibrate class-report:grader/class
missing  := $(foreach n,$(needs),$(if $(wildcard $(lastword $(subst :, ,$(n)))),,$(firstword $(subst :, ,$(n)))))
ifneq ($(and $(HIDDEN),$(filter handout,$(missing))),)
$(error HIDDEN=$(HIDDEN): this belongs to the instructor's kit; what you have is the handout for students)
endif
ifneq ($(filter $(missing),$(MAKECMDGOALS)),)
$(error make $(filter $(missing),$(MAKECMDGOALS)): this belongs to the instructor's kit; what you have is the handout for students)
endif

comma    := ,
# --- variants: each has a folder of its own ----------------------------------------------------
# SAN=address|thread (sanitizers), HEADERS=toolkit (NVIDIA's headers, simulated GPUs), COVERAGE=1
VARIANT := $(if $(filter cuda,$(GPU)),cuda)$(if $(SAN),$(SAN))$(if $(HEADERS),$(HEADERS))$(if $(COVERAGE),coverage)
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
SANFLAGS += $(if $(COVERAGE),--coverage -Wl$(comma)-u$(comma)__gcov_dump)
# processes that are killed, or locked in, count in the memory of the one that began (.ci/counters.c);
# gcc's own fork() would set the counters to 0
COUNTING := $(if $(COVERAGE),-fdata-sections $(patsubst %,-fno-builtin-%,fork execl execle execlp execv execve execvp))
COUNTERS := $(if $(COVERAGE),$(B)/counters.o -Wl$(comma)-T$(comma).ci/counters.ld)

# a library names all that it needs; a sanitizer's symbols come with the program
DEFS     := $(if $(SAN),,-Wl$(comma)-z$(comma)defs)
WARN     := -Wall -Wextra -Wpedantic -Werror
INCLUDES := -Iframework/include -Iframework/simcuda $(CUDA_INC)
FLAGS    := -std=c11 -D_GNU_SOURCE -O2 -g -fPIC -fno-omit-frame-pointer \
            -fno-optimize-sibling-calls -ffp-contract=off $(SANFLAGS) $(COUNTING)
# one short line a step; V=1 shows the commands
step      = $(if $(V),,@echo '  $(1) $@' &&)
COMPILE   = $(call step,cc  ) $(CC) $(FLAGS) $(WARN) $(INCLUDES) $(CPPFLAGS) $(CFLAGS) -MMD -MP -c
# programs that fork again and again look up the names in libraries once, not in each of their children
NOW      := -Wl,-z,now
LINK      = $(call step,link) $(CC) $(SANFLAGS) $(LDFLAGS) $(COUNTERS)

# --- what is built from what: every .c of a folder belongs to its part -----------------------------
obj       = $(patsubst %.c,$(B)/obj/%.o,$(wildcard $(1)))
CORE     := $(call obj,framework/simcuda/core/*.c)
CUDART   := $(call obj,framework/simcuda/api/cudart/*.c)
CUBLAS   := $(call obj,framework/simcuda/api/cublas/*.c)
# the machine in another process: the runtime with a client in place of the core, and its server
CHANNEL  := $(call obj,framework/simcuda/remote/line.c)
CLIENT   := $(CHANNEL) $(call obj,framework/simcuda/remote/client*.c framework/simcuda/core/facts.c framework/simcuda/core/machine.c)
SERVER   := $(CHANNEL) $(call obj,framework/simcuda/remote/server*.c)
FRAME    := $(call obj,framework/src/*.c framework/simcuda/api/cublas/host_blas.c)
GRADER   := $(call obj,grader/src/*.c)
JUDGES   := $(call obj,grader/checks/*_judge.c)
DRIVES   := $(call obj,grader/checks/*_drive.c)
DRIVER   := $(call obj,grader/checks/drive.c grader/checks/drive_heap.c)
MACHINES := $(patsubst framework/simcuda/machines/%,$(B)/simcuda/machines/%,$(wildcard framework/simcuda/machines/*.json))

RT       := $(B)/simcuda/libcudart.so.13
BLAS     := $(B)/simcuda/libcublas.so.13
PLUGIN   := $(B)/simcuda/kernels/usegpu.so
USEGPU   := $(B)/lib/libusegpu.so
GRADE    := $(B)/bin/usegpu-grade
MUTATE   := $(B)/bin/usegpu-mutate
# every folder of tools/ is one program
TOOLS    := $(patsubst framework/simcuda/tools/%/,$(B)/bin/%,$(wildcard framework/simcuda/tools/*/))
NOCUDA   := $(B)/simcuda/libcuda.so.1
SIM      := $(RT) $(BLAS) $(PLUGIN) $(NOCUDA) $(MACHINES)
REMOTE   := $(B)/simcuda-remote/libcudart.so.13 $(B)/simcuda-remote/libcublas.so.13 $(B)/bin/simcuda-remote

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
all: $(SIM) $(REMOTE) $(USEGPU) $(GRADE) $(DRIVES) $(DRIVER) $(TOOLS) ## build everything

# what stands in {} is not for a handout: it needs a folder that is missing there
help: ## list the targets
	@awk -F':.*## ' -v missing=' $(missing) ' '/^[a-z][a-z-]*:.*## / && !index(missing, " " $$1 " ") { \
	    if (index(missing, " handout ")) gsub(/{[^}]*}/, "", $$2); gsub(/[{}]/, "", $$2); printf "  make %-12s %s\n", $$1, $$2}' $(filter-out %.d,$(MAKEFILE_LIST))

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
	$(if $(COVERAGE),@$(CC) -std=c11 -D_GNU_SOURCE -O2 -fPIC -c -o $(B)/counters.o .ci/counters.c)
	@echo '$(built_by)' | cmp -s - $@ || echo '$(built_by)' >$@
# The files of a handout all have one time, also those of the next. Expanded here: in the recipe it would
# have what a target sets for itself, and change with the goal.
built_by := $(CC) $(FLAGS) $(CPPFLAGS) $(CFLAGS) $(CUDA_INC) $(LDFLAGS)$(if $(wildcard VERSION), $(shell cat VERSION))

$(FRAME): INCLUDES += -Iframework/src -Iframework/kernels -Iframework/simcuda/api/cublas
# its functions call each other directly: a tenth of what a small tensor costs
$(FRAME): CPPFLAGS += -DUSEGPU_INTERNAL -fno-semantic-interposition
# the loops over elements: gcc vectorises those of unknown length at -O3 only
$(call obj,framework/src/backend_cpu.c framework/kernels/bodies.c): CPPFLAGS += -O3
$(CORE) $(CUDART) $(CUBLAS): INCLUDES += -Iframework/simcuda/core
JUDGE_INC := -Iframework/simcuda/remote -Igrader/src -Igrader/checks -Iframework/simcuda/core -Iframework/simcuda/api/cudart
$(GRADER) $(JUDGES): INCLUDES += $(JUDGE_INC)
$(call obj,grader/src/dataset.c): INCLUDES += -Iframework/src
$(DRIVES) $(DRIVER): INCLUDES += -Igrader/checks -Igrader/stubs

# --- the simulated GPU ----------------------------------------------------------------------------------
$(RT): $(CORE) $(CUDART) framework/simcuda/api/cudart/cudart.map
	@mkdir -p $(@D)
	$(LINK) -shared -Wl,-soname,libcudart.so.13 -Wl,--version-script=framework/simcuda/api/cudart/cudart.map \
	    $(DEFS) -o $@ $(CORE) $(CUDART) -ljansson -ldw -ldl -lm -lpthread
	@ln -sf libcudart.so.13 $(@D)/libcudart.so

$(BLAS): $(CUBLAS) framework/simcuda/api/cublas/cublas.map $(RT)
	$(LINK) -shared -Wl,-soname,libcublas.so.13 -Wl,--version-script=framework/simcuda/api/cublas/cublas.map \
	    $(DEFS) -Wl,-rpath,'$$ORIGIN' -o $@ $(CUBLAS) -L$(@D) -lcudart -lopenblas -lm
	@ln -sf libcublas.so.13 $(@D)/libcublas.so

# what a program meets that has NVIDIA's runtime linked into it
$(NOCUDA): $(call obj,framework/simcuda/api/cuda/*.c)
	@mkdir -p $(@D)
	$(LINK) -shared -Wl,-soname,libcuda.so.1 -o $@ $^

$(B)/simcuda/machines/%.json: framework/simcuda/machines/%.json $(B)/flags
	@mkdir -p $(@D)
	@cp $< $@

# --- the same with the machine in another process: build/bin/simcuda-remote PROGRAM ---------------------
$(B)/simcuda-remote/libcudart.so.13: $(CLIENT) $(filter-out %/host_pages.o,$(CUDART)) framework/simcuda/api/cudart/cudart.map $(MACHINES) $(PLUGIN)
	@mkdir -p $(@D)
	$(LINK) -shared -Wl,-soname,libcudart.so.13 -Wl,--version-script=framework/simcuda/api/cudart/cudart.map \
	    $(DEFS) -o $@ $(filter %.o,$^) -ljansson -ldw -ldl -lm -lpthread
	@ln -sf ../simcuda/machines ../simcuda/kernels $(@D)
# The products are the machine's: a program starts in half the time without OpenBLAS, whose functions are
# not looked for until somebody calls them.
$(B)/simcuda-remote/libcublas.so.13: $(filter-out %/host_blas.o,$(CUBLAS)) framework/simcuda/api/cublas/cublas.map $(B)/simcuda-remote/libcudart.so.13
	$(LINK) -shared -Wl,-z,lazy -Wl,-soname,libcublas.so.13 -Wl,--version-script=framework/simcuda/api/cublas/cublas.map \
	    -Wl,-rpath,'$$ORIGIN' -o $@ $(filter %.o,$^) $(B)/simcuda-remote/libcudart.so.13 -lm
SERVES   := $(SERVER) $(CORE) $(CUBLAS) $(call obj,framework/simcuda/api/cudart/machine_fi*.c) \
	$(call obj,framework/simcuda/api/cudart/trace_*.c) $(patsubst %,$(B)/obj/framework/simcuda/api/cudart/%.o,choose plugin)
$(B)/bin/simcuda-remote: $(call obj,framework/simcuda/remote/main.c framework/simcuda/remote/warm.c framework/simcuda/remote/confine.c) $(SERVES)
	@mkdir -p $(@D)
	$(LINK) $(NOW) -o $@ $^ -ljansson -lopenblas -lseccomp -ldl -lm -lpthread
$(B)/obj/framework/simcuda/remote/%.o: INCLUDES += -Iframework/simcuda/core -Iframework/simcuda/remote

# TOOL_LIBS: what a single tool needs besides, set for its target
.SECONDEXPANSION:
$(TOOLS): $(B)/bin/%: $$(call obj,framework/simcuda/tools/%/*.c) $(RT)
	@mkdir -p $(@D)
	$(LINK) -o $@ $(filter %.o,$^) $(TOOL_LIBS) -ljansson -ldl -lm -lpthread
# gpu-smi reads machines and running processes as the library does
$(B)/bin/gpu-smi: $(call obj,framework/simcuda/api/cudart/machine_*.c) \
	$(patsubst %,$(B)/obj/framework/simcuda/api/cudart/%.o,choose registry_folder registry_read visible)
$(B)/obj/framework/simcuda/tools/%.o: INCLUDES += -Iframework/simcuda/core -Iframework/simcuda/api/cudart
# calibrate reads machine files and tells times as the simulator does
$(B)/bin/calibrate: $(call obj,framework/simcuda/core/machine.c framework/simcuda/api/cudart/machine_fi*.c)

$(PLUGIN): $(B)/obj/framework/kernels/bodies.o
	@mkdir -p $(@D)
	$(LINK) -shared -o $@ $< -lm
$(B)/obj/framework/kernels/%.o: INCLUDES += -Iframework/kernels

# --- the framework ---------------------------------------------------------------------------------------
ifeq ($(GPU),cuda)
KERNELS  := $(B)/obj/framework/kernels/kernels.o
CUDALIBS := -L$(CUDA)/lib64 -Wl,-rpath,$(CUDA)/lib64 -lcudart -lcublas
$(KERNELS): framework/kernels/kernels.cu $(wildcard framework/kernels/*.h)
	@mkdir -p $(@D)
	$(call step,nvcc) $(CUDA)/bin/nvcc -cudart shared -O2 -fmad=false -Xcompiler -fPIC,-fno-exceptions,-fno-threadsafe-statics -Iframework/kernels -c -o $@ $<
else
KERNELS  := $(B)/obj/framework/kernels/register.o
CUDALIBS := -L$(B)/simcuda -Wl,-rpath,'$$ORIGIN/../simcuda' -lcudart -lcublas
endif

$(USEGPU): $(FRAME) $(KERNELS) $(if $(filter cuda,$(GPU)),,$(RT) $(BLAS))
	@mkdir -p $(@D)
	$(LINK) -shared -Wl,-Bsymbolic-functions -o $@ $(FRAME) $(KERNELS) $(CUDALIBS) -ljansson -ldl -lm -lpthread

# a judge reads machine files and tells times as the simulator does, and headers of .npy files as the framework does
FIGURES  := $(call obj,framework/simcuda/core/machine.c framework/simcuda/api/cudart/machine_fi*.c \
	framework/src/npy_header.c framework/src/error.c)

# --- the grader --------------------------------------------------------------------------------------------
# what the grader's objects need, in whatever program they are
GRADE_LIB := $(NOW) -ljansson -lnettle -ldw -lelf -lseccomp -ldl -lm
$(GRADE): $(GRADER) $(JUDGES) $(FIGURES)
	@mkdir -p $(@D)
	$(LINK) -rdynamic -o $@ $^ $(GRADE_LIB)

# LAB=3 CHECK=3.2 SEED=41 SUBMISSION=labs STRICT=1 choose; the rest tells how the kit was built. What
# the user typed reaches the shell through the environment: a name may hold quotes.
GRADING  := $(GRADE) $(USEGPU) $(SIM) $(REMOTE) $(DRIVES) $(DRIVER)
GRADE_AS  = $(GRADE) --build '$(B)' --cc '$(CC)' \
            --cflags '$(SANFLAGS) $(INCLUDES) -Igrader/stubs $(LENIENT)'
# a bounded snprintf is what we teach; clang does not know that warning
LENIENT   = $(if $(shell $(CC) --version 2>/dev/null | grep clang),,-Wno-format-truncation)
HOW       = --gpu "$$GPU" --machine "$$MACHINE" \
            $(if $(filter cuda,$(GPU)),--ldflags '-L$(CUDA)/lib64 -Wl$(comma)-rpath$(comma)$(CUDA)/lib64') \
            $(if $(LAB),--lab "$$LAB") $(if $(CHECK),--check "$$CHECK") \
            $(if $(ISOLATION),--isolation "$$ISOLATION") \
            $(if $(SIMULATOR),--simulator "$$SIMULATOR") $(if $(HIDDEN),--hidden "$$hidden")
CHOSEN    = $(HOW) $(if $(SEED),--seed "$$SEED") $(if $(filter-out 0,$(STRICT)),--strict) -- "$$SUBMISSION"

# HIDDEN=dir: an instructor's hidden checks are built first; $$hidden is where they are then
HIDE      = $(if $(HIDDEN),hidden=$$(B='$(B)' COMPILE='$(HIDE_AS)' grader/handout/hidden.sh "$$HIDDEN") || exit 2;)
HIDE_AS   = $(CC) $(FLAGS) -Wall -Wextra $(INCLUDES) $(JUDGE_INC) -Igrader/stubs $(CPPFLAGS) $(CFLAGS)

GRADES   := grade check hint progress debug watch reset report
.PHONY: $(GRADES) stubs
$(foreach v,GPU MACHINE ISOLATION SIMULATOR LAB CHECK SEED SUBMISSION SUBMISSIONS JOBS ENGINE SLURM ROSTER BOOK HIDDEN,$(eval $(GRADES): export $(v) := $$($(v))))
# a whole class with SUBMISSIONS: grader/class/rules.mk
grade: $(GRADING) ## grade labs/   [LAB=3] [CHECK=3.2] [SEED=41] [SUBMISSION=folder]{ [HIDDEN=dir]} [STRICT=1]{, or a class: SUBMISSIONS=class/ [ROSTER=roster.csv] [JOBS=2] [ENGINE=slurm]}
	@$(HIDE) $(if $(SUBMISSIONS),$(or $(CLASS_RUN),echo 'make grade: SUBMISSIONS= is for the instructor'"'"'s kit' >&2; exit 2),$(GRADE_AS) --details $(CHOSEN)$(AND_PAGE))
check: $(GRADING) ## the quick loop: what does not pass yet   LAB=3 [CHECK=3.2] [SEED=41]
	@$(HIDE) $(GRADE_AS) --quick $(CHOSEN)
hint: $(GRADING) ## the next hint   [LAB=3] [CHECK=3.2]
	@$(HIDE) $(GRADE_AS) --hint $(CHOSEN)
progress: $(GRADING) ## what you have reached in each lab
	@$(HIDE) $(GRADE_AS) --progress $(CHOSEN)
watch: $(GRADING) ## check a lab at every save (entr)   [LAB=3]
	@MAKE='$(MAKE)' grader/stubs/watch.sh "$$SUBMISSION" "$$LAB"
debug: $(GRADING) ## gdb at the start of an exercise, with the inputs that fail   CHECK=3.2 [SEED=41]
	@$(HIDE) $(GRADE_AS) --debug $(CHOSEN)
reset: ## start again   LAB=3 or LAB=all; your file is kept beside the new one
	@grader/stubs/reset.sh "$$SUBMISSION" "$$LAB"
stubs: ## make grader/stubs/ from solutions/, and what nobody has changed in labs/
	@grader/stubs/generate.sh

# --- tests: core_* see the core's objects, api_* and test_* the libraries, grader's test_* its objects ------
bin       = $(patsubst %.c,$(B)/test/%,$(notdir $(wildcard $(1))))
T_CORE   := $(call bin,framework/simcuda/tests/core_*.c)
T_API    := $(call bin,framework/simcuda/tests/api_*.c)
T_FRAME  := $(call bin,framework/tests/test_*.c)
T_GRADER := $(call bin,grader/tests/test_*.c)
T_MUTATE := $(call bin,grader/mutants/tests/test_*.c)
# the parts of the grader that have a rules.mk of their own
T_PARTS  := $(call bin,$(patsubst %/rules.mk,%/tests/test_*.c,$(wildcard grader/*/rules.mk)))
T_FUZZ   := $(call bin,framework/simcuda/fuzz/fuzz_*.c)
T_FFUZZ  := $(call bin,framework/fuzz/fuzz_*.c)
T_RFUZZ  := $(call bin,framework/simcuda/fuzz/remote/fuzz_*.c)
T_SIM_SH := $(wildcard framework/simcuda/tests/*.test)
# the longest come first, so that at the end no processor waits for one of them
T_LONG   := $(wildcard $(patsubst %,grader/tests/%.test,submissions kit redteam selfcheck hostile) \
            framework/simcuda/tests/programs.test docs/tests/snippets.test)
T_SH     := $(T_LONG) $(filter-out $(T_LONG),$(T_SIM_SH) \
            $(wildcard framework/tests/*.test grader/tests/*.test grader/*/tests/*.test docs/tests/*.test))
TESTS    := $(filter-out $(LEFT_OUT),$(T_SH)) $(T_CORE) $(T_API) $(T_FUZZ) $(T_RFUZZ) $(T_FRAME) $(T_FFUZZ) $(T_GRADER) $(T_MUTATE) $(T_PARTS)
# the simulator's libraries come first also where libusegpu.so was linked with NVIDIA's
TESTLIBS := -L$(B)/lib -lusegpu -L$(B)/simcuda -Wl,--no-as-needed -lcublas -lcudart -Wl,--as-needed -lcmocka -lm -lpthread \
            -Wl,-rpath,'$$ORIGIN/../simcuda' -Wl,-rpath,'$$ORIGIN/../lib'

$(T_CORE): $(B)/test/%: $(B)/obj/framework/simcuda/tests/%.o $(CORE)
	@mkdir -p $(@D)
	$(LINK) -o $@ $^ -lcmocka -lm
$(T_FUZZ): $(B)/test/%: $(B)/obj/framework/simcuda/fuzz/%.o $(call obj,framework/simcuda/fuzz/replay.c framework/simcuda/fuzz/draw*.c) \
	$(CORE) $(call obj,framework/simcuda/api/cudart/machine_fi*.c framework/simcuda/api/cudart/visible.c)
	@mkdir -p $(@D)
	$(LINK) -o $@ $^ -ljansson -lm
$(B)/obj/framework/simcuda/fuzz/%.o: INCLUDES += -Iframework/simcuda/core -Iframework/simcuda/api/cudart
# the server as it is in simcuda-remote, without its way to programs
$(T_RFUZZ): $(B)/test/%: $(B)/obj/framework/simcuda/fuzz/remote/%.o $(call obj,framework/simcuda/fuzz/replay.c framework/simcuda/fuzz/draw*.c) $(SERVES)
	@mkdir -p $(@D)
	$(LINK) -o $@ $^ -ljansson -lopenblas -ldl -lm -lpthread
$(B)/obj/framework/simcuda/fuzz/remote/%.o: INCLUDES += -Iframework/simcuda/fuzz -Iframework/simcuda/remote -Iframework/simcuda/core
$(T_API): $(B)/test/%: $(B)/obj/framework/simcuda/tests/%.o $(USEGPU) $(SIM)
	@mkdir -p $(@D)
	$(LINK) -o $@ $< $(TESTLIBS)
$(T_FRAME): $(B)/test/%: $(B)/obj/framework/tests/%.o $(USEGPU) $(SIM)
	@mkdir -p $(@D)
	$(LINK) -o $@ $< $(TESTLIBS)
# linked with the framework's objects: a target looks behind the public interface
$(T_FFUZZ): $(B)/test/%: $(B)/obj/framework/fuzz/%.o $(B)/obj/framework/simcuda/fuzz/replay.o $(FRAME) $(KERNELS) | $(SIM)
	@mkdir -p $(@D)
	$(LINK) -o $@ $^ $(CUDALIBS) -ljansson -ldl -lm -lpthread
$(B)/obj/framework/fuzz/%.o: INCLUDES += $(FFUZZ_INC)
$(B)/obj/framework/fuzz/%.o: CPPFLAGS += -DUSEGPU_INTERNAL
FFUZZ_INC := -Iframework/simcuda/fuzz -Iframework/src -Iframework/kernels -Iframework/simcuda/api/cublas
$(filter-out %/test_heap,$(T_GRADER)): $(B)/test/%: $(B)/obj/grader/tests/%.o $(GRADER) $(JUDGES) $(FIGURES) | $(GRADING)
	@mkdir -p $(@D)
	$(LINK) -o $@ $< $(filter-out %/main.o,$(GRADER)) $(JUDGES) $(FIGURES) $(GRADE_LIB) -lcmocka
$(B)/test/test_heap: $(B)/test/%: $(B)/obj/grader/tests/%.o $(DRIVER)
	@mkdir -p $(@D)
	$(LINK) -o $@ $< $(filter %/drive_heap.o,$(DRIVER)) -lcmocka -lpthread
$(B)/obj/framework/simcuda/tests/%.o $(B)/obj/framework/tests/%.o: INCLUDES += -Iframework/simcuda/core -Iframework/src -Iframework/kernels
$(B)/obj/grader/tests/%.o: INCLUDES += -Iframework/simcuda/remote -Igrader/src -Igrader/checks -Iframework/simcuda/core -Iframework/simcuda/api/cudart

.PHONY: coverage test tests test-sim tests-sim test-all lint lint-format lint-tidy lint-cppcheck
# OpenBLAS is not built with ThreadSanitizer, which does not see what its threads do to be safe; and
# gcc 12's AddressSanitizer can wait for ever for a lock of its own while they start or end
TEST_ENV  = B='$(B)' CC='$(CC)' CUDA='$(CUDA)' GRADE="$(GRADE_AS)$(if $(ISOLATION), --isolation $(ISOLATION))"$(if $(SAN), OPENBLAS_NUM_THREADS=1)
tests: all $(filter-out $(missing:%=$(B)/bin/%),$(B)/bin/measure) $(if $(filter selfcheck,$(missing)),,$(MUTATE)) $(TESTS)
test: tests ## the kit's own tests; the last line says how many passed{   [TESTS='grader/tests/kit.test ...']}
	@$(TEST_ENV) .ci/tap $(TESTS)
tests-sim: $(SIM) $(REMOTE) $(TOOLS) $(B)/bin/measure $(T_CORE) $(T_API) $(T_FUZZ) $(T_RFUZZ)
test-sim: tests-sim ## the simulator's tests alone (under TSan those with threads of their own)
	@$(TEST_ENV) .ci/tap $(T_CORE) $(T_API) $(T_FUZZ) $(T_RFUZZ) $(if $(filter thread,$(SAN)),,$(T_SIM_SH))
.PHONY: redteam
redteam: $(GRADING) ## hostile, broken and odd submissions   [REDTEAM=all] [REDTEAM_TIER=reduced] [REDTEAM_USER=nobody]
	@$(TEST_ENV) REDTEAM='$(or $(REDTEAM),sample)' REDTEAM_TIER='$(REDTEAM_TIER)' REDTEAM_USER='$(REDTEAM_USER)' \
	    TIMEOUT=900 .ci/tap grader/tests/redteam.test
coverage: ## which lines of framework/ and grader/ the tests run: tables, build/coverage; fails below 90 %
	@MAKE='$(MAKE)' .ci/coverage
test-all: ## adds sanitizers, clang, NVIDIA's headers, every machine and the linters; what CI runs
	@MAKE='$(MAKE)' CUDA='$(CUDA)' .ci/test-all

# --- fuzzing: each target also runs over its own examples as a test --------------------------------------------
.PHONY: fuzz
SECONDS  := $(or $(SECONDS),60)
fuzz: $(T_FUZZ) $(T_RFUZZ) $(T_FFUZZ) ## look for inputs that break the simulator's core and the parsers (clang)   [SECONDS=60: each]
	@framework/simcuda/fuzz/run.sh '$(B)' '$(SECONDS)' framework/simcuda/fuzz '$(FUZZ_SIM)'
	@framework/simcuda/fuzz/run.sh '$(B)' '$(SECONDS)' framework/simcuda/fuzz/remote '$(FUZZ_REMOTE)'
	@framework/simcuda/fuzz/run.sh '$(B)' '$(SECONDS)' framework/fuzz '$(FUZZ_FRAME)'
FUZZ_SIM   = $(OWN_CUDA) -Iframework/simcuda -Iframework/simcuda/core -Iframework/simcuda/api/cudart \
             framework/simcuda/fuzz/draw*.c framework/simcuda/core/*.c framework/simcuda/api/cudart/machine_fi*.c \
             framework/simcuda/api/cudart/visible.c -ljansson -lm
FUZZ_REMOTE = $(OWN_CUDA) -Iframework/simcuda -Iframework/simcuda/core -Iframework/simcuda/remote -Iframework/simcuda/fuzz \
             -Iframework/simcuda/api/cudart framework/simcuda/fuzz/draw*.c $(patsubst $(B)/obj/%.o,%.c,$(SERVES)) \
             -ljansson -lopenblas -ldl -lm -lpthread
FUZZ_FRAME = -DUSEGPU_INTERNAL $(INCLUDES) $(FFUZZ_INC) framework/src/*.c framework/simcuda/api/cublas/host_blas.c framework/kernels/register.c \
             -L$(B)/simcuda -Wl,-rpath,$(abspath $(B))/simcuda -lcudart -lcublas -ljansson -ldl -lm -lpthread

# --- bench ------------------------------------------------------------------------------------------------
# every bench*.c is one program that prints its part
BENCHES  := $(patsubst framework/bench/%.c,$(B)/bin/%,$(wildcard framework/bench/bench*.c))
ROUNDS   := $(call obj,framework/bench/rounds.c framework/bench/torch.c)
$(BENCHES): $(B)/bin/%: $(B)/obj/framework/bench/%.o $(ROUNDS) $(USEGPU) $(if $(filter cuda,$(GPU)),,$(SIM))
	@mkdir -p $(@D)
	$(LINK) -o $@ $< $(ROUNDS) -L$(B)/lib -Wl,-rpath,'$$ORIGIN/../lib' -lusegpu $(CUDALIBS) -lopenblas -lm
$(B)/bin/measure: $(call obj,framework/bench/measure*.c) $(if $(filter cuda,$(GPU)),,$(SIM))
	@mkdir -p $(@D)
	$(LINK) -o $@ $(filter %.o,$^) $(CUDALIBS)
.PHONY: bench measure
bench: $(if $(filter cuda,$(GPU)),measure,$(BENCHES)) ## real times as ratios: the simulator, tensors, products, copies, training; GPU=cuda: as measure
	@$(if $(filter cuda,$(GPU)),:,for bench in $(BENCHES); do $$bench || exit; done)
measure: $(B)/bin/measure ## time the GPU for `make calibrate`, into build/measured.csv   [GPU=cuda] [MACHINE=2xa100]
	@$(if $(filter cuda,$(GPU)),,SIMCUDA_MACHINE='$(MACHINE)') $< $(B)/measured.csv $(if $(filter cuda,$(GPU)),,2)

# --- calibrate: DATA=file.csv [MODEL=a100: to begin from] [ROWS='the column gpu'] [NAME=mine] [OUT=mine.json] ------
.PHONY: calibrate
NAME     := $(or $(NAME),calibrated)
OUT      := $(or $(OUT),$(B)/$(NAME).json)
calibrate: export DATA := $(DATA)
calibrate: export MODEL := $(or $(MODEL),a100)
calibrate: export ROWS := $(ROWS)
calibrate: export NAME := $(NAME)
calibrate: export OUT := $(OUT)
calibrate: $(B)/bin/calibrate $(MACHINES) ## fit a machine file to measured times   DATA=file.csv [MODEL=a100] [ROWS=gpu] [NAME=mine]
	@$(if $(DATA),,echo 'make calibrate: expected DATA=file.csv, of which docs/machines.md tells' >&2; exit 2;) \
	    $< --models '$(B)/simcuda/machines' --base "$$MODEL" --data "$$DATA" --output "$$OUT" --model "$$NAME" \
	    $(if $(ROWS),--gpu "$$ROWS")

# --- mutants: small mistakes in the solutions, each of which a check has to catch (docs/selfcheck.md) ------------
MUTANTS  := $(call obj,grader/mutants/*.c grader/src/pool.c grader/src/interrupt.c grader/src/text.c)
$(MUTATE): $(MUTANTS)
	@mkdir -p $(@D)
	$(LINK) -o $@ $^ -ljansson
$(T_MUTATE): $(B)/test/%: $(B)/obj/grader/mutants/tests/%.o $(MUTANTS)
	@mkdir -p $(@D)
	$(LINK) -o $@ $(filter-out %/main.o,$^) -ljansson -lcmocka
$(B)/obj/grader/mutants/%.o: INCLUDES += -Igrader/src -Igrader/mutants
.PHONY: selfcheck
# a variable without a value has the same one each time; what C forbids counts as not compiled
selfcheck: LENIENT += -ftrivial-auto-var-init=pattern -Werror=return-type -Werror=int-conversion \
                      -Werror=incompatible-pointer-types -Werror=format
selfcheck: export LAB := $(LAB)
selfcheck: export CHECK := $(CHECK)
selfcheck: export JOBS := $(or $(JOBS),2)
selfcheck: export SEED := $(SEED)
selfcheck: export SAMPLE := $(SAMPLE)
selfcheck: $(GRADING) $(MUTATE) ## which small mistakes in the solutions does no check catch?   [LAB=3] [CHECK=3.2] [JOBS=2] [SAMPLE=n: every n-th]
	@$(MUTATE) --build '$(B)' --jobs "$$JOBS" --grade "$(GRADE_AS)" \
	    --compile "$(CC) -std=c11 -D_GNU_SOURCE -O2 -fPIC -ffp-contract=off $(INCLUDES) -Igrader/stubs" \
	    $(if $(LAB),--lab "$$LAB") $(if $(CHECK),--check "$$CHECK") $(if $(SEED),--seed "$$SEED") \
	    $(if $(SAMPLE),--sample "$$SAMPLE") solutions/lab*.c

# --- docs, and programs that a reader writes ------------------------------------------------------------
.PHONY: docs run
docs: $(USEGPU) $(SIM) ## the site of docs/, with the API reference and the figures, into build/docs/site
	@B='$(B)' CC='$(CC)' docs/site.sh
$(foreach v,FILE GPU MACHINE,$(eval run: export $(v) := $$($(v))))
run: $(USEGPU) $(if $(filter cuda,$(GPU)),,$(SIM)) ## compile a program of your own and run it   FILE=mine.c [MACHINE=2xa100] [GPU=none]
	@case $$GPU in sim|cuda|none) ;; *) echo "make run: GPU=$$GPU: wanted sim, cuda or none" >&2; exit 2 ;; esac
	@[ "$$MACHINE" != 0 ] || { echo 'make run: MACHINE=0: wanted COUNTxMODEL such as 2xtiny; no GPU at all is GPU=none' >&2; exit 2; }
	@[ -f "$$FILE" ] || { echo "make run: FILE=$$FILE: expected a C file, as in make run FILE=mine.c" >&2; exit 2; }
	@mkdir -p $(B)/own
	@$(CC) $(FLAGS) -Wall $(INCLUDES) -Igrader/stubs -o $(B)/own/program "$$FILE" -Wl,--no-as-needed \
	    -L$(B)/lib -lusegpu $(CUDALIBS) -Wl,--as-needed -lm -lpthread -Wl,-rpath,'$$ORIGIN/../lib'
	@$(if $(filter cuda,$(GPU)),,SIMCUDA_MACHINE=$(if $(filter none,$(GPU)),0,"$$MACHINE")) $(B)/own/program

# --- parts of the grader that are programs of their own: their rules lie beside them -------------------------
include $(wildcard grader/*/rules.mk)

# --- linters ---------------------------------------------------------------------------------------------
SOURCES   = $(shell find $(wildcard datasets docs framework grader solutions) -path grader/tests/submissions -prune -o \( -name '*.[ch]' -o -name '*.cu' \) -print)
# the programs that the simulator has to find fault with are formatted, not tidied
TIDIED    = $(filter-out framework/simcuda/tests/programs/%,$(filter %.c,$(SOURCES)))
TIDY      = $(patsubst %,$(B)/tidy/%.ok,$(foreach f,$(TIDIED),$(if $(TESTS_ASIDE),$(if $(findstring /tests/,$f),,$f),$f)))
lint: lint-format lint-tidy lint-cppcheck ## clang-format, clang-tidy, cppcheck
lint-format:
	@clang-format --dry-run -Werror $(SOURCES)
lint-tidy: $(TIDY)
$(B)/tidy/%.ok: % .clang-tidy
	@mkdir -p $(@D)
	$(call step,tidy) clang-tidy --quiet $< -- -std=c11 -D_GNU_SOURCE $(OWN_CUDA) $(LINT_INC) $(if $(filter framework/src/%,$<),-DUSEGPU_INTERNAL)
	@touch $@
LINT_INC := -Iframework/simcuda/fuzz -Iframework/simcuda/api/cublas -Iframework/include -Iframework/simcuda -Iframework/simcuda/core -Iframework/simcuda/remote -Iframework/simcuda/api/cudart -Iframework/src -Iframework/kernels \
            -Igrader/src -Igrader/checks -Igrader/mutants -Igrader/stubs -Igrader/class -Igrader/export -Igrader/report -I$(B)/obj/grader/report
lint-cppcheck:
	@cppcheck --quiet --error-exitcode=1 --std=c11 --enable=warning,performance,portability \
	    --inline-suppr --suppressions-list=.ci/cppcheck.txt -igrader/tests/submissions -iframework/simcuda/tests/programs -D_GNU_SOURCE $(OWN_CUDA) $(LINT_INC) \
	    framework grader solutions

.SECONDARY:
-include $(shell find $(B)/obj -name '*.d' 2>/dev/null)
endif
