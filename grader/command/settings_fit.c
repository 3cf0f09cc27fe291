/* settings_fit.c - a table of the settings of each command. */
#include "grader/command/settings_fit.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "grader/base/diagnostic.h"
#include "grader/command/make_settings.h"

#define GRADER     "LAB CHECK SEED SUBMISSION MACHINE ISOLATION SIMULATOR HIDDEN STRICT"
#define CLASS_ONLY "JOBS ROSTER ROSTER_ID ENGINE SLURM BOOK ASSIGNMENT DUE CHANGE_MAXIMUM"
#define BOOK_ONLY  "SUBMISSIONS BOOK ASSIGNMENT"

/* A setting that stands in no row is make's own, and fits everywhere. */
static const struct {
	const char *command, *settings;
} rows[] = {
	{"grade", GRADER " COVERAGE SHOW_HIDDEN SUBMISSIONS SECTION " CLASS_ONLY},
	{"check", GRADER},
	{"hint", GRADER},
	{"progress", GRADER},
	{"debug", GRADER},
	{"watch", GRADER},
	{"report", GRADER " SHOW_HIDDEN"},
	{"see", GRADER " SHOW_HIDDEN"},
	{"reset", "LAB SUBMISSION"},
	{"run", "FILE MACHINE PROFILE ARGS"},
	{"handout", "HIDDEN"},
	{"stubs", ""},
	{"new-lab", "NAME LAB"},
	{"quiz", "PAGE"},
	{"selfcheck", "LAB CHECK SEED JOBS SAMPLE"},
	{"regrade",
	 "LAB SEED STUDENT SECTION MACHINE ISOLATION SIMULATOR HIDDEN STRICT SHOW_HIDDEN "
	 "SUBMISSIONS " CLASS_ONLY},
	{"class-report", BOOK_ONLY " SHOW_HIDDEN EARLIER PUBLIC"},
	{"marks", BOOK_ONLY " STUDENT SECTION TA"},
	{"worklog", BOOK_ONLY " STUDENT SUBMISSION"},
	{"rules", BOOK_ONLY " POLICY DUE LATE GRACE"},
	{"override",
	 BOOK_ONLY " STUDENT CHECK POINTS TOTAL REASON SUBMITTED DUE REVOKE RUBRIC ITEM"},
	{"term", "SUBMISSIONS SECTION"},
	{"forget", BOOK_ONLY " STUDENT YES BEFORE"},
	{"comment", BOOK_ONLY " STUDENT CHECK TEXT REVOKE SECTION TA"},
	{"request", BOOK_ONLY " STUDENT CHECK TEXT SECTION TA"},
	{"answer", BOOK_ONLY " STUDENT CHECK TEXT"},
	{"feedback", BOOK_ONLY " FORMAT STUDENT SECTION TA IN OUT COURSE TITLE SHOW_HIDDEN"},
	{"export", BOOK_ONLY " FORMAT SUBMISSION RESULTS IN OUT COLUMNS GRADE_COLUMN ABSENT "
			     "SHOW_HIDDEN LAB SEED MACHINE SECTION"},
};

enum { ROWS = sizeof rows / sizeof *rows };

static bool has_word(const char *words, const char *name)
{
	size_t length = strlen(name);

	for (const char *at = words; (at = strstr(at, name)); at += length)
		if ((at == words || at[-1] == ' ') && (at[length] == ' ' || at[length] == '\0'))
			return true;
	return false;
}

static const char *settings_of(const char *command)
{
	for (size_t i = 0; i < ROWS; i++)
		if (strcmp(rows[i].command, command) == 0)
			return rows[i].settings;
	return NULL;
}

static bool is_of_another(const char *name)
{
	for (size_t i = 0; i < ROWS; i++)
		if (has_word(rows[i].settings, name))
			return true;
	return false;
}

static int words_fit(const char *command)
{
	const char *its = settings_of(command), *name;

	for (int i = 0; its && (name = setting_name(i)); i++)
		if (setting(name) && is_of_another(name) && !has_word(its, name))
			return refuse("%s=%s: %s has no such setting; expected %s%s", name,
				      setting(name), command, *its == '\0' ? "none" : "one of ",
				      its);
	return 0;
}

/* Those that a single submission does not have. */
static int class_fit(void)
{
	const char *name;

	if (setting("SUBMISSIONS"))
		return !setting("SUBMISSION")
			       ? 0
			       : refuse("SUBMISSION=%s SUBMISSIONS=%s: expected one of them",
					setting("SUBMISSION"), setting("SUBMISSIONS"));
	for (int i = 0; (name = setting_name(i)); i++)
		if (setting(name) && has_word(CLASS_ONLY " SECTION", name))
			return refuse("%s=%s: wanted with SUBMISSIONS=, the folder of a class",
				      name, setting(name));
	return 0;
}

static bool ends_with(const char *text, const char *end)
{
	size_t length = strlen(text), ending = strlen(end);

	return length >= ending && strcmp(text + length - ending, end) == 0;
}

/* The marks that exports are made of have their labs; only what a platform grades by has none yet. */
static int export_fit(void)
{
	static const char *const packed[] = {"LAB", "SEED", "MACHINE"};
	const char *format = setting("FORMAT");

	if (format && (ends_with(format, "-zip") || ends_with(format, "-tar") ||
		       ends_with(format, "-folder")))
		return 0; /* the kit is packed */
	for (size_t i = 0; i < sizeof packed / sizeof *packed; i++)
		if (setting(packed[i]))
			return refuse("%s=%s: an export has what was graded; expected it with "
				      "FORMAT=gradescope-zip or autolab-tar",
				      packed[i], setting(packed[i]));
	return 0;
}

int settings_fit(const char *command)
{
	if (setting("HIDDEN") && access("grader/handout/hidden.sh", F_OK) < 0)
		return refuse("HIDDEN=%s: this belongs to the instructor's kit; what you have is "
			      "the handout for students",
			      setting("HIDDEN"));
	if (words_fit(command) < 0)
		return -1;
	if (strcmp(command, "grade") == 0)
		return class_fit();
	return strcmp(command, "export") == 0 ? export_fit() : 0;
}
