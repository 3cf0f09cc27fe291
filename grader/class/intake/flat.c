/* flat.c - one lab after the other. */
#include "grader/class/intake/flat.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#include "grader/base/file.h"
#include "grader/base/text.h"
#include "grader/class/intake/find_labs.h"
#include "grader/compile/copy_in.h"
#include "grader/setup/registry.h"

void flat_add(Flat *flat, const char *name, Download *download)
{
	flat->list = list_grown(flat->list, flat->count, sizeof *flat->list);
	flat->list[flat->count++] = (FlatFile){text_new("%s", name), *download};
	if (strcmp(download->when, flat->when) > 0)
		memcpy(flat->when, download->when, sizeof flat->when);
	*download = (Download){.who = NULL};
}

void flat_release(Flat *flat)
{
	for (int i = 0; i < flat->count; i++) {
		free(flat->list[i].name);
		download_release(&flat->list[i].download);
	}
	free(flat->list);
	*flat = (Flat){.list = NULL};
}

/* The file that is that lab: of several attempts the newest. *twin gets another of the same attempt. */
static const FlatFile *newest_find(const Flat *flat, int lab, const FlatFile **twin)
{
	const FlatFile *newest = NULL;

	*twin = NULL;
	for (int i = 0; i < flat->count; i++) {
		const FlatFile *each = &flat->list[i];
		int order = newest && lab_of_file(each->download.file) == lab
				    ? strcmp(each->download.attempt, newest->download.attempt)
				    : 1;

		if (lab_of_file(each->download.file) != lab || order < 0)
			continue;
		*twin = order == 0 ? newest : NULL;
		newest = each;
	}
	return newest;
}

bool flat_has_labs(const Flat *flat)
{
	for (int i = 0; i < flat->count; i++) {
		const char *file = flat->list[i].download.file;

		if (lab_of_file(file) >= 0 ||
		    (strncasecmp(file, "lab", 3) == 0 && strcasestr(file, ".c")))
			return true;
	}
	return false;
}

/* A lab under another name comes under it, so that what looks for such names finds it. */
static bool is_taken(const char *file)
{
	size_t length = strlen(file);

	return file[0] != '.' && length < 200 && strncasecmp(file, "lab", 3) == 0 &&
	       !strchr(file, '/');
}

static int file_copy(const FlatFile *file, int place, const char *to, const char *as, char *why,
		     size_t why_size, bool *fault)
{
	char *path = text_new("%s/%s", to, as);
	int bad = file_fetch(place, file->name, path, COPY_IN_MAX + 1);

	if (bad != 0) {
		*fault = errno == ENOSPC || errno == EDQUOT;
		text_format(why, why_size, "%s cannot be read: %s", file->name, strerror(errno));
	}
	free(path);
	return bad;
}

int flat_copy(const Flat *flat, int place, const char *to, char *why, size_t why_size, bool *fault)
{
	for (int lab = 0; lab < registry_count(); lab++) {
		const FlatFile *twin, *newest = newest_find(flat, lab, &twin);

		if (twin) {
			text_format(why, why_size, "%s and %s are the same lab; keep one of them",
				    twin->name, newest->name);
			return -1;
		}
		if (newest &&
		    file_copy(newest, place, to, newest->download.file, why, why_size, fault) != 0)
			return -1;
	}
	for (int i = 0; i < flat->count; i++) {
		const FlatFile *each = &flat->list[i];

		if (lab_of_file(each->download.file) < 0 && is_taken(each->download.file) &&
		    file_copy(each, place, to, each->download.file, why, why_size, fault) != 0)
			return -1;
	}
	return 0;
}

int64_t flat_newest(const Flat *flat, int place)
{
	int64_t newest = -1;
	struct stat about;

	for (int i = 0; i < flat->count; i++)
		if (fstatat(place, flat->list[i].name, &about, AT_SYMLINK_NOFOLLOW) == 0 &&
		    about.st_mtime > newest)
			newest = about.st_mtime;
	return newest;
}
