/* run_gnuplot.c - input comes from a file, so that the two pipes cannot deadlock. */
#include "grader/report/submission/run_gnuplot.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#define SECONDS 20

static _Noreturn void tool_become(char *const *argv, int in, int out)
{
	signal(SIGPIPE, SIG_DFL);
	alarm(SECONDS); /* stays over exec */
	if (dup2(in, STDIN_FILENO) < 0 || dup2(out, STDOUT_FILENO) < 0)
		_exit(127);
	execvp(argv[0], argv);
	_exit(127);
}

/* Reads to the end; NULL when there is more than `most`. */
static char *answer_read(int fd, size_t most)
{
	char *text = malloc(most + 1);
	size_t bytes = 0;
	ssize_t got = 1;

	while (text && bytes <= most && got != 0) {
		got = read(fd, text + bytes, most + 1 - bytes);
		if (got < 0 && errno != EINTR)
			break;
		bytes += got > 0 ? (size_t)got : 0;
	}
	if (text && (got < 0 || bytes > most)) {
		free(text);
		return NULL;
	}
	if (text)
		text[bytes] = '\0';
	return text;
}

char *tool_filter(char *const *argv, const char *input, size_t most)
{
	FILE *in = tmpfile();
	int ends[2] = {-1, -1}, status = -1;
	char *text = NULL;
	pid_t pid;

	if (!in || fputs(input, in) < 0 || fflush(in) != 0 || pipe2(ends, O_CLOEXEC) < 0) {
		if (in)
			fclose(in);
		return NULL;
	}
	rewind(in);
	fflush(NULL);
	pid = fork();
	if (pid == 0)
		tool_become(argv, fileno(in), ends[1]);
	close(ends[1]);
	if (pid > 0)
		text = answer_read(ends[0], most);
	close(ends[0]); /* if it still prints, SIGPIPE ends it */
	while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	fclose(in);
	if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
		free(text);
		text = NULL;
	}
	return text;
}
