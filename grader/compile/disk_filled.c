/* disk_filled.c - removes what was made of a lab where the disk is full, and looks whether it is full then. */
#include "grader/compile/disk_filled.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "grader/base/folder.h"
#include "grader/base/text.h"

/* Nobody's compiled exercises are as large: a hundred times what the solutions are. */
#define MADE_LARGE ((uint64_t)16 << 20)

/* Removes the files of a folder but `kept`; how many bytes they had on the disk. */
static uint64_t files_remove(const char *folder, const char *kept)
{
	DIR *list = opendir(folder);
	const struct dirent *each;
	struct stat about;
	uint64_t bytes = 0;

	while (list && (each = readdir(list)))
		if (strcmp(each->d_name, kept) != 0 &&
		    fstatat(dirfd(list), each->d_name, &about, AT_SYMLINK_NOFOLLOW) == 0 &&
		    S_ISREG(about.st_mode) && unlinkat(dirfd(list), each->d_name, 0) == 0)
			bytes += (uint64_t)about.st_blocks * 512;
	if (list)
		closedir(list);
	return bytes;
}

bool disk_filled(const Step *step, CompileResult *result)
{
	char source[80], why[200];

	if (!disk_is_full(step->folder, why, sizeof why))
		return false;
	snprintf(source, sizeof source, "%s%s", step->name, lab_ending(step->lab));
	const uint64_t made = files_remove(step->folder, source) + files_remove(step->box, "");

	if (made < MADE_LARGE || disk_is_full(step->folder, why, sizeof why))
		return false;
	result->outcome = COMPILE_REFUSED;
	text_format(result->message, sizeof result->message,
		    "%s: its compiled form has more than %d MiB, and the disk has no room for it",
		    source, (int)(MADE_LARGE >> 20));
	return true;
}
