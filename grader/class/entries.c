/* entries.c - reads, sorts, and makes a safe name of each name. */
#include "entries.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#include "archive_name.h"
#include "digest.h"
#include "refuse.h"
#include "text.h"

#define KEY_LETTERS 60 /* of the name itself */
#define DIGITS      12 /* of its digest */

/* Whether the name ends as one does that got a part of its digest: then it gets one too. */
static int ends_in_digest(const char *name, size_t length)
{
	return length > DIGITS && name[length - DIGITS - 1] == '-' &&
	       strspn(name + length - DIGITS, "0123456789abcdef") == DIGITS;
}

/* Letters, digits, "." "_" and "-" stay. A name that had to be changed, or that another differs from
 * only in case, gets a part of its digest, so no two are alike on any file system. */
static void key_make(char key[ENTRY_KEY_SIZE], const char *name, int is_unlike)
{
	size_t at = 0, length = strlen(name);
	int is_whole = is_unlike && length <= KEY_LETTERS && !ends_in_digest(name, length);

	for (size_t i = 0; i < length && at < KEY_LETTERS; i++) {
		unsigned char c = (unsigned char)name[i];
		int stays = (c < 0x80 && isalnum(c)) || c == '_' ||
			    (at > 0 && (c == '.' || c == '-'));

		key[at++] = stays ? (char)c : '_';
		is_whole &= stays;
	}
	key[at] = '\0';
	if (!is_whole) {
		char hex[DIGEST_SIZE];
		Digest digest;

		digest_begin(&digest);
		digest_add_text(&digest, name);
		digest_end(&digest, hex);
		snprintf(key + at, ENTRY_KEY_SIZE - at, "-%.*s", DIGITS, hex);
	}
}

static const char *kind_refuse(mode_t mode, const char *name)
{
	if (S_ISLNK(mode))
		return "a symbolic link";
	if (S_ISREG(mode))
		return strchr(name, '.') != NULL ? "no folder, .zip, .tar.gz, .tgz or .tar"
						 : "no folder and no archive";
	return S_ISFIFO(mode) ? "a pipe" : S_ISSOCK(mode) ? "a socket" : "a device";
}

static int entry_add(Entries *entries, DIR *folder, const char *name)
{
	size_t stem = archive_stem(name);
	struct stat about;
	Entry *entry, *list = entries->list;
	int known = fstatat(dirfd(folder), name, &about, AT_SYMLINK_NOFOLLOW) == 0;

	if ((entries->count & (entries->count - 1)) == 0) { /* room for 1, 2, 4 ... */
		size_t room = entries->count == 0 ? 1 : (size_t)entries->count * 2;

		list = reallocarray(list, room, sizeof *list);
		if (list == NULL)
			return refuse("out of memory");
		entries->list = list;
	}
	entry = &list[entries->count++];
	*entry = (Entry){.name = text_new("%s", name), .student = -1};
	entry->archive = known && S_ISREG(about.st_mode) && stem < strlen(name);
	entry->stem = text_new("%.*s", entry->archive ? (int)stem : (int)strlen(name), name);
	if (!known)
		entry->left = text_new("it cannot be read: %s", strerror(errno));
	else if (!entry->archive && !S_ISDIR(about.st_mode))
		entry->left = text_new("it is %s", kind_refuse(about.st_mode, name));
	return 0;
}

static int by_name(const void *a, const void *b)
{
	return strcmp(((const Entry *)a)->name, ((const Entry *)b)->name);
}

static int by_case(const void *a, const void *b)
{
	const Entry *const *x = a, *const *y = b;

	return strcasecmp((*x)->name, (*y)->name);
}

static int keys_make(Entries *entries)
{
	Entry **sorted = calloc((size_t)entries->count + 1, sizeof *sorted);

	if (sorted == NULL)
		return refuse("out of memory");
	for (int i = 0; i < entries->count; i++)
		sorted[i] = &entries->list[i];
	qsort(sorted, (size_t)entries->count, sizeof *sorted, by_case);
	for (int i = 0; i < entries->count; i++) {
		const char *name = sorted[i]->name;
		int like = (i > 0 && strcasecmp(name, sorted[i - 1]->name) == 0) ||
			   (i + 1 < entries->count && strcasecmp(name, sorted[i + 1]->name) == 0);

		key_make(sorted[i]->key, name, !like);
	}
	free(sorted);
	return 0;
}

int entries_read(Entries *entries, const char *folder)
{
	DIR *list = opendir(folder);
	const struct dirent *each;
	int bad = 0;

	*entries = (Entries){.list = NULL};
	if (list == NULL)
		return refuse("SUBMISSIONS=%s: %s; wanted a folder with one folder or archive for "
			      "each student",
			      folder, strerror(errno));
	while (!bad && (each = readdir(list)) != NULL)
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
	return keys_make(entries);
}

void entries_release(Entries *entries)
{
	for (int i = 0; i < entries->count; i++) {
		free(entries->list[i].name);
		free(entries->list[i].stem);
		free(entries->list[i].left);
	}
	free(entries->list);
	*entries = (Entries){.list = NULL};
}
