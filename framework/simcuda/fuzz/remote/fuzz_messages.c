/* fuzz_messages.c - fuzz target: what a program writes into the memory that it shares with its
 * machine's process (remote/shm_channel.h).
 *
 * Input: a byte for the machine, then messages. Most are requests that often make sense
 * (draw_request.c), launches of cuBLAS's kernels among them with jobs of any bytes; the rest have
 * any bytes in the fields around them. The program itself serves nothing.
 *
 * What must hold, whatever comes: the process lives; no thread's clock goes back but where it
 * begins, and none is earlier than the judge's go; what is refused for being hidden is not counted;
 * between a judge's freeze and its thaw nothing is copied, filled or launched; the judge gets whole
 * replies, with as many bytes as they say; marks are kept in measured parts alone; the same messages get the same answers again. */
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "framework/simcuda/api/cublas/base/blas.h"
#include "framework/simcuda/core/sim_judge.h"
#include "framework/simcuda/fuzz/draw.h"
#include "framework/simcuda/fuzz/fuzz.h"
#include "framework/simcuda/remote/server/server.h"

#define MOST_MESSAGES 300
#define PEEK_MOST     4096

const char *server_folder(void)
{
	return "/nowhere"; /* no plugins */
}

typedef struct Run {
	Draw draw;
	Server server;
	int judge; /* the judge's end */
	int64_t clock[DRAW_THREADS];
	uint64_t digest;
} Run;

static RemoteChannel channel; /* too large for a stack */
static unsigned char pages[DRAW_HOST_BYTES];

static void digest_add(Run *run, const void *bytes, size_t count)
{
	const unsigned char *byte = bytes;
	for (size_t i = 0; i < count; i++) /* FNV-1a */
		run->digest = (run->digest ^ byte[i]) * UINT64_C(0x100000001b3);
}

/* --- messages --------------------------------------------------------------------------------- */

static void noise(Run *run, void *to, size_t bytes)
{
	unsigned char *at = to;
	int count = draw_below(&run->draw, 8);
	for (int i = 0; i < count; i++)
		at[draw_bytes(&run->draw, 2) % bytes] = (unsigned char)draw_bytes(&run->draw, 1);
}

/* A launch of one of the first kernels that were asked for, with a job that often makes sense. */
static void job_fill(Run *run, SimRequest *request)
{
	BlasJob job = {.batch = 1, .alpha.range = -1, .beta.range = -1};
	const DrawPointer *about;
	channel.call.number = (uint32_t)draw_below(&run->draw, 8);
	request->u.launch.device = draw_device(&run->draw);
	job.m = draw_below(&run->draw, 9), job.n = draw_below(&run->draw, 9);
	job.k = draw_below(&run->draw, 9);
	job.transa = (enum CBLAS_TRANSPOSE)(110 + draw_below(&run->draw, 4));
	job.transb = (enum CBLAS_TRANSPOSE)(110 + draw_below(&run->draw, 4));
	job.uplo = (enum CBLAS_UPLO)(120 + draw_below(&run->draw, 3));
	job.side = (enum CBLAS_SIDE)(140 + draw_below(&run->draw, 3));
	job.diag = (enum CBLAS_DIAG)(130 + draw_below(&run->draw, 3));
	job.alpha.value.s = 1;
	for (int i = 0; i < BLAS_RANGES; i++) {
		job.range[i].address = draw_pointer(&run->draw, &about);
		job.step[i] = draw_below(&run->draw, 12);
		job.stride[i] = draw_below(&run->draw, 100);
	}
	noise(run, &job, sizeof job);
	memcpy(channel.arguments, &job, sizeof job);
}

static void message_draw(Run *run)
{
	static const char *const names[] = {"cublasSgemm",        "cublasDgemv", "cublasSaxpy",
					    "cublasSnrm2",        "cublasStrsm", "cublasSsyrk",
					    "cublasSgemmBatched", "no kernel"};
	RemoteCall *call = &channel.call;
	DrawKernel kernel;
	memset(call, 0, sizeof *call);
	int kind = draw_below(&run->draw, 12);
	call->kind =
		kind < 9 ? REMOTE_REQUEST : (RemoteKind)draw_below(&run->draw, REMOTE_KINDS + 1);
	draw_request(&run->draw, &call->request, &kernel);
	if (call->request.code == SIM_LAUNCH)
		job_fill(run, &call->request);
	snprintf(call->name, sizeof call->name, "%s", names[draw_below(&run->draw, 8)]);
	call->queued = (uint32_t)draw_below(&run->draw, 4);
	for (uint32_t i = 0; i < call->queued; i++) {
		draw_request(&run->draw, &channel.queue[i].request, &kernel);
		channel.queue[i].request.code = (SimCode)draw_below(&run->draw, 3);
		channel.queue[i].named = (uint32_t)draw_below(&run->draw, 2);
		memset(channel.queue[i].name, 'a' + (int)i, sizeof channel.queue[i].name);
	}
	call->address = call->request.u.pointer.address;
	call->bytes = draw_bytes(&run->draw, 2);
	call->pay = draw_below(&run->draw, 4) == 0 ? (int64_t)draw_bytes(&run->draw, 8) : 0;
	call->pay_thread = draw_below(&run->draw, DRAW_THREADS);
	if (draw_below(&run->draw, 4) == 0)
		noise(run, call, offsetof(RemoteCall, base));
	if (call->request.code == SIM_COPY) { /* from host to host all of it would be copied */
		call->request.u.copy.width %= 65536;
		call->request.u.copy.rows %= 8;
	}
	if (call->request.code == SIM_HOST_ALLOC) /* and all of what is pinned may be filled */
		call->request.u.host.bytes %= DRAW_HOST_MOST;
}

/* --- answers ---------------------------------------------------------------------------------- */

static void clocks_check(Run *run, const RemoteCall *call)
{
	for (int i = 0; i < DRAW_THREADS && run->server.sim; i++) {
		int64_t clock = sim_clock(run->server.sim, i);
		bool begins = call->kind == REMOTE_REQUEST && call->request.thread == i;
		FUZZ_REQUIRE(clock >= run->clock[i] || begins, "the clock of %d goes back", i);
		FUZZ_REQUIRE(!begins || !run->server.begun || clock >= run->server.floor ||
				     run->server.answer.reply.error != cudaSuccess,
			     "thread %d is earlier than the judge's go", i);
		run->clock[i] = clock;
	}
}

static void message_answer(Run *run)
{
	SimcudaCounters before = {0}, after = {0};
	server_answer(&run->server);
	const RemoteCall *call = &run->server.call;
	digest_add(run, &run->server.answer.reply, sizeof run->server.answer.reply);
	clocks_check(run, call);
	if (run->server.sim && call->kind == REMOTE_REQUEST && call->request.internal &&
	    call->request.code == SIM_COPY) {
		sim_counters(run->server.sim, 0, &before);
		server_answer(&run->server); /* hidden work: refused once more */
		sim_counters(run->server.sim, 0, &after);
		FUZZ_REQUIRE(before.copies_h2d == after.copies_h2d &&
				     before.bytes_d2h == after.bytes_d2h &&
				     before.copies_p2p == after.copies_p2p,
			     "hidden work is done");
	}
	if (call->kind == REMOTE_REQUEST)
		draw_remember(&run->draw, &call->request, &run->server.answer.reply);
}

/* --- the judge -------------------------------------------------------------------------------- */

static uint64_t marks_kept(const Server *server)
{
	const SimcudaMark *list;
	uint64_t lost;
	return sim_marks(server->sim, &list, &lost);
}

static uint64_t work_done(const SimcudaCounters *c)
{
	return c->copies_h2d + c->copies_d2h + c->copies_d2d + c->copies_p2p + c->memsets +
	       c->launches + c->allocations;
}

/* A call of the judge's, of any kind at any place. */
static void judge_calls(Run *run)
{
	const DrawPointer *about;
	unsigned char bytes[PEEK_MOST] = {0};
	static SimcudaMark marks[SIMCUDA_MARKS];
	JudgeReply reply;
	const JudgeCall call = {.kind = (uint32_t)draw_below(&run->draw, JUDGE_KINDS),
				.address = draw_pointer(&run->draw, &about),
				.bytes = draw_bytes(&run->draw, 2) % PEEK_MOST,
				.seed = 7};
	FUZZ_REQUIRE(write(run->judge, &call, sizeof call) == (ssize_t)sizeof call, "no socket");
	if (call.kind == JUDGE_POKE || call.kind == JUDGE_HAND)
		FUZZ_REQUIRE(write(run->judge, bytes, call.bytes) == (ssize_t)call.bytes,
			     "no socket");
	for (int looks = 0; looks < 64; looks++) /* without a signal it looks that seldom */
		server_judge(&run->server);
	FUZZ_REQUIRE(recv(run->judge, &reply, sizeof reply, MSG_DONTWAIT) == (ssize_t)sizeof reply,
		     "no reply to a call of kind %u", call.kind);
	if (call.kind == JUDGE_MARKS) {
		FUZZ_REQUIRE(reply.bytes <= sizeof marks && reply.bytes % sizeof *marks == 0 &&
				     (reply.bytes == 0 || run->server.begun),
			     "other marks");
		FUZZ_REQUIRE(recv(run->judge, marks, sizeof marks, MSG_DONTWAIT) ==
				     (reply.bytes ? (ssize_t)reply.bytes : -1),
			     "fewer marks, or more");
		digest_add(run, marks, reply.bytes);
		return;
	}
	if (call.kind == JUDGE_EVENTS) {
		SimEvent events[SIM_EVENTS_TOLD];
		FUZZ_REQUIRE(reply.bytes <= sizeof events && reply.bytes % sizeof *events == 0,
			     "other events");
		FUZZ_REQUIRE(recv(run->judge, events, sizeof events, MSG_DONTWAIT) ==
				     (reply.bytes ? (ssize_t)reply.bytes : -1),
			     "fewer events, or more");
		digest_add(run, events, reply.bytes);
		return;
	}
	if (call.kind == JUDGE_LAUNCHED) {
		static SimLaunched launched[SIM_LAUNCH_LOG];
		FUZZ_REQUIRE(reply.bytes <= sizeof launched &&
				     reply.bytes % sizeof *launched == 0 &&
				     (reply.bytes == 0 || run->server.begun),
			     "other launches");
		FUZZ_REQUIRE(recv(run->judge, launched, sizeof launched, MSG_DONTWAIT) ==
				     (reply.bytes ? (ssize_t)reply.bytes : -1),
			     "fewer launches, or more");
		digest_add(run, launched, reply.bytes);
		return;
	}
	if (call.kind == JUDGE_NOTES) {
		static SimNote notes[4096];
		FUZZ_REQUIRE(reply.bytes <= sizeof notes && reply.bytes % sizeof *notes == 0 &&
				     (reply.bytes == 0 || run->server.begun),
			     "other notes");
		FUZZ_REQUIRE(recv(run->judge, notes, sizeof notes, MSG_DONTWAIT) ==
				     (reply.bytes ? (ssize_t)reply.bytes : -1),
			     "fewer notes, or more");
		digest_add(run, notes, reply.bytes);
		return;
	}
	FUZZ_REQUIRE(reply.bytes == 0 || reply.bytes == (call.kind == JUDGE_NUMBER ? sizeof(float)
										   : call.bytes),
		     "other bytes");
	FUZZ_REQUIRE(recv(run->judge, bytes, sizeof bytes, MSG_DONTWAIT) ==
			     (reply.bytes ? (ssize_t)reply.bytes : -1),
		     "fewer bytes, or more");
	digest_add(run, &reply, sizeof reply);
	digest_add(run, bytes, reply.bytes);
}

static void hello_say(Run *run)
{
	RemoteCall *call = &channel.call;
	memset(call, 0, sizeof *call);
	call->kind = REMOTE_HELLO;
	call->version = REMOTE_VERSION;
	call->call_bytes = sizeof *call;
	call->number = (uint32_t)run->server.machine.gpus;
	call->pinned = DRAW_HOST_BASE;
	call->page = 4096;
	for (int i = 0; i < run->server.machine.gpus; i++)
		call->base[i] = draw_gpu_base(i);
	server_answer(&run->server);
	FUZZ_REQUIRE(run->server.answer.reply.error == cudaSuccess, "hello is refused");
}

static uint64_t run_through(const uint8_t *data, size_t size)
{
	static Run run; /* large */
	memset(&run, 0, sizeof run);
	memset(&channel, 0, sizeof channel);
	memset(pages, 0, sizeof pages);
	int ends[2];
	FUZZ_REQUIRE(socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0, "no sockets");
	run.judge = ends[0];
	run.server = (Server){.machine = draw_machine(size > 0 ? data[0] : 2),
			      .channel = &channel,
			      .pages = pages,
			      .page_bytes = sizeof pages,
			      .deaf = true,
			      .judge = ends[1]};
	draw_open(&run.draw, data + (size > 0), size > 0 ? size - 1 : 0, run.server.machine.gpus);
	hello_say(&run);
	for (int i = 0; i < MOST_MESSAGES && draw_more(&run.draw); i++) {
		SimcudaCounters before, after;
		if (draw_below(&run.draw, 8) == 0)
			judge_calls(&run);
		message_draw(&run);
		uint64_t kept = marks_kept(&run.server);
		sim_counters(run.server.sim, 0, &before);
		message_answer(&run);
		sim_counters(run.server.sim, 0, &after);
		FUZZ_REQUIRE(!run.server.frozen || work_done(&before) == work_done(&after),
			     "work is done while all is frozen");
		FUZZ_REQUIRE((run.server.begun && !run.server.over) ||
				     marks_kept(&run.server) == kept,
			     "a mark is kept outside of a measured part");
	}
	close(ends[0]);
	close(ends[1]);
	sim_free(run.server.sim);
	server_forget(&run.server);
	return run.digest;
}

int fuzz_one(const uint8_t *data, size_t size)
{
	uint64_t once = run_through(data, size), again = run_through(data, size);
	FUZZ_REQUIRE(once == again, "the same messages are answered differently");
	return 0;
}

/* --- examples --------------------------------------------------------------------------------- */

const unsigned fuzz_examples = 40;

size_t fuzz_example(unsigned number, uint8_t *to, size_t room)
{
	uint64_t state = 71 + number;
	size_t size = 400 + number * 100 < room ? 400 + number * 100 : room;
	for (size_t i = 0; i < size; i++)
		to[i] = (uint8_t)(fuzz_random(&state) >> (fuzz_random(&state) % 3 * 8));
	return size;
}
