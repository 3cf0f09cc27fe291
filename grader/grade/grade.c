/* grade.c - the order of work: build all labs, then check lab after lab, a few jobs at a time. */
#include "grader/grade/grade.h"

#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "grader/base/clock.h"
#include "grader/base/interrupt.h"
#include "grader/base/job_pool.h"
#include "grader/base/large.h"
#include "grader/base/text.h"
#include "grader/compile/diagnostics.h"
#include "grader/gpu/gpu_detect.h"
#include "grader/grade/details.h"
#include "grader/grade/own_log.h"
#include "grader/grade/progress.h"
#include "grader/grade/report.h"
#include "grader/grade/task_text.h"
#include "grader/judge/causes.h"
#include "grader/judge/check_details.h"
#include "grader/judge/judge_state.h"
#include "grader/judge/time_budget.h"

#define CHECK_SECONDS 180.0
#define REAL_SECONDS  3600.0 /* where checks wait for each other to measure */
/* Of the processor: more than any judge needs, but for what a program has made it look at. */
#define LOOK_SECONDS 60.0

/* --- building --------------------------------------------------------------------------------- */

typedef struct BuildWork {
	const Options *options;
	LabResult *lab;
	PoolJob *jobs;
} BuildWork;

static void build_body(void *argument, int answer_fd)
{
	static CompileResult result;
	const BuildWork *work = argument;
	double began = clock_now();

	compile_lab(work->options, work->lab->lab, &result);
	result.seconds = clock_now() - began;
	job_pool_answer(answer_fd, &result, sizeof result);
}

static void build_done(void *context, int i)
{
	BuildWork *work = (BuildWork *)context + i;
	CompileResult *build = &work->lab->build;

	if (work->jobs[i].answer_bytes == sizeof *build) {
		memcpy(build, work->jobs[i].answer, sizeof *build);
		return;
	}
	build->outcome = COMPILE_FAULT;
	snprintf(build->message, sizeof build->message, "the build %s",
		 work->jobs[i].timed_out ? "took too long" : "died");
}

static void labs_build(Grade *grade)
{
	PoolJob *jobs = memory_new((size_t)grade->count * sizeof *jobs);
	BuildWork *work = memory_new((size_t)grade->count * sizeof *work);

	for (int i = 0; i < grade->count; i++) {
		work[i] = (BuildWork){grade->options, &grade->labs[i], jobs};
		jobs[i].body = build_body;
		jobs[i].argument = &work[i];
		jobs[i].seconds = COMPILE_SECONDS;
		jobs[i].answer_max = sizeof(CompileResult);
	}
	job_pool_run(jobs, grade->count, grade->options->jobs, build_done, work);
	free(jobs);
	free(work);
}

/* --- checking --------------------------------------------------------------------------------- */

typedef struct CheckWork {
	const Options *options;
	LabResult *lab;
	CheckResult *result;
	PoolJob *job;
	struct Shared *shared; /* with all judges; or NULL */
	size_t number;         /* of the check, among all */
} CheckWork;

/* Memory that outlives a judge. */
typedef struct Shared {
	TimeSpent spent;
	volatile unsigned char alive[]; /* a byte a check: run_tell_alive */
} Shared;

/* What was seen in the compiled lab about this check. */
static const CheckFacts *facts_of(const CheckWork *work)
{
	return &work->lab->build.facts[work->result->check - work->lab->lab->checks];
}

/* The answer is the verdict, then the details as text if they are wanted. */
static void check_body(void *argument, int answer_fd)
{
	static Judge judge;
	const CheckWork *work = argument;

	if (work->shared) {
		run_tell_alive(&work->shared->alive[work->number]);
		time_budget_of(&work->shared->spent);
	}

	if (judge_begin(&judge, work->options, work->lab->lab, work->result->check, facts_of(work)))
		judge_decide(&judge);
	job_pool_answer(answer_fd, &judge.verdict, sizeof judge.verdict);
	if (judge.details)
		job_pool_answer(answer_fd, judge.details, strlen(judge.details));
	free(judge.details);
}

static void verdict_fill(Verdict *verdict, VerdictKind kind, const char *message, const char *where)
{
	memset(verdict, 0, sizeof *verdict);
	verdict->kind = kind;
	snprintf(verdict->message, sizeof verdict->message, "%s", message);
	snprintf(verdict->where, sizeof verdict->where, "%s", where);
}

/* Decides what can be decided without running anything. Returns 1 when it did. */
static int check_settle(const Options *o, const LabResult *lab, CheckResult *result)
{
	static const VerdictKind by_outcome[] = {
		[COMPILE_ABSENT] = VERDICT_TODO,
		[COMPILE_REFUSED] = VERDICT_FAIL,
		[COMPILE_BROKEN] = VERDICT_FAIL,
		[COMPILE_FAULT] = VERDICT_ERROR,
	};
	int here = o->gpu == GPU_CUDA ? gpu_usable() : 0, need = result->check->gpus;
	char line[120];

	if (lab->build.outcome != COMPILE_OK) {
		verdict_fill(&result->verdict, by_outcome[lab->build.outcome], lab->build.message,
			     lab->build.where);
		if (result->verdict.kind == VERDICT_FAIL)
			cause_tell(&result->verdict, cause_find(NULL, "not-compiled"));
		return 1;
	}
	if (o->gpu == GPU_SIM || need <= here)
		return 0;
	if (o->gpu == GPU_NONE)
		snprintf(line, sizeof line, "needs %d GPU%s; GPU=none has none", need,
			 need == 1 ? "" : "s");
	else if (here == gpu_detect())
		snprintf(line, sizeof line, "needs %d GPU%s, this machine has %d", need,
			 need == 1 ? "" : "s", here);
	else /* CUDA_VISIBLE_DEVICES */
		snprintf(line, sizeof line,
			 "needs %d GPU%s, programs get %d of the %d of this machine", need,
			 need == 1 ? "" : "s", here, gpu_detect());
	verdict_fill(&result->verdict, VERDICT_SKIP, line, "");
	return 1;
}

/* Of what fails, what it calls and what was judged before it. */
static const Check *rests_on(const LabResult *lab, const CheckResult *result)
{
	const CheckFacts *facts = &lab->build.facts[result->check - lab->lab->checks];

	if (lab->build.outcome != COMPILE_OK || result->verdict.kind != VERDICT_FAIL)
		return NULL;
	for (const CheckResult *r = lab->checks; r < result; r++)
		if ((r->verdict.kind == VERDICT_FAIL || r->verdict.kind == VERDICT_TODO) &&
		    facts->uses >> (r->check - lab->lab->checks) & 1)
			return r->check;
	return NULL;
}

/* The first line of the exercise that stands behind this one in the file. */
static int next_line(const LabResult *lab, int line)
{
	int next = INT_MAX;

	for (int i = 0; i < lab->lab->count; i++) {
		const int begins = lab->build.facts[i].line;

		if (begins > line && begins < next)
			next = begins;
	}
	return next;
}

/* A result that nobody has returned looks like any other mistake: first that is to be mended. */
static void return_hint(const LabResult *lab, CheckResult *result)
{
	const CompileResult *build = &lab->build;
	const char *function = result->check->function;
	Verdict *v = &result->verdict;

	if (v->kind != VERDICT_FAIL || build->outcome != COMPILE_OK)
		return;

	const int line = build->facts[result->check - lab->lab->checks].line;
	const int told = diagnostics_no_return_at(build->diagnostics, build->diagnostics_bytes,
						  line, next_line(lab, line));

	if (diagnostics_no_return(build->diagnostics, build->diagnostics_bytes, function))
		text_format(v->hint, sizeof v->hint,
			    "the compiler warns that a way through %s ends without a return: what "
			    "does the caller get there?",
			    function);
	else if (line > 0 && told > 0)
		text_format(v->hint, sizeof v->hint,
			    "the compiler warns that a way to line %d ends without a return: what "
			    "does the caller get there?",
			    told);
}

static void check_done(void *context, int i)
{
	CheckWork *work = (CheckWork *)context + i;
	CheckResult *result = work->result;
	char line[120];

	if (!work->job->body) {
		/* check_settle has decided */
	} else if (work->job->answer_bytes >= sizeof(Verdict)) {
		const unsigned char *text = work->job->answer + sizeof(Verdict);
		size_t bytes = work->job->answer_bytes - sizeof(Verdict);

		memcpy(&result->verdict, work->job->answer, sizeof(Verdict));
		if (bytes > 0)
			result->details = strndup((const char *)text, bytes);
	} else {
		bool killed = work->job->timed_out || work->job->signal != 0;
		bool alive = work->shared && work->shared->alive[work->number];
		bool looked = work->job->timed_out && work->job->used_s > LOOK_SECONDS &&
			      work->options->gpu != GPU_CUDA;
		bool attacked = killed && (alive || looked);

		if (attacked && !alive)
			snprintf(line, sizeof line,
				 "the judge ran out of time while it looked at what the program "
				 "has done: that is too much");
		else if (attacked)
			snprintf(line, sizeof line, "the judge %s while the program was running",
				 work->job->timed_out ? "ran out of time" : "was killed");
		else if (work->job->timed_out)
			snprintf(line, sizeof line, "the judge took longer than %.0f s",
				 work->job->seconds);
		else if (work->job->signal == 0)
			snprintf(line, sizeof line, "the judge ended without a verdict");
		else
			snprintf(line, sizeof line, "the judge died (signal %d)",
				 work->job->signal);
		/* what a judge looks at is the submission's time, too, once a program has made it look so long */
		if (looked && work->shared)
			time_spent_add(&work->shared->spent, work->job->used_s);
		/* else who can kill it would have the check left out of the marks */
		verdict_fill(&result->verdict, attacked ? VERDICT_FAIL : VERDICT_ERROR, line, "");
		if (attacked)
			cause_tell(&result->verdict, cause_find(NULL, "judge-killed"));
	}
	result->rests_on = rests_on(work->lab, result);
	return_hint(work->lab, result);
	report_check(work->options, work->lab, result);
}

/* A judge that was killed, or died, could not sweep up after its program. */
static void judge_killed(int pid)
{
	sandbox_sweep(sandbox_user_of(pid));
}

static void work_fill(const Options *options, LabResult *lab, int check, CheckWork *work,
		      PoolJob *job)
{
	*work = (CheckWork){options, lab, &lab->checks[check], job, NULL, 0};
	job->killed = judge_killed;
	job->body = check_settle(options, lab, work->result) ? NULL : check_body;
	job->argument = work;
	job->seconds = options->gpu == GPU_CUDA ? REAL_SECONDS : CHECK_SECONDS;
	job->answer_max = sizeof(Verdict) + (options->details ? details_most(options) : 0);
}

static void lab_end(const Options *options, LabResult *lab)
{
	if (!options->hint && !options->coverage && !options->output) {
		progress_keep(options, lab, &lab->gained);
		own_log_add(options, lab);
	}
	report_lab_end(options, lab);
}

/* The checks of all labs, and the lab whose checks are being told. */
typedef struct Checking {
	Grade *grade;
	CheckWork *work;
	int lab;
} Checking;

/* Begins to tell of the lab; of one without checks that is all. */
static void lab_begin(Checking *c)
{
	const Options *o = c->grade->options;

	for (; c->lab < c->grade->count && !interrupt_came(); c->lab++) {
		report_lab(o, &c->grade->labs[c->lab]);
		if (c->grade->labs[c->lab].count > 0)
			return;
		lab_end(o, &c->grade->labs[c->lab]);
	}
}

static void check_told(void *context, int i)
{
	Checking *c = context;
	LabResult *lab = c->work[i].lab;

	check_done(c->work, i);
	if (c->work[i].result != &lab->checks[lab->count - 1])
		return;
	lab_end(c->grade->options, lab);
	c->lab++;
	lab_begin(c);
}

/* All labs in one pool: no core waits for the last check of a lab. Of each lab those that take longest begin first, so
 * that none waits for one of these at the end. */
static void labs_check(Grade *grade)
{
	size_t all = 0;

	for (int i = 0; i < grade->count; i++)
		all += (size_t)grade->labs[i].count;

	PoolJob *jobs = memory_new(all * sizeof *jobs);
	CheckWork *work = memory_new(all * sizeof *work);
	size_t bytes = sizeof(Shared) + all;
	Shared *shared =
		mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	Checking checking = {grade, work, 0};
	int count = 0;

	for (int i = 0; i < grade->count; i++)
		for (int k = 0; k < grade->labs[i].count; k++, count++) {
			work_fill(grade->options, &grade->labs[i], k, &work[count], &jobs[count]);
			work[count].shared = shared == MAP_FAILED ? NULL : shared;
			work[count].number = (size_t)count;
			jobs[count].rank = 2 * i + !work[count].result->check->slow;
		}
	lab_begin(&checking);
	large_lend(count < grade->options->jobs ? count : grade->options->jobs);
	job_pool_run(jobs, count, grade->options->jobs, check_told, &checking);
	large_lend(0);
	if (shared != MAP_FAILED)
		munmap(shared, bytes);
	free(jobs);
	free(work);
}

/* --- the whole -------------------------------------------------------------------------------- */

static void labs_choose(Grade *grade)
{
	const Options *o = grade->options;

	grade->labs = memory_new((size_t)registry_count() * sizeof *grade->labs);
	for (int i = 0; i < registry_count(); i++) {
		const LabChecks *lab = registry_at(i);
		LabResult *result = &grade->labs[grade->count];

		if (!options_have_lab(o, lab))
			continue;
		result->lab = lab;
		result->checks = memory_new((size_t)lab->count * sizeof *result->checks);
		grade->count++;
		for (int k = 0; k < lab->count; k++) {
			const Check *check = &lab->checks[k];

			if (options_have_check(o, check->id))
				result->checks[result->count++] = (CheckResult){.check = check};
		}
	}
}

Grade *grade_submission(const Options *options)
{
	Grade *grade = memory_new(sizeof *grade);

	grade->options = options;
	labs_choose(grade);
	labs_build(grade);
	for (int i = 0; i < grade->count; i++)
		tasks_compare(options, &grade->labs[i]);
	labs_check(grade);
	return grade;
}

void grade_free(Grade *grade)
{
	for (int i = 0; i < grade->count; i++) {
		for (int k = 0; k < grade->labs[i].count; k++)
			free(grade->labs[i].checks[k].details);
		free(grade->labs[i].checks);
	}
	free(grade->labs);
	kit_diff_free(&grade->changed);
	free(grade);
}

static void marks_add(Marks *marks, const LabResult *lab)
{
	for (int i = 0; i < lab->count; i++) {
		const CheckResult *result = &lab->checks[i];
		double points = result->check->points;

		marks->of[result->verdict.kind]++;
		if (!verdict_is_judged(result->verdict.kind)) {
			marks->unjudged += points;
			continue;
		}
		marks->max_score += points;
		marks->score += verdict_points(&result->verdict, points);
	}
}

Marks marks_of_lab(const LabResult *lab)
{
	Marks marks = {0};

	marks_add(&marks, lab);
	return marks;
}

Marks marks_of_grade(const Grade *grade)
{
	Marks marks = {0};

	for (int i = 0; i < grade->count; i++)
		marks_add(&marks, &grade->labs[i]);
	return marks;
}
