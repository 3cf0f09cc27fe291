/* What the machine notes of calls that may be let fail: the same for the same calls, wherever memory of the host lies; another
 * where something else is done, or the same with other memory. */
#include "framework/simcuda/core/failing.h"
#include "framework/simcuda/tests/core/core_rig.h"

/* Asks for it as whoever owns the machine does. */
static void note_and_ask(Rig *rig, SimRequest request)
{
	sim_note(rig->sim, &request);
	assert_int_equal(ask(rig, request), cudaSuccess);
}

#define NOTED(rig, ...) note_and_ask(rig, (SimRequest){__VA_ARGS__})

static void noted_copy(Rig *rig, uint64_t to, const void *from, uint64_t bytes)
{
	NOTED(rig, .code = SIM_COPY, .u.copy.to = to, .u.copy.from = address_of(from),
	      .u.copy.width = bytes, .u.copy.rows = 1, .u.copy.kind = cudaMemcpyHostToDevice);
}

static size_t notes_of(const Rig *rig, const SimNote **notes)
{
	uint64_t lost, rest;
	size_t count = sim_notes(rig->sim, notes, &lost, &rest);
	assert_int_equal(lost, 0);
	assert_int_equal(rest, 0);
	return count;
}

/* Two pieces of memory on a GPU, of which one call is as the others say. */
static void do_calls(Rig *rig, const unsigned char *host, bool turned, uint64_t bytes)
{
	rig_open(rig, 2);
	uint64_t a = dev_malloc(rig, 256), b = dev_malloc(rig, 256);
	noted_copy(rig, turned ? b : a, host, bytes);
	noted_copy(rig, turned ? a : b, host, 64);
	noted_copy(rig, a, host, 0);
	NOTED(rig, .code = SIM_MEMSET, .u.memset.to = a, .u.memset.bytes = 16);
	NOTED(rig, .code = SIM_EVENT_CREATE);
	NOTED(rig, .code = SIM_EVENT_RECORD, .u.event.event = rig->reply.value[0]);
	NOTED(rig, .code = SIM_SYNC_DEVICE);
	NOTED(rig, .code = SIM_SYNC_DEVICE, .internal = 1);
	NOTED(rig, .code = SIM_SET_DEVICE, .u.device = 1);
	NOTED(rig, .code = SIM_SYNC_DEVICE);
}

static void the_same_calls(void **state)
{
	static const char *const kinds[] = {"copy",   "copy", "fill", "event",
					    "record", "sync", "sync"};
	static unsigned char here[300];
	unsigned char there[100] = {0};
	Rig one, other;
	const SimNote *a, *b;
	(void)state;
	do_calls(&one, here, false, 64);
	do_calls(&other, there, false, 64);
	assert_int_equal(notes_of(&one, &a), 7);
	assert_int_equal(notes_of(&other, &b), 7);
	for (int i = 0; i < 7; i++) {
		assert_string_equal(a[i].kind, kinds[i]);
		assert_string_equal(b[i].kind, kinds[i]);
		assert_true(a[i].what == b[i].what && a[i].where == b[i].where);
	}
	assert_true(a[0].size == 64 && a[2].size == 16);
	assert_int_equal(a[5].gpu, 0);
	assert_int_equal(a[6].gpu, 1);
	assert_true(a[5].what != a[6].what);
	sim_notes_clear(one.sim);
	assert_int_equal(notes_of(&one, &a), 0);
	rig_close(&one);
	rig_close(&other);
}

static void other_calls(void **state)
{
	static unsigned char host[100];
	Rig one, turned, small;
	const SimNote *a, *b, *c;
	(void)state;
	do_calls(&one, host, false, 64);
	do_calls(&turned, host, true, 64);
	do_calls(&small, host, false, 4);
	assert_int_equal(notes_of(&one, &a), 7);
	assert_int_equal(notes_of(&turned, &b), 7);
	assert_int_equal(notes_of(&small, &c), 7);
	for (int i = 0; i < 2; i++)
		assert_true(a[i].what == b[i].what && a[i].where != b[i].where);
	assert_true(a[0].what != c[0].what && a[0].where == c[0].where);
	assert_true(a[1].what == c[1].what && a[1].where == c[1].where);
	rig_close(&one);
	rig_close(&turned);
	rig_close(&small);
}

/* Which of two places of the host a copy is from is not known, but whether it is that of an earlier one. */
static void places_of_the_host(void **state)
{
	static unsigned char host[2][64];
	Rig rig;
	const SimNote *note;
	(void)state;
	rig_open(&rig, 1);
	uint64_t a = dev_malloc(&rig, 256);
	noted_copy(&rig, a, host[0], 64);
	noted_copy(&rig, a, host[1], 64);
	noted_copy(&rig, a, host[1], 64);
	noted_copy(&rig, a, host[0], 64);
	assert_int_equal(notes_of(&rig, &note), 4);
	assert_true(note[0].where == note[1].where);
	assert_true(note[1].where != note[2].where && note[2].where != note[3].where);
	rig_close(&rig);
}

/* Behind as many as are kept a hash tells of the rest. */
static void more_than_are_kept(void **state)
{
	Rig rig[2];
	const SimNote *notes;
	uint64_t lost, rest[2];
	(void)state;
	for (int i = 0; i < 2; i++) {
		rig_open(&rig[i], 1);
		SimRequest fill = {.code = SIM_MEMSET,
				   .u.memset.to = dev_malloc(&rig[i], 256),
				   .u.memset.bytes = 16};
		for (int k = 0; k < SIM_NOTES + 3; k++) {
			fill.u.memset.bytes = i == 1 && k == SIM_NOTES + 1 ? 17 : 16;
			sim_note(rig[i].sim, &fill);
		}
		assert_int_equal(sim_notes(rig[i].sim, &notes, &lost, &rest[i]), SIM_NOTES);
		assert_int_equal(lost, 3);
		rig_close(&rig[i]);
	}
	assert_true(rest[0] != rest[1]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_same_calls),
		cmocka_unit_test(other_calls),
		cmocka_unit_test(places_of_the_host),
		cmocka_unit_test(more_than_are_kept),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
