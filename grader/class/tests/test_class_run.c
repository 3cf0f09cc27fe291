/* test_class_run.c - parts of a run: digests, the bar, the reason in a log, the lock. */
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "grader/class/tests/made_folder.h"

#include "grader/base/digest.h"
#include "grader/base/text.h"
#include "grader/class/cli/progress_bar.h"
#include "grader/class/run/class_dir.h"
#include "grader/class/run/grader_log.h"
#include "grader/setup/work_dir.h"

static void digests_keep_parts_apart(void **state)
{
	char one[DIGEST_SIZE], other[DIGEST_SIZE], file[DIGEST_SIZE];
	Digest digest;

	(void)state;
	digest_begin(&digest);
	digest_add_text(&digest, "ab");
	digest_add_text(&digest, "c");
	digest_end(&digest, one);
	digest_begin(&digest);
	digest_add_text(&digest, "a");
	digest_add_text(&digest, "bc");
	digest_end(&digest, other);
	assert_string_not_equal(one, other);
	assert_int_equal(strlen(one), 64);

	digest_begin(&digest);
	assert_int_equal(digest_add_file(&digest, made("bytes", "one")), 0);
	digest_end(&digest, one);
	digest_begin(&digest);
	assert_int_equal(digest_add_file(&digest, made("bytes", "two")), 0);
	digest_end(&digest, file);
	assert_string_not_equal(one, file);
	assert_int_equal(digest_add_file(&digest, "/nowhere/at/all"), -1);
	assert_int_equal(digest_add_file(&digest, "/dev/null"), -1);
}

/* --- what is shown ---------------------------------------------------------------------------- */

static void the_bar_fits(void **state)
{
	ProgressBar bar = {.total = 200, .done = 50};
	char line[300];

	(void)state;
	progress_bar_text(&bar, 100, 200, "ada", line, sizeof line);
	assert_string_equal(line, "[######..................] 50/200  30/min  5 min left  ada");
	progress_bar_text(&bar, 10, 200, "ada", line, sizeof line);
	assert_string_equal(line, "[######..................] 50/200  300/min  30 s left  ada");
	progress_bar_text(&bar, 12000, 200, "ada", line, sizeof line);
	assert_string_equal(line, "[######..................] 50/200  0.25/min  10.0 h left  ada");
	for (int width = 0; width < 120; width++) {
		progress_bar_text(&bar, 100, width, "ada", line, sizeof line);
		assert_true(strlen(line) < (size_t)width || line[0] == '\0');
	}
	progress_bar_text(&bar, 100, 8, "ada", line, sizeof line);
	assert_string_equal(line, "50/200");
	progress_bar_text(&bar, 100, 200, "김", line, sizeof line);
	assert_null(strstr(line, "김"));
	bar.done = 0;
	progress_bar_text(&bar, 0, 200, "", line, sizeof line);
	assert_string_equal(line, "[........................] 0/200");
}

static void the_log_tells_why(void **state)
{
	char why[100];

	(void)state;
	made("log.txt", "lab1\n  ERROR 1.1  the judge died\n  ERROR 1.2  too\n");
	grader_log_reason(folder, 2 << 8, why, sizeof why);
	assert_string_equal(why, "1.1  the judge died");
	made("log.txt", "usegpu: no\n  ERROR 1.1 x\nusegpu: disk \x1b[1m full\n");
	grader_log_reason(folder, 2 << 8, why, sizeof why);
	assert_string_equal(why, "disk \\x1b[1m full");
	made("log.txt", "");
	grader_log_reason(folder, 9, why, sizeof why);
	assert_string_equal(why, "the grader was ended by signal 9");
	grader_log_reason(folder, 2 << 8, why, sizeof why);
	assert_string_equal(why, "the grader ended with status 2");
	grader_log_reason("/nowhere", -1, why, sizeof why);
	assert_string_equal(why, "the grader cannot be started");
}

/* A run that takes the lock and makes a child, which goes on when the run is killed. Its number. */
static pid_t killed_run(void)
{
	int told[2];
	pid_t run, left = 0;

	assert_int_equal(pipe(told), 0);
	run = fork();
	if (run == 0) {
		bool locked = class_lock(folder, "run") >= 0;
		pid_t child = locked ? fork() : -1;

		if (child == 0)
			pause();
		_exit(write(told[1], &child, sizeof child) == sizeof child && pause() ? 0 : 1);
	}
	assert_int_equal(read(told[0], &left, sizeof left), sizeof left);
	assert_true(left > 0);
	kill(run, SIGKILL);
	assert_int_equal(waitpid(run, NULL, 0), run);
	close(told[0]);
	close(told[1]);
	return left;
}

static void the_lock_goes_with_the_run_alone(void **state)
{
	pid_t left = killed_run();
	int lock = class_lock(folder, "the next run");

	(void)state;
	kill(left, SIGKILL);
	assert_true(lock >= 0);
	close(lock);
}

/* Whether another process may take the lock. */
static bool another_may(void)
{
	pid_t other = fork();
	int status;

	if (other == 0)
		_exit(class_lock(folder, "another run") < 0);
	assert_int_equal(waitpid(other, &status, 0), other);
	return status == 0;
}

static void one_run_at_a_time(void **state)
{
	int lock = class_lock(folder, "a run");

	(void)state;
	assert_true(lock >= 0);
	assert_false(another_may());
	close(lock);
	assert_true(another_may());
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(digests_keep_parts_apart),
		cmocka_unit_test(the_bar_fits),
		cmocka_unit_test(the_log_tells_why),
		cmocka_unit_test(the_lock_goes_with_the_run_alone),
		cmocka_unit_test(one_run_at_a_time),
	};

	return cmocka_run_group_tests(tests, folder_begin, folder_end);
}
