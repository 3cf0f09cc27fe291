/* class_options.c - reads `usegpu class [options] SUBMISSIONS -- GRADER [its options]`. */
#include "grader/class/cli/class_options.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "grader/base/command_line.h"
#include "grader/base/diagnostic.h"
#include "grader/class/engine/engine.h"
#include "grader/setup/kit_settings.h"
#include "grader/setup/options.h"

enum {
	JOBS,
	ROSTER,
	ROSTER_IDS,
	BOOK,
	SEED,
	STUDENT,
	SECTION,
	REPORT,
	SHOW_HIDDEN,
	BUILD,
	ENGINE,
	SLURM,
	DUE,
	HIDDEN_SOURCE,
	ASSIGNMENT,
	TEXTS
};
enum { AGAIN, STRICT, CHANGE_MAXIMUM, OWN_SEEDS };

static const struct argp_option options[] = {
	{"jobs", OPTION_KEY(JOBS), "N", 0,
	 "so many submissions at once (as many as there are processors)", 0},
	{"roster", OPTION_KEY(ROSTER), "FILE", 0,
	 "the students: CSV with the columns id and name (the roster of last time)", 0},
	{"roster-id", OPTION_KEY(ROSTER_IDS), "HEADING", 0,
	 "the column of the roster that has the ids (as last time, or the likeliest)", 0},
	{"book", OPTION_KEY(BOOK), "FILE", 0, "the gradebook (BUILD/class/NAME/gradebook.db)", 0},
	{"assignment", OPTION_KEY(ASSIGNMENT), "NAME", 0,
	 "one of several assignments of the class, each with a gradebook of its own", 0},
	{"seed", OPTION_KEY(SEED), "S", 0,
	 "draw the inputs of all from this seed; of the first run it is kept for later ones, and "
	 "draw "
	 "draws one for each again",
	 0},
	{"due", OPTION_KEY(DUE), "TIME", 0, "the deadline, as of rules", 0},
	{"hidden-source", OPTION_KEY(HIDDEN_SOURCE), "DIR", 0,
	 "what the grader's hidden checks were built of; it is remembered", 0},
	{"student", OPTION_KEY(STUDENT), "ID", 0, "only this student", 0},
	{"section", OPTION_KEY(SECTION), "NAME", 0,
	 "only this section of the roster; the others' marks stay as they were", 0},
	{"report", OPTION_KEY(REPORT), "FILE", 0,
	 "this program usegpu makes a page of each submission, and one of all", 0},
	{"show-hidden", OPTION_KEY(SHOW_HIDDEN), "HOW", 0,
	 "hidden checks on them as they were announced, or in full (announced)", 0},
	{"build", OPTION_KEY(BUILD), "DIR", 0, "where the kit is built and the results go (build)",
	 0},
	{"engine", OPTION_KEY(ENGINE), "NAME", 0,
	 "grade here (local), or as a job array of a Slurm cluster (slurm)", 0},
	{"slurm", OPTION_KEY(SLURM), "WORDS", 0, "further options of sbatch, separated by spaces",
	 0},
	{"again", FLAG_KEY(AGAIN), NULL, 0, "grade also what is graded already and has not changed",
	 0},
	{"own-seeds", FLAG_KEY(OWN_SEEDS), NULL, 0,
	 "draw the inputs of each from the seed of its last grading, of what is new from another "
	 "one",
	 0},
	{"change-maximum", FLAG_KEY(CHANGE_MAXIMUM), NULL, 0,
	 "what marks are out of may change for everybody: another lab, other hidden checks", 0},
	{"strict", FLAG_KEY(STRICT), NULL, 0, "exit status 1 when a submission could not be graded",
	 0},
	{0},
};

const struct argp class_argp = {
	options,
	NULL,
	"SUBMISSIONS [-- GRADER [its options]]",
	"Grades every submission in the folder SUBMISSIONS, a folder or an archive for each "
	"student, with the command GRADER (usegpu grade), and keeps the marks in a gradebook.",
	NULL,
	NULL,
	NULL};

#define GRADER_WORDS 64

static const char *base_of(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

static int number_read(const char *name, const char *text, long least, long most, int *number)
{
	char *end;
	long value;

	errno = 0;
	value = strtol(text, &end, 10);
	if (*text < '0' || *text > '9' || *end != '\0' || errno != 0 || value < least ||
	    value > most)
		return refuse("%s=%s: wanted a whole number from %ld to %ld", name, text, least,
			      most);
	*number = (int)value;
	return 0;
}

/* What makes no sense for a class is said before an hour has passed. */
static int grader_check(char *const *grader)
{
	static const char *const alone[] = {"--check", "--debug", "--hint", "--quick",
					    "--progress"};

	for (; *grader; grader++)
		for (size_t i = 0; i < sizeof alone / sizeof *alone; i++)
			if (strcmp(*grader, alone[i]) == 0)
				return refuse("%s is for one submission, not for SUBMISSIONS",
					      strcmp(alone[i], "--check") == 0 ? "CHECK"
									       : alone[i]);
	return 0;
}

/* A wrong setting is the instructor's slip: it is told once, before it could look like the failure
 * of every submission. The empty labs stand in for a submission. */
static int settings_check(char *const *grader)
{
	char *words[GRADER_WORDS], labs[] = "grader/stubs";
	int count = 0, bad;
	Options read;

	for (; *grader && count < GRADER_WORDS - 3; grader++) {
		if (strcmp(*grader, "--hidden") == 0 && grader[1])
			grader++; /* its checks would be loaded here */
		else
			words[count++] = *grader;
	}
	if (count < 2 || access(labs, R_OK) < 0 || strcmp(base_of(words[0]), "usegpu") != 0 ||
	    strcmp(words[1], "grade") != 0)
		return 0; /* another grader has settings of its own */
	words[count++] = labs;
	words[count] = NULL;
	bad = options_read(&read, count - 1, words + 1);
	options_free(&read);
	return bad == 0 ? 0 : -1;
}

static int jobs_read(ClassOptions *o, const char *text)
{
	long here = sysconf(_SC_NPROCESSORS_ONLN);

	o->jobs = here < 1 ? 1 : here > 64 ? 64 : (int)here;
	o->tasks = 0;
	if (!text)
		return 0;
	if (o->engine == &engine_local)
		return number_read("JOBS", text, 1, 64, &o->jobs);
	return number_read("JOBS", text, 1, 100000, &o->tasks);
}

/* The kit's own grader, as it was built. Kept here. */
static char **grader_own(const char *build)
{
	static char *words[16];
	const char *ldflags = kit_setting("ldflags", ""), *program = kit_program();
	const char *const own[] = {!program ? "usegpu" : program,
				   "grade",
				   "--build",
				   build,
				   "--gpu",
				   kit_setting("gpu", "sim"),
				   "--machine",
				   "2xa100",
				   *ldflags != '\0' ? "--ldflags" : NULL,
				   ldflags};

	for (size_t i = 0; i < sizeof own / sizeof *own && own[i]; i++)
		words[i] = (char *)(uintptr_t)own[i];
	return words;
}

int class_options_read(ClassOptions *o, int argc, char **argv)
{
	const char *given[TEXTS] = {
		[BUILD] = kit_build(), [ENGINE] = "local", [SHOW_HIDDEN] = "announced"};
	int *const flags[] = {&o->again, &o->strict, &o->change_maximum, &o->own_seeds};
	CommandLine line = {&class_argp, given, flags, 1, 0};
	int code, number;

	*o = (ClassOptions){.submissions = NULL};
	code = command_line_read(&line, argc, argv);
	if (code != 0)
		return code;
	if (line.first + 1 != argc &&
	    (line.first + 2 >= argc || strcmp(argv[line.first + 1], "--") != 0))
		return refuse("wanted SUBMISSIONS -- GRADER; see --help");
	o->submissions = argv[line.first];
	o->grader = line.first + 1 == argc ? grader_own(given[BUILD]) : &argv[line.first + 2];
	o->build = given[BUILD];
	o->roster = given[ROSTER];
	o->roster_id = given[ROSTER_IDS];
	o->book = given[BOOK];
	o->seed = given[SEED];
	o->only = given[STUDENT];
	o->section = given[SECTION];
	o->due = given[DUE];
	o->assignment = given[ASSIGNMENT];
	if (o->assignment && o->book)
		return refuse("BOOK=%s ASSIGNMENT=%s: expected one of them", o->book,
			      o->assignment);
	o->hidden_source = given[HIDDEN_SOURCE];
	o->report = !given[REPORT] && line.first + 1 == argc ? kit_program() : given[REPORT];
	o->show_hidden = given[SHOW_HIDDEN];
	o->slurm = given[SLURM];
	o->engine = engine_find(given[ENGINE]);
	if (!o->engine)
		return -1;
	if (o->slurm && o->engine == &engine_local)
		return refuse("SLURM=%s: wanted only with ENGINE=slurm", o->slurm);
	if (strcmp(o->show_hidden, "announced") != 0 && strcmp(o->show_hidden, "full") != 0)
		return refuse("SHOW_HIDDEN=%s: expected announced or full", o->show_hidden);
	if (o->seed && strcmp(o->seed, "draw") != 0 &&
	    number_read("SEED", o->seed, 0, 0x7fffffff, &number) < 0)
		return -1;
	return grader_check(o->grader) < 0 || jobs_read(o, given[JOBS]) < 0 ||
			       settings_check(o->grader) < 0
		       ? -1
		       : 0;
}
