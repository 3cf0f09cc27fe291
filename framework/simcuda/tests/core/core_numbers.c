/* Numbers that a judge has drawn, and single numbers of what was made of them: nothing has to run for these. */
#include "framework/simcuda/core/core.h"
#include "framework/simcuda/core/numbers.h"
#include "framework/simcuda/tests/core/core_rig.h"

enum { COUNT = 40000, BYTES = 4 * COUNT };

static int runs; /* of the kernel below */

/* --- a kernel: backwards(to, from): to[i] = 1 - from[COUNT - 1 - i] -------------------------------- */

static int backwards_ranges(const void *const *arguments, uint64_t threads, SimRange *ranges)
{
	(void)threads;
	for (int i = 0; i < 2; i++)
		ranges[i] = (SimRange){*(const uint64_t *)arguments[i], BYTES, 1, BYTES,
				       i ? SIM_READ : SIM_WRITE};
	return 2;
}

static void backwards_cost(const void *const *arguments, uint64_t threads, SimCost *cost)
{
	(void)arguments, (void)threads;
	*cost = (SimCost){.work = SIM_WORK_MEMORY, .bytes = 2.0 * BYTES};
}

static void backwards_run(const void *const *arguments, uint64_t threads, void *const *memory)
{
	float *to = memory[0];
	const float *from = memory[1];
	(void)arguments, (void)threads;
	for (int i = 0; i < COUNT; i++)
		to[i] = 1 - from[COUNT - 1 - i];
	runs++;
}

static bool backwards_element(const void *const *arguments, int range, uint64_t offset,
			      const SimElements *in, float *value)
{
	(void)arguments;
	if (range != 0 || !in->read(in->context, 1, BYTES - sizeof *value - offset, value))
		return false;
	*value = 1 - *value;
	return true;
}

static const SimKernel backwards = {
	"backwards", 2, {8, 8}, backwards_ranges, backwards_cost, backwards_run, backwards_element};
/* The same, which cannot tell single numbers. */
static const SimKernel untold = {"untold",      2,   {8, 8}, backwards_ranges, backwards_cost,
				 backwards_run, NULL};

static void turn(Rig *rig, const SimKernel *kernel, uint64_t to, uint64_t from)
{
	assert_int_equal(launch_on(rig, kernel, (const void *[]){&to, &from}, COUNT, 0),
			 cudaSuccess);
}

static float number(Rig *rig, uint64_t array, int i)
{
	float value = -9;
	assert_int_equal(sim_number(rig->sim, array + 4 * (uint64_t)i, &value), 0);
	return value;
}

static uint64_t open_with_numbers(Rig *rig, uint64_t seed)
{
	rig_open(rig, 1);
	uint64_t a = dev_malloc(rig, BYTES);
	runs = 0;
	assert_int_equal(sim_draw(rig->sim, a, 100, COUNT, seed), 0);
	return a;
}

/* --- tests ------------------------------------------------------------------------------------- */

static void drawn_at_no_cost(void **state)
{
	Rig rig;
	static float all[COUNT];
	(void)state;
	rig_open(&rig, 1);
	uint64_t a = dev_malloc(&rig, BYTES);
	SimcudaCounters before = counters(&rig), after;
	assert_int_equal(sim_draw(rig.sim, a, 100, COUNT, 7), 0);
	after = counters(&rig);
	assert_int_equal(after.over_ns, after.host_ns); /* and so is over by now */
	before.over_ns = after.over_ns;
	assert_memory_equal(&before, &after, sizeof before);
	for (int i = 0; i < COUNT; i += 999)
		assert_float_equal(number(&rig, a, i), numbers_at(7, 100 + (uint64_t)i), 0);
	uint64_t unmade = a; /* no byte of it has been written */
	assert_int_equal(
		interval_set_gap(&memory_find(rig.sim, a, BYTES)->written, &unmade, a + BYTES),
		a + BYTES);
	assert_int_equal(unmade, a);
	assert_int_equal(copy_now(&rig, address_of(all), a, BYTES), cudaSuccess);
	double sum = 0;
	for (int i = 0; i < COUNT; i++) {
		assert_float_equal(all[i], numbers_at(7, 100 + (uint64_t)i), 0);
		assert_true(all[i] >= -1 && all[i] < 1);
		sum += (double)all[i];
	}
	assert_true(sum > -0.02 * COUNT && sum < 0.02 * COUNT); /* 7 standard deviations */
	assert_int_equal(finding_count(&rig), 0);
	rig_close(&rig);
}

static void nothing_runs_for_single_numbers(void **state)
{
	Rig rig;
	(void)state;
	uint64_t a = open_with_numbers(&rig, 7), b = dev_malloc(&rig, BYTES),
		 c = dev_malloc(&rig, BYTES);
	turn(&rig, &backwards, b, a);
	turn(&rig, &backwards, c, b); /* as a again, but for two roundings */
	for (int waited = 0; waited < 2; waited++) {
		assert_float_equal(number(&rig, b, 3), 1 - numbers_at(7, 100 + COUNT - 4), 0);
		assert_float_equal(number(&rig, c, 3), numbers_at(7, 103), 1e-6);
		assert_int_equal(sync_device(&rig), cudaSuccess);
	}
	assert_int_equal(runs, 0);
	static float all[COUNT];
	assert_int_equal(copy_now(&rig, address_of(all), c, BYTES), cudaSuccess);
	assert_int_equal(runs, 2);
	assert_float_equal(all[3], number(&rig, c, 3), 0);
	rig_close(&rig);
}

/* What is written behind an operation it does not read, and who overwrites an array is asked himself. */
static void in_the_order_of_the_queue(void **state)
{
	Rig rig;
	(void)state;
	uint64_t a = open_with_numbers(&rig, 7), b = dev_malloc(&rig, BYTES);
	turn(&rig, &backwards, b, a);
	assert_int_equal(fill_later(&rig, a, 0, BYTES, 0), cudaSuccess);
	assert_float_equal(number(&rig, a, 3), 0, 0);
	assert_float_equal(number(&rig, b, 3), 1 - numbers_at(7, 100 + COUNT - 4), 0);
	turn(&rig, &backwards, b, a);
	assert_float_equal(number(&rig, b, 3), 1, 0);
	assert_int_equal(runs, 0);
	rig_close(&rig);
}

static void run_where_it_cannot_be_told(void **state)
{
	Rig rig;
	(void)state;
	uint64_t a = open_with_numbers(&rig, 7), b = dev_malloc(&rig, BYTES);
	turn(&rig, &untold, b, a);
	assert_float_equal(number(&rig, b, 3), 1 - numbers_at(7, 100 + COUNT - 4), 0);
	assert_int_equal(runs, 1);
	rig_close(&rig);
}

static void outside_of_memory(void **state)
{
	Rig rig;
	float value;
	uint32_t bits;
	(void)state;
	uint64_t a = open_with_numbers(&rig, 7);
	assert_int_equal(sim_draw(rig.sim, a, 0, COUNT + 1, 1), -1);
	assert_int_equal(sim_draw(rig.sim, a, 0, 0, 1), -1);
	assert_int_equal(sim_draw(rig.sim, a, 0, UINT64_MAX / 2, 1), -1);
	assert_int_equal(sim_draw(rig.sim, a + 2, 0, COUNT - 1, 1), -1); /* no place of a float */
	assert_int_equal(sim_number(rig.sim, a + BYTES, &value), -1);
	assert_int_equal(sim_number(rig.sim, address_of(&value), &value), -1);
	uint64_t fresh = dev_malloc(&rig, BYTES);
	value = number(&rig, fresh, 0);
	memcpy(&bits, &value, sizeof bits);
	assert_int_equal(bits, POISON);
	rig_close(&rig);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(drawn_at_no_cost),
		cmocka_unit_test(nothing_runs_for_single_numbers),
		cmocka_unit_test(in_the_order_of_the_queue),
		cmocka_unit_test(run_where_it_cannot_be_told),
		cmocka_unit_test(outside_of_memory),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
