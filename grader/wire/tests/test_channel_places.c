/* test_channel_places.c - a channel with a link to a machine (made up here): what lies on a GPU comes
 * over the link, whatever the program sends; windows are the machine's; what comes after a thaw is
 * late. */
#include "grader/wire/tests/places_rig.h"

/* --- results ---------------------------------------------------------------------------------- */

static void floats_come_over_the_link(void **state)
{
	Machine m = {.goes = 0};
	Stream s = {.count = 0};
	const FramePlace two[] = {{BASE + 4, 2}, {BASE + 20, 3}};
	(void)state;

	put_window(&s);
	put(&s, FRAME_FLOATS_AT, "x", two, sizeof two);

	Channel c = take(&m, &s);
	const Value *x = values_find(c.answers[0].results, "x");

	assert_false(c.damaged);
	assert_non_null(x);
	assert_int_equal(x->type, FRAME_FLOATS);
	assert_int_equal(x->gpu, GPU);
	assert_true(x->elsewhere && !x->whole); /* not one array */
	assert_false(x->late);
	assert_int_equal(x->bytes, 5 * sizeof(float));
	assert_memory_equal(x->payload, ((float[]){1, 2, 5, 6, 7}), x->bytes);
	channel_free(&c);
}

/* What has an input's name is where that was put, in one piece. */
static void inputs_stay_where_they_were_put(void **state)
{
	static const struct {
		FramePlace place[2];
		int pieces, moved, elsewhere;
	} each[] = {{{{BASE, 4}}, 1, 0, 0},
		    {{{BASE + 4, 4}}, 1, 1, 1},
		    {{{BASE + 4, 2}, {BASE + 20, 2}}, 2, 1, 1},
		    {{{BASE, 2}, {BASE + 8, 2}}, 2, 1, 1}};
	(void)state;

	for (int named = 0; named < 3;
	     named++) /* not, of one array, and of one that was put in pieces */
		for (size_t i = 0; i < sizeof each / sizeof *each; i++) {
			Machine m = {.goes = 0};
			Stream s = {.count = 0};
			Value *inputs = NULL;
			Value *input = values_add(&inputs, FRAME_FLOATS, named ? "x" : "y", 16);

			input->put = 4;
			input->address = BASE;
			input->apart = named == 2;
			put_window(&s);
			put(&s, FRAME_FLOATS_AT, "x", each[i].place,
			    (size_t)each[i].pieces * sizeof(FramePlace));

			Channel c = take_given(&m, &s, inputs);
			const Value *x = values_find(c.answers[0].results, "x");

			assert_non_null(x);
			assert_int_equal(x->moved, named == 1 ? each[i].moved
							      : named == 2 && each[i].pieces == 1 &&
									each[i].moved);
			assert_int_equal(x->elsewhere,
					 named ? each[i].elsewhere : each[i].pieces > 1);
			channel_free(&c);
			values_free(&inputs);
		}
}

static void where_memory_begins(void **state)
{
	Machine m = {.goes = 0};
	Stream s = {.count = 0};
	(void)state;

	put_window(&s);
	put_place(&s, "begin", BASE, 3);
	put_place(&s, "within", BASE + sizeof(float), 3);

	Channel c = take(&m, &s);
	const Value *begin = values_find(c.answers[0].results, "begin"),
		    *within = values_find(c.answers[0].results, "within");

	assert_false(c.damaged);
	assert_true(begin->whole);
	assert_int_equal(begin->address, BASE);
	assert_false(within->whole);
	assert_int_equal(within->address, BASE + sizeof(float));
	channel_free(&c);
}

static void what_is_nowhere_is_nothing(void **state)
{
	Machine m = {.goes = 0};
	Stream s = {.count = 0};
	(void)state;

	put_window(&s);
	put_place(&s, "behind", BASE, FLOATS + 1);
	put_tensor(&s, "unread", GPU, 64, 4);
	put_tensor(&s, "elsewhere", GPU + 1, BASE, 4); /* it says another GPU than the machine */

	Channel c = take(&m, &s);

	assert_false(c.damaged);
	assert_true(values_find(c.answers[0].results, "behind")->nothing);
	assert_int_equal(values_find(c.answers[0].results, "unread")->bytes, sizeof(FrameTensor));
	assert_int_equal(values_find(c.answers[0].results, "elsewhere")->bytes,
			 sizeof(FrameTensor));
	channel_free(&c);
}

/* Nothing of these is looked for in the machine. */
static void what_the_program_tells_is_refused(void **state)
{
	struct {
		FrameTensor head;
		float values[2];
	} told = {{.rank = 1, .device_kind = DEVICE_GPU, .dim = {2}}, {1, 2}};
	Stream bad[3] = {{.count = 0}};
	(void)state;

	put(&bad[0], FRAME_TENSOR, "x", &told, sizeof told);
	put_place(&bad[1], "x", BASE, UINT64_MAX / 2);
	put_tensor(&bad[2], "x", GPU, BASE, INT64_C(1) << 40);
	for (int i = 0; i < 3; i++) {
		Machine m = {.goes = 0};
		Channel c = take(&m, &bad[i]);

		assert_true(c.damaged);
		assert_int_equal(m.peeks, 0);
		channel_free(&c);
	}
}

/* --- windows ---------------------------------------------------------------------------------- */

static void windows_are_the_machines(void **state)
{
	Machine m = {.goes = 0};
	Stream s = {.count = 0};
	(void)state;

	put_window(&s);
	put_window(&s);

	Channel c;

	channel_init(&c, -1);
	c.link = (DeviceLink){.context = &m,
			      .arm = arm,
			      .slow = slow,
			      .hand = hand,
			      .go = go,
			      .freeze = freeze,
			      .marks = marks,
			      .thaw = thaw,
			      .peek = peek,
			      .number = number};
	const PtxDye dye = {1, 5, PTX_DYED_ALL};

	c.orders[0] = (Orders){.failing = {.kind = "copy", .at = 3, .times = 1},
			       .hands = 1,
			       .dye = &dye,
			       .dyes = 1,
			       .slow = {0, 1500}};
	c.single = 1;
	channel_take(&c, s.bytes, s.count);
	assert_false(c.damaged);
	assert_int_equal(c.answers[0].ended, 2);
	assert_int_equal(c.answers[0].window[0].go.launches, 10);
	assert_int_equal(c.answers[0].window[0].end.launches, 11);
	assert_int_equal(c.answers[0].window[1].go.launches, 20);
	assert_int_equal(c.answers[0].window[1].end.launches, 22);
	assert_int_equal(m.arms, 1); /* in the first one */
	assert_int_equal(m.armed_at, 3);
	assert_int_equal(m.dyed, 5);
	assert_int_equal(m.slow[0], 0); /* as ever */
	assert_int_equal(m.slow[1], 1500);
	assert_true(m.single && m.frozen);
	assert_int_equal(c.answers[0].marks[0].count, 1);
	assert_int_equal(c.answers[0].marks[0].mark->value[0], 1); /* asked for behind the freeze */
	assert_int_equal(c.answers[0].marks[1].mark->value[0], 2);
	channel_free(&c);
}

static void late_is_what_comes_after_the_thaw(void **state)
{
	Machine m = {.goes = 0};
	Stream before = {.count = 0}, after = {.count = 0};
	const int64_t number = 1;
	(void)state;

	put_window(&before);
	put(&before, FRAME_INT, "early", &number, sizeof number);
	put(&before, FRAME_THAW, "", NULL, 0);
	put(&before, FRAME_INT, "told", &number, sizeof number);
	put_place(&before, "untouched", BASE, 1);
	put_place(&after, "written", BASE, 1);

	Channel c = take(&m, &before);

	m.late = 1;
	channel_take(&c, after.bytes, after.count);
	assert_false(c.damaged);
	assert_int_equal(m.thaws, 1);
	assert_false(values_find(c.answers[0].results, "early")->late);
	assert_true(values_find(c.answers[0].results, "told")->late);
	assert_false(values_find(c.answers[0].results, "untouched")->late);
	assert_true(values_find(c.answers[0].results, "written")->late);
	channel_free(&c);
}

static void a_thaw_has_its_place(void **state)
{
	Stream bad[3] = {{.count = 0}};
	(void)state;

	put(&bad[0], FRAME_THAW, "", NULL, 0);
	put(&bad[1], FRAME_READY, "", NULL, 0);
	put(&bad[1], FRAME_THAW, "", NULL, 0);
	put_window(&bad[2]);
	put(&bad[2], FRAME_THAW, "", NULL, 0);
	put(&bad[2], FRAME_THAW, "", NULL, 0);
	for (int i = 0; i < 3; i++) {
		Machine m = {.goes = 0};
		Channel c = take(&m, &bad[i]);

		assert_true(c.damaged);
		assert_non_null(c.slip);
		channel_free(&c);
	}
}

/* What a part has made is told when it is over, and no part comes after a thaw that may not. */
static void parts_have_their_order(void **state)
{
	Stream within = {.count = 0}, behind = {.count = 0};
	const int64_t number = 1;
	(void)state;

	put(&within, FRAME_READY, "", NULL, 0);
	put(&within, FRAME_INT, "within", &number, sizeof number);
	put_window(&behind);
	put(&behind, FRAME_THAW, "", NULL, 0);
	put_window(&behind);

	Machine m = {.goes = 0};
	Channel c = take(&m, &within);

	assert_true(c.damaged);
	assert_string_equal(c.slip, "a result was put before drive_end");
	channel_free(&c);
	m = (Machine){.goes = 0};
	c = take(&m, &behind);
	assert_true(c.damaged);
	assert_string_equal(c.slip, "drive_go was called after drive_thaw");
	channel_free(&c);
}

static int held(void *context, int64_t part[HELD_PARTS])
{
	int *asked = context;

	part[HELD_KEPT] = 70;
	part[HELD_RESIDENT] = ++*asked;
	part[HELD_FILES] = 3;
	part[HELD_TOUCHED] = 7;
	return 0;
}

static int file(void *context, const char *path)
{
	(void)context;
	return strcmp(path, "there.bin") == 0 ? open("/proc/self/exe", O_RDONLY | O_CLOEXEC) : -1;
}

/* The judge's own path is looked at, and no other. */
static void what_is_in_a_file(void **state)
{
	static const char *const paths[] = {"there.bin", "none.bin"};
	(void)state;

	for (int i = 0; i < 2; i++) {
		Value *inputs = NULL,
		      *path = values_add(&inputs, FRAME_TEXT, "path", strlen(paths[i]));
		Stream s = {.count = 0};
		Channel c;

		memcpy(path->payload, paths[i], path->bytes);
		put(&s, FRAME_FILE, "path", NULL, 0);
		put(&s, FRAME_FILE, "other", NULL, 0);
		channel_init(&c, -1);
		c.file = file;
		c.inputs[0] = inputs;
		channel_take(&c, s.bytes, s.count);
		assert_false(c.damaged);

		const Value *found = values_find(c.answers[0].results, "path");

		assert_true(found->seen && found->type == FRAME_FLOATS);
		assert_int_equal(found->nothing, i);
		assert_true(i == 1 || memcmp(found->payload, "\177ELF", 4) == 0);
		assert_true(values_find(c.answers[0].results, "other")->nothing);
		assert_int_equal(c.out_bytes, 2 * sizeof(FrameHead)); /* a GO each */
		channel_free(&c);
		values_free(&inputs);
	}
}

static int watched(void *context, const char *path)
{
	int *times = context;

	++*times;
	return strcmp(path, "there.bin") == 0 ? 0 : -1;
}

/* A file is watched once, before the exercise goes, and one that there is. */
static void what_becomes_of_a_file(void **state)
{
	static const struct {
		const char *path;
		int before, times, damaged;
	} each[] = {{"there.bin", 0, 1, 0},
		    {"there.bin", 0, 2, 1},
		    {"there.bin", 1, 1, 1},
		    {"none.bin", 0, 1, 1}};
	(void)state;

	for (size_t i = 0; i < sizeof each / sizeof *each; i++) {
		Value *inputs = NULL,
		      *path = values_add(&inputs, FRAME_TEXT, "path", strlen(each[i].path));
		Stream s = {.count = 0};
		Channel c;
		int times = 0;

		memcpy(path->payload, each[i].path, path->bytes);
		for (int k = 0; k < each[i].times; k++)
			put(&s, FRAME_WATCH, "path", NULL, 0);
		channel_init(&c, -1);
		c.watch = watched;
		c.held_context = &times;
		c.inputs[0] = inputs;
		c.answers[0].begun = each[i].before;
		channel_take(&c, s.bytes, s.count);
		assert_int_equal(c.damaged, each[i].damaged);
		assert_int_equal(times, each[i].before ? 0 : 1);
		assert_int_equal(c.out_bytes, c.watching ? sizeof(FrameHead) : 0);
		channel_free(&c);
		values_free(&inputs);
	}
}

/* The program says when; what it has is what the judge saw. */
static void what_the_program_has(void **state)
{
	int asked = 0;
	int64_t told[HELD_PARTS] = {1, 2, 3}, seen[HELD_PARTS];
	Stream s = {.count = 0};
	Channel c;
	(void)state;

	put(&s, FRAME_HELD, "held.before", NULL, 0);
	put(&s, FRAME_HELD, "held.after", NULL, 0);
	put(&s, FRAME_INTS, "told", told, sizeof told);
	channel_init(&c, -1);
	c.held = held;
	c.held_context = &asked;
	channel_take(&c, s.bytes, s.count);
	assert_false(c.damaged);

	const Value *after = values_find(c.answers[0].results, "held.after");

	assert_true(after->seen && !after->nothing && after->type == FRAME_INTS);
	memcpy(seen, after->payload, sizeof seen);
	assert_int_equal(seen[HELD_KEPT], 70);
	assert_int_equal(seen[HELD_RESIDENT], 2);
	assert_int_equal(seen[HELD_FILES], 3);
	assert_int_equal(seen[HELD_TOUCHED], -1); /* no file is watched in this round */
	assert_false(values_find(c.answers[0].results, "told")->seen);
	assert_int_equal(c.out_bytes, 2 * sizeof(FrameHead)); /* a GO each */
	channel_take(&c, s.bytes, sizeof(FrameHead) + strlen("held.before"));
	assert_true(c.damaged); /* the name is taken */
	channel_free(&c);
}

static void windows_have_an_end(void **state)
{
	Machine m = {.goes = 0};
	Stream s = {.count = 0};
	(void)state;

	for (int i = 0; i <= FRAME_WINDOWS; i++)
		put_window(&s);

	Channel c = take(&m, &s);

	assert_true(c.damaged);
	assert_int_equal(c.answers[0].ended, FRAME_WINDOWS);
	channel_free(&c);
}

/* In a window more than the judge knows of nothing would be counted. */
static void windows_are_as_many_as_the_judge_says(void **state)
{
	Machine m = {.goes = 0};
	Stream s = {.count = 0};
	(void)state;

	for (int i = 0; i < 3; i++)
		put_window(&s);

	Channel c = take(&m, &s);

	assert_false(c.damaged);
	channel_free(&c);
	channel_init(&c, -1);
	c.windows[0] = 2;
	channel_take(&c, s.bytes, s.count);
	assert_true(c.damaged);
	assert_int_equal(c.answers[0].ended, 2);
	channel_free(&c);
}

static void a_machine_that_is_busy_or_gone(void **state)
{
	const DeviceAnswer answers[] = {DEVICE_BUSY, DEVICE_GONE};
	(void)state;

	for (int i = 0; i < 2; i++) {
		Machine m = {.answer = answers[i]};
		Stream s = {.count = 0};

		put_window(&s);

		Channel c = take(&m, &s);

		assert_true(c.damaged);
		assert_int_equal(c.busy, answers[i] == DEVICE_BUSY);
		assert_int_equal(c.answers[0].ended, 0);
		channel_free(&c);
	}
}

/* Those that the judge has named, in his order, and no others. */
static void some_numbers_of_a_long_list(void **state)
{
	const struct {
		uint64_t address, count;
		int is_there;
	} cases[] = {
		{BASE, FLOATS, 1},
		{BASE + 4, FLOATS, 0}, /* the last lies behind the memory */
		{BASE, FLOATS - 1, 0}, /* ... or behind the list */
		{UINT64_MAX - 4, FLOATS, 0},
	};
	const int64_t places[] = {FLOATS - 1, 0, 2};
	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		Machine m = {.goes = 0};
		Stream s = {.count = 0};
		Value *inputs = NULL, *looks = values_add(&inputs, FRAME_INTS, "x", sizeof places);
		Channel c;

		memcpy(looks->payload, places, sizeof places);
		looks->places = 1;
		put_window(&s);
		put_place(&s, "x", cases[i].address, cases[i].count);
		channel_init(&c, -1);
		c.inputs[0] = inputs;
		c.link = (DeviceLink){.context = &m,
				      .arm = arm,
				      .go = go,
				      .freeze = freeze,
				      .marks = marks,
				      .thaw = thaw,
				      .peek = peek,
				      .number = number};
		channel_take(&c, s.bytes, s.count);

		const Value *x = values_find(c.answers[0].results, "x");

		assert_false(c.damaged);
		assert_non_null(x);
		assert_int_equal(x->nothing, !cases[i].is_there);
		assert_int_equal(x->bytes, cases[i].is_there ? 3 * sizeof(float) : 0);
		if (cases[i].is_there) {
			assert_memory_equal(x->payload, ((float[]){FLOATS - 1, 0, 2}), x->bytes);
			assert_int_equal(x->gpu, GPU);
			assert_int_equal(m.peeks, 3);
		}
		channel_free(&c);
		values_free(&inputs);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(floats_come_over_the_link),
		cmocka_unit_test(inputs_stay_where_they_were_put),
		cmocka_unit_test(where_memory_begins),
		cmocka_unit_test(what_is_nowhere_is_nothing),
		cmocka_unit_test(what_the_program_tells_is_refused),
		cmocka_unit_test(windows_are_the_machines),
		cmocka_unit_test(late_is_what_comes_after_the_thaw),
		cmocka_unit_test(a_thaw_has_its_place),
		cmocka_unit_test(parts_have_their_order),
		cmocka_unit_test(windows_have_an_end),
		cmocka_unit_test(windows_are_as_many_as_the_judge_says),
		cmocka_unit_test(what_the_program_has),
		cmocka_unit_test(what_is_in_a_file),
		cmocka_unit_test(what_becomes_of_a_file),
		cmocka_unit_test(some_numbers_of_a_long_list),
		cmocka_unit_test(a_machine_that_is_busy_or_gone),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
