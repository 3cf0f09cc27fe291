/* command_task.c - usegpu task: one task of a job array grades one submission. It is not
 * meant for users; the class run writes it into the batch script (slurm_script.c). */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "grader/base/command_line.h"
#include "grader/base/diagnostic.h"
#include "grader/base/interrupt.h"
#include "grader/base/text.h"
#include "grader/class/cli/class_options.h"
#include "grader/class/cli/commands.h"
#include "grader/class/engine/engine.h"
#include "grader/class/engine/slurm_answer.h"
#include "grader/class/intake/isolation.h"
#include "grader/class/intake/kit_digest.h"
#include "grader/class/run/class_dir.h"

typedef struct Grading {
	const char *work; /* work folder of the class run */
	const char *run;  /* this task's folder in it */
	SlurmAnswer answer;
	int graded;
} Grading;

/* The line of the list that this task's index selects: a key, which has no spaces, and a seed. 0, or -1 with a line
 * on stderr. */
static int line_read(const char *list, char key[PATH_KEY_SIZE], char seed[SEED_SIZE])
{
	const char *text = getenv("SLURM_ARRAY_TASK_ID");
	char line[PATH_KEY_SIZE + SEED_SIZE + 2], *end, *space;
	long number = !text ? -1 : strtol(text, &end, 10);
	FILE *file;

	if (number < 0 || end == text || *end != '\0')
		return refuse("SLURM_ARRAY_TASK_ID=%s: wanted a task's number, as Slurm sets it",
			      !text ? "" : text);
	file = fopen(list, "re");
	if (!file)
		return refuse("%s: %s; its class run is over, or this node has no such folder",
			      list, strerror(errno));
	line[0] = '\0';
	for (long i = 0; i <= number; i++)
		if (!fgets(line, sizeof line, file))
			line[0] = '\0';
	fclose(file);
	space = strchr(line, ' ');
	if (!space)
		return refuse("%s: no line %ld with a key and a seed", list, number + 1);
	snprintf(key, PATH_KEY_SIZE, "%.*s", (int)(space - line), line);
	snprintf(seed, SEED_SIZE, "%.*s", (int)strcspn(space + 1, "\n"), space + 1);
	return 0;
}

static const Entry *entry_find(const Class *class, const char *key)
{
	for (int i = 0; i < class->entries.count; i++)
		if (!class->entries.list[i].left && strcmp(class->entries.list[i].key, key) == 0)
			return &class->entries.list[i];
	refuse("%s: no submission %s in it any more", class->options.submissions, key);
	return NULL;
}

/* Creates a folder of its own: a requeued task must not find files of its first run. */
static int run_make(Class *class, const char *work)
{
	class->work = class_work_make(text_new("%s/" SLURM_RUNS "/run-XXXXXX", work));
	if (!class->work)
		return -1;
	class->folder = text_new("%.*s", (int)(strrchr(work, '/') - work), work);
	return 0;
}

static int graded(void *context, Submission *s, const JobAnswer *answer)
{
	Grading *g = context;
	char *from = job_output(s);
	char *to = text_new("%s/" SLURM_RUNS "/%s/output", g->work, g->run);

	g->answer.job = *answer;
	g->graded = rename(from, to) == 0 || errno == ENOENT;
	if (!g->graded)
		refuse("%s: %s", to, strerror(errno));
	free(to);
	free(from);
	return g->graded ? 0 : -1;
}

static int grade(Class *class, const char *work, const char *key)
{
	static Grading g;
	const EngineHooks hooks = {.done = graded, .context = &g};
	Submission submission = {.class = class}, *list[] = {&submission};

	memcpy(submission.seed, class->seed, sizeof submission.seed);

	if (entries_read(&class->entries, class->options.submissions) < 0 ||
	    !(submission.entry = entry_find(class, key)) || run_make(class, work) < 0 ||
	    isolation_choose(class->options.grader, class->work, &class->tier) < 0 ||
	    kit_digest(class->options.build, class->options.grader, g.answer.kit) < 0)
		return -1;
	g.work = work;
	g.run = strrchr(class->work, '/') + 1;
	snprintf(g.answer.run, sizeof g.answer.run, "%s", g.run);
	if (gethostname(g.answer.node, sizeof g.answer.node - 1) < 0)
		g.answer.node[0] = '\0';
	if (engine_run_here(class, list, 1, GRADE_SECONDS, job_grade, &hooks) < 0 ||
	    interrupt_came() || !g.graded)
		return -1;
	return slurm_answer_write(work, key, &g.answer);
}

static int command_task(int argc, char **argv)
{
	Class class = {.lock = -1};
	char key[PATH_KEY_SIZE];
	int bad;

	if (argc < 4 || !strchr(argv[1], '/')) {
		refuse("task: wanted a class run's folder, a list and the options of run; "
		       "ENGINE=slurm starts it");
		return 2;
	}
	if (class_options_read(&class.options, argc - 2, argv + 2) != 0)
		return 2;
	interrupt_install();
	bad = line_read(argv[2], key, class.seed) < 0 || grade(&class, argv[1], key) < 0;
	entries_release(&class.entries);
	free(class.work);
	free(class.folder);
	interrupt_leave();
	return bad ? 2 : 0;
}

const Command usegpu_task = {command_task, NULL};
