/* Managed memory that is computed when somebody looks: which kernels run, which pages are closed to
 * the program, and that whatever it may touch is what running everything in order gives. */
#include "framework/simcuda/tests/core/core_rig.h"

enum { PAGE = 4096, PAGES = 6, BYTES = PAGE * PAGES, SLOT = 16, SLOTS = BYTES / SLOT };
enum { HEAVY = 100000, STEPS = 3000 }; /* HEAVY: so many ns that the machine keeps it idle */

typedef struct Set {
	Rig rig;
	unsigned char *memory;
	uint64_t base, device, stream;
	SimProtection page[PAGES];
	uint64_t seed;
	/* as if all had run in order: of the managed memory, of the GPU's */
	unsigned char wanted[BYTES], wanted_device[BYTES];
	bool written[SLOTS], read[SLOTS]; /* by work that nobody has waited for */
} Set;

static int runs;

static void good(cudaError_t error)
{
	assert_int_equal(error, cudaSuccess);
}

static void protect(void *context, uint64_t address, uint64_t bytes, SimProtection protection)
{
	Set *x = context;
	assert_int_equal(address % PAGE, 0);
	assert_int_equal(bytes % PAGE, 0);
	assert_true(bytes > 0 && address >= x->base && address + bytes <= x->base + BYTES);
	for (uint64_t at = address; at < address + bytes; at += PAGE)
		x->page[(at - x->base) / PAGE] = protection;
}

static void set_open(Set *x, uint64_t seed)
{
	*x = (Set){.memory = aligned_alloc(PAGE, BYTES), .seed = seed};
	assert_non_null(x->memory);
	memset(x->memory, 0, BYTES);
	x->base = address_of(x->memory);
	rig_open(&x->rig, 1);
	sim_free(x->rig.sim);
	const SimHost host = {x, rig_read, rig_write, rig_call, protect, PAGE, NULL};
	const uint64_t windows[] = {rig_base(0)};
	x->rig.sim = sim_create(&x->rig.machine, &host, windows);
	assert_non_null(x->rig.sim);
	good(ASK(&x->rig, .code = SIM_HOST_ALLOC, .u.host.address = x->base,
		 .u.host.bytes = BYTES - 1000, .u.host.kind = SIM_HOST_MANAGED, .u.host.apart = 1));
	x->device = dev_malloc(&x->rig, BYTES);
	good(fill_later(&x->rig, x->device, 0, BYTES, 0));
	good(sync_device(&x->rig));
	x->stream = stream_new(&x->rig, cudaStreamNonBlocking);
	runs = 0;
}

static void set_close(Set *x)
{
	good(ASK(&x->rig, .code = SIM_HOST_FREE, .u.host.address = x->base));
	for (int i = 0; i < PAGES; i++)
		assert_int_equal(x->page[i], SIM_OPEN);
	assert_int_equal(finding_count(&x->rig), 0);
	rig_close(&x->rig);
	free(x->memory);
}

/* The program touches a byte; a page that is closed to that is opened first. */
static void touch(Set *x, uint64_t at, bool writes)
{
	const SimProtection *page = &x->page[at / PAGE];
	if (*page == SIM_OPEN || (*page == SIM_READABLE && !writes))
		return;
	good(ASK(&x->rig, .code = SIM_HOST_TOUCH, .u.touch.address = x->base + at,
		 .u.touch.writes = writes));
	assert_int_equal(x->rig.reply.value[0], 1);
	assert_true(*page == SIM_OPEN || (*page == SIM_READABLE && !writes));
}

/* --- a heavy kernel that overwrites: next(to, from) ------------------------------------------ */

static int next_ranges(const void *const *arguments, uint64_t threads, SimRange *ranges)
{
	(void)threads;
	ranges[0] = (SimRange){*(const uint64_t *)arguments[0], PAGE + SLOT, 1, 0, SIM_WRITE};
	ranges[1] = (SimRange){*(const uint64_t *)arguments[1], SLOT, 1, 0, SIM_READ};
	return 2;
}

static void next_run(const void *const *arguments, uint64_t threads, void *const *memory)
{
	(void)arguments, (void)threads;
	memset(memory[0], *(const unsigned char *)memory[1] + 1, PAGE + SLOT);
	runs++;
}

static const SimKernel next = {"next", 2, {8, 8}, next_ranges, accumulate_cost, next_run, NULL};

static void launch_next(Set *x, uint64_t to, uint64_t from)
{
	const void *arguments[] = {&to, &from};
	good(launch_on(&x->rig, &next, arguments, HEAVY, x->stream));
}

static void wait(Set *x)
{
	good(stream_ask(&x->rig, SIM_STREAM_SYNC, x->stream));
}

/* A result is computed once, when a page that holds some of it is touched, and no earlier; a page
 * of which it has the smaller part counts. */
static void when_it_runs(void **state)
{
	(void)state;
	static Set x;
	set_open(&x, 1);
	for (int i = 0; i < 10; i++) {
		launch_next(&x, x.base, x.base + 4 * PAGE);
		wait(&x);
	}
	assert_int_equal(runs, 0);
	assert_int_equal(x.page[0], SIM_CLOSED);
	assert_int_equal(x.page[1], SIM_CLOSED);
	assert_int_equal(x.page[2], SIM_OPEN);
	assert_int_equal(x.page[4], SIM_READABLE);
	touch(&x, PAGE + 3000, false);
	assert_int_equal(runs, 1);
	assert_int_equal(x.memory[PAGE], 1);
	for (int i = 0; i < PAGES; i++)
		assert_int_equal(x.page[i], SIM_OPEN);
	set_close(&x);
}

/* What a kernel reads stays as it was: writing there has it run; freeing it too, while its result
 * can still be seen. A result that nobody can see any more is never computed. */
static void inputs(void **state)
{
	(void)state;
	static Set x;
	set_open(&x, 1);
	launch_next(&x, x.device, x.base);
	wait(&x);
	assert_int_equal(runs, 0);
	touch(&x, 100, false);
	assert_int_equal(runs, 0);
	touch(&x, 100, true);
	assert_int_equal(runs, 1);
	x.memory[0] = 7;
	launch_next(&x, x.base + PAGE, x.base);
	launch_next(&x, x.device, x.base);
	wait(&x);
	good(ASK(&x.rig, .code = SIM_HOST_FREE, .u.host.address = x.base));
	assert_int_equal(runs, 2); /* not what went into the freed memory */
	assert_int_equal(word_at(&x.rig, x.device), 0x08080808);
	good(ASK(&x.rig, .code = SIM_HOST_ALLOC, .u.host.address = x.base, .u.host.bytes = BYTES,
		 .u.host.kind = SIM_HOST_MANAGED, .u.host.apart = 1));
	set_close(&x);
}

/* The program touches what it has not waited for: told once, and it goes on. */
static void too_early(void **state)
{
	(void)state;
	static Set x;
	set_open(&x, 1);
	x.rig.where = 5;
	launch_next(&x, x.base, x.base + 4 * PAGE);
	x.rig.where = 6;
	good(ASK(&x.rig, .code = SIM_HOST_TOUCH, .u.touch.address = x.base + 9));
	assert_finding(&x.rig, SIM_FINDING_RACE,
		       "the program reads managed memory that an earlier kernel next may still be "
		       "writing: wait for it first",
		       6, 5);
	assert_int_equal(x.page[0], SIM_OPEN);
	assert_int_equal(runs, 0);
	wait(&x);
	assert_int_equal(x.page[0], SIM_CLOSED);
	touch(&x, 9, false);
	assert_int_equal(x.memory[9], 1);
	rig_close(&x.rig);
	free(x.memory);
}

/* --- random programs -------------------------------------------------------------------------- */

static int draw(Set *x, int limit)
{
	x->seed = x->seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return (int)((x->seed >> 33) % (uint64_t)limit);
}

static void mark(bool *slots, uint64_t from, uint64_t bytes)
{
	for (uint64_t slot = from / SLOT; slot < (from + bytes) / SLOT; slot++)
		slots[slot] = true;
}

/* A slot that ends before the memory does. */
static uint64_t draw_slot(Set *x)
{
	return (uint64_t)draw(x, (BYTES - 1000) / SLOT) * SLOT;
}

static void step_kernel(Set *x)
{
	uint64_t to = draw_slot(x), from = draw_slot(x);
	uint32_t old[4], more[4];
	good(launch_accumulate(&x->rig, x->base + to, x->base + from, 1, SLOT,
			       draw(x, 2) ? HEAVY : 0, x->stream));
	memcpy(old, x->wanted + to, SLOT);
	memcpy(more, x->wanted + from, SLOT);
	for (int i = 0; i < 4; i++)
		old[i] += more[i] + 1;
	memcpy(x->wanted + to, old, SLOT);
	mark(x->written, to, SLOT);
	mark(x->read, from, SLOT);
}

static void step_copy(Set *x)
{
	uint64_t bytes = (uint64_t)(1 + draw(x, 2)) * PAGE;
	uint64_t at = (uint64_t)draw(x, 3) * PAGE, there = (uint64_t)draw(x, 3) * PAGE;
	if (draw(x, 2)) {
		good(copy_later(&x->rig, x->base + at, x->device + there, bytes, x->stream));
		memcpy(x->wanted + at, x->wanted_device + there, bytes);
		mark(x->written, at, bytes);
	} else {
		good(copy_later(&x->rig, x->device + there, x->base + at, bytes, x->stream));
		memcpy(x->wanted_device + there, x->wanted + at, bytes);
		mark(x->read, at, bytes);
	}
}

/* The program uses a slot which nothing that it has not waited for uses. */
static void step_host(Set *x)
{
	uint64_t at = draw_slot(x), slot = at / SLOT;
	bool writes = draw(x, 2);
	if (x->written[slot] || (writes && x->read[slot]))
		return;
	touch(x, at, writes);
	assert_memory_equal(x->memory + at, x->wanted + at, SLOT);
	if (writes)
		memset(x->memory + at, draw(x, 256), SLOT);
	memcpy(x->wanted + at, x->memory + at, SLOT);
}

static void step_wait(Set *x)
{
	wait(x);
	memset(x->written, 0, sizeof(x->written));
	memset(x->read, 0, sizeof(x->read));
}

static void random_programs(void **state)
{
	(void)state;
	static void (*const steps[])(Set *) = {step_kernel, step_kernel, step_copy, step_host,
					       step_host,   step_host,   step_wait};
	for (uint64_t seed = 0; seed < 8; seed++) {
		static Set x;
		set_open(&x, seed);
		for (int i = 0; i < STEPS; i++)
			steps[draw(&x, sizeof(steps) / sizeof(*steps))](&x);
		wait(&x);
		for (uint64_t at = 0; at < BYTES - 1000; at += SLOT) {
			touch(&x, at, false);
			assert_memory_equal(x.memory + at, x.wanted + at, SLOT);
		}
		set_close(&x);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(when_it_runs),
		cmocka_unit_test(inputs),
		cmocka_unit_test(too_early),
		cmocka_unit_test(random_programs),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
