/* grade_place.c - reads who was there first. */
#include "grade_place.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "digest.h"
#include "text.h"

#define LETTERS 200 /* of the name itself, where a digest follows */
#define DIGITS  12

const char *grade_name(const char *whole)
{
	const char *slash = strrchr(whole, '/'), *name = slash == NULL ? whole : slash + 1;

	return *name == '\0' ? "root" : name;
}

PlaceOwner grade_place_owner(const char *build, const char *place, const char *whole)
{
	char *path = text_new("%s/grade/%s/.of", build, place), owner[PATH_MAX + 1] = "";
	FILE *file = fopen(path, "re");
	size_t bytes = 0;
	struct stat about;

	if (file != NULL) {
		bytes = fread(owner, 1, sizeof owner - 1, file);
		fclose(file);
	}
	free(path);
	owner[bytes] = '\0';
	if (bytes == 0)
		return PLACE_FREE;
	if (strcmp(owner, whole) == 0)
		return PLACE_OURS;
	return stat(owner, &about) < 0 && (errno == ENOENT || errno == ENOTDIR) ? PLACE_LEFT
										: PLACE_TAKEN;
}

/* Whether the kit has a folder of that name, which is another one. */
static int is_reserved(const char *kit, const char *name, const char *whole)
{
	char *own = text_new("%s/%s", kit, name);
	struct stat about;
	int reserved = strcmp(own, whole) != 0 && stat(own, &about) == 0 && S_ISDIR(about.st_mode);

	free(own);
	return reserved;
}

char *grade_place(const char *build, const char *kit, const char *name, const char *whole)
{
	char hex[DIGEST_SIZE];
	Digest digest;

	if (!is_reserved(kit, name, whole) && grade_place_owner(build, name, whole) != PLACE_TAKEN)
		return text_new("%s", name);
	digest_begin(&digest);
	digest_add_text(&digest, whole);
	digest_end(&digest, hex);
	return text_new("%.*s-%.*s", LETTERS, name, DIGITS, hex);
}
