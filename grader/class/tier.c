/* tier.c - reads the grader's --isolation, and tries. */
#include "tier.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "refuse.h"
#include "text.h"
#include "work.h"

int tier_choose(Class *class)
{
	SandboxTier most = SANDBOX_FULL;
	char why[500], *folder;

	for (char *const *word = class->options.grader; *word != NULL; word++)
		if (strcmp(*word, "--isolation") == 0 && word[1] != NULL)
			most = strcmp(word[1], "none") == 0      ? SANDBOX_NONE
			       : strcmp(word[1], "reduced") == 0 ? SANDBOX_REDUCED
								 : SANDBOX_FULL;
	if (most == SANDBOX_NONE)
		return 0;
	folder = text_new("%s/probe-XXXXXX", class->work);
	if (folder_make_open(folder) < 0)
		text_format(why, sizeof why, "%s: %s", folder, strerror(errno));
	else /* who unpacks needs no file of the kit */
		class->tier = sandbox_probe(most, folder, NULL, why, sizeof why);
	free(folder);
	if (class->tier != SANDBOX_NONE)
		return 0;
	return refuse("no sandbox works here: %s; ISOLATION=none grades without one what you trust",
		      why);
}
