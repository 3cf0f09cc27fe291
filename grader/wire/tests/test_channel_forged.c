/* test_channel_forged.c - a good stream of a run, cut at every byte and changed at random in a
 * hundred thousand ways. Whatever comes: no crash, the same outcome in whatever pieces it arrives,
 * and a stream that is taken as ended has been taken byte for byte: no value that was not sent,
 * none left out, none under another name. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "grader/base/rng.h"
#include "grader/wire/channel.h"

#define ROUNDS 100000
#define MOST   4096

typedef struct Stream {
	unsigned char bytes[MOST];
	size_t count;
	size_t frame[24]; /* where each begins */
	int frames;
} Stream;

static void put(Stream *s, int type, int nothing, const char *name, const void *payload,
		size_t bytes)
{
	FrameHead head = {(uint16_t)type, (uint16_t)nothing, (uint32_t)strlen(name), bytes};

	s->frame[s->frames++] = s->count;
	memcpy(s->bytes + s->count, &head, sizeof head);
	memcpy(s->bytes + s->count + sizeof head, name, strlen(name));
	s->count += sizeof head + strlen(name);
	if (bytes > 0)
		memcpy(s->bytes + s->count, payload, bytes);
	s->count += bytes;
}

static Stream recorded(void)
{
	Stream s = {.count = 0};
	FrameWindow window = {.counted = 1, .go = {.launches = 1}, .end = {.launches = 4}};
	struct {
		FrameTensor head;
		float values[6];
	} tensor = {{.rank = 2, .dim = {2, 3}}, {1, 2, 3, 4, 5, 6}};
	int64_t numbers[4] = {3, 1, 4, 1};
	double real = 0.5;

	put(&s, FRAME_READY, 0, "", NULL, 0);
	put(&s, FRAME_DONE, 0, "", &window, sizeof window);
	put(&s, FRAME_INT, 0, "count", numbers, 8);
	put(&s, FRAME_REAL, 0, "seconds", &real, sizeof real);
	put(&s, FRAME_TEXT, 0, "text", "gpu:0", 5);
	put(&s, FRAME_INTS, 0, "order", numbers, sizeof numbers);
	put(&s, FRAME_FLOATS, 0, "x", tensor.values, sizeof tensor.values);
	put(&s, FRAME_FLOATS, 1, "y", NULL, 0);
	put(&s, FRAME_TENSOR, 0, "z", &tensor, sizeof tensor);
	put(&s, FRAME_END, 0, "", NULL, 0);
	return s;
}

/* Takes the stream in pieces of at most `most` bytes. */
static void take(Channel *c, const Stream *s, size_t most, Rng *random)
{
	channel_init(c, -1);
	for (size_t at = 0; at < s->count;) {
		size_t left = s->count - at, piece = left;

		if (most > 0)
			piece = (size_t)rng_between(random, 1, (int64_t)most);
		if (piece > left)
			piece = left;
		channel_take(c, s->bytes + at, piece);
		at += piece;
	}
}

static bool has_frame(const Stream *s, const Value *value)
{
	Stream one = {.count = 0};

	put(&one, value->type, value->nothing, value->name, value->payload, value->bytes);
	return memmem(s->bytes, s->count, one.bytes, one.count) != NULL;
}

/* What an accepted stream must fulfil. */
static void taken_check(const Channel *c, const Stream *s)
{
	size_t bytes = 0;
	int count = 0;

	for (const Value *v = c->answers[0].results; v; v = v->next, count++) {
		assert_true(v->type >= FRAME_INT && v->type <= FRAME_TENSOR);
		assert_ptr_equal(values_find(c->answers[0].results, v->name), v);
		assert_true(has_frame(s, v));
		bytes += sizeof(FrameHead) + strlen(v->name) + v->bytes;
	}
	assert_int_equal(count, c->answers[0].count);
	if (!c->ended || c->damaged)
		return;
	bytes += sizeof(FrameHead); /* END */
	bytes += c->thawed ? sizeof(FrameHead) : 0;
	bytes += (size_t)c->answers[0].begun * sizeof(FrameHead);
	bytes += (size_t)c->answers[0].ended * (sizeof(FrameHead) + sizeof(FrameWindow));
	assert_int_equal(bytes + c->in_bytes, s->count);
	assert_in_range(c->answers[0].begun - c->answers[0].ended, 0, 1);
}

/* One change: of a bit, a byte or a number in a head; bytes put in or left out; a frame twice, gone
 * or somewhere else. */
static void change(Stream *s, Rng *random)
{
	size_t at = (size_t)rng_between(random, 0, (int64_t)s->count - 1);
	size_t frame = s->frame[rng_between(random, 0, s->frames - 1)];
	size_t end = s->count, some = (size_t)rng_between(random, 1, 40);
	unsigned char value = (unsigned char)rng_between(random, 0, 255);

	for (int i = 0; i < s->frames; i++)
		if (s->frame[i] > frame && s->frame[i] < end)
			end = s->frame[i];
	if (frame >= s->count || end > s->count)
		frame = 0, end = sizeof(FrameHead);
	switch (rng_between(random, 0, 7)) {
	case 0:
		s->bytes[at] ^= (unsigned char)(1 << (value & 7));
		break;
	case 1:
		s->bytes[at] = value;
		break;
	case 2: /* a head's type */
		s->bytes[frame] = value % (FRAME_TYPES + 1);
		break;
	case 3: /* a head's lengths */
		s->bytes[frame + (size_t)rng_between(random, 2, 15)] = value;
		break;
	case 4: /* bytes left out */
		if (at + some < s->count) {
			memmove(s->bytes + at, s->bytes + at + some, s->count - at - some);
			s->count -= some;
		}
		break;
	case 5: /* bytes put in */
		if (s->count + some <= MOST) {
			memmove(s->bytes + at + some, s->bytes + at, s->count - at);
			memset(s->bytes + at, value, some);
			s->count += some;
		}
		break;
	case 6: /* a frame once more, at the end or before the last */
		if (s->count + (end - frame) <= MOST) {
			memcpy(s->bytes + s->count, s->bytes + frame, end - frame);
			s->count += end - frame;
		}
		break;
	default: /* a frame left out */
		if (s->count > end) {
			memmove(s->bytes + frame, s->bytes + end, s->count - end);
			s->count -= end - frame;
		}
		break;
	}
}

static void test_every_cut(void **state)
{
	Stream good = recorded();
	Rng random = rng_stream(1, "cut");
	Channel whole;
	(void)state;

	take(&whole, &good, 0, &random);
	assert_true(whole.ended && !whole.damaged);
	taken_check(&whole, &good);
	for (size_t cut = 0; cut < good.count; cut++) {
		Stream s = good;
		Channel c;

		s.count = cut;
		take(&c, &s, 0, &random);
		assert_false(c.ended);
		assert_false(c.damaged);
		for (const Value *v = c.answers[0].results; v; v = v->next) {
			const Value *sent = values_find(whole.answers[0].results, v->name);

			assert_non_null(sent);
			assert_int_equal(v->bytes, sent->bytes);
			assert_memory_equal(v->payload, sent->payload, v->bytes);
		}
		channel_free(&c);
	}
	channel_free(&whole);
}

static void test_a_hundred_thousand_changes(void **state)
{
	const Stream good = recorded();
	Rng random = rng_stream(41, "changes");
	int ended = 0, refused = 0;
	(void)state;

	for (int round = 0; round < ROUNDS; round++) {
		Stream s = good;
		Channel once, pieces;

		for (int64_t n = rng_between(&random, 1, 3); n > 0 && s.count > 64; n--)
			change(&s, &random);
		take(&once, &s, 0, &random);
		take(&pieces, &s, (size_t)rng_between(&random, 1, 50), &random);
		assert_int_equal(once.damaged, pieces.damaged);
		assert_int_equal(once.ended, pieces.ended);
		assert_int_equal(once.answers[0].count, pieces.answers[0].count);
		taken_check(&once, &s);
		taken_check(&pieces, &s);
		ended += once.ended && !once.damaged;
		refused += once.damaged;
		channel_free(&once);
		channel_free(&pieces);
	}
	/* Both ways must have been tried, or the above says nothing. */
	assert_in_range(ended, ROUNDS / 100, ROUNDS - 1);
	assert_in_range(refused, ROUNDS / 10, ROUNDS - 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_every_cut),
		cmocka_unit_test(test_a_hundred_thousand_changes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
