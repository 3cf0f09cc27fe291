/* trial.c - one mutant: written, graded by a process of its own, read from results.json. */
#include "grader/base/folder.h"
#include "grader/mutants/trial.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <jansson.h>

#include "grader/base/text.h"

static int text_write(const char *path, const char *text)
{
	FILE *file = fopen(path, "we");
	int bad = !file || fputs(text, file) < 0;

	return !file || fclose(file) != 0 || bad ? -1 : 0;
}

/* Runs a shell command with its output in the file `log`; its exit status, or -1. */
static int shell_run(const char *command, const char *log)
{
	pid_t parent = getpid(), child = fork();
	int status;

	if (child == 0) {
		int out = open(log, O_CREAT | O_TRUNC | O_WRONLY, 0644);

		prctl(PR_SET_PDEATHSIG, SIGKILL);
		if (getppid() != parent || out < 0 || dup2(out, 1) < 0 || dup2(out, 2) < 0)
			_exit(127);
		execl("/bin/sh", "sh", "-c", command, (char *)NULL);
		_exit(127);
	}
	if (child < 0)
		return -1;
	while (waitpid(child, &status, 0) < 0)
		if (errno != EINTR)
			return -1;
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static Trial fault(const char *what)
{
	Trial trial = {.outcome = OUTCOME_FAULT};

	text_format(trial.message, sizeof trial.message, "%s", what);
	return trial;
}

/* The first message in the grader's log. */
static Trial log_read(const char *path)
{
	FILE *file = fopen(path, "re");
	char line[300] = "";

	if (!file || !fgets(line, sizeof line, file))
		line[0] = '\0';
	if (file)
		fclose(file);
	line[strcspn(line, "\n")] = '\0';
	return fault(line[0] != '\0' ? line : "the grader failed and said nothing");
}

/* The first check that did not pass decides. */
static Trial verdict_read(const char *path)
{
	json_t *root = json_load_file(path, 0, NULL), *lab, *check;
	Trial trial = {.outcome = OUTCOME_FAULT, .message = "results.json cannot be read"};
	size_t i, k;

	json_array_foreach(json_object_get(root, "labs"), i, lab)
	{
		json_array_foreach(json_object_get(lab, "checks"), k, check)
		{
			const char *verdict = json_string_value(json_object_get(check, "verdict"));
			const char *id = json_string_value(json_object_get(check, "id"));
			const char *message = json_string_value(json_object_get(check, "message"));

			if (!verdict || !id || !message)
				break;
			if (trial.outcome == OUTCOME_FAULT)
				trial.outcome = OUTCOME_SURVIVED;
			if (strcmp(verdict, "pass") == 0 || trial.check[0] != '\0')
				continue;
			trial.outcome = strcmp(verdict, "fail") != 0            ? OUTCOME_FAULT
					: strncmp(message, "does not ", 9) == 0 ? OUTCOME_BROKEN
										: OUTCOME_CAUGHT;
			text_format(trial.check, sizeof trial.check, "%s", id);
			text_format(trial.message, sizeof trial.message, "%s", message);
		}
	}
	json_decref(root);
	return trial;
}

/* Grades the folder MUTANT-number, whose name is also that of its results. */
static Trial graded(const Bench *bench, const char *folder, int lab, const char *exercise)
{
	const char *name = strrchr(folder, '/') + 1;
	char *log = text_new("%s/log", folder);
	char *results = text_new("%s/grade/%s", bench->build, name);
	char *json = text_new("%s/results.json", results);
	char *command = text_new("exec %s --gpu sim --seed %s --seconds %s --lab %d%s%s -- '%s'",
				 bench->grade, bench->seed, bench->seconds, lab,
				 !exercise ? "" : " --check ", !exercise ? "" : exercise, folder);
	int status = shell_run(command, log);
	Trial trial = verdict_read(json);

	if (status != 0)
		trial = log_read(log);
	folder_remove(results);
	free(log);
	free(results);
	free(json);
	free(command);
	return trial;
}

/* Whether the compiler makes the same code of both files: then no check can tell them apart. Of a file
 * with kernels both halves: what is found in unoptimised code alone was caught before. */
static int code_is_same(const Bench *bench, const char *folder, const char *original, int is_cuda)
{
	char *a = text_new("%s/original.c", folder);
	char *log = text_new("%s/log", folder);
	char *command = text_new("for side in %s; do for f in original mutant; do "
				 "%s -w -g0 -S $side -o '%s'/$f.s - <'%s'/$f.c || exit; done; "
				 "cmp '%s'/original.s '%s'/mutant.s || exit; done",
				 is_cuda ? "--cuda-device-only --cuda-host-only" : "-xc",
				 is_cuda ? bench->compile_cuda : bench->compile, folder, folder,
				 folder, folder);
	int same = text_write(a, original) == 0 && shell_run(command, log) == 0;

	free(a);
	free(log);
	free(command);
	return same;
}

Trial trial_run(const Bench *bench, int number, const char *name, int lab, const char *exercise,
		int is_shared, const char *text, const char *original)
{
	char *folder = text_new("%s/mutant-%d-%d", bench->folder, (int)getppid(), number);
	char *file = text_new("%s/%s", folder, name), *other = text_new("%s/mutant.c", folder);
	Trial trial = fault("the mutant cannot be written");
	size_t length = strlen(name);
	int is_cuda = length > 3 && strcmp(name + length - 3, ".cu") == 0;

	if (mkdir(folder, 0755) == 0 && text_write(file, text) == 0) {
		trial = graded(bench, folder, lab, exercise);
		if (trial.outcome == OUTCOME_SURVIVED && exercise && is_shared)
			trial = graded(bench, folder, lab, NULL);
		if (trial.outcome == OUTCOME_SURVIVED && text != original &&
		    (is_cuda ? bench->compile_cuda : bench->compile) &&
		    text_write(other, text) == 0 && code_is_same(bench, folder, original, is_cuda))
			trial.outcome = OUTCOME_SAME;
	}
	folder_remove(folder);
	free(folder);
	free(file);
	free(other);
	return trial;
}
