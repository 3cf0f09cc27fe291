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

#include "build.h"
#include "findings.h"
#include "judge_state.h"
#include "place.h"
#include "process.h"
#include "text.h"

#define MEMORY_GIB  4
#define FILE_MIB    16
#define REPORT_FILE "report.json"
#define TRACE_FILE  "trace.json"
#define ENV_MAX     24

/* How a run ended: kind is VERDICT_PASS when nothing was wrong with it. */
typedef struct Ending {
	VerdictKind kind;
	char message[400];
	char where[80];
} Ending;

__attribute__((format(printf, 3, 4))) static void ending_set(Ending *ending, VerdictKind kind,
							     const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(ending->message, sizeof ending->message, format, arguments);
	va_end(arguments);
	ending->kind = kind;
}

/* --- the environment -------------------------------------------------------------------------- */

static int is_sanitized(const Options *o)
{
	for (char **flag = o->cflags; *flag != NULL; flag++)
		if (strncmp(*flag, "-fsanitize", 10) == 0)
			return 1;
	return 0;
}

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

static void env_fill(const Run *r, int simulated, const char *folder, char **env)
{
	const Options *o = r->judge->options;
	int count = 0, shown = 0;

	env[count++] = text_new("PATH=/usr/bin:/bin");
	pass_through(env, &count, "OPENBLAS_NUM_THREADS");
	pass_through(env, &count, "OPENBLAS_CORETYPE");
	if (r->judge->attended == r->judge->started) {
		pass_through(env, &count, "TERM");
		pass_through(env, &count, "HOME");
	}
	if (simulated) {
		env[count++] = text_new("SIMCUDA_MACHINE=%dx%s", r->gpus, run_model_name(r));
		env[count++] = text_new("SIMCUDA_REPORT=%s/%s", folder, REPORT_FILE);
		if (r->watched)
			env[count++] = text_new("SIMCUDA_TRACE=%s/%s", folder, TRACE_FILE);
		env[count++] = text_new("SIMCUDA_REGISTRY=off");
		/* libusegpu.so may have been linked with NVIDIA's libraries, whatever --gpu says.
		 */
		env[count++] = text_new("LD_LIBRARY_PATH=%s/simcuda", o->build);
	}
	if (is_sanitized(o)) {
		env[count++] = text_new("ASAN_OPTIONS=detect_leaks=0:abort_on_error=1:"
					"handle_segv=0:handle_sigbus=0:handle_sigfpe=0:"
					"protect_shadow_gap=0");
		env[count++] = text_new("UBSAN_OPTIONS=abort_on_error=1");
		/* OpenBLAS starting its threads while the program allocates can leave gcc 12's
		 * AddressSanitizer waiting for its own lock for ever. */
		if (getenv("OPENBLAS_NUM_THREADS") == NULL)
			env[count++] = text_new("OPENBLAS_NUM_THREADS=1");
	}
	for (int i = 0; i < r->env_count; i++) {
		shown |= strncmp(r->env[i], "CUDA_VISIBLE_DEVICES=", 21) == 0;
		env[count++] = text_new("%s", r->env[i]);
	}
	if (!simulated && !shown)
		env[count++] = visible_first(r->gpus);
	env[count] = NULL;
}

/* --- what the end means ----------------------------------------------------------------------- */

static const char *signal_words(int number)
{
	static const struct {
		int number;
		const char *words;
	} known[] = {
		{SIGSEGV, "segmentation fault"},
		{SIGABRT, "abort"},
		{SIGBUS, "bus error"},
		{SIGFPE, "arithmetic error such as a division by zero"},
		{SIGILL, "illegal instruction"},
		{SIGKILL, "killed, perhaps for want of memory"},
		{SIGTRAP, "trap"},
		{SIGSYS, "forbidden system call"},
		{SIGTERM, "terminated"},
	};

	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		if (known[i].number == number)
			return known[i].words;
	return "ended by a signal";
}

static void signal_describe(const Run *r, int number, const Finding *finding, Ending *ending)
{
	const char *function = r->judge->check->function;

	if (number == SIGXCPU)
		ending_set(ending, VERDICT_FAIL,
			   "%s used more than %d s of the processor: an endless loop?", function,
			   r->judge->options->seconds);
	else if (number == SIGXFSZ)
		ending_set(ending, VERDICT_FAIL, "%s wrote a file of more than %d MiB", function,
			   FILE_MIB);
	else
		ending_set(ending, VERDICT_FAIL, "%s crashed (%s)%s%s", function,
			   signal_words(number), finding ? ": " : "",
			   finding ? finding->message : "");
}

static void unended_describe(const Run *r, const Channel *channel, const ProcessEnd *end,
			     const Finding *finding, Ending *ending)
{
	if (channel->damaged)
		ending_set(ending, VERDICT_FAIL, "the program's results are damaged");
	else if (end->timed_out)
		ending_set(ending, VERDICT_FAIL, "%s ran longer than %d s: an endless loop?",
			   r->judge->check->function, r->judge->options->seconds);
	else if (end->too_large)
		ending_set(ending, VERDICT_FAIL, "%s used more than %d GiB of memory",
			   r->judge->check->function, MEMORY_GIB);
	else if (WIFSIGNALED(end->status))
		signal_describe(r, WTERMSIG(end->status), finding, ending);
	else
		ending_set(ending, VERDICT_FAIL, "the program ended early: exit(%d) was called",
			   WEXITSTATUS(end->status));
}

/* An input that the judge did send, in the type that the drive wanted, cannot be missing: then the
 * frame was forged. */
static void missing_describe(const Run *r, const Channel *channel, Ending *ending)
{
	const Value *input = values_find(r->inputs, channel->missing);

	if (input != NULL && input->type == channel->missing_type)
		ending_set(ending, VERDICT_FAIL, "the program's results are damaged");
	else if (channel->missing_type == FRAME_START)
		ending_set(ending, VERDICT_ERROR, "the lab's drive has no check %s",
			   channel->missing);
	else
		ending_set(ending, VERDICT_ERROR, "the drive wanted an input %s that was not sent",
			   channel->missing);
}

/* Where the program was when a signal ended it. */
static void place_find(const Run *r, const Channel *channel, Ending *ending)
{
	const Judge *j = r->judge;
	char *program = build_path(j->options, j->lab, j->lab->name);
	char source[60];
	int line;

	snprintf(source, sizeof source, "%s.c", j->lab->name);
	line = place_line(program, source, channel->crash, channel->crash_count);
	if (line > 0)
		snprintf(ending->where, sizeof ending->where, "%s:%d", source, line);
	free(program);
}

static void ending_find(const Run *r, const Channel *channel, const ProcessEnd *end, int simulated,
			const char *folder, Ending *ending)
{
	const char *id = r->judge->check->id;
	char source[80];
	Finding finding;
	int folder_fd, found = 0;

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
	if (simulated) {
		snprintf(source, sizeof source, "%s.c", r->judge->lab->name);
		folder_fd = open(folder, O_PATH | O_DIRECTORY | O_CLOEXEC);
		found = findings_read(folder_fd, REPORT_FILE, source, r->allowed, &finding);
		if (folder_fd >= 0)
			close(folder_fd);
	}
	if (!channel->ended || channel->damaged)
		unended_describe(r, channel, end, found == 1 ? &finding : NULL, ending);
	else if (found == 1)
		ending_set(ending, VERDICT_FAIL, "%s", finding.message);
	else if (found < 0 && room_missing(folder, ending->message, sizeof ending->message))
		ending->kind = VERDICT_ERROR;
	else if (found < 0)
		ending_set(ending, VERDICT_FAIL, "the simulator's report is %s",
			   found == -1 ? "missing" : "damaged");
	if (found == 1)
		memcpy(ending->where, finding.where, sizeof ending->where);
	if (ending->where[0] == '\0' && !channel->ended && channel->crash_count > 0)
		place_find(r, channel, ending);
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
	return channel_queue(channel, FRAME_START, 0, r->judge->check->id, NULL, 0);
}

/* Runs the lab's program once in the folder; the channel is filled with what it answered. */
static void program_run(const Run *r, int simulated, const char *folder, Channel *channel,
			Ending *ending)
{
	static ProcessEnd end; /* too large for some stacks */
	Judge *j = r->judge;
	char *program = build_path(j->options, j->lab, j->lab->name);
	char *const argv[] = {program, NULL};
	int attended = j->attended == j->started;
	char *stop = text_new("break %s", j->check->function);
	char *sources = build_path(j->options, j->lab, NULL);
	char *const under_gdb[] = {"gdb",    "-q",    "-iex", "set debuginfod enabled off",
				   "-d",     sources, "-d",   j->options->root,
				   "-ex",    stop,    "-ex",  "run",
				   "--args", program, NULL};
	char *env[ENV_MAX];
	int ends[2];

	env_fill(r, simulated, folder, env);
	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) < 0) {
		ending_set(ending, VERDICT_ERROR, "no channel: %s", strerror(errno));
	} else {
		ProcessSpec spec = {
			.argv = attended ? under_gdb : argv,
			.attended = attended,
			.env = env,
			.folder = folder,
			.wall_s = j->options->seconds,
			.cpu_s = j->options->seconds,
			.files = simulated ? 64 : 1024, /* a real driver opens many */
			.memory_bytes = (uint64_t)MEMORY_GIB << 30,
			.file_bytes = (uint64_t)FILE_MIB << 20,
			.channel = channel,
			.channel_other_fd = ends[1],
		};

		channel_init(channel, ends[0]);
		if (inputs_queue(r, channel) < 0) {
			close(ends[1]);
			ending_set(ending, VERDICT_ERROR, "the inputs are too large");
		} else if (process_run(&spec, &end) < 0) {
			ending_set(ending, VERDICT_ERROR, "no process: %s", strerror(errno));
		} else {
			output_keep(j, &end);
			ending_find(r, channel, &end, simulated, folder, ending);
		}
		if (channel->fd >= 0)
			close(channel->fd);
		channel->fd = -1;
	}
	for (int i = 0; env[i] != NULL; i++)
		free(env[i]);
	free(sources);
	free(stop);
	free(program);
}

/* What the simulator left in the run's folder beside the report's first finding. */
static void files_keep(Run *r, const Channel *channel, const char *folder)
{
	char source[80];
	int folder_fd = open(folder, O_PATH | O_DIRECTORY | O_CLOEXEC);

	snprintf(source, sizeof source, "%s.c", r->judge->lab->name);
	findings_lines(folder_fd, REPORT_FILE, source, r->allowed, r->finding_lines);
	if (r->watched && channel->done)
		timeline_read(folder_fd, TRACE_FILE, source, channel->window.go.host_ns,
			      channel->window.end.host_ns, &r->timeline);
	if (folder_fd >= 0)
		close(folder_fd);
}

/* Gives the program a private folder, which is gone afterwards. Leaves when something was wrong. */
static void run_once(Run *r, int simulated, Channel *channel)
{
	Judge *j = r->judge;
	char *folder = build_path(j->options, j->lab, "run-XXXXXX");
	Ending ending = {VERDICT_PASS, "", ""};

	if (mkdtemp(folder) == NULL)
		ending_set(&ending, VERDICT_ERROR, "no folder for the run: %s", strerror(errno));
	else
		program_run(r, simulated, folder, channel, &ending);
	if (simulated && ending.kind == VERDICT_PASS)
		files_keep(r, channel, folder);
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
