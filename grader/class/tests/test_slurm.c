/* test_slurm.c - what Slurm's programs say, played by scripts in PATH; and the answer of a task.
 * slurm.test has a real Slurm. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "grader/base/folder.h"
#include "grader/base/text.h"
#include "grader/class/engine/slurm_answer.h"
#include "grader/class/engine/slurm_ask.h"
#include "grader/class/run/capture.h"
#include "grader/setup/work_dir.h"

static char folder[] = "/tmp/test-slurm-XXXXXX";
static char *path_before;

/* From now on that program is a script. */
static void play(const char *program, const char *script)
{
	char *path = text_new("%s/%s", folder, program);
	FILE *file = fopen(path, "we");

	assert_non_null(file);
	fprintf(file, "#!/bin/sh\n%s\n", script);
	assert_int_equal(fclose(file), 0);
	assert_int_equal(chmod(path, 0755), 0);
	free(path);
}

static void unplay(const char *program)
{
	char *path = text_new("%s/%s", folder, program);

	remove(path);
	free(path);
}

static int folder_begin(void **state)
{
	char *path;

	(void)state;
	if (!mkdtemp(folder) || !getenv("PATH"))
		return -1;
	path_before = text_new("%s", getenv("PATH"));
	path = text_new("%s:/usr/bin:/bin", folder);
	setenv("PATH", path, 1);
	free(path);
	return 0;
}

static int folder_end(void **state)
{
	(void)state;
	setenv("PATH", path_before, 1);
	free(path_before);
	folder_remove(folder);
	return 0;
}

/* --- capture --------------------------------------------------------------------------------- */

static void both_outputs_are_read(void **state)
{
	const char *const words[] = {"talker", "a b", "c'\n", NULL};
	Captured said;
	char line[60];

	(void)state;
	play("talker", "printf '%s|' \"$@\"; echo 'talker: error: no \033[31mroom' >&2\n"
		       "echo more >&2; [ -t 0 ] || cat; exit 3");
	assert_int_equal(capture(words, 20, &said), 0);
	assert_int_equal(said.status, 3);
	assert_string_equal(said.out, "a b|c'\n|");
	capture_complaint(&said, line, sizeof line);
	assert_string_equal(line, "no \\x1b[31mroom");
	capture_release(&said);
}

static void much_is_read_to_its_end(void **state)
{
	const char *const words[] = {"talker", NULL};
	Captured said;

	(void)state;
	play("talker", "head -c 3000000 /dev/zero | tr '\\0' x");
	assert_int_equal(capture(words, 20, &said), 0);
	assert_int_equal(strlen(said.out), 3000000);
	assert_int_equal(strspn(said.out, "x"), 3000000);
	capture_release(&said);
}

static void what_hangs_is_killed_with_its_children(void **state)
{
	const char *const words[] = {"talker", NULL};
	Captured said;

	(void)state;
	play("talker", "trap '' TERM; echo begun; sleep 600 & wait");
	assert_int_equal(capture(words, 2, &said), 0); /* time enough to begin */
	assert_int_equal(said.status, 128 + 9);
	assert_string_equal(said.out, "begun\n");
	capture_release(&said);
}

static void what_is_not_there_cannot_be_run(void **state)
{
	const char *const words[] = {"no-such-program", NULL};
	Captured said;

	(void)state;
	assert_int_equal(capture(words, 20, &said), -1);
}

/* --- asking ---------------------------------------------------------------------------------- */

static SlurmState states[8];
static long told;

static void tell(void *context, long array, int task, SlurmState state)
{
	assert_ptr_equal(context, &told);
	assert_int_equal(array, 12);
	assert_in_range(task, 0, 7);
	states[task] = state;
	told++;
}

static void every_state_is_known(void **state)
{
	char why[100];

	(void)state;
	told = 0;
	play("squeue",
	     "case \"$*\" in *--array*--states=all*--name=mine*) ;; *) exit 1 ;; esac\n"
	     "cat <<X\n12_0|RUNNING|None\n12_1|COMPLETED|None\n12_2|NODE_FAIL|NodeDown\n"
	     "12_3|PENDING|launch failed requeued held\n12_4|PENDING|Resources\n"
	     "12_5|CANCELLED|None\n12_6|COMPLETING|None\n12_7|OUT_OF_MEMORY|OutOfMemory\n"
	     "12|PENDING|no task\n12_[8-9]|PENDING|None\n_|||\n\nwords\n12_1x|FAILED|None\nX");
	assert_int_equal(slurm_queue("mine", tell, &told, why, sizeof why), 0);
	assert_int_equal(told, 8);
	assert_int_equal(states[0], SLURM_GOES);
	assert_int_equal(states[1], SLURM_COMPLETED);
	assert_int_equal(states[2], SLURM_ENDED);
	assert_int_equal(states[3], SLURM_STUCK);
	assert_int_equal(states[4], SLURM_GOES);
	assert_int_equal(states[5], SLURM_ENDED);
	assert_int_equal(states[6], SLURM_GOES);
	assert_int_equal(states[7], SLURM_ENDED);
}

static void silence_is_no_empty_queue(void **state)
{
	char why[100];

	(void)state;
	told = 0;
	play("squeue",
	     "echo 12_0 '|FAILED|x'; echo 'slurm_load_jobs error: Unable to contact' >&2; exit 1");
	assert_int_equal(slurm_queue("mine", tell, &told, why, sizeof why), -1);
	assert_int_equal(told, 0);
	assert_string_equal(why, "Unable to contact");
	unplay("squeue");
}

static void the_reason_is_of_scontrol_or_of_sacct(void **state)
{
	char why[200];

	(void)state;
	play("scontrol",
	     "[ \"$*\" = '--oneliner show job 12_3' ] || exit 1\n"
	     "echo 'JobId=15 UserId=root(0) JobState=TIMEOUT Reason=TimeLimit Restarts=1 "
	     "ExitCode=0:15 NodeList=n7 BatchHost=n7'");
	play("sacct", "case \"$*\" in *--parsable2*'--jobs 12_4') echo 'NODE_FAIL|1:0|n8'; "
		      "echo 'more|1:0|n8' ;; esac");
	slurm_reason(12, 3, why, sizeof why);
	assert_string_equal(why, "TIMEOUT, TimeLimit, exit 0:15, on n7");
	slurm_reason(12, 4, why, sizeof why);
	assert_string_equal(why, "NODE_FAIL|1:0|n8");
	slurm_reason(12, 5, why, sizeof why);
	assert_string_equal(why, "nothing is known of task 12_5 any more");
}

static void an_array_is_as_large_as_it_may_be(void **state)
{
	(void)state;
	play("scontrol", "echo 'Configuration data'; echo 'MaxArraySize            = 1001'");
	assert_int_equal(slurm_array_max(), 1001);
	play("scontrol", "exit 1");
	assert_int_equal(slurm_array_max(), 1);
}

static void an_array_is_handed_in(void **state)
{
	const char *const options[] = {"--gres=gpu:1", "-p", "x", NULL};
	char *log = text_new("%s/log", folder), *script, line[400] = "";
	FILE *file;

	(void)state;
	script = text_new(
		"printf '%%s ' \"$@\" >'%s'; echo 'sbatch: warning: old' >&2; echo '77;here'", log);
	play("sbatch", script);
	assert_int_equal(slurm_submit("mine", 5, 3, 70, options, "a script"), 77);
	file = fopen(log, "re");
	assert_non_null(file);
	assert_non_null(fgets(line, sizeof line, file));
	fclose(file);
	assert_non_null(strstr(line, "--parsable --requeue "));
	assert_non_null(strstr(line, " --array=0-4%3 --job-name=mine --dependency=afterany:70 "
				     "--gres=gpu:1 -p x a script "));
	assert_int_equal(slurm_submit("mine", 1, 0, 0, options, "s"), 77);
	file = fopen(log, "re");
	assert_non_null(file);
	assert_non_null(fgets(line, sizeof line, file));
	fclose(file);
	assert_non_null(strstr(line, " --array=0-0 --job-name=mine --gres=gpu:1 "));
	free(script);
	free(log);
}

/* --- answers --------------------------------------------------------------------------------- */

static void answer_folders_make(void)
{
	char *done = text_new("%s/" SLURM_DONE, folder),
	     *run = text_new("%s/" SLURM_RUNS "/r", folder);

	assert_int_equal(folder_create(done), 0);
	assert_int_equal(folder_create(run), 0);
	free(run);
	free(done);
}

static void an_answer_comes_back_as_it_was(void **state)
{
	SlurmAnswer sent = {.job = {.take = COLLECT_FAULT,
				    .failed = 1,
				    .content = "abc",
				    .newest = 4000000000,
				    .total_s = 12.5,
				    .why = "no \"room\" \xc3\xa9"},
			    .kit = "def",
			    .node = "n\033",
			    .run = "r"},
		    got;

	(void)state;
	answer_folders_make();
	assert_int_equal(slurm_answer_read(folder, "ada", &got), -1);
	assert_int_equal(slurm_answer_write(folder, "ada", &sent), 0);
	assert_int_equal(slurm_answer_read(folder, "ada", &got), 0);
	assert_int_equal(got.job.take, COLLECT_FAULT);
	assert_int_equal(got.job.failed, 1);
	assert_string_equal(got.job.content, "abc");
	assert_string_equal(got.job.archive, "");
	assert_true(got.job.newest == 4000000000);
	assert_true(got.job.total_s == 12.5);
	assert_string_equal(got.job.why, "no \"room\" \xc3\xa9");
	assert_string_equal(got.kit, "def");
	assert_string_equal(got.node, "n\\x1b");
	assert_string_equal(got.run, "r");
}

static int answer_as(const char *text, size_t bytes)
{
	char *path = text_new("%s/" SLURM_DONE "/bob", folder);
	FILE *file = fopen(path, "we");
	SlurmAnswer got;

	assert_non_null(file);
	assert_int_equal(fwrite(text, 1, bytes, file), bytes);
	assert_int_equal(fclose(file), 0);
	free(path);
	return slurm_answer_read(folder, "bob", &got);
}

static void half_an_answer_is_none(void **state)
{
	static const char whole[] =
		"{\"take\": 0, \"failed\": 0, \"content\": \"c\", \"archive\": \"\", \"newest\": "
		"1, "
		"\"total_s\": 1.5, \"why\": \"\", \"kit\": \"k\", \"node\": \"n\", \"run\": \"r\"}";
	char up[sizeof whole];
	size_t bytes = strlen(whole);

	(void)state;
	answer_folders_make();
	assert_int_equal(answer_as(whole, bytes), 0);
	for (size_t cut = 0; cut < bytes; cut++)
		assert_int_equal(answer_as(whole, cut), -1);
	memcpy(up, whole, sizeof up);
	up[bytes - 3] = '/'; /* a folder elsewhere */
	assert_int_equal(answer_as(up, bytes), -1);
	up[bytes - 3] = '.';
	assert_int_equal(answer_as(up, bytes), -1);
	memcpy(up, whole, sizeof up);
	up[9] = '7'; /* a kind of taking that there is not */
	assert_int_equal(answer_as(up, bytes), -1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(both_outputs_are_read),
		cmocka_unit_test(much_is_read_to_its_end),
		cmocka_unit_test(what_hangs_is_killed_with_its_children),
		cmocka_unit_test(what_is_not_there_cannot_be_run),
		cmocka_unit_test(every_state_is_known),
		cmocka_unit_test(silence_is_no_empty_queue),
		cmocka_unit_test(the_reason_is_of_scontrol_or_of_sacct),
		cmocka_unit_test(an_array_is_as_large_as_it_may_be),
		cmocka_unit_test(an_array_is_handed_in),
		cmocka_unit_test(an_answer_comes_back_as_it_was),
		cmocka_unit_test(half_an_answer_is_none),
	};

	return cmocka_run_group_tests(tests, folder_begin, folder_end);
}
