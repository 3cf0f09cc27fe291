/* test_make_settings.c - the settings of make's command line, as make hands them to a recipe. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "grader/command/make_settings.h"

typedef struct Case {
	const char *makeflags, *name, *wanted; /* NULL: not set */
} Case;

static void values_are_as_typed(void **state)
{
	static const Case cases[] = {
		{NULL, "LAB", NULL},
		{"", "LAB", NULL},
		{"k -j2 --jobserver-auth=3,4", "LAB", NULL},
		{" -- LAB=3", "LAB", "3"},
		{"-- LAB=3", "LAB", "3"},
		{"k -j2 -- SEED=1 LAB=3", "LAB", "3"},
		{" -- LAB=", "LAB", NULL},
		{" -- LAB:=3", "LAB", "3"},
		{" -- SUBMISSION=a\\ b$$c", "SUBMISSION", "a b$c"},
		{" -- SUBMISSION=it's\\ \"q\"\\ `w`", "SUBMISSION", "it's \"q\" `w`"},
		{" -- SUBMISSION=$$(HOME)\\ $$$$\\ $${P}", "SUBMISSION", "$(HOME) $$ ${P}"},
		{" -- SUBMISSION=back\\\\slash\\\\", "SUBMISSION", "back\\slash\\"},
		{" -- SUBMISSION=\xc3\xbc\\\tx LAB=4", "SUBMISSION", "\xc3\xbc\tx"},
		{" -- SUBMISSION=x\\ --\\ LAB=1", "SUBMISSION", "x -- LAB=1"},
		{" -- SUBMISSION=a=b", "SUBMISSION", "a=b"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		assert_int_equal(settings_read(cases[i].makeflags), 0);
		if (!cases[i].wanted)
			assert_null(setting(cases[i].name));
		else
			assert_string_equal(setting(cases[i].name), cases[i].wanted);
		settings_forget();
	}
}

static void unknown_names_are_refused(void **state)
{
	(void)state;
	assert_int_equal(settings_read(" -- lab=3"), -1);
	assert_int_equal(settings_read(" -- LABB=3"), -1);
	assert_int_equal(settings_read(" -- LAB=1 WHATEVER=3"), -1);
	settings_forget();
}

static void a_flag_is_anything_but_0(void **state)
{
	(void)state;
	assert_int_equal(settings_read(" -- STRICT=0 YES=1 REVOKE="), 0);
	assert_false(setting_is_on("STRICT"));
	assert_true(setting_is_on("YES"));
	assert_false(setting_is_on("REVOKE"));
	settings_forget();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(values_are_as_typed),
		cmocka_unit_test(unknown_names_are_refused),
		cmocka_unit_test(a_flag_is_anything_but_0),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
