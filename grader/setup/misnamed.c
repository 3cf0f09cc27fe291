/* misnamed.c - looks at the names in a folder, and opens nothing in it. */
#include "grader/setup/misnamed.h"

#include <ctype.h>
#include <dirent.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "grader/base/text.h"

#define NAMES_MAX 4096 /* names; the rest is not looked at */

static int ends_with(const char *name, const char *end)
{
	size_t length = strlen(name), ending = strlen(end);

	return length >= ending && strcmp(name + length - ending, end) == 0;
}

/* The length of "lab12" in "lab12_sums.c". */
static size_t stem_length(const char *file)
{
	return strlen("lab") + strspn(file + strlen("lab"), "0123456789");
}

/* `make reset` and editors put backups beside a file. */
bool misnamed_is(const char *name, const char *file)
{
	size_t stem = stem_length(file);

	return strcmp(name, file) != 0 && strncasecmp(name, file, stem) == 0 &&
	       !isdigit((unsigned char)name[stem]) && strcasestr(name + stem, ".c") &&
	       !ends_with(name, ".bak") && !ends_with(name, "~") && !ends_with(name, ".swp");
}

int misnamed_find(int folder_fd, const char *file, char *out, size_t size)
{
	int fd = openat(folder_fd, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC), names = 0;
	DIR *list = fd < 0 ? NULL : fdopendir(fd);
	const struct dirent *each;
	char first[256] = "";

	while (list && names++ < NAMES_MAX && (each = readdir(list)))
		if (misnamed_is(each->d_name, file) &&
		    (first[0] == '\0' || strcmp(each->d_name, first) < 0))
			snprintf(first, sizeof first, "%s", each->d_name);
	if (list)
		closedir(list);
	else if (fd >= 0)
		close(fd);
	text_clean(out, size, first, strlen(first));
	return first[0] != '\0';
}
