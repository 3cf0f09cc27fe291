/* judge.c - one check from its beginning to its verdict, in a process of its own.
 *
 * Before anything runs comes what was seen in the compiled lab when it was built: is the function
 * there, does it reach a forbidden symbol? Then the check's judge function is called. It is left by longjmp at the first
 * thing that is wrong; one that returns has passed. */
#include "grader/judge/judge_state.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "framework/simcuda/core/numbers.h"
#include "grader/base/clock.h"
#include "grader/base/large.h"
#include "grader/base/rng.h"
#include "grader/base/text.h"
#include "grader/gpu/gpu_lock.h"
#include "grader/judge/causes.h"
#include "grader/judge/check_details.h"
#include "grader/judge/repeats.h"
#include "grader/judge/second_judge.h"
#include "grader/probe/line_table.h"
#include "grader/setup/work_dir.h"

static void line_set(Judge *j, int line)
{
	if (line > 0)
		snprintf(j->verdict.where, sizeof j->verdict.where, "%s%s:%d", j->lab->name,
			 lab_ending(j->lab), line);
}

/* Does the message name the line that a judge said it is about? */
static bool line_told(const Judge *j)
{
	char told[32];

	snprintf(told, sizeof told, "line %d", j->said_line);

	const char *at = strstr(j->verdict.message, told);

	return j->said_line > 0 && at && !isdigit((unsigned char)at[strlen(told)]);
}

/* The line of the lab from which the call that failed was made; 0: none did, or nobody knows. */
static int failed_line(const Run *r)
{
	const Value *at = values_find(r->answers.results, FRAME_FAILED_AT);

	if (!at || at->type != FRAME_INTS || at->nothing || at->bytes == 0)
		return 0;

	char *table = run_line_table(r);
	int line = line_table_find(table, (const uint64_t *)at->payload,
				   (int)(at->bytes / sizeof(uint64_t)));

	free(table);
	return line;
}

const char *run_failed_call(const Run *r)
{
	const Value *name = values_find(r->answers.results, FRAME_FAILED);
	const int line = name && name->type == FRAME_TEXT && !name->nothing ? failed_line(r) : 0;

	return line <= 0 ? NULL
			 : judge_text(r->judge, "%.60s, from %s%s:%d", (const char *)name->payload,
				      r->judge->lab->name, lab_ending(r->judge->lab), line);
}

static const Run *last_gone(const Judge *j)
{
	const Run *last = j->runs;

	while (last && !last->gone)
		last = last->next;
	return last;
}

/* That of the last run, unless the message names the place already. */
static const char *failed_call(const Judge *j, const char *message)
{
	static const char from[] = ", from ";
	const Run *last = last_gone(j);
	const char *text = !last ? NULL : run_failed_call(last);
	const char *place = !text ? NULL : strstr(text, from);

	return place && !strstr(message, place + strlen(from)) ? text : NULL;
}

/* What a call that failed would explain: nothing came of it. */
static bool is_for_failed_call(const Judge *j)
{
	return j->cause && (strcmp(j->cause->id, "failure-without-reason") == 0 ||
			    strcmp(j->cause->id, "nothing-copied") == 0);
}

static void verdict_set(Judge *j, VerdictKind kind, const char *format, va_list arguments)
{
	char line[1024];

	vsnprintf(line, sizeof line, format, arguments);
	if (kind == VERDICT_FAIL && j->refused[0] != '\0')
		text_format(line + strlen(line), sizeof line - strlen(line),
			    "; it calls %s, which grading does not know: docs/remote.md names what "
			    "does "
			    "the same",
			    j->refused);
	const char *failed =
		kind == VERDICT_FAIL && is_for_failed_call(j) ? failed_call(j, line) : NULL;
	if (failed)
		text_format(line + strlen(line), sizeof line - strlen(line), "; a call failed: %s",
			    failed);
	text_clean(j->verdict.message, sizeof j->verdict.message, line, strlen(line));
	j->verdict.kind = kind;
	/* what is wrong where a call fails is wrong in the line of that call, mostly */
	const Run *last = last_gone(j);
	if (kind == VERDICT_FAIL && (line_told(j) || (j->expects_failure && last)))
		line_set(j, line_told(j) ? j->said_line : failed_line(last));
	if (kind == VERDICT_FAIL)
		cause_tell(&j->verdict,
			   j->refused[0] != '\0' ? cause_find(NULL, "unknown-call") : j->cause);
}

_Noreturn void judge_leave(Judge *j, VerdictKind kind, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	verdict_set(j, kind, format, arguments);
	va_end(arguments);
	longjmp(j->leave, 1);
}

_Noreturn void judge_fail(Judge *j, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	verdict_set(j, VERDICT_FAIL, format, arguments);
	va_end(arguments);
	longjmp(j->leave, 1);
}

void judge_share(Judge *j, double share)
{
	j->verdict.share = share;
}

static void *memory_make(Judge *j, size_t bytes, void *(*make)(size_t bytes))
{
	Block *block = bytes > SIZE_MAX / 2 ? NULL : make(sizeof *block + bytes);

	if (!block)
		judge_leave(j, VERDICT_ERROR, "the check asked for %zu bytes, which are not there",
			    bytes);
	block->next = j->blocks;
	j->blocks = block;
	return block->bytes;
}

void *judge_memory(Judge *j, size_t bytes)
{
	return memory_make(j, bytes, large_new);
}

const char *judge_text(Judge *j, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	int length = vsnprintf(NULL, 0, format, arguments);
	va_end(arguments);

	char *text = judge_memory(j, (size_t)length + 1);

	va_start(arguments, format);
	vsnprintf(text, (size_t)length + 1, format, arguments);
	va_end(arguments);
	return text;
}

const char *judge_line_in(Judge *j, const char *before, int line, const char *after)
{
	if (line <= 0)
		return "";
	j->said_line = line;
	return judge_text(j, "%sline %d%s", before, line, after);
}

const char *judge_line(Judge *j, int line)
{
	return judge_line_in(j, "", line, "");
}

int64_t judge_between(Judge *j, int64_t least, int64_t most)
{
	if (least > most)
		judge_leave(j, VERDICT_ERROR, "judge_between(%lld, %lld): nothing lies between",
			    (long long)least, (long long)most);

	int64_t value;

	if (j->repeats || !twice_drawn(j, least, most, &value)) {
		value = rng_between(&j->random, least, most);
		repeats_drawn(j, least, most, &value);
	}
	repeats_note(j, least, most, value);
	return value;
}

float *judge_uniform(Judge *j, int64_t count, double low, double high)
{
	float *numbers = memory_make(j, (size_t)count * sizeof *numbers, large_any);

	Rng random = j->random; /* in a register */

	twice_note_values(j);
	for (int64_t i = 0; i < count; i++) {
		float drawn = (float)(low + (high - low) * rng_unit(&random));

		/* rounding must not reach the open end */
		numbers[i] = (double)drawn >= high && low < high ? (float)low : drawn;
	}
	j->random = random;
	return numbers;
}

uint64_t judge_seed(Judge *j)
{
	twice_note_values(j);
	return rng_next(&j->random) | 1;
}

float judge_number(uint64_t seed, int64_t i)
{
	return numbers_at(seed, (uint64_t)i);
}

/* --- what the compiled lab says --------------------------------------------------------------- */

static const char *rule_of(const Check *check)
{
	return !check->rule ? "see the rule above it" : check->rule;
}

/* Sets `where` to the function; leaves when the function is missing, or uses what it must not. */
static void facts_judge(Judge *j, const CheckFacts *facts)
{
	const Check *check = j->check;

	if (!facts->there)
		judge_fail_for(
			j, "function-missing",
			"%s is missing from %s%s: was its first line changed, or is it static?",
			check->function, j->lab->name, lab_ending(j->lab));
	line_set(j, facts->line);
	j->function_line = facts->line;
	judge_because(j, "forbidden-call");
	if (facts->forbidden.symbol[0] != '\0') {
		line_set(j, facts->forbidden.line);
		judge_fail(j, "%s uses %s, which this exercise forbids: %s", check->function,
			   facts->forbidden.symbol, rule_of(check));
	}
	if (facts->detour.symbol[0] != '\0') {
		line_set(j, facts->detour.line);
		judge_fail(j, "%s uses %s, which could hide a call that this exercise forbids: %s",
			   check->function, facts->detour.symbol, rule_of(check));
	}
}

int judge_begin(Judge *j, const Options *options, const LabChecks *lab, const Check *check,
		const CheckFacts *facts)
{
	memset(j, 0, sizeof *j);
	j->began = clock_now();
	j->options = options;
	j->lab = lab;
	j->check = check;
	j->random = rng_stream(options->seed, check->id);
	snprintf(j->verdict.where, sizeof j->verdict.where, "%s%s", lab->name, lab_ending(lab));
	if (setjmp(j->leave) != 0)
		return 0;
	facts_judge(j, facts);
	j->cause = NULL;
	return 1;
}

static void decide_once(Judge *j)
{
	if (setjmp(j->leave) == 0) {
		twice_judge(j);
		j->verdict.kind = VERDICT_PASS;
	}
	twice_end(j);
}

/* The same judge on a simulated machine, which sees more than any on a real GPU: what is wrong with
 * a program is found there. 1 when nothing is, and *j is as at the beginning. */
static int simulator_agrees(Judge *j)
{
	const Options *own = j->options;
	Options simulated = *own;

	simulated.gpu = GPU_SIM;
	j->options = &simulated;
	decide_once(j);
	j->options = own;
	if (j->verdict.kind != VERDICT_PASS)
		return 0;
	judge_release(j);
	j->random = rng_stream(own->seed, j->check->id);
	j->verdict.output_bytes = 0;
	j->verdict.cut = 0;
	j->verdict.work = (VerdictWork){.counted = 0};
	j->second_call = 0;
	j->cause = NULL;
	j->refused[0] = '\0';
	return 1;
}

void judge_decide(Judge *j)
{
	if (j->options->gpu != GPU_CUDA || simulator_agrees(j))
		decide_once(j);
	gpu_unlock_exclusive();
	lesson_settle(j);
	work_settle(j);
	if (j->options->details)
		j->details = details_check(j, clock_now() - j->began);
	json_decref(j->measured);
	judge_release(j);
}

void judge_release(Judge *j)
{
	free(j->drawn.drawn);
	j->drawn = (DrawnList){.drawn = NULL};
	runs_free(j);
	j->runs = NULL;
	while (j->blocks) {
		Block *block = j->blocks;

		j->blocks = block->next;
		large_free(block);
	}
}
