/* state.c - the one machine of this process, its lock, and who may use it when.
 *
 * The machine is made when it is first needed: SIMCUDA_MACHINE says which, CUDA_VISIBLE_DEVICES
 * which of its GPUs the program sees. For each GPU we reserve addresses that nobody can touch; the
 * core gives out device memory there and keeps the bytes elsewhere.
 *
 * A thread is outside or inside a call. Inside, it holds the lock; what then comes back to us on
 * the same thread (a CUDA call of a host function, a clock read by a library of ours) must not
 * take it again.
 *
 * A child made by fork() inherits a machine that it must not use: like CUDA's, its calls fail. A
 * child of a process that made none can make its own. */
#include <dlfcn.h>
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "framework/simcuda/registry/registry.h"
#include "framework/simcuda/api/cudart/host_pages.h"
#include "framework/simcuda/api/cudart/runtime.h"
#include "framework/simcuda/machine/choose.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static _Atomic(Sim *) sim;
static SimMachine machine;
static int physical[MACHINE_MAX_GPUS];
static int blocking;
static atomic_int forked;
static atomic_int refused; /* the machine could not be made; the process is on its way out */
static char folder[PATH_MAX];
static atomic_int ready; /* the library's constructors have run */

static THREAD_NEAR int inside;
static atomic_uint entries;

static void find_folder(void)
{
	Dl_info info;
	if (!dladdr((void *)(uintptr_t)find_folder, &info) || !realpath(info.dli_fname, folder))
		return; /* then no machine file will be found, and its message says where we looked */
	/* We stay loaded: handlers of signals and of ending threads lie in here. */
	dlopen(folder, RTLD_NOW | RTLD_NOLOAD | RTLD_NODELETE);
	char *slash = strrchr(folder, '/');
	if (slash)
		*slash = '\0';
}

/* The folder is looked up while the program starts: it may change its directory later. A
 * sanitizer's runtime starts even before and reads the clock, also inside the dlopen() above: no
 * machine is made for that. */
__attribute__((constructor)) static void get_ready(void)
{
	find_folder();
	ready = 1;
}

/* Ends the process: a program on a machine other than the one asked for must not run. */
_Noreturn static void refuse(const char *problem)
{
	fprintf(stderr, "simcuda: %s\n", problem);
	refused = 1;
	runtime_leave();
	exit(2);
}

static void after_fork_in_child(void)
{
	forked = 1;
}

/* Where device addresses start, when that is free: far from everything else, and the same on every
 * run, so that printed pointers are too. */
#define WINDOW_HINT 0x200000000000u

/* Closed too, below each window: free() of a device pointer reads just before it. */
#define WINDOW_GUARD 65536u

static void reserve_windows(uint64_t *base)
{
	uint64_t bytes = sim_address_bytes(&machine) + WINDOW_GUARD;
	char problem[160];
	snprintf(problem, sizeof problem,
		 "cannot reserve %llu bytes of addresses for the GPUs' memory; the limit of a "
		 "process is shown by: ulimit -v",
		 (unsigned long long)bytes * (unsigned long long)machine.gpus);
	for (int i = 0; i < machine.gpus; i++) {
		void *window =
			mmap((void *)(uintptr_t)(WINDOW_HINT + (uint64_t)i * bytes - WINDOW_GUARD),
			     bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
		if (window == MAP_FAILED)
			refuse(problem);
		base[i] = (uint64_t)(uintptr_t)window + WINDOW_GUARD;
	}
}

static bool no_driver;

static void make_machine(void)
{
	char problem[512];
	const char *driver = getenv("SIMCUDA_DRIVER");
	const char *choice = getenv("SIMCUDA_MACHINE");
	if (!host_machine(&machine) && machine_choose(choice && *choice ? choice : "2xa100", folder,
						      &machine, problem, sizeof problem))
		refuse(problem);
	if (fail_choose(getenv("SIMCUDA_FAIL")))
		refuse("SIMCUDA_FAIL: expected copy, fill, launch, memory or sync, and which one "
		       "fails: copy:3, or copy:3x2 for two in a row");
	int whole = machine.gpus;
	machine.gpus =
		visible_parse(getenv("CUDA_VISIBLE_DEVICES"), machine.model, whole, physical);
	no_driver = driver && strcmp(driver, "none") == 0;
	if (no_driver)
		machine.gpus = 0;
	uint64_t base[MACHINE_MAX_GPUS] = {0};
	reserve_windows(base);
	const SimHost host = runtime_host();
	Sim *made = sim_create(&machine, &host, base);
	if (!made)
		refuse("not enough memory for the simulated machine");
	const char *launch_blocking = getenv("CUDA_LAUNCH_BLOCKING");
	blocking = launch_blocking && strcmp(launch_blocking, "1") == 0;
	pthread_atfork(NULL, NULL, after_fork_in_child);
	registry_start(&machine, whole, physical);
	sim = made;
	fault_install();
	traced_begin(&machine);
}

cudaError_t runtime_no_gpu(void)
{
	return no_driver ? cudaErrorInsufficientDriver : cudaErrorNoDevice;
}

cudaError_t runtime_enter(void)
{
	if (inside)
		return cudaErrorNotPermitted;
	if (forked)
		return cudaErrorInitializationError;
	inside = 1; /* before the lock: a signal handler may read the clock in between */
	pthread_mutex_lock(&lock);
	if (refused) {
		runtime_leave();
		return cudaErrorInitializationError;
	}
	if (!sim)
		make_machine();
	entries++;
	thread_pays();
	return cudaSuccess;
}

void runtime_leave(void)
{
	pthread_mutex_unlock(&lock);
	inside = 0;
}

Sim *runtime_enter_existing(void)
{
	if (inside || forked || !sim)
		return NULL;
	inside = 1;
	pthread_mutex_lock(&lock);
	thread_pays();
	return sim;
}

Sim *runtime_sim(void)
{
	return sim;
}

int runtime_is_ready(void)
{
	return ready;
}

int runtime_inside(void)
{
	return inside;
}

int runtime_is_busy(void)
{
	if (pthread_mutex_trylock(&lock) != 0)
		return 1;
	pthread_mutex_unlock(&lock);
	return 0;
}

unsigned runtime_entries(void)
{
	return entries;
}

int runtime_unusable(void)
{
	return forked || refused;
}

int runtime_blocking(void)
{
	return blocking;
}

int runtime_physical(int gpu)
{
	return physical[gpu];
}

cudaUUID_t runtime_uuid(int gpu)
{
	return visible_uuid(machine.model, physical[gpu]);
}

const char *runtime_folder(void)
{
	return folder;
}

const SimMachine *simcuda_machine(void)
{
	if (!sim && runtime_enter() == cudaSuccess)
		runtime_leave();
	return &machine;
}
