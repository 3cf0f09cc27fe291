/* The set of written bytes, against a map with one flag for each byte. */
#include "framework/simcuda/tests/core/core_rig.h"

#include "framework/simcuda/core/core.h"

#define BYTES 600

static uint64_t seed;

static uint64_t draw(uint64_t limit)
{
	seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return (seed >> 33) % limit;
}

static void assert_same(const IntervalSet *set, const bool *map)
{
	bool seen[BYTES] = {false};
	for (size_t i = 0; i < set->count; i++) {
		assert_true(set->interval[i].from < set->interval[i].to);
		if (i > 0) /* neither overlapping nor touching */
			assert_true(set->interval[i - 1].to < set->interval[i].from);
		for (uint64_t at = set->interval[i].from; at < set->interval[i].to; at++)
			seen[at] = true;
	}
	assert_memory_equal(seen, map, sizeof(seen));
}

static void assert_gaps(const IntervalSet *set, const bool *map, uint64_t from, uint64_t to)
{
	uint64_t next = from;
	for (uint64_t at = from; at < to;) {
		uint64_t end = interval_set_gap(set, &at, to);
		for (; next < at; next++)
			assert_true(map[next]);
		for (; next < end; next++)
			assert_false(map[next]);
		at = end;
	}
	assert_int_equal(next, to);
}

static void random_ranges(void **state)
{
	(void)state;
	for (int round = 0; round < 300; round++) {
		IntervalSet set = {0};
		bool map[BYTES] = {false};
		seed = (uint64_t)round;
		for (int step = 0; step < 25; step++) {
			SimRange range = {.width = 1 + draw(12), .rows = 1 + draw(6)};
			range.pitch = draw(30); /* shorter than the width too: rows that overlap */
			range.address = draw(BYTES - range_extent(&range));
			assert_true(interval_set_reserve(&set, range.rows));
			interval_set_add(&set, &range);
			for (uint64_t row = 0; row < range.rows; row++)
				for (uint64_t i = 0; i < range.width; i++)
					map[range.address + row * range.pitch + i] = true;
			assert_same(&set, map);
			uint64_t from = draw(BYTES), to = from + draw(BYTES - from + 1);
			bool all = from < to;
			for (uint64_t at = from; at < to; at++)
				all = all && map[at];
			if (from < to)
				assert_int_equal(interval_set_cover(&set, from, to), all);
			assert_gaps(&set, map, from, to);
		}
		interval_set_release(&set);
	}
}

/* A column of a large matrix, then the next one, and so on: one merge each. */
static void columns_of_a_matrix(void **state)
{
	(void)state;
	IntervalSet set = {0};
	for (uint64_t column = 0; column < 64; column++) {
		SimRange range = {column * 7 % 64 * 4, 4, 20000, 256, SIM_WRITE};
		assert_true(interval_set_reserve(&set, range.rows));
		interval_set_add(&set, &range);
	}
	assert_int_equal(set.count, 1);
	assert_true(interval_set_cover(&set, 0, UINT64_C(20000) * 256));
	interval_set_release(&set);
}

static void extents(void **state)
{
	(void)state;
	assert_int_equal(range_extent(&(SimRange){0, 10, 1, 0, SIM_READ}), 10);
	assert_int_equal(range_extent(&(SimRange){0, 10, 3, 100, SIM_READ}), 210);
	assert_true(range_extent(&(SimRange){0, 10, UINT64_MAX, 100, SIM_READ}) == UINT64_MAX);
	SimRange joined = {64, 16, 8, 16, SIM_READ};
	range_join(&joined);
	assert_int_equal(joined.rows, 1);
	assert_int_equal(joined.width, 128);
	assert_int_equal(joined.pitch, 128);
}

/* What one kernel wrote, added to what others did. */
static void merged(void **state)
{
	(void)state;
	for (seed = 1; seed <= 300; seed++) {
		IntervalSet set = {0};
		bool map[BYTES] = {false};
		for (int round = 0; round < 5; round++) {
			Interval more[BYTES];
			size_t count = 0;
			for (uint64_t at = draw(60); at < BYTES; at += 1 + draw(60)) {
				uint64_t to = at + 1 + draw(30);
				to = to < BYTES ? to : BYTES;
				memset(map + at, true, to - at);
				more[count++] = (Interval){at, to};
				at = to;
			}
			assert_true(interval_set_merge(&set, more, count));
			assert_same(&set, map);
		}
		interval_set_release(&set);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(random_ranges),
		cmocka_unit_test(merged),
		cmocka_unit_test(columns_of_a_matrix),
		cmocka_unit_test(extents),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
