/* slurm_ask.c - runs sbatch, squeue, scancel, scontrol and sacct. Slurm's library is not used: the
 * kit would have to be built against the version of the cluster. */
#include "grader/class/engine/slurm_ask.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "grader/base/diagnostic.h"
#include "grader/base/text.h"
#include "grader/class/run/capture.h"

#define ASK_SECONDS 60.0 /* time limit of a command; a busy controller answers late */
#define WORDS_MAX   80

/* Unsets the variables by which a user's settings for squeue and scancel would hide tasks from
 * us. */
static void settings_forget(void)
{
	for (char **each = environ; *each;) {
		size_t length = strcspn(*each, "=");
		int ours = strncmp(*each, "SQUEUE_", 7) == 0 || strncmp(*each, "SCANCEL_", 8) == 0;
		char *name = ours ? text_new("%.*s", (int)length, *each) : NULL;

		if (!name || unsetenv(name) < 0)
			each++;
		free(name);
	}
}

int slurm_check(void)
{
	const char *const words[] = {"sbatch", "--version", NULL};
	Captured said;
	char line[300];
	int bad;

	settings_forget();
	if (capture(words, ASK_SECONDS, &said) < 0)
		return refuse("ENGINE=slurm: sbatch cannot be run: %s; wanted Slurm's programs in "
			      "PATH, or ENGINE=local",
			      strerror(errno));
	bad = said.status != 0;
	capture_complaint(&said, line, sizeof line);
	if (bad)
		refuse("ENGINE=slurm: sbatch does not work here: %s", line);
	capture_release(&said);
	return bad ? -1 : 0;
}

int slurm_array_max(void)
{
	const char *const words[] = {"scontrol", "show", "config", NULL};
	const char *line;
	Captured said;
	long most = 0;

	if (capture(words, ASK_SECONDS, &said) == 0) {
		line = strstr(said.out, "\nMaxArraySize");
		line = !line ? NULL : strchr(line, '=');
		if (line)
			most = strtol(line + 1, NULL, 10);
		capture_release(&said);
	}
	return most < 1 ? 1 : most > 1000000 ? 1000000 : (int)most;
}

long slurm_submit(const char *name, int count, int at_once, long after, const char *const *options,
		  const char *script)
{
	const char *words[WORDS_MAX] = {"sbatch", "--parsable", "--requeue", "--output=/dev/null",
					"--ntasks=1"};
	char limit[24] = "", array[64], called[100], later[64];
	int at = 5;
	long id = -1;
	Captured said;
	char line[300];

	if (at_once > 0)
		snprintf(limit, sizeof limit, "%%%d", at_once);
	snprintf(array, sizeof array, "--array=0-%d%s", count - 1, limit);
	snprintf(called, sizeof called, "--job-name=%s", name);
	snprintf(later, sizeof later, "--dependency=afterany:%ld", after);
	words[at++] = array;
	words[at++] = called;
	if (after > 0)
		words[at++] = later;
	while (*options && at < WORDS_MAX - 2)
		words[at++] = *options++;
	words[at] = script;
	if (capture(words, ASK_SECONDS, &said) < 0)
		return refuse("sbatch cannot be run: %s", strerror(errno));
	if (said.status == 0)
		id = strtol(said.out, NULL, 10);
	capture_complaint(&said, line, sizeof line);
	if (id <= 0)
		refuse("sbatch refused the array: %s", line);
	capture_release(&said);
	return id > 0 ? id : -1;
}

/* --- states ---------------------------------------------------------------------------------- */

static SlurmState state_of(const char *state, const char *reason)
{
	static const char *const ended[] = {"BOOT_FAIL", "CANCELLED", "DEADLINE",
					    "FAILED",    "NODE_FAIL", "OUT_OF_MEMORY",
					    "TIMEOUT",   "REVOKED",   "PREEMPTED"};

	if (strcmp(state, "COMPLETED") == 0)
		return SLURM_COMPLETED;
	for (size_t i = 0; i < sizeof ended / sizeof *ended; i++)
		if (strcmp(state, ended[i]) == 0)
			return SLURM_ENDED;
	return strcmp(state, "PENDING") == 0 && (strncmp(reason, "launch", 6) == 0 ||
						 strcmp(reason, "DependencyNeverSatisfied") == 0)
		       ? SLURM_STUCK
		       : SLURM_GOES;
}

/* Parses a line of squeue: "123_4|RUNNING|None". */
static void queue_line(char *line, void (*tell)(void *, long, int, SlurmState), void *context)
{
	char *state = line, *id = strsep(&state, "|"), *reason = state, *end;
	long array = strtol(id, &end, 10), task;

	if (!state || array <= 0 || *end != '_' || end[1] < '0' || end[1] > '9')
		return;
	strsep(&reason, "|");
	task = strtol(end + 1, &end, 10);
	if (*end == '\0' && reason && task >= 0 && task <= 1000000)
		tell(context, array, (int)task, state_of(state, reason));
}

int slurm_queue(const char *name, void (*tell)(void *, long, int, SlurmState), void *context,
		char *why, size_t why_size)
{
	char user[40], called[100], *line, *rest;
	Captured said;
	int bad;

	snprintf(user, sizeof user, "--user=%u", (unsigned)getuid());
	snprintf(called, sizeof called, "--name=%s", name);

	const char *const words[] = {"squeue", "--noheader", "--array",           "--states=all",
				     user,     called,       "--format=%i|%T|%r", NULL};

	if (capture(words, ASK_SECONDS, &said) < 0) {
		text_format(why, why_size, "squeue cannot be run: %s", strerror(errno));
		return -1;
	}
	bad = said.status != 0;
	capture_complaint(&said, why, (int)why_size);
	for (rest = said.out; !bad && (line = strsep(&rest, "\n"));)
		queue_line(line, tell, context);
	capture_release(&said);
	return bad ? -1 : 0;
}

/* The word after NAME= in a line of scontrol. */
static void word_of(const char *line, const char *name, char *word, size_t size)
{
	const char *at = strstr(line, name);

	word[0] = '\0';
	if (at) {
		at += strlen(name);
		text_clean(word, size, at, strcspn(at, " \n"));
	}
}

static int reason_now(const char *id, char *why, size_t why_size)
{
	const char *const words[] = {"scontrol", "--oneliner", "show", "job", id, NULL};
	char state[60], reason[100], status[40], node[100];
	Captured said;
	int bad;

	if (capture(words, ASK_SECONDS, &said) < 0)
		return -1;
	word_of(said.out, " JobState=", state, sizeof state);
	word_of(said.out, " Reason=", reason, sizeof reason);
	word_of(said.out, " ExitCode=", status, sizeof status);
	word_of(said.out, " NodeList=", node, sizeof node);
	bad = said.status != 0 || *state == '\0';
	if (!bad)
		text_format(why, why_size, "%s, %s, exit %s, on %s", state, reason, status,
			    *node == '\0' || strcmp(node, "(null)") == 0 ? "no node" : node);
	capture_release(&said);
	return bad ? -1 : 0;
}

/* Asks sacct: where accounting is on, it knows jobs that the controller has already forgotten. */
static int reason_then(const char *id, char *why, size_t why_size)
{
	const char *const words[] = {"sacct",
				     "--noheader",
				     "--allocations",
				     "--parsable2",
				     "--format=State,ExitCode,NodeList",
				     "--jobs",
				     id,
				     NULL};
	Captured said;
	int bad;

	if (capture(words, ASK_SECONDS, &said) < 0)
		return -1;
	bad = said.status != 0 || !strchr(said.out, '|');
	if (!bad)
		text_clean(why, why_size, said.out, strcspn(said.out, "\n"));
	capture_release(&said);
	return bad ? -1 : 0;
}

void slurm_reason(long array, int task, char *why, size_t why_size)
{
	char id[64];

	snprintf(id, sizeof id, "%ld_%d", array, task);
	if (reason_now(id, why, why_size) < 0 && reason_then(id, why, why_size) < 0)
		text_format(why, why_size, "nothing is known of task %s any more", id);
}

/* --- cancelling ------------------------------------------------------------------------------ */

/* Failures are ignored: a job that cannot be cancelled has ended, or will fail because its folder
 * is gone. */
static void cancel(const char *const *words)
{
	Captured said;

	if (capture(words, ASK_SECONDS, &said) == 0)
		capture_release(&said);
}

void slurm_cancel(const char *name)
{
	char user[40], called[100];

	snprintf(user, sizeof user, "--user=%u", (unsigned)getuid());
	snprintf(called, sizeof called, "--name=%s", name);
	cancel((const char *const[]){"scancel", user, called, NULL});
}

void slurm_cancel_task(long array, int task)
{
	char id[64];

	snprintf(id, sizeof id, "%ld_%d", array, task);
	cancel((const char *const[]){"scancel", id, NULL});
}
