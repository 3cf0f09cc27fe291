/* run_go.c - the run itself: one fresh process, and what its end means.
 *
 * Under the simulator a run is one process. On real GPUs it is two: the first computes the results
 * on the hardware; the second, the same program with the simulator's libraries first in its library
 * path, supplies the counts and the findings. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "coverage.h"
#include "findings.h"
#include "held.h"
#include "judge_state.h"
#include "remote.h"
#include "run_end.h"
#include "shown.h"
#include "text.h"
#include "work.h"

#define ENV_MAX    27
#define ROOM       (64 << 20) /* bytes of the folder that a program may write to */
#define ROOM_FILES 4096
#define PROCESSES  256 /* threads included: OpenBLAS has one for each processor */
#define TIMED_LABS 5   /* from this one on the labs are about time */

/* --- the environment -------------------------------------------------------------------------- */

static void pass_through(char **env, int *count, const char *name)
{
	if (getenv(name) != NULL)
		env[(*count)++] = text_new("%s=%s", name, getenv(name));
}

/* Real machines may have more GPUs than the check asks for: it is shown the first ones only. */
static char *visible_first(int gpus)
{
	char list[256] = "";

	for (int i = 0; i < gpus; i++)
		snprintf(list + strlen(list), sizeof list - strlen(list), "%s%d", i ? "," : "", i);
	return text_new("CUDA_VISIBLE_DEVICES=%s", list);
}

/* A watched run is judged by its timeline. Reports show those of others, too, where that is wanted:
 * it costs a tenth of a grading. */
static int is_traced(const Run *r)
{
	return r->watched || (r->judge->options->timelines && r->judge->lab->number >= TIMED_LABS);
}

static void env_fill(const Run *r, int simulated, int remote, const char *inside, char **env)
{
	const Options *o = r->judge->options;
	int count = 0, shown = 0;

	env[count++] = text_new("PATH=/usr/bin:/bin");
	if (getenv("OPENBLAS_NUM_THREADS") != NULL || !simulated)
		pass_through(env, &count, "OPENBLAS_NUM_THREADS");
	else /* two checks run at a time, and sums of more threads are rounded otherwise */
		env[count++] = text_new("OPENBLAS_NUM_THREADS=1");
	pass_through(env, &count, "OPENBLAS_CORETYPE");
	if (r->judge->attended == r->judge->started) {
		pass_through(env, &count, "TERM");
		pass_through(env, &count, "HOME");
	}
	if (simulated) {
		env[count++] = text_new("SIMCUDA_MACHINE=%dx%s", r->gpus, run_model_name(r));
		env[count++] = text_new("SIMCUDA_REPORT=%s/%s", inside, REPORT_FILE);
		if (is_traced(r) && !remote)
			env[count++] = text_new("SIMCUDA_TRACE=%s/%s", inside, TRACE_FILE);
		else if (is_traced(r)) /* the machine writes it, and is told the names of calls */
			env[count++] = text_new("SIMCUDA_TRACE=/dev/null");
		if (o->coverage) { /* beside the report, whatever path was compiled in */
			env[count++] = text_new("GCOV_PREFIX=%s", inside);
			env[count++] = text_new("GCOV_PREFIX_STRIP=100");
		}
		env[count++] = text_new("SIMCUDA_REGISTRY=off");
		/* libusegpu.so may have been linked with NVIDIA's libraries, whatever --gpu says.
		 */
		env[count++] =
			text_new("LD_LIBRARY_PATH=%s/simcuda%s", o->build, remote ? "-remote" : "");
		if (remote)
			env[count++] =
				text_new("SIMCUDA_REMOTE=%d,%d", REMOTE_MEMORY_FD, REMOTE_LIFE_FD);
	}
	if (options_have_flag(o, "-fsanitize")) {
		env[count++] = text_new("ASAN_OPTIONS=detect_leaks=0:abort_on_error=1:"
					"allocator_may_return_null=1:"
					"handle_segv=0:handle_sigbus=0:handle_sigfpe=0:"
					"protect_shadow_gap=0");
		env[count++] = text_new("UBSAN_OPTIONS=abort_on_error=1");
	}
	for (int i = 0; i < r->env_count; i++) {
		shown |= strncmp(r->env[i], "CUDA_VISIBLE_DEVICES=", 21) == 0;
		env[count++] = text_new("%s", r->env[i]);
	}
	if (!simulated && !shown)
		env[count++] = visible_first(r->gpus);
	env[count] = NULL;
}

/* --- one process ------------------------------------------------------------------------------ */

static void output_keep(Judge *j, const ProcessEnd *end)
{
	Verdict *v = &j->verdict;
	size_t room = sizeof v->output - v->output_bytes;
	size_t kept = end->output_bytes < room ? end->output_bytes : room;

	memcpy(v->output + v->output_bytes, end->output, kept);
	v->output_bytes += kept;
	v->cut |= end->cut || kept < end->output_bytes;
}

static int inputs_queue(const Run *r, Channel *channel)
{
	for (const Value *v = r->inputs; v != NULL; v = v->next)
		if (channel_queue(channel, v->type, v->nothing, v->name, v->payload, v->bytes) < 0)
			return -1;
	return channel_queue(channel, FRAME_START, 0, check_drive(r->judge->check), NULL, 0);
}

/* The timeline of the window: from the machine itself, or from what the program left in its folder.
 */
static void timeline_keep(Run *r, const Channel *channel, const ProcessEnd *end,
			  const Remote *machine)
{
	char source[80],
		*program = work_path(r->judge->options, r->judge->lab, r->judge->lab->name);
	int own = machine == NULL || machine->trace < 0;

	snprintf(source, sizeof source, "%s.c", r->judge->lab->name);
	if (channel->done)
		timeline_read(own ? end->folder_fd : machine->trace, own ? TRACE_FILE : NULL,
			      program, source, channel->window.go.host_ns,
			      channel->window.end.host_ns, &r->timeline);
	free(program);
}

/* What the simulator left in the run's folder beside the report's first finding. */
static void files_keep(Run *r, const Channel *channel, const ProcessEnd *end, const Remote *machine)
{
	char source[80];

	snprintf(source, sizeof source, "%s.c", r->judge->lab->name);
	findings_lines(end->folder_fd, REPORT_FILE, machine != NULL ? machine->report : NULL,
		       source, r->allowed, r->finding_lines);
	if (r->watched)
		timeline_keep(r, channel, end, machine);
}

/* What a report shows of the run, also of one that failed. */
static void details_keep(Run *r, const Channel *channel, const ProcessEnd *end,
			 const Remote *machine)
{
	char source[80];

	snprintf(source, sizeof source, "%s.c", r->judge->lab->name);
	r->findings = findings_json(end->folder_fd, REPORT_FILE,
				    machine != NULL ? machine->report : NULL, source);
	if (is_traced(r) && !r->timeline.read)
		timeline_keep(r, channel, end, machine);
}

/* Runs it to its end, and looks at what it left. */
static void process_judge(Run *r, const ProcessSpec *spec, int simulated, Remote *machine,
			  Ending *ending)
{
	static ProcessEnd end; /* too large for some stacks */
	char problem[160];

	if (process_run(spec, &end) < 0) {
		ending_set(ending, VERDICT_ERROR, "no process: %s", strerror(errno));
		return;
	}
	output_keep(r->judge, &end);
	if (spec->machine != NULL) {
		remote_end(machine);
		findings_refused(machine->report, r->judge->refused, sizeof r->judge->refused);
	}
	ending_find(r, spec->channel, &end, simulated, spec->machine, spec->folder, ending);
	if (spec->machine != NULL && ending->kind == VERDICT_PASS &&
	    held_check(spec->channel->results, machine->shown, 0, r->later, problem,
		       sizeof problem) < 0)
		ending_set(ending, VERDICT_FAIL, "the program's results are damaged: %s", problem);
	if (simulated && ending->kind == VERDICT_PASS)
		files_keep(r, spec->channel, &end, spec->machine);
	if (simulated && r->judge->options->coverage && end.fault[0] == '\0')
		coverage_take(r->judge, end.folder_fd);
	if (simulated && r->judge->options->details)
		details_keep(r, spec->channel, &end, spec->machine);
	if (end.folder_fd >= 0)
		close(end.folder_fd);
}

static int machine_start(const Run *r, Remote *machine)
{
	char name[64];

	snprintf(name, sizeof name, "%dx%s", r->gpus, run_model_name(r));
	return remote_start(r->judge->options, name, is_traced(r), machine);
}

/* Runs the lab's program once in the folder; the channel is filled with what it answered. */
static void program_run(Run *r, int simulated, const char *folder, Channel *channel, Ending *ending)
{
	Judge *j = r->judge;
	const Options *o = j->options;
	char *program = work_path(o, j->lab, j->lab->name);
	char *sources = work_path(o, j->lab, NULL);
	char *stop = text_new("break %s", j->check->function);
	char *const argv[] = {program, NULL};
	char *const under_gdb[] = {"gdb",    "-q",    "-iex", "set debuginfod enabled off",
				   "-d",     sources, "-d",   o->root,
				   "-ex",    stop,    "-ex",  "run",
				   "--args", program, NULL};
	int attended = j->attended == j->started;
	int inside = o->tier == SANDBOX_FULL && !attended;
	int remote = o->remote && simulated && !attended;
	Remote machine = REMOTE_NONE;
	char *env[ENV_MAX];
	Shown shown;
	int ends[2];

	shown_to_program(o, &shown);
	shown_add(&shown, program, NULL);
	env_fill(r, simulated, remote, inside ? SANDBOX_FOLDER : folder, env);

	const Sandbox sandbox = {o->tier, shown.list, ROOM, ROOM_FILES, PROCESSES, sandbox_user()};
	ProcessSpec spec = {
		.argv = attended ? under_gdb : argv,
		.attended = attended,
		.env = env,
		.folder = folder,
		.sandbox = attended ? NULL : &sandbox,
		.wall_s = o->seconds,
		.cpu_s = o->seconds,
		.files = simulated ? 64 : 1024, /* a real driver opens many */
		.memory_bytes = (uint64_t)MEMORY_GIB << 30,
		.file_bytes = (uint64_t)FILE_MIB << 20,
		.channel = channel,
		.machine = remote ? &machine : NULL,
	};

	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) < 0) {
		ending_set(ending, VERDICT_ERROR, "no channel: %s", strerror(errno));
	} else {
		spec.channel_other_fd = ends[1];
		channel_init(channel, ends[0]);
		if (inputs_queue(r, channel) < 0) {
			close(ends[1]);
			ending_set(ending, VERDICT_ERROR, "the inputs are too large");
		} else if (remote && machine_start(r, &machine) < 0) {
			close(ends[1]);
			ending_set(ending, VERDICT_ERROR, "no simulated machine: %s",
				   strerror(errno));
		} else {
			channel->glass = machine.glass;
			process_judge(r, &spec, simulated, &machine, ending);
			channel->glass = NULL;
		}
		remote_free(&machine);
		close(channel->fd);
		channel->fd = -1;
	}
	for (int i = 0; env[i] != NULL; i++)
		free(env[i]);
	shown_free(&shown);
	free(stop);
	free(sources);
	free(program);
}

/* Gives the program a private folder, which is gone afterwards. Leaves when something was wrong. */
static void run_once(Run *r, int simulated, Channel *channel)
{
	Judge *j = r->judge;
	char *folder = work_path(j->options, j->lab, "run-XXXXXX");
	Ending ending = {VERDICT_PASS, "", ""};

	if (folder_make_open(folder) < 0)
		ending_set(&ending, VERDICT_ERROR, "no folder for the run: %s", strerror(errno));
	else
		program_run(r, simulated, folder, channel, &ending);
	folder_remove(folder);
	free(folder);
	if (ending.where[0] != '\0')
		memcpy(j->verdict.where, ending.where, sizeof j->verdict.where);
	if (ending.kind != VERDICT_PASS)
		judge_leave(j, ending.kind, "%s", ending.message);
}

void run_go(Run *r)
{
	if (r->gone)
		judge_leave(r->judge, VERDICT_ERROR, "run_go was called twice");
	r->judge->started++;
	if (r->judge->options->gpu == GPU_CUDA) {
		Channel counted;

		run_once(r, 0, &r->channel);
		channel_init(&counted, -1);
		run_once(r, 1, &counted);
		r->channel.window = counted.window;
		channel_free(&counted);
	} else {
		run_once(r, 1, &r->channel);
	}
	r->gone = 1;
}
