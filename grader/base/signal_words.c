/* signal_words.c - one table for the judge and for make run. */
#include "grader/base/signal_words.h"

#include <signal.h>
#include <stddef.h>

const char *signal_words(int number)
{
	static const struct {
		int number;
		const char *words;
	} known[] = {
		{SIGSEGV, "segmentation fault"},
		{SIGABRT, "abort"},
		{SIGBUS, "bus error"},
		{SIGFPE, "arithmetic error such as a division by zero"},
		{SIGILL, "illegal instruction"},
		{SIGKILL, "killed, perhaps for want of memory"},
		{SIGTRAP, "trap"},
		{SIGSYS, "forbidden system call"},
		{SIGTERM, "terminated"},
	};

	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		if (known[i].number == number)
			return known[i].words;
	return "ended by a signal";
}
