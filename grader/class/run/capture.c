/* capture.c - stdout and stderr go to memory files, so that no pipe has to be drained meanwhile. */
#include "grader/class/run/capture.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "grader/base/clock.h"
#include "grader/base/text.h"

#define PRINTED_MAX ((off_t)64 << 20)

/* Starts the program in a process group of its own, with the signal handling from before ours. */
static int child_start(const char *const *words, int out, int err, pid_t *child)
{
	posix_spawn_file_actions_t files;
	posix_spawnattr_t how;
	sigset_t usual;
	int bad;

	sigemptyset(&usual);
	sigaddset(&usual, SIGPIPE);
	posix_spawn_file_actions_init(&files);
	posix_spawnattr_init(&how);
	posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
	posix_spawn_file_actions_adddup2(&files, out, STDOUT_FILENO);
	posix_spawn_file_actions_adddup2(&files, err, STDERR_FILENO);
	posix_spawnattr_setsigdefault(&how, &usual);
	posix_spawnattr_setflags(&how, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF);
	bad = posix_spawnp(child, words[0], &files, &how, (char *const *)words, environ);
	posix_spawnattr_destroy(&how);
	posix_spawn_file_actions_destroy(&files);
	errno = bad;
	return bad != 0 ? -1 : 0;
}

static int child_end(pid_t child, double seconds)
{
	const struct timespec pause = {.tv_nsec = 10000000};
	double deadline = clock_now() + seconds;
	int status = 0, killed = 0;
	pid_t ended;

	while ((ended = waitpid(child, &status, killed ? 0 : WNOHANG)) != child) {
		if (ended < 0 && errno != EINTR)
			return 255;
		if (!killed && clock_now() >= deadline) {
			kill(-child, SIGKILL);
			killed = 1;
		}
		nanosleep(&pause, NULL);
	}
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static char *printed(int fd)
{
	struct stat about;
	size_t bytes = fstat(fd, &about) == 0 && about.st_size < PRINTED_MAX ? (size_t)about.st_size
									     : (size_t)PRINTED_MAX;
	char *text = memory_new(bytes + 1);
	size_t at = 0;
	ssize_t got;

	while (at < bytes && (got = pread(fd, text + at, bytes - at, (off_t)at)) > 0)
		at += (size_t)got;
	text[at] = '\0';
	return text;
}

int capture(const char *const *words, double seconds, Captured *captured)
{
	int out = memfd_create("out", MFD_CLOEXEC), err = memfd_create("err", MFD_CLOEXEC);
	int bad = out < 0 || err < 0, reason;
	pid_t child;

	bad = bad || child_start(words, out, err, &child) < 0;
	reason = errno;
	if (!bad) {
		captured->status = child_end(child, seconds);
		captured->out = printed(out);
		captured->err = printed(err);
	}
	if (out >= 0)
		close(out);
	if (err >= 0)
		close(err);
	errno = reason;
	return bad ? -1 : 0;
}

void capture_release(Captured *captured)
{
	free(captured->out);
	free(captured->err);
	captured->out = captured->err = NULL;
}

void capture_complaint(const Captured *captured, char *line, int size)
{
	const char *text = *captured->err != '\0' ? captured->err : captured->out;
	const char *own = strstr(text, "error: ");
	size_t length = strcspn(text, "\n");

	if (own) {
		text = own + strlen("error: ");
		length = strcspn(text, "\n");
	}
	text_clean(line, (size_t)size, text, length);
}
