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
#include "grader/class/intake/platform.h"

static const char *kind_refuse(mode_t mode, const char *name)
{
	if (S_ISLNK(mode))
		return "a symbolic link";
	if (S_ISREG(mode) && download_is_typed(name))
		return "text that was typed, or a link, and no file";
	if (S_ISREG(mode))
		return strchr(name, '.') ? "no folder, .zip, .tar.gz, .tgz or .tar"
					 : "no folder and no archive";
	return S_ISFIFO(mode) ? "a pipe" : S_ISSOCK(mode) ? "a socket" : "a device";
}

/* The length of the name without its ending. */
static int stem_length(const char *name, mode_t mode)
{
	size_t stem = S_ISDIR(mode) ? strlen(name) : archive_stem(name);
	const char *dot = stem == strlen(name) && !S_ISDIR(mode) ? strrchr(name, '.') : NULL;

	return dot && dot > name ? (int)(dot - name) : (int)stem;
}

/* The part of the name that can tell a student. What stands behind it in a platform's name is what its author called
 * the file, and could name anybody. */
static char *stem_copy(const char *name, mode_t mode, Told *told)
{
	Download read;
	char *who;

	if (!S_ISREG(mode) || !download_read(name, &read))
		return text_new("%.*s", stem_length(name, mode), name);
	who = text_new("%s", read.login ? read.login : read.who);
	if (read.login)
		told->login_end = text_new("%s", read.who);
	download_release(&read);
	return who;
}

void entry_call(Entry *entry, const char *folder, const char *stem)
{
	char *whole = nfc_copy(folder);

	free(entry->folder);
	free(entry->stem);
	entry->folder = clean_copy(whole); /* valid UTF-8 without control characters */
	entry->stem = nfc_copy(stem);
	path_key(entry->folder, entry->key);
	free(whole);
}

Entry *entries_add(Entries *entries, const char *name)
{
	entries->list = list_grown(entries->list, entries->count, sizeof *entries->list);
	entries->list[entries->count] = (Entry){.name = text_new("%s", name), .student = -1};
	return &entries->list[entries->count++];
}

static void entry_release(Entry *entry)
{
	flat_release(&entry->flat);
	free(entry->name);
	free(entry->stem);
	free(entry->folder);
	free(entry->left);
	free(entry->doubt);
	free(entry->unfit);
	free(entry->told.name);
	free(entry->told.login_end);
	free(entry->told.id);
	free(entry->told.email);
}

void entries_drop(Entries *entries, int at)
{
	entry_release(&entries->list[at]);
	entries->count--;
	memmove(&entries->list[at], &entries->list[at + 1],
		(size_t)(entries->count - at) * sizeof *entries->list);
}

/* The entry of that student's files, a new one for the first of them. */
static Entry *flat_entry(Entries *entries, const Download *download)
{
	Entry *entry;

	for (int i = entries->count; i > 0; i--) /* the newest is the likeliest */
		if (entries->list[i - 1].flat.count > 0 &&
		    strcmp(entries->list[i - 1].name, download->who) == 0)
			return &entries->list[i - 1];
	entry = entries_add(entries, download->who);
	entry_call(entry, download->login ? download->login : download->who,
		   download->login ? download->login : download->who);
	if (download->login)
		entry->told.login_end = text_new("%s", download->who);
	entry->undated = download->undated;
	if (download->name)
		entry->told.name = text_new("%s", download->name);
	return entry;
}

static bool flat_take(Entries *entries, const char *name, mode_t mode)
{
	Download download;
	Entry *entry;

	if (!S_ISREG(mode) || archive_stem(name) < strlen(name) || !download_read(name, &download))
		return false;
	entry = flat_entry(entries, &download);
	entry->late |= download_is_late(name);
	flat_add(&entry->flat, name, &download);
	return true;
}

/* A clone brings its repository along. */
static bool is_clone(int folder, const char *name)
{
	char *path = text_new("%s/.git", name);
	struct stat about;
	bool is = fstatat(folder, path, &about, AT_SYMLINK_NOFOLLOW) == 0 && S_ISDIR(about.st_mode);

	free(path);
	return is;
}

static void entry_add(Entries *entries, DIR *folder, const char *name)
{
	struct stat about = {.st_mode = 0};
	int known = fstatat(dirfd(folder), name, &about, AT_SYMLINK_NOFOLLOW) == 0;
	Entry *entry;
	char *stem;

	if (known && flat_take(entries, name, about.st_mode))
		return;
	entry = entries_add(entries, name);
	stem = stem_copy(name, about.st_mode, &entry->told);
	entry_call(entry, name, stem);
	free(stem);
	entry->archive = known && S_ISREG(about.st_mode) && archive_stem(name) < strlen(name);
	entry->late = S_ISREG(about.st_mode) && download_is_late(name);
	if (known && S_ISDIR(about.st_mode) && is_clone(dirfd(folder), name))
		entry->undated = "clones of repositories";
	else if (S_ISREG(about.st_mode) || strstr(name, "_assignsubmission_"))
		entry->undated = download_undated(name);
	if (!known)
		entry->unfit = text_new("it cannot be read: %s", strerror(errno));
	else if (S_ISREG(about.st_mode) && download_is_ambiguous(name))
		entry->unfit = text_new("its name fits those of several platforms: rename it");
	else if (!entry->archive && !S_ISDIR(about.st_mode))
		entry->unfit = text_new("it is %s", kind_refuse(about.st_mode, name));
	if (entry->unfit)
		entry->left = text_new("%s", entry->unfit);
}

static int by_name(const void *a, const void *b)
{
	const Entry *x = a, *y = b;
	int order = strcmp(x->name, y->name);

	return order != 0 ? order : strcmp(x->folder, y->folder);
}

/* Of "Lab 1_dyke" and "Lab 1_van_dyke" both could be of dyke: then the whole name tells them apart. */
static void logins_part(Entries *entries)
{
	bool *doubtful = memory_new((size_t)entries->count * sizeof *doubtful);

	for (int i = 0; i < entries->count; i++)
		for (int k = 0; k < i; k++)
			if (entries->list[i].flat.count > 0 && entries->list[k].flat.count > 0 &&
			    strcmp(entries->list[i].folder, entries->list[k].folder) == 0)
				doubtful[i] = doubtful[k] = true;
	for (int i = 0; i < entries->count; i++)
		if (doubtful[i])
			entry_call(&entries->list[i], entries->list[i].name, entries->list[i].name);
	free(doubtful);
}

/* If two names become equal when cleaned, or have one key, which names the folder of their results, the second entry
 * is not graded. */
static void twins_leave(Entries *entries)
{
	for (int i = 0; i < entries->count; i++)
		for (int k = 0; k < i; k++)
			if (!entries->list[i].left && !entries->list[k].left &&
			    strcmp(entries->list[i].key, entries->list[k].key) == 0)
				entries->list[i].left = text_new("another has the same name");
}

/* Files without a lab among them stand beside an archive of the same student, or are all that a person can look at. */
static void flats_without_labs(Entries *entries)
{
	for (int i = 0; i < entries->count; i++) {
		Entry *entry = &entries->list[i];

		if (entry->flat.count == 0 || flat_has_labs(&entry->flat))
			continue;
		entry->unfit =
			text_new("no lab in it, but %s; wanted labN_*.c files, or a .zip, .tar.gz, "
				 ".tgz or .tar of them",
				 entry->flat.list[0].download.file);
		entry->left = text_new("%s", entry->unfit);
	}
}

int entries_read(Entries *entries, const char *folder)
{
	DIR *list = opendir(folder);
	const struct dirent *each;

	*entries = (Entries){.list = NULL};
	if (!list && errno == ENOTDIR)
		return refuse("SUBMISSIONS=%s: this is a file; unpack what the platform gave you "
			      "into a folder of its own, as in unzip -d class %s, and name that "
			      "folder",
			      folder, folder);
	if (!list)
		return refuse("SUBMISSIONS=%s: %s; wanted a folder with one folder or archive for "
			      "each student",
			      folder, strerror(errno));
	while ((each = readdir(list)))
		if (each->d_name[0] != '.' && strcmp(each->d_name, "__MACOSX") != 0)
			entry_add(entries, list, each->d_name);
	closedir(list);
	if (entries->count == 0)
		return refuse("SUBMISSIONS=%s: it is empty; wanted one folder or archive for each "
			      "student",
			      folder);
	if (platform_read(entries, folder) < 0)
		return -1;
	flats_without_labs(entries);
	qsort(entries->list, (size_t)entries->count, sizeof *entries->list, by_name);
	logins_part(entries);
	twins_leave(entries);
	return 0;
}

void entries_release(Entries *entries)
{
	for (int i = 0; i < entries->count; i++)
		entry_release(&entries->list[i]);
	free(entries->list);
	*entries = (Entries){.list = NULL};
}
