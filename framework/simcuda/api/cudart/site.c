/* site.c - finds out from which lines of the program a call comes.
 *
 * Only return addresses are collected here; resolve.c turns them into file and line if they are
 * ever printed. A walk along the frame pointers costs tens of nanoseconds. Frames of libraries
 * (ours, the framework's) are left out, so that a finding names the program's own line. Code
 * without frame pointers ends the walk: the caller's own address is certain even then, because our
 * frames have them. Readings of the clock use the unwinder instead. */
#include <execinfo.h>
#include <limits.h>
#include <link.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <unwind.h>

#include "framework/simcuda/api/cudart/runtime.h"

#define MAX_WALK 64

/* Executable code of an object: its lowest to its highest address. */
typedef struct Code {
	uintptr_t from, to;
} Code;

static Code program, self;
static uintptr_t main_stack_end;
static char program_path[PATH_MAX];

static int contains(const Code *code, uintptr_t address)
{
	return address >= code->from && address < code->to;
}

static Code code_of(const struct dl_phdr_info *info)
{
	Code code = {UINTPTR_MAX, 0};
	for (int i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *segment = &info->dlpi_phdr[i];
		if (segment->p_type != PT_LOAD || !(segment->p_flags & PF_X))
			continue;
		uintptr_t start = info->dlpi_addr + segment->p_vaddr;
		if (start < code.from)
			code.from = start;
		if (start + segment->p_memsz > code.to)
			code.to = start + segment->p_memsz;
	}
	return code;
}

static int visit_object(struct dl_phdr_info *info, size_t size, void *count)
{
	(void)size;
	Code code = code_of(info);
	if ((*(int *)count)++ == 0) /* the main program comes first */
		program = code;
	if (contains(&code, (uintptr_t)visit_object))
		self = code;
	return 0;
}

/* Runs while the program starts, on its main thread; argv lies just above all its frames. */
__attribute__((constructor)) static void learn_program(int argc, char **argv)
{
	(void)argc;
	int count = 0;
	dl_iterate_phdr(visit_object, &count);
	main_stack_end = (uintptr_t)argv;
	ssize_t length = readlink("/proc/self/exe", program_path, sizeof program_path - 1);
	const char *started = (const char *)getauxval(AT_EXECFN);
	if (length > 0)
		program_path[length] = '\0';
	else if (!started || !realpath(started, program_path))
		program_path[0] = '\0';
}

const char *site_program(void)
{
	return program_path;
}

/* Where this thread's stack ends (it grows down from there); 0 when that is unknown. */
static uintptr_t stack_end(void)
{
	static _Thread_local uintptr_t end;
	static _Thread_local int known;
	if (known)
		return end;
	known = 1;
	pthread_attr_t attributes;
	if (syscall(SYS_gettid) == getpid()) {
		end = main_stack_end;
	} else if (pthread_getattr_np(pthread_self(), &attributes) == 0) {
		void *start;
		size_t bytes;
		if (pthread_attr_getstack(&attributes, &start, &bytes) == 0)
			end = (uintptr_t)start + bytes;
		pthread_attr_destroy(&attributes);
	}
	return end;
}

/* What it reads are saved registers, between the variables that a sanitizer watches. */
__attribute__((no_sanitize("address"))) void site_capture(SimSite *site)
{
	const uintptr_t *frame = __builtin_frame_address(0);
	const uintptr_t end = stack_end();
	uintptr_t caller = 0;
	int depth = 0;
	memset(site, 0, sizeof *site);
	for (int i = 0; i < MAX_WALK && depth < SIM_SITE_DEPTH; i++) {
		uintptr_t back = frame[1], next = frame[0];
		if (!caller && !contains(&self, back))
			caller = back;
		if (contains(&program, back))
			site->frame[depth++] = back;
		/* our own frames can be trusted, a foreign one must lie on this stack */
		if (caller && !(next > (uintptr_t)frame && next % sizeof next == 0 &&
				end > 2 * sizeof next && next <= end - 2 * sizeof next))
			break;
		frame = (const uintptr_t *)next;
	}
	if (depth == 0)
		site->frame[0] = caller;
}

typedef struct Unwound {
	SimSite site;
	int depth, seen;
} Unwound;

static _Unwind_Reason_Code visit_frame(struct _Unwind_Context *context, void *given)
{
	Unwound *found = given;
	uintptr_t back = _Unwind_GetIP(context);
	if (contains(&program, back))
		found->site.frame[found->depth++] = back;
	return found->depth < SIM_SITE_DEPTH && ++found->seen < MAX_WALK ? _URC_NO_REASON
									 : _URC_END_OF_STACK;
}

/* A program without tables for the unwinder ends it early; frame pointers may then lead further. */
void site_capture_unwound(SimSite *site)
{
	Unwound found = {.depth = 0};
	_Unwind_Backtrace(visit_frame, &found);
	if (found.depth <= 1)
		site_capture(site);
	if (found.depth > 1 || (found.depth == 1 && !site->frame[1]))
		*site = found.site;
}

void site_prepare_fault(void)
{
	void *one;
	backtrace(&one, 1); /* the first call loads the unwinder */
}

void site_capture_fault(SimSite *site, const void *pc)
{
	void *frames[MAX_WALK];
	int count = backtrace(frames, MAX_WALK), depth = 0, below = 1;
	memset(site, 0, sizeof *site);
	for (int i = 0; i < count && depth < SIM_SITE_DEPTH; i++) {
		if (frames[i] == pc)
			below = 0; /* until here it is the handler's own frames */
		if (below || !contains(&program, (uintptr_t)frames[i]))
			continue;
		/* the interrupted address itself is made to look like a return address */
		site->frame[depth++] = (uintptr_t)frames[i] + (frames[i] == pc);
	}
	if (depth == 0)
		site->frame[0] = (uintptr_t)pc + 1;
}
