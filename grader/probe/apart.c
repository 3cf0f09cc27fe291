/* apart.c - a forked function in the sandbox, which gives its answer in a file in memory: that has
 * a size, and holds still once its writer is gone. */
#include "grader/probe/apart.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "grader/base/clock.h"
#include "grader/base/file.h"
#include "grader/base/text.h"
#include "grader/sandbox/disk_use.h"
#include "grader/sandbox/process.h"
#include "grader/sandbox/footprint.h"

#define MEMORY      ((uint64_t)512 << 20) /* beside what it has from us */
#define ROOM        ((uint64_t)1 << 20)   /* beside what lies in its folder already */
#define PROCESSES   3                     /* that a sandbox is made of, at most */
#define DESCRIPTORS 64
#define FIRST       3 /* the first descriptor of the process: the answer; the files follow */

/* --- in the sandboxed process ----------------------------------------------------------------- */

static const Apart *running; /* set before the fork, */
static int answer_file;      /* and this */

/* Nothing is left open but the outputs, the answer and the files. */
static int descriptors_keep(void)
{
	const int last = FIRST + running->count;
	int bad = 0;

	/* out of the way of those numbers first, whatever they are now */
	int answer = fcntl(answer_file, F_DUPFD_CLOEXEC, last + 1);
	int moved[APART_FILES_MAX];

	for (int i = 0; i < running->count; i++)
		moved[i] = fcntl(running->files[i], F_DUPFD_CLOEXEC, last + 1);
	bad = answer < 0 || dup2(answer, FIRST) < 0;
	for (int i = 0; i < running->count; i++)
		bad |= moved[i] < 0 || dup2(moved[i], FIRST + 1 + i) < 0;
	return bad || close_range((unsigned)last + 1, ~0U, 0) < 0 ? -1 : 0;
}

static int body(void)
{
	int files[APART_FILES_MAX];

	if (descriptors_keep() < 0)
		return 1;
	for (int i = 0; i < running->count; i++)
		files[i] = FIRST + 1 + i;
	return running->body(files, FIRST, running->about);
}

/* --- in the parent ---------------------------------------------------------------------------- */

/* Of all its processes together, each of which begins as a copy of this one. */
static uint64_t memory_most(void)
{
	int status = footprint_open(getpid());
	Footprint ours = footprint_read(status);

	if (status >= 0)
		close(status);
	return MEMORY + PROCESSES * (ours.own + ours.shared);
}

/* Why its answer does not count; NULL: it does. */
static const char *end_judge(const ProcessEnd *end)
{
	if (end->timed_out || (WIFSIGNALED(end->status) && WTERMSIG(end->status) == SIGXCPU))
		return "takes too long to read";
	if (end->too_large)
		return "takes too much memory to read";
	if (end->too_full)
		return "takes too much of the disk to read";
	if (!WIFEXITED(end->status))
		return "crashes what reads it";
	return WEXITSTATUS(end->status) == 0 ? NULL : "cannot be read";
}

static ApartEnd answer_take(const Apart *apart, const ProcessEnd *end, int file, void **answer,
			    size_t *bytes, char *why, size_t why_size)
{
	const char *bad = end_judge(end);

	if (end->fault[0] != '\0') {
		text_format(why, why_size, "sandbox: %s", end->fault);
		return APART_FAULT;
	}
	if (!bad && !(*answer = file_load(file, NULL, apart->answer_max, bytes)))
		bad = errno == EFBIG ? "has more to tell than there is room" : "cannot be read";
	text_format(why, why_size, "%s", !bad ? "" : bad);
	return bad ? APART_BROKEN : APART_DONE;
}

/* In the reduced tier what the compiler left in the folder counts, too. */
static uint64_t room_most(const Apart *apart)
{
	int box = apart->tier == SANDBOX_REDUCED
			  ? open(apart->box, O_PATH | O_DIRECTORY | O_CLOEXEC)
			  : -1;
	uint64_t used = box < 0 ? 0 : disk_use_of_folder(box, UINT64_MAX, clock_worked() + 1);

	if (box >= 0)
		close(box);
	return ROOM + used;
}

/* `lacked`: it ended because it got no memory. */
static ApartEnd once_run(const Apart *apart, void **answer, size_t *bytes, char *why,
			 size_t why_size, bool *lacked)
{
	static ProcessEnd end; /* too large for some stacks */
	const SandboxPath shown[] = {{NULL, NULL}};
	const Sandbox sandbox = {
		.tier = apart->tier,
		.shown = shown,
		.room_bytes = room_most(apart),
		.room_files = 64,
		.processes = 8,
		.user = sandbox_user(),
	};
	const ProcessSpec spec = {
		.body = body,
		.folder = apart->box,
		.sandbox = &sandbox,
		.wall_s = APART_WAIT(apart->seconds),
		.cpu_s = apart->seconds,
		.files = DESCRIPTORS,
		.memory_bytes = memory_most(),
		.file_bytes = apart->answer_max + 1,
	};
	ApartEnd result = APART_FAULT;

	*lacked = false;
	*answer = NULL;
	*bytes = 0;
	running = apart;
	answer_file = memfd_create("answer", MFD_CLOEXEC);
	if (answer_file < 0 || process_run(&spec, &end) < 0) {
		text_format(why, why_size, "no process: %s", strerror(errno));
	} else {
		result = answer_take(apart, &end, answer_file, answer, bytes, why, why_size);
		*lacked = result == APART_BROKEN && WIFEXITED(end.status) &&
			  WEXITSTATUS(end.status) == MEMORY_MISSING;
		if (end.folder_fd >= 0)
			close(end.folder_fd);
	}
	if (answer_file >= 0)
		close(answer_file);
	return result;
}

ApartEnd apart_run(const Apart *apart, void **answer, size_t *bytes, char *why, size_t why_size)
{
	bool lacked;
	ApartEnd result = once_run(apart, answer, bytes, why, why_size, &lacked);

	/* by what it reads, or by what else was going on: then it has some now */
	return lacked ? once_run(apart, answer, bytes, why, why_size, &lacked) : result;
}
