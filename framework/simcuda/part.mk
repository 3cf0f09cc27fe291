# part.mk - the simulated GPU: the runtime library, cuBLAS, a machine in another process, tools
SIM_DIR      := framework/simcuda
# its rooms: each includes and calls only those that stand before it here
SIM_MACHINE  := $(call in,$(SIM_DIR)/machine)
CORE         := $(call in,$(SIM_DIR)/ptx $(SIM_DIR)/ptx/parse $(SIM_DIR)/ptx/run $(SIM_DIR)/core)
# loops over 32 lanes
$(call in,$(SIM_DIR)/ptx/run): CPPFLAGS += -O3
REGISTRY     := $(call in,$(SIM_DIR)/registry)
TRACE        := $(call in,$(SIM_DIR)/trace)
CUDART       := $(call in,$(SIM_DIR)/api/cudart $(SIM_DIR)/api/cudart/interpose)
CUBLAS       := $(call in,$(SIM_DIR)/api/cublas $(SIM_DIR)/api/cublas/*)
# the machine in another process: the runtime with a client in place of the core, and its server
# a text of PTX is a student's, so it is parsed in the program's process, not in the machine's
PTX_TEXT     := $(call in,$(SIM_DIR)/ptx/parse) $(call obj,$(SIM_DIR)/core/ptx_text.c)
CLIENT       := $(call in,$(SIM_DIR)/remote $(SIM_DIR)/remote/client $(SIM_DIR)/ptx $(SIM_DIR)/ptx/parse $(SIM_DIR)/ptx/run) $(call obj,$(SIM_DIR)/core/facts.c)
SERVER       := $(call in,$(SIM_DIR)/remote $(SIM_DIR)/remote/server) $(SIM_MACHINE) $(filter-out $(PTX_TEXT),$(CORE)) $(TRACE) $(CUBLAS) $(HOST_BLAS)
MACHINES     := $(patsubst $(SIM_DIR)/machines/%,$(B)/simcuda/machines/%,$(wildcard $(SIM_DIR)/machines/*.json))

RT           := $(B)/simcuda/libcudart.so.13
BLAS         := $(B)/simcuda/libcublas.so.13
NOCUDA       := $(B)/simcuda/libcuda.so.1
SIM          := $(RT) $(BLAS) $(PLUGIN) $(NOCUDA) $(MACHINES)
FAR_RT       := $(B)/simcuda-remote/libcudart.so.13
FAR_BLAS     := $(B)/simcuda-remote/libcublas.so.13
REMOTE       := $(FAR_RT) $(FAR_BLAS) $(B)/bin/simcuda-remote
# every folder of tools/ is one program
TOOLS        := $(patsubst $(SIM_DIR)/tools/%/,$(B)/bin/%,$(wildcard $(SIM_DIR)/tools/*/))
all: $(SIM) $(REMOTE) $(TOOLS)

RT_MAP       := $(SIM_DIR)/api/cudart/cudart.map
BLAS_MAP     := $(SIM_DIR)/api/cublas/cublas.map
RT_LIBS      := $(DEFS) -ljansson -ldl -lm -lpthread
BESIDE       := -Wl,-rpath,'$$ORIGIN'
$(call library,$(RT),$(SIM_MACHINE) $(CORE) $(REGISTRY) $(TRACE) $(CUDART),$(RT_LIBS),$(RT_MAP),,libcudart.so.13 $(B)/simcuda/libcudart.so)
$(call library,$(BLAS),$(CUBLAS) $(HOST_BLAS),$(DEFS) $(BESIDE) -L$(B)/simcuda -lcudart -lopenblas -lm,$(BLAS_MAP),$(RT),libcublas.so.13 $(B)/simcuda/libcublas.so)
# what a program meets that has NVIDIA's runtime linked into it
$(call library,$(NOCUDA),$(call in,$(SIM_DIR)/api/cuda))
$(B)/simcuda/machines/%.json: $(SIM_DIR)/machines/%.json $(B)/flags
	@mkdir -p $(@D)
	@cp $< $@

# build/bin/simcuda-remote PROGRAM
$(call library,$(FAR_RT),$(CLIENT) $(filter %/failing.o %/launch_hash.o,$(CORE)) $(SIM_MACHINE) $(REGISTRY) $(TRACE) $(filter-out %/host_pages.o,$(CUDART)),$(CLOSED) $(RT_LIBS),$(RT_MAP),$(MACHINES) $(PLUGIN),../simcuda/machines ../simcuda/kernels $(B)/simcuda-remote)
# The products are the machine's: a program starts in half the time without OpenBLAS, whose functions are
# not looked for until somebody calls them.
$(call library,$(FAR_BLAS),$(CUBLAS),-Wl$(comma)-z$(comma)lazy $(BESIDE) $(FAR_RT) -lm,$(BLAS_MAP),$(FAR_RT))
$(call program,$(B)/bin/simcuda-remote,$(SERVER),$(NOW) -ljansson -lopenblas -lseccomp -ldl -lm -lpthread)
# tools read machines and running processes as the library does
$(foreach t,$(TOOLS),$(call program,$t,$(call in,$(SIM_DIR)/tools/$(notdir $t)) $(SIM_MACHINE) $(filter-out %/publish.o,$(REGISTRY)),-ljansson -ldl -lm -lpthread,$(RT)))

# --- tests: core_* see the core's objects, the others the libraries -------------------------------------------
SIM_LIBS     := -L$(B)/simcuda -Wl,--no-as-needed -lcublas -lcudart -Wl,--as-needed -lcmocka -lm -lpthread -Wl,-rpath,'$$ORIGIN/../simcuda'
DRAWN        := $(call obj,$(SIM_DIR)/fuzz/replay.c $(SIM_DIR)/fuzz/draw*.c)
T_FUZZ       := $(call bin,$(SIM_DIR)/fuzz/fuzz_*.c $(SIM_DIR)/fuzz/remote/fuzz_*.c)
T_SIM        := $(call bin,$(SIM_DIR)/tests/*/core_*.c $(SIM_DIR)/tests/*/api_*.c) $(T_FUZZ)
FUZZED       := $(SIM_MACHINE) $(CORE) $(call obj,$(SIM_DIR)/api/cudart/fatbin.c) $(filter-out %/replay.o,$(DRAWN))
FUZZED_FAR   := $(filter-out %/server/main.o,$(SERVER)) $(call in,$(SIM_DIR)/ptx/parse) $(filter-out %/replay.o,$(DRAWN))
FUZZ_LIBS    := -ljansson -lopenblas -lseccomp -ldl -lm -lpthread
$(call tests,$(SIM_DIR)/tests/core/core_*.c,$(CORE) $(SIM_MACHINE) $(call obj,$(SIM_DIR)/trace/quick.c),-lcmocka -ljansson -ldl -lm)
$(call tests,$(SIM_DIR)/tests/cudart/api_*.c,,$(SIM_LIBS),$(SIM))
$(call tests,$(SIM_DIR)/tests/cublas/api_*.c,,$(SIM_LIBS),$(SIM))
$(call tests,$(SIM_DIR)/tests/cublas/core_*.c,$(call obj,$(SIM_DIR)/api/cublas/products/gemm_element.c),-lcmocka -lm)
# each fuzz target also runs over its own examples as a test; the server is as in simcuda-remote, without
# its way to programs
$(call tests,$(SIM_DIR)/fuzz/fuzz_*.c,$(DRAWN) $(FUZZED),$(FUZZ_LIBS))
$(call tests,$(SIM_DIR)/fuzz/remote/fuzz_*.c,$(DRAWN) $(FUZZED_FAR),$(FUZZ_LIBS))

.PHONY: test-sim tests-sim calibrate
# The machine has no threads; the libraries have locks, as a program may have threads. Under TSan run the tests that have some.
T_THREADS    := $(patsubst %,$(B)/test/api_%,rt_callbacks rt_hammer rt_managed_lazy rt_streams rt_threads rt_waits smi)
T_SIM_RUN    := $(if $(filter thread,$(SAN)),$(T_THREADS),$(T_SIM))
tests-sim: $(SIM) $(REMOTE) $(TOOLS) $(B)/bin/measure $(T_SIM_RUN)
test-sim: tests-sim ## the simulator's tests alone (under TSan those of its libraries, which a program's threads may call)
	@$(TEST_ENV) .ci/tap $(T_SIM_RUN) $(if $(filter thread,$(SAN)),,$(wildcard $(SIM_DIR)/tests/*.test))

# --- calibrate: DATA=file.csv [MODEL=a100: to begin from] [ROWS='the column gpu'] [NAME=mine] [OUT=mine.json] ------
NAME         := $(or $(NAME),calibrated)
OUT          := $(or $(OUT),$(B)/$(NAME).json)
MODEL        := $(or $(MODEL),a100)
$(foreach v,DATA MODEL ROWS NAME OUT,$(eval calibrate: export $(v) := $$($(v))))
calibrate: $(B)/bin/calibrate $(MACHINES) ## fit a machine file to measured times   DATA=file.csv [MODEL=a100] [ROWS=gpu] [NAME=mine]
	@$(if $(DATA),,echo 'make calibrate: expected DATA=file.csv, of which docs/machines.md tells' >&2; exit 2;) \
	    $< --models '$(B)/simcuda/machines' --base "$$MODEL" --data "$$DATA" --output "$$OUT" --model "$$NAME" \
	    $(if $(ROWS),--gpu "$$ROWS")
