/* What is computed and what is not: work that nobody can observe never runs, all other work does,
 * before anybody can see that it had not. Every kernel run is counted. */
#include <malloc.h>

#include "framework/simcuda/tests/core/core_rig.h"

#include "framework/simcuda/core/core.h"

static int runs; /* of the kernels below */

/* --- kernels: add(to, from): to += from; twin(a, b, from): a = b = from ----------------------- */

enum { WORD = 4, HEAVY = 100000 }; /* HEAVY: so many ns that the machine keeps it idle */

static void heavy_cost(const void *const *arguments, uint64_t threads, SimCost *cost)
{
	(void)arguments;
	*cost = (SimCost){.work = SIM_WORK_MEMORY, .bytes = (double)threads * 50};
}

static SimRange word(const void *argument, SimAccess access)
{
	return (SimRange){*(const uint64_t *)argument, WORD, 1, 0, access};
}

static int add_ranges(const void *const *arguments, uint64_t threads, SimRange *ranges)
{
	(void)threads;
	ranges[0] = word(arguments[0], SIM_READ_WRITE);
	ranges[1] = word(arguments[1], SIM_READ);
	return 2;
}

static void add_run(const void *const *arguments, uint64_t threads, void *const *memory)
{
	(void)arguments, (void)threads;
	*(uint32_t *)memory[0] += *(const uint32_t *)memory[1];
	runs++;
}

static int twin_ranges(const void *const *arguments, uint64_t threads, SimRange *ranges)
{
	(void)threads;
	ranges[0] = word(arguments[0], SIM_WRITE);
	ranges[1] = word(arguments[1], SIM_WRITE);
	ranges[2] = word(arguments[2], SIM_READ);
	return 3;
}

static void twin_run(const void *const *arguments, uint64_t threads, void *const *memory)
{
	(void)arguments, (void)threads;
	*(uint32_t *)memory[0] = *(uint32_t *)memory[1] = *(const uint32_t *)memory[2];
	runs++;
}

static const SimKernel add = {"add", 2, {8, 8}, add_ranges, heavy_cost, add_run, NULL};
static const SimKernel twin = {"twin", 3, {8, 8, 8}, twin_ranges, heavy_cost, twin_run, NULL};

typedef struct Set {
	Rig rig;
	uint64_t m[6]; /* words of device memory: 0, 1, 2, ... */
} Set;

static void good(cudaError_t error)
{
	assert_int_equal(error, cudaSuccess);
}

static void set_word(Set *x, int i, uint32_t value)
{
	good(copy_now(&x->rig, x->m[i], address_of(&value), WORD));
}

static void set_open(Set *x)
{
	rig_open(&x->rig, 1);
	for (int i = 0; i < 6; i++) {
		x->m[i] = dev_malloc(&x->rig, WORD);
		set_word(x, i, (uint32_t)i);
	}
	good(sync_device(&x->rig));
	runs = 0;
}

static void set_close(Set *x)
{
	assert_int_equal(finding_count(&x->rig), 0);
	rig_close(&x->rig);
}

static void heavy_add(Set *x, int to, int from)
{
	good(launch_on(&x->rig, &add, (const void *[]){&x->m[to], &x->m[from]}, HEAVY, 0));
}

static void heavy_twin(Set *x, int a, int b, int from)
{
	good(launch_on(&x->rig, &twin, (const void *[]){&x->m[a], &x->m[b], &x->m[from]}, HEAVY,
		       0));
}

static uint32_t fetch(Set *x, int i)
{
	uint32_t value = 0;
	good(copy_now(&x->rig, address_of(&value), x->m[i], WORD));
	return value;
}

/* --- tests ------------------------------------------------------------------------------------ */

/* The timing of a hundred products of which the last is looked at. */
static void overwritten_results(void **state)
{
	(void)state;
	Set x;
	set_open(&x);
	for (int i = 0; i < 100; i++) {
		heavy_twin(&x, 0, 1, 2 + i % 3);
		if (i % 7 == 0)
			good(sync_device(&x.rig));
	}
	good(sync_device(&x.rig));
	assert_int_equal(runs, 0);
	assert_int_equal(x.rig.sim->idle.count, 1);
	assert_int_equal(fetch(&x, 1), 2 + 99 % 3);
	assert_int_equal(runs, 1);
	assert_int_equal(fetch(&x, 0), 2 + 99 % 3);
	assert_int_equal(runs, 1);
	set_close(&x);
}

static void freed_results(void **state)
{
	(void)state;
	Set x;
	set_open(&x);
	heavy_twin(&x, 0, 1, 2);
	good(dev_free(&x.rig, x.m[2])); /* its source: kept until nobody needs it */
	assert_int_equal(x.rig.sim->kept, WORD);
	good(dev_free(&x.rig, x.m[0]));
	assert_int_equal(x.rig.sim->idle.count, 1);
	good(dev_free(&x.rig, x.m[1]));
	assert_int_equal(x.rig.sim->idle.count, 0);
	assert_int_equal(x.rig.sim->kept, 0);
	assert_int_equal(runs, 0);
	/* The same, but one of its results is looked at. */
	heavy_twin(&x, 3, 4, 5);
	good(dev_free(&x.rig, x.m[5]));
	good(dev_free(&x.rig, x.m[3]));
	assert_int_equal(fetch(&x, 4), 5);
	assert_int_equal(runs, 1);
	assert_int_equal(x.rig.sim->kept, 0);
	set_close(&x);
}

/* Half of what a kernel wrote is overwritten: the other half still counts. */
static void one_of_two_results(void **state)
{
	(void)state;
	Set x;
	set_open(&x);
	heavy_twin(&x, 0, 1, 2);
	set_word(&x, 0, 77);
	good(sync_device(&x.rig));
	assert_int_equal(fetch(&x, 1), 2);
	assert_int_equal(fetch(&x, 0), 77);
	set_close(&x);
}

/* What a dead operation had to come after, its successors have to come after. */
static void order_survives_the_dead(void **state)
{
	(void)state;
	for (int first = 0; first < 2; first++) {
		Set x;
		set_open(&x);
		heavy_add(&x, 1, 0);     /* m1 = 1 + 0: reads m0 */
		heavy_twin(&x, 0, 3, 4); /* m0 = m3 = 4, after that read */
		set_word(&x, 3, 9);
		heavy_twin(&x, 0, 2, 5); /* m0 = m2 = 5: now the one before is dead */
		good(sync_device(&x.rig));
		assert_int_equal(runs, 0);
		for (int i = 0; i < 2; i++)
			if (i == first)
				assert_int_equal(fetch(&x, 0), 5);
			else
				assert_int_equal(fetch(&x, 1), 1);
		assert_int_equal(runs, 2);
		set_close(&x);
	}
}

/* What a user of the dead used is used no more, however long the chain. */
static void chains_die_whole(void **state)
{
	(void)state;
	Set x;
	set_open(&x);
	for (int i = 0; i < 5000; i++)
		heavy_add(&x, 0, 1);
	set_word(&x, 0, 3);
	good(sync_device(&x.rig));
	assert_int_equal(x.rig.sim->idle.count, 0);
	heavy_add(&x, 0, 1);
	assert_int_equal(fetch(&x, 0), 4);
	assert_int_equal(runs, 1);
	set_close(&x);
}

/* A loop that never ends takes no more and more memory, whether its results die or live. */
static void endless_loops(void **state)
{
	(void)state;
	for (int alive = 0; alive < 2; alive++) {
		Set x;
		size_t before = 0;
		set_open(&x);
		for (int i = 0; i < 60000; i++) {
			if (alive)
				heavy_add(&x, 1, 0);
			heavy_twin(&x, 0, 3, 2);
			heavy_twin(&x, 4, 5, 0);
			heavy_add(&x, 3, 0);
			if (i % 10 == 0)
				good(sync_device(&x.rig));
			assert_true(x.rig.sim->idle.count <= SIM_MAX_IDLE);
			if (i == 20000)
				before = mallinfo2().uordblks;
		}
		assert_true(mallinfo2().uordblks < before + 100000);
		if (alive)
			assert_int_equal(fetch(&x, 1), 1 + 2 * 59999); /* m0 was 0, then 2 */
		else
			assert_true(runs == 0 && fetch(&x, 3) == 4);
		set_close(&x);
	}
}

/* Memory that idle work holds is limited: freed sources beyond it are used up. */
static void kept_memory_is_limited(void **state)
{
	(void)state;
	Rig rig;
	SimMachine machine = rig_machine(1);
	machine.memory_bytes = 4 * SIM_KEPT_TOTAL;
	rig_open_with(&rig, &machine);
	uint64_t sum = dev_malloc(&rig, WORD), big = SIM_KEPT_TOTAL / 4 + 1;
	runs = 0;
	good(fill_later(&rig, sum, 0, WORD, 0));
	for (int i = 0; i < 4; i++) {
		uint64_t source = dev_malloc(&rig, big);
		good(fill_later(&rig, source, 1, WORD, 0));
		good(launch_on(&rig, &add, (const void *[]){&sum, &source}, HEAVY, 0));
		good(dev_free(&rig, source));
		assert_true(rig.sim->kept <= SIM_KEPT_TOTAL);
		assert_int_equal(runs, i < 3 ? 0 : 1);
	}
	assert_int_equal(word_at(&rig, sum), 4 * 0x01010101);
	assert_int_equal(rig.sim->kept, 0);
	rig_close(&rig);
}

/* So are the bytes of copies from ordinary memory, in a queue that is never waited for. */
static void staged_bytes_are_limited(void **state)
{
	(void)state;
	Rig rig;
	enum { BYTES = 32 << 20 };
	rig_open(&rig, 1);
	uint64_t to = dev_malloc(&rig, BYTES);
	unsigned char *from = calloc(1, BYTES);
	assert_non_null(from);
	for (int i = 0; i < 20; i++) {
		from[5] = (unsigned char)i;
		good(copy_on(&rig, to, address_of(from), BYTES / (1 + i % 2), cudaMemcpyDefault, 1,
			     0));
		assert_true(rig.sim->staged <= SIM_STAGED_TOTAL);
	}
	good(sync_device(&rig));
	assert_int_equal(word_at(&rig, to + 4) >> 8 & 0xFF, 19);
	assert_int_equal(rig.sim->staged, 0);
	free(from);
	rig_close(&rig);
}

/* New inputs for work that nobody has looked at: the work stays idle, and has had the old ones. */
static void uploads_over_inputs(void **state)
{
	(void)state;
	for (int pinned = 0; pinned < 2; pinned++) {
		Set x;
		uint32_t value[2] = {70, 80};
		set_open(&x);
		if (pinned)
			pin(&x.rig, value, sizeof(value));
		heavy_add(&x, 1, 0); /* 1 + 0 */
		for (int i = 0; i < 2; i++)
			good(copy_now(&x.rig, x.m[0], address_of(&value[i]), WORD));
		value[1] = 99; /* the copies have returned */
		good(sync_device(&x.rig));
		assert_int_equal(runs, 0);
		assert_int_equal(fetch(&x, 0), 80);
		assert_int_equal(fetch(&x, 1), 1);
		assert_int_equal(runs, 1);
		assert_int_equal(x.rig.sim->staged, 0);
		heavy_add(&x, 1, 0);
		good(copy_now(&x.rig, x.m[0], address_of(value), WORD));
		good(dev_free(&x.rig, x.m[1]));
		assert_int_equal(fetch(&x, 0), 70);
		assert_int_equal(runs, 1);
		set_close(&x);
	}
}

/* Memory from cudaMallocAsync that is given back while work on it is still queued. */
static void freed_in_order(void **state)
{
	(void)state;
	Set x;
	set_open(&x);
	SimRequest request = {.code = SIM_MALLOC};
	request.u.malloc.bytes = WORD;
	request.u.malloc.ordered = 1;
	good(ask(&x.rig, request));
	uint64_t scratch = x.rig.reply.value[0];
	x.m[5] = scratch;
	heavy_twin(&x, 5, 4, 3);
	heavy_twin(&x, 5, 2, 1);
	request = (SimRequest){.code = SIM_FREE};
	request.u.free.address = scratch;
	request.u.free.ordered = 1;
	good(ask(&x.rig, request));
	good(sync_device(&x.rig));
	assert_int_equal(runs, 0);
	assert_int_equal(x.rig.sim->idle.count, 2);
	assert_int_equal(fetch(&x, 2), 1);
	assert_int_equal(runs, 2); /* the first still has the word that both wrote first */
	assert_int_equal(fetch(&x, 4), 3);
	assert_int_equal(x.rig.sim->kept, 0);
	set_close(&x);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(overwritten_results),
		cmocka_unit_test(freed_results),
		cmocka_unit_test(one_of_two_results),
		cmocka_unit_test(order_survives_the_dead),
		cmocka_unit_test(chains_die_whole),
		cmocka_unit_test(endless_loops),
		cmocka_unit_test(kept_memory_is_limited),
		cmocka_unit_test(staged_bytes_are_limited),
		cmocka_unit_test(freed_in_order),
		cmocka_unit_test(uploads_over_inputs),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
