/* command_run.c - usegpu class: grades a class.
 *
 * Theory of operation. First a job per submission, in a process of its own (job.c), finds its labs
 * and computes their digest. A submission is skipped if the gradebook has marks for the same
 * digests of the submission, the kit and its settings. The others are graded, several at once
 * (engine.h), each by a grader process of its own that works on one check at a time. When a grader
 * has ended, its files are moved to their place and its marks are stored (store.c). Only this
 * process writes to the gradebook, and it never opens a file that a student made. If the run is
 * killed, only the submissions that were being graded are lost, and the next run continues with
 * them.
 *
 * All submissions of a run are graded with inputs from one seed, so equal answers get equal marks.
 * Each run draws a new seed, so that no answer can be tailored to known inputs; a run that was
 * stopped is continued with its seed. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "grader/base/clock.h"
#include "grader/base/command_line.h"
#include "grader/base/diagnostic.h"
#include "grader/base/interrupt.h"
#include "grader/base/text.h"
#include "grader/class/cli/assignment.h"
#include "grader/class/cli/class_options.h"
#include "grader/class/cli/commands.h"
#include "grader/class/cli/progress_bar.h"
#include "grader/class/cli/summary.h"
#include "grader/class/engine/engine.h"
#include "grader/class/intake/isolation.h"
#include "grader/class/intake/kit_digest.h"
#include "grader/class/run/class_dir.h"
#include "grader/class/run/job.h"
#include "grader/class/run/report_child.h"
#include "grader/class/run/section.h"
#include "grader/class/run/store.h"
#include "grader/class/run/students.h"
#include "grader/setup/rlimits.h"

#define LOOK_SECONDS 120.0
#define UNFINISHED   "run_seed"   /* a setting of the gradebook; "" when the run came to its end */
#define AGAIN_FROM   "again_from" /* likewise: id of the newest grading when --again began */
#define SEEDS        "seeds"
#define SEEDS_LENGTH 400 /* older seeds are dropped; what they graded is graded again */

/* --- the engine ------------------------------------------------------------------------------- */

typedef struct Work {
	ProgressBar bar;
	int (*store)(Submission *, const JobAnswer *);
} Work;

static int submission_done(void *context, Submission *s, const JobAnswer *answer)
{
	Work *work = context;

	if (work->store(s, answer) < 0)
		return -1; /* the gradebook cannot be written */
	if (work->store == store_grade)
		summary_submission(&work->bar, s);
	return 0;
}

static void line_say(void *context, const char *line)
{
	const Work *work = context;

	progress_bar_clear(&work->bar);
	puts(line);
	fflush(stdout);
}

/* All submissions in that state, to be freed. */
static Submission **choose(const Class *class, State state, int *count)
{
	Submission **list = memory_new((size_t) class->entries.count * sizeof(Submission *));

	*count = 0;
	for (int i = 0; i < class->entries.count; i++)
		if (class->list[i].state == state)
			list[(*count)++] = &class->list[i];
	return list;
}

static int class_look(Class *class)
{
	Work work = {.store = store_look};
	const EngineHooks hooks = {.done = submission_done, .say = line_say, .context = &work};
	int count;
	Submission **list = choose(class, STATE_TO_LOOK, &count);
	int bad = engine_run_here(class, list, count, LOOK_SECONDS, job_look, &hooks) < 0;

	free((void *)list);
	return bad ? -1 : 0;
}

static int submissions_grade(Class *class)
{
	Work work = {.store = store_grade};
	const EngineHooks hooks = {.done = submission_done, .say = line_say, .context = &work};
	int count;
	Submission **list = choose(class, STATE_TO_GRADE, &count);
	int bad;

	progress_bar_begin(&work.bar, count);
	bad = class->options.engine->grade(class, list, count, &hooks) < 0;
	progress_bar_clear(&work.bar);
	free((void *)list);
	return bad ? -1 : 0;
}

/* --- before ----------------------------------------------------------------------------------- */

static void settings_digest(Class *class)
{
	Digest digest;

	digest_begin(&digest);
	for (char *const *word = class->options.grader + 1; *word; word++)
		digest_add_text(&digest, *word);
	digest_end(&digest, class->settings);
}

static int seed_draw(char seed[SEED_SIZE])
{
	uint32_t drawn;

	if (getrandom(&drawn, sizeof drawn, 0) != sizeof drawn)
		return refuse("the system gives no random numbers; pass SEED=1");
	snprintf(seed, SEED_SIZE, "%u", (unsigned)(drawn & 0x7fffffff));
	return 0;
}

/* The requested seed, else that of an unfinished run, else a new one. A regrade has seeds that students know from
 * their reports, so what is new in it gets another one, if the assignment has none for all. */
static int seed_choose(Class *class)
{
	char *unfinished = book_setting(class->book, UNFINISHED);
	char *of_all = book_setting(class->book, ASSIGNMENT_SEED);
	int bad = 0;

	class->seeds = book_setting(class->book, SEEDS);
	if (!class->seeds)
		class->seeds = text_new("%s", "");

	if (class->options.seed)
		snprintf(class->seed, sizeof class->seed, "%s", class->options.seed);
	else if (unfinished && *unfinished != '\0')
		snprintf(class->seed, sizeof class->seed, "%s", unfinished);
	else
		bad = seed_draw(class->seed);
	if (of_all && *of_all != '\0')
		snprintf(class->fresh, sizeof class->fresh, "%s", of_all);
	else
		bad |= seed_draw(class->fresh);
	free(of_all);
	free(unfinished);
	return bad;
}

/* Whether something is graded that is new in a regrade. */
static bool is_fresh_used(const Class *class)
{
	for (int i = 0; i < class->entries.count; i++)
		if (class->list[i].state == STATE_TO_GRADE &&
		    strcmp(class->list[i].seed, class->fresh) == 0)
			return true;
	return false;
}

/* Records the seed before the first submission is graded with it. */
static int seed_note(const Class *class)
{
	bool fresh = is_fresh_used(class) && strcmp(class->seed, class->fresh) != 0;
	char *seeds = text_new("%s%s%s", class->seed, fresh ? " " : "", fresh ? class->fresh : "");
	char *rest = class->seeds, *each;

	while ((each = strsep(&rest, " "))) {
		char *longer = text_new("%s %s", seeds, each);

		if (*each == '\0' || strcmp(each, class->seed) == 0 ||
		    (fresh && strcmp(each, class->fresh) == 0) || strlen(longer) > SEEDS_LENGTH) {
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

/* If a run with --again was stopped, its gradings are those newer than `again_from`: they are
 * kept. */
static int again_choose(Class *class)
{
	char *unfinished = book_setting(class->book, UNFINISHED);
	char *from = book_setting(class->book, AGAIN_FROM);
	int goes_on = unfinished && strcmp(unfinished, class->seed) == 0 && from && *from != '\0';

	class->again_from = goes_on ? strtoll(from, NULL, 10) : book_grading_newest(class->book);
	free(from);
	free(unfinished);
	return class->again_from < 0 ? -1 : 0;
}

static int again_note(const Class *class)
{
	char *from = text_new("%lld", (long long)class->again_from);
	int bad = book_setting_put(class->book, AGAIN_FROM, class->options.again ? from : "");

	free(from);
	return bad;
}

/* Whether the run before this one was stopped, and its seed is to be gone on with. */
static bool is_unfinished(const Class *class)
{
	char *unfinished = book_setting(class->book, UNFINISHED);
	bool is = unfinished && *unfinished != '\0';

	free(unfinished);
	return is;
}

/* What the page of the class compares with; a run that goes on with one that was stopped is the same run. */
static int totals_note(const Class *class)
{
	return is_unfinished(class) ? 0 : book_totals_keep(class->book);
}

static int only_check(const Class *class)
{
	const char *only = class->options.only;

	if (!only)
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

	if (rlimits_check_proc() < 0 || class->options.engine->check() < 0 ||
	    entries_read(&class->entries, class->options.submissions) < 0 ||
	    class_dir_create(class) < 0 || students_load(class) < 0 || only_check(class) < 0 ||
	    section_check(class) < 0 ||
	    isolation_choose(class->options.grader, class->work, &class->tier) < 0)
		return -1;
	path = class->options.book ? text_new("%s", class->options.book)
				   : text_new("%s/gradebook.db", class->folder);
	class->book = book_open(path, BOOK_CREATE);
	free(path);
	if (!class->book || assignment_settle(class) < 0 ||
	    kit_digest(class->options.build, class->options.grader, class->kit) < 0)
		return -1;
	settings_digest(class);
	return class_dir_note(class) < 0 || store_students(class) < 0 || seed_choose(class) < 0 ||
			       again_choose(class) < 0
		       ? -1
		       : 0;
}

/* --- the whole -------------------------------------------------------------------------------- */

/* Marks the run as finished: the next one is not its continuation. */
static int run_finish(const Class *class)
{
	return book_setting_put(class->book, UNFINISHED, "") < 0 ||
			       book_setting_put(class->book, AGAIN_FROM, "") < 0
		       ? -1
		       : 0;
}

/* Nothing is left to grade: a run that was stopped has come to its end, if what it had left is looked at here. Its seed
 * stands in reports from now on, and must not be the next run's. */
static int nothing_grade(const Class *class)
{
	bool all = !class->options.only && !class->options.section;
	bool ends = all && is_unfinished(class);

	if (!class->options.again && !ends)
		return 0;
	return run_finish(class) < 0 ? -1 : ends ? report_class_page(class) : 0;
}

static int class_grade(Class *class)
{
	int wanted = 0;

	if (class_look(class) < 0)
		return -1;
	for (int i = 0; i < class->entries.count; i++) {
		Submission *s = &class->list[i];

		if (s->state != STATE_LEFT && !section_has(s))
			s->state = STATE_APART;
		if (class->options.only && s->state == STATE_TO_GRADE &&
		    strcmp(s->id, class->options.only) != 0)
			s->state = STATE_CURRENT;
		wanted += s->state == STATE_TO_GRADE;
	}
	if (interrupt_came())
		return 0;
	summary_begin(class);
	if (wanted == 0)
		return nothing_grade(class);
	if (totals_note(class) < 0 || again_note(class) < 0 || seed_note(class) < 0 ||
	    submissions_grade(class) < 0)
		return -1;
	if (interrupt_came())
		return 0;
	return run_finish(class) < 0 ? -1 : report_class_page(class);
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
	class_dir_leave(class);
	students_release(class);
	entries_release(&class->entries);
	roster_release(&class->roster);
	free(class->seeds);
	free(class->kept_seed);
	free(class->labs);
	free((void *)class->words);
}

int class_run(int argc, char **argv, int *begun)
{
	Class class = {.lock = -1};
	int read = class_options_read(&class.options, argc, argv), status = 2;
	double begin = clock_now();

	*begun = 0;
	if (read != 0)
		return read < 0 ? 2 : 0;
	interrupt_install();
	*begun = class_prepare(&class) == 0;
	if (*begun && class_grade(&class) == 0) {
		if (interrupt_came()) {
			printf("stopped; the same command goes on where this run was\n");
		} else {
			summary_end(&class, clock_now() - begin);
			status = status_of(&class);
		}
	}
	class_release(&class);
	fflush(stdout);
	return status;
}

static int command_run(int argc, char **argv)
{
	int begun, status = class_run(argc, argv, &begun);

	interrupt_leave();
	return status;
}

const Command usegpu_class = {command_run, &class_argp};
