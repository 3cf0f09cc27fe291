/* test_text.c - text from anywhere becomes one valid line; the generator's stream is the known one.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>
#include <jansson.h>

#include "grader/base/rng.h"
#include "grader/base/sanitized.h"
#include "grader/base/text.h"

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
		{"a\xe2\x80\xae 9", "a\\xe2\\x80\\xae 9"}, /* from right to left from here on */
		{"\xe2\x81\xa6", "\\xe2\\x81\\xa6"},
		{"\xe2\x80\x8d", "\xe2\x80\x8d"}, /* a joiner turns nothing */
		{"ad\xe2\x80\x8b"
		 "a",
		 "ad\\xe2\\x80\\x8b"
		 "a"},                               /* a blank of no width: looks as ada */
		{"\xe2\x80\x8f", "\\xe2\\x80\\x8f"}, /* turns what stands beside it */
		{"\xc2\xad\xd8\x9c", "\\xc2\\xad\\xd8\\x9c"},
		{"\xef\xbb\xbf", "\\xef\\xbb\\xbf"},
		{"\xef\xbf\xbe", "\\xef\\xbf\\xbe"}, /* which XML does not allow */
		{"\xf3\xa0\x81\x81", "\\xf3\\xa0\\x81\\x81"},
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

static uint64_t first_of(uint32_t seed, const char *id)
{
	Rng rng = rng_stream(seed, id);
	return rng_next(&rng);
}

/* The state of SplitMix64 whose next number that is. */
static uint64_t unmixed(uint64_t z)
{
	z = z ^ (z >> 31) ^ (z >> 62);
	z *= UINT64_C(0x319642b2d24d8ec3);
	z = z ^ (z >> 27) ^ (z >> 54);
	z *= UINT64_C(0x96de1b173f119089);
	z = z ^ (z >> 30) ^ (z >> 60);
	return z - UINT64_C(0x9e3779b97f4a7c15);
}

/* Who has been given numbers does not know the next one, and seeds cannot be tried. */
static void test_generator_foretold(void **state)
{
	Rng rng = rng_stream(41, "3.2");
	(void)state;

	assert_true(unmixed(rng_mix(12345)) == 12345);
	for (int i = 0; i < 100; i++) {
		const uint64_t seen = rng_next(&rng);
		Rng ahead = rng;
		assert_true(rng_next(&ahead) !=
			    rng_mix(unmixed(seen) + UINT64_C(0x9e3779b97f4a7c15)));
	}
	uint64_t plain = 41; /* what a seed led to once, in a few steps */
	for (const char *c = "3.2"; *c != '\0'; c++)
		plain = rng_mix(plain) ^ (unsigned char)*c;
	assert_true(first_of(41, "3.2") != rng_mix(plain));
	assert_true(first_of(41, "3.2") != rng_mix(rng_mix(plain)));
}

static void test_generator(void **state)
{
	/* The first numbers of SplitMix64 from the state 1234567, as published with xoshiro. */
	static const uint64_t known[] = {
		UINT64_C(6457827717110365317),  UINT64_C(3203168211198807973),
		UINT64_C(9817491932198370423),  UINT64_C(4593380528125082431),
		UINT64_C(16408922859458223821),
	};
	uint64_t state_of = 1234567;
	Rng stream = rng_stream(41, "3.2"), again = rng_stream(41, "3.2");
	int seen[5] = {0};
	(void)state;

	for (int i = 0; i < 5; i++, state_of += UINT64_C(0x9e3779b97f4a7c15))
		assert_true(rng_mix(state_of) == known[i]);
	assert_true(rng_next(&stream) == rng_next(&again));
	assert_true(first_of(41, "3.2") != first_of(42, "3.2"));
	assert_true(first_of(41, "3.2") != first_of(41, "3.3"));
	for (int i = 0; i < 5000; i++) {
		int64_t drawn = rng_between(&stream, -2, 2);
		double unit = rng_unit(&stream);

		assert_true(drawn >= -2 && drawn <= 2);
		assert_true(unit >= 0 && unit < 1);
		seen[drawn + 2]++;
	}
	for (int i = 0; i < 5; i++)
		assert_in_range(seen[i], 850, 1150); /* 1000 each, deviation 28 */
	assert_true(rng_between(&stream, 7, 7) == 7);
	rng_between(&stream, INT64_MIN, INT64_MAX);
	assert_true(rng_between(&stream, INT64_MIN, INT64_MIN + 1) <= INT64_MIN + 1);
}

static void test_quotes(void **state)
{
	static const struct {
		const char *word, *quoted;
	} cases[] = {
		{"labs", "labs"},
		{"a/b_c-1.2,@%+:", "a/b_c-1.2,@%+:"},
		{"", "''"},
		{"two words", "'two words'"},
		{"it's", "'it'\\''s'"},
		{"$(reboot)", "'$(reboot)'"},
		{"caf\xc3\xa9", "'caf\xc3\xa9'"},
		{"red\033[31m\n", "'red\\x1b[31m '"},
	};
	(void)state;

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		char *quoted = text_quote(cases[i].word);

		assert_string_equal(quoted, cases[i].quoted);
		free(quoted);
	}
}

/* What a shell makes of it is the word again. */
static void test_quotes_in_a_shell(void **state)
{
	Rng stream = rng_stream(7, "words");
	(void)state;

	for (int run = 0; run < 20; run++) {
		char word[41], back[100] = "", *quoted, *line;
		int length = (int)rng_between(&stream, 1, 40);
		FILE *shell;

		for (int i = 0; i < length; i++)
			word[i] = (char)rng_between(&stream, ' ', '~');
		word[length] = '\0';
		quoted = text_quote(word);
		line = text_new("printf %%s %s", quoted);
		shell = popen(line, "r");
		assert_non_null(shell);
		assert_int_equal(fread(back, 1, sizeof back - 1, shell), length);
		assert_int_equal(pclose(shell), 0);
		assert_string_equal(back, word);
		free(line);
		free(quoted);
	}
}

/* In a process of its own: it ends with 2 and a line. */
static void test_no_memory(void **state)
{
	if (SANITIZED) /* it ends a program that asks for so much */
		skip();
	char line[64] = "";
	int ends[2], status;
	(void)state;

	assert_int_equal(pipe(ends), 0);
	fflush(NULL);

	pid_t child = fork();

	if (child == 0) {
		dup2(ends[1], STDERR_FILENO);
		memory_grow(memory_new(10), SIZE_MAX / 2);
		_exit(0);
	}
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 2);
	assert_true(read(ends[0], line, sizeof line - 1) > 0);
	assert_string_equal(line, "test_text: out of memory\n"); /* the name of the program */
	close(ends[0]);
	close(ends[1]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_quotes),
		cmocka_unit_test(test_quotes_in_a_shell),
		cmocka_unit_test(test_no_memory),
		cmocka_unit_test(test_cleaning),
		cmocka_unit_test(test_all_bytes_at_all_sizes),
		cmocka_unit_test(test_generator),
		cmocka_unit_test(test_generator_foretold),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
