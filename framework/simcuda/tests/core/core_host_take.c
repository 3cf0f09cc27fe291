/* What queued work reads in the host's memory is taken at a judge's word: what is written there later does not count. */
#include "framework/simcuda/tests/core/core_rig.h"

#include "framework/simcuda/core/core.h"
#include "framework/simcuda/core/sim_judge.h"

enum { BYTES = 4096 };

static void good(cudaError_t error)
{
	assert_int_equal(error, cudaSuccess);
}

static unsigned char *memory_new(Rig *rig)
{
	unsigned char *memory = aligned_alloc(4096, BYTES);
	assert_non_null(memory);
	memset(memory, 1, BYTES);
	good(ASK(rig, .code = SIM_HOST_ALLOC, .u.host.address = address_of(memory),
		 .u.host.bytes = BYTES, .u.host.kind = SIM_HOST_PINNED));
	return memory;
}

static void memory_give(Rig *rig, unsigned char *memory)
{
	good(ASK(rig, .code = SIM_HOST_FREE, .u.host.address = address_of(memory)));
	free(memory);
}

static int first_of(Rig *rig, uint64_t device)
{
	unsigned char byte = 0;
	assert_int_equal(sim_peek_queued(rig->sim, device, &byte, 1), 0);
	return byte;
}

static void copies_are_taken(void **state)
{
	(void)state;
	Rig rig;
	rig_open(&rig, 1);
	unsigned char *memory = memory_new(&rig);
	uint64_t device = dev_malloc(&rig, BYTES);
	uint64_t stream = stream_new(&rig, cudaStreamNonBlocking);
	good(copy_later(&rig, device, address_of(memory), BYTES, stream));
	assert_int_equal(sim_take_host(rig.sim), 0);
	memset(memory, 2, BYTES);
	assert_int_equal(sim_take_host(rig.sim), 0); /* once is enough */
	assert_int_equal(first_of(&rig, device), 1);
	good(copy_later(&rig, device, address_of(memory), BYTES, stream));
	assert_int_equal(first_of(&rig, device), 2);
	good(sync_device(&rig));
	memory_give(&rig, memory);
	rig_close(&rig);
}

/* What a copy brings to the host first is not there yet. */
static void what_is_still_written_is_left(void **state)
{
	(void)state;
	Rig rig;
	rig_open(&rig, 1);
	unsigned char *memory = memory_new(&rig);
	uint64_t from = dev_malloc(&rig, BYTES), to = dev_malloc(&rig, BYTES);
	uint64_t stream = stream_new(&rig, cudaStreamNonBlocking);
	good(fill_later(&rig, from, 3, BYTES, stream));
	good(copy_later(&rig, address_of(memory), from, BYTES, stream));
	good(copy_later(&rig, to, address_of(memory), BYTES, stream));
	assert_int_equal(sim_take_host(rig.sim), 0);
	good(sync_device(&rig));
	assert_int_equal(first_of(&rig, to), 3);
	memory_give(&rig, memory);
	rig_close(&rig);
}

/* A host function may write there, too; where it does not, the bytes stay. */
static void what_is_behind_a_function_is_held(void **state)
{
	(void)state;
	Rig rig;
	rig_open(&rig, 1);
	unsigned char *memory = memory_new(&rig);
	uint64_t device = dev_malloc(&rig, BYTES);
	uint64_t stream = stream_new(&rig, cudaStreamNonBlocking);
	good(copy_later(&rig, device, address_of(memory), BYTES / 2, stream));
	good(ASK(&rig, .code = SIM_HOST_FUNCTION, .u.function.function = 77,
		 .u.function.stream = stream));
	good(copy_later(&rig, device, address_of(memory) + 8, BYTES / 4, stream));
	assert_int_equal(sim_take_host(rig.sim), 0);
	assert_int_equal(rig.holds, 1);
	assert_int_equal(rig.held, address_of(memory) + 8);
	assert_int_equal(rig.held_bytes, BYTES / 4);
	memset(memory, 2, BYTES);
	good(sync_device(&rig));
	assert_int_equal(first_of(&rig, device), 2);
	memory_give(&rig, memory);
	rig_close(&rig);
}

static int races_of(const Rig *rig)
{
	const SimFinding *list;
	const int count = sim_findings(rig->sim, &list);
	int races = 0;
	for (int i = 0; i < count; i++)
		races += list[i].kind == SIM_FINDING_RACE;
	return races;
}

/* How the memory is changed when a copy of all but its last three bytes is queued, and what comes of it. */
typedef struct Change {
	size_t place;
	int races;
	bool looks;  /* a judge does */
	bool waits;  /* the program, before it writes */
	bool brings; /* a copy in front of it brings the bytes there */
	bool takes;  /* the judge takes the bytes */
} Change;

static void change_try(const Change *c)
{
	Rig rig;
	rig_open(&rig, 1);
	unsigned char *memory = memory_new(&rig);
	uint64_t from = dev_malloc(&rig, BYTES), to = dev_malloc(&rig, BYTES);
	uint64_t stream = stream_new(&rig, cudaStreamNonBlocking);
	if (c->looks)
		sim_launched_clear(rig.sim);
	good(fill_later(&rig, from, 3, BYTES, stream));
	if (c->brings)
		good(copy_later(&rig, address_of(memory), from, BYTES, stream));
	good(copy_later(&rig, to, address_of(memory), BYTES - 3, stream));
	if (c->waits)
		good(sync_device(&rig));
	if (!c->brings)
		memory[c->place] = 2;
	if (c->takes)
		assert_int_equal(sim_take_host(rig.sim), 0);
	good(sync_device(&rig));
	assert_int_equal(races_of(&rig), c->races);
	memory_give(&rig, memory);
	rig_close(&rig);
}

/* Pages are closed to a program that asks nobody; who opens them is told where a judge looks. */
static void what_is_written_too_early_is_told(void **state)
{
	static const Change changes[] = {
		{.looks = true, .place = 0, .races = 1},
		{.looks = true, .place = BYTES - 4, .races = 1},
		{.looks = true, .takes = true, .place = BYTES / 2, .races = 1},
		{.looks = true, .place = BYTES - 3, .races = 0}, /* behind it */
		{.looks = true, .waits = true, .place = 0, .races = 0},
		{.looks = true, .brings = true, .races = 0},
		{.looks = false, .place = 0, .races = 0},
	};
	(void)state;
	for (size_t i = 0; i < sizeof changes / sizeof *changes; i++)
		change_try(&changes[i]);
}

/* A function that is still to run, before the copy or beside it, does not hide what the program writes; what it writes itself
 * in front of the copy is none of that. */
static void what_functions_hide_is_told(void **state)
{
	static const struct {
		bool beside, writes;
		int by_program; /* the byte that it writes, or -1 */
		int races;
	} tries[] = {
		{false, true, -1, 0}, {false, false, 5, 1}, {true, false, 5, 1},
		{true, false, -1, 0}, {false, true, 5, 1},
	};
	(void)state;
	for (size_t i = 0; i < sizeof tries / sizeof *tries; i++) {
		Rig rig;
		rig_open(&rig, 1);
		unsigned char *memory = memory_new(&rig);
		uint64_t to = dev_malloc(&rig, BYTES);
		uint64_t stream = stream_new(&rig, cudaStreamNonBlocking),
			 other = stream_new(&rig, cudaStreamNonBlocking);
		sim_launched_clear(rig.sim);
		rig.writes = tries[i].writes ? memory : NULL;
		good(ASK(&rig, .code = SIM_HOST_FUNCTION,
			 .u.function = {.function = 77,
					.stream = tries[i].beside ? other : stream}));
		good(copy_later(&rig, to, address_of(memory), BYTES, stream));
		if (tries[i].by_program >= 0)
			memory[1] = (unsigned char)tries[i].by_program;
		good(sync_device(&rig));
		assert_int_equal(races_of(&rig), tries[i].races);
		memory_give(&rig, memory);
		rig_close(&rig);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(copies_are_taken),
		cmocka_unit_test(what_is_still_written_is_left),
		cmocka_unit_test(what_is_behind_a_function_is_held),
		cmocka_unit_test(what_is_written_too_early_is_told),
		cmocka_unit_test(what_functions_hide_is_told),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
