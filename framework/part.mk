# part.mk - the framework: libusegpu, its kernels for the simulator and for nvcc, bench
FRAME_DIRS   := $(wildcard framework/src/*/)
FRAME        := $(call in,$(FRAME_DIRS:/=))
FRAME_FLAGS  := -DUSEGPU_INTERNAL -fno-semantic-interposition -ffunction-sections
# its functions call each other directly: a tenth of what a small tensor costs
$(FRAME): CPPFLAGS += $(FRAME_FLAGS)
# the loops over elements: gcc vectorises those of unknown length at -O3 only
$(call obj,framework/src/device/backend_cpu.c framework/kernels/bodies.c): CPPFLAGS += -O3

$(PLUGIN): $(B)/obj/framework/kernels/bodies.o
	@mkdir -p $(@D)
	$(LINK) -shared -o $@ $< -lm
ifeq ($(GPU),cuda)
KERNELS      := $(B)/obj/framework/kernels/kernels.o
CUDALIBS     := -L$(CUDA)/lib64 -Wl,-rpath,$(CUDA)/lib64 -lcudart -lcublas
SIM_USED     :=
$(KERNELS): framework/kernels/kernels.cu $(wildcard framework/kernels/*.h)
	@mkdir -p $(@D)
	$(call step,nvcc) $(CUDA)/bin/nvcc -cudart shared -O2 -fmad=false -Xcompiler -fPIC,-fno-exceptions,-fno-threadsafe-statics -I. -c -o $@ $<
else
KERNELS      := $(B)/obj/framework/kernels/register.o
CUDALIBS     := -L$(B)/simcuda -Wl,-rpath,'$$ORIGIN/../simcuda' -lcudart -lcublas
SIM_USED     := $(SIM)
endif
FRAME_LIBS   := $(CUDALIBS) -ljansson -ldl -lm -lpthread
all: $(USEGPU)
$(call program,$(USEGPU),$(FRAME) $(HOST_BLAS) $(KERNELS),-shared $(CLOSED) $(DEFS) $(FRAME_LIBS),$(filter %.13,$(SIM_USED)))

# --- tests: those of fuzz/ are linked with the framework's objects, to look behind the public interface ------
T_FFUZZ      := $(call bin,framework/fuzz/fuzz_*.c)
T_FRAME      := $(call bin,framework/tests/test_*.c) $(T_FFUZZ)
# the simulator's libraries come first also where libusegpu.so was linked with NVIDIA's
TESTLIBS     := -L$(B)/lib -lusegpu $(SIM_LIBS) -Wl,-rpath,'$$ORIGIN/../lib'
$(call tests,framework/tests/test_*.c,,$(TESTLIBS),$(USEGPU) $(SIM))
$(call tests,framework/fuzz/fuzz_*.c,$(B)/obj/framework/simcuda/fuzz/replay.o $(FRAME) $(HOST_BLAS) $(KERNELS),$(FRAME_LIBS),$(SIM))
$(B)/obj/framework/fuzz/%.o: CPPFLAGS += -DUSEGPU_INTERNAL
FUZZ_INC      = -I. $(OWN_CUDA) -Iframework/simcuda
FUZZ_FRAME    = -DUSEGPU_INTERNAL -I. $(INCLUDES) $(call src,$(FRAME) $(HOST_BLAS)) framework/kernels/register.c \
                -L$(B)/simcuda -Wl,-rpath,$(abspath $(B))/simcuda $(FRAME_LIBS)
.PHONY: fuzz
FUZZ_RUN      = RUNS='$(RUNS)' TARGET='$(TARGET)' $(SIM_DIR)/fuzz/run.sh
FUZZERS       = $(notdir $(T_FUZZ) $(T_FFUZZ) $(T_GFUZZ))
.PHONY: fuzzers
fuzzers:
	@echo $(FUZZERS)
SECONDS      := $(or $(SECONDS),60)
fuzz: $(T_FUZZ) $(T_FFUZZ) $(T_GFUZZ) ## look for inputs that break the simulator's core and the parsers (clang)   [SECONDS=60: each] [RUNS=1000: or so many] [TARGET=fuzz_ptx: that one]
	$(if $(filter-out $(FUZZERS),$(TARGET)),$(error TARGET=$(TARGET): no such fuzz target; expected one of $(FUZZERS)))
	@$(FUZZ_RUN) '$(B)' '$(SECONDS)' $(SIM_DIR)/fuzz '$(FUZZ_INC) $(call src,$(FUZZED)) $(FUZZ_LIBS)'
	@$(FUZZ_RUN) '$(B)' '$(SECONDS)' $(SIM_DIR)/fuzz/remote '$(FUZZ_INC) $(call src,$(FUZZED_FAR)) $(FUZZ_LIBS)'
	@$(FUZZ_RUN) '$(B)' '$(SECONDS)' framework/fuzz '$(FUZZ_FRAME)'
	@$(FUZZ_RUN) '$(B)' '$(SECONDS)' grader/fuzz '$(FUZZ_INC) $(INCLUDES) $(FUZZ_OWN) -ljansson -lunistring'

# --- bench: every bench*.c is one program that prints its part --------------------------------------------------
BENCHES      := $(patsubst framework/bench/%.c,$(B)/bin/%,$(wildcard framework/bench/bench*.c))
BENCH_LIBS   := -L$(B)/lib -Wl,-rpath,'$$ORIGIN/../lib' -lusegpu $(CUDALIBS) -lopenblas -lm
$(foreach b,$(BENCHES),$(call program,$b,$(call obj,framework/bench/$(notdir $b).c framework/bench/rounds.c framework/bench/torch.c),$(BENCH_LIBS),$(USEGPU) $(SIM_USED)))
$(call program,$(B)/bin/measure,$(call obj,framework/bench/measure*.c),$(CUDALIBS),$(SIM_USED))
# kernels as make run compiles them, and optimised; empty without clang
BENCH_PTX    := $(patsubst %,$(B)/obj/framework/bench/kernels-%.ptx,O0 O2)
$(BENCH_PTX): $(B)/obj/framework/bench/kernels-%.ptx: framework/bench/kernels/kernels.cu
	@mkdir -p $(@D)
	$(call step,ptx ) $(CLANG_CUDA) $(OWN_CUDA) -Iframework/simcuda -include cuda_runtime.h --cuda-device-only -S \
	    -$* -gline-tables-only -Xclang -target-feature -Xclang +ptx63 -o $@ $< || : >$@
.PHONY: bench measure
bench: $(if $(filter cuda,$(GPU)),measure,$(BENCHES) $(BENCH_PTX)) ## real times as ratios: the simulator, tensors, products, copies, training; GPU=cuda: as measure
	@$(if $(filter cuda,$(GPU)),:,for bench in $(BENCHES); do $$bench || exit; done)
measure: $(B)/bin/measure ## time the GPU for `make calibrate`, into build/measured.csv   [GPU=cuda] [MACHINE=2xa100]
	@$(if $(filter cuda,$(GPU)),,SIMCUDA_MACHINE='$(MACHINE)') $< $(B)/measured.csv $(if $(filter cuda,$(GPU)),,2)
