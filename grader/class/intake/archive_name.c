/* archive_name.c - recognizes the four endings of archive names. */
#include "grader/class/intake/archive_name.h"

#include <string.h>
#include <strings.h>

size_t archive_stem(const char *name)
{
	static const char *const endings[] = {".zip", ".tar.gz", ".tgz", ".tar"};
	size_t length = strlen(name);

	for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
		size_t its = strlen(endings[i]);

		if (length > its && strcasecmp(name + length - its, endings[i]) == 0)
			return length - its;
	}
	return length;
}
