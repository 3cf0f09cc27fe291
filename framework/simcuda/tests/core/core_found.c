/* core_found.c - tests of what fuzzing has found, each as small as it can be made. */
#include "framework/simcuda/tests/core/core_rig.h"

/* --- a kernel that writes two columns of words in one allocation ------------------------------ */

static int columns_ranges(const void *const *arguments, uint64_t threads, SimRange *ranges)
{
	uint64_t to = *(const uint64_t *)arguments[0];
	ranges[0] = (SimRange){to, 4, threads, 16, SIM_WRITE};
	ranges[1] = (SimRange){to + 8, 4, threads, 16, SIM_WRITE};
	return 2;
}

static void columns_cost(const void *const *arguments, uint64_t threads, SimCost *cost)
{
	(void)arguments;
	*cost = (SimCost){.work = SIM_WORK_MEMORY, .bytes = (double)threads * 8};
}

static void columns_run(const void *const *arguments, uint64_t threads, void *const *memory)
{
	(void)arguments;
	for (uint64_t row = 0; row < threads; row++) {
		((uint32_t *)memory[0])[row * 4] = 1;
		((uint32_t *)memory[1])[row * 4] = 2;
	}
}

static const SimKernel columns = {.name = "columns",
				  .arguments = 1,
				  .argument_bytes = {8},
				  .ranges = columns_ranges,
				  .cost = columns_cost,
				  .run = columns_run};

/* Room for what is written was made for one range at a time: the second had none. */
static void two_columns_of_one_allocation(void **state)
{
	(void)state;
	Rig rig = {0};
	rig_open(&rig, 1);
	const uint64_t rows = 59;
	uint64_t to = dev_malloc(&rig, rows * 16);
	const void *arguments[] = {&to};
	assert_int_equal(launch_on(&rig, &columns, arguments, rows, 0), cudaSuccess);
	assert_int_equal(sync_device(&rig), cudaSuccess);
	for (uint64_t row = 0; row < rows; row++) {
		assert_int_equal(word_at(&rig, to + row * 16), 1);
		assert_int_equal(word_at(&rig, to + row * 16 + 4), POISON);
		assert_int_equal(word_at(&rig, to + row * 16 + 8), 2);
		assert_int_equal(word_at(&rig, to + row * 16 + 12), POISON);
	}
	rig_close(&rig);
}

/* --- pages that are closed to the program are closed to the machine too ----------------------- */

#define PAGE 4096

static _Alignas(PAGE) unsigned char pages[4 * PAGE];
static SimProtection protection[4];
static int closings; /* how often a page was closed at all */

static void check_pages(uint64_t address, size_t bytes, SimProtection most)
{
	uint64_t first = address_of(pages), end = first + sizeof(pages);
	for (uint64_t at = address; at < address + bytes; at++)
		if (at >= first && at < end)
			assert_true(protection[(at - first) / PAGE] <= most);
}

static void guarded_read(void *context, void *to, uint64_t from, size_t bytes)
{
	check_pages(from, bytes, SIM_READABLE);
	rig_read(context, to, from, bytes);
}

static void guarded_write(void *context, uint64_t to, const void *from, size_t bytes)
{
	check_pages(to, bytes, SIM_OPEN);
	rig_write(context, to, from, bytes);
}

static void protect(void *context, uint64_t address, uint64_t bytes, SimProtection how)
{
	(void)context;
	for (uint64_t page = 0; page < bytes / PAGE; page++)
		protection[(address - address_of(pages)) / PAGE + page] = how;
	closings += how == SIM_CLOSED;
}

/* A machine that can close pages, with the second of four pinned and a copy queued into it. */
static uint64_t guarded_open(Rig *rig)
{
	SimHost host = {rig, guarded_read, guarded_write, rig_call, protect, PAGE, NULL};
	uint64_t base[1] = {rig_base(0)};
	*rig = (Rig){.machine = rig_machine(1), .where = 1};
	memset(protection, 0, sizeof(protection));
	closings = 0;
	rig->sim = sim_create(&rig->machine, &host, base);
	assert_non_null(rig->sim);
	uint64_t device = dev_malloc(rig, sizeof(pages));
	assert_int_equal(fill_later(rig, device, 7, sizeof(pages), 0), cudaSuccess);
	pin(rig, pages + PAGE, PAGE);
	uint64_t other = stream_new(rig, cudaStreamNonBlocking);
	assert_int_equal(sync_device(rig), cudaSuccess);
	assert_int_equal(copy_later(rig, address_of(pages + PAGE), device, PAGE, other), 0);
	assert_int_equal(closings, 1);
	return device;
}

/* The source of a copy is not all pinned, so it is captured; a page of it is closed. */
static void capture_across_a_closed_page(void **state)
{
	(void)state;
	Rig rig = {0};
	uint64_t device = guarded_open(&rig);
	memset(pages, 3, PAGE);
	assert_int_equal(copy_now(&rig, device + PAGE, address_of(pages + PAGE - 8), 16), 0);
	assert_int_equal(sync_device(&rig), cudaSuccess);
	assert_int_equal(word_at(&rig, device + PAGE), 0x03030303);
	for (int i = 0; i < 4; i++)
		assert_int_equal(protection[i], SIM_OPEN);
	rig_close(&rig);
}

/* A library reads device memory into a page of the program's that is closed. */
static void fetch_into_a_closed_page(void **state)
{
	(void)state;
	Rig rig = {0};
	uint64_t device = guarded_open(&rig);
	SimRequest request = {.code = SIM_FETCH};
	request.u.fetch.to = address_of(pages + PAGE);
	request.u.fetch.from = device;
	request.u.fetch.bytes = 8;
	request.u.fetch.device = -1;
	assert_int_equal(ask(&rig, request), cudaSuccess);
	assert_int_equal(pages[PAGE], 7);
	assert_int_equal(sync_device(&rig), cudaSuccess);
	rig_close(&rig);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(two_columns_of_one_allocation),
		cmocka_unit_test(capture_across_a_closed_page),
		cmocka_unit_test(fetch_into_a_closed_page),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
