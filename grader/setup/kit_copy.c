/* kit_copy.c - finds out whether programs can read the kit, and copies it if they cannot. */
#include "grader/setup/kit_copy.h"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/wait.h>
#include <unistd.h>

#include "grader/base/diagnostic.h"
#include "grader/base/file.h"
#include "grader/base/folder.h"
#include "grader/base/text.h"
#include "grader/sandbox/sandbox.h"
#include "grader/setup/kit_parts.h"
#include "grader/setup/work_dir.h"

#define FILE_MOST ((size_t)1 << 30)

/* --- whether a copy is needed ----------------------------------------------------------------- */

static int entry_is_readable(const Part *part, const FTSENT *entry)
{
	(void)part;
	if (entry->fts_info == FTS_SL)
		return 0;
	if (entry->fts_info == FTS_D)
		return access(entry->fts_accpath, R_OK | X_OK);
	return entry->fts_info == FTS_F ? access(entry->fts_accpath, R_OK) : -1;
}

static bool kit_is_readable(const Options *o)
{
	static Parts parts; /* the process ends; nothing has to be freed */

	parts_list(&parts, o, "");
	for (int i = 0; i < parts.count; i++)
		if (part_walk(&parts.list[i], entry_is_readable) < 0)
			return false;
	return true;
}

/* Whether the answer is 0 for that user. No, when this process cannot become that user. */
static int ask_as(uid_t user, int (*answer)(const void *), const void *about)
{
	int status = -1;
	pid_t child = fork();

	if (child == 0)
		_exit(setgroups(0, NULL) == 0 && setresgid(user, user, user) == 0 &&
				      setresuid(user, user, user) == 0 && answer(about)
			      ? 0
			      : 1);
	while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR)
		;
	return child > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static int kit_answer(const void *options)
{
	return kit_is_readable(options);
}

static int folder_answer(const void *path)
{
	return access(path, X_OK) == 0;
}

char *kit_copy_place(const Options *o)
{
	const char *const places[] = {getenv("TMPDIR"), "/tmp", "/var/tmp"};
	const uid_t user = sandbox_user();
	struct statvfs about;

	if (user == 0 || ask_as(user, kit_answer, o))
		return NULL;
	for (size_t i = 0; i < sizeof places / sizeof *places; i++)
		if (places[i] && places[i][0] == '/' && access(places[i], W_OK) == 0 &&
		    statvfs(places[i], &about) == 0 && !(about.f_flag & ST_NOEXEC) &&
		    ask_as(user, folder_answer, places[i]))
			return text_new("%s", places[i]);
	return NULL;
}

/* --- the copy --------------------------------------------------------------------------------- */

static int entry_copy(const Part *part, const FTSENT *entry)
{
	char *to = text_new("%s%s", part->to, entry->fts_path + strlen(part->from));
	char target[PATH_MAX];
	ssize_t length;
	int bad = 1;

	if (entry->fts_info == FTS_D) {
		bad = folder_create(to) < 0;
	} else if (entry->fts_info == FTS_F) {
		char *above = text_new("%.*s", (int)(strrchr(to, '/') - to), to);

		bad = folder_create(above) < 0 ||
		      file_fetch(AT_FDCWD, entry->fts_accpath, to, FILE_MOST) < 0;
		free(above);
	} else if (entry->fts_info == FTS_SL) {
		length = readlink(entry->fts_accpath, target, sizeof target - 1);
		target[length < 0 ? 0 : length] = '\0';
		bad = length < 0 || (symlink(target, to) < 0 && errno != EEXIST);
	} else {
		errno = entry->fts_errno;
	}
	if (bad)
		refuse("%s cannot be copied to %s: %s", entry->fts_path, to, strerror(errno));
	free(to);
	return bad ? -1 : 0;
}

static void words_turn(const Options *o, char **words)
{
	for (; *words; words++) {
		const char *below = word_below(o, *words);

		if (!below)
			continue;

		char *turned = text_new("%.*s%s%s", **words == '-' ? 2 : 0, *words, o->copy, below);

		free(*words);
		*words = turned;
	}
}

int kit_copy_make(Options *o)
{
	Parts parts;
	int bad = 0;

	parts_list(&parts, o, o->copy);
	for (int i = 0; !bad && i < parts.count; i++)
		bad = part_walk(&parts.list[i], entry_copy) < 0;
	parts_free(&parts);
	if (bad)
		return -1;
	words_turn(o, o->cflags);
	words_turn(o, o->ldflags);
	return 0;
}
