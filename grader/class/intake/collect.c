/* collect.c - copies the labs, then hashes the copies, which are what is graded: a student may change the files of a
 * shared disk between any two looks at them. */
#include "grader/class/intake/collect.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "grader/base/file.h"
#include "grader/base/folder.h"
#include "grader/base/text.h"
#include "grader/class/intake/archive_name.h"
#include "grader/class/intake/copy_labs.h"
#include "grader/class/intake/find_labs.h"
#include "grader/class/intake/look_labs.h"
#include "grader/class/intake/unpack.h"
#include "grader/compile/copy_in.h"
#include "grader/setup/misnamed.h"
#include "grader/setup/registry.h"
#include "grader/setup/work_dir.h"

__attribute__((format(printf, 3, 4))) static CollectOutcome
taken_say(Collected *taken, CollectOutcome result, const char *format, ...)
{
	char line[400];
	va_list arguments;

	va_start(arguments, format);
	int length = vsnprintf(line, sizeof line, format, arguments);
	va_end(arguments);
	text_clean(taken->why, sizeof taken->why, line,
		   (size_t)length < sizeof line ? (size_t)length : sizeof line - 1);
	return result;
}

/* --- the digest ------------------------------------------------------------------------------- */

/* Adds the file's name and kind and, of a regular file, the bytes that the grader would read. */
static void lab_digest(Digest *digest, int folder, const char *file, int64_t *newest)
{
	static char bytes[COPY_IN_MAX + 1];
	struct stat about;
	uint32_t kind;
	ssize_t got;
	int fd;

	if (fstatat(folder, file, &about, AT_SYMLINK_NOFOLLOW) < 0)
		return;
	digest_add_text(digest, file);
	kind = about.st_mode & S_IFMT;
	digest_add(digest, &kind, sizeof kind);
	if (!S_ISREG(about.st_mode))
		return;
	fd = openat(folder, file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
	got = fd < 0 ? -1 : file_read_most(fd, bytes, sizeof bytes);
	if (fd >= 0)
		close(fd);
	if (got < 0)
		digest_add_text(digest, "unreadable");
	digest_add(digest, bytes, got < 0 ? 0 : (size_t)got);
	if (about.st_mtime > *newest)
		*newest = about.st_mtime;
}

static void labs_digest(int folder, Collected *taken)
{
	Digest digest;

	digest_begin(&digest);
	taken->newest = -1;
	for (int i = 0; i < registry_count(); i++) {
		char file[80];

		snprintf(file, sizeof file, "%s%s", registry_at(i)->name,
			 lab_ending(registry_at(i)));
		lab_digest(&digest, folder, file, &taken->newest);
	}
	digest_end(&digest, taken->content);
}

/* What was copied: its digest, and whether it is graded. */
static CollectOutcome copies_look(int folder, const CollectRequest *from, Collected *taken)
{
	char why[300];

	labs_digest(folder, taken);
	bool good = labs_look(folder, from->asked, why, sizeof why);

	return taken_say(taken, good ? COLLECT_OK : COLLECT_REFUSED, "%s", why);
}

/* --- taking ----------------------------------------------------------------------------------- */

/* The digest of an archive's bytes, of what it has to be, and of the file names that are looked for in it. */
static int archive_digest(int fd, ArchiveKind kind, char hex[DIGEST_SIZE])
{
	Digest digest;
	int bad;

	digest_begin(&digest);
	bad = digest_add_open(&digest, fd);
	digest_add_text(&digest, kind == ARCHIVE_IS_ZIP ? "zip" : "tar");
	for (int i = 0; i < registry_count(); i++)
		digest_add_text(&digest, registry_at(i)->name);
	digest_end(&digest, hex);
	return bad;
}

static CollectOutcome archive_unpack(int fd, ArchiveKind kind, const CollectRequest *from,
				     Collected *taken)
{
	static const CollectOutcome of[] = {[UNPACK_OK] = COLLECT_OK,
					    [UNPACK_REFUSED] = COLLECT_REFUSED,
					    [UNPACK_FAULT] = COLLECT_FAULT};
	char *box = text_new("%s/box-XXXXXX", from->room), why[300] = "";
	Unpack unpacked = UNPACK_FAULT;
	int labs = -1;
	CollectOutcome result;

	taken->labs = text_new("%s/labs", from->room);
	if (folder_create(taken->labs) < 0)
		text_format(why, sizeof why, "%s: %s", taken->labs, strerror(errno));
	else
		unpacked = unpack_labs(fd, kind, from->tier, box, taken->labs, why, sizeof why);
	if (unpacked == UNPACK_OK)
		labs = open(taken->labs, O_PATH | O_DIRECTORY | O_CLOEXEC);
	result = labs < 0 ? taken_say(taken, of[unpacked], "%s", why)
			  : copies_look(labs, from, taken);
	if (labs >= 0)
		close(labs);
	free(box);
	return result;
}

/* Opens a copy of the archive in memory, which nobody can change between the digest and the unpacking. */
static CollectOutcome archive_open(int above, const char *name, Collected *taken, int *fd,
				   int64_t *written)
{
	int from = openat(above, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
	struct stat about = {.st_mode = 0};
	size_t bytes = 0;
	char *all = from < 0 || fstat(from, &about) < 0
			    ? NULL
			    : file_load(from, NULL, UNPACK_ARCHIVE_MAX, &bytes);
	int reason = errno;

	if (from >= 0)
		close(from);
	*written = about.st_mtime;
	if (!all && reason == EFBIG)
		return taken_say(taken, COLLECT_REFUSED, "it is larger than %zu MiB",
				 UNPACK_ARCHIVE_MAX >> 20);
	if (!all)
		return taken_say(taken, COLLECT_REFUSED, "it cannot be read: %s", strerror(reason));
	*fd = memfd_create("archive", MFD_CLOEXEC | MFD_ALLOW_SEALING);

	int bad = *fd < 0 || file_write(*fd, all, bytes) < 0 || lseek(*fd, 0, SEEK_SET) < 0 ||
		  fcntl(*fd, F_ADD_SEALS, F_SEAL_WRITE | F_SEAL_GROW | F_SEAL_SHRINK) < 0;

	reason = errno;
	free(all);
	return bad ? taken_say(taken, COLLECT_FAULT, "it cannot be copied: %s", strerror(reason))
		   : COLLECT_OK;
}

static CollectOutcome archive_take(int above, const char *name, const CollectRequest *from,
				   Collected *taken)
{
	int64_t written = -1;
	int fd = -1;
	CollectOutcome result = archive_open(above, name, taken, &fd, &written);

	if (result == COLLECT_OK && archive_digest(fd, archive_kind(name), taken->archive) < 0) {
		result = taken_say(taken, COLLECT_FAULT, "its copy cannot be read: %s",
				   strerror(errno));
	} else if (result == COLLECT_OK && from->known &&
		   strcmp(from->known->archive, taken->archive) == 0) {
		memcpy(taken->content, from->known->content, sizeof taken->content);
	} else if (result == COLLECT_OK) {
		result = archive_unpack(fd, archive_kind(name), from, taken);
	}
	if (result == COLLECT_OK)
		taken->newest = written; /* times of its members could be forged */
	if (fd >= 0)
		close(fd);
	return result;
}

/* A lab that is there under another name only would be a quiet zero: a person decides. */
static CollectOutcome names_check(int labs, Collected *taken)
{
	for (int i = 0; i < registry_count(); i++) {
		char file[80], other[256];

		snprintf(file, sizeof file, "%s%s", registry_at(i)->name,
			 lab_ending(registry_at(i)));
		if (faccessat(labs, file, F_OK, AT_SYMLINK_NOFOLLOW) < 0 &&
		    misnamed_find(labs, file, other, sizeof other))
			return taken_say(taken, COLLECT_REFUSED,
					 "there is %s, and no %s: rename it if that is what it is",
					 other, file);
	}
	return COLLECT_OK;
}

/* The labs of a flat download are copied together. */
static CollectOutcome flat_take(int place, const CollectRequest *from, Collected *taken)
{
	const Flat *flat = &from->entry->flat;
	static LabsFolder found;
	char why[300], archive[256];
	bool fault = false;
	CollectOutcome result;
	int labs;

	taken->labs = text_new("%s/labs", from->room);
	if (folder_create(taken->labs) < 0)
		return taken_say(taken, COLLECT_FAULT, "%s: %s", taken->labs, strerror(errno));
	if (flat_copy(flat, place, taken->labs, why, sizeof why, &fault) < 0)
		return taken_say(taken, fault ? COLLECT_FAULT : COLLECT_REFUSED, "%s", why);
	labs = open(taken->labs, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (labs < 0)
		return taken_say(taken, COLLECT_FAULT, "%s: %s", taken->labs, strerror(errno));
	result = copies_look(labs, from, taken);
	taken->newest = flat_newest(flat, place);
	if (result == COLLECT_OK)
		result = names_check(labs, taken);
	find_labs(labs, &found, archive, sizeof archive);
	if (result == COLLECT_OK && !labs_folder_is_sure(&found, why, sizeof why))
		result = taken_say(taken, COLLECT_REFUSED, "%s", why);
	close(labs);
	return result;
}

/* The first file of the folder by name, which is what a student sent in place of labs; "": there is none. */
static void file_first(int folder, char *name, size_t size)
{
	int again = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	DIR *list = again < 0 ? NULL : fdopendir(again);
	const struct dirent *each;
	struct stat about;

	*name = '\0';
	while (list && (each = readdir(list)))
		if (each->d_name[0] != '.' &&
		    fstatat(folder, each->d_name, &about, AT_SYMLINK_NOFOLLOW) == 0 &&
		    S_ISREG(about.st_mode) && (*name == '\0' || strcmp(each->d_name, name) < 0))
			text_format(name, size, "%s", each->d_name);
	if (list)
		closedir(list);
	else if (again >= 0)
		close(again);
}

/* Copies the labs of a folder of the student's. */
static CollectOutcome labs_take(int labs, const CollectRequest *from, Collected *taken)
{
	char why[300];
	bool fault = false;
	CollectOutcome result;
	int copies;

	taken->labs = text_new("%s/labs", from->room);
	if (folder_create(taken->labs) < 0)
		return taken_say(taken, COLLECT_FAULT, "%s: %s", taken->labs, strerror(errno));
	if (labs_copy(labs, taken->labs, why, sizeof why, &fault) < 0)
		return taken_say(taken, fault ? COLLECT_FAULT : COLLECT_REFUSED, "%s", why);
	copies = open(taken->labs, O_PATH | O_DIRECTORY | O_CLOEXEC);
	if (copies < 0)
		return taken_say(taken, COLLECT_FAULT, "%s: %s", taken->labs, strerror(errno));
	result = copies_look(copies, from, taken);
	close(copies);
	return result;
}

static CollectOutcome folder_take(const char *path, int top, const CollectRequest *from,
				  Collected *taken)
{
	static LabsFolder place;
	char archive[256], only[256] = "", why[300];
	int labs;

	find_labs(top, &place, archive, sizeof archive);
	if (*archive != '\0')
		return archive_take(top, archive, from, taken);
	if (!place.known && names_check(top, taken) != COLLECT_OK)
		return COLLECT_REFUSED;
	if (!place.known && !place.cut)
		file_first(top, only, sizeof only);
	if (*only != '\0')
		return taken_say(taken, COLLECT_REFUSED,
				 "no lab in it, but %s; wanted labN_*.c files, or a .zip, .tar.gz, "
				 ".tgz or .tar of them",
				 only);
	if (!labs_folder_is_sure(&place, why, sizeof why))
		return taken_say(taken, COLLECT_REFUSED, "%s", why);
	taken->folder = text_new("%s%s%s", path, place.depth > 0 ? "/" : "", place.folder);
	labs = folder_open_below(top, place.folder);
	if (labs < 0)
		return taken_say(taken, COLLECT_REFUSED, "%s cannot be read: %s", place.folder,
				 strerror(errno));

	CollectOutcome result = names_check(labs, taken);

	if (result == COLLECT_OK)
		result = labs_take(labs, from, taken);
	close(labs);
	return result;
}

CollectOutcome collect_submission(const CollectRequest *from, Collected *taken)
{
	char *path = text_new("%s/%s", from->place, from->entry->name);
	int above = open(from->place, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	int top = -1;
	CollectOutcome result;

	*taken = (Collected){.newest = -1};
	if (from->entry->unfit) {
		result = taken_say(taken, COLLECT_REFUSED, "%s", from->entry->unfit);
	} else if (above < 0) {
		result = taken_say(taken, COLLECT_FAULT, "%s: %s", from->place, strerror(errno));
	} else if (from->entry->flat.count > 0) {
		result = flat_take(above, from, taken);
	} else if (from->entry->archive) {
		result = archive_take(above, from->entry->name, from, taken);
	} else {
		top = openat(above, from->entry->name,
			     O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
		result = top < 0 ? taken_say(taken, COLLECT_REFUSED, "it cannot be opened: %s",
					     strerror(errno))
				 : folder_take(path, top, from, taken);
	}
	if (top >= 0)
		close(top);
	if (above >= 0)
		close(above);
	free(path);
	return result;
}
