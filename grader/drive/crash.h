/* crash.h - a part of drive.c: when a signal ends the program, tells the judge where it was.
 *
 * The handler sends one frame with the places of the calls that were open, and then lets the
 * program die of the same signal. It has a stack of its own, so that a recursion without end is
 * told too.
 *
 * The simulator installs a handler at its first use, which explains what a device pointer in the
 * wrong place is, and passes the signal on to the one before it: ours. It runs on the program's own
 * stack, so crash_install_first puts one more in front of it, which only moves it to our stack. */
#ifndef GRADER_DRIVE_CRASH_H
#define GRADER_DRIVE_CRASH_H

#include <execinfo.h>
#include <link.h>
#include <signal.h>
#include <sys/mman.h>
#include <ucontext.h>

#define CRASH_STACK_BYTES ((size_t)8 << 20) /* the simulator reads debug information on it */

extern const char __executable_start[], etext[]; /* of the linker: this program, and no library */

static const int crash_signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGXCPU, SIGTERM};
static uintptr_t crash_base;
static struct sigaction crash_explain[2]; /* the simulator's, for SIGSEGV and SIGBUS */

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

/* Tells of the block, if a block it is. */
static void crash_tell_block(int number, const siginfo_t *info, const void *context)
{
	if ((number == SIGSEGV || number == SIGBUS) &&
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
		open = backtrace(calls, CRASH_PLACES_MAX + 8);
		for (int i = 0; i < open && count < CRASH_PLACES_MAX; i++) {
			uintptr_t at = (uintptr_t)calls[i];

			/* A return address may be the first of the next line. */
			if (at != crash_interrupted(context))
				at--;
			if (at >= (uintptr_t)__executable_start && at < (uintptr_t)etext)
				places[count++] = at - crash_base;
		}
		crash_tell_block(number, info, context);
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

	stack.ss_sp = mmap(NULL, CRASH_STACK_BYTES, PROT_READ | PROT_WRITE,
			   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (stack.ss_sp == MAP_FAILED || sigaltstack(&stack, NULL) < 0)
		return;
	dl_iterate_phdr(crash_base_take, NULL);
	backtrace(first, 1); /* loads what it needs while the program is well */
	for (size_t i = 0; i < sizeof crash_signals / sizeof *crash_signals; i++)
		crash_catch(crash_signals[i], crash_tell, NULL);
}

static void crash_first(int number, siginfo_t *info, void *context)
{
	crash_explain[number == SIGBUS].sa_sigaction(number, info, context);
}

/* To be called when the simulator may have installed its handler. */
static void crash_install_first(void)
{
	static const int numbers[] = {SIGSEGV, SIGBUS};

	for (int i = 0; i < 2; i++) {
		struct sigaction now;

		if (sigaction(numbers[i], NULL, &now) == 0 && (now.sa_flags & SA_SIGINFO) &&
		    now.sa_sigaction != crash_tell && now.sa_sigaction != crash_first)
			crash_catch(numbers[i], crash_first, &crash_explain[i]);
	}
}

#endif
