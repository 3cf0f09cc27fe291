/* run.c - a run before it happens: what it is about, what it may do and what of it is wanted. Its inputs are in
 * run_inputs.c, what came back in run_results.c, what the machine counted in run_counts.c. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "framework/simcuda/core/numbers.h"
#include "grader/base/text.h"
#include "grader/compile/compile.h"
#include "grader/judge/judge_state.h"
#include "grader/setup/work_dir.h"
#include "grader/wire/findings.h"

bool judge_without_calls(const Judge *j)
{
	return j->check->gpus == 0 && !j->check->hidden && j->options->gpu == GPU_SIM;
}

Run *judge_run(Judge *j, int gpus)
{
	Run *run = judge_memory(j, sizeof *run);

	if (gpus < 0 || gpus > 64)
		judge_leave(j, VERDICT_ERROR, "judge_run: %d GPUs", gpus);
	run->judge = j;
	run->gpus = gpus;
	if (gpus == 0 && judge_without_calls(j)) /* without a GPU no call would reach the machine */
		run->gpus = 1;
	run->windows = 1;
	run->single = j->check->one_thread;
	run->next = j->runs;
	j->runs = run;
	return run;
}

void runs_free(Judge *j)
{
	for (Run *run = j->runs; run; run = run->next) {
		values_free(&run->inputs);
		answers_free(&run->answers);
		timeline_free(&run->timeline);
		json_decref(run->findings);
		for (int i = 0; i < run->env_count; i++)
			free(run->env[i]);
	}
}

void run_env(Run *r, const char *name, const char *value)
{
	if (r->env_count == (int)(sizeof r->env / sizeof *r->env))
		judge_leave(r->judge, VERDICT_ERROR, "run_env: too many variables");
	r->env[r->env_count++] = text_new("%s=%s", name, value);
}

void run_allow(Run *r, const char *kind)
{
	if (finding_bit(kind) == 0)
		judge_leave(r->judge, VERDICT_ERROR, "run_allow: no kind of finding is called %s",
			    kind);
	r->allowed |= finding_bit(kind);
}

void run_about(Run *r, const char *words)
{
	r->about = judge_text(r->judge, "%s", words);
}

const char *say_about(Judge *j, const Run *r)
{
	return r->about && *r->about ? judge_text(j, " (%s)", r->about) : "";
}

void run_refuses(Run *r, const char *words)
{
	r->refuses = judge_text(r->judge, "%s", words);
}

void run_block(Run *r, int64_t bytes, const char *words)
{
	if (r->blocks == RUN_BLOCKS_MAX)
		judge_leave(r->judge, VERDICT_ERROR, "run_block: more than %d", RUN_BLOCKS_MAX);
	r->block[r->blocks++] = (RunBlock){bytes, judge_text(r->judge, "%s", words)};
}

static void given_add(Run *r, RunGiven given)
{
	if (r->given_count == RUN_GIVEN_MAX)
		judge_leave(r->judge, VERDICT_ERROR, "run_given: more than %d", RUN_GIVEN_MAX);
	given.begins = judge_text(r->judge, "%s", given.begins);
	given.words = judge_text(r->judge, "%s", given.words);
	r->given[r->given_count++] = given;
}

void run_given(Run *r, const char *begins, const char *words, const char *cause)
{
	given_add(r, (RunGiven){begins, words, cause, NULL, false, true, false});
}

void run_given_in_lab(Run *r, const char *begins, const char *words, const char *cause)
{
	given_add(r, (RunGiven){begins, words, cause, NULL, true, true, false});
}

void run_given_called(Run *r, const char *begins, const char *words, const char *cause)
{
	given_add(r, (RunGiven){begins, words, cause, NULL, true, false, false});
}

void run_given_before(Run *r, const char *earlier, const char *words, const char *cause)
{
	given_add(r, (RunGiven){earlier, words, cause, NULL, true, false, true});
}

void run_given_instead(Run *r, const char *begins, const char *said, const char *words,
		       const char *cause)
{
	given_add(r, (RunGiven){begins, words, cause, judge_text(r->judge, "%s", said), true, false,
				false});
}

void run_watch(Run *r)
{
	r->watched = 1;
}

void run_shown(Run *r)
{
	r->shown = true;
}

void run_later(Run *r, const char *names)
{
	r->later = names;
}

void run_behind(Run *r, const char *names)
{
	r->behind = names;
}

void run_one_thread(Run *r)
{
	r->single = 1;
}

void run_rough(Run *r)
{
	r->rough = (uint64_t)judge_between(r->judge, 1, INT64_MAX - 1);
}

void run_rough_whole(Run *r)
{
	run_rough(r);
	r->rough |= NUMBERS_WHOLE;
}

float run_roughened(const Run *r, float number, int product)
{
	return r->answers.linked ? numbers_rough(number, r->rough, (uint64_t)product, 0) : number;
}

void run_window(Run *r, int window)
{
	r->window = window;
}

void run_thawed_before(Run *r, int window)
{
	r->thaws = window;
}

void run_windows(Run *r, int count)
{
	r->windows = count;
}

void run_optimised(Run *r)
{
	r->optimised = true;
}

static char *program_path(const Run *r, const char *form)
{
	const LabChecks *lab = r->judge->lab;
	char name[80], file[96];

	snprintf(name, sizeof name, "%s%s", lab->name,
		 r->optimised && lab->is_cuda ? OPTIMISED : "");
	snprintf(file, sizeof file, form, name);
	return work_path(r->judge->options, lab, file);
}

char *run_program(const Run *r)
{
	return program_path(r, "%s");
}

char *run_line_table(const Run *r)
{
	return program_path(r, LINE_TABLE);
}

void run_alone(Run *r)
{
	r->alone = 1;
}
