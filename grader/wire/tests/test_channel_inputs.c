/* test_channel_inputs.c - inputs that the judge puts on GPUs itself: where the program wants them, before the
 * first window, as often as the judge said, and nothing else. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "grader/wire/channel.h"
#include "usegpu/tensor.h"

#define BASE UINT64_C(0x100000)

/* A machine with 64 bytes at BASE. */
typedef struct Machine {
	unsigned char memory[64];
	int pokes;
} Machine;

static DeviceAnswer poke(void *context, uint64_t address, const void *from, size_t bytes)
{
	Machine *m = context;

	m->pokes++;
	if (address < BASE || address - BASE > sizeof m->memory ||
	    bytes > sizeof m->memory - (address - BASE))
		return DEVICE_NOWHERE;
	memcpy(m->memory + (address - BASE), from, bytes);
	return DEVICE_DONE;
}

/* Numbers of a seed: what came is noted there. */
static DeviceAnswer draw(void *context, uint64_t address, uint64_t first, uint64_t count,
			 uint64_t seed)
{
	const uint64_t came[] = {first, count, seed};

	return poke(context, address, came, sizeof came);
}

/* Lists x (floats 1, 2, 3), n (5, -6) and a tensor t (7, 8), which are put `given` times. */
typedef struct Rig {
	Machine machine;
	Value *inputs;
	Channel channel;
} Rig;

static void input_make(Rig *rig, FrameType type, const char *name, const void *from, size_t bytes,
		       int given)
{
	Value *value = values_add(&rig->inputs, type, name, bytes);

	memcpy(value->payload, from, bytes);
	value->given = given;
}

static void rig_make(Rig *rig, int given)
{
	const struct {
		FrameTensor head;
		float values[2];
	} tensor = {{.rank = 1, .device_kind = DEVICE_GPU, .dim = {2}}, {7, 8}};

	memset(rig, 0, sizeof *rig);
	input_make(rig, FRAME_FLOATS, "x", (float[]){1, 2, 3}, 3 * sizeof(float), given);
	input_make(rig, FRAME_INTS, "n", (int64_t[]){5, -6}, 2 * sizeof(int64_t), given);
	input_make(rig, FRAME_TENSOR, "t", &tensor, sizeof tensor, given);
	channel_init(&rig->channel, -1);
	rig->channel.inputs[0] = rig->inputs;
	rig->channel.link = (DeviceLink){.context = &rig->machine, .poke = poke, .draw = draw};
}

static void rig_free(Rig *rig)
{
	channel_free(&rig->channel);
	values_free(&rig->inputs);
}

static void send_frame(Rig *rig, int type, const char *name, const void *payload, size_t bytes)
{
	const FrameHead head = {(uint16_t)type, 0, (uint32_t)strlen(name), bytes};

	channel_take(&rig->channel, (const unsigned char *)&head, sizeof head);
	channel_take(&rig->channel, (const unsigned char *)name, strlen(name));
	channel_take(&rig->channel, payload, bytes);
}

static void want(Rig *rig, const char *name, uint64_t address, uint64_t first, uint64_t count)
{
	const FramePut put = {address, first, count};

	send_frame(rig, FRAME_PUT_AT, name, &put, sizeof put);
}

static void numbers_arrive_as_gpus_have_them(void **state)
{
	Rig rig;
	(void)state;

	rig_make(&rig, 1);
	want(&rig, "x", BASE, 1, 2);
	want(&rig, "n", BASE + 8, 0, 2);
	want(&rig, "t", BASE + 16, 0, 2);
	assert_false(rig.channel.damaged);
	assert_memory_equal(rig.machine.memory, ((float[]){2, 3}), 8);
	assert_memory_equal(rig.machine.memory + 8, ((int32_t[]){5, -6}), 8);
	assert_memory_equal(rig.machine.memory + 16, ((float[]){7, 8}), 8);
	assert_true(rig.channel.out_bytes > 0); /* it is told that they are there */
	rig_free(&rig);
}

static void numbers_of_a_seed_are_not_sent(void **state)
{
	Rig rig;
	(void)state;

	rig_make(&rig, 1);

	Value *many = values_add(&rig.inputs, FRAME_FLOATS, "many", 0);

	many->drawn = 1000000;
	many->seed = 77;
	many->given = 1;
	rig.channel.inputs[0] = rig.inputs;
	assert_int_equal(channel_input_count(many), 1000000);
	want(&rig, "many", BASE, 400000, 600000);
	assert_false(rig.channel.damaged);
	assert_memory_equal(rig.machine.memory, ((uint64_t[]){400000, 600000, 77}), 24);
	want(&rig, "many", BASE, 0, 400001); /* one more than all of them */
	assert_true(rig.channel.damaged);
	rig_free(&rig);
}

static void counts_are_of_numbers(void **state)
{
	Rig rig;
	(void)state;

	rig_make(&rig, 1);
	assert_int_equal(channel_input_count(values_find(rig.inputs, "x")), 3);
	assert_int_equal(channel_input_count(values_find(rig.inputs, "n")), 2);
	assert_int_equal(channel_input_count(values_find(rig.inputs, "t")), 2);
	rig_free(&rig);
}

/* To another place besides they could pass for a result. */
static void as_often_as_the_judge_said(void **state)
{
	Rig rig;
	(void)state;

	for (int given = 0; given <= 2; given++) {
		rig_make(&rig, given);
		for (int i = 0; i < given; i++)
			want(&rig, "x", BASE, 0, 3);
		assert_false(rig.channel.damaged);
		want(&rig, "x", BASE + 32, 0, 1);
		assert_true(rig.channel.damaged);
		assert_int_equal(rig.machine.pokes, given);
		rig_free(&rig);
	}
}

static void what_is_refused(void **state)
{
	const struct {
		const char *name;
		uint64_t address, first, count;
	} bad[] = {
		{"y", BASE, 0, 1},          {"x", BASE, 0, 4},          {"x", BASE, 3, 1},
		{"x", BASE, UINT64_MAX, 2}, {"x", BASE, 2, UINT64_MAX}, {"x", BASE, 0, 0},
		{"x", BASE - 4, 0, 1},      {"n", BASE + 60, 0, 2},
	};
	Rig rig;
	(void)state;

	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		static const Machine untouched;

		rig_make(&rig, 1);
		want(&rig, bad[i].name, bad[i].address, bad[i].first, bad[i].count);
		assert_true(rig.channel.damaged);
		assert_memory_equal(rig.machine.memory, untouched.memory, sizeof untouched.memory);
		rig_free(&rig);
	}
}

/* Where a result is expected nothing may be put any more. */
static void only_before_the_first_window(void **state)
{
	Rig rig;
	(void)state;

	rig_make(&rig, 1);
	send_frame(&rig, FRAME_READY, "", NULL, 0);
	assert_false(rig.channel.damaged);
	want(&rig, "x", BASE, 0, 3);
	assert_true(rig.channel.damaged);
	assert_int_equal(rig.machine.pokes, 0);
	rig_free(&rig);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(numbers_arrive_as_gpus_have_them),
		cmocka_unit_test(numbers_of_a_seed_are_not_sent),
		cmocka_unit_test(counts_are_of_numbers),
		cmocka_unit_test(as_often_as_the_judge_said),
		cmocka_unit_test(what_is_refused),
		cmocka_unit_test(only_before_the_first_window),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
