/* class_options.c - reads `usegpu-class run [options] SUBMISSIONS -- GRADER [its options]`. */
#include "class_options.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "command_line.h"
#include "engine.h"
#include "options.h"
#include "refuse.h"

static const char usage[] =
	"usage: usegpu-class run [options] SUBMISSIONS -- GRADER [its options]\n"
	"Grades every submission in the folder SUBMISSIONS, a folder or an archive for each "
	"student,\n"
	"with the command GRADER, and keeps the marks in a gradebook.\n"
	"  --jobs N        so many submissions at once (as many as there are processors)\n"
	"  --engine NAME   grade here (local), or as a job array of a Slurm cluster (slurm)\n"
	"  --slurm WORDS   further options of sbatch, separated by spaces\n"
	"  --roster FILE   the students: CSV with the columns id and name (the roster of last "
	"time)\n"
	"  --book FILE     the gradebook (BUILD/class/NAME/gradebook.db)\n"
	"  --seed S        draw the inputs of all from this seed (one is drawn for each run)\n"
	"  --again         grade also what is graded already and has not changed\n"
	"  --student ID    only this student\n"
	"  --strict        exit status 1 when a submission could not be graded\n"
	"  --report FILE   the program usegpu-report: make a page of each submission, and one of "
	"all\n"
	"  --show-hidden HOW  hidden checks on them as they were announced, or in full\n"
	"                  (announced)\n"
	"  --build DIR     where the kit is built and the results go (build)\n";

#define GRADER_WORDS 64

static const char *base_of(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash != NULL ? slash + 1 : path;
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

	for (; *grader != NULL; grader++)
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

	for (; *grader != NULL && count < GRADER_WORDS - 3; grader++) {
		if (strcmp(*grader, "--hidden") == 0 && grader[1] != NULL)
			grader++; /* its checks would be loaded here */
		else
			words[count++] = *grader;
	}
	if (count == 0 || access(labs, R_OK) < 0 || strcmp(base_of(words[0]), "usegpu-grade") != 0)
		return 0; /* another grader has settings of its own */
	words[count++] = labs;
	words[count] = NULL;
	bad = options_read(&read, count, words);
	options_free(&read);
	return bad == 0 ? 0 : -1;
}

static int jobs_read(ClassOptions *o, const char *text)
{
	long here = sysconf(_SC_NPROCESSORS_ONLN);

	o->jobs = here < 1 ? 1 : here > 64 ? 64 : (int)here;
	o->tasks = 0;
	if (text == NULL)
		return 0;
	if (o->engine == &engine_local)
		return number_read("JOBS", text, 1, 64, &o->jobs);
	return number_read("JOBS", text, 1, 100000, &o->tasks);
}

int class_options_read(ClassOptions *o, int argc, char **argv)
{
	enum {
		JOBS,
		ROSTER,
		BOOK,
		SEED,
		STUDENT,
		REPORT,
		SHOW_HIDDEN,
		BUILD,
		ENGINE,
		SLURM,
		TEXTS
	};
	enum { AGAIN = TEXTS, STRICT, HELP };
	static const struct option known[] = {
		{"jobs", required_argument, NULL, JOBS},
		{"roster", required_argument, NULL, ROSTER},
		{"book", required_argument, NULL, BOOK},
		{"seed", required_argument, NULL, SEED},
		{"student", required_argument, NULL, STUDENT},
		{"report", required_argument, NULL, REPORT},
		{"show-hidden", required_argument, NULL, SHOW_HIDDEN},
		{"build", required_argument, NULL, BUILD},
		{"engine", required_argument, NULL, ENGINE},
		{"slurm", required_argument, NULL, SLURM},
		{"again", no_argument, NULL, AGAIN},
		{"strict", no_argument, NULL, STRICT},
		{"help", no_argument, NULL, HELP},
		{NULL, 0, NULL, 0},
	};
	const char *given[TEXTS] = {
		[BUILD] = "build", [ENGINE] = "local", [SHOW_HIDDEN] = "announced"};
	int *const flags[] = {&o->again, &o->strict};
	const CommandLine line = {known, given, TEXTS, flags, usage, 1};
	int code, number;

	*o = (ClassOptions){.submissions = NULL};
	code = command_line_read(&line, argc, argv);
	if (code != 0)
		return code;
	if (optind + 2 >= argc || strcmp(argv[optind + 1], "--") != 0)
		return refuse("wanted SUBMISSIONS -- GRADER; see --help");
	o->submissions = argv[optind];
	o->grader = &argv[optind + 2];
	o->build = given[BUILD];
	o->roster = given[ROSTER];
	o->book = given[BOOK];
	o->seed = given[SEED];
	o->only = given[STUDENT];
	o->report = given[REPORT];
	o->show_hidden = given[SHOW_HIDDEN];
	o->slurm = given[SLURM];
	o->engine = engine_find(given[ENGINE]);
	if (o->engine == NULL)
		return -1;
	if (o->slurm != NULL && o->engine == &engine_local)
		return refuse("SLURM=%s: wanted only with ENGINE=slurm", o->slurm);
	if (strcmp(o->show_hidden, "announced") != 0 && strcmp(o->show_hidden, "full") != 0)
		return refuse("SHOW_HIDDEN=%s: expected announced or full", o->show_hidden);
	if (o->seed != NULL && number_read("SEED", o->seed, 0, 0x7fffffff, &number) < 0)
		return -1;
	return grader_check(o->grader) < 0 || jobs_read(o, given[JOBS]) < 0 ||
			       settings_check(o->grader) < 0
		       ? -1
		       : 0;
}
