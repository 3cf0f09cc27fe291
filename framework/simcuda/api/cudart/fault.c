/* fault.c - explains a crash that comes from using device memory on the host.
 *
 * The addresses of device memory are reserved but closed, so the first read or write by the host
 * raises SIGSEGV. The handler says what the address is, where it was touched and where the memory
 * was made, writes the report, and passes the signal on to whoever had it before (a sanitizer, or
 * the default, which ends the process). Other faults are passed on untouched. */
#include <errno.h>
#include <stdbool.h>
#include <string.h>
#include <ucontext.h>
#include <unistd.h>

#include "framework/simcuda/api/cudart/runtime.h"

/* "reads", "writes", or "touches" where the processor does not tell. */
static const char *access_verb(const ucontext_t *context)
{
#ifdef __x86_64__
	return context->uc_mcontext.gregs[REG_ERR] & 2 ? "writes" : "reads";
#else
	(void)context;
	return "touches";
#endif
}

/* Whether the instruction is an atomic: one with a lock prefix, or an exchange with memory. Elsewhere that is
 * not looked at: on ARM a pair of instructions may make an atomic. */
static bool is_atomic(const ucontext_t *context)
{
#ifdef __x86_64__
	static const unsigned char prefixes[] = {0x66, 0xf2, 0xf3, 0x2e, 0x36,
						 0x3e, 0x26, 0x64, 0x65};
	const unsigned char *at =
		(const unsigned char *)(uintptr_t)context->uc_mcontext.gregs[REG_RIP];
	while (memchr(prefixes, *at, sizeof prefixes))
		at++;
	if (*at == 0xf0)
		return true;
	at += (*at & 0xf0) == 0x40;
	return (*at & 0xfe) == 0x86;
#else
	(void)context;
	return false;
#endif
}

static const void *interrupted_at(const ucontext_t *context)
{
#if defined(__x86_64__)
	return (const void *)(uintptr_t)context->uc_mcontext.gregs[REG_RIP];
#elif defined(__aarch64__)
	return (const void *)(uintptr_t)context->uc_mcontext.pc;
#else
#error "this processor's signal context is not known here"
#endif
}

/* The C library keeps an allocation's size in the word before it; free() reads that first. */
static int is_before_allocation(uint64_t address)
{
	int device;
	uint64_t base, bytes;
	SimSite made;
	uint64_t start = address + sizeof(size_t);
	return sim_describe(runtime_sim(), start, &device, &base, &bytes, &made) == 1 &&
	       base == start;
}

static void explain_device_memory(uint64_t address, const ucontext_t *context)
{
	int device, freeing = is_before_allocation(address);
	uint64_t base, bytes, at = freeing ? address + sizeof(size_t) : address;
	SimFinding finding = {.kind = SIM_FINDING_DEVICE_POINTER, .sites = 2};
	int place = sim_describe(runtime_sim(), at, &device, &base, &bytes, &finding.site[1]);
	const char *verb = access_verb(context);
	if (place == 0)
		return;
	if (freeing) {
		snprintf(finding.message, sizeof finding.message,
			 "the host %s the word before an allocation on GPU %d, as free() does; "
			 "device "
			 "memory is given back with cudaFree",
			 verb, device);
	} else if (place == 3) {
		snprintf(finding.message, sizeof finding.message,
			 "the host %s memory of GPU %d where nothing is allocated", verb, device);
		finding.sites = 1;
	} else {
		snprintf(finding.message, sizeof finding.message,
			 "the host %s byte %llu of %s allocation of %llu bytes on GPU %d; device "
			 "memory can only be reached through CUDA calls such as cudaMemcpy",
			 verb, (unsigned long long)(address - base), place == 1 ? "an" : "a freed",
			 (unsigned long long)bytes, device);
	}
	site_capture_fault(&finding.site[0], interrupted_at(context));
	report_fault(&finding);
}

/* The machine itself faulted while it copied: the program gave it host memory that is not there. */
static void explain_host_memory(const ucontext_t *context)
{
	SimFinding finding = {.kind = SIM_FINDING_HOST_POINTER, .sites = 1};
	snprintf(finding.message, sizeof finding.message,
		 "a copy %s host memory that the program does not have",
		 strcmp(access_verb(context), "writes") == 0 ? "writes to" : "reads");
	site_capture_fault(&finding.site[0], interrupted_at(context));
	report_fault(&finding);
}

/* The program touches pinned memory that queued work needs: the machine notes it and opens the
 * page, and the program goes on. False: it is something else. */
static bool touch_pinned(uint64_t address, int writes, const ucontext_t *context)
{
	static _Thread_local uint64_t tried; /* where another thread had opened it before */
	SimRequest request = {.code = SIM_HOST_TOUCH, .internal = 1};
	SimReply reply;
	request.u.touch.address = address;
	request.u.touch.writes = writes;
	request.u.touch.atomic = is_atomic(context);
	if (runtime_inside()) /* a library of ours under the lock: only host functions get here */
		return false;
	site_capture_fault(&request.site, interrupted_at(context));
	if (runtime_enter() != cudaSuccess)
		return false;
	request.thread = runtime_thread();
	sim_call(runtime_sim(), &request, &reply);
	runtime_leave();
	if (reply.error != cudaSuccess || (!reply.value[0] && tried == address))
		return false; /* closed by the program itself */
	tried = reply.value[0] ? 0 : address;
	return true;
}

/* The program goes on as if nothing had been, `errno` included. */
static bool touch(uint64_t address, const ucontext_t *context)
{
	int error = errno, writes = strcmp(access_verb(context), "reads") != 0;
	bool done = host_watched(address, writes, interrupted_at(context)) ||
		    touch_pinned(address, writes, context);
	errno = error;
	return done;
}

static void pass_on(int signal, siginfo_t *info, void *context)
{
	const struct sigaction other = *handlers_other(signal);
	if (other.sa_flags & (int)SA_RESETHAND)
		*handlers_other(signal) = (struct sigaction){.sa_handler = SIG_DFL};
	if (other.sa_flags & SA_SIGINFO) {
		other.sa_sigaction(signal, info, context);
	} else if (other.sa_handler != SIG_DFL && other.sa_handler != SIG_IGN) {
		other.sa_handler(signal);
	} else {
		handlers_default(signal);
		if (info->si_code <= 0)
			raise(signal); /* somebody sent it; a fault happens again by itself */
	}
}

static void on_fault(int signal, siginfo_t *info, void *context)
{
	static volatile sig_atomic_t explaining;
	bool closed = info->si_code == SEGV_ACCERR && signal == SIGSEGV && runtime_sim();
	if (closed && touch((uint64_t)(uintptr_t)info->si_addr, context))
		return;
	if (info->si_code > 0 && runtime_sim() && !explaining) {
		explaining = 1;
		alarm(10); /* reporting takes locks of the C library; better dead than stuck */
		if (host_copying())
			explain_host_memory(context);
		else
			explain_device_memory((uint64_t)(uintptr_t)info->si_addr, context);
		traced_rescue();
		alarm(0);
		explaining = 0;
	}
	pass_on(signal, info, context);
}

/* Whether the program has an alternate stack on which debug information can be read: most are too small.
 * On it a stack that is full is told too. */
static bool has_large_stack(void)
{
	stack_t other;
	return sigaltstack(NULL, &other) == 0 && !(other.ss_flags & SS_DISABLE) &&
	       other.ss_size >= (size_t)4 << 20;
}

void fault_install(void)
{
	struct sigaction action = {.sa_sigaction = on_fault,
				   .sa_flags = SA_SIGINFO | SA_NODEFER |
					       (has_large_stack() ? SA_ONSTACK : 0)};
	site_prepare_fault();
	sigemptyset(&action.sa_mask);
	handlers_install(&action);
}

int simcuda_fault_first(const struct sigaction *first, struct sigaction *then)
{
	fault_install();
	return handlers_first(first, then);
}
