/* test_late.c - deadlines, lateness and names, at their boundaries. */
#include "grader/class/book/tests/sample.h"

#include <time.h>

#include "grader/base/edit_distance.h"
#include "grader/class/book/late.h"
#include "grader/class/book/timestamp.h"

#define HOUR 3600
#define DAY  86400

static void zone_set(const char *zone)
{
	setenv("TZ", zone, 1);
	tzset();
}

static double lost(const char *late, const char *grace, int64_t seconds)
{
	LateRule rule;

	assert_null(late_rule_read(late, grace, &rule));
	return late_share(&rule, seconds);
}

#define LOST(late, grace, seconds, share)                                                          \
	assert_float_equal(lost((late), (grace), (seconds)), (share), 1e-12)

static void test_share(void **state)
{
	(void)state;
	LOST("10%/day", NULL, 0, 0);
	LOST("10%/day", NULL, -5, 0);
	LOST("10%/day", NULL, 1, 0.1);
	LOST("10%/day", NULL, DAY, 0.1);
	LOST("10%/day", NULL, DAY + 1, 0.2);
	LOST("10%/day", NULL, 10 * DAY, 1);
	LOST("10%/day", NULL, 400 * DAY, 1);
	LOST("10%/day, 5 days", NULL, 5 * DAY, 0.5);
	LOST("10%/day, 5 days", NULL, 5 * DAY + 1, 1);
	LOST(" 2.5 % / hour , 36 h ", NULL, 36 * HOUR, 0.9);
	LOST("2.5%/hour,36h", NULL, 36 * HOUR + 1, 1);
	LOST("25%", NULL, 1, 0.25);
	LOST("25%", NULL, 300 * DAY, 0.25);
	LOST("25%, 1 week", NULL, 7 * DAY + 1, 1);
	LOST("100%", NULL, 1, 1);
	LOST("none", NULL, 99 * DAY, 0);
	LOST("", "", 99 * DAY, 0);
}

static void test_grace(void **state)
{
	(void)state;
	LOST("10%/day", "15 min", 15 * 60, 0);
	LOST("10%/day", "15 min", 15 * 60 + 1, 0.1);
	LOST("10%/day", "15min", DAY + 1, 0.2); /* from the deadline, not from the grace's end */
	LOST("10%/day", "2 days", 2 * DAY, 0);
	LOST("10%/day", "none", 1, 0.1);
	LOST("none", "1 h", 2 * HOUR, 0);
}

static void test_rules_refused(void **state)
{
	static const char *const late[] = {
		"10",         "10%/",           "10%/month", "-5%/day",          "0%/day",
		"101%",       "nan%/day",       "0x10%",     "10%/day, ",        "10%/day, 0 d",
		"10%/day, 5", "10%/day 5 days", "1e1%/day",  "10%/day, 5 days!", "%",
		"1.2.3%",     "10 % 5"};
	static const char *const grace[] = {"15",    "min",   "-1 h",    "0 h",
					    "1 h 5", "1.5 h", "999999 d"};
	LateRule rule;

	(void)state;
	for (size_t i = 0; i < sizeof late / sizeof *late; i++)
		if (!late_rule_read(late[i], NULL, &rule))
			fail_msg("LATE=%s was taken", late[i]);
	for (size_t i = 0; i < sizeof grace / sizeof *grace; i++)
		if (!late_rule_read(NULL, grace[i], &rule))
			fail_msg("GRACE=%s was taken", grace[i]);
}

static int64_t at(const char *text, int last)
{
	int64_t seconds;

	if (timestamp_read(text, last, &seconds) < 0)
		fail_msg("%s was refused", text);
	return seconds;
}

static void test_times(void **state)
{
	char text[TIMESTAMP_SIZE];

	(void)state;
	zone_set("UTC");
	/* 1700000000 s is 2023-11-14 22:13:20 UTC */
	assert_int_equal(at("2023-11-14T22:13:20Z", 0), 1700000000);
	assert_int_equal(at("2023-11-14 22:13:20", 0), 1700000000);
	assert_int_equal(at("2023-11-14T23:13:20+01:00", 0), 1700000000);
	assert_int_equal(at("2023-11-14T16:43:20-0530", 0), 1700000000);
	assert_int_equal(at("2023-11-14T22:13Z", 0), 1700000000 - 20);
	assert_int_equal(at("2023-11-14T22:13Z", 1), 1700000000 + 39);
	assert_int_equal(at("2023-11-14", 1) - at("2023-11-14", 0), DAY - 1);
	assert_int_equal(at("2024-02-29T00:00Z", 0) + DAY, at("2024-03-01T00:00Z", 0));
	timestamp_utc(1700000000, text);
	assert_string_equal(text, "2023-11-14T22:13:20Z");
	timestamp_utc(at("2026-12-01T23:59", 1), text);
	assert_string_equal(text, "2026-12-01T23:59:59Z");
}

static void test_time_zones(void **state)
{
	char text[TIMESTAMP_SIZE];

	(void)state;
	/* a zone that needs no database: an hour ahead, in summer two */
	zone_set("CET-1CEST,M3.5.0,M10.5.0/3");
	assert_int_equal(at("2026-12-01T23:59:00", 0), at("2026-12-01T22:59:00Z", 0));
	assert_int_equal(at("2026-07-01T23:59:00", 0), at("2026-07-01T21:59:00Z", 0));
	/* the day that has 23 hours, and the one with 25 */
	assert_int_equal(at("2026-03-29", 1) - at("2026-03-29", 0), 23 * HOUR - 1);
	assert_int_equal(at("2026-10-25", 1) - at("2026-10-25", 0), 25 * HOUR - 1);
	timestamp_local(at("2026-07-01T21:59:00Z", 0), text);
	assert_string_equal(text, "2026-07-01 23:59:00 CEST");
	zone_set("UTC");
}

static void test_times_refused(void **state)
{
	static const char *const bad[] = {"",
					  "tomorrow",
					  "2026-2-01",
					  "2026-02-30",
					  "2026-13-01",
					  "2026-00-10",
					  "2026-12-01T24:00",
					  "2026-12-01T23",
					  "2026-12-01T23:60",
					  "2026-12-01T23:59Zx",
					  "2026-12-01T23:59+1",
					  "2026-12-01T23:59+01:00:00",
					  "2026-12-01T23:59 CET",
					  "12/01/2026",
					  "2026-12-01T",
					  "2027-02-29"};
	int64_t seconds;

	(void)state;
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
		if (timestamp_read(bad[i], 0, &seconds) == 0)
			fail_msg("%s was taken", bad[i]);
}

static void test_near(void **state)
{
	char longer[300];

	(void)state;
	assert_int_equal(edit_distance("ada", "ada"), 0);
	assert_int_equal(edit_distance("Ada", "aDA"), 0);
	assert_int_equal(edit_distance("ada", "adda"), 1);
	assert_int_equal(edit_distance("3.1", "1.3"), 2);
	assert_int_equal(edit_distance("ab", "ba"), 1);
	assert_int_equal(edit_distance("", "abc"), 3);
	assert_int_equal(edit_distance("kitten", "sitting"), 3);
	memset(longer, 'x', sizeof longer - 1);
	longer[sizeof longer - 1] = '\0';
	assert_int_equal(edit_distance(longer, ""), 64);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_share),         cmocka_unit_test(test_grace),
		cmocka_unit_test(test_rules_refused), cmocka_unit_test(test_times),
		cmocka_unit_test(test_time_zones),    cmocka_unit_test(test_times_refused),
		cmocka_unit_test(test_near),
	};

	return cmocka_run_group_tests(tests, folder_begin, folder_end);
}
