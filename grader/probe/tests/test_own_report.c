/* test_own_report.c - the report that a program leaves in its folder: what is read of it, in a
 * process apart, and what stands in its place that is no such file. */
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "grader/base/folder.h"
#include "grader/probe/own_report.h"

static char folder[] = "/tmp/usegpu-report-XXXXXX", box[64];
static int folder_fd;
static SandboxTier tier;
static OwnReport own;
static char why[200];

static int begin(void **state)
{
	char reason[400];
	(void)state;

	if (!mkdtemp(folder) || chmod(folder, 0755) < 0)
		return -1;
	snprintf(box, sizeof box, "%s/box-XXXXXX", folder);
	if (sandbox_folder_create(box) < 0)
		return -1;
	tier = sandbox_probe(SANDBOX_FULL, box, NULL, reason, sizeof reason);
	folder_fd = open(folder, O_PATH | O_DIRECTORY | O_CLOEXEC);
	return folder_fd < 0 ? -1 : 0;
}

static int end(void **state)
{
	(void)state;
	own_report_free(&own);
	close(folder_fd);
	folder_remove(folder);
	return access(folder, F_OK) == 0 ? -1 : 0;
}

static int state_now(void)
{
	own_report_free(&own);
	assert_int_equal(own_report_read(tier, box, folder_fd, "r.json", &own, why, sizeof why), 0);
	assert_int_equal(own.list != NULL, own.state == OWN_REPORT_READ);
	return (int)own.state;
}

static int state_of(const char *bytes, size_t count)
{
	int fd = openat(folder_fd, "r.json", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);

	assert_true(fd >= 0);
	assert_int_equal(write(fd, bytes, count), count);
	close(fd);
	return state_now();
}

static const char one[] = "{\"findings\":[{\"kind\":\"leak\",\"message\":\"16 bytes\","
			  "\"where\":[\"lab3_copies.c:9\"]}]}";

static void test_reports(void **state)
{
	static const char nothing[] = "{\"findings\":[]}", spaced[] = "{ \"findings\" : [] }";
	Finding finding;
	(void)state;

	assert_int_equal(state_of(nothing, strlen(nothing)), OWN_REPORT_READ);
	assert_int_equal(json_array_size(own.list), 0);
	assert_int_equal(state_of(spaced, strlen(spaced)), OWN_REPORT_READ);
	assert_int_equal(json_array_size(own.list), 0);
	assert_int_equal(state_of(one, strlen(one)), OWN_REPORT_READ);
	assert_int_equal(findings_read(&own, NULL, "lab3_copies.c", 0, &finding), 1);
	assert_string_equal(finding.message, "16 bytes");
	assert_string_equal(finding.where, "lab3_copies.c:9");
}

/* What a parser of JSON may not like: it costs the report, and no more. */
static void test_damaged(void **state)
{
	static char deep[1 << 20];
	(void)state;

	memset(deep, '[', sizeof deep);
	assert_int_equal(state_of("", 0), OWN_REPORT_DAMAGED);
	assert_int_equal(state_of("{\"findings\":[]}\0", 16), OWN_REPORT_DAMAGED);
	assert_int_equal(state_of(one, strlen(one) - 1), OWN_REPORT_DAMAGED);
	assert_int_equal(state_of(deep, sizeof deep), OWN_REPORT_DAMAGED);
	assert_int_equal(state_of("{\"findings\":1e99999}", 20), OWN_REPORT_DAMAGED);
	assert_int_equal(state_of("\xff\xfe{}", 4), OWN_REPORT_DAMAGED);
}

static void test_what_is_no_file(void **state)
{
	int fd;
	(void)state;

	unlinkat(folder_fd, "r.json", 0);
	assert_int_equal(state_now(), OWN_REPORT_NONE);
	assert_int_equal(symlinkat("/etc/passwd", folder_fd, "r.json"), 0);
	assert_int_equal(state_now(), OWN_REPORT_DAMAGED);
	unlinkat(folder_fd, "r.json", 0);
	assert_int_equal(mkfifoat(folder_fd, "r.json", 0644), 0);
	assert_int_equal(state_now(), OWN_REPORT_DAMAGED);
	unlinkat(folder_fd, "r.json", 0);
	assert_int_equal(mkdirat(folder_fd, "r.json", 0755), 0);
	assert_int_equal(state_now(), OWN_REPORT_DAMAGED);
	unlinkat(folder_fd, "r.json", AT_REMOVEDIR);
	fd = openat(folder_fd, "r.json", O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
	assert_int_equal(ftruncate(fd, 5L << 30), 0); /* 5 GiB of nothing */
	close(fd);
	assert_int_equal(state_now(), OWN_REPORT_DAMAGED);
	unlinkat(folder_fd, "r.json", 0);
	own_report_free(&own);
	assert_int_equal(own_report_read(tier, box, -1, "r.json", &own, why, sizeof why), 0);
	assert_int_equal(own.state, OWN_REPORT_NONE);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_reports),
		cmocka_unit_test(test_damaged),
		cmocka_unit_test(test_what_is_no_file),
	};

	return cmocka_run_group_tests(tests, begin, end);
}
