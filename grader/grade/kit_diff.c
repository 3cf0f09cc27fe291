/* kit_diff.c - walks through the kit's own files, and looks each up in the copy.
 *
 * The kit decides what is looked at: the copy's folders are opened by the names that the kit has,
 * never listed, so a copy with a million files costs no more than one without. Nothing of it is
 * followed (O_NOFOLLOW at every step), nothing but regular files is opened, and of those no more is
 * read than the kit's has. */
#include "grader/grade/kit_diff.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "grader/base/text.h"

#define DEPTH_MAX 12

/* The parts that grading depends on; the rest (README, docs) may be anything. */
static const char *const parts[] = {"Makefile", ".ci", "datasets", "framework", "grader"};

/* What students are not given. */
static const char *const instructors[] = {"bench", "fuzz", "tests", "tools", "mutants", "template"};

#define COUNT(list) (sizeof(list) / sizeof *(list))

static void changed_add(KitDiff *changed, const char *name)
{
	if (changed->count < KIT_DIFF_NAMED)
		changed->name[changed->count] = text_new("%s", name);
	changed->count++;
}

/* --- one file --------------------------------------------------------------------------------- */

/* Fills the buffer, unless the file ends before; how many bytes, or -1. */
static ssize_t block_read(int fd, char *buffer, size_t size)
{
	size_t done = 0;
	ssize_t got = 1;

	while (done < size && got > 0) {
		got = read(fd, buffer + done, size - done);
		if (got < 0 && errno == EINTR)
			got = 1;
		else if (got > 0)
			done += (size_t)got;
	}
	return got < 0 ? -1 : (ssize_t)done;
}

/* Whether two open files hold the same. One that cannot be read is not the same. */
static bool content_is_same(int a, int b)
{
	static char block[2][1 << 14];
	ssize_t got;

	do {
		got = block_read(a, block[0], sizeof block[0]);
		if (got < 0 || block_read(b, block[1], sizeof block[1]) != got ||
		    memcmp(block[0], block[1], (size_t)got) != 0)
			return false;
	} while (got > 0);
	return true;
}

/* Whether the copy's file is there and differs from the kit's. */
static int file_differs(int kit, int copy, const char *kit_name, const char *copy_name)
{
	const int flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC;
	struct stat ours, theirs;
	int differs = 1, a, b;

	if (fstatat(copy, copy_name, &theirs, AT_SYMLINK_NOFOLLOW) < 0)
		return 0;
	if (fstatat(kit, kit_name, &ours, AT_SYMLINK_NOFOLLOW) < 0 || !S_ISREG(ours.st_mode))
		return 0;
	if (!S_ISREG(theirs.st_mode) || theirs.st_size != ours.st_size)
		return 1;
	if (theirs.st_dev == ours.st_dev && theirs.st_ino == ours.st_ino)
		return 0;
	a = openat(kit, kit_name, flags);
	b = openat(copy, copy_name, flags);
	/* it may have been replaced in between */
	if (a >= 0 && b >= 0 && fstat(b, &theirs) == 0 && S_ISREG(theirs.st_mode))
		differs = !content_is_same(a, b);
	if (a >= 0)
		close(a);
	if (b >= 0)
		close(b);
	return differs;
}

/* --- folders ---------------------------------------------------------------------------------- */

static int folder_open(int folder, const char *name)
{
	return openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

static int name_is_compared(const struct dirent *entry)
{
	for (size_t i = 0; i < COUNT(instructors); i++)
		if (strcmp(entry->d_name, instructors[i]) == 0)
			return 0;
	return entry->d_name[0] != '.';
}

static int names_order(const struct dirent **a, const struct dirent **b)
{
	return strcmp((*a)->d_name, (*b)->d_name);
}

static int entry_compare(KitDiff *changed, int kit, int copy, const char *name, const char *path,
			 int depth);

/* Both folders are open. */
static int folder_compare(KitDiff *changed, int kit, int copy, const char *path, int depth)
{
	struct dirent **list = NULL;
	int count =
		depth > DEPTH_MAX ? 0 : scandirat(kit, ".", &list, name_is_compared, names_order);
	int bad = count < 0;

	for (int i = 0; i < count; i++) {
		char *inner = text_new("%s/%s", path, list[i]->d_name);

		bad = bad || entry_compare(changed, kit, copy, list[i]->d_name, inner, depth) < 0;
		free(inner);
		free(list[i]);
	}
	free(list);
	return bad ? -1 : 0;
}

/* Compares the file or folder of that name in both; `path` is how it is called. */
static int entry_compare(KitDiff *changed, int kit, int copy, const char *name, const char *path,
			 int depth)
{
	int inner_kit = folder_open(kit, name), inner_copy, bad = 0;

	if (inner_kit < 0) {
		if (errno != ENOTDIR && errno != ELOOP)
			return errno == ENOENT ? 0 : -1;
		if (file_differs(kit, copy, name, name))
			changed_add(changed, path);
		return 0;
	}
	inner_copy = folder_open(copy, name);
	if (inner_copy >= 0)
		bad = folder_compare(changed, inner_kit, inner_copy, path, depth + 1);
	else if (errno != ENOENT)
		changed_add(changed, path); /* a link, a pipe, or not to be read */
	if (inner_copy >= 0)
		close(inner_copy);
	close(inner_kit);
	return bad;
}

/* --- which folder is the copy ----------------------------------------------------------------- */

static bool is_same_folder(int a, int b)
{
	struct stat one, other;

	return fstat(a, &one) == 0 && fstat(b, &other) == 0 && one.st_dev == other.st_dev &&
	       one.st_ino == other.st_ino;
}

/* Two of the kit's parts are enough: the student may have taken some away. */
static bool is_copy(int folder)
{
	static const char *const signs[] = {"Makefile", "framework", "grader", "datasets"};
	int found = 0;

	for (size_t i = 0; i < COUNT(signs); i++)
		found += faccessat(folder, signs[i], F_OK, AT_SYMLINK_NOFOLLOW) == 0;
	return found >= 2;
}

/* Opens the copy of the kit that the submission lies in; -1 when there is none, or when that is the
 * kit itself. */
static int copy_open(int kit, int submission)
{
	static const char *const places[] = {".", ".."};

	for (size_t i = 0; i < COUNT(places); i++) {
		int folder = folder_open(submission, places[i]);

		if (folder < 0)
			continue;
		if (is_same_folder(folder, kit)) {
			close(folder);
			return -1;
		}
		if (is_copy(folder))
			return folder;
		close(folder);
	}
	return -1;
}

int kit_diff_find(KitDiff *changed, const char *kit_path, int submission)
{
	int kit = open(kit_path, O_RDONLY | O_DIRECTORY | O_CLOEXEC), bad = kit < 0, copy;

	memset(changed, 0, sizeof *changed);
	copy = bad ? -1 : copy_open(kit, submission);
	for (size_t i = 0; copy >= 0 && !bad && i < COUNT(parts); i++)
		bad = entry_compare(changed, kit, copy, parts[i], parts[i], 0) < 0;
	if (!bad && file_differs(kit, submission, "grader/stubs/lab.h", "lab.h"))
		changed_add(changed, "lab.h");
	if (copy >= 0)
		close(copy);
	if (kit >= 0)
		close(kit);
	return bad ? -1 : 0;
}

void kit_diff_free(KitDiff *changed)
{
	for (int i = 0; i < changed->count && i < KIT_DIFF_NAMED; i++)
		free(changed->name[i]);
	memset(changed, 0, sizeof *changed);
}

void kit_diff_text(const KitDiff *changed, char *out, size_t size)
{
	enum { SHOWN = 3 };
	int shown = changed->count < SHOWN ? changed->count : SHOWN;
	char *names = text_new("%s", "");

	for (int i = 0; i < shown; i++)
		names = text_listed(names, changed->name[i]);
	if (changed->count > shown)
		text_format(out, size, "%s and %d more (%d files differ from the kit's)", names,
			    changed->count - shown, changed->count);
	else
		text_format(out, size, "%s (%d file%s from the kit's)", names, changed->count,
			    changed->count == 1 ? " differs" : "s differ");
	free(names);
}
