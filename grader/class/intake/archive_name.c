/* archive_name.c - recognizes the four endings of archive names; cleans the paths in archives. */
#include "grader/class/intake/archive_name.h"

#include <stdio.h>
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

ArchiveKind archive_kind(const char *name)
{
	return strcasecmp(name + archive_stem(name), ".zip") == 0 ? ARCHIVE_IS_ZIP : ARCHIVE_IS_TAR;
}

int archive_folder(const char *path, const char *end, char *folder, size_t size)
{
	size_t at = 0;

	folder[0] = '\0';
	while (path < end) {
		size_t length = strcspn(path, "/");
		char *last = strrchr(folder, '/');

		if (length == 2 && strncmp(path, "..", 2) == 0) {
			at = last ? (size_t)(last - folder) : 0;
		} else if (length > 0 && !(length == 1 && *path == '.')) {
			if (at + length + 2 > size)
				return -1;
			at += (size_t)sprintf(folder + at, "%s%.*s", at > 0 ? "/" : "", (int)length,
					      path);
		}
		folder[at] = '\0';
		path += length + 1;
	}
	return 0;
}

void archive_plain(const char *path, char *plain, size_t size)
{
	size_t at = 0;

	/* the letter of a drive */
	if (((path[0] >= 'a' && path[0] <= 'z') || (path[0] >= 'A' && path[0] <= 'Z')) &&
	    path[1] == ':')
		path += 2;
	path += *path == '/';
	while (*path != '\0') {
		const size_t whole = strcspn(path, "/");
		size_t kept = strcspn(path, "/:");

		while (kept > 0 && (path[kept - 1] == '.' || path[kept - 1] == ' '))
			kept--;
		for (size_t i = 0; i < kept && at + 1 < size; i++)
			plain[at++] = path[i];
		path += whole;
		if (*path == '/' && at + 1 < size)
			plain[at++] = *path;
		path += *path == '/';
	}
	plain[at] = '\0';
}
