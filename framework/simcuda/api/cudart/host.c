/* host.c - how the machine reaches the program: its memory and its host functions.
 *
 * The memory is this process's own, wherever the machine lives: here, or in a process of its own,
 * whose requests remote/client/ hands on. While bytes are copied we note so, to be able to explain a fault by host memory that does not exist. */
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "framework/simcuda/api/cudart/host_pages.h"
#include "framework/simcuda/api/cudart/runtime.h"

static _Thread_local volatile sig_atomic_t copying; /* read by the fault handler */

static void read_host(void *context, void *to, uint64_t from, size_t bytes)
{
	(void)context;
	copying = 1;
	memcpy(to, host_pages_view((void *)(uintptr_t)from, bytes), bytes);
	copying = 0;
}

static void write_host(void *context, uint64_t to, const void *from, size_t bytes)
{
	(void)context;
	copying = 1;
	memcpy(host_pages_view((void *)(uintptr_t)to, bytes), from, bytes);
	copying = 0;
}

/* --- watched pages --------------------------------------------------------------------------- */

/* Pages that the next host function must not touch, and those that it did touch. Any thread may
 * come by one: it opens the page, and only the function's own thread is told of. */
#define WATCHED_MOST 64
#define TOUCHED_MOST 16

static struct {
	uint64_t from, to;
} watched[WATCHED_MOST];
static atomic_int watched_count;

static struct Touched {
	uint64_t address;
	int writes, function;
	SimSite site;
} touched[TOUCHED_MOST];
static int touched_count, functions; /* of the request that is being answered; under the lock */

static void watch(uint64_t address, uint64_t bytes)
{
	int i = watched_count;
	watched[i].from = address;
	watched[i].to = address + bytes;
	watched_count = i + 1;
}

static void watch_end(void)
{
	int count = watched_count;
	watched_count = 0;
	for (int i = 0; i < count; i++)
		mprotect((void *)(uintptr_t)watched[i].from, watched[i].to - watched[i].from,
			 PROT_READ | PROT_WRITE);
}

int host_watched(uint64_t address, int writes, const void *pc)
{
	uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE), at = address / page * page;
	int i = watched_count;
	while (i > 0 && (address < watched[i - 1].from || address >= watched[i - 1].to))
		i--;
	if (i == 0)
		return 0;
	if (runtime_inside() && touched_count < TOUCHED_MOST) {
		struct Touched *touch = &touched[touched_count++];
		*touch = (struct Touched){
			.address = address, .writes = writes, .function = functions};
		site_capture_fault(&touch->site, pc);
	}
	mprotect((void *)(uintptr_t)at, page, PROT_READ | PROT_WRITE);
	return 1;
}

void host_request(Sim *sim, const SimRequest *request, SimReply *reply)
{
	functions = touched_count = 0;
	sim_call(sim, request, reply);
	for (int i = 0; i < touched_count; i++) {
		SimRequest touch = {.code = SIM_HOST_TOUCH,
				    .thread = request->thread,
				    .internal = 1,
				    .site = touched[i].site};
		SimReply ignored;
		touch.u.touch.address = touched[i].address;
		touch.u.touch.writes = touched[i].writes;
		touch.u.touch.function = touched[i].function;
		sim_call(sim, &touch, &ignored);
	}
}

static void call_host(void *context, uint64_t function, uint64_t argument)
{
	(void)context;
	void (*run)(void *) = (void (*)(void *))(uintptr_t)function;
	functions++;
	host_calls_gone(function, argument);
	run((void *)(uintptr_t)argument);
	watch_end();
}

static void protect_host(void *context, uint64_t address, uint64_t bytes, SimProtection protection)
{
	static const int modes[] = {[SIM_OPEN] = PROT_READ | PROT_WRITE,
				    [SIM_READABLE] = PROT_READ,
				    [SIM_CLOSED] = PROT_NONE,
				    [SIM_WATCHED_READABLE] = PROT_READ,
				    [SIM_WATCHED] = PROT_NONE};
	(void)context;
	if (protection >= SIM_WATCHED_READABLE) {
		if (watched_count == WATCHED_MOST)
			return;
		watch(address, bytes);
	}
	mprotect((void *)(uintptr_t)address, bytes, modes[protection]);
}

SimHost runtime_host(void)
{
	return (SimHost){.read = read_host,
			 .write = write_host,
			 .call = call_host,
			 .protect = protect_host,
			 .page_bytes = (uint64_t)sysconf(_SC_PAGESIZE)};
}

int host_copying(void)
{
	return copying;
}
