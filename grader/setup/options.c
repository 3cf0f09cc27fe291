/* options.c - the command line: read, completed, and checked before anything is started. */
#include "grader/setup/options.h"

#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

#include "grader/base/command_line.h"
#include "grader/base/diagnostic.h"
#include "grader/base/text.h"
#include "grader/setup/hidden.h"
#include "grader/setup/kit_settings.h"
#include "grader/setup/misnamed.h"
#include "grader/setup/options_which.h"
#include "grader/setup/registry.h"
#include "grader/setup/result_dir.h"

enum {
	LAB,
	CHECK,
	SEED,
	GPU,
	MACHINE,
	SECONDS,
	ISOLATION,
	SIMULATOR,
	JOBS,
	OUTPUT,
	NAME,
	COPY,
	BUILD,
	CC,
	CFLAGS,
	LDFLAGS,
	HIDDEN,
	TEXTS
};
enum {
	STRICT,
	QUICK,
	HINT,
	PROGRESS,
	DEBUG,
	ANNOUNCE,
	ABSENT,
	PRECOMPILE,
	DETAILS,
	TIMELINES,
	SEE,
	COVERAGE,
	COVERED
};

static const struct argp_option options[] = {
	{"lab", OPTION_KEY(LAB), "N,...", 0, "only this lab, or these", 0},
	{"check", OPTION_KEY(CHECK), "N.M,...", 0, "only this check, or these of one lab", 0},
	{"seed", OPTION_KEY(SEED), "S", 0, "draw the inputs from this seed (below 2147483648)", 0},
	{"gpu", OPTION_KEY(GPU), "KIND", 0, "sim, cuda or none (sim)", 0},
	{"machine", OPTION_KEY(MACHINE), "NAME", 0, "the simulated machine, COUNTxMODEL (2xa100)",
	 0},
	{"seconds", OPTION_KEY(SECONDS), "S", 0, "the most that one run may take (10)", 0},
	{"isolation", OPTION_KEY(ISOLATION), "TIER", 0,
	 "at most this one: full, reduced, none (full)", 0},
	{"simulator", OPTION_KEY(SIMULATOR), "WHERE", 0,
	 "where the simulated machine lives: remote (in a process of its own) or inside (in the "
	 "student's) (remote)",
	 0},
	{"jobs", OPTION_KEY(JOBS), "N", 0, "so many checks at once (2)", 0},
	{"output", OPTION_KEY(OUTPUT), "DIR", 0,
	 "where the results go (DIR/grade/NAME of --build); then the progress is left alone", 0},
	{"name", OPTION_KEY(NAME), "NAME", 0, "of the submission, in the results (the folder's)",
	 0},
	{"copy", OPTION_KEY(COPY), "DIR", 0,
	 "read the labs from this folder, a copy of the submission's that nobody else changes", 0},
	{"build", OPTION_KEY(BUILD), "DIR", 0, "where the kit is built and the results go (build)",
	 0},
	{"cc", OPTION_KEY(CC), "LIST", 0, "the compiler, and words for it, separated by spaces", 0},
	{"cflags", OPTION_KEY(CFLAGS), "LIST", 0, "the flags it compiles with", 0},
	{"ldflags", OPTION_KEY(LDFLAGS), "LIST", 0, "the flags it links with", 0},
	{"hidden", OPTION_KEY(HIDDEN), "DIR", 0,
	 "an instructor's hidden checks, as built by grader/handout/hidden.sh", 0},
	{"strict", FLAG_KEY(STRICT), NULL, 0,
	 "exit status 1 unless full marks were reached and nothing is unjudged", 0},
	{"quick", FLAG_KEY(QUICK), NULL, 0, "a short report", 0},
	{"hint", FLAG_KEY(HINT), NULL, 0,
	 "the next hint for the check, or for the first that does not pass", 0},
	{"progress", FLAG_KEY(PROGRESS), NULL, 0,
	 "what was reached in each lab when it was last checked", 0},
	{"debug", FLAG_KEY(DEBUG), NULL, 0,
	 "run the check under gdb, stopped at the exercise (needs --check)", 0},
	{"announce", FLAG_KEY(ANNOUNCE), NULL, 0, "print what students are told of hidden checks",
	 0},
	{"absent", FLAG_KEY(ABSENT), NULL, 0,
	 "print the names that checks forbid, of hidden ones alone where there are some", 0},
	{"precompile", FLAG_KEY(PRECOMPILE), NULL, 0,
	 "have the compiler of kernels read the headers, for later grades", 0},
	{"details", FLAG_KEY(DETAILS), NULL, 0,
	 "write details.json, for a report, beside results.json", 0},
	{"timelines", FLAG_KEY(TIMELINES), NULL, 0,
	 "the same with the timelines of all runs of the timed labs; slower", 0},
	{"see", FLAG_KEY(SEE), NULL, 0, "the same with those of all runs, for usegpu see", 0},
	{"coverage", FLAG_KEY(COVERAGE), NULL, 0,
	 "write coverage.json, the lines that no check reaches, and nothing else", 0},
	{"covered", FLAG_KEY(COVERED), NULL, 0,
	 "the same, put into the results.json that is there, and told", 0},
	{0},
};

const struct argp grade_argp = {
	options,
	NULL,
	"[SUBMISSION]",
	"Grades the folder SUBMISSION of labN_*.c files (labs); runs from the kit's own folder.",
	NULL,
	NULL,
	NULL};

static const char default_cflags[] =
	"-Iframework/include -Iframework/simcuda -Iframework/simcuda/include -Igrader/stubs";

static const char *const gpu_names[] = {
	[GPU_SIM] = "sim", [GPU_CUDA] = "cuda", [GPU_NONE] = "none"};

const char *simulator_said(const Options *o)
{
	return o->gpu == GPU_SIM && !o->remote ? "inside" : NULL;
}

const char *gpu_kind_name(GpuKind gpu)
{
	return gpu_names[gpu];
}

/* Splits at spaces. Relative folders of -I and -L become absolute, because the compiler runs in another
 * folder. */
static char **list_split(const char *list, const char *root)
{
	char *copy = text_new("%s", list), *rest = copy, *word;
	char **words = calloc(strlen(list) / 2 + 2, sizeof *words);
	int count = 0;

	while (words && (word = strsep(&rest, " \t"))) {
		if (*word == '\0')
			continue;
		if ((strncmp(word, "-I", 2) == 0 || strncmp(word, "-L", 2) == 0) &&
		    word[2] != '/' && word[2] != '\0')
			words[count++] = text_new("%.2s%s/%s", word, root, word + 2);
		else if (count == 0 && strchr(word, '/') && *word != '/' && *word != '-')
			words[count++] = text_new("%s/%s", root, word);
		else
			words[count++] = text_new("%s", word);
	}
	free(copy);
	return words;
}

/* The compiler's flags, and those that --coverage needs. */
static char **flags_split(const Options *o, const char *flags, const char *counters)
{
	char *all = text_new("%s%s", flags, o->coverage ? counters : "");
	char **list = list_split(all, o->root);

	free(all);
	return list;
}

static void list_free(char **list)
{
	for (int i = 0; list && list[i]; i++)
		free(list[i]);
	free(list);
}

static int seed_read(Options *o, const char *text)
{
	unsigned long number;

	if (!text) {
		if (getrandom(&o->seed, sizeof o->seed, 0) != sizeof o->seed)
			return refuse("the system gives no random numbers; pass SEED=1");
		o->seed &= 0x7fffffff;
		return 0;
	}
	if (option_number(text, 0x7fffffff, &number) < 0)
		return refuse("SEED=%s: wanted a whole number from 0 to 2147483647", text);
	o->seed = (uint32_t)number;
	return 0;
}

static int seconds_read(Options *o, const char *text)
{
	unsigned long number;

	if (option_number(text, 600, &number) < 0 || number == 0)
		return refuse("--seconds %s: wanted a whole number from 1 to 600", text);
	o->seconds = (int)number;
	return 0;
}

static int jobs_read(Options *o, const char *text)
{
	unsigned long number;

	if (option_number(text, 64, &number) < 0 || number == 0)
		return refuse("--jobs %s: wanted a whole number from 1 to 64", text);
	o->jobs = (int)number;
	return 0;
}

/* Without a sandbox a program can read and write all that its user can: only for one's own code, on
 * one's own computer. */
static int isolation_read(Options *o, const char *text)
{
	const char *ci = getenv("CI");

	for (int tier = SANDBOX_NONE; tier <= SANDBOX_FULL; tier++) {
		if (strcmp(text, sandbox_tier_name((SandboxTier)tier)) != 0)
			continue;
		o->tier_wanted = (SandboxTier)tier;
		if (tier == SANDBOX_NONE && ci && *ci != '\0')
			return refuse("ISOLATION=none: not where CI is set");
		return 0;
	}
	return refuse("ISOLATION=%s: wanted full, reduced or none", text);
}

static int gpu_read(Options *o, const char *text)
{
	for (int i = 0; i < 3; i++) {
		if (strcmp(text, gpu_names[i]) == 0) {
			o->gpu = (GpuKind)i;
			return 0;
		}
	}
	return refuse("GPU=%s: wanted sim, cuda or none", text);
}

static int simulator_read(Options *o, const char *text)
{
	o->remote = strcmp(text, "remote") == 0;
	return o->remote || strcmp(text, "inside") == 0
		       ? 0
		       : refuse("SIMULATOR=%s: wanted remote or inside", text);
}

/* Refuses an unknown model with a list of those that there are. */
static int machine_refuse(const Options *o)
{
	char *pattern = text_new("%s/simcuda/machines/*.json", o->build), models[256] = "";
	glob_t files;

	if (glob(pattern, 0, NULL, &files) == 0) {
		for (size_t i = 0; i < files.gl_pathc; i++) {
			const char *name = strrchr(files.gl_pathv[i], '/') + 1;
			size_t at = strlen(models);

			text_format(models + at, sizeof models - at, "%s%.*s", at > 0 ? ", " : "",
				    (int)strcspn(name, "."), name);
		}
		globfree(&files);
	}
	free(pattern);
	return refuse("MACHINE=%s: there is no model %s; the models are %s", o->machine, o->model,
		      models[0] != '\0' ? models : "not built yet");
}

static int machine_read(Options *o)
{
	char count[8] = "", *path;
	const char *x = strchr(o->machine, 'x');
	unsigned long number;
	int there;

	if (x && x - o->machine < (long)sizeof count)
		memcpy(count, o->machine, (size_t)(x - o->machine));
	if (strcmp(o->machine, "0") == 0)
		return refuse("MACHINE=0: wanted COUNTxMODEL such as 2xtiny; no GPU at all is "
			      "GPU=none");
	if (!x || option_number(count, 64, &number) < 0 || number == 0 || x[1] == '\0' ||
	    strspn(x + 1, "abcdefghijklmnopqrstuvwxyz0123456789-_") != strlen(x + 1))
		return refuse("MACHINE=%s: wanted COUNTxMODEL such as 2xtiny", o->machine);
	o->model = x + 1;
	path = text_new("%s/simcuda/machines/%s.json", o->build, o->model);
	there = access(path, R_OK) == 0;
	free(path);
	return there ? 0 : machine_refuse(o);
}

/* A faulty list of hidden checks is refused before anything is graded. */
static int hidden_read(Options *o, const char *folder)
{
	HiddenSum sum;

	if (!folder)
		return hidden_sum(o, 0, &sum);
	o->hidden = realpath(folder, NULL);
	if (!o->hidden)
		return refuse("--hidden %s: %s; wanted a folder that grader/handout/hidden.sh made",
			      folder, strerror(errno));
	return hidden_load(o);
}

/* Mentions a file that was probably meant to be a lab, if there is one. */
static int labs_refuse(const Options *o)
{
	for (int i = 0; i < registry_count(); i++) {
		char file[64], other[120];

		snprintf(file, sizeof file, "%s%s", registry_at(i)->name,
			 lab_ending(registry_at(i)));
		if (misnamed_find(o->labs_fd, file, other, sizeof other))
			return refuse("%s: no lab in it; \"%s\" is there, wanted under its exact "
				      "name, %s",
				      o->submission, other, file);
	}
	return refuse("%s: no lab in it; wanted a folder of labN_*.c files such as %s.c",
		      o->submission, registry_at(0)->name);
}

static int submission_read(Options *o, const char *called, const char *copy)
{
	o->submission_fd = open(o->submission, O_PATH | O_DIRECTORY | O_CLOEXEC);
	o->submission_whole = o->submission_fd < 0 ? NULL : realpath(o->submission, NULL);
	if (!o->submission_whole)
		return refuse("%s: %s; wanted a folder of labN_*.c files", o->submission,
			      strerror(errno));
	o->labs_fd = openat(copy ? AT_FDCWD : o->submission_fd, copy ? copy : ".",
			    O_PATH | O_DIRECTORY | O_CLOEXEC);
	if (o->labs_fd < 0)
		return refuse("--copy %s: %s", copy ? copy : o->submission, strerror(errno));
	snprintf(o->submission_name, sizeof o->submission_name, "%s",
		 called ? called : path_last(o->submission_whole));
	o->place = result_dir(o->build, o->root, o->submission_name, o->submission_whole);
	for (int i = 0; i < registry_count(); i++) {
		char file[64];

		snprintf(file, sizeof file, "%s%s", registry_at(i)->name,
			 lab_ending(registry_at(i)));
		if (faccessat(o->labs_fd, file, F_OK, AT_SYMLINK_NOFOLLOW) == 0)
			return 0;
	}
	return labs_refuse(o);
}

int options_read(Options *o, int argc, char **argv)
{
	int *const flags[] = {&o->strict,  &o->quick,     &o->hint,   &o->progress,
			      &o->debug,   &o->announce,  &o->absent, &o->precompile,
			      &o->details, &o->timelines, &o->see,    &o->coverage,
			      &o->covered};
	const char *given[TEXTS] = {
		[GPU] = kit_setting("gpu", "sim"),
		[MACHINE] = "2xa100",
		[SECONDS] = "10",
		[ISOLATION] = "full",
		[SIMULATOR] = "remote",
		[BUILD] = kit_build(),
		[CC] = kit_setting("cc", "cc"),
		[CFLAGS] = kit_setting("cflags", default_cflags),
		[LDFLAGS] = kit_setting("ldflags", ""),
		[JOBS] = "2",
	};
	CommandLine line = {&grade_argp, given, flags, 0, 0};
	int code;

	memset(o, 0, sizeof *o);
	o->submission_fd = o->labs_fd = o->work_fd = -1;
	code = command_line_read(&line, argc, argv);
	if (code != 0)
		return code;
	if (argc - line.first > 1)
		return refuse("wanted one SUBMISSION, got %d; see --help", argc - line.first);
	o->submission = line.first < argc ? argv[line.first] : "labs";
	o->check = given[CHECK];
	if (o->debug && !o->check)
		return refuse("debug: wanted a check, such as CHECK=3.2");
	o->machine = given[MACHINE];
	o->output = given[OUTPUT];
	o->coverage |= o->covered;
	o->details |= o->timelines || o->see || o->coverage;
	if (simulator_read(o, given[SIMULATOR]) < 0)
		return -1;
	if (o->debug)
		o->remote = 0; /* a program under gdb has its machine with it, and its judge no
				  process */
	if (registry_count() == 0)
		return refuse("this grader was built without any lab");
	o->root = realpath(".", NULL);
	o->build = realpath(given[BUILD], NULL);
	if (!o->root || !o->build)
		return refuse("--build %s: %s; wanted the folder that make built", given[BUILD],
			      strerror(errno));
	o->cc = list_split(given[CC], o->root);
	o->cflags = flags_split(o, given[CFLAGS], " --coverage -O0");
	o->ldflags = flags_split(o, given[LDFLAGS], " -Wl,-u,__gcov_dump");
	if (!o->cc || !o->cflags || !o->ldflags)
		return refuse("out of memory");
	if (!o->cc[0])
		return refuse("--cc: wanted a compiler, got nothing");
	if (seed_read(o, given[SEED]) < 0 || seconds_read(o, given[SECONDS]) < 0 ||
	    isolation_read(o, given[ISOLATION]) < 0 || gpu_read(o, given[GPU]) < 0 ||
	    machine_read(o) < 0 || hidden_read(o, given[HIDDEN]) < 0 ||
	    options_read_labs(o, given[LAB]) < 0 || jobs_read(o, given[JOBS]) < 0 ||
	    submission_read(o, given[NAME], given[COPY]) < 0)
		return -1;
	return 0;
}

int options_have_flag(const Options *o, const char *beginning)
{
	for (char **flag = o->cflags; *flag; flag++)
		if (strncmp(*flag, beginning, strlen(beginning)) == 0)
			return 1;
	return 0;
}

int options_are_instrumented(const Options *o)
{
	return options_have_flag(o, "-fsanitize") || options_have_flag(o, "--coverage");
}

void options_free(Options *o)
{
	if (o->submission_fd >= 0)
		close(o->submission_fd);
	if (o->labs_fd >= 0)
		close(o->labs_fd);
	free(o->submission_whole);
	free(o->place);
	free(o->root);
	free(o->hidden);
	free(o->build);
	list_free(o->cc);
	list_free(o->cflags);
	list_free(o->ldflags);
}
