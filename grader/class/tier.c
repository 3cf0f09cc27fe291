/* tier.c - reads the grader's --isolation, and tries. */
#include "tier.h"

#include <stdlib.h>
#include <string.h>

#include "refuse.h"
#include "text.h"
#include "work.h"

int tier_choose(Class *class)
{
	SandboxTier most = SANDBOX_FULL;
	char why[500], *folder, *needed;

	for (char *const *word = class->options.grader; *word != NULL; word++)
		if (strcmp(*word, "--isolation") == 0 && word[1] != NULL)
			most = strcmp(word[1], "none") == 0      ? SANDBOX_NONE
			       : strcmp(word[1], "reduced") == 0 ? SANDBOX_REDUCED
								 : SANDBOX_FULL;
	if (most == SANDBOX_NONE)
		return 0;
	folder = text_new("%s/probe-XXXXXX", class->work);
	needed = text_new("%s/lib/libusegpu.so", class->options.build);

	char *whole = realpath(needed, NULL);
	int bad = whole == NULL || folder_make_open(folder) < 0;

	if (!bad) {
		class->tier = sandbox_probe(most, folder, whole, why, sizeof why);
		bad = class->tier == SANDBOX_NONE;
	}
	if (bad)
		refuse("no sandbox works here: %s; ISOLATION=none grades without one what you "
		       "trust",
		       whole == NULL ? needed : why);
	free(whole);
	free(needed);
	free(folder);
	return bad ? -1 : 0;
}
