/* kit_digest.c - hashes the kit anew each time: for a few megabytes a cache would not pay. */
#include "grader/class/intake/kit_digest.h"

#include <errno.h>
#include <fts.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/base/diagnostic.h"
#include "grader/base/text.h"
#include "grader/setup/kit_settings.h"

/* Hashed in the build folder. */
static const char *const built[] = {"bin/usegpu",        "bin/simcuda-remote", "lib",
				    "simcuda",           "simcuda-remote",     "obj/grader/drive",
				    "obj/grader/student"};
/* Hashed in the kit's sources. */
static const char *const shipped[] = {"framework/include", "framework/simcuda/simcuda.h",
				      "framework/simcuda/include", "grader/stubs/lab.h"};

#define COUNT(list) (sizeof(list) / sizeof *(list))

static int by_name(const FTSENT **a, const FTSENT **b)
{
	return strcmp((*a)->fts_name, (*b)->fts_name);
}

/* Leaves out make's dependency files, and the tests of the drive. */
static bool is_wanted(const FTSENT *file)
{
	const char *ending = strrchr(file->fts_name, '.');

	if (ending && strcmp(ending, ".d") == 0)
		return false;
	return !strstr(file->fts_path, "/tests/");
}

static int part_add(Digest *digest, char *path)
{
	FTS *tree = fts_open((char *[]){path, NULL}, FTS_PHYSICAL | FTS_NOCHDIR, by_name);
	FTSENT *file;
	int bad = !tree;

	while (!bad && (file = fts_read(tree))) {
		if (file->fts_info == FTS_F && is_wanted(file)) {
			digest_add_text(digest, file->fts_name);
			bad = digest_add_file(digest, file->fts_accpath) < 0;
		} else if (file->fts_info == FTS_DNR || file->fts_info == FTS_ERR) {
			errno = file->fts_errno;
			bad = 1;
		}
	}
	if (bad)
		refuse("%s cannot be read: %s; build the kit with make first", path,
		       strerror(errno));
	if (tree)
		fts_close(tree);
	return bad ? -1 : 0;
}

/* Adds the compiler's version line, as another compiler may have been installed under its name. */
static void compiler_add(Digest *digest, const char *cc)
{
	char *command = text_new("%s --version 2>&1 </dev/null", cc), line[400] = "";
	FILE *says = popen(command, "re"); // NOLINT(cert-env33-c): CC is a command, given to make

	if (says) {
		if (!fgets(line, sizeof line, says))
			line[0] = '\0';
		while (fgetc(says) != EOF)
			;
		pclose(says);
	}
	digest_add_text(digest, line);
	free(command);
}

int kit_digest(const char *build, char *const *grader, char hex[DIGEST_SIZE])
{
	const char *cc = kit_setting("cc", "cc");
	Digest digest;
	int bad = 0;

	digest_begin(&digest);
	for (size_t i = 0; !bad && i < COUNT(built); i++) {
		char *path = text_new("%s/%s", build, built[i]);

		bad = part_add(&digest, path) < 0;
		free(path);
	}
	for (size_t i = 0; !bad && i < COUNT(shipped); i++) {
		char *path = text_new("%s", shipped[i]);

		bad = part_add(&digest, path) < 0;
		free(path);
	}
	for (; *grader; grader++)
		if (strcmp(*grader, "--cc") == 0 && grader[1])
			cc = grader[1];
	compiler_add(&digest, cc);
	digest_end(&digest, hex);
	return bad ? -1 : 0;
}
