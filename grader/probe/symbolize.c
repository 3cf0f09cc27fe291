/* symbolize.c - debug information, read by libdw in a process that may crash. */
#include "grader/probe/symbolize.h"

#include <elfutils/libdw.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define SECONDS 10

/* The line of this place in a unit, and the name of its file; 0: it is not there. */
static int unit_line(Dwarf_Die *unit, uint64_t place, char *name, size_t size)
{
	Dwarf_Line *line = dwarf_getsrc_die(unit, place);
	const char *file = !line ? NULL : dwarf_linesrc(line, NULL, NULL);
	const char *base = !file ? NULL : strrchr(file, '/');
	bool ends = false;
	int number = 0;

	base = !base ? file : base + 1;
	if (!base || dwarf_lineendsequence(line, &ends) != 0 || ends ||
	    dwarf_lineno(line, &number) != 0 || number <= 0)
		return 0;
	snprintf(name, size, "%s", base);
	return number;
}

/* The line of this place, and its file if that is `source`, or any when that is NULL; 0 when it is
 * elsewhere. */
static int line_at(Dwarf *debug, uint64_t place, const char *source, char *name, size_t size)
{
	Dwarf_Off offset = 0, next;
	size_t head;

	while (dwarf_nextcu(debug, offset, &next, &head, NULL, NULL, NULL) == 0) {
		Dwarf_Die unit;
		int number = !dwarf_offdie(debug, offset + head, &unit)
				     ? 0
				     : unit_line(&unit, place, name, size);

		if (number > 0 &&
		    (!source ? dwarf_haspc(&unit, place) == 1 : strcmp(name, source) == 0))
			return number;
		if (next <= offset)
			break;
		offset = next;
	}
	name[0] = '\0';
	return 0;
}

static int line_find(const char *program, const char *source, const uint64_t *places, int count)
{
	char name[256];
	int fd = open(program, O_RDONLY | O_CLOEXEC), line = 0;
	Dwarf *debug = fd < 0 ? NULL : dwarf_begin(fd, DWARF_C_READ);

	for (int i = 0; debug && line == 0 && i < count; i++)
		line = line_at(debug, places[i], source, name, sizeof name);
	return line; /* the process ends; nothing has to be freed */
}

int symbolize_line(const char *program, const char *source, const uint64_t *places, int count)
{
	int answer[2], line = 0;
	pid_t pid;

	if (count <= 0 || pipe2(answer, O_CLOEXEC) < 0)
		return 0;
	pid = fork();
	if (pid == 0) {
		alarm(SECONDS);
		line = line_find(program, source, places, count);
		_exit(write(answer[1], &line, sizeof line) == sizeof line ? 0 : 1);
	}
	close(answer[1]);
	if (pid < 0 || read(answer[0], &line, sizeof line) != sizeof line)
		line = 0;
	close(answer[0]);
	while (pid > 0 && waitpid(pid, NULL, 0) < 0 && errno == EINTR)
		;
	return line;
}

/* --- many at a time --------------------------------------------------------------------------- */

/* The innermost frame that has a line outside of headers says where a call is. */
static int call_line(Dwarf *debug, const CallSite *call, const char *source)
{
	for (int i = 0; i < CALL_SITE_FRAMES && call->frame[i] != 0; i++) {
		char name[256];
		int number = line_at(debug, call->frame[i], NULL, name, sizeof name);
		size_t length = strlen(name);

		if (number > 0 && !(length > 2 && strcmp(name + length - 2, ".h") == 0))
			return strcmp(name, source) == 0 ? number : 0;
	}
	return 0;
}

static int calls_find(const char *program, const char *source, const CallSite *calls, int count,
		      int answer)
{
	int fd = open(program, O_RDONLY | O_CLOEXEC);
	Dwarf *debug = fd < 0 ? NULL : dwarf_begin(fd, DWARF_C_READ);

	for (int i = 0; i < count; i++) {
		int line = !debug ? 0 : call_line(debug, &calls[i], source);

		if (write(answer, &line, sizeof line) != sizeof line)
			return 1;
	}
	return 0;
}

void symbolize_calls(const char *program, const char *source, CallSite *calls, int count)
{
	int answer[2];
	pid_t pid;

	for (int i = 0; i < count; i++)
		calls[i].line = 0;
	if (count <= 0 || pipe2(answer, O_CLOEXEC) < 0)
		return;
	pid = fork();
	if (pid == 0) {
		alarm(SECONDS);
		_exit(calls_find(program, source, calls, count, answer[1]));
	}
	close(answer[1]);
	for (int i = 0; pid > 0 && i < count; i++) {
		int line;

		if (read(answer[0], &line, sizeof line) != sizeof line)
			break;
		calls[i].line = line;
	}
	close(answer[0]);
	while (pid > 0 && waitpid(pid, NULL, 0) < 0 && errno == EINTR)
		;
}
