/* run_exec.c - the run itself: one fresh process for a run of the first judge and the run of the
 * second that goes with it (second_judge.h), and what its end means for both.
 *
 * On real GPUs it is two processes: the first computes the results on the hardware; the second, the
 * same program with the simulator's libraries first in its library path, supplies the counts and
 * the findings. */
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "grader/base/clock.h"
#include "grader/base/folder.h"
#include "grader/base/text.h"
#include "grader/gpu/gpu_detect.h"
#include "grader/gpu/gpu_lock.h"
#include "grader/gpu/machine_client.h"
#include "grader/judge/judge_state.h"
#include "grader/judge/line_counts.h"
#include "grader/judge/run_environment.h"
#include "grader/judge/run_inputs.h"
#include "grader/judge/same_calls.h"
#include "grader/judge/second_judge.h"
#include "grader/judge/time_budget.h"
#include "grader/probe/line_table.h"
#include "grader/probe/own_report.h"
#include "grader/sandbox/sandbox.h"
#include "grader/setup/kit_copy.h"
#include "grader/setup/sandbox_paths.h"
#include "grader/setup/work_dir.h"
#include "grader/wire/findings.h"
#include "grader/wire/output_filter.h"
#include "grader/wire/timeline.h"

#define ROOM_FILES  4096
#define FAILS_NEVER (INT64_MAX / 2)
/* Bytes that the runs of one check may tell: a judge has them up to its end, in memory that no limit is on. Those of the
 * kit's solutions take 70 MiB at most. */
#define RESULTS_MOST (UINT64_C(384) << 20)
#define PROCESSES    256 /* threads included: OpenBLAS has one for each processor */

/* The runs that go into one process, one after the other. */
typedef struct Outing {
	Judge *first; /* keeps what is printed */
	Run *const *runs;
	int count;
	int simulated;
} Outing;

/* --- one process ------------------------------------------------------------------------------ */

static void output_keep(const Outing *outing, ProcessEnd *end)
{
	Verdict *v = &outing->first->verdict;
	size_t room = sizeof v->output - v->output_bytes, kept;
	unsigned allowed = 0;
	char source[80];

	for (int i = 0; i < outing->count; i++)
		allowed |= outing->runs[i]->allowed;
	snprintf(source, sizeof source, "%s%s", outing->first->lab->name,
		 lab_ending(outing->first->lab));
	end->output_bytes = printed_strip(end->output, end->output_bytes, allowed, source);
	kept = end->output_bytes < room ? end->output_bytes : room;

	memcpy(v->output + v->output_bytes, end->output, kept);
	v->output_bytes += kept;
	v->cut |= end->cut || kept < end->output_bytes;
}

static int rounds_queue(const Outing *outing, Channel *channel, int linked)
{
	const Run *r = outing->runs[0];
	int two = outing->count > 1;
	uint32_t start = !two ? START_LAST : r->allowed == 0 ? START_IF_CLEAN : START_MORE;

	if (two && outing->runs[1]->alike)
		start |= START_AGAIN;
	channel->single = r->single;
	for (int i = 0; i < outing->count; i++) {
		channel->orders[i] = outing->runs[i]->orders;
		if (r->rough) /* the second judge may have drawn the same number */
			channel->rough[i] = outing->runs[i]->rough += (uint64_t)i;
		if (outing->runs[i]->spared)
			channel->orders[i].failing.at = FAILS_NEVER;
		channel->inputs[i] = outing->runs[i]->inputs;
		channel->windows[i] = outing->runs[i]->windows;
		channel->thaws[i] = outing->runs[i]->thaws;
	}
	if (run_inputs_queue(r, channel, channel_queue, start, linked) < 0)
		return -1;
	return two ? run_inputs_queue(outing->runs[1], channel, channel_queue_later, START_LAST,
				      linked)
		   : 0;
}

/* What is left when a process has ended. */
typedef struct Left {
	const ProcessEnd *end;
	const OwnReport *own;
	const Remote *machine; /* NULL: it was inside the program */
} Left;

/* The machine's own report; NULL: it was inside the program. */
static const char *left_report(const Left *left)
{
	return left->machine ? left->machine->report : NULL;
}

/* The timeline of a window: from the machine itself, or from what the program left in its folder.
 */
static void timeline_keep(Run *r, const Answers *answers, const Left *left)
{
	const FrameWindow *window = &answers->window[r->window];
	const Remote *machine = left->machine;
	char source[80], *table = run_line_table(r);
	int own = !machine || machine->trace < 0;

	snprintf(source, sizeof source, "%s%s", r->judge->lab->name, lab_ending(r->judge->lab));
	if (answers->ended > r->window)
		timeline_read(own ? left->end->folder_fd : machine->trace, own ? TRACE_FILE : NULL,
			      source, table, line_table_calls, window->go.host_ns,
			      window->end.host_ns, &r->timeline);
	free(table);
}

/* `most`: how many findings are those of this round and of the one before. */
static void files_keep(Run *r, const Answers *answers, int64_t most, const Left *left)
{
	char source[80];

	snprintf(source, sizeof source, "%s%s", r->judge->lab->name, lab_ending(r->judge->lab));
	findings_lines(left->own, left_report(left), source, r->allowed, most, r->finding_lines);
	if (r->watched)
		timeline_keep(r, answers, left);
}

/* Something was wrong with the second round: what the first one answered is judged yet, unless it
 * needs what only a process leaves that comes to its end. */
static void second_blame(const Outing *outing, const Ending *ending, int ended)
{
	Run *before = outing->runs[0];

	outing->runs[1]->ending = *ending;
	if (!before->watched || ended)
		return;
	before->ending = *ending;
	ending_set(&before->ending, ending->kind, TWICE_SECOND "%s", ending->message);
	outing->first->second_call = 1;
}

static void endings_set(const Outing *outing, const Ending *ending)
{
	for (int i = 0; i < outing->count; i++)
		outing->runs[i]->ending = *ending;
}

/* What a report shows of the run, also of one that failed. */
static void details_keep(Run *r, const Answers *answers, const Left *left)
{
	char source[80];

	snprintf(source, sizeof source, "%s%s", r->judge->lab->name, lab_ending(r->judge->lab));
	r->findings = findings_json(left->own, left_report(left), source);
	if (run_is_traced(r) && !r->timeline.read)
		timeline_keep(r, answers, left);
}

static volatile unsigned char *alive; /* NULL: nobody wants to know */

void run_tell_alive(volatile unsigned char *flag)
{
	alive = flag;
}

static void alive_set(unsigned char is)
{
	if (alive)
		*alive = is;
}

/* What is wrong with it, and with the runs in it. */
static void outing_judge(const Outing *outing, const ProcessSpec *spec, const Left *left)
{
	Ending ending = {.kind = VERDICT_PASS};
	const Channel *channel = spec->channel;

	ending_find(outing->runs[channel->round], channel, left->end, outing->simulated, left->own,
		    left->machine, spec->folder, &ending);
	if (ending.is_second && ending.kind != VERDICT_ERROR)
		second_blame(outing, &ending, channel->ended);
	else
		endings_set(outing, &ending);
	for (int i = 0; i < outing->count && outing->simulated && channel->ended; i++)
		if (outing->runs[i]->ending.kind == VERDICT_PASS)
			files_keep(outing->runs[i], &channel->answers[i],
				   channel->round > i ? (int64_t)channel->found : INT64_MAX, left);
	if (outing->simulated && outing->first->options->details)
		details_keep(outing->runs[0], &channel->answers[0], left);
}

static void error_set(const Outing *outing, const char *what, const char *why)
{
	Ending ending = {.kind = VERDICT_ERROR};

	ending_set(&ending, VERDICT_ERROR, "%s: %s", what, why);
	endings_set(outing, &ending);
}

static void fail_set(const Outing *outing, const char *why)
{
	Ending ending = {.kind = VERDICT_FAIL};

	ending_fail(&ending, "time-limit", "%s", why);
	endings_set(outing, &ending);
}

/* The machine tells what it has counted when it has done what the program asked for last. More than a second of that is the
 * program's time. */
static void machine_end(Remote *remote)
{
	const double usual_s = 1, began = clock_now();

	alive_set(1);
	remote_end(remote);
	alive_set(0);
	if (clock_now() - began > usual_s)
		time_budget_spend(clock_now() - began - usual_s);
}

/* Runs it to its end, and looks at what it left. */
static void process_judge(const Outing *outing, const ProcessSpec *spec, Remote *remote)
{
	static ProcessEnd end; /* too large for some stacks */
	const Judge *j = outing->first;
	OwnReport own = {OWN_REPORT_NONE, NULL};
	const Left left = {&end, &own, spec->machine ? remote : NULL};
	char why[200];

	if (outing->simulated && time_budget_is_spent(j->options, why, sizeof why)) {
		fail_set(outing, why);
		return;
	}
	alive_set(1);
	int started = process_run(spec, &end);
	alive_set(0);
	time_budget_spend(end.took_s);
	if (started < 0) {
		error_set(outing, "no process", strerror(errno));
		return;
	}
	output_keep(outing, &end);
	if (left.machine)
		machine_end(remote);
	for (int i = 0; i < outing->count && left.machine; i++)
		findings_refused(remote->report, outing->runs[i]->judge->refused,
				 sizeof outing->runs[i]->judge->refused);
	if (outing->simulated && end.fault[0] == '\0' &&
	    own_report_read(j->options->tier, spec->folder, end.folder_fd, REPORT_FILE, &own, why,
			    sizeof why) < 0)
		error_set(outing, "the simulator's report", why);
	else
		outing_judge(outing, spec, &left);
	own_report_free(&own);
	if (outing->simulated && j->options->coverage && end.fault[0] == '\0')
		line_counts_take(outing->first, end.folder_fd);
	if (end.folder_fd >= 0)
		close(end.folder_fd);
}

static uint64_t room_left(const Judge *first)
{
	const uint64_t left = first->told < RESULTS_MOST ? RESULTS_MOST - first->told : 0;

	return left < CHANNEL_BYTES_MAX ? left : CHANNEL_BYTES_MAX;
}

static void fault_set(const Outing *outing, const char *what)
{
	error_set(outing, what, strerror(errno));
}

static int machine_start(const Run *r, Remote *machine)
{
	return remote_start(r->judge->options, run_machine_name(r), run_is_traced(r),
			    r->judge->lab->is_cuda, machine);
}

/* Runs the lab's program once in the folder; the channel is filled with what it answered. */
static void program_run(const Outing *outing, const char *folder, Channel *channel)
{
	const Run *r = outing->runs[0];
	const Judge *j = outing->first;
	const Options *o = j->options;
	char *program = run_program(r);
	char *sources = work_path(o, j->lab, NULL);
	char *stop =
		text_new("break %s%s:%s", j->lab->name, lab_ending(j->lab), j->check->function);
	char *later = text_new("%s/grader/judge/attended.gdb", o->root);
	char *const argv[] = {program, NULL};
	char *const under_gdb[] = {"gdb", "-q",    "-iex",   "set debuginfod enabled off",
				   "-d",  sources, "-d",     o->root,
				   "-ex", stop,    "-ex",    "run",
				   "-x",  later,   "--args", program,
				   NULL};
	int attended = j->attended == j->started;
	int inside = o->tier == SANDBOX_FULL && !attended;
	int simulated = outing->simulated, remote = o->remote && simulated && !attended;
	Remote machine = REMOTE_NONE;
	char *env[RUN_ENV_MAX];
	SandboxPaths shown;
	int ends[2];

	sandbox_paths_for_program(o, j->check, &shown);
	sandbox_paths_add(&shown, program, NULL);
	run_environment(r, simulated, remote, attended, inside ? SANDBOX_FOLDER : folder, env);

	const Sandbox sandbox = {.tier = o->tier,
				 .shown = shown.list,
				 .room_bytes = (uint64_t)ROOM_MIB << 20,
				 .room_files = ROOM_FILES,
				 .processes = PROCESSES,
				 .user = sandbox_user(),
				 .hardware = !simulated,
				 .shares_pages = simulated && !remote};
	ProcessSpec spec = {
		.argv = attended ? under_gdb : argv,
		.attended = attended,
		.env = env,
		.folder = folder,
		.sandbox = attended ? NULL : &sandbox,
		.wall_s = o->seconds,
		/* what loops in one thread has used up its time first, as it is given back what it waits for a processor */
		.cpu_s = o->seconds * outing->count + 1,
		.files = simulated ? 64 : 1024, /* a real driver opens many */
		.memory_bytes = (uint64_t)MEMORY_GIB << 30,
		.file_bytes = (uint64_t)FILE_MIB << 20,
		.channel = channel,
		.machine = remote ? &machine.ends : NULL,
	};

	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) < 0) {
		fault_set(outing, "no channel");
	} else {
		spec.channel_other_fd = ends[1];
		channel_init(channel, ends[0]);
		channel->room = room_left(outing->first);
		if (rounds_queue(outing, channel, remote) < 0) {
			close(ends[1]);
			fault_set(outing, "the inputs are too large");
		} else if (remote && machine_start(r, &machine) < 0) {
			close(ends[1]);
			fault_set(outing, "no simulated machine");
		} else {
			if (remote)
				channel->link = remote_device_link(&machine);
			process_judge(outing, &spec, &machine);
			channel->link = (DeviceLink){0};
		}
		remote_free(&machine);
		close(channel->fd);
		channel->fd = -1;
	}
	for (int i = 0; env[i]; i++)
		free(env[i]);
	sandbox_paths_free(&shown);
	free(stop);
	free(later);
	free(sources);
	free(program);
}

/* Without the library the loader would fail, as if that were the program's fault. */
static bool framework_is_missing(const Outing *outing)
{
	const Judge *j = outing->first;
	char *folder = kit_seen_framework(j->options, j->check);
	char *path = text_new("%s/libusegpu.so", folder);
	bool missing = access(path, R_OK) < 0;

	if (missing)
		error_set(outing, path, "it cannot be read; run make");
	free(path);
	free(folder);
	return missing;
}

/* Gives the program a private folder, which is gone afterwards. */
static void run_once(const Outing *outing, Channel *channel)
{
	const Judge *j = outing->first;
	char *folder = work_path(j->options, j->lab, "run-XXXXXX");

	channel_init(channel, -1);
	if (j->options->gpu == GPU_CUDA && gpu_lock_shared(j->options) < 0)
		fault_set(outing, "gpu.lock cannot be locked");
	else if (sandbox_folder_create(folder) < 0)
		fault_set(outing, "no folder for the run");
	else if (!framework_is_missing(outing))
		program_run(outing, folder, channel);
	gpu_unlock_shared();
	double began = clock_worked();
	folder_remove(folder);
	time_budget_spend(clock_worked() - began);
	free(folder);
}

static void answers_take(const Outing *outing, Channel *channel)
{
	for (int i = 0; i < outing->count; i++) {
		outing->runs[i]->answers = channel->answers[i];
		for (const Value *v = channel->answers[i].results; v; v = v->next)
			outing->first->told += v->bytes;
		channel->answers[i] = (Answers){.results = NULL};
	}
	channel_free(channel);
}

/* Counts and findings of what a real GPU has computed, from the simulator. */
static void run_counted(Outing *outing)
{
	Channel counted;

	outing->simulated = 1;
	while (outing->count > 0 && outing->runs[outing->count - 1]->ending.kind != VERDICT_PASS)
		outing->count--;
	if (outing->count == 0)
		return;
	run_once(outing, &counted);
	for (int i = 0; i < outing->count; i++) {
		Answers *answers = &outing->runs[i]->answers;

		memcpy(answers->window, counted.answers[i].window, sizeof answers->window);
		answers->ended = counted.answers[i].ended;
	}
	channel_free(&counted);
}

void run_on_hardware(Run *run)
{
	Outing outing = {run->judge, (Run *const[]){run}, 1, 0};
	Channel channel;

	run_once(&outing, &channel);
	answers_take(&outing, &channel);
	run->gone = 1;
}

void run_together(Judge *first, Run *const *runs, int count)
{
	int cuda = first->options->gpu == GPU_CUDA;
	Outing outing = {first, runs, count, !cuda};
	Channel channel;

	first->started++;
	for (int i = 0; i < count; i++) {
		same_calls_prepare(runs[i]);
		runs[i]->before = i > 0 ? runs[0] : NULL;
	}
	run_once(&outing, &channel);
	answers_take(&outing, &channel);
	if (cuda)
		run_counted(&outing);
	for (int i = 0; i < count; i++) {
		if (!first->options->details && !cuda) /* a check may have many runs */
			values_free(&runs[i]->inputs);
		runs[i]->is_second = i > 0;
		runs[i]->gone = 1;
	}
}
