/* result_name.c - finds whose a name is. */
#include "result_name.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "digest.h"
#include "file.h"
#include "text.h"

#define DIGITS 8

char *result_claim_path(const char *build, const char *name)
{
	return text_new("%s/grade/%s/.folder", build, name);
}

/* Where the folder has that name within the kit. */
static char *kit_path(const char *kit, const char *name)
{
	char *path = text_new("%s/%s", kit, name), *whole = realpath(path, NULL);

	free(path);
	return whole;
}

/* Who has claimed the name. */
static ResultOwner claim_owner(const char *build, const char *name, const char *folder)
{
	char *path = result_claim_path(build, name), *owner;
	size_t bytes = 0;
	ResultOwner found = RESULT_OWNER_NONE;

	owner = file_load(AT_FDCWD, path, PATH_MAX, &bytes);
	if (owner != NULL && bytes > 0)
		found = strcmp(owner, folder) == 0 ? RESULT_OWNER_THIS
			: access(owner, F_OK) < 0 && (errno == ENOENT || errno == ENOTDIR)
				? RESULT_OWNER_GONE
				: RESULT_OWNER_OTHER;
	free(owner);
	free(path);
	return found;
}

static void name_with_digest(const char *base, const char *folder, char name[RESULT_NAME_SIZE])
{
	char hex[DIGEST_SIZE];
	Digest digest;

	digest_begin(&digest);
	digest_add_text(&digest, folder);
	digest_end(&digest, hex);
	/* a name may have 255 bytes, of which some are cut off then */
	snprintf(name, RESULT_NAME_SIZE, "%.*s-%.*s", 255 - 1 - DIGITS, base, DIGITS, hex);
}

ResultOwner result_name(const char *build, const char *kit, const char *folder,
			char name[RESULT_NAME_SIZE])
{
	const char *last = strrchr(folder, '/');
	const char *base = last == NULL ? folder : last[1] == '\0' ? "root" : last + 1;
	char *own = kit_path(kit, base);
	ResultOwner owner = own == NULL                ? claim_owner(build, base, folder)
			    : strcmp(own, folder) == 0 ? RESULT_OWNER_THIS
						       : RESULT_OWNER_OTHER;

	if (owner == RESULT_OWNER_OTHER)
		name_with_digest(base, folder, name);
	else
		snprintf(name, RESULT_NAME_SIZE, "%s", base);
	free(own);
	return owner;
}

char *result_folder(const char *build, const char *kit, const char *path)
{
	char *whole = realpath(path, NULL), name[RESULT_NAME_SIZE];

	if (whole == NULL)
		return NULL;
	result_name(build, kit, whole, name);
	free(whole);
	return text_new("%s/grade/%s", build, name);
}
