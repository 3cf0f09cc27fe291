/* find_labs.c - a walk that is bounded in depth and in the number of names it looks at. */
#include "grader/class/intake/find_labs.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "grader/base/text.h"
#include "grader/class/intake/archive_name.h"
#include "grader/setup/registry.h"

int lab_of_file(const char *name)
{
	for (int i = 0; i < registry_count(); i++) {
		const LabChecks *lab = registry_at(i);
		size_t length = strlen(lab->name);

		if (strncmp(name, lab->name, length) == 0 &&
		    strcmp(name + length, lab_ending(lab)) == 0)
			return i;
	}
	return -1;
}

static int depth_of(const char *folder)
{
	int depth = *folder != '\0';

	for (; *folder != '\0'; folder++)
		depth += *folder == '/';
	return depth;
}

static int is_called_labs(const char *folder)
{
	const char *last = strrchr(folder, '/');

	return strcmp(last ? last + 1 : folder, "labs") == 0;
}

/* Neither what a file manager does not show, nor what macOS adds to archives. `length` bytes of the name count. */
static bool is_hidden(const char *name, size_t length)
{
	return name[0] == '.' || (length == 8 && strncmp(name, "__MACOSX", 8) == 0);
}

static bool has_hidden(const char *folder)
{
	for (const char *at = folder; *at != '\0'; at += *at == '/') {
		size_t length = strcspn(at, "/");

		if (is_hidden(at, length))
			return true;
		at += length;
	}
	return false;
}

void labs_folder_offer(LabsFolder *p, const char *folder)
{
	int depth = depth_of(folder);

	if (depth > LABS_DEEPEST || strlen(folder) >= sizeof p->folder || has_hidden(folder) ||
	    (p->known && (depth > p->depth || strcmp(folder, p->folder) == 0)))
		return;
	if (p->known && depth == p->depth && is_called_labs(p->folder) == is_called_labs(folder)) {
		snprintf(p->other, sizeof p->other, "%s", folder);
		return;
	}
	if (p->known && depth == p->depth && is_called_labs(p->folder))
		return;
	p->known = 1;
	p->depth = depth;
	p->other[0] = '\0';
	snprintf(p->folder, sizeof p->folder, "%s", folder);
}

bool labs_folder_is_sure(const LabsFolder *p, char *why, size_t why_size)
{
	char one[120], other[120];

	if (p->known && p->other[0] == '\0')
		return true;
	if (!p->known && p->cut) {
		text_format(
			why, why_size,
			"more than %d files and folders in it, and no lab among the first; wanted "
			"labN_*.c files and little else",
			LABS_NAMES_MAX);
		return false;
	}
	if (!p->known) {
		text_format(why, why_size, "no lab in it; wanted labN_*.c files such as %s.c",
			    registry_at(0)->name);
		return false;
	}
	text_clean(one, sizeof one, p->folder, strlen(p->folder));
	text_clean(other, sizeof other, p->other, strlen(p->other));
	text_format(why, why_size, "labs in two folders, %s and %s; wanted them in one", one,
		    other);
	return false;
}

/* --- looking into a folder -------------------------------------------------------------------- */

typedef struct Walk {
	LabsFolder *place;
	int names; /* seen so far */
	char *archive;
	size_t archive_size;
	int archives;
} Walk;

static void folder_walk(Walk *walk, int above, const char *name, const char *path, int depth);

static void name_look(Walk *walk, int folder, const char *name, const char *path, int depth)
{
	char below[LABS_PATH_SIZE];
	struct stat about;

	if (lab_of_file(name) >= 0)
		labs_folder_offer(walk->place, path);
	if (is_hidden(name, strlen(name)) || fstatat(folder, name, &about, AT_SYMLINK_NOFOLLOW) < 0)
		return;
	if (depth == 0 && S_ISREG(about.st_mode) && archive_stem(name) < strlen(name) &&
	    walk->archives++ == 0)
		snprintf(walk->archive, walk->archive_size, "%s", name);
	if (S_ISDIR(about.st_mode) && depth < LABS_DEEPEST &&
	    !(walk->place->known && walk->place->depth <= depth) &&
	    (size_t)snprintf(below, sizeof below, "%s%s%s", path, *path != '\0' ? "/" : "", name) <
		    sizeof below)
		folder_walk(walk, folder, name, below, depth + 1);
}

static void folder_walk(Walk *walk, int above, const char *name, const char *path, int depth)
{
	int fd = openat(above, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	DIR *list = fd < 0 ? NULL : fdopendir(fd);
	const struct dirent *each;

	while (list && !walk->place->cut && (each = readdir(list))) {
		if (strcmp(each->d_name, ".") == 0 || strcmp(each->d_name, "..") == 0)
			continue;
		walk->place->cut = ++walk->names > LABS_NAMES_MAX;
		name_look(walk, dirfd(list), each->d_name, path, depth);
	}
	if (list)
		closedir(list);
	else if (fd >= 0)
		close(fd);
}

void find_labs(int top, LabsFolder *place, char *archive, size_t archive_size)
{
	Walk walk = {.place = place, .archive = archive, .archive_size = archive_size};

	*place = (LabsFolder){.known = 0};
	archive[0] = '\0';
	folder_walk(&walk, top, ".", "", 0);
	if (place->known || walk.archives != 1)
		archive[0] = '\0';
}
