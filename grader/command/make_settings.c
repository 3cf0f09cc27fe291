/* make_settings.c - one pass over MAKEFLAGS. */
#include "grader/command/make_settings.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "grader/base/diagnostic.h"
#include "grader/base/text.h"
#include "grader/command/table.h"

#define SETTINGS_MOST 64

/* All names, those of a command's options and make's own. */
/* clang-format off */
static const char *const known[] = {
	"GPU", "MACHINE", "ISOLATION", "SIMULATOR", "LAB", "CHECK", "SEED", "STRICT",
	"SUBMISSION", "SUBMISSIONS", "JOBS", "ENGINE", "SLURM", "ROSTER", "BOOK", "HIDDEN",
	"SHOW_HIDDEN", "STUDENT", "POINTS", "REASON", "REVOKE", "SUBMITTED", "POLICY", "DUE",
	"LATE", "GRACE", "YES", "FORMAT", "IN", "OUT", "COLUMNS", "ASSIGNMENT", "GRADE_COLUMN",
	"ABSENT", "RESULTS", "SAMPLE", "FILE", "DATA", "MODEL", "ROWS", "NAME", "SECONDS",
	"SIZES", "TESTS", "LEFT_OUT", "REDTEAM", "REDTEAM_TIER", "REDTEAM_USER", "B", "CC",
	"CFLAGS", "CPPFLAGS", "LDFLAGS", "CUDA", "SAN", "HEADERS", "COVERAGE", "V", "MAKE",
	"SHELL", "TESTS_ASIDE", "GRADING", "TIMEOUT", "HANDOUT", "AR", "PAGE", "KIT_LINES",
	"OPT", "TEXT", "SECTION", "TA", "BEFORE", "RUBRIC", "ITEM", "COURSE", "PROFILE", "TOTAL",
	"ROSTER_ID", "CHANGE_MAXIMUM", "TITLE", "EARLIER", "PUBLIC", "ARGS", NULL,
};
/* clang-format on */

static struct {
	char *name, *value;
} list[SETTINGS_MOST];
static int count;

static bool is_known(const char *name)
{
	for (const char *const *each = known; *each; each++)
		if (strcmp(*each, name) == 0)
			return true;
	return false;
}

static int unknown_refuse(const char *name, const char *value)
{
	const char *near = name_near(name, known, sizeof *known);

	if (!near)
		return refuse("%s=%s: unknown setting; settings are written in capitals, as in "
			      "make check LAB=1",
			      name, value);
	return refuse("%s=%s: unknown setting; did you mean %s=%s?", name, value, near, value);
}

/* The word at *at as it was typed, to be freed; *at is behind it then. */
static char *word_take(const char **at)
{
	char *word = memory_new(strlen(*at) + 1);
	size_t length = 0;
	const char *c = *at;

	for (; *c != '\0' && *c != ' ' && *c != '\t' && *c != '\n'; c++) {
		if ((*c == '\\' || (*c == '$' && c[1] == '$')) && c[1] != '\0')
			c++;
		word[length++] = *c;
	}
	*at = c;
	return word;
}

/* Takes the word; the last of a name counts. */
static int word_put(char *word)
{
	char *value = strchr(word, '=');
	size_t length;
	int i = 0;

	if (!value || value == word || count == SETTINGS_MOST) {
		refuse("%s: expected NAME=value", word);
		free(word);
		return -1;
	}
	*value++ = '\0';
	for (length = strlen(word); length > 0 && strchr(":+?!", word[length - 1]);)
		word[--length] = '\0';
	if (!is_known(word)) {
		unknown_refuse(word, value);
		free(word);
		return -1;
	}
	while (i < count && strcmp(list[i].name, word) != 0)
		i++;
	if (i < count)
		free(list[i].name);
	else
		count++;
	list[i].name = word;
	list[i].value = value;
	return 0;
}

int settings_read(const char *makeflags)
{
	const char *at = !makeflags                          ? NULL
			 : strncmp(makeflags, "-- ", 3) == 0 ? makeflags
							     : strstr(makeflags, " -- ");

	if (!at)
		return 0;
	at = strstr(at, "-- ") + 2;
	while (*(at += strspn(at, " \t\n")) != '\0')
		if (word_put(word_take(&at)) < 0)
			return -1;
	return 0;
}

const char *setting_name(int i)
{
	return i < count ? list[i].name : NULL;
}

const char *setting(const char *name)
{
	for (int i = 0; i < count; i++)
		if (strcmp(list[i].name, name) == 0)
			return *list[i].value == '\0' ? NULL : list[i].value;
	return NULL;
}

void setting_put(const char *name, const char *value)
{
	char *word = text_new("%.*s=%s", (int)strcspn(name, "]"), name, value);

	for (char *c = word; *c != '='; c++)
		*c = *c == '-' ? '_' : (char)toupper((unsigned char)*c);
	word_put(word);
}

bool setting_is_on(const char *name)
{
	return setting(name) && strcmp(setting(name), "0") != 0;
}

void settings_forget(void)
{
	while (count > 0)
		free(list[--count].name);
}
