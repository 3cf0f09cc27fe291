/* rounds.c - see rounds.h. */
#include "framework/bench/rounds.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "usegpu/error.h"

double now_ns(void)
{
	struct timespec t;
	syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

void rounds_run(Way *ways, int count, int rounds, int pause_ms)
{
	for (int i = 0; i < rounds * count; i++) {
		Way *way = &ways[i % count];
		struct timespec pause = {0, pause_ms * 1000000L};
		if (pause_ms > 0)
			nanosleep(&pause, NULL);
		double start = now_ns();
		way->run(way->argument);
		double each = (now_ns() - start) / way->calls;
		if (i < count || each < way->ns)
			way->ns = each;
	}
}

const char *time_text(double ns)
{
	static char text[4][32];
	static int next;
	static const char *const unit[] = {"ns", "us", "ms", "s"};
	int u = 0;
	while (ns >= 1000 && u < 3) {
		ns /= 1000;
		u++;
	}
	next = (next + 1) % 4;
	snprintf(text[next], sizeof(text[next]), "%.4g %s", ns, unit[u]);
	return text[next];
}

void *need(void *pointer)
{
	if (pointer)
		return pointer;
	fprintf(stderr, "bench: no memory, or: %s\n", error_message());
	exit(1);
}
