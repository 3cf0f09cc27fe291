/* suite.c - one solution, from its text to its tally. The mutants are graded in forked processes
 * (job_pool.h), a few at once; what came of them is told in the order of the file. */
#include "grader/mutants/suite.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "grader/base/interrupt.h"
#include "grader/base/job_pool.h"
#include "grader/base/text.h"
#include "grader/mutants/mutants.h"

#define TRIAL_SECONDS 300.0

typedef struct Suite Suite;

typedef struct Work {
	Suite *suite;
	const Mutant *mutant; /* NULL: the solution itself */
	char *was, *is;
	const char *exercise;
	int number;
} Work;

struct Suite {
	const Settings *settings;
	const char *file; /* "lab3_copies.c" */
	int lab;
	Source source;
	Mutants mutants;
	Survivors *survivors;
	Work *works;
	int count; /* of the chosen ones */
	PoolJob *jobs;
	Tally tally;
};

/* --- choosing --------------------------------------------------------------------------------- */

static int fail(const char *what, const char *wanted)
{
	fprintf(stderr, "usegpu: %s: %s\n", what, wanted);
	return -1;
}

static char *file_text(const char *path)
{
	FILE *file = fopen(path, "re");
	char *text = NULL;
	size_t room = 0;

	if (!file || getdelim(&text, &room, '\0', file) < 0) {
		fail(path, errno != 0 ? strerror(errno) : "it is empty");
		free(text);
		text = NULL;
	}
	if (file)
		fclose(file);
	return text;
}

/* Chooses the mutants, and notes at the entries of the list which there are. */
static void works_make(Suite *s)
{
	const Settings *settings = s->settings;
	int seen = 0, is_tried;
	s->works = memory_new(((size_t)s->mutants.count + 1) * sizeof *s->works);
	s->jobs = memory_new(((size_t)s->mutants.count + 1) * sizeof *s->jobs);
	for (int i = 0; i < s->mutants.count; i++) {
		const Mutant *m = &s->mutants.mutants[i];
		Work w = {s, m, NULL, NULL, mutant_exercise(&s->source, m), i + 1};

		if (settings->check && strcmp(settings->check, w.exercise) != 0)
			continue;
		mutant_excerpt(&s->source, m, &w.was, &w.is);
		is_tried = seen++ % settings->sample == 0;
		survivors_note(s->survivors, s->lab, w.exercise, m->op, w.was, w.is,
			       is_tried && !settings->list);
		if (is_tried) {
			s->works[s->count++] = w;
		} else {
			free(w.was);
			free(w.is);
		}
	}
}

/* --- grading ---------------------------------------------------------------------------------- */

static void work_body(void *argument, int answer_fd)
{
	const Work *w = argument;
	const Source *source = &w->suite->source;
	char *text = !w->mutant ? source->text : mutant_text(source, w->mutant);
	int is_helper = !w->mutant || strcmp(w->exercise, "helper") == 0;
	Trial trial = trial_run(&w->suite->settings->bench, w->number, w->suite->file,
				w->suite->lab, is_helper ? NULL : w->exercise,
				w->mutant && mutant_region(source, w->mutant)->is_shared, text,
				source->text);

	job_pool_answer(answer_fd, &trial, sizeof trial);
}

static Trial answer_take(const PoolJob *job)
{
	Trial trial = {.outcome = OUTCOME_FAULT, .message = "the trial died"};

	if (job->answer_bytes == sizeof trial)
		memcpy(&trial, job->answer, sizeof trial);
	else if (job->timed_out)
		text_format(trial.message, sizeof trial.message, "the trial took too long");
	return trial;
}

static void work_tell(const Work *w, const char *what, const char *more)
{
	printf("%s:%d: %s%s%s\n", w->suite->file, w->mutant->line, what, *more ? ": " : "", more);
	survivor_print(stdout, w->suite->lab, w->exercise, w->mutant->op, w->was, w->is);
}

static void work_done(void *context, int i)
{
	Suite *s = context;
	Work *w = &s->works[i];
	Trial trial = answer_take(&s->jobs[i]);
	Survivor *entry = NULL;

	if (interrupt_came())
		return;
	s->tally.of[trial.outcome]++;
	if (trial.outcome != OUTCOME_CAUGHT && trial.outcome != OUTCOME_FAULT) {
		entry = survivors_find(s->survivors, s->lab, w->exercise, w->mutant->op, w->was,
				       w->is);
		if (entry)
			entry->claimed = 1;
	}
	if (trial.outcome == OUTCOME_SURVIVED && entry) {
		*(entry->is_equal ? &s->tally.equal : &s->tally.accepted) += 1;
		printf("%s:%d: %s  %s survives, %s: %s\n", s->file, w->mutant->line, w->exercise,
		       w->mutant->op, entry->is_equal ? "equal" : "accepted", entry->why);
	} else if (trial.outcome == OUTCOME_SURVIVED) {
		s->tally.unexpected++;
		work_tell(w, "SURVIVES", "no check catches it, and it is not in the list");
	} else if (trial.outcome == OUTCOME_FAULT) {
		work_tell(w, "the grader failed", trial.message);
	} else if (s->settings->verbose) {
		static const char *const words[OUTCOMES] = {"caught", "survives", "the same code",
							    "does not compile", "fault"};

		work_tell(w, words[trial.outcome], trial.message);
	}
	fflush(stdout);
	if (isatty(STDERR_FILENO))
		fprintf(stderr, "%s: %d of %d\r", s->file, i + 1, s->count);
}

/* A mutant says nothing about checks that the solution itself does not pass. */
static void solution_done(void *context, int i)
{
	Suite *s = context;
	Trial trial = answer_take(&s->jobs[i]);

	if (trial.outcome == OUTCOME_SURVIVED || interrupt_came())
		return;
	fprintf(stderr, "usegpu: %s: wanted a solution that passes, got %s %s\n", s->file,
		trial.check, trial.message);
	s->tally.of[OUTCOME_FAULT]++;
}

static void works_run(Suite *s, int first, int count, void (*done)(void *, int))
{
	for (int i = 0; i < count; i++)
		s->jobs[i] = (PoolJob){.body = work_body,
				       .argument = &s->works[first + i],
				       .seconds = TRIAL_SECONDS,
				       .answer_max = sizeof(Trial)};
	job_pool_run(s->jobs, count, s->settings->jobs, done, s);
}

static void suite_grade(Suite *s)
{
	if (s->count == 0 && s->settings->check)
		return; /* the exercise is in another lab */
	s->works[s->count] = (Work){.suite = s, .exercise = ""};
	works_run(s, s->count, 1, solution_done);
	if (s->tally.of[OUTCOME_FAULT] > 0)
		return;
	works_run(s, 0, s->count, work_done);
	if (interrupt_came())
		return;
	s->tally.unexpected += survivors_judge(s->survivors, s->lab, s->settings->check, s->file);
	printf("%s: ", s->file);
	tally_print(&s->tally);
}

static void suite_list(Suite *s)
{
	for (int i = 0; i < s->count; i++)
		if (s->works[i].mutant)
			work_tell(&s->works[i], s->works[i].mutant->op, "");
	s->tally.unexpected += survivors_judge(s->survivors, s->lab, s->settings->check, s->file);
}

int suite_run(const Settings *settings, Survivors *survivors, const char *path, Tally *tally)
{
	Suite s = {.settings = settings, .survivors = survivors, .file = basename(path)};
	char *text;
	int bad;

	errno = 0;
	if (sscanf(s.file, "lab%d_", &s.lab) != 1)
		return fail(path, "wanted a file labN_NAME.c or labN_NAME.cu");
	if (settings->lab != 0 && settings->lab != s.lab)
		return 0;
	text = file_text(path);
	bad = !text || source_read(&s.source, path, text) < 0;
	if (!bad) {
		mutants_find(&s.mutants, &s.source);
		works_make(&s);
	}
	if (!bad && settings->list)
		suite_list(&s);
	else if (!bad)
		suite_grade(&s);
	s.tally.chosen = s.count;
	tally_add(tally, &s.tally);

	for (int i = 0; i < s.count; i++) {
		free(s.works[i].was);
		free(s.works[i].is);
	}
	free(s.works);
	free(s.jobs);
	free(text);
	mutants_free(&s.mutants);
	source_free(&s.source);
	return bad ? -1 : 0;
}
