/* words.c - words, and processes that are given them. */
#include "grader/command/words.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "grader/base/diagnostic.h"
#include "grader/base/text.h"
#include "grader/command/make_settings.h"
#include "grader/command/table.h"

void words_add(Words *words, const char *word)
{
	if (words->count < WORDS_MOST)
		words->list[words->count++] = (char *)(uintptr_t)word;
}

void words_add_settings(Words *words, const char *names)
{
	char *copy = text_new("%s", names), *rest = copy, *name;

	while (words->options < OPTIONS_MOST && (name = strsep(&rest, " "))) {
		int flag = *name == '+';
		const char *value = setting(name + flag);

		if (!value || (flag && !setting_is_on(name + 1)))
			continue;

		char *option = words->option[words->options++];

		snprintf(option, OPTION_SIZE, "--%s", name + flag);
		for (char *c = option; *c != '\0'; c++)
			*c = *c == '_' ? '-' : (char)tolower((unsigned char)*c);
		words_add(words, option);
		if (!flag)
			words_add(words, value);
	}
	free(copy);
}

int words_run(Words *words)
{
	return entry_run(words->count, words->list);
}

/* A child that ends when this process does. */
static pid_t child_begin(void)
{
	pid_t self = getpid(), child;

	fflush(NULL);
	child = fork();
	if (child == 0) {
		prctl(PR_SET_PDEATHSIG, SIGTERM);
		if (getppid() != self)
			_exit(2);
	}
	return child;
}

static int ended_by; /* the signal that ended the last one */

static int child_end(pid_t child)
{
	int status;

	ended_by = 0;

	if (child < 0)
		return refuse("no process can be started: %s", strerror(errno)), 2;
	while (waitpid(child, &status, 0) < 0)
		if (errno != EINTR)
			return 2;
	ended_by = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
	return WIFEXITED(status) ? WEXITSTATUS(status) : 2;
}

int program_signal(void)
{
	return ended_by;
}

int words_run_apart(Words *words, int quiet)
{
	pid_t child = child_begin();

	if (child == 0) {
		int status;

		if (quiet && !freopen("/dev/null", "w", stdout))
			_exit(2);
		status = words_run(words);
		_exit(fflush(stdout) != 0 ? 2 : status);
	}
	return child_end(child);
}

static char *said_read(int from)
{
	FILE *file = fdopen(from, "r");
	char *line = NULL;
	size_t size = 0;
	ssize_t length = !file ? -1 : getline(&line, &size, file);

	if (file)
		fclose(file);
	if (length <= 0) {
		free(line); /* nothing was said, but there may be room for it */
		return NULL;
	}
	if (line[length - 1] == '\n')
		line[length - 1] = '\0';
	return line;
}

int program_run(const char *const *words, char **said)
{
	int ends[2] = {-1, -1};
	pid_t child;

	if (said && pipe2(ends, O_CLOEXEC) < 0)
		return refuse("no pipe: %s", strerror(errno)), 2;
	child = child_begin();
	if (child == 0) {
		signal(SIGPIPE, SIG_DFL);
		if (!said || dup2(ends[1], STDOUT_FILENO) >= 0)
			execvp(words[0], (char *const *)words);
		refuse("%s: %s", words[0], strerror(errno));
		_exit(2);
	}
	if (said) {
		close(ends[1]);
		*said = said_read(ends[0]);
	}
	return child_end(child);
}
