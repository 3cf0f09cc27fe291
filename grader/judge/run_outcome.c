/* run_outcome.c - crashed, hung, ended early, tampered with, still to do, or found fault with. */
#include "grader/judge/run_outcome.h"

#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "grader/base/folder.h"
#include "grader/base/signal_words.h"
#include "grader/base/text.h"
#include "grader/judge/causes.h"
#include "grader/judge/describe_inputs.h"
#include "grader/judge/heap_fault.h"
#include "grader/judge/judge_state.h"
#include "grader/probe/line_table.h"
#include "grader/setup/work_dir.h"
#include "grader/wire/findings.h"

void ending_set(Ending *ending, VerdictKind kind, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(ending->message, sizeof ending->message, format, arguments);
	va_end(arguments);
	ending->kind = kind;
}

void ending_fail(Ending *ending, const char *cause, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(ending->message, sizeof ending->message, format, arguments);
	va_end(arguments);
	ending->kind = VERDICT_FAIL;
	ending->cause = cause;
}

/* What the framework says before it ends a program that gives a tensor back twice. */
static int said_before(const ProcessEnd *end, char *out, size_t size)
{
	static const char mark[] = "usegpu: ";
	const size_t length = sizeof mark - 1;
	const char *line = end->output, *stop = end->output + end->output_bytes;

	while (line < stop) {
		const char *newline = memchr(line, '\n', (size_t)(stop - line));
		const char *next = !newline ? stop : newline + 1;

		if ((size_t)(stop - line) > length && memcmp(line, mark, length) == 0) {
			text_clean(out, size, line + length,
				   (size_t)((!newline ? stop : newline) - line) - length);
			return 1;
		}
		line = next;
	}
	return 0;
}

/* Whether the program was ended by an assert(): so the C library says. */
static bool assertion_failed(const ProcessEnd *end)
{
	static const char begins[] = ": Assertion `";
	return end->output_bytes > 0 &&
	       memmem(end->output, end->output_bytes, begins, sizeof begins - 1);
}

/* "tensor_free (lab3_drive.c:188): ..." is the caller's, and in the lab is the line before it. */
static void said_describe(const Run *r, const char *said, Ending *ending)
{
	const char *const function = r->judge->check->function, *const lab = r->judge->lab->name;
	const char *own = strstr(said, lab), *rest = strstr(said, "): ");
	const size_t dot = strlen(lab) + strlen(lab_ending(r->judge->lab)) + 1;

	if (own && rest && own > rest)
		ending_fail(ending, "tensor-over", "%s: the caller's tensor_free: %s", function,
			    rest + strlen("): "));
	else
		ending_fail(ending, "tensor-over", "%s: %s", function, said);
	if (own && strlen(own) > dot)
		snprintf(ending->where, sizeof ending->where, "%s%s:%d", lab,
			 lab_ending(r->judge->lab), atoi(own + dot));
}

static void signal_describe(const Run *r, const Channel *channel, const ProcessEnd *end,
			    const Finding *finding, Ending *ending)
{
	char said[240], about[ABOUT_MAX];
	const char *function = r->judge->check->function;
	int number = WTERMSIG(end->status);

	if (heap_describe(r, channel, signal_words(number), ending))
		return;
	if (r->refuses && (number == SIGSEGV || number == SIGBUS)) {
		ending_fail(ending, "null-unchecked",
			    "%s crashed (%s): here it needs %s, so what it asks for it does not "
			    "get, and NULL was used",
			    function, signal_words(number), r->refuses);
		return;
	}
	if (number == SIGXCPU || (number == SIGKILL && end->used_up))
		ending_fail(ending, "time-limit",
			    "%s used more than %d s of the processor: an endless loop?%s", function,
			    r->judge->options->seconds, about_run(r, about, sizeof about));
	else if (number == SIGXFSZ)
		ending_fail(ending, "file-limit", "%s wrote a file of more than %d MiB", function,
			    FILE_MIB);
	else if (number == SIGABRT && said_before(end, said, sizeof said))
		said_describe(r, said, ending);
	else if (number == SIGABRT && !finding && assertion_failed(end))
		ending_fail(ending, "assertion",
			    "%s crashed (abort): an assert() does not hold%s%s", function,
			    r->orders.failing.kind ? ", and a failure has to be returned" : "",
			    about_run(r, about, sizeof about));
	else
		ending_fail(ending,
			    finding            ? cause_of_finding(finding->kind, finding->message)
			    : number == SIGFPE ? "division"
					       : "crash",
			    "%s crashed (%s)%s%s%s", function, signal_words(number),
			    finding ? ": " : "", finding ? finding->message : "",
			    about_run(r, about, sizeof about));
}

/* No word but "damaged" for what only forged bytes can be. */
static void damage_describe(const Channel *channel, Ending *ending)
{
	if (channel->busy) {
		ending_fail(ending, "thread-left", "%s",
			    "another thread was still in a CUDA call when the exercise returned");
		return;
	}
	ending_fail(ending, "damaged-results", "the program's results are damaged%s%s",
		    channel->slip ? ": " : "", channel->slip ? channel->slip : "");
}

/* Its side of the channel was shut, as the drive does at once when a closed page is touched (lockdown.h): who ends
 * all the same, or waits for the judge then, has lived on. */
static bool went_on(const Channel *channel, const ProcessEnd *end)
{
	return WIFEXITED(end->status) && !end->timed_out && !channel->damaged &&
	       (WEXITSTATUS(end->status) == DRIVE_SHUT || (channel->ended && channel->is_shut));
}

/* END where a round was to follow, which no drive sends. Whether who forged it has left already is a matter of time. */
static bool ended_too_soon(const Channel *channel)
{
	return channel->ended && (channel->later_bytes > 0 || !channel->is_deaf);
}

static void unended_describe(const Run *r, const Channel *channel, const ProcessEnd *end,
			     const Finding *finding, Ending *ending)
{
	char about[ABOUT_MAX];

	if (went_on(channel, end))
		ending_fail(ending, "crash",
			    "%s crashed (segmentation fault) behind the end of a block of memory, "
			    "and went on%s",
			    r->judge->check->function, about_run(r, about, sizeof about));
	else if (channel->damaged || ended_too_soon(channel))
		damage_describe(channel, ending);
	else if (end->timed_out)
		ending_fail(ending, "time-limit", "%s ran longer than %d s: an endless loop?%s",
			    r->judge->check->function, r->judge->options->seconds,
			    about_run(r, about, sizeof about));
	else if (end->too_large)
		ending_fail(ending, "memory-limit", "%s used more than %d GiB of memory",
			    r->judge->check->function, MEMORY_GIB);
	else if (WIFSIGNALED(end->status))
		signal_describe(r, channel, end, finding, ending);
	else if (WEXITSTATUS(end->status) == DRIVE_LOST)
		ending_fail(
			ending, "statics-overwritten",
			"the program ended early: what the grader keeps in it was overwritten%s",
			about_run(r, about, sizeof about));
	else
		ending_fail(ending, "ended-early",
			    "the program ended early: exit(%d) was called%s%s",
			    WEXITSTATUS(end->status),
			    r->orders.failing.kind ? ", and a failure has to be returned" : "",
			    about_run(r, about, sizeof about));
}

/* A judge that forgets an input fails every submission alike, the solutions too, so that is found
 * before anyone is graded. Later it is what a program sends that wants to be left out of the
 * marks. Hence never "error". */
static void missing_describe(const Run *r, const Channel *channel, Ending *ending)
{
	const Value *input = values_find(r->inputs, channel->missing);

	if (input && input->type == channel->missing_type)
		ending_fail(ending, "damaged-results", "the program's results are damaged");
	else if (channel->missing_type == FRAME_START)
		ending_fail(ending, "damaged-results", "the lab's drive has no check %s",
			    channel->missing);
	else
		ending_fail(ending, "damaged-results",
			    "the drive wanted an input %s that was not sent%s", channel->missing,
			    input ? " as that type" : "");
}

/* Where the program was when a signal ended it. */
static void place_find(const Run *r, const Channel *channel, Ending *ending)
{
	const Judge *j = r->judge;
	char *table = run_line_table(r);
	int line = line_table_find(table, channel->crash, channel->crash_count);

	if (line > 0)
		snprintf(ending->where, sizeof ending->where, "%s%s:%d", j->lab->name,
			 lab_ending(j->lab), line);
	free(table);
}

/* A machine that was ended by a signal did more than it may, or the program broke it. */
static int machine_describe(const Run *r, const Remote *machine, int timed_out, Ending *ending)
{
	if (!machine || !WIFSIGNALED(machine->status))
		return 0;
	if (WTERMSIG(machine->status) == SIGKILL && timed_out)
		return 0; /* it was still at work for a program that took too long */
	if (WTERMSIG(machine->status) == SIGXCPU)
		ending_fail(ending, "gpu-time-limit",
			    "the GPUs' work for %s took more than %d s of the processor",
			    r->judge->check->function, r->judge->options->seconds);
	else
		ending_fail(ending, "machine-broken", "%s broke the simulated machine (%s)",
			    r->judge->check->function, signal_words(WTERMSIG(machine->status)));
	return 1;
}

/* Whether a finding is about what comes in no order behind such a call. */
static bool is_behind(const char *message, const char *earlier)
{
	static const char begins[] = " that an earlier ";
	const char *at = strstr(message, begins);
	return at && strncmp(at + sizeof begins - 1, earlier, strlen(earlier)) == 0;
}

/* What the judge has to say of a finding in given code; NULL for any other. */
static const RunGiven *given_find(const Run *r, const Finding *finding)
{
	for (int i = 0; i < r->given_count; i++) {
		const RunGiven *given = &r->given[i];

		if (finding->where[0] != '\0' && !given->in_lab)
			continue;
		if (given->is_earlier
			    ? is_behind(finding->message, given->begins)
			    : strncmp(finding->message, given->begins, strlen(given->begins)) == 0)
			return given;
	}
	return NULL;
}

static void finding_tell(const Run *r, const Finding *finding, Ending *ending)
{
	const RunGiven *given = given_find(r, finding);
	const char *said = given && given->said ? given->said : NULL;
	char about[ABOUT_MAX], message[sizeof finding->message];

	text_format(message, sizeof message, "%s",
		    finding->message + (said ? strlen(given->begins) : 0));
	/* what was given is said in words of its own */
	if (given && finding->of_check > 0 && (said || strcmp(finding->kind, "leak") == 0))
		message[(size_t)finding->of_check - (said ? strlen(given->begins) : 0)] = '\0';
	ending_fail(ending,
		    given ? given->cause : cause_of_finding(finding->kind, finding->message),
		    "%s%s%s%s", said ? said : "", message, given ? given->words : "",
		    r->about ? about_run(r, about, sizeof about) : "");
}

void ending_find(const Run *r, const Channel *channel, const ProcessEnd *end, int simulated,
		 const OwnReport *own, const Remote *machine, const char *folder, Ending *ending)
{
	const char *id = check_drive(r->judge->check);
	char source[80];
	Finding finding;
	int found = 0;

	ending->is_second = channel->round == 1 && !channel->ended;
	if (end->fault[0] != '\0') {
		ending_set(ending, VERDICT_ERROR, "sandbox: %s", end->fault);
		return;
	}
	if (channel->missing[0] != '\0') {
		missing_describe(r, channel, ending);
		return;
	}
	if (channel->todo[0] != '\0') {
		if (strcmp(channel->todo, id) == 0)
			ending_set(ending, VERDICT_TODO, "%s", "");
		else
			ending_set(ending, VERDICT_TODO,
				   "it calls the exercise %s, which is still to do", channel->todo);
		return;
	}
	if (end->too_full) {
		ending_fail(ending, "file-limit", "%s filled more than %d MiB of the disk",
			    r->judge->check->function, ROOM_MIB);
		return;
	}
	if (machine_describe(r, machine, end->timed_out, ending))
		return;
	if (simulated) {
		const char *report = !machine ? NULL : machine->report ? machine->report : "";

		snprintf(source, sizeof source, "%s%s", r->judge->lab->name,
			 lab_ending(r->judge->lab));
		found = findings_read(
			own, report, source,
			r->allowed | (channel->ended ? 0 : finding_bit("leak")),
			&finding); /* who did not come to the end could not give back */
	}
	if (machine && channel->ended && found >= 0 && !findings_finished(machine->report))
		ending_fail(ending, "damaged-results", "the program's results are damaged");
	else if (!channel->ended || channel->damaged || channel->is_deaf ||
		 (channel->later_bytes > 0 && found == 0))
		unended_describe(r, channel, end, found == 1 ? &finding : NULL, ending);
	else if (found == 1)
		finding_tell(r, &finding, ending);
	else if (found < 0 && r->judge->options->tier != SANDBOX_FULL &&
		 disk_is_full(folder, ending->message, sizeof ending->message))
		ending->kind = VERDICT_ERROR;
	else if (found < 0)
		ending_fail(ending, "damaged-results", "the simulator's report is %s",
			    found == -1 ? "missing" : "damaged");
	const RunGiven *given = found == 1 ? given_find(r, &finding) : NULL;

	if (found == 1 && !channel->has_heap && !(given && given->is_elsewhere))
		memcpy(ending->where, finding.where, sizeof ending->where);
	if (found == 1 && channel->ended)
		ending->is_second = channel->round == 1 && finding.place >= (int64_t)channel->found;
	if (ending->where[0] == '\0' && !channel->ended && channel->crash_count > 0)
		place_find(r, channel, ending);
}
