/* similar_pairs.c - parses sim_c's output; only pairs of numbers are taken from it. */
#include "grader/report/class/similar_pairs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The number NNNNN in "...NNNNN.c", which ends at `end`; -1 for anything else. */
static int student_before(int students, const char *line, const char *end)
{
	int number = 0;

	if (end - line < 7 || strncmp(end - 2, ".c", 2) != 0)
		return -1;
	for (const char *at = end - 7; at < end - 2; at++) {
		if (*at < '0' || *at > '9')
			return -1;
		number = number * 10 + (*at - '0');
	}
	return number < students ? number : -1;
}

/* One line: "/x/00001.c consists for 85 % of /x/00007.c material". */
static void pair_read(Pairs *pairs, const char *line, int students)
{
	static const char says[] = " consists for ", of[] = " % of ", last[] = " material";
	const char *first = strstr(line, says), *second = strstr(line, of),
		   *end = strstr(line, last);
	int a, b, share;

	if (!first || !second || !end || second < first || end < second)
		return;
	a = student_before(students, line, first);
	b = student_before(students, second, end);
	share = atoi(first + strlen(says));
	if (a < 0 || b < 0 || a == b || share < SHARE_LEAST || share > 100)
		return;
	for (int i = 0; i < pairs->count; i++) {
		Pair *pair = &pairs->list[i];

		if ((pair->a == a && pair->b == b) || (pair->a == b && pair->b == a)) {
			pair->share = share > pair->share ? share : pair->share;
			return;
		}
	}
	if (pairs->count < PAIRS_MAX)
		pairs->list[pairs->count++] = (Pair){a < b ? a : b, a < b ? b : a, share};
}

const char *pairs_read(Pairs *pairs, char *output, int texts, int students)
{
	char *rest = output, *line;
	int read = -1;

	while ((line = strsep(&rest, "\n"))) {
		if (strncmp(line, "File ", 5) == 0 && strstr(line, "cannot open"))
			return "could not read the texts";
		if (read < 0 && sscanf(line, "Total input: %d file", &read) == 1)
			continue;
		pair_read(pairs, line, students);
	}
	return read == texts ? NULL : "could not read all texts";
}
