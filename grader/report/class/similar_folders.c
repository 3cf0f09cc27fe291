/* similar_folders.c - earlier years' submissions and public copies: folders as a class run takes them, or with labs right
 * in them. They are remembered in the class's folder, so that pages which a later run makes have them too. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "grader/base/diagnostic.h"
#include "grader/base/file.h"
#include "grader/base/text.h"
#include "grader/class/intake/collect.h"
#include "grader/class/intake/entries.h"
#include "grader/class/intake/find_labs.h"
#include "grader/report/class/similar.h"

#define MEMORY_MOST ((size_t)64 << 10)

static const struct {
	const char *name;
	AlikeKind kind;
} settings[] = {{"EARLIER", ALIKE_EARLIER}, {"PUBLIC", ALIKE_PUBLIC}};

enum { SETTINGS = sizeof settings / sizeof *settings };

/* --- one folder ------------------------------------------------------------------------------- */

static int file_count(const char *path, bool *has_lab)
{
	DIR *list = opendir(path);
	const struct dirent *each;
	int count = 0;

	*has_lab = false;
	while (list && (each = readdir(list))) {
		count += each->d_name[0] != '.' && strcmp(each->d_name, "__MACOSX") != 0;
		*has_lab = *has_lab || lab_of_file(each->d_name) >= 0;
	}
	if (!list)
		return -1;
	closedir(list);
	return count;
}

/* 0; 1: it cannot be taken; -1: `why` is set. */
static int entry_load(Similar *s, int set, const char *path, const Entry *entry)
{
	CollectRequest request = {.place = path,
				  .entry = entry,
				  .room = text_new("%s/taken-%d", s->work, s->all.owner_count),
				  .tier = s->tier};
	Collected taken = {.labs = NULL};
	bool bad = mkdir(request.room, 0711) < 0 ||
		   collect_submission(&request, &taken) != COLLECT_OK || !taken.labs;
	int status = 1;

	if (!bad) {
		status = similar_owner_load(s, set, text_new("%s", entry->folder), taken.labs);
		taken.labs = NULL;
	}
	free(taken.labs);
	free(taken.folder);
	free((char *)request.room);
	return status;
}

static int entries_load(Similar *s, int set, const char *path)
{
	Entries entries;
	int status = entries_read(&entries, path) < 0 ? -2 : 0, left = 0;

	for (int i = 0; status == 0 && i < entries.count; i++) {
		int taken = entries.list[i].left ? 1 : entry_load(s, set, path, &entries.list[i]);

		left += taken == 1;
		status = taken < 0 ? -1 : 0;
	}
	if (left > 0)
		similar_note(s, "%d of %s could not be taken in.", left, s->all.sets[set].name);
	entries_release(&entries);
	return status;
}

/* `given`: it was typed now, so it has to be there. */
static int folder_load(Similar *s, int which, const char *path, bool given)
{
	bool has_lab;
	int count = file_count(path, &has_lab), set;

	if (count <= 0 && given) {
		refuse("%s=%s: %s; expected a folder with submissions in it, or several with "
		       "commas "
		       "between them",
		       settings[which].name, path, count < 0 ? strerror(errno) : "it is empty");
		return -2;
	}
	if (count <= 0) {
		remark("similar submissions: %s=%s: it is not there any more", settings[which].name,
		       path);
		similar_note(s, "%s=%s is not there any more.", settings[which].name, path);
		return 0;
	}
	set = alike_set_add(&s->all, settings[which].kind, path);
	if (has_lab)
		return similar_owner_load(s, set, text_new("%s", strrchr(path, '/') + 1),
					  text_new("%s", path));
	return entries_load(s, set, path);
}

/* --- what is remembered ----------------------------------------------------------------------- */

static char *memory_path(const Similar *s)
{
	return text_new("%s/similar-with", s->data->folder);
}

/* The line of that setting, as "/a,/b", or "". To be freed. */
static char *memory_find(const Similar *s, int which)
{
	char *path = memory_path(s), *found = NULL, *line, *rest;
	size_t bytes = 0, length = strlen(settings[which].name);
	char *text = file_load(AT_FDCWD, path, MEMORY_MOST, &bytes);

	if (text)
		text[bytes] = '\0';
	rest = text;
	while (rest && (line = strsep(&rest, "\n")))
		if (!found && strncmp(line, settings[which].name, length) == 0 &&
		    line[length] == '=')
			found = text_new("%s", line + length + 1);
	free(text);
	free(path);
	return !found ? text_new("%s", "") : found;
}

/* Whole paths, since a later run may begin elsewhere; what is no folder stays as it was typed. */
static char *paths_complete(const char *given)
{
	char *list = text_new("%s", given), *rest = list, *path, *whole = text_new("%s", "");

	if (strcmp(given, "none") == 0)
		*list = '\0';
	while ((path = strsep(&rest, ","))) {
		char *real = realpath(path, NULL), *more;

		if (*path != '\0') {
			more = text_new("%s%s%s", whole, *whole == '\0' ? "" : ",",
					!real ? path : real);
			free(whole);
			whole = more;
		}
		free(real);
	}
	free(list);
	return whole;
}

static int paths_load(Similar *s, int which, const char *paths, bool given)
{
	char *list = text_new("%s", paths), *rest = list, *path;
	int status = 0;

	while (status == 0 && (path = strsep(&rest, ",")))
		if (*path != '\0')
			status = folder_load(s, which, path, given);
	free(list);
	return status;
}

int similar_folders_load(Similar *s)
{
	const char *const given[SETTINGS] = {s->asked->earlier, s->asked->public};
	char *paths[SETTINGS], *path = memory_path(s), *text;
	int status = 0;

	for (int i = 0; i < SETTINGS; i++) {
		paths[i] = given[i] ? paths_complete(given[i]) : memory_find(s, i);
		if (status == 0)
			status = paths_load(s, i, paths[i], given[i] != NULL);
	}
	text = text_new("EARLIER=%s\nPUBLIC=%s\n", paths[0], paths[1]);
	if (status == 0 && (given[0] || given[1]) &&
	    file_put_private(path, text, strlen(text)) < 0) {
		refuse("%s cannot be written: %s", path, strerror(errno));
		status = -2;
	}
	for (int i = 0; i < SETTINGS; i++)
		free(paths[i]);
	free(text);
	free(path);
	return status;
}
