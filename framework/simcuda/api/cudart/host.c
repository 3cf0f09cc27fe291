/* host.c - how the machine reaches the program: its memory and its host functions.
 *
 * The machine lives in the program's process, so both are plain. While it copies we note so, to be
 * able to explain a fault by host memory that does not exist. */
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "runtime.h"

static _Thread_local volatile sig_atomic_t copying; /* read by the fault handler */

static void read_host(void *context, void *to, uint64_t from, size_t bytes)
{
	(void)context;
	copying = 1;
	memcpy(to, (const void *)(uintptr_t)from, bytes);
	copying = 0;
}

static void write_host(void *context, uint64_t to, const void *from, size_t bytes)
{
	(void)context;
	copying = 1;
	memcpy((void *)(uintptr_t)to, from, bytes);
	copying = 0;
}

static void call_host(void *context, uint64_t function, uint64_t argument)
{
	(void)context;
	void (*run)(void *) = (void (*)(void *))(uintptr_t)function;
	host_calls_gone(function, argument);
	run((void *)(uintptr_t)argument);
}

static void protect_host(void *context, uint64_t address, uint64_t bytes, SimProtection protection)
{
	static const int modes[] = {[SIM_OPEN] = PROT_READ | PROT_WRITE,
				    [SIM_READABLE] = PROT_READ,
				    [SIM_CLOSED] = PROT_NONE};
	(void)context;
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
