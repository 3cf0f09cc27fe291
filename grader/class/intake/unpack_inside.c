/* unpack_inside.c - two passes over the archive: the first finds the labs, the second extracts them.
 * It runs in the sandboxed process, which ends here with every reason to refuse the archive. */
#include "grader/class/intake/unpack_inside.h"

#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "grader/base/text.h"
#include "grader/class/intake/archive_name.h"
#include "grader/class/intake/find_labs.h"
#include "grader/class/intake/libarchive.h"
#include "grader/class/intake/tar_check.h"
#include "grader/class/intake/unpack.h"
#include "grader/class/intake/zip_check.h"
#include "grader/compile/copy_in.h"
#include "grader/setup/misnamed.h"
#include "grader/setup/registry.h"

#define BLOCK ((size_t)1 << 16)

static const Libarchive *lib; /* loaded before the sandbox was entered */
static ArchiveKind is;

/* Prints the reason and exits. The reader of stdout removes control characters. */
static _Noreturn void give_up(const char *why)
{
	(void)!write(STDOUT_FILENO, why, strlen(why));
	_exit(UNPACK_REFUSED_STATUS);
}

/* libarchive does not name the reason of every failure. */
static _Noreturn void archive_give_up(struct archive *a)
{
	const char *why = lib->archive_error_string(a);
	char line[300];

	snprintf(line, sizeof line,
		 "it cannot be unpacked (%s): if it is no whole archive, ask for it again, else "
		 "put what "
		 "is in it into a folder of that name",
		 why ? why : "it is damaged");
	give_up(line);
}

/* `raw`: what a tar is packed from. */
static struct archive *archive_open(bool raw)
{
	struct archive *a = lib->archive_read_new();

	if (!a || lseek(UNPACK_ARCHIVE_FD, 0, SEEK_SET) < 0)
		give_up("it cannot be read");
	if (is == ARCHIVE_IS_ZIP) {
		lib->archive_read_support_format_zip(a);
	} else {
		lib->archive_read_support_filter_gzip(a);
		if (raw)
			lib->archive_read_support_format_raw(a);
		else
			lib->archive_read_support_format_tar(a);
	}
	if (lib->archive_read_open_fd(a, UNPACK_ARCHIVE_FD, BLOCK) != ARCHIVE_OK)
		archive_give_up(a);
	return a;
}

static struct archive *archive_begin(void)
{
	return archive_open(false);
}

/* What was gone through of the archive. */
typedef struct Seen {
	int names;
	la_int64_t bytes; /* that the members say they have */
} Seen;

static _Noreturn void much_give_up(void)
{
	char why[100];

	text_format(why, sizeof why,
		    "more than %zu MiB unpacked; wanted labN_*.c files and little else",
		    UNPACK_BYTES_MAX >> 20);
	give_up(why);
}

/* Refuses a member before a byte of it is read, by the size that it says: the rest of a tar is unpacked to come to
 * the next member, and no filter counts what a zip unpacks to. A hole has no bytes (member_check). */
static void bytes_add(struct archive *a, struct archive_entry *entry, Seen *seen)
{
	const la_int64_t most = (la_int64_t)UNPACK_BYTES_MAX;
	la_int64_t bytes =
		lib->archive_entry_sparse_count(entry) > 0 ? 0 : lib->archive_entry_size(entry);

	if (bytes < 0 || bytes > most - seen->bytes || lib->archive_filter_bytes(a, 0) > most)
		much_give_up();
	seen->bytes += bytes;
}

/* The next member, or NULL at the end. */
static struct archive_entry *member_next(struct archive *a, Seen *seen)
{
	struct archive_entry *entry;
	int got = lib->archive_read_next_header(a, &entry);

	if (got == ARCHIVE_EOF)
		return NULL;
	if (got < ARCHIVE_WARN)
		archive_give_up(a);
	if (++seen->names > LABS_NAMES_MAX) {
		char why[100];

		text_format(
			why, sizeof why,
			"more than %d files and folders in it; wanted labN_*.c files and little "
			"else",
			LABS_NAMES_MAX);
		give_up(why);
	}
	bytes_add(a, entry, seen);
	return entry;
}

/* Splits the member's path into its folder and its name; NULL: it has none. */
static const char *member_name(struct archive_entry *entry, char *folder, size_t size)
{
	const char *path = lib->archive_entry_pathname(entry);
	const char *last = !path ? NULL : strrchr(path, '/');

	if (!path || archive_folder(path, last ? last : path, folder, size) < 0)
		return NULL;
	return last ? last + 1 : path;
}

/* The number of the lab that has that name in small or capital letters; -1: none. */
static int lab_of_letters(const char *name)
{
	for (int i = 0; i < registry_count(); i++) {
		char file[80];

		snprintf(file, sizeof file, "%s%s", registry_at(i)->name,
			 lab_ending(registry_at(i)));
		if (strcasecmp(name, file) == 0)
			return i;
	}
	return -1;
}

static bool member_is_file(struct archive_entry *entry)
{
	return lib->archive_entry_filetype(entry) == AE_IFREG &&
	       !lib->archive_entry_hardlink(entry);
}

/* Of holes a sparse file needs no bytes in the archive: what it unpacks to has nothing to do with the
 * archive's size. No program stores a source file like that unless it is told to. */
static void member_check(struct archive_entry *entry, const char *file, bool again)
{
	char why[200];

	if (again)
		text_format(why, sizeof why, "%s is in it twice", file);
	else if (lib->archive_entry_sparse_count(entry) > 0)
		text_format(why, sizeof why, "%s is a sparse file; wanted an ordinary one", file);
	else
		return;
	give_up(why);
}

static void member_write(struct archive *a, const char *name)
{
	static char bytes[COPY_IN_MAX + 1]; /* one byte too many, so that the grader refuses it */
	size_t count = 0;
	la_ssize_t got = 0;
	int fd;

	while (count < sizeof bytes &&
	       (got = lib->archive_read_data(a, bytes + count, sizeof bytes - count)) > 0)
		count += (size_t)got;
	if (got < 0)
		archive_give_up(a);
	fd = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0644);
	if (fd < 0 || write(fd, bytes, count) != (ssize_t)count || close(fd) < 0)
		_exit(1);
}

static void place_look(LabsFolder *place)
{
	struct archive *a = archive_begin();
	struct archive_entry *entry;
	char folder[LABS_PATH_SIZE], why[400];
	Seen seen = {0, 0};

	while ((entry = member_next(a, &seen))) {
		const char *name = member_name(entry, folder, sizeof folder);

		if (name && lab_of_file(name) >= 0 && member_is_file(entry))
			labs_folder_offer(place, folder);
	}
	lib->archive_read_free(a);
	if (!labs_folder_is_sure(place, why, sizeof why))
		give_up(why);
}

/* Remembers the member if it was probably meant to be a lab. */
static void misnamed_note(const char *name, char **other)
{
	for (int i = 0; i < registry_count(); i++) {
		char file[80];

		snprintf(file, sizeof file, "%s%s", registry_at(i)->name,
			 lab_ending(registry_at(i)));
		if (!other[i] && strncmp(name, "._", 2) != 0 && misnamed_is(name, file))
			other[i] = text_new("%s", name);
	}
}

/* A lab that is there under another name only would be a quiet zero: a person decides. */
static void misnamed_refuse(char **other, const bool *seen)
{
	char why[300];

	for (int i = 0; i < registry_count(); i++) {
		if (other[i] && !seen[i]) {
			text_format(why, sizeof why,
				    "there is %s, and no %s%s: rename it if that is what it is",
				    other[i], registry_at(i)->name, lab_ending(registry_at(i)));
			give_up(why);
		}
		free(other[i]);
	}
}

typedef struct Found {
	char **other; /* a name that is probably meant */
	bool *seen, *again;
} Found;

/* A lab that is no regular file is left out, with a line on stdout. */
static void lab_write(struct archive *a, struct archive_entry *entry, int lab, Found *found)
{
	char file[80];

	snprintf(file, sizeof file, "%s%s", registry_at(lab)->name, lab_ending(registry_at(lab)));
	member_check(entry, file, found->seen[lab]);
	found->seen[lab] = true;
	if (member_is_file(entry))
		member_write(a, file);
	else
		dprintf(STDOUT_FILENO, "%s is no regular file in the archive; ", file);
}

/* Where capital letters are as small ones, or a dot at the end is none, such a file takes the place of the other when it
 * is unpacked. */
static void again_refuse(const Found *found)
{
	char why[200];

	for (int i = 0; i < registry_count(); i++)
		if (found->seen[i] && found->again[i]) {
			text_format(why, sizeof why,
				    "%s%s is in it twice, once with other capital letters, or with "
				    "a dot, "
				    "a blank or a colon",
				    registry_at(i)->name, lab_ending(registry_at(i)));
			give_up(why);
		}
}

static void labs_write(const LabsFolder *place)
{
	struct archive *a = archive_begin();
	struct archive_entry *entry;
	char folder[LABS_PATH_SIZE], plain[LABS_PATH_SIZE], wanted[LABS_PATH_SIZE];
	size_t count = (size_t)registry_count();
	Found found = {memory_new(count * sizeof(char *)), memory_new(count * sizeof(bool)),
		       memory_new(count * sizeof(bool))};
	const char *name;
	Seen seen = {0, 0};

	archive_plain(place->folder, wanted, sizeof wanted);
	while ((entry = member_next(a, &seen))) {
		name = member_name(entry, folder, sizeof folder);
		archive_plain(folder, plain, sizeof plain);
		if (!name || strcasecmp(plain, wanted) != 0)
			continue;
		bool here = strcmp(folder, place->folder) == 0;
		archive_plain(name, plain, sizeof plain);
		int lab = lab_of_letters(plain);

		if (here && lab_of_file(name) >= 0)
			lab_write(a, entry, lab_of_file(name), &found);
		else if (lab >= 0)
			found.again[lab] = true;
		if (here && lab_of_file(name) < 0)
			misnamed_note(name, found.other);
	}
	again_refuse(&found);
	misnamed_refuse(found.other, found.seen);
	free((void *)found.other);
	free(found.seen);
	free(found.again);
	lib->archive_read_free(a);
}

/* libarchive reads names from the members' headers, unzip from the list. */
static void zip_look(void)
{
	struct stat about;
	const char *why = NULL;
	void *bytes;

	if (fstat(UNPACK_ARCHIVE_FD, &about) < 0 || about.st_size <= 0)
		give_up("there is nothing in it");
	bytes = mmap(NULL, (size_t)about.st_size, PROT_READ, MAP_PRIVATE, UNPACK_ARCHIVE_FD, 0);
	if (bytes == MAP_FAILED)
		_exit(1);
	why = zip_check(bytes, (size_t)about.st_size);
	if (why)
		give_up(why);
	munmap(bytes, (size_t)about.st_size);
}

static size_t tar_read(void *archive, void *to, size_t bytes)
{
	size_t count = 0;
	la_ssize_t got = 0;

	while (count < bytes &&
	       (got = lib->archive_read_data(archive, (char *)to + count, bytes - count)) > 0)
		count += (size_t)got;
	return count;
}

/* What is damaged the next look tells. */
static void tar_look(void)
{
	struct archive *a = archive_open(true);
	struct archive_entry *entry;
	const char *why = NULL;

	if (lib->archive_read_next_header(a, &entry) >= ARCHIVE_WARN)
		why = tar_check(tar_read, a, UNPACK_BYTES_MAX);
	if (why)
		give_up(why);
	lib->archive_read_free(a);
}

int unpack_inside(ArchiveKind kind)
{
	static LabsFolder place;

	lib = libarchive_load();
	if (!lib)
		_exit(1);
	is = kind;
	if (is == ARCHIVE_IS_ZIP)
		zip_look();
	else
		tar_look();
	place_look(&place);
	labs_write(&place);
	return 0;
}
