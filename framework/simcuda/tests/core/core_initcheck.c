/* Reads of bytes that nothing has written: how many, from where, and what is no mistake. Copies
 * within and between GPUs take along what is written and what is not. */
#include "framework/simcuda/tests/core/core_rig.h"

#include "framework/simcuda/core/core.h"

enum { MADE = 3, HERE = 4, BYTES = 1000 };

typedef struct Set {
	Rig rig;
	uint64_t a, b;
	unsigned char host[BYTES];
} Set;

static void good(cudaError_t error)
{
	assert_int_equal(error, cudaSuccess);
}

static void set_open(Set *x)
{
	memset(x->host, 1, sizeof(x->host));
	rig_open(&x->rig, 1);
	x->rig.where = MADE;
	x->a = dev_malloc(&x->rig, BYTES);
	x->b = dev_malloc(&x->rig, BYTES);
	x->rig.where = HERE;
}

static void set_close(Set *x, int findings)
{
	assert_int_equal(finding_count(&x->rig), findings);
	rig_close(&x->rig);
}

static void copies(void **state)
{
	(void)state;
	Set x;
	set_open(&x);
	good(copy_now(&x.rig, x.a, address_of(x.host), 100));
	good(copy_now(&x.rig, x.a + 110, address_of(x.host), 390));
	good(copy_now(&x.rig, address_of(x.host), x.a, 100));
	good(copy_now(&x.rig, address_of(x.host), x.a + 110, 390));
	assert_int_equal(finding_count(&x.rig), 0);
	good(copy_now(&x.rig, address_of(x.host), x.a + 50, 500));
	assert_finding(&x.rig, SIM_FINDING_UNINITIALISED_READ,
		       "cudaMemcpy reads 60 bytes that nothing has written, from offset 100 of an "
		       "allocation of 1000 bytes on GPU 0",
		       HERE, MADE);
	good(copy_now(&x.rig, address_of(x.host), x.a, 550)); /* said once */
	good(copy_now(&x.rig, x.b, x.a + 999, 1));            /* within the GPU */
	assert_int_equal(finding_count(&x.rig), 1);
	good(copy_now(&x.rig, address_of(x.host), x.b, 1));
	assert_finding(&x.rig, SIM_FINDING_UNINITIALISED_READ,
		       "cudaMemcpy reads 1 byte that nothing has written but a copy of unwritten "
		       "bytes, from offset 0 of an allocation of 1000 bytes on GPU 0",
		       HERE, MADE);
	good(copy_now(&x.rig, address_of(x.host), x.b + 1, 1));
	assert_finding(&x.rig, SIM_FINDING_UNINITIALISED_READ,
		       "cudaMemcpy reads 1 byte that nothing has written, from offset 1 of an "
		       "allocation of 1000 bytes on GPU 0",
		       HERE, MADE);
	set_close(&x, 3);
}

/* A matrix with padding: its columns are written, its padding is not, and nobody may read that. */
static void rows_with_gaps(void **state)
{
	(void)state;
	Set x;
	set_open(&x);
	SimRequest copy = {.code = SIM_COPY};
	copy.u.copy.to = x.a;
	copy.u.copy.from = address_of(x.host);
	copy.u.copy.width = 30;
	copy.u.copy.rows = 10;
	copy.u.copy.to_pitch = 50;
	copy.u.copy.from_pitch = 30;
	copy.u.copy.kind = cudaMemcpyDefault;
	good(ask(&x.rig, copy));
	copy.u.copy.to = address_of(x.host);
	copy.u.copy.from = x.a;
	copy.u.copy.to_pitch = 30;
	copy.u.copy.from_pitch = 50;
	good(ask(&x.rig, copy));
	assert_int_equal(finding_count(&x.rig), 0);
	copy.u.copy.width = 32;
	copy.u.copy.to_pitch = 32;
	good(ask(&x.rig, copy));
	assert_finding(&x.rig, SIM_FINDING_UNINITIALISED_READ,
		       "cudaMemcpy2D reads 20 bytes that nothing has written, from offset 30 of an "
		       "allocation of 1000 bytes on GPU 0",
		       HERE, MADE);
	set_close(&x, 1);
}

/* A copy to the host may take the padding of a matrix along: gaps of one width between written rows
 * of one width. Whatever else is unwritten is reported. Each row of the table is one matrix
 * (offset, width, rows, pitch), a further piece that is written, what is copied, and how many bytes
 * of that nothing has written, when they are no padding. */
static void padding(void **state)
{
	(void)state;
	static const struct {
		uint64_t offset, width, rows, pitch, piece, piece_bytes, from, bytes, missing;
	} table[] = {
		{0, 30, 10, 50, 0, 0, 0, 500, 0},          /* all of it */
		{0, 30, 10, 50, 0, 0, 0, 480, 0},          /* without the last padding */
		{0, 30, 10, 50, 0, 0, 10, 400, 0},         /* from the middle of a row */
		{0, 30, 10, 50, 0, 0, 40, 440, 0},         /* from a gap */
		{20, 30, 10, 50, 0, 0, 0, 500, 0},         /* padding first */
		{0, 30, 2, 50, 0, 0, 0, 100, 0},           /* two rows */
		{0, 30, 1, 50, 0, 0, 0, 50, 20},           /* one row: half of a vector */
		{0, 30, 10, 50, 0, 0, 0, 501, 201},        /* past the end of the matrix */
		{0, 30, 8, 50, 0, 0, 0, 500, 260},         /* two rows are missing */
		{21, 30, 9, 50, 0, 0, 0, 500, 230},        /* a longer gap first */
		{0, 30, 10, 50, 130, 5, 0, 500, 195},      /* one row is longer */
		{0, 30, 10, 50, 138, 5, 0, 500, 195},      /* something in a gap */
		{0, 30, 2, 50, 100, 40, 0, 140, 40},       /* another width */
		{0, 30, 2, 60, 100, 30, 0, 130, 40},       /* another pitch */
		{100, 50, 1, 50, 0, 30, 0, 150, 70},       /* two pieces that are not alike */
		{0, 200, 1, 200, 300, 200, 150, 250, 100}, /* a hole between longer pieces */
	};
	for (size_t i = 0; i < sizeof(table) / sizeof(*table); i++) {
		Set x;
		char message[160];
		set_open(&x);
		SimRequest copy = {.code = SIM_COPY};
		copy.u.copy.to = x.a + table[i].offset;
		copy.u.copy.from = address_of(x.host);
		copy.u.copy.width = table[i].width;
		copy.u.copy.rows = table[i].rows;
		copy.u.copy.to_pitch = copy.u.copy.from_pitch = table[i].pitch;
		copy.u.copy.kind = cudaMemcpyDefault;
		good(ask(&x.rig, copy));
		if (table[i].piece_bytes)
			good(copy_now(&x.rig, x.a + table[i].piece, address_of(x.host),
				      table[i].piece_bytes));
		good(copy_now(&x.rig, address_of(x.host), x.a + table[i].from, table[i].bytes));
		snprintf(message, sizeof message,
			 "cudaMemcpy reads %d bytes that nothing has written, from offset",
			 (int)table[i].missing);
		const SimFinding *findings;
		int count = sim_findings(x.rig.sim, &findings);
		assert_int_equal(count, table[i].missing > 0);
		if (count > 0)
			assert_memory_equal(findings[0].message, message, strlen(message));
		set_close(&x, count);
	}
}

static void assert_written(const Set *x, uint64_t address, const bool *map)
{
	const IntervalSet *spans = &memory_find(x->rig.sim, address, 1)->promised;
	bool seen[BYTES] = {false};
	for (size_t i = 0; i < spans->count; i++) {
		assert_true(i == 0 || spans->interval[i - 1].to < spans->interval[i].from);
		for (uint64_t at = spans->interval[i].from; at < spans->interval[i].to; at++)
			seen[at - address] = true;
	}
	assert_memory_equal(seen, map, sizeof(seen));
}

/* Random copies of rows within and between two allocations, against a map with one flag for each
 * byte. */
static void carried(void **state)
{
	(void)state;
	uint64_t seed = 5;
#define DRAW(limit)                                                                                \
	((seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407)) >> 33) %    \
		(limit)
	for (int round = 0; round < 40; round++) {
		Set x;
		static bool map[2][BYTES], before[BYTES];
		memset(map, 0, sizeof(map));
		set_open(&x);
		const uint64_t base[] = {x.a, x.b};
		for (int step = 0; step < 40; step++) {
			uint64_t width = 1 + DRAW(40), rows = 1 + DRAW(8);
			int to = (int)(DRAW(2)), from = (int)(DRAW(3)); /* 2: the host */
			SimRequest copy = {.code = SIM_COPY};
			uint64_t to_pitch = width + DRAW(60), from_pitch = width + DRAW(60);
			uint64_t to_at = DRAW(1000 - (rows - 1) * to_pitch - width);
			uint64_t from_at = DRAW(1000 - (rows - 1) * from_pitch - width);
			copy.u.copy.to = base[to] + to_at;
			copy.u.copy.from = (from < 2 ? base[from] : address_of(x.host)) + from_at;
			copy.u.copy.width = width;
			copy.u.copy.rows = rows;
			copy.u.copy.to_pitch = to_pitch;
			copy.u.copy.from_pitch = from_pitch;
			copy.u.copy.kind = cudaMemcpyDefault;
			good(ask(&x.rig, copy));
			if (from < 2)
				memcpy(before, map[from], sizeof(before));
			else
				memset(before, 1, sizeof(before));
			for (uint64_t row = 0; row < rows; row++)
				memcpy(&map[to][to_at + row * to_pitch],
				       &before[from_at + row * from_pitch], width);
			assert_written(&x, x.a, map[0]);
			assert_written(&x, x.b, map[1]);
		}
		set_close(&x, 0);
	}
#undef DRAW
}

/* The order of issue counts: work that has not run yet has promised its bytes, and work that never
 * runs has too. Memory that is given out again is new. */
static void promises(void **state)
{
	(void)state;
	Set x;
	set_open(&x);
	good(fill_later(&x.rig, x.a, 0, 16, 0));
	good(launch_accumulate(&x.rig, x.a, x.a, 1, 16, 1000000, 0));
	good(fill_later(&x.rig, x.a, 1, 16, 0));
	good(launch_accumulate(&x.rig, x.a, x.a, 1, 16, 0, 0));
	assert_int_equal(finding_count(&x.rig), 0);
	good(launch_accumulate(&x.rig, x.a, x.a + 8, 1, 16, 0, 0));
	assert_finding(
		&x.rig, SIM_FINDING_UNINITIALISED_READ,
		"kernel accumulate reads 8 bytes that nothing has written, from offset 16 of "
		"an allocation of 1000 bytes on GPU 0",
		HERE, MADE);
	good(dev_free(&x.rig, x.b));
	x.b = dev_malloc(&x.rig, BYTES);
	good(copy_now(&x.rig, address_of(x.host), x.b, 4));
	assert_int_equal(finding_count(&x.rig), 2);
	set_close(&x, 2);
}

static SimAccess access; /* of the kernel below */

static int loose_ranges(const void *const *arguments, uint64_t threads, SimRange *ranges)
{
	(void)threads;
	ranges[0] = (SimRange){*(const uint64_t *)arguments[0], 64, 1, 0, access};
	return 1;
}

static void no_cost(const void *const *arguments, uint64_t threads, SimCost *cost)
{
	(void)arguments, (void)threads;
	*cost = (SimCost){.work = SIM_WORK_MEMORY};
}

static void no_run(const void *const *arguments, uint64_t threads, void *const *memory)
{
	(void)arguments, (void)threads, (void)memory;
}

/* A loose range may touch less than it says: reading is no mistake, and writing may be all. */
static void loose(void **state)
{
	(void)state;
	static const SimKernel kernel = {"loose", 1, {8}, loose_ranges, no_cost, no_run, NULL};
	static const struct {
		SimAccess access;
		int reading, after; /* findings: of the kernel, and of a copy to the host then */
	} rows[] = {
		{SIM_READ, 1, 1},     {SIM_READ_WRITE, 1, 1},     {SIM_WRITE, 0, 0},
		{SIM_MAY_READ, 0, 1}, {SIM_MAY_READ_WRITE, 0, 0}, {SIM_MAY_WRITE, 0, 0},
	};
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		Set x;
		set_open(&x);
		access = rows[i].access;
		good(launch_on(&x.rig, &kernel, (const void *[]){&x.a}, 1, 0));
		assert_int_equal(finding_count(&x.rig), rows[i].reading);
		good(copy_now(&x.rig, address_of(x.host), x.a, 64));
		set_close(&x, rows[i].after);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(copies),   cmocka_unit_test(rows_with_gaps),
		cmocka_unit_test(padding),  cmocka_unit_test(carried),
		cmocka_unit_test(promises), cmocka_unit_test(loose),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
