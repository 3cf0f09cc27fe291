/* kit.c - a few megabytes: hashing them takes less than remembering what was hashed. */
#include "kit.h"

#include <errno.h>
#include <fts.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "refuse.h"
#include "text.h"

/* In the build folder; */
static const char *const built[] = {"bin/usegpu-grade", "bin/simcuda-remote", "lib",
				    "simcuda",          "simcuda-remote",     "obj/grader/checks"};
/* and in the kit. */
static const char *const shipped[] = {"framework/include", "framework/simcuda/simcuda.h",
				      "framework/simcuda/include", "grader/stubs/lab.h"};

#define COUNT(list) (sizeof(list) / sizeof *(list))

static int by_name(const FTSENT **a, const FTSENT **b)
{
	return strcmp((*a)->fts_name, (*b)->fts_name);
}

/* The drives lie among the judges' objects, which the grader is made of. */
static int is_wanted(const FTSENT *file)
{
	const char *ending = strrchr(file->fts_name, '.');

	if (ending != NULL && strcmp(ending, ".d") == 0)
		return 0;
	return strstr(file->fts_path, "obj/grader/checks") == NULL ||
	       strcmp(file->fts_name, "drive.o") == 0 || strstr(file->fts_name, "_drive.o") != NULL;
}

static int part_add(Digest *digest, char *path)
{
	FTS *tree = fts_open((char *[]){path, NULL}, FTS_PHYSICAL | FTS_NOCHDIR, by_name);
	FTSENT *file;
	int bad = tree == NULL;

	while (!bad && (file = fts_read(tree)) != NULL) {
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
	if (tree != NULL)
		fts_close(tree);
	return bad ? -1 : 0;
}

/* Two compilers under one name are told apart by the line that tells their version. */
static void compiler_add(Digest *digest, const char *cc)
{
	char *command = text_new("%s --version 2>&1 </dev/null", cc), line[400] = "";
	FILE *says = popen(command, "re"); // NOLINT(cert-env33-c): CC is a command, given to make

	if (says != NULL) {
		if (fgets(line, sizeof line, says) == NULL)
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
	const char *cc = "cc";
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
	for (; *grader != NULL; grader++)
		if (strcmp(*grader, "--cc") == 0 && grader[1] != NULL)
			cc = grader[1];
	compiler_add(&digest, cc);
	digest_end(&digest, hex);
	return bad ? -1 : 0;
}
