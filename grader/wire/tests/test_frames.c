/* test_frames.c - the reader of the channel: every frame that drive.c can send is read back, every
 * cut and every changed byte is survived, and what does not fit the protocol is refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cmocka.h>

#include "grader/wire/channel.h"

typedef struct Stream {
	unsigned char bytes[4096];
	size_t count;
} Stream;

/* Written by hand here, not by channel_queue, which is under test too. */
static void put(Stream *s, int type, int nothing, const char *name, const void *payload,
		size_t bytes)
{
	FrameHead head = {(uint16_t)type, (uint16_t)nothing, (uint32_t)strlen(name), bytes};

	memcpy(s->bytes + s->count, &head, sizeof head);
	s->count += sizeof head;
	memcpy(s->bytes + s->count, name, strlen(name));
	s->count += strlen(name);
	if (bytes > 0)
		memcpy(s->bytes + s->count, payload, bytes);
	s->count += bytes;
}

static void put_tensor(Stream *s, const char *name, FrameTensor head, size_t elements)
{
	unsigned char payload[sizeof head + 400] = {0};

	memcpy(payload, &head, sizeof head);
	put(s, FRAME_TENSOR, 0, name, payload, sizeof head + elements * 4);
}

static Stream whole_run(void)
{
	Stream s = {.count = 0};
	int64_t number = -7, numbers[3] = {1, 2, 3};
	double real = 2.5;
	float floats[5] = {0.5F, 1, 2, 3, 4};
	FrameWindow window = {.counted = 1, .go = {.copies_h2d = 2}, .end = {.copies_h2d = 5}};

	put(&s, FRAME_READY, 0, "", NULL, 0);
	put(&s, FRAME_DONE, 0, "", &window, sizeof window);
	put(&s, FRAME_INT, 0, "n", &number, sizeof number);
	put(&s, FRAME_REAL, 0, "real.0", &real, sizeof real);
	put(&s, FRAME_TEXT, 0, "text", "hello", 5);
	put(&s, FRAME_TEXT, 1, "no-text", NULL, 0);
	put(&s, FRAME_INTS, 0, "ints", numbers, sizeof numbers);
	put(&s, FRAME_FLOATS, 0, "floats", floats, sizeof floats);
	put(&s, FRAME_FLOATS, 1, "no_floats", NULL, 0);
	put_tensor(&s, "z", (FrameTensor){.rank = 2, .dim = {2, 3}}, 6);
	put_tensor(&s, "unreadable", (FrameTensor){.rank = 1, .device_kind = 1, .dim = {9}}, 0);
	put(&s, FRAME_TENSOR, 1, "nothing", NULL, 0);
	put(&s, FRAME_END, 0, "", NULL, 0);
	return s;
}

static void test_whole_run_is_read(void **state)
{
	Stream s = whole_run();
	Channel c;
	int64_t number;
	(void)state;

	channel_init(&c, -1);
	for (size_t i = 0; i < s.count; i++) /* in the smallest pieces */
		channel_take(&c, s.bytes + i, 1);
	assert_false(c.damaged);
	assert_true(c.answers[0].begun && c.answers[0].ended && c.ended);
	assert_int_equal(c.answers[0].count, 10);
	assert_int_equal(
		c.answers[0].window[0].end.copies_h2d - c.answers[0].window[0].go.copies_h2d, 3);
	memcpy(&number, values_find(c.answers[0].results, "n")->payload, sizeof number);
	assert_int_equal(number, -7);
	assert_string_equal((char *)values_find(c.answers[0].results, "text")->payload, "hello");
	assert_true(values_find(c.answers[0].results, "no-text")->nothing);
	assert_int_equal(values_find(c.answers[0].results, "z")->bytes, sizeof(FrameTensor) + 24);
	assert_null(values_find(c.answers[0].results, "y"));
	/* READY and END were answered by GO, which waits to be sent. */
	assert_int_equal(c.out_bytes, 2 * sizeof(FrameHead));
	channel_free(&c);
}

static void test_every_cut_waits_for_more(void **state)
{
	Stream s = whole_run();
	(void)state;

	for (size_t cut = 0; cut < s.count; cut++) {
		Channel c;

		channel_init(&c, -1);
		channel_take(&c, s.bytes, cut);
		assert_false(c.damaged);
		assert_false(c.ended);
		channel_free(&c);
	}
}

/* No changed byte may crash the reader; whatever it takes must still keep the protocol's rules. */
static void test_every_changed_byte_is_survived(void **state)
{
	Stream good = whole_run();
	static const unsigned char changes[] = {0x01, 0x02, 0x40, 0x80, 0xff};
	(void)state;

	for (size_t at = 0; at < good.count; at++) {
		for (size_t k = 0; k < sizeof changes; k++) {
			Stream s = good;
			Channel c;

			s.bytes[at] ^= changes[k];
			channel_init(&c, -1);
			channel_take(&c, s.bytes, s.count);
			assert_true(c.answers[0].count <= 10);
			for (Value *v = c.answers[0].results; v; v = v->next) {
				assert_true(v->type >= FRAME_INT && v->type <= FRAME_TENSOR);
				assert_int_equal(v->payload[v->bytes], 0);
				assert_ptr_equal(values_find(c.answers[0].results, v->name), v);
			}
			channel_free(&c);
		}
	}
}

static void test_random_bytes_are_survived(void **state)
{
	uint64_t random = 7;
	(void)state;

	for (int round = 0; round < 2000; round++) {
		unsigned char bytes[200];
		Channel c;

		for (size_t i = 0; i < sizeof bytes; i++) {
			random = random * 6364136223846793005U + 1442695040888963407U;
			bytes[i] = (unsigned char)(random >> 56);
			if (i % 16 > 1 && random % 3)
				bytes[i] = 0; /* heads that are nearly right go deeper */
		}
		channel_init(&c, -1);
		channel_take(&c, bytes, sizeof bytes);
		assert_false(c.ended && c.in_bytes > 0 && !c.damaged);
		channel_free(&c);
	}
}

static int is_refused(const Stream *s)
{
	Channel c;

	channel_init(&c, -1);
	channel_take(&c, s->bytes, s->count);

	int refused = c.damaged;

	channel_free(&c);
	return refused;
}

/* What the author of a drive is told, or "" for bytes that no drive sends; NULL: not refused. */
static const char *refusal(const Stream *s)
{
	Channel c;

	channel_init(&c, -1);
	channel_take(&c, s->bytes, s->count);

	const char *said = !c.damaged ? NULL : c.slip ? c.slip : "";

	channel_free(&c);
	return said;
}

static void test_bad_frames_are_refused(void **state)
{
	static const struct {
		int type, nothing;
		const char *name;
		size_t bytes;
	} bad[] = {
		{0, 0, "x", 8},            /* no such type */
		{FRAME_TYPES, 0, "x", 8},  /* nor this */
		{FRAME_INT, 0, "", 8},     /* no name */
		{FRAME_INT, 0, "x", 4},    /* too short */
		{FRAME_INT, 0, "x", 16},   /* too long */
		{FRAME_INT, 1, "x", 0},    /* a number is never nothing */
		{FRAME_TEXT, 1, "x", 3},   /* nothing, but with bytes */
		{FRAME_TEXT, 2, "x", 0},   /* neither nothing nor something */
		{FRAME_INTS, 0, "x", 12},  /* one and a half */
		{FRAME_FLOATS, 0, "x", 6}, /* the same */
		{FRAME_TENSOR, 0, "x", 8}, /* shorter than its head */
		{FRAME_READY, 0, "x", 0},  /* has no name */
		{FRAME_END, 0, "", 1},     /* has no payload */
		{FRAME_DONE, 0, "", 8},    /* not a window; and before READY */
		{FRAME_TODO, 0, "", 0},    /* which? */
		{FRAME_CRASH, 0, "", 12},  /* one and a half places */
		{FRAME_CRASH, 0, "", 8 * CRASH_PLACES_MAX + 8},
		{FRAME_HEAP, 0, "", 8},                     /* half of a block's description, */
		{FRAME_HEAP, 0, "x", sizeof(FrameHeap)},    /* and one with a name */
		{FRAME_KEPT, 0, "", 0},                     /* nothing that was kept, */
		{FRAME_KEPT, 0, "", sizeof(FrameKept) + 8}, /* and one and a third */
		{FRAME_KEPT, 0, "", (KEPT_MAX + 1) * sizeof(FrameKept)},
		{FRAME_START, 0, "1.1", 4}, /* only the judge sends these */
		{FRAME_GO, 0, "", 0},
		{FRAME_INT, 0, "a b", 8},         /* names hold no space, */
		{FRAME_INT, 0, "a/b", 8},         /* no slash, */
		{FRAME_INT, 0, "caf\xc3\xa9", 8}, /* and no more than ASCII; or too long: */
		{FRAME_INT, 0, "01234567890123456789012345678901234567890", 8},
	};
	static const unsigned char zeros[1024];
	(void)state;

	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		Stream s = {.count = 0};

		put(&s, bad[i].type, bad[i].nothing, bad[i].name, zeros, bad[i].bytes);
		assert_true(is_refused(&s));
	}
}

static void test_bad_tensors_are_refused(void **state)
{
	static const struct {
		FrameTensor head;
		size_t elements;
	} bad[] = {
		{{.rank = -1}, 1},
		{{.rank = 5}, 1},
		{{.rank = 1, .dtype = 2, .dim = {1}}, 1},
		{{.rank = 1, .device_kind = 2, .dim = {1}}, 1},
		{{.rank = 1, .device_index = -1, .dim = {1}}, 1},
		{{.rank = 1, .dim = {-1}}, 0},
		{{.rank = 1, .dim = {3}}, 2},
		{{.rank = 2, .dim = {INT64_MAX, 3}}, 0},
		{{.rank = 4, .dim = {1LL << 32, 1LL << 32, 1LL << 32, 4}}, 0},
	};
	(void)state;

	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		Stream s = {.count = 0};

		put_tensor(&s, "x", bad[i].head, bad[i].elements);
		assert_true(is_refused(&s));
	}
}

static void test_order_is_kept(void **state)
{
	FrameWindow window = {.counted = 1}, shrunk = {.counted = 1, .go = {.launches = 2}};
	FrameWindow odd = {.counted = 2};
	const FrameHeap block = {.bytes = 20, .offset = 20};
	const FrameKept kept = {.blocks = 1, .bytes = 20};
	int64_t number = 0;
	uint32_t type = FRAME_INT;
	Stream s;
	(void)state;

	s.count = 0; /* two results of one name */
	put(&s, FRAME_INT, 0, "x", &number, 8);
	put(&s, FRAME_REAL, 0, "x", &number, 8);
	assert_string_equal(refusal(&s), "two have one name");
	s.count = 0; /* DONE without READY */
	put(&s, FRAME_DONE, 0, "", &window, sizeof window);
	assert_string_equal(refusal(&s), "drive_end was called before drive_go");
	s.count = 0; /* two windows */
	put(&s, FRAME_READY, 0, "", NULL, 0);
	put(&s, FRAME_READY, 0, "", NULL, 0);
	assert_string_equal(refusal(&s), "drive_go was called twice");
	s.count = 0; /* one window, ended twice */
	put(&s, FRAME_READY, 0, "", NULL, 0);
	put(&s, FRAME_DONE, 0, "", &window, sizeof window);
	assert_null(refusal(&s));
	put(&s, FRAME_DONE, 0, "", &window, sizeof window);
	assert_string_equal(refusal(&s), "drive_end was called twice");
	s.count = 0; /* counters that shrank */
	put(&s, FRAME_READY, 0, "", NULL, 0);
	put(&s, FRAME_DONE, 0, "", &shrunk, sizeof shrunk);
	assert_string_equal(refusal(&s), "");
	s.count = 0;
	put(&s, FRAME_READY, 0, "", NULL, 0);
	put(&s, FRAME_DONE, 0, "", &odd, sizeof odd);
	assert_true(is_refused(&s));
	s.count = 0; /* two crashes */
	put(&s, FRAME_CRASH, 0, "", NULL, 0);
	put(&s, FRAME_CRASH, 0, "", NULL, 0);
	assert_true(is_refused(&s));
	s.count = 0; /* what was kept, told twice */
	put(&s, FRAME_KEPT, 0, "", &kept, sizeof kept);
	assert_false(is_refused(&s));
	put(&s, FRAME_KEPT, 0, "", &kept, sizeof kept);
	assert_true(is_refused(&s));
	s.count = 0; /* of two blocks; of one is allowed */
	put(&s, FRAME_HEAP, 0, "", &block, sizeof block);
	put(&s, FRAME_CRASH, 0, "", NULL, 0);
	assert_false(is_refused(&s));
	s.count = 0;
	put(&s, FRAME_HEAP, 0, "", &block, sizeof block);
	put(&s, FRAME_HEAP, 0, "", &block, sizeof block);
	assert_true(is_refused(&s));
	s.count = 0; /* anything after the end */
	put(&s, FRAME_END, 0, "", NULL, 0);
	put(&s, FRAME_INT, 0, "x", &number, 8);
	assert_true(is_refused(&s));
	s.count = 0;
	put(&s, FRAME_TODO, 0, "3.2", NULL, 0);
	put(&s, FRAME_END, 0, "", NULL, 0);
	assert_true(is_refused(&s));
	s.count = 0;
	put(&s, FRAME_MISSING, 0, "x", &type, sizeof type);
	put(&s, FRAME_END, 0, "", NULL, 0);
	assert_true(is_refused(&s));
}

static void test_amounts_are_limited(void **state)
{
	static unsigned char megabyte[1 << 20];
	Channel c;
	FrameHead huge = {FRAME_FLOATS, 0, 1, FRAME_PAYLOAD_MAX};
	(void)state;

	/* As many results as one likes: not. */
	channel_init(&c, -1);
	for (int i = 0; i < CHANNEL_VALUES_MAX + 1; i++) {
		Stream s = {.count = 0};
		char name[16];
		int64_t number = i;

		snprintf(name, sizeof name, "n%d", i);
		put(&s, FRAME_INT, 0, name, &number, 8);
		assert_false(c.damaged);
		channel_take(&c, s.bytes, s.count);
	}
	assert_true(c.damaged);
	assert_string_equal(c.slip, "too many were put");
	channel_free(&c);

	/* One more than the largest payload is refused by its head alone. */
	huge.payload_bytes += 4;
	channel_init(&c, -1);
	channel_take(&c, (unsigned char *)&huge, sizeof huge);
	assert_true(c.damaged);
	channel_free(&c);

	/* A head that promises much costs nothing until the bytes come; all of them together are
	 * limited too. */
	huge.payload_bytes = FRAME_PAYLOAD_MAX;
	channel_init(&c, -1);
	for (int frame = 0; frame < 4 && !c.damaged; frame++) {
		unsigned char name = (unsigned char)('a' + frame);

		channel_take(&c, (unsigned char *)&huge, sizeof huge);
		channel_take(&c, &name, 1);
		assert_true(c.in_size < 4096 || frame > 0);
		for (uint64_t i = 0; i < FRAME_PAYLOAD_MAX / sizeof megabyte && !c.damaged; i++)
			channel_take(&c, megabyte, sizeof megabyte);
	}
	assert_true(c.damaged);
	assert_int_equal(c.answers[0].count, 2);
	channel_free(&c);
}

static void test_channel_over_a_socket(void **state)
{
	int ends[2];
	Channel judge, program;
	int64_t number = 41;
	(void)state;

	assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
	channel_init(&judge, ends[0]);
	channel_init(&program, ends[1]);
	assert_int_equal(channel_queue(&judge, FRAME_INT, 0, "n", &number, sizeof number), 0);
	assert_int_equal(channel_queue(&judge, FRAME_INT, 0,
				       "01234567890123456789012345678901234567890", &number, 8),
			 -1);
	channel_step(&judge);
	channel_step(&program); /* a Channel can read what a judge sends as long as it is values */
	assert_int_equal(program.answers[0].count, 1);
	assert_int_equal(*(int64_t *)(void *)program.answers[0].results->payload, 41);
	close(judge.fd);
	channel_step(&program);
	assert_int_equal(program.fd, -1);
	assert_int_equal(channel_events(&program), 0);
	channel_free(&judge);
	channel_free(&program);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_whole_run_is_read),
		cmocka_unit_test(test_every_cut_waits_for_more),
		cmocka_unit_test(test_every_changed_byte_is_survived),
		cmocka_unit_test(test_random_bytes_are_survived),
		cmocka_unit_test(test_bad_frames_are_refused),
		cmocka_unit_test(test_bad_tensors_are_refused),
		cmocka_unit_test(test_order_is_kept),
		cmocka_unit_test(test_amounts_are_limited),
		cmocka_unit_test(test_channel_over_a_socket),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
