/* crash.h - a part of drive.c: when a signal ends the program, tells the judge where it was.
 *
 * The handler sends one frame with the places of the calls that were open, and then lets the
 * program die of the same signal. It has a stack of its own, so that a recursion without end is
 * told too.
 *
 * The simulator installs a handler at its first use, which explains what a device pointer in the
 * wrong place is, and passes the signal on to the one before it: ours. It takes our stack. */
#ifndef GRADER_DRIVE_CRASH_H
#define GRADER_DRIVE_CRASH_H

#include <execinfo.h>
#include <link.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <ucontext.h>

#define CRASH_STACK_BYTES ((size_t)8 << 20) /* the simulator reads debug information on it */

extern const char __executable_start[], etext[]; /* of the linker: this program, and no library */

static const int crash_signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGXCPU, SIGTERM};
static uintptr_t crash_base;
static uintptr_t crash_stack_top; /* of the main thread, about */
static size_t crash_stack_most;   /* bytes that it may have; 0: no limit is known */

/* The first module is the program itself. */
static int crash_base_take(struct dl_phdr_info *info, size_t size, void *unused)
{
	(void)size, (void)unused;
	crash_base = info->dlpi_addr;
	return 1;
}

static uintptr_t crash_interrupted(const void *context)
{
	const ucontext_t *c = context;
#if defined(__x86_64__)
	return (uintptr_t)c->uc_mcontext.gregs[REG_RIP];
#elif defined(__aarch64__)
	return (uintptr_t)c->uc_mcontext.pc;
#else
#error "this processor's signal context is not known here"
#endif
}

/* A block of memory that lost its pattern: the program stops as if it had crashed. */
static FrameHeap crash_block;
static volatile sig_atomic_t crash_of_block;

static _Noreturn void crash_stop(const FrameHeap *fault, uint32_t late)
{
	crash_block = *fault;
	crash_block.late = late;
	crash_of_block = 1;
	abort();
}

void drive_heap_stop(const FrameHeap *fault)
{
	crash_stop(fault, 1);
}

/* When the exercise is over: what it wrote beside its blocks, and beside the drive's. */
static void crash_look(void)
{
	FrameHeap fault;

	if (drive_heap_damaged(&fault))
		crash_stop(&fault, 2);
}

static uint32_t crash_act(const void *context)
{
#if defined(__x86_64__)
	const ucontext_t *c = context;

	return c->uc_mcontext.gregs[REG_ERR] & 2 ? HEAP_WRITTEN : HEAP_READ;
#else
	(void)context;
	return HEAP_TOUCHED;
#endif
}

static uintptr_t crash_stack_at(const void *context)
{
	const ucontext_t *c = context;
#if defined(__x86_64__)
	return (uintptr_t)c->uc_mcontext.gregs[REG_RSP];
#else
	return (uintptr_t)c->uc_mcontext.sp;
#endif
}

/* A drive may make the stack smaller for an exercise. */
static void crash_stack_measure(void)
{
	struct rlimit most;

	if (getrlimit(RLIMIT_STACK, &most) == 0 && most.rlim_cur != RLIM_INFINITY)
		crash_stack_most = most.rlim_cur;
}

/* Whether the main thread's stack pointer has left what the stack may have, and the fault is near it (of an
 * address that no memory can have nothing is told). */
static int crash_by_stack(int number, const siginfo_t *info, const void *context)
{
	const uintptr_t margin = (uintptr_t)64 << 10, frame = (uintptr_t)16 << 20;
	uintptr_t at = crash_stack_at(context), touched = (uintptr_t)info->si_addr;

	return (number == SIGSEGV || number == SIGBUS) && crash_stack_most > margin &&
	       syscall(SYS_gettid) == getpid() &&
	       crash_stack_top - at > crash_stack_most - margin &&
	       (info->si_code == SI_KERNEL || touched - (at - margin) < frame);
}

/* The program gave it to free(), and the C library knows nothing of it. */
static void crash_of_free(const void *memory)
{
	struct cudaPointerAttributes where;

	crash_block = (FrameHeap){.made = crash_base, .act = HEAP_NOT_OURS};
	if (cudaPointerGetAttributes(&where, memory) == cudaSuccess)
		crash_block.memory = (uint32_t)where.type;
}

/* Tells of the block, if a block it is. */
static void crash_tell_block(int number, const siginfo_t *info, const void *context)
{
	crash_stack_measure();
	if (drive_heap_freeing())
		crash_of_free(drive_heap_freeing());
	else if (crash_by_stack(number, info, context))
		crash_block = (FrameHeap){
			.bytes = crash_stack_most, .made = crash_base, .act = HEAP_STACK};
	else if ((number == SIGSEGV || number == SIGBUS) &&
		 drive_heap_explain((uintptr_t)info->si_addr, &crash_block))
		crash_block.act = crash_act(context);
	else if (number != SIGABRT || !crash_of_block)
		return;
	crash_block.made -= crash_base;
	frame_send(FRAME_HEAP, 0, "", &crash_block, sizeof crash_block);
}

static void crash_tell(int number, siginfo_t *info, void *context)
{
	static volatile sig_atomic_t told;
	void *calls[CRASH_PLACES_MAX + 8];
	uint64_t places[CRASH_PLACES_MAX];
	int count = 0, open;

	signal(number, SIG_DFL);
	if (!told && !sending) {
		told = 1;
		alarm(5); /* walking a broken stack; better dead than stuck */
		crash_tell_block(number, info, context); /* before a walk that may not end */
		open = backtrace(calls, CRASH_PLACES_MAX + 8);
		for (int i = 0; i < open && count < CRASH_PLACES_MAX; i++) {
			uintptr_t at = (uintptr_t)calls[i];

			/* A return address may be the first of the next line. */
			if (at != crash_interrupted(context))
				at--;
			if (at >= (uintptr_t)__executable_start && at < (uintptr_t)etext)
				places[count++] = at - crash_base;
		}
		frame_send(FRAME_CRASH, 0, "", places, (size_t)count * sizeof *places);
		alarm(0);
	}
	raise(number); /* kills as soon as the signal is not blocked any more */
}

static void crash_catch(int number, void (*handler)(int, siginfo_t *, void *),
			struct sigaction *before)
{
	struct sigaction action = {.sa_sigaction = handler, .sa_flags = SA_SIGINFO | SA_ONSTACK};

	sigemptyset(&action.sa_mask);
	sigaction(number, &action, before);
}

static void crash_install(void)
{
	stack_t stack = {.ss_size = CRASH_STACK_BYTES};
	void *first[1];

	crash_stack_top = (uintptr_t)__builtin_frame_address(0);
	crash_stack_measure();

	stack.ss_sp = mmap(NULL, CRASH_STACK_BYTES, PROT_READ | PROT_WRITE,
			   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (stack.ss_sp == MAP_FAILED || sigaltstack(&stack, NULL) < 0)
		return;
	dl_iterate_phdr(crash_base_take, NULL);
	backtrace(first, 1); /* loads what it needs while the program is well */
	for (size_t i = 0; i < sizeof crash_signals / sizeof *crash_signals; i++)
		crash_catch(crash_signals[i], crash_tell, NULL);
}

#endif
