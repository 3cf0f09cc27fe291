/* isolation.c - reads the grader's --isolation, and probes which sandbox works here. */
#include "grader/class/intake/isolation.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "grader/base/diagnostic.h"
#include "grader/base/text.h"
#include "grader/sandbox/sandbox.h"
#include "grader/setup/work_dir.h"

int isolation_choose(char *const *grader, const char *above, SandboxTier *tier)
{
	SandboxTier most = SANDBOX_FULL;
	char why[500], *folder;

	for (char *const *word = grader; *word; word++)
		if (strcmp(*word, "--isolation") == 0 && word[1])
			most = strcmp(word[1], "none") == 0      ? SANDBOX_NONE
			       : strcmp(word[1], "reduced") == 0 ? SANDBOX_REDUCED
								 : SANDBOX_FULL;
	if (most == SANDBOX_NONE)
		return 0;
	folder = text_new("%s/probe-XXXXXX", above);
	if (sandbox_folder_create(folder) < 0)
		text_format(why, sizeof why, "%s: %s", folder, strerror(errno));
	else /* unpacking needs no file of the kit in the sandbox */
		*tier = sandbox_probe(most, folder, NULL, why, sizeof why);
	free(folder);
	if (*tier != SANDBOX_NONE)
		return 0;
	return refuse("no sandbox works here: %s; ISOLATION=none grades without one what you trust",
		      why);
}
