/* scripts.c - they are given the settings as words or in their environment, with B, the build
 * folder, and what make wrote down of the compiler. */
#include "grader/command/scripts.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "grader/base/signal_words.h"
#include "grader/base/diagnostic.h"
#include "grader/base/text.h"
#include "grader/command/make_settings.h"
#include "grader/command/words.h"
#include "grader/setup/kit_settings.h"

static const char *text_of(const char *name, const char *otherwise)
{
	return setting(name) ? setting(name) : otherwise;
}

/* What is not set is not left to somebody's environment. */
static void environment_set(void)
{
	static const char *const own[] = {"LAB",  "SEED",    "MACHINE", "SUBMISSION",
					  "FILE", "PROFILE", "ARGS"};
	static const struct {
		const char *setting, *variable;
	} built[] = {{"compile", "COMPILE"},
		     {"framework", "FRAMEWORK"},
		     {"run_compile", "run_compile"},
		     {"run_link", "run_link"},
		     {"cc", "cc"}};

	setenv("B", kit_build(), 1);
	setenv("USEGPU", !kit_program() ? "usegpu" : kit_program(), 1);
	for (size_t i = 0; i < sizeof own / sizeof *own; i++)
		setenv(own[i], text_of(own[i], ""), 1);
	for (size_t i = 0; i < sizeof built / sizeof *built; i++)
		setenv(built[i].variable, kit_setting(built[i].setting, ""), 1);
	setenv("GPU", text_of("GPU", kit_setting("gpu", "sim")), 1);
}

char *hidden_build(void)
{
	static char *made; /* once is enough */
	const char *const words[] = {"grader/handout/hidden.sh", setting("HIDDEN"), NULL};

	if (made)
		return made;
	environment_set();
	if (program_run(words, &made) != 0) {
		free(made);
		made = NULL;
	}
	return made;
}

int reference_build(const char *check)
{
	const char *const words[] = {"grader/report/reference.sh", text_of("MACHINE", "2xa100"),
				     text_of("SEED", "1"), check, NULL};

	environment_set();
	return program_run(words, NULL);
}

int package_make(const char *format)
{
	const char *const words[] = {"grader/export/package.sh", format, text_of("OUT", ""), NULL};

	environment_set();
	return program_run(words, NULL);
}

static int handout_make(void)
{
	char *archive = text_new("%s/handout.tar.gz", kit_build());
	const char *const words[] = {"grader/handout/make.sh", archive, NULL};
	char *built = !setting("HIDDEN") ? NULL : hidden_build();
	int status = 2;

	setenv("HIDDEN_BUILT", !built ? "" : built, 1);
	if (!setting("HIDDEN") || built)
		status = program_run(words, NULL);
	free(archive);
	return status;
}

/* No shell is there to say that a program of the student's has crashed. */
static void crash_tell(void)
{
	static const int crashes[] = {SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL, SIGKILL};

	for (size_t i = 0; i < sizeof crashes / sizeof *crashes; i++)
		if (program_signal() == crashes[i])
			refuse("FILE=%s: the program crashed (%s); gdb -batch -ex run "
			       "%s/own/program "
			       "shows the line",
			       text_of("FILE", ""), signal_words(crashes[i]), kit_build());
}

int script_run(const char *name)
{
	static const struct {
		const char *name, *script;
		const char *settings[3]; /* its words */
	} scripts[] = {
		{"watch", "grader/command/watch.sh", {"SUBMISSION", "LAB", NULL}},
		{"reset", "grader/command/reset.sh", {"SUBMISSION", "LAB", NULL}},
		{"run", "grader/command/run.sh", {"FILE", "MACHINE", NULL}},
		{"stubs", "grader/stubs/generate.sh", {NULL}},
		{"new-lab", "grader/template/new.sh", {"NAME", "LAB", NULL}},
	};

	environment_set();
	if (strcmp(name, "handout") == 0)
		return handout_make();
	for (size_t i = 0; i < sizeof scripts / sizeof *scripts; i++) {
		const char *words[4] = {scripts[i].script};

		if (strcmp(scripts[i].name, name) != 0)
			continue;
		for (int k = 0; scripts[i].settings[k]; k++)
			words[k + 1] = text_of(
				scripts[i].settings[k],
				strcmp(scripts[i].settings[k], "SUBMISSION") == 0 ? "labs" : "");
		const int status = program_run(words, NULL);

		if (strcmp(name, "run") == 0)
			crash_tell();
		return status;
	}
	return refuse("%s: no such script", name), 2;
}
