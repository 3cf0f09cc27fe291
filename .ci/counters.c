/* counters.c - linked into what `make coverage` builds: a program and the processes that it forks
 * count lines in the same memory.
 *
 * gcov's counters lie in ordinary memory and are written to files when a program ends by exit().
 * Most of the grader's processes do not: they are killed, leave by _exit(), become another program,
 * or are locked into a sandbox where those files are not. Here the pages of the counters
 * (counters.ld gathers them) are shared before main() begins, so the process that writes its
 * counters writes theirs too. */
#include <stdlib.h>
#include <sys/mman.h>

extern char counters_begin[] __attribute__((visibility("hidden")));
extern char counters_end[] __attribute__((visibility("hidden")));

__attribute__((constructor(101))) static void counters_share(void)
{
	size_t bytes = (size_t)(counters_end - counters_begin);

	if (bytes > 0 && mmap(counters_begin, bytes, PROT_READ | PROT_WRITE,
			      MAP_SHARED | MAP_ANONYMOUS | MAP_FIXED, -1, 0) != counters_begin)
		abort();
}
