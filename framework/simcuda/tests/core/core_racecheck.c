/* Races: which pairs of operations are reported, in which words, and which are not. */
#include "framework/simcuda/tests/core/core_rig.h"

enum { FIRST = 10, SECOND = 20, MATRIX = 4096 };

typedef struct Set {
	Rig rig;
	uint64_t a, s[2], host;
	unsigned char *pinned;
} Set;

static void set_open(Set *set)
{
	rig_open(&set->rig, 1);
	set->a = dev_malloc(&set->rig, MATRIX);
	assert_int_equal(fill_later(&set->rig, set->a, 0, MATRIX, 0), 0);
	assert_int_equal(sync_device(&set->rig), 0);
	for (int i = 0; i < 2; i++)
		set->s[i] = stream_new(&set->rig, cudaStreamNonBlocking);
	set->pinned = calloc(1, MATRIX);
	assert_non_null(set->pinned);
	pin(&set->rig, set->pinned, MATRIX);
	set->host = address_of(set->pinned);
}

static void set_close(Set *set)
{
	rig_close(&set->rig);
	free(set->pinned);
}

static void first(Set *set, cudaError_t error)
{
	assert_int_equal(error, cudaSuccess);
	set->rig.where = SECOND;
}

static void writer_and_reader(void **state)
{
	(void)state;
	Set x;
	set_open(&x);
	x.rig.where = FIRST;
	first(&x, copy_later(&x.rig, x.a, x.host, 1000, x.s[0]));
	assert_int_equal(copy_later(&x.rig, x.host + 2000, x.a + 999, 1000, x.s[1]), 0);
	assert_finding(&x.rig, SIM_FINDING_RACE,
		       "cudaMemcpyAsync reads memory on GPU 0 that an earlier cudaMemcpyAsync may "
		       "still be writing: nothing orders the two",
		       SECOND, FIRST);
	assert_int_equal(finding_count(&x.rig), 1);
	set_close(&x);
}

static void reader_and_writer(void **state)
{
	(void)state;
	Set x;
	set_open(&x);
	x.rig.where = FIRST;
	first(&x, copy_later(&x.rig, x.host, x.a, 1000, x.s[0]));
	assert_int_equal(fill_later(&x.rig, x.a + 500, 1, 8, x.s[1]), 0);
	assert_int_equal(stream_ask(&x.rig, SIM_STREAM_SYNC, x.s[1]), 0);
	assert_finding(&x.rig, SIM_FINDING_RACE,
		       "cudaMemsetAsync writes memory on GPU 0 that an earlier cudaMemcpyAsync may "
		       "still be reading: nothing orders the two",
		       SECOND, FIRST);
	set_close(&x);
}

/* A cudaMemcpy from ordinary memory returns when it is staged, which is no promise to streams that
 * do not wait for the default stream. */
static void staged_copy_and_free_stream(void **state)
{
	(void)state;
	Set x;
	unsigned char pageable[64] = {0};
	set_open(&x);
	x.rig.where = FIRST;
	first(&x, copy_on(&x.rig, x.a, address_of(pageable), 64, cudaMemcpyHostToDevice, 0, 0));
	assert_int_equal(launch_accumulate(&x.rig, x.a, x.a, 1, 4, 0, x.s[0]), 0);
	assert_int_equal(stream_ask(&x.rig, SIM_STREAM_SYNC, x.s[0]), 0);
	assert_finding(&x.rig, SIM_FINDING_RACE,
		       "kernel accumulate reads memory on GPU 0 that an earlier cudaMemcpy may "
		       "still be writing: nothing orders the two",
		       SECOND, FIRST);
	set_close(&x);
}

/* A copy goes into a stream of the GPU that is current, wherever its memory is. */
static void default_streams_of_two_gpus(void **state)
{
	(void)state;
	Rig rig;
	unsigned char pageable[64] = {0};
	rig_open(&rig, 2);
	uint64_t a = dev_malloc(&rig, MATRIX);
	set_device(&rig, 1);
	rig.where = FIRST;
	assert_int_equal(copy_on(&rig, a, address_of(pageable), 64, cudaMemcpyHostToDevice, 0, 0),
			 0);
	rig.where = SECOND;
	set_device(&rig, 0);
	assert_int_equal(launch_accumulate(&rig, a, a, 1, 4, 0, 0), 0);
	assert_int_equal(sync_device(&rig), 0);
	assert_finding(&rig, SIM_FINDING_RACE,
		       "kernel accumulate reads memory on GPU 0 that an earlier cudaMemcpy in a "
		       "stream of GPU 1 may still be writing: nothing orders the two",
		       SECOND, FIRST);
	rig_close(&rig);
}

/* What may be read and is written whole, or may be written in part: as a product with its factor in memory of a GPU, and
 * as one triangle of a matrix. */
static int maybe_ranges(const void *const *arguments, uint64_t threads, SimRange *ranges)
{
	(void)threads;
	ranges[0] = (SimRange){*(const uint64_t *)arguments[0], 16, 1, 16,
			       SIM_MAY_READ_WRITE | *(const SimAccess *)arguments[1]};
	return 1;
}

static void maybe_run(const void *const *arguments, uint64_t threads, void *const *memory)
{
	(void)arguments;
	(void)threads;
	(void)memory;
}

static const SimKernel maybe = {
	.name = "maybe",
	.arguments = 2,
	.argument_bytes = {8, sizeof(SimAccess)},
	.ranges = maybe_ranges,
	.cost = accumulate_cost,
	.run = maybe_run,
};

/* So many findings of two kernels of that kind, which nothing orders. */
static int races_of(SimAccess besides, bool two_gpus)
{
	Rig rig;
	rig_open(&rig, 2);
	uint64_t a = dev_malloc(&rig, MATRIX), stream = 0;
	const void *arguments[] = {&a, &besides};
	assert_int_equal(fill_later(&rig, a, 0, MATRIX, 0), 0);
	assert_int_equal(sync_device(&rig), 0);
	assert_int_equal(launch_on(&rig, &maybe, arguments, 0, 0), 0);
	set_device(&rig, two_gpus);
	if (two_gpus)
		assert_int_equal(ASK(&rig, .code = SIM_ENABLE_PEER, .u.device = 0), 0);
	else
		stream = stream_new(&rig, cudaStreamNonBlocking);
	assert_int_equal(launch_on(&rig, &maybe, arguments, 0, stream), 0);
	int found = finding_count(&rig);
	rig_close(&rig);
	return found;
}

static void maybe_and_maybe(void **state)
{
	(void)state;
	assert_int_equal(races_of(0, false), 0);
	assert_int_equal(races_of(SIM_PLAIN, false), 0);
	assert_int_equal(races_of(SIM_ALL_WRITTEN, false), 1);
	assert_int_equal(races_of(0, true), 0); /* atomics */
	assert_int_equal(races_of(SIM_PLAIN, true), 1);
}

/* Orders that count: a stream, an event, a wait of the host. And two readers. */
static void ordered_work_is_clean(void **state)
{
	(void)state;
	Set x;
	set_open(&x);
	uint64_t event = event_new(&x.rig, 0);
	assert_int_equal(copy_later(&x.rig, x.a, x.host, 1000, x.s[0]), 0);
	assert_int_equal(event_ask(&x.rig, SIM_EVENT_RECORD, event, x.s[0]), 0);
	assert_int_equal(stream_wait_event(&x.rig, x.s[1], event), 0);
	assert_int_equal(copy_later(&x.rig, x.host + 1000, x.a, 1000, x.s[1]), 0);
	assert_int_equal(copy_later(&x.rig, x.host + 2000, x.a, 1000, x.s[0]), 0);
	assert_int_equal(stream_ask(&x.rig, SIM_STREAM_SYNC, x.s[0]), 0);
	assert_int_equal(stream_ask(&x.rig, SIM_STREAM_SYNC, x.s[1]), 0);
	assert_int_equal(fill_later(&x.rig, x.a, 1, 8, x.s[0]), 0);
	assert_int_equal(stream_ask(&x.rig, SIM_STREAM_SYNC, x.s[0]), 0);
	assert_int_equal(finding_count(&x.rig), 0);
	set_close(&x);
}

/* Columns of one matrix lie between each other: only bytes that are really touched count. Each row
 * of the table is a pair of strided copies; the expectation is counted byte by byte. */
static void strided_ranges(void **state)
{
	(void)state;
	static const uint64_t rows[][8] = {
		/* offset, width, rows, pitch, twice */
		{0, 16, 8, 64, 16, 16, 8, 64},  /* neighbouring columns */
		{0, 16, 8, 64, 15, 16, 8, 64},  /* one byte too far */
		{0, 8, 8, 64, 8, 8, 4, 96},     /* other pitches, no common byte */
		{0, 8, 8, 64, 200, 8, 4, 96},   /* other pitches; 392 is in both */
		{48, 16, 4, 64, 64, 32, 3, 64}, /* side by side over the row's end */
		{0, 16, 1, 16, 16, 48, 3, 64},  /* a plain range before a strided one */
		{0, 64, 1, 64, 63, 1, 2, 128},  /* its last byte */
		{100, 1, 1, 1, 4, 32, 8, 64},   /* in a gap */
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		const uint64_t *r = rows[i];
		bool touched[MATRIX] = {false}, meet = false;
		for (uint64_t row = 0; row < r[2]; row++)
			for (uint64_t b = 0; b < r[1]; b++)
				touched[r[0] + row * r[3] + b] = true;
		for (uint64_t row = 0; row < r[6]; row++)
			for (uint64_t b = 0; b < r[5]; b++)
				meet |= touched[r[4] + row * r[7] + b];
		for (int swap = 0; swap < 2; swap++) {
			Set x;
			set_open(&x);
			for (int k = 0; k < 2; k++) {
				const uint64_t *half = r + 4 * (k ^ swap);
				SimRequest copy = {.code = SIM_COPY};
				copy.u.copy.to = x.a + half[0];
				copy.u.copy.from = x.host;
				copy.u.copy.width = half[1];
				copy.u.copy.rows = half[2];
				copy.u.copy.to_pitch = half[3];
				copy.u.copy.from_pitch = half[1];
				copy.u.copy.kind = cudaMemcpyHostToDevice;
				copy.u.copy.async = 1;
				copy.u.copy.stream = x.s[k];
				assert_int_equal(ask(&x.rig, copy), cudaSuccess);
			}
			assert_int_equal(stream_ask(&x.rig, SIM_STREAM_SYNC, x.s[1]), 0);
			assert_int_equal(finding_count(&x.rig), meet);
			set_close(&x);
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(writer_and_reader),
		cmocka_unit_test(reader_and_writer),
		cmocka_unit_test(staged_copy_and_free_stream),
		cmocka_unit_test(default_streams_of_two_gpus),
		cmocka_unit_test(maybe_and_maybe),
		cmocka_unit_test(ordered_work_is_clean),
		cmocka_unit_test(strided_ranges),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
