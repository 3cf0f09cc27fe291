/* entries.c - reads the folder, sorts its entries, and makes safe names. */
#include "grader/class/intake/entries.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "grader/base/diagnostic.h"
#include "grader/base/text.h"
#include "grader/class/intake/archive_name.h"
#include "grader/class/intake/nfc.h"

static const char *kind_refuse(mode_t mode, const char *name)
{
	if (S_ISLNK(mode))
		return "a symbolic link";
	if (S_ISREG(mode))
		return strchr(name, '.') ? "no folder, .zip, .tar.gz, .tgz or .tar"
					 : "no folder and no archive";
	return S_ISFIFO(mode) ? "a pipe" : S_ISSOCK(mode) ? "a socket" : "a device";
}

/* The length of the name without its ending: the part that can name a student. */
static int stem_length(const char *name, mode_t mode)
{
	size_t stem = S_ISDIR(mode) ? strlen(name) : archive_stem(name);
	const char *dot = stem == strlen(name) && !S_ISDIR(mode) ? strrchr(name, '.') : NULL;

	return dot && dot > name ? (int)(dot - name) : (int)stem;
}

/* `folder` is valid UTF-8 without control characters. */
static void names_set(Entry *entry, const char *name, int stem)
{
	char *whole = nfc_copy(name), *part = text_new("%.*s", stem, name);

	entry->folder = clean_copy(whole);
	path_key(entry->folder, entry->key);
	entry->stem = nfc_copy(part);
	free(part);
	free(whole);
}

/* The entry of that student's files, a new one for the first of them. */
static Entry *flat_entry(Entries *entries, const char *who)
{
	Entry *entry;

	for (int i = entries->count; i > 0; i--) /* the newest is the likeliest */
		if (entries->list[i - 1].flat.count > 0 &&
		    strcmp(entries->list[i - 1].name, who) == 0)
			return &entries->list[i - 1];
	entries->list = list_grown(entries->list, entries->count, sizeof *entries->list);
	entry = &entries->list[entries->count++];
	*entry = (Entry){.name = text_new("%s", who), .student = -1};
	entry->stem = nfc_copy(who);
	entry->folder = clean_copy(entry->stem);
	path_key(entry->folder, entry->key);
	return entry;
}

static bool flat_take(Entries *entries, const char *name, mode_t mode)
{
	Download download;

	if (!S_ISREG(mode) || archive_stem(name) < strlen(name) || !download_read(name, &download))
		return false;
	flat_add(&flat_entry(entries, download.who)->flat, name, &download);
	return true;
}

static int entry_add(Entries *entries, DIR *folder, const char *name)
{
	struct stat about = {.st_mode = 0};
	Entry *entry;
	int known = fstatat(dirfd(folder), name, &about, AT_SYMLINK_NOFOLLOW) == 0;

	if (known && flat_take(entries, name, about.st_mode))
		return 0;
	entries->list = list_grown(entries->list, entries->count, sizeof *entries->list);
	entry = &entries->list[entries->count++];
	*entry = (Entry){.name = text_new("%s", name), .student = -1};
	names_set(entry, name, stem_length(name, about.st_mode));
	entry->archive = known && S_ISREG(about.st_mode) && archive_stem(name) < strlen(name);
	if (!known)
		entry->unfit = text_new("it cannot be read: %s", strerror(errno));
	else if (!entry->archive && !S_ISDIR(about.st_mode))
		entry->unfit = text_new("it is %s", kind_refuse(about.st_mode, name));
	if (entry->unfit)
		entry->left = text_new("%s", entry->unfit);
	return 0;
}

static int by_name(const void *a, const void *b)
{
	return strcmp(((const Entry *)a)->name, ((const Entry *)b)->name);
}

/* If two names become equal when cleaned, the second entry is not graded. */
static void twins_leave(Entries *entries)
{
	for (int i = 0; i < entries->count; i++)
		for (int k = 0; k < i; k++)
			if (!entries->list[i].left &&
			    strcmp(entries->list[i].folder, entries->list[k].folder) == 0)
				entries->list[i].left = text_new("another has the same name");
}

int entries_read(Entries *entries, const char *folder)
{
	DIR *list = opendir(folder);
	const struct dirent *each;
	int bad = 0;

	*entries = (Entries){.list = NULL};
	if (!list)
		return refuse("SUBMISSIONS=%s: %s; wanted a folder with one folder or archive for "
			      "each student",
			      folder, strerror(errno));
	while (!bad && (each = readdir(list)))
		if (each->d_name[0] != '.' && strcmp(each->d_name, "__MACOSX") != 0)
			bad = entry_add(entries, list, each->d_name) < 0;
	closedir(list);
	if (bad)
		return -1;
	if (entries->count == 0)
		return refuse("SUBMISSIONS=%s: it is empty; wanted one folder or archive for each "
			      "student",
			      folder);
	qsort(entries->list, (size_t)entries->count, sizeof *entries->list, by_name);
	twins_leave(entries);
	return 0;
}

void entries_release(Entries *entries)
{
	for (int i = 0; i < entries->count; i++) {
		flat_release(&entries->list[i].flat);
		free(entries->list[i].name);
		free(entries->list[i].stem);
		free(entries->list[i].folder);
		free(entries->list[i].left);
		free(entries->list[i].unfit);
		free(entries->list[i].told.name);
		free(entries->list[i].told.id);
		free(entries->list[i].told.email);
	}
	free(entries->list);
	*entries = (Entries){.list = NULL};
}
