/* test_machine_link.c - a judge that is stopped (Ctrl-Z) while it waits for its machine, and goes on, has the answer. */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "grader/gpu/machine_client.h"

/* Waits until the process is in that state (proc(5)). */
static void state_await(pid_t pid, char wanted)
{
	char path[40], state = 0;

	snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
	while (state != wanted) {
		FILE *file = fopen(path, "re");

		if (!file || fscanf(file, "%*d (%*[^)]) %c", &state) != 1)
			_exit(1);
		fclose(file);
	}
}

/* A machine that stops its judge before it answers, and between the two parts of an answer. */
static _Noreturn void machine_play(int link, pid_t judge)
{
	const JudgeReply reply = {.answer = JUDGE_DONE, .bytes = 4};
	JudgeCall call;

	if (read(link, &call, sizeof call) != (ssize_t)sizeof call)
		_exit(1);
	for (int part = 0; part < 2; part++) {
		state_await(judge, 'S');
		kill(judge, SIGSTOP);
		state_await(judge, 'T');
		kill(judge, SIGCONT);
		state_await(judge, 'S');
		if (write(link, part == 0 ? (const void *)&reply : "four",
			  part == 0 ? sizeof reply : 4) < 0)
			_exit(1);
	}
	_exit(0);
}

static void a_judge_that_was_stopped_hears(void **state)
{
	const struct timeval patience = {.tv_sec = 60};
	const pid_t judge = getpid();
	char got[5] = "";
	DeviceBytes about;
	int ends[2], status = 1;
	(void)state;

	assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends), 0);
	setsockopt(ends[0], SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);

	pid_t machine = fork();

	if (machine == 0)
		machine_play(ends[1], judge);

	Remote remote = REMOTE_NONE;
	remote.link = ends[0];
	DeviceLink link = remote_device_link(&remote);

	assert_int_equal(link.peek(link.context, 4096, got, 4, &about), DEVICE_DONE);
	assert_string_equal(got, "four");
	assert_int_equal(waitpid(machine, &status, 0), machine);
	assert_int_equal(status, 0);
	close(ends[0]);
	close(ends[1]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(a_judge_that_was_stopped_hears)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
