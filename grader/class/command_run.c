/* command_run.c - usegpu-class run: grades a class.
 *
 * Theory of operation. First every submission is looked at, in a process of its own (job.c): what
 * is in it, and which digest it has. What the gradebook has marks for already, under the same
 * digest of the submission, the kit and its settings, is passed over. The rest is graded, some at
 * once (engine.h), each by a grader of its own that works on one check at a time; as soon as one is
 * over its files get their place and its marks are stored (store.c). This process alone writes; it
 * touches nothing of what a student made. So what is killed loses the submissions that were being
 * graded, and the next run goes on with them.
 *
 * All submissions of one run are graded with inputs from one seed: equal answers get equal marks.
 * Each run draws its own, so that no answer can be made for inputs that were seen; a run that was
 * stopped is continued with its own seed. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "bar.h"
#include "class_options.h"
#include "clock.h"
#include "commands.h"
#include "engine.h"
#include "interrupt.h"
#include "job.h"
#include "kit.h"
#include "pages.h"
#include "place_class.h"
#include "refuse.h"
#include "store.h"
#include "students.h"
#include "tell.h"
#include "text.h"
#include "tier.h"
#include "ulimits.h"

#define LOOK_SECONDS 120.0
#define UNFINISHED   "run_seed"   /* a setting of the gradebook; "" when the run came to its end */
#define AGAIN_FROM   "again_from" /* likewise: the newest grading when a run with --again began */
#define SEEDS        "seeds"
#define SEEDS_LENGTH 400 /* older ones are forgotten: what they graded is graded again */

/* --- the engine
 * -----------------------------------------------------------------------------------
 */

typedef struct Work {
	Bar bar;
	int (*store)(Submission *, const JobAnswer *);
} Work;

static int submission_done(void *context, Submission *s, const JobAnswer *answer)
{
	Work *work = context;

	if (work->store(s, answer) < 0)
		return -1; /* the gradebook cannot be written */
	if (work->store == store_grade)
		tell_submission(&work->bar, s);
	return 0;
}

static void line_say(void *context, const char *line)
{
	const Work *work = context;

	bar_clear(&work->bar);
	puts(line);
	fflush(stdout);
}

/* All submissions in that state, to be freed; NULL with a line on stderr. */
static Submission **choose(const Class *class, State state, int *count)
{
	Submission **list = calloc((size_t) class->entries.count + 1, sizeof(Submission *));

	*count = 0;
	if (list == NULL)
		refuse("out of memory");
	for (int i = 0; list != NULL && i < class->entries.count; i++)
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
	int bad = list == NULL ||
		  engine_run_here(class, list, count, LOOK_SECONDS, job_look, &hooks) < 0;

	free((void *)list);
	return bad ? -1 : 0;
}

static int submissions_grade(Class *class)
{
	Work work = {.store = store_grade};
	const EngineHooks hooks = {.done = submission_done, .say = line_say, .context = &work};
	int count;
	Submission **list = choose(class, STATE_TO_GRADE, &count);
	int bad = list == NULL;

	if (!bad) {
		bar_begin(&work.bar, count);
		bad = class->options.engine->grade(class, list, count, &hooks) < 0;
		bar_clear(&work.bar);
	}
	free((void *)list);
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

/* What a run with --again has graded anew before it was stopped is newer than `again_from`. */
static int again_choose(Class *class)
{
	char *unfinished = book_setting(class->book, UNFINISHED);
	char *from = book_setting(class->book, AGAIN_FROM);
	int goes_on = unfinished != NULL && strcmp(unfinished, class->seed) == 0 && from != NULL &&
		      *from != '\0';

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

	if (proc_fits() < 0 || class->options.engine->check() < 0 ||
	    entries_read(&class->entries, class->options.submissions) < 0 ||
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
			       seed_choose(class) < 0 || again_choose(class) < 0
		       ? -1
		       : 0;
}

/* --- the whole ----------------------------------------------------------------------------------
 */

/* The next run begins anew. */
static int run_finish(const Class *class)
{
	return book_setting_put(class->book, UNFINISHED, "") < 0 ||
			       book_setting_put(class->book, AGAIN_FROM, "") < 0
		       ? -1
		       : 0;
}

static int class_grade(Class *class)
{
	int wanted = 0;

	if (class_look(class) < 0)
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
		return class->options.again ? run_finish(class) : 0;
	if (again_note(class) < 0 || seed_note(class) < 0 || submissions_grade(class) < 0)
		return -1;
	if (interrupt_came())
		return 0;
	return run_finish(class) < 0 ? -1 : class_page_make(class);
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
			tell_end(&class, clock_now() - begin);
			status = status_of(&class);
		}
	}
	class_release(&class);
	fflush(stdout);
	return status;
}

int command_run(int argc, char **argv)
{
	int begun, status = class_run(argc, argv, &begun);

	interrupt_leave();
	return status;
}
