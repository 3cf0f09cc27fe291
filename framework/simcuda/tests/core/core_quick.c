/* core_quick.c - quick texts are those of the C library. */
#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "framework/simcuda/trace/tracing.h"

enum { ROOM = 64 };

__attribute__((format(printf, 2, 3))) static void alike(int quick, const char *format, ...)
{
	char ours[ROOM], theirs[ROOM];
	va_list arguments;

	va_start(arguments, format);
	int length = text_quick(ours, sizeof ours, format, arguments);
	va_end(arguments);
	va_start(arguments, format);
	vsnprintf(theirs, sizeof theirs, format, arguments);
	va_end(arguments);
	if (!quick) {
		assert_int_equal(length, -1);
		return;
	}
	assert_int_equal(length, strlen(theirs)); /* what does not fit is cut off */
	assert_memory_equal(ours, theirs, strlen(theirs));
}

static void texts_are_alike(void **state)
{
	static const int64_t number[] = {
		0,       1,         9,         10, 99,     100,     999,  1000,     123456, INT_MAX,
		INT_MIN, INT64_MAX, INT64_MIN, -1, -10000, 1000001, -999, UINT_MAX, 7,      70};

	(void)state;
	for (size_t i = 0; i < sizeof number / sizeof *number; i++) {
		alike(1, "<%ld>", (long)number[i]);
		alike(1, "%d", (int)number[i]);
		alike(1, "%lu,%u", (unsigned long)number[i], (unsigned)number[i]);
		if (number[i] >= 0)
			alike(1, "%ld.%03d", (long)number[i], (int)(number[i] % 1000));
	}
	alike(1, "plain%s", "");
	alike(1, "%c%s%c", '{', "some text", '}');
	alike(1, "%s and %s", "a text that is far longer than there is room",
	      "for what comes next");
	alike(1, "%d%s", 123456789, "012345678901234567890123456789012345678901234567890123456");
}

static void others_are_left_alone(void **state)
{
	(void)state;
	alike(0, "%d %.0f", 1, 2.0);
	alike(0, "%5d", 1);
	alike(0, "%9s", "x");
	alike(0, "%03d", -5);
	alike(0, "%d%%", 5);
	alike(0, "%lld", 5LL);
	alike(0, "%.4g", 0.1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(texts_are_alike),
		cmocka_unit_test(others_are_left_alone),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
