/* Pinned memory and the program: which pages are closed to it, and when a touch is a race. A random
 * program of copies, waits and touches is checked after each request, page by page, against the
 * list of copies that the host has not waited for. */
#include "framework/simcuda/tests/core/core_rig.h"

#include "framework/simcuda/core/core.h"

enum { PAGE = 4096, PAGES = 16, BYTES = PAGE * PAGES, STREAMS = 3, STEPS = 4000, MOST = 64 };

typedef struct Copy {
	int stream;
	uint64_t from, to; /* bytes of the pinned memory */
	bool writes;
	bool pending;
} Copy;

typedef struct Program {
	Rig rig;
	unsigned char *memory;
	uint64_t device, stream[STREAMS], base;
	uint64_t first, end; /* of the pinned part of memory */
	SimProtection page[PAGES];
	Copy copy[STEPS];
	int copies;
	bool open;
	uint64_t seed;
} Program;

static void good(cudaError_t error)
{
	assert_int_equal(error, cudaSuccess);
}

static void protect(void *context, uint64_t address, uint64_t bytes, SimProtection protection)
{
	Program *p = context;
	assert_int_equal(address % PAGE, 0);
	assert_int_equal(bytes % PAGE, 0);
	assert_true(address >= p->base && address + bytes <= p->base + BYTES);
	for (uint64_t at = address; at < address + bytes; at += PAGE)
		p->page[(at - p->base) / PAGE] = protection;
}

/* The machine itself must find open what it reads and writes. */
static void check_open(const Program *p, uint64_t address, size_t bytes)
{
	if (address < p->base || address >= p->base + BYTES)
		return;
	for (uint64_t at = address; at < address + bytes; at++)
		assert_int_equal(p->page[(at - p->base) / PAGE], SIM_OPEN);
}

static void read_checked(void *context, void *to, uint64_t from, size_t bytes)
{
	check_open(context, from, bytes);
	memcpy(to, (const void *)(uintptr_t)from, bytes);
}

static void write_checked(void *context, uint64_t to, const void *from, size_t bytes)
{
	check_open(context, to, bytes);
	memcpy((void *)(uintptr_t)to, from, bytes);
}

static int draw(Program *p, int limit)
{
	p->seed = p->seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return (int)((p->seed >> 33) % (uint64_t)limit);
}

static void program_open(Program *p, SimHostKind kind, uint64_t seed)
{
	*p = (Program){.seed = seed};
	p->memory = aligned_alloc(PAGE, BYTES);
	assert_non_null(p->memory);
	memset(p->memory, 0, BYTES);
	p->base = address_of(p->memory);
	p->first = kind == SIM_HOST_REGISTERED ? 100 : 0;
	p->end = kind == SIM_HOST_REGISTERED ? BYTES : BYTES - 1000;
	rig_open(&p->rig, 1);
	sim_free(p->rig.sim);
	const SimHost host = {p, read_checked, write_checked, NULL, protect, PAGE, NULL};
	const uint64_t windows[] = {rig_base(0)};
	p->rig.sim = sim_create(&p->rig.machine, &host, windows);
	assert_non_null(p->rig.sim);
	good(ASK(&p->rig, .code = SIM_HOST_ALLOC, .u.host.address = p->base + p->first,
		 .u.host.bytes = p->end - p->first, .u.host.kind = kind));
	p->device = dev_malloc(&p->rig, BYTES);
	good(fill_later(&p->rig, p->device, 0, BYTES, 0));
	good(sync_device(&p->rig));
	for (int i = 0; i < STREAMS; i++)
		p->stream[i] = stream_new(&p->rig, cudaStreamNonBlocking);
}

static void program_close(Program *p)
{
	good(ASK(&p->rig, .code = SIM_HOST_FREE, .u.host.address = p->base + p->first));
	for (int i = 0; i < PAGES; i++)
		assert_int_equal(p->page[i], SIM_OPEN);
	rig_close(&p->rig);
	free(p->memory);
}

/* What a page should be, from the list of copies. */
static void compare(Program *p)
{
	int pending = 0;
	for (int i = 0; i < p->copies; i++)
		pending += p->copy[i].pending;
	if (pending == 0)
		p->open = false;
	for (int page = 0; page < PAGES; page++) {
		SimProtection wanted = SIM_OPEN;
		uint64_t from = (uint64_t)page * PAGE, to = from + PAGE;
		uint64_t last = p->end < to ? p->end : to; /* of what the program has there */
		for (int i = 0; i < p->copies; i++) {
			const Copy *copy = &p->copy[i];
			if (!copy->pending || copy->from > from || copy->to < last)
				continue;
			wanted = copy->writes         ? SIM_CLOSED
				 : wanted == SIM_OPEN ? SIM_READABLE
						      : wanted;
		}
		/* after a touch all may stay open until nothing is queued */
		if (!p->open || p->page[page] != SIM_OPEN)
			assert_int_equal(p->page[page], wanted);
	}
}

static void step_copy(Program *p)
{
	Copy *copy = &p->copy[p->copies];
	uint64_t bytes = 1 + (uint64_t)draw(p, 2 * PAGE);
	copy->stream = draw(p, STREAMS);
	copy->from = p->first + (uint64_t)draw(p, (int)(p->end - p->first - bytes + 1));
	uint64_t past =
		copy->from % PAGE; /* often from the beginning of a page, or up to the end */
	if (draw(p, 2) && copy->from - past >= p->first)
		copy->from -= past;
	if (draw(p, 4) == 0 && copy->from + 2 * PAGE > p->end)
		bytes = p->end - copy->from;
	copy->to = copy->from + bytes;
	copy->writes = draw(p, 2);
	copy->pending = draw(p, 6) != 0;
	p->copies++;
	uint64_t host = p->base + copy->from, device = p->device + copy->from;
	good(copy_on(&p->rig, copy->writes ? host : device, copy->writes ? device : host, bytes,
		     cudaMemcpyDefault, copy->pending, p->stream[copy->stream]));
	for (int i = 0; i < p->copies && !copy->pending; i++) /* it waited for its stream */
		p->copy[i].pending &= p->copy[i].stream != copy->stream;
}

static void step_wait(Program *p)
{
	int stream = draw(p, STREAMS);
	good(stream_ask(&p->rig, SIM_STREAM_SYNC, p->stream[stream]));
	for (int i = 0; i < p->copies; i++)
		p->copy[i].pending &= p->copy[i].stream != stream;
}

/* As the program's fault would: only when the page is closed to it. */
static void step_touch(Program *p)
{
	uint64_t byte = p->first + (uint64_t)draw(p, (int)(p->end - p->first));
	bool writes = draw(p, 2), race = false;
	SimProtection page = p->page[byte / PAGE];
	if (page == SIM_OPEN || (page == SIM_READABLE && !writes))
		return;
	for (int i = 0; i < p->copies; i++) {
		const Copy *copy = &p->copy[i];
		race |= copy->pending && byte >= copy->from && byte < copy->to &&
			(copy->writes || writes);
	}
	int before = finding_count(&p->rig);
	p->rig.where = 1000000 + (uint64_t)p->copies; /* so that no two findings are the same */
	good(ASK(&p->rig, .code = SIM_HOST_TOUCH, .u.touch.address = p->base + byte,
		 .u.touch.writes = writes));
	assert_int_equal(p->rig.reply.value[0], 1);
	assert_true(finding_count(&p->rig) - before <= 1);
	const SimFinding *finding;
	sim_findings(p->rig.sim, &finding);
	bool found = finding_count(&p->rig) > before;
	if (before < SIM_MAX_FINDINGS)
		assert_int_equal(found, race);
	if (found)
		assert_non_null(strstr(finding[before].message, "the program"));
	p->open = true;
}

static void random_programs(void **state)
{
	(void)state;
	static Program p;
	for (int kind = 0; kind < 2; kind++) {
		for (uint64_t seed = 1; seed <= 20; seed++) {
			program_open(&p, kind ? SIM_HOST_REGISTERED : SIM_HOST_PINNED, seed);
			for (int i = 0; i < 200; i++) {
				static void (*const steps[])(Program *) = {step_copy, step_copy,
									   step_wait, step_touch};
				p.rig.where = (uint64_t)i + 1;
				steps[draw(&p, 4)](&p);
				compare(&p);
			}
			program_close(&p);
		}
	}
}

/* With very much queued, pages are left open: nothing is slow, and nothing is wrong. */
static void long_queues(void **state)
{
	(void)state;
	static Program p;
	program_open(&p, SIM_HOST_PINNED, 1);
	for (int i = 0; i < 500; i++)
		good(copy_later(&p.rig, p.device, p.base + (uint64_t)(i % 8) * PAGE, PAGE,
				p.stream[i % 2]));
	assert_int_equal(p.page[0], SIM_READABLE);
	good(stream_ask(&p.rig, SIM_STREAM_SYNC, p.stream[0]));
	assert_int_equal(p.page[0], SIM_OPEN);
	good(stream_ask(&p.rig, SIM_STREAM_SYNC, p.stream[1]));
	good(copy_later(&p.rig, p.base, p.device, PAGE, p.stream[0]));
	assert_int_equal(p.page[0], SIM_CLOSED);
	assert_int_equal(p.page[1], SIM_OPEN);
	program_close(&p);
}

static void messages(void **state)
{
	(void)state;
	static Program p;
	program_open(&p, SIM_HOST_PINNED, 1);
	p.rig.where = 5;
	good(copy_later(&p.rig, p.base, p.device, PAGE + 1, p.stream[0]));
	p.rig.where = 6;
	good(ASK(&p.rig, .code = SIM_HOST_TOUCH, .u.touch.address = p.base + 109));
	assert_finding(&p.rig, SIM_FINDING_RACE,
		       "the program reads pinned host memory that an earlier cudaMemcpyAsync may "
		       "still be writing: wait for it first",
		       6, 5);
	assert_int_equal(p.page[0], SIM_OPEN);
	assert_int_equal(ASK(&p.rig, .code = SIM_HOST_TOUCH, .u.touch.address = 4096),
			 cudaErrorInvalidValue);
	program_close(&p);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(random_programs),
		cmocka_unit_test(long_queues),
		cmocka_unit_test(messages),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
