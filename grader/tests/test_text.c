/* test_text.c - text from anywhere becomes one valid line; the generator's stream is the known one.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>

#include "random.h"
#include "text.h"

static void test_cleaning(void **state)
{
	static const struct {
		const char *from, *to;
	} cases[] = {
		{"plain", "plain"},
		{"two\nlines\tand a tab", "two lines and a tab"},
		{"\033[31mred\007", "\\x1b[31mred\\x07"},
		{"caf\xc3\xa9", "caf\xc3\xa9"},
		{"\xe2\x82\xac 5", "\xe2\x82\xac 5"},
		{"\xf0\x9f\x98\x80", "\xf0\x9f\x98\x80"},
		{"\x80", "\\x80"},                            /* a lone continuation */
		{"\xc3", "\\xc3"},                            /* cut short */
		{"\xc0\xaf", "\\xc0\\xaf"},                   /* overlong */
		{"\xed\xa0\x80", "\\xed\\xa0\\x80"},          /* a surrogate */
		{"\xf4\x90\x80\x80", "\\xf4\\x90\\x80\\x80"}, /* beyond the last */
		{"\xc2\x9b"
		 "1m",
		 "\\xc2\\x9b1m"}, /* a C1 control character */
		{"\x7f", "\\x7f"},
	};
	char out[100];
	(void)state;

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		size_t length = text_clean(out, sizeof out, cases[i].from, strlen(cases[i].from));

		assert_string_equal(out, cases[i].to);
		assert_int_equal(length, strlen(out));
	}
	text_clean(out, sizeof out, "a\0b", 3);
	assert_string_equal(out, "a\\x00b");
}

/* Whatever comes in, of whatever length, JSON must take it: jansson is the second opinion. */
static void test_all_bytes_at_all_sizes(void **state)
{
	char from[600];
	(void)state;

	for (size_t i = 0; i < sizeof from; i++)
		from[i] = (char)(i * 167 + i / 256);
	for (size_t size = 8; size < 200; size++) {
		for (size_t start = 0; start < 300; start += 7) {
			char out[200];
			size_t length = text_clean(out, size, from + start, size);
			json_t *json = json_string(out);

			assert_true(length < size);
			assert_int_equal(length, strlen(out));
			assert_non_null(json);
			json_decref(json);
		}
	}
	char out[8];

	text_clean(out, sizeof out, "12345678", 8);
	assert_string_equal(out, "1234...");
	text_clean(out, sizeof out, "1234567", 7);
	assert_string_equal(out, "1234567");
	text_format(out, sizeof out, "%d", 123456789);
	assert_string_equal(out, "1234...");
}

static void test_generator(void **state)
{
	/* The first numbers of SplitMix64 from the state 1234567, as published with xoshiro. */
	static const uint64_t known[] = {
		UINT64_C(6457827717110365317),  UINT64_C(3203168211198807973),
		UINT64_C(9817491932198370423),  UINT64_C(4593380528125082431),
		UINT64_C(16408922859458223821),
	};
	uint64_t stream = 1234567;
	int seen[5] = {0};
	(void)state;

	for (int i = 0; i < 5; i++)
		assert_true(random_next(&stream) == known[i]);
	assert_true(random_stream(41, "3.2") == random_stream(41, "3.2"));
	assert_true(random_stream(41, "3.2") != random_stream(42, "3.2"));
	assert_true(random_stream(41, "3.2") != random_stream(41, "3.3"));
	for (int i = 0; i < 5000; i++) {
		int64_t drawn = random_between(&stream, -2, 2);
		double unit = random_unit(&stream);

		assert_true(drawn >= -2 && drawn <= 2);
		assert_true(unit >= 0 && unit < 1);
		seen[drawn + 2]++;
	}
	for (int i = 0; i < 5; i++)
		assert_in_range(seen[i], 850, 1150); /* 1000 each, deviation 28 */
	assert_true(random_between(&stream, 7, 7) == 7);
	random_between(&stream, INT64_MIN, INT64_MAX);
	assert_true(random_between(&stream, INT64_MIN, INT64_MIN + 1) <= INT64_MIN + 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_cleaning),
		cmocka_unit_test(test_all_bytes_at_all_sizes),
		cmocka_unit_test(test_generator),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
