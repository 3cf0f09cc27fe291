/* result_dir.c - reads the note of who has a place. */
#include "grader/setup/result_dir.h"

#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "grader/base/digest.h"
#include "grader/base/text.h"

#define LETTERS 200 /* of the name itself, where a digest follows */
#define DIGITS  12

const char *path_last(const char *whole)
{
	const char *name = basename(whole);

	return *name == '\0' ? "root" : name;
}

ResultDirOwner result_dir_owner(const char *build, const char *place, const char *whole)
{
	char *path = text_new("%s/grade/%s/.of", build, place), owner[PATH_MAX + 1] = "";
	FILE *file = fopen(path, "re");
	size_t bytes = 0;
	struct stat about;

	if (file) {
		bytes = fread(owner, 1, sizeof owner - 1, file);
		fclose(file);
	}
	free(path);
	owner[bytes] = '\0';
	if (bytes == 0)
		return RESULT_DIR_FREE;
	if (strcmp(owner, whole) == 0)
		return RESULT_DIR_OURS;
	return stat(owner, &about) < 0 && (errno == ENOENT || errno == ENOTDIR) ? RESULT_DIR_STALE
										: RESULT_DIR_TAKEN;
}

/* Whether the kit has another folder of that name. */
static bool is_reserved(const char *kit, const char *name, const char *whole)
{
	char *own = text_new("%s/%s", kit, name);
	struct stat about;
	int reserved = strcmp(own, whole) != 0 && stat(own, &about) == 0 && S_ISDIR(about.st_mode);

	free(own);
	return reserved;
}

char *result_dir(const char *build, const char *kit, const char *name, const char *whole)
{
	char hex[DIGEST_SIZE];
	Digest digest;

	if (!is_reserved(kit, name, whole) &&
	    result_dir_owner(build, name, whole) != RESULT_DIR_TAKEN)
		return text_new("%s", name);
	digest_begin(&digest);
	digest_add_text(&digest, whole);
	digest_end(&digest, hex);
	return text_new("%.*s-%.*s", LETTERS, name, DIGITS, hex);
}
