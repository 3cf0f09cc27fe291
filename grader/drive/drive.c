/* drive.c - the student's process: receives inputs, runs one drive, sends results.
 *
 * main() reads input frames up to START, looks the check up in lab_drives and calls its drive. The
 * drive_... functions turn its calls into frames (protocol.h). If START says so, the same comes
 * once more, with other inputs: what an exercise keeps from its first call is there in the second.
 * After that simcuda_finish() looks for leaks and END tells the judge that nothing ended early. The
 * process leaves by _exit, so handlers that the student's code registered do not run.
 *
 * When the judge is gone there is nobody to work for: every failed read or write ends the
 * process. */
#include "grader/include/drive.h"

#include <errno.h>
#include <signal.h>
#include <sys/random.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include "grader/drive/heap.h"
#include "grader/include/protocol.h"

#define PLACES_MAX 64 /* of one result */

typedef struct Input {
	FrameHead head;
	char name[FRAME_NAME_MAX + 1];
	void *payload; /* a text's is one byte longer than head.payload_bytes, and that byte is 0 */
	struct Input *next;
} Input;

#include "grader/drive/framework_state.h"

struct Drive {
	Input *inputs;
	FrameWindow window;
	Framework framework; /* before the window */
	int failure_told, change_told;
};

/* There in a build that counts lines (make coverage); _exit() would forget the counts. */
__attribute__((weak)) void __gcov_dump(void); /* NOLINT: gcov's name */

static _Noreturn void drive_leave(int status)
{
	fflush(NULL);
	if (__gcov_dump) {
		close(STDERR_FILENO); /* what a sandbox forbids is not the exercise's to tell */
		__gcov_dump();
	}
	_exit(status);
}

static void *memory_there(void *memory, size_t bytes)
{
	if (!memory) {
		fprintf(stderr, "drive: no memory for %zu bytes\n", bytes);
		drive_leave(1);
	}
	return memory;
}

static void *drive_allocate(size_t bytes)
{
	return memory_there(malloc(bytes), bytes);
}

/* What no exercise gets to see: a guarded block costs two calls of the kernel. */
static void *own_allocate(size_t bytes)
{
	return memory_there(drive_heap_own(bytes), bytes);
}

#include "grader/drive/channel.h"
#include "grader/drive/crash.h"
#include "grader/drive/lockdown.h"

/* How the numbers lie that an exercise may be given as they are (drive_text, drive_floats, drive_ints); 0: it is not given
 * them. */
static size_t alignment_of(FrameType type)
{
	switch (type) {
	case FRAME_TEXT:
		return _Alignof(char);
	case FRAME_FLOATS:
		return _Alignof(float);
	case FRAME_INTS:
		return _Alignof(int64_t);
	default:
		return 0;
	}
}

/* Only a text has a byte more, which ends it. */
static void *payload_read(const FrameHead *head)
{
	const size_t bytes = head->payload_bytes, align = alignment_of((FrameType)head->type),
		     end = head->type == FRAME_TEXT ? 1 : 0;
	void *payload = align == 0
				? own_allocate(bytes)
				: memory_there(drive_heap_exact(bytes + end, align), bytes + end);

	channel_read(payload, bytes);
	if (end)
		((char *)payload)[bytes] = '\0';
	return payload;
}

static FrameType frame_receive(Drive *d)
{
	Input *input = own_allocate(sizeof *input);

	channel_read(&input->head, sizeof input->head);
	if (input->head.name_bytes > FRAME_NAME_MAX ||
	    input->head.payload_bytes > FRAME_PAYLOAD_MAX) {
		fprintf(stderr, "drive: descriptor %d does not speak the judge's protocol\n",
			CHANNEL_FD);
		drive_leave(DRIVE_LOST);
	}
	channel_read(input->name, input->head.name_bytes);
	input->name[input->head.name_bytes] = '\0';
	input->payload = payload_read(&input->head);
	input->next = d->inputs;
	d->inputs = input;
	return (FrameType)input->head.type;
}

static void go_wait(Drive *d)
{
	while (frame_receive(d) != FRAME_GO)
		;
}

/* Names a result that the judge reads in the machine. It has to be there until that is done. */
static void place_send(Drive *d, FrameType type, const char *name, const void *payload,
		       size_t bytes)
{
	frame_send(type, 0, name, payload, bytes);
	go_wait(d);
}

#include "grader/drive/inputs.h"

/* --- the measured window ---------------------------------------------------------------------- */

/* An exercise has to look at its calls, and not to ask the simulator whether one has failed, or to have its caller's
 * fail. */
static uint64_t failure_key(void)
{
	static uint64_t key;

	if (key == 0 && getrandom(&key, sizeof key, 0) != sizeof key)
		key = (uint64_t)(uintptr_t)&key;
	return key;
}

/* Lets the operation fail that the judge has chosen, if it has. */
static void failure_begin(const Drive *d)
{
	const size_t prefix = sizeof FRAME_FAIL_PREFIX - 1;

	for (const Input *input = d->inputs; input; input = input->next) {
		const int64_t *which = input->payload;

		if (input->head.type == FRAME_INTS && simcuda_fail_by &&
		    input->head.payload_bytes == 2 * sizeof *which &&
		    strncmp(input->name, FRAME_FAIL_PREFIX, prefix) == 0)
			simcuda_fail_by(failure_key(), input->name + prefix, which[0], which[1]);
	}
}

static int frozen; /* 1: the machine refuses all but freeing */

void drive_go(Drive *d)
{
	if (simcuda_counters)
		simcuda_counters(&d->window.go); /* the machine knows all time so far */
	frame_send(FRAME_READY, 0, "", NULL, 0);
	go_wait(d);
	frozen = 0;
	d->framework = framework_now();
	if (simcuda_counters) {
		d->window.counted = 1;
		simcuda_counters(&d->window.go);
	}
	failure_begin(d);
	if (simcuda_failure)
		simcuda_failure(failure_key(), NULL, 0);
	drive_heap_window(1);
}

/* For a judge that wonders why the exercise gave up. Of several windows the first in which a call failed tells. */
static void failure_tell(Drive *d)
{
	enum { MOST = 4 };
	uint64_t places[MOST];
	const char *name = !simcuda_failure || d->failure_told
				   ? NULL
				   : simcuda_failure(failure_key(), places, MOST);
	int count = 0;

	if (!name)
		return;
	d->failure_told = 1;
	for (int i = 0; i < MOST && places[i] != 0; i++)
		if (places[i] >= (uintptr_t)__executable_start && places[i] < (uintptr_t)etext)
			places[count++] = places[i] - 1 - crash_base; /* as of a crash */
	frame_send(FRAME_TEXT, 0, FRAME_FAILED, name, strlen(name));
	frame_send(FRAME_INTS, 0, FRAME_FAILED_AT, places, (size_t)count * sizeof *places);
}

/* The framework's side of what an exercise leaves behind; of several windows the first tells. */
static void change_tell(Drive *d)
{
	const int64_t changed = d->change_told ? 0 : framework_changed(&d->framework);

	if (!changed)
		return;
	d->change_told = 1;
	frame_send(FRAME_INT, 0, FRAME_CHANGED, &changed, sizeof changed);
}

/* The machine lives in another process: asked before an exercise can empty the environment. */
static int remote;

void drive_end(Drive *d)
{
	drive_heap_window(0);
	if (simcuda_fail_by)
		simcuda_fail_by(failure_key(), NULL, 0, 0);
	if (simcuda_counters)
		simcuda_counters(&d->window.end);
	frame_send(FRAME_DONE, 0, "", &d->window, sizeof d->window);
	crash_look();
	if (remote) {
		go_wait(d); /* the judge counts at the machine itself, and freezes it */
		frozen = 1;
	}
	failure_tell(d);
	change_tell(d);
}

void drive_held(Drive *d, const char *name)
{
	frame_send(FRAME_HELD, 0, name, NULL, 0);
	go_wait(d);
}

void drive_file(Drive *d, const char *name)
{
	frame_send(FRAME_FILE, 0, name, NULL, 0);
	go_wait(d);
}

void drive_watch(Drive *d, const char *name)
{
	frame_send(FRAME_WATCH, 0, name, NULL, 0);
	go_wait(d);
}

void drive_thaw(Drive *d)
{
	frame_send(FRAME_THAW, 0, "", NULL, 0);
	if (remote)
		go_wait(d);
	frozen = 0;
}

int drive_is_frozen(void)
{
	return frozen;
}

#include "grader/drive/results.h"
#include "grader/drive/stays.h"

/* --- the program ------------------------------------------------------------------------------ */

void lab_todo(const char *id, ...)
{
	frame_send(FRAME_TODO, 0, id, NULL, 0);
	drive_leave(0);
}

/* NULL when the table has none for the check. */
static const DriveCheck *drive_find(const DriveCheck *check, const char *id)
{
	while (check->id && strcmp(check->id, id) != 0)
		check++;
	return !check->id ? NULL : check;
}

/* A round from its inputs to its results. Returns what START said. */
static uint32_t round_run(Drive *d)
{
	const DriveCheck *check;
	uint32_t start = START_LAST;

	while (frame_receive(d) != FRAME_START)
		;
	const Input *asked = d->inputs;

	if (asked->head.payload_bytes == sizeof start)
		memcpy(&start, asked->payload, sizeof start);
	check = drive_find(lab_drives, asked->name);
	if (!check && hidden_drives)
		check = drive_find(hidden_drives, asked->name);
	if (!check)
		input_missing(asked->name, FRAME_START);
	const int64_t tensors = tensor_living(), threads = threads_living();
	check->drive(d);
	crash_look();
	kept_tell();
	grown_tell();
	tensors_tell(tensors);
	threads_tell(threads);
	return start;
}

/* The next round begins as the first one did: nothing of this one's inputs is left, and no error waits to be
 * asked for. But the last GPU is the current one, not the first: who leaves GPU 0 current has changed
 * something. Its tensors may get the addresses of this one's. */
static void round_end(Drive *d, uint32_t found)
{
	int gpus;

	tensor_forget_freed();
	while (d->inputs) {
		Input *input = d->inputs;

		d->inputs = input->next;
		free(input->payload);
		free(input);
	}
	d->window = (FrameWindow){.counted = 0};
	d->failure_told = d->change_told = 0;
	if (cudaGetDeviceCount(&gpus) == cudaSuccess)
		cudaSetDevice(gpus - 1);
	cudaGetLastError();
	error_clear();
	fflush(NULL);
	frame_send(FRAME_ROUND, 0, "", &found, sizeof found);
	frozen = 0; /* before the judge sends anything */
}

/* Calls the check's drive as often as the judge wants. */
static void rounds_run(Drive *d)
{
	for (;;) {
		uint32_t start = round_run(d), found = 0;

		if ((start & START_WAYS) == START_LAST)
			return;
		if (simcuda_findings)
			found = (uint32_t)simcuda_findings((start & START_AGAIN) != 0);
		if ((start & START_WAYS) == START_IF_CLEAN && found > 0)
			return;
		round_end(d, found);
	}
}

/* The row behind the last check may say what is to be done before anything of the lab's runs. */
static void drive_prepare(Drive *d)
{
	const DriveCheck *last = lab_drives;

	while (last->id)
		last++;
	if (last->drive)
		last->drive(d);
}

int main(void)
{
	static Drive d;

	remote = getenv("SIMCUDA_REMOTE") != NULL;
	drive_heap_begin();
	crash_install();
	drive_prepare(&d);
	if (remote)
		lockdown_begin();
	/* what was printed before a crash is not lost; and a place that the C library took for it at the first word would look
	 * like memory that the exercise has kept */
	char *printed = malloc(BUFSIZ);
	setvbuf(stdout, printed, _IOLBF, printed ? BUFSIZ : 0);
	rounds_run(&d);
	if (simcuda_finish)
		simcuda_finish();
	frame_send(FRAME_END, 0, "", NULL, 0);
	go_wait(&d); /* the judge can still send: the channel is as it was */
	drive_leave(0);
}
