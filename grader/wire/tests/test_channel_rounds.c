/* test_channel_rounds.c - two rounds over one channel: the second one's inputs stay with the judge
 * until the first is over, and nothing counts as an answer that was not asked for. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cmocka.h>

#include "grader/base/rng.h"
#include "grader/wire/channel.h"

enum { MOST = 4096, CHANGES = 20000 };

typedef struct Stream {
	unsigned char bytes[MOST];
	size_t count;
} Stream;

static void put(Stream *s, int type, const char *name, const void *payload, size_t bytes)
{
	FrameHead head = {(uint16_t)type, 0, (uint32_t)strlen(name), bytes};

	memcpy(s->bytes + s->count, &head, sizeof head);
	memcpy(s->bytes + s->count + sizeof head, name, strlen(name));
	s->count += sizeof head + strlen(name);
	if (bytes > 0)
		memcpy(s->bytes + s->count, payload, bytes);
	s->count += bytes;
}

/* What a program says in a round that gives this number, and how the round ends. */
static Stream round_of(int64_t number, FrameType last)
{
	Stream s = {.count = 0};
	FrameWindow window = {.counted = 1, .end = {.launches = (uint64_t)number}};
	uint32_t found = 9;

	put(&s, FRAME_READY, "", NULL, 0);
	put(&s, FRAME_DONE, "", &window, sizeof window);
	put(&s, FRAME_INT, "number", &number, sizeof number);
	put(&s, last, "", &found, last == FRAME_ROUND ? sizeof found : 0);
	return s;
}

static int64_t number_of(const Channel *c, int round)
{
	const Value *value = values_find(c->answers[round].results, "number");
	int64_t number = -1;

	if (value)
		memcpy(&number, value->payload, sizeof number);
	return number;
}

/* A channel with inputs for two rounds, the first of which is sent; the program's end in *other. */
static Channel channel_of_two(int *other)
{
	Channel c;
	int64_t input = 7;
	int ends[2];

	assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends), 0);
	channel_init(&c, ends[0]);
	assert_int_equal(channel_queue(&c, FRAME_INT, 0, "first", &input, sizeof input), 0);
	assert_int_equal(channel_queue_later(&c, FRAME_INT, 0, "second", &input, sizeof input), 0);
	*other = ends[1];
	channel_step(&c);
	return c;
}

static void channel_end(Channel *c, int other)
{
	close(c->fd);
	close(other);
	channel_free(c);
}

/* Whether the program has been sent this text by now. */
static bool was_sent(int other, const char *text)
{
	char bytes[4096];
	ssize_t got = recv(other, bytes, sizeof bytes, MSG_DONTWAIT);

	return got > 0 && memmem(bytes, (size_t)got, text, strlen(text));
}

static void test_two_rounds(void **state)
{
	int other;
	Channel c = channel_of_two(&other);
	Stream first = round_of(3, FRAME_ROUND), second = round_of(5, FRAME_END);
	(void)state;

	assert_true(was_sent(other, "first"));
	channel_take(&c, first.bytes, first.count - 1); /* ROUND is not whole */
	channel_step(&c);
	assert_false(was_sent(other, "second"));
	channel_take(&c, first.bytes + first.count - 1, 1);
	assert_int_equal(c.round, 1);
	assert_int_equal(c.found, 9);
	channel_step(&c);
	assert_true(was_sent(other, "second"));
	for (size_t at = 0; at < second.count; at++) {
		channel_take(&c, second.bytes + at, 1);
		channel_step(&c); /* what the program is told to go */
	}
	assert_true(c.ended && !c.damaged);
	assert_int_equal(number_of(&c, 0), 3);
	assert_int_equal(number_of(&c, 1), 5);
	assert_int_equal(c.answers[0].window[0].end.launches, 3);
	assert_int_equal(c.answers[1].window[0].end.launches, 5);
	channel_end(&c, other);
}

/* Who shuts its side, or leaves before it is told to, may say that all is over: it is seen. */
static void test_who_hears_nothing(void **state)
{
	enum { LISTENS, SHUTS, LEAVES, WAYS };
	const Stream all = round_of(3, FRAME_END);
	int ends[2];

	(void)state;
	for (int way = 0; way < WAYS; way++) {
		Channel c;

		assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends), 0);
		channel_init(&c, ends[0]);
		assert_int_equal(write(ends[1], all.bytes, all.count), (ssize_t)all.count);
		if (way == SHUTS)
			shutdown(ends[1], SHUT_RD);
		if (way == LEAVES)
			close(ends[1]);
		for (int i = 0; i < 3; i++)
			channel_step(&c);
		assert_true(c.ended && !c.damaged);
		assert_int_equal(c.is_deaf, way != LISTENS);
		assert_false(channel_events(&c) & POLLOUT);
		if (way != LEAVES)
			close(ends[1]);
		close(c.fd);
		channel_free(&c);
	}
}

/* The same bytes in one go: nobody had seen the second inputs. */
static void test_an_answer_before_the_question(void **state)
{
	Stream first = round_of(3, FRAME_ROUND), second = round_of(5, FRAME_END);
	(void)state;

	for (size_t early = 1; early <= second.count; early++) {
		int other;
		Channel c = channel_of_two(&other);
		Stream both = first;

		memcpy(both.bytes + both.count, second.bytes, early);
		channel_take(&c, both.bytes, both.count + early);
		assert_int_equal(c.damaged, early >= sizeof(FrameHead)); /* a frame is whole */
		assert_int_equal(number_of(&c, 1), -1);
		assert_false(c.ended);
		channel_end(&c, other);
	}
}

static void test_ends_at_the_wrong_time(void **state)
{
	Stream early = round_of(3, FRAME_END), again = round_of(3, FRAME_ROUND);
	int other;
	Channel c = channel_of_two(&other), single;
	(void)state;

	channel_take(&c, early.bytes, early.count); /* run_outcome.c asks why */
	assert_true(c.ended && c.round == 0 && c.later_bytes > 0);
	channel_end(&c, other);

	c = channel_of_two(&other); /* a third round */
	channel_take(&c, again.bytes, again.count);
	channel_step(&c);
	for (size_t at = 0; at < again.count; at++) {
		channel_take(&c, again.bytes + at, 1);
		channel_step(&c);
	}
	assert_true(c.damaged && !c.ended);
	channel_end(&c, other);

	channel_init(&single, -1); /* a second one where there is one */
	channel_take(&single, again.bytes, again.count);
	assert_true(single.damaged && !single.ended);
	channel_free(&single);
}

/* Whatever the second round says: the first one's answers are what they were. */
static void test_changes_of_the_second_round(void **state)
{
	const Stream first = round_of(3, FRAME_ROUND), good = round_of(5, FRAME_END);
	Rng random = rng_stream(41, "rounds");
	int ended = 0, refused = 0;
	(void)state;

	for (int i = 0; i < CHANGES; i++) {
		Stream s = good;
		int other;
		Channel c = channel_of_two(&other);

		s.bytes[rng_between(&random, 0, (int64_t)s.count - 1)] =
			(unsigned char)rng_between(&random, 0, 255);
		channel_take(&c, first.bytes, first.count);
		for (size_t at = 0; at < s.count && !c.damaged; at++) {
			c.out_sent = c.out_bytes;
			channel_take(&c, s.bytes + at, 1);
		}
		assert_int_equal(number_of(&c, 0), 3);
		assert_int_equal(c.answers[0].window[0].end.launches, 3);
		assert_int_equal(c.answers[0].count, 1);
		ended += c.ended && !c.damaged;
		refused += c.damaged;
		channel_end(&c, other);
	}
	assert_in_range(ended, CHANGES / 100, CHANGES - 1);
	assert_in_range(refused, CHANGES / 100, CHANGES - 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_two_rounds),
		cmocka_unit_test(test_who_hears_nothing),
		cmocka_unit_test(test_an_answer_before_the_question),
		cmocka_unit_test(test_ends_at_the_wrong_time),
		cmocka_unit_test(test_changes_of_the_second_round),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
