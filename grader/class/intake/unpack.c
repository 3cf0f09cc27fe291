/* unpack.c - two passes over the archive: the first finds the labs, the second extracts them. */
#include "grader/class/intake/unpack.h"

#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "grader/base/file.h"
#include "grader/base/folder.h"
#include "grader/base/text.h"
#include "grader/class/intake/find_labs.h"
#include "grader/compile/copy_in.h"
#include "grader/sandbox/process.h"
#include "grader/sandbox/sandbox.h"
#include "grader/setup/registry.h"
#include "grader/setup/work_dir.h"

#define BLOCK   ((size_t)1 << 16)
#define SECONDS 10
#define MEMORY  ((uint64_t)1 << 30)
#define ARCHIVE 3 /* the archive's file descriptor in the sandboxed process */
#define REFUSED 9 /* exit status; the reason is on stdout */

/* --- in the sandboxed process ----------------------------------------------------------------- */

/* Prints the reason and exits. The reader of stdout removes control characters. */
static _Noreturn void give_up(const char *why)
{
	(void)!write(STDOUT_FILENO, why, strlen(why));
	_exit(REFUSED);
}

static struct archive *archive_begin(void)
{
	struct archive *a = archive_read_new();

	if (!a || lseek(ARCHIVE, 0, SEEK_SET) < 0)
		give_up("it cannot be read");
	archive_read_support_filter_gzip(a);
	archive_read_support_format_tar(a);
	archive_read_support_format_zip(a);
	if (archive_read_open_fd(a, ARCHIVE, BLOCK) != ARCHIVE_OK)
		give_up(archive_error_string(a));
	return a;
}

/* The next member, or NULL at the end. */
static struct archive_entry *member_next(struct archive *a, int *names)
{
	struct archive_entry *entry;
	int got = archive_read_next_header(a, &entry);

	if (got == ARCHIVE_EOF)
		return NULL;
	if (got < ARCHIVE_WARN)
		give_up(archive_error_string(a));
	if (++*names > UNPACK_NAMES_MAX)
		give_up("there are too many files in it");
	if (archive_filter_bytes(a, 0) > (la_int64_t)UNPACK_BYTES_MAX)
		give_up("there is too much in it");
	return entry;
}

/* Splits the member's path into its folder and its lab's number; -1 for what is no lab. The folder
 * is only compared, never opened, so a "/" or ".." in it is harmless. */
static int member_lab(struct archive_entry *entry, char *folder, size_t size)
{
	const char *path = archive_entry_pathname(entry), *last;

	if (!path)
		return -1;
	while (strncmp(path, "./", 2) == 0 || *path == '/')
		path += *path == '/' ? 1 : 2;
	last = strrchr(path, '/');
	if (!last) {
		*folder = '\0';
		return lab_of_file(path);
	}
	if ((size_t)snprintf(folder, size, "%.*s", (int)(last - path), path) >= size)
		return -1;
	return lab_of_file(last + 1);
}

static bool member_is_file(struct archive_entry *entry)
{
	return archive_entry_filetype(entry) == AE_IFREG && !archive_entry_hardlink(entry);
}

static void member_write(struct archive *a, const char *name)
{
	static char bytes[COPY_IN_MAX + 1]; /* one byte too many, so that the grader refuses it */
	size_t count = 0;
	la_ssize_t got = 0;
	int fd;

	while (count < sizeof bytes &&
	       (got = archive_read_data(a, bytes + count, sizeof bytes - count)) > 0)
		count += (size_t)got;
	if (got < 0)
		give_up(archive_error_string(a));
	fd = open(name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0644);
	if (fd < 0 || write(fd, bytes, count) != (ssize_t)count || close(fd) < 0)
		_exit(1);
}

static void place_look(LabsFolder *place)
{
	struct archive *a = archive_begin();
	struct archive_entry *entry;
	char folder[LABS_PATH_SIZE], why[400];
	int names = 0;

	while ((entry = member_next(a, &names)))
		if (member_lab(entry, folder, sizeof folder) >= 0 && member_is_file(entry))
			labs_folder_offer(place, folder);
	archive_read_free(a);
	if (!labs_folder_is_sure(place, why, sizeof why))
		give_up(why);
}

/* A lab that is no regular file is left out, with a line on stdout. */
static void labs_write(const LabsFolder *place)
{
	struct archive *a = archive_begin();
	struct archive_entry *entry;
	char folder[LABS_PATH_SIZE], file[80];
	int names = 0, lab;

	while ((entry = member_next(a, &names))) {
		lab = member_lab(entry, folder, sizeof folder);
		if (lab < 0 || strcmp(folder, place->folder) != 0)
			continue;
		snprintf(file, sizeof file, "%s.c", registry_at(lab)->name);
		if (member_is_file(entry))
			member_write(a, file);
		else
			dprintf(STDOUT_FILENO, "%s is no regular file in the archive; ", file);
	}
	archive_read_free(a);
}

static int archive_fd; /* set before the fork */

static int body(void)
{
	static LabsFolder place;

	if (dup2(archive_fd, ARCHIVE) < 0)
		return 1;
	close_range(ARCHIVE + 1, ~0U, 0); /* the parent's descriptors */
	place_look(&place);
	labs_write(&place);
	return 0;
}

/* --- in the parent ---------------------------------------------------------------------------- */

static Unpack end_judge(const ProcessEnd *end, char *why, size_t why_size)
{
	size_t length = end->output_bytes;

	while (length > 0 && strchr("; \n", end->output[length - 1]))
		length--;
	if (end->fault[0] != '\0') {
		text_format(why, why_size, "sandbox: %s", end->fault);
		return UNPACK_FAULT;
	}
	text_clean(why, why_size, end->output, length);
	if (!end->too_full && WIFEXITED(end->status) && WEXITSTATUS(end->status) == 0)
		return UNPACK_OK;
	if (end->timed_out || (WIFSIGNALED(end->status) && WTERMSIG(end->status) == SIGXCPU))
		text_format(why, why_size, "it takes too long to unpack");
	else if (end->too_large)
		text_format(why, why_size, "it needs too much memory to unpack");
	else if (end->too_full)
		text_format(why, why_size, "it needs too much of the disk to unpack");
	else if (!WIFEXITED(end->status))
		text_format(why, why_size, "unpacking it ended by signal %d",
			    WTERMSIG(end->status));
	else if (WEXITSTATUS(end->status) != REFUSED || *why == '\0')
		text_format(why, why_size, "it cannot be unpacked");
	return UNPACK_REFUSED;
}

/* Copies the files that the sandboxed process wrote. */
static int labs_fetch(int box, const char *to)
{
	int bad = 0;

	for (int i = 0; !bad && i < registry_count(); i++) {
		char *file = text_new("%s.c", registry_at(i)->name);
		char *path = text_new("%s/%s", to, file);

		bad = faccessat(box, file, F_OK, AT_SYMLINK_NOFOLLOW) == 0 &&
		      file_fetch(box, file, path, COPY_IN_MAX + 1) < 0;
		free(path);
		free(file);
	}
	return bad ? -1 : 0;
}

Unpack unpack_labs(int archive, SandboxTier tier, char *box, const char *to, char *why,
		   size_t why_size)
{
	static ProcessEnd end; /* too large for some stacks */
	const SandboxPath shown[] = {{NULL, NULL}};
	const Sandbox sandbox = {.tier = tier,
				 .shown = shown,
				 .room_bytes = (uint64_t)8 << 20,
				 .room_files = 64,
				 .processes = 8,
				 .user = sandbox_user()};
	const ProcessSpec spec = {
		.body = body,
		.folder = box,
		.sandbox = &sandbox,
		.wall_s = 3.0 * SECONDS,
		.cpu_s = SECONDS,
		.files = 32,
		.memory_bytes = MEMORY,
		.file_bytes = COPY_IN_MAX + 1,
	};
	Unpack result = UNPACK_FAULT;

	setlocale(LC_CTYPE, "C.UTF-8"); /* libarchive converts non-ASCII names by it */
	archive_fd = archive;
	if (sandbox_folder_create(box) < 0 || process_run(&spec, &end) < 0) {
		text_format(why, why_size, "%s: %s", box, strerror(errno));
	} else {
		result = end_judge(&end, why, why_size);
		if (result == UNPACK_OK && labs_fetch(end.folder_fd, to) < 0) {
			text_format(why, why_size, "what was unpacked cannot be read: %s",
				    strerror(errno));
			result = UNPACK_FAULT;
		}
		if (end.folder_fd >= 0)
			close(end.folder_fd);
	}
	folder_remove(box);
	return result;
}
