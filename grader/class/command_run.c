/* command_run.c - usegpu-class run: grades a class.
 *
 * Theory of operation. First every submission is looked at, in a process of its own (job.c): what
 * is in it, and which digest it has. What the gradebook has marks for already, under the same
 * digest of the submission, the kit and its settings, is passed over. The rest is graded, some at
 * once, each by a grader of its own that works on one check at a time; as soon as one is over its
 * files get their place and its marks are stored (store.c). This process alone writes; it touches
 * nothing of what a student made. So what is killed loses the submissions that were being graded,
 * and the next run goes on with them.
 *
 * All submissions of one run are graded with inputs from one seed: equal answers get equal marks.
 * Each run draws its own, so that no answer can be made for inputs that were seen; a run that was
 * stopped is continued with its own seed. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

#include "bar.h"
#include "class_options.h"
#include "clock.h"
#include "commands.h"
#include "interrupt.h"
#include "job.h"
#include "kit.h"
#include "pages.h"
#include "place_class.h"
#include "pool.h"
#include "refuse.h"
#include "store.h"
#include "students.h"
#include "tell.h"
#include "text.h"
#include "work.h"

#define LOOK_SECONDS  120.0
#define GRADE_SECONDS 14400.0    /* every check at its limit takes less */
#define UNFINISHED    "run_seed" /* a setting of the gradebook; "" when the run came to its end */
#define SEEDS         "seeds"
#define SEEDS_LENGTH  400 /* older ones are forgotten: what they graded is graded again */

/* --- the pool -----------------------------------------------------------------------------------
 */

typedef struct Work {
	Class *class;
	Submission **chosen;
	PoolJob *jobs;
	Bar bar;
	int (*store)(Submission *, const JobAnswer *);
	int bad; /* 1: the gradebook cannot be written */
} Work;

/* A job that was killed could not sweep up after a program that it had locked in. */
static void job_killed(int pid)
{
	sandbox_sweep(sandbox_user_of(pid));
}

static void job_done(void *context, int i)
{
	Work *work = context;
	PoolJob *job = &work->jobs[i];
	JobAnswer answer = {.take = TAKE_FAULT};
	char *room = text_new("%s/%s", work->class->work, work->chosen[i]->entry->key);

	if (job->answer_bytes == sizeof answer)
		memcpy(&answer, job->answer, sizeof answer);
	else if (job->timed_out)
		text_format(answer.why, sizeof answer.why, "it took longer than %.0f s",
			    job->seconds);
	else
		text_format(answer.why, sizeof answer.why, "its process died (signal %d)",
			    job->signal);
	if (!work->bad)
		work->bad = work->store(work->chosen[i], &answer) < 0;
	folder_remove(room);
	free(room);
	if (!work->bad && work->store == store_grade)
		tell_submission(&work->bar, work->chosen[i]);
}

/* Runs the job for every submission that is in that state. */
static int jobs_run(Class *class, State state, double seconds, void (*body)(void *, int),
		    int (*store)(Submission *, const JobAnswer *))
{
	size_t room = (size_t) class->entries.count + 1;
	Work work = {.class = class,
		     .chosen = calloc(room, sizeof(Submission *)),
		     .jobs = calloc(room, sizeof *work.jobs),
		     .store = store};
	int count = 0, bad = work.chosen == NULL || work.jobs == NULL;

	for (int i = 0; !bad && i < class->entries.count; i++) {
		if (class->list[i].state != state)
			continue;
		work.jobs[count] = (PoolJob){.body = body,
					     .argument = &class->list[i],
					     .killed = job_killed,
					     .seconds = seconds,
					     .answer_max = sizeof(JobAnswer)};
		work.chosen[count++] = &class->list[i];
	}
	if (bad) {
		refuse("out of memory");
	} else {
		if (store == store_grade)
			bar_begin(&work.bar, count);
		pool_run_unordered(work.jobs, count, class->options.jobs, job_done, &work);
		if (store == store_grade)
			bar_clear(&work.bar);
	}
	bad |= work.bad;
	free((void *)work.chosen);
	free(work.jobs);
	return bad ? -1 : 0;
}

/* --- before -------------------------------------------------------------------------------------
 */

static void settings_digest(Class *class)
{
	Digest digest;

	digest_begin(&digest);
	for (char *const *word = class->options.grader + 1; *word != NULL; word++)
		digest_add_text(&digest, *word);
	digest_end(&digest, class->settings);
}

/* The seed that was asked for, or that of a run that did not come to its end, or a new one. */
static int seed_choose(Class *class)
{
	char *unfinished = book_setting(class->book, UNFINISHED);
	uint32_t drawn;

	class->seeds = book_setting(class->book, SEEDS);
	if (class->seeds == NULL)
		class->seeds = text_new("%s", "");

	if (class->options.seed != NULL) {
		snprintf(class->seed, sizeof class->seed, "%s", class->options.seed);
	} else if (unfinished != NULL && *unfinished != '\0') {
		snprintf(class->seed, sizeof class->seed, "%s", unfinished);
	} else if (getrandom(&drawn, sizeof drawn, 0) == sizeof drawn) {
		snprintf(class->seed, sizeof class->seed, "%u", (unsigned)(drawn & 0x7fffffff));
	} else {
		free(unfinished);
		return refuse("the system gives no random numbers; pass SEED=1");
	}
	free(unfinished);
	return 0;
}

/* Notes the seed before the first submission is graded with it. */
static int seed_note(const Class *class)
{
	char *seeds = text_new("%s", class->seed), *rest = class->seeds, *each;

	while ((each = strsep(&rest, " ")) != NULL) {
		char *longer = text_new("%s %s", seeds, each);

		if (*each == '\0' || strcmp(each, class->seed) == 0 ||
		    strlen(longer) > SEEDS_LENGTH) {
			free(longer);
			continue;
		}
		free(seeds);
		seeds = longer;
	}

	int bad = book_setting_put(class->book, SEEDS, seeds) < 0 ||
		  book_setting_put(class->book, UNFINISHED, class->seed) < 0;

	free(seeds);
	return bad ? -1 : 0;
}

/* How an archive is locked in while it is unpacked: as well as it can be here, at most as well as
 * was asked for. */
static int tier_choose(Class *class)
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

static int only_check(const Class *class)
{
	const char *only = class->options.only;

	if (only == NULL)
		return 0;
	for (int i = 0; i < class->entries.count; i++)
		if (class->list[i].state != STATE_LEFT && strcmp(class->list[i].id, only) == 0)
			return 0;
	return refuse("STUDENT=%s: no submission of such a student in %s", only,
		      class->options.submissions);
}

static int class_prepare(Class *class)
{
	char *path;

	if (entries_read(&class->entries, class->options.submissions) < 0 ||
	    class_place_make(class) < 0 || students_know(class) < 0 || only_check(class) < 0 ||
	    tier_choose(class) < 0 ||
	    kit_digest(class->options.build, class->options.grader, class->kit) < 0)
		return -1;
	path = class->options.book != NULL ? text_new("%s", class->options.book)
					   : text_new("%s/gradebook.db", class->folder);
	class->book = book_open(path, BOOK_CREATE);
	free(path);
	settings_digest(class);
	return class->book == NULL || class_place_note(class) < 0 || store_students(class) < 0 ||
			       seed_choose(class) < 0
		       ? -1
		       : 0;
}

/* --- the whole ----------------------------------------------------------------------------------
 */

static int class_grade(Class *class)
{
	int wanted = 0;

	if (jobs_run(class, STATE_TO_LOOK, LOOK_SECONDS, job_look, store_look) < 0)
		return -1;
	for (int i = 0; i < class->entries.count; i++) {
		Submission *s = &class->list[i];

		if (class->options.only != NULL && s->state == STATE_TO_GRADE &&
		    strcmp(s->id, class->options.only) != 0)
			s->state = STATE_CURRENT;
		wanted += s->state == STATE_TO_GRADE;
	}
	if (interrupt_came())
		return 0;
	tell_begin(class);
	if (wanted == 0)
		return 0;
	if (seed_note(class) < 0 ||
	    jobs_run(class, STATE_TO_GRADE, GRADE_SECONDS, job_grade, store_grade) < 0)
		return -1;
	if (interrupt_came())
		return 0;
	return book_setting_put(class->book, UNFINISHED, "") < 0 ? -1 : class_page_make(class);
}

static int status_of(const Class *class)
{
	int status = 0;

	for (int i = 0; i < class->entries.count; i++) {
		if (class->list[i].state == STATE_FAILED)
			return 2;
		if (class->list[i].state == STATE_REFUSED && class->options.strict)
			status = 1;
	}
	return status;
}

static void class_release(Class *class)
{
	book_close(class->book);
	class_place_leave(class);
	students_forget(class);
	entries_release(&class->entries);
	roster_release(&class->roster);
	free(class->seeds);
}

int command_run(int argc, char **argv)
{
	Class class = {.lock = -1};
	int read = class_options_read(&class.options, argc, argv), status = 2;
	double begin = clock_now();

	if (read != 0)
		return read < 0 ? 2 : 0;
	interrupt_install();
	if (class_prepare(&class) == 0 && class_grade(&class) == 0) {
		if (interrupt_came()) {
			printf("stopped; the same command goes on where this run was\n");
		} else {
			tell_end(&class, clock_now() - begin);
			status = status_of(&class);
		}
	}
	class_release(&class);
	fflush(stdout);
	interrupt_leave();
	return status;
}
