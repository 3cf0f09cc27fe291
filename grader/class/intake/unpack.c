/* unpack.c - starts the sandboxed process that reads the archive, says how it ended, and copies the
 * labs out of its folder. */
#include "grader/class/intake/unpack.h"

#include <dlfcn.h>
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
#include "grader/class/intake/libarchive.h"
#include "grader/class/intake/unpack_inside.h"
#include "grader/compile/copy_in.h"
#include "grader/sandbox/process.h"
#include "grader/sandbox/sandbox.h"
#include "grader/setup/registry.h"
#include "grader/setup/work_dir.h"

#define SECONDS 10
#define MEMORY  ((uint64_t)1 << 30)

static int archive_fd; /* set before the fork */
static ArchiveKind archive_is;

static int body(void)
{
	if (dup2(archive_fd, UNPACK_ARCHIVE_FD) < 0)
		return 1;
	close_range(UNPACK_ARCHIVE_FD + 1, ~0U, 0); /* the parent's descriptors */
	return unpack_inside(archive_is);
}

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
	else if (WEXITSTATUS(end->status) != UNPACK_REFUSED_STATUS || *why == '\0')
		text_format(why, why_size, "it cannot be unpacked");
	return UNPACK_REFUSED;
}

/* Copies the files that the sandboxed process wrote. */
static int labs_fetch(int box, const char *to)
{
	int bad = 0;

	for (int i = 0; !bad && i < registry_count(); i++) {
		char *file = text_new("%s%s", registry_at(i)->name, lab_ending(registry_at(i)));
		char *path = text_new("%s/%s", to, file);

		bad = faccessat(box, file, F_OK, AT_SYMLINK_NOFOLLOW) == 0 &&
		      file_fetch(box, file, path, COPY_IN_MAX + 1) < 0;
		free(path);
		free(file);
	}
	return bad ? -1 : 0;
}

Unpack unpack_labs(int archive, ArchiveKind kind, SandboxTier tier, char *box, const char *to,
		   char *why, size_t why_size)
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
	archive_is = kind;
	if (!libarchive_load()) {
		text_format(why, why_size, "%s; wanted libarchive", dlerror());
		return UNPACK_FAULT;
	}
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
