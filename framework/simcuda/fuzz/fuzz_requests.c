/* fuzz_requests.c - fuzz target: the machine's one entrance, sim_call().
 *
 * Input: a byte for the machine (0 to 3 GPUs of 16 MiB), then requests: a byte for the code and
 * bytes for its fields (draw_request.c). Fields are drawn so that they often make sense: the
 * addresses, streams and events that the machine has given out are remembered and used again, also
 * after they are gone; sizes are about those of what they point into. The program's memory is a
 * block of bytes at a made-up address; everything around it reads as zero.
 *
 * What must hold, whatever is asked:
 * - every answer is one that CUDA documents for that call, and no clock goes back;
 * - findings have a message, a kind and one or two sites;
 * - the machine reads and writes no page of the program's that it has closed itself;
 * - when all memory is freed and all work waited for, nothing is left: no pending operation, and
 *   as much free memory as at the beginning;
 * - the same requests get the same answers again. */
#include <string.h>

#include "framework/simcuda/core/core.h"
#include "framework/simcuda/fuzz/fuzz.h"
#include "framework/simcuda/fuzz/draw.h"

#define MOST_REQUESTS 600
#define PAGE          4096

/* The answers of one run, and all that can be seen of it, as one number. */
typedef struct Run {
	Draw draw;
	Sim *sim;
	uint64_t digest;
	int64_t clock[DRAW_THREADS];
	uint64_t free_at_first[DRAW_GPUS];
	SimProtection page[DRAW_HOST_BYTES / PAGE];
} Run;

static void digest_add(Run *run, const void *bytes, size_t count)
{
	const unsigned char *byte = bytes;
	for (size_t i = 0; i < count; i++) /* FNV-1a */
		run->digest = (run->digest ^ byte[i]) * UINT64_C(0x100000001b3);
}

/* --- the program ------------------------------------------------------------------------------ */

/* The part of [from, from + bytes) that lies in the block: returns where it begins in it, sets
 * *skipped to what comes before it and *count to its length. The machine may touch its pages. */
static unsigned char *program_part(Run *run, uint64_t from, size_t bytes, SimProtection most,
				   size_t *skipped, size_t *count)
{
	uint64_t end = DRAW_HOST_BASE + DRAW_HOST_BYTES;
	*skipped = from < DRAW_HOST_BASE ? DRAW_HOST_BASE - from : 0;
	if (*skipped >= bytes || from >= end) {
		*count = 0;
		return run->draw.host;
	}
	*count = bytes - *skipped;
	if (*count > end - (from + *skipped))
		*count = end - (from + *skipped);
	size_t offset = from + *skipped - DRAW_HOST_BASE;
	for (size_t page = offset / PAGE; page * PAGE < offset + *count; page++)
		FUZZ_REQUIRE(run->page[page] <= most, "page %zu is closed", page);
	return run->draw.host + offset;
}

static void program_read(void *context, void *to, uint64_t from, size_t bytes)
{
	size_t skipped, count;
	const unsigned char *part =
		program_part(context, from, bytes, SIM_READABLE, &skipped, &count);
	memset(to, 0, bytes);
	memcpy((unsigned char *)to + skipped, part, count);
}

static void program_write(void *context, uint64_t to, const void *from, size_t bytes)
{
	size_t skipped, count;
	unsigned char *part = program_part(context, to, bytes, SIM_OPEN, &skipped, &count);
	memcpy(part, (const unsigned char *)from + skipped, count);
}

static void program_protect(void *context, uint64_t address, uint64_t bytes,
			    SimProtection protection)
{
	Run *run = context;
	FUZZ_REQUIRE(address % PAGE == 0 && bytes % PAGE == 0 && bytes > 0, "not whole pages");
	for (uint64_t at = address; at != address + bytes; at += PAGE)
		if (at - DRAW_HOST_BASE < DRAW_HOST_BYTES)
			run->page[(at - DRAW_HOST_BASE) / PAGE] = protection;
}

/* A host function that makes a CUDA call, which is forbidden. */
static void program_call(void *context, uint64_t function, uint64_t argument)
{
	Run *run = context;
	SimRequest request = {.code = SIM_SYNC_DEVICE};
	SimReply reply;
	sim_call(run->sim, &request, &reply);
	FUZZ_REQUIRE(reply.error == cudaErrorNotPermitted, "%d", reply.error);
	digest_add(run, &function, sizeof function);
	digest_add(run, &argument, sizeof argument);
	for (size_t i = 0; i < DRAW_HOST_BYTES / PAGE; i++) /* watched until it returns */
		if (run->page[i] >= SIM_WATCHED_READABLE)
			run->page[i] = SIM_OPEN;
}

/* --- what may be answered --------------------------------------------------------------------- */

/* To any request: success, no GPU, an earlier fault, no memory, a value that makes no sense. */
static const cudaError_t common[] = {cudaSuccess, cudaErrorNoDevice, cudaErrorIllegalAddress,
				     cudaErrorMemoryAllocation, cudaErrorInvalidValue};

/* Besides those, to the requests in a group. */
static const struct {
	SimCode first, last;
	cudaError_t error;
} special[] = {
	{SIM_SET_DEVICE, SIM_SET_DEVICE, cudaErrorInvalidDevice},
	{SIM_CAN_ACCESS_PEER, SIM_DISABLE_PEER, cudaErrorInvalidDevice},
	{SIM_ENABLE_PEER, SIM_ENABLE_PEER, cudaErrorPeerAccessAlreadyEnabled},
	{SIM_DISABLE_PEER, SIM_DISABLE_PEER, cudaErrorPeerAccessNotEnabled},
	{SIM_MALLOC, SIM_FREE, cudaErrorInvalidResourceHandle},
	{SIM_HOST_ALLOC, SIM_HOST_ALLOC, cudaErrorHostMemoryAlreadyRegistered},
	{SIM_HOST_FREE, SIM_HOST_FREE, cudaErrorHostMemoryNotRegistered},
	{SIM_MANAGED_MOVE, SIM_MANAGED_MOVE, cudaErrorInvalidDevice},
	{SIM_MANAGED_MOVE, SIM_MANAGED_ATTACH, cudaErrorInvalidResourceHandle},
	{SIM_POOL_CREATE, SIM_POOL_SET, cudaErrorInvalidDevice},
	{SIM_COPY, SIM_COPY, cudaErrorInvalidMemcpyDirection},
	{SIM_COPY, SIM_COPY, cudaErrorInvalidDevice},
	{SIM_COPY, SIM_MEMSET, cudaErrorInvalidPitchValue},
	{SIM_COPY, SIM_HOST_FUNCTION, cudaErrorInvalidResourceHandle},
	{SIM_LAUNCH, SIM_LAUNCH, cudaErrorInvalidDevice},
	{SIM_LAUNCH, SIM_LAUNCH, cudaErrorInvalidDeviceFunction},
	{SIM_FETCH, SIM_FETCH, cudaErrorInvalidDevice},
	{SIM_FETCH, SIM_FETCH, cudaErrorInvalidResourceHandle},
	{SIM_STREAM_CREATE, SIM_EVENT_ELAPSED, cudaErrorInvalidResourceHandle},
	{SIM_STREAM_QUERY, SIM_STREAM_QUERY, cudaErrorNotReady},
	{SIM_EVENT_QUERY, SIM_EVENT_ELAPSED, cudaErrorNotReady},
};

static bool is_documented(SimCode code, cudaError_t error)
{
	for (size_t i = 0; i < sizeof common / sizeof *common; i++)
		if (error == common[i])
			return true;
	for (size_t i = 0; i < sizeof special / sizeof *special; i++)
		if (special[i].first <= code && code <= special[i].last &&
		    special[i].error == error)
			return true;
	return false;
}

/* --- one request ------------------------------------------------------------------------------ */

static SimReply ask(Run *run, const SimRequest *request)
{
	SimReply reply;
	SimcudaCounters counters;
	memset(&reply, 0x77, sizeof reply);
	sim_call(run->sim, request, &reply);
	FUZZ_REQUIRE(is_documented(request->code, reply.error), "request %d is answered %d",
		     (int)request->code, (int)reply.error);
	digest_add(run, &reply.error, sizeof reply.error);
	digest_add(run, reply.value, sizeof reply.value);
	if (request->thread >= 0 && request->thread < DRAW_THREADS) {
		sim_counters(run->sim, request->thread, &counters);
		FUZZ_REQUIRE(counters.host_ns >= run->clock[request->thread] ||
				     request->code == SIM_THREAD_START,
			     "request %d turns the clock back", (int)request->code);
		run->clock[request->thread] = counters.host_ns;
		digest_add(run, &counters, sizeof counters);
	}
	return reply;
}

static void run_requests(Run *run)
{
	for (int i = 0; i < MOST_REQUESTS && draw_more(&run->draw); i++) {
		SimRequest request;
		DrawKernel kernel;
		draw_request(&run->draw, &request, &kernel);
		SimReply reply = ask(run, &request);
		draw_remember(&run->draw, &request, &reply);
	}
}

/* --- the end ---------------------------------------------------------------------------------- */

static void check_findings(Run *run)
{
	const SimFinding *finding;
	int count = sim_findings(run->sim, &finding);
	for (int i = 0; i < count; i++) {
		FUZZ_REQUIRE(finding[i].kind < SIM_FINDING_KINDS, "kind %d", finding[i].kind);
		FUZZ_REQUIRE(finding[i].sites == 1 || finding[i].sites == 2, "%d sites",
			     finding[i].sites);
		FUZZ_REQUIRE(finding[i].message[0] &&
				     strlen(finding[i].message) < sizeof finding[i].message - 1,
			     "message %d", i);
		digest_add(run, &finding[i], sizeof finding[i]);
	}
}

/* Looks at every address that was ever in use. */
static void look_around(Run *run)
{
	unsigned char bytes[16];
	for (int i = 0; i < run->draw.pointers; i++) {
		int device;
		uint64_t base, size;
		SimSite made;
		uint64_t address = run->draw.pointer[i].address;
		int place = sim_describe(run->sim, address, &device, &base, &size, &made);
		digest_add(run, &place, sizeof place);
		if (sim_peek(run->sim, address, bytes, sizeof bytes) == 0) {
			FUZZ_REQUIRE(place == 1, "a look at memory in place %d", place);
			digest_add(run, bytes, sizeof bytes);
		}
	}
}

static uint64_t free_bytes(Run *run, int gpu, bool *faulted)
{
	SimRequest set = {.code = SIM_SET_DEVICE, .u.device = gpu};
	SimRequest sync = {.code = SIM_SYNC_DEVICE}, info = {.code = SIM_MEMORY_INFO};
	ask(run, &set);
	*faulted |= ask(run, &sync).error != cudaSuccess;
	return ask(run, &info).value[0];
}

/* Gives everything back. A GPU that has faulted gives nothing. */
static void check_nothing_left(Run *run)
{
	bool faulted = false;
	SimcudaCounters counters;
	for (int gpu = 0; gpu < run->draw.gpus; gpu++)
		free_bytes(run, gpu, &faulted);
	for (int i = 0; i < run->draw.pointers; i++) {
		SimRequest request = {.code = SIM_FREE};
		request.u.free.address = run->draw.pointer[i].address;
		if (run->draw.pointer[i].host) {
			request.code = SIM_HOST_FREE;
			request.u.host.address = run->draw.pointer[i].address;
		}
		ask(run, &request);
	}
	for (int gpu = 0; gpu < run->draw.gpus && !faulted; gpu++) {
		uint64_t left = free_bytes(run, gpu, &faulted);
		FUZZ_REQUIRE(left == run->free_at_first[gpu], "GPU %d has %llu bytes, had %llu",
			     gpu, (unsigned long long)left,
			     (unsigned long long)run->free_at_first[gpu]);
	}
	sim_counters(run->sim, 0, &counters);
	if (faulted)
		return;
	FUZZ_REQUIRE(counters.live_bytes == 0, "%llu", (unsigned long long)counters.live_bytes);
	FUZZ_REQUIRE(run->sim->pending.count == 0, "%zu operations", run->sim->pending.count);
}

/* --- a run ------------------------------------------------------------------------------------ */

static uint64_t run_all(const uint8_t *data, size_t size, const SimMachine *machine, bool pages)
{
	static Run run; /* host memory is part of it */
	bool ignored = false;
	uint64_t base[DRAW_GPUS];
	SimHost host = {.context = &run,
			.read = program_read,
			.write = program_write,
			.call = program_call,
			.protect = pages ? program_protect : NULL,
			.page_bytes = PAGE};
	memset(&run, 0, sizeof run);
	draw_open(&run.draw, data, size, machine->gpus);
	for (int i = 0; i < DRAW_GPUS; i++)
		base[i] = draw_gpu_base(i);
	run.sim = sim_create(machine, &host, base);
	FUZZ_REQUIRE(run.sim, "no machine");
	for (int gpu = 0; gpu < machine->gpus; gpu++)
		run.free_at_first[gpu] = free_bytes(&run, gpu, &ignored);
	run_requests(&run);
	look_around(&run);
	check_nothing_left(&run);
	SimRequest finish = {.code = SIM_FINISH};
	ask(&run, &finish);
	check_findings(&run);
	digest_add(&run, run.draw.host, DRAW_HOST_BYTES);
	sim_free(run.sim);
	return run.digest;
}

int fuzz_one(const uint8_t *data, size_t size)
{
	if (size < 2)
		return 0;
	SimMachine machine = draw_machine(data[0]);
	bool pages = data[0] & 64;
	uint64_t first = run_all(data + 1, size - 1, &machine, pages);
	FUZZ_REQUIRE(run_all(data + 1, size - 1, &machine, pages) == first,
		     "the second run differs");
	return 0;
}

const unsigned fuzz_examples = 2000;

/* Bytes at random make sense here, see above. */
size_t fuzz_example(unsigned number, uint8_t *to, size_t room)
{
	uint64_t state = number;
	size_t size = 64 + fuzz_random(&state) % 4096;
	for (size_t i = 0; i < size && i < room; i++)
		to[i] = (uint8_t)(fuzz_random(&state) >> 40);
	return size < room ? size : room;
}
