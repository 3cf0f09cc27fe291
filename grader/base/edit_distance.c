/* edit_distance.c - the table of the edit distance, of which three rows are kept. */
#include "grader/base/edit_distance.h"

#include <ctype.h>
#include <string.h>

#define NEAR_MAX 64

static int least(int a, int b)
{
	return a < b ? a : b;
}

static int same(char a, char b)
{
	return tolower((unsigned char)a) == tolower((unsigned char)b);
}

int edit_distance(const char *one, const char *other)
{
	int rows[3][NEAR_MAX + 1]; /* of the table; row i lies in rows[i % 3] */
	int n = (int)strnlen(one, NEAR_MAX), m = (int)strnlen(other, NEAR_MAX);

	for (int k = 0; k <= m; k++)
		rows[0][k] = k;
	for (int i = 1; i <= n; i++) {
		int *row = rows[i % 3], *up = rows[(i - 1) % 3];

		row[0] = i;
		for (int k = 1; k <= m; k++) {
			row[k] = least(least(up[k], row[k - 1]) + 1,
				       up[k - 1] + !same(one[i - 1], other[k - 1]));
			if (i > 1 && k > 1 && same(one[i - 1], other[k - 2]) &&
			    same(one[i - 2], other[k - 1]))
				row[k] = least(row[k], rows[(i - 2) % 3][k - 2] + 1);
		}
	}
	return rows[n % 3][m];
}
