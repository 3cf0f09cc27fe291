/* footprint.c - reads /proc/N/status.
 *
 * Not only the resident pages are counted: a page table of 4 KiB is made for each 2 MiB of addresses
 * in which something was read, though all of it is the page of zeros. */
#include "grader/sandbox/footprint.h"

#include <fcntl.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "grader/sandbox/process_tree.h"

static const struct {
	const char *line; /* followed by a number of KiB */
	size_t part;
} lines[] = {
	{"\nRssAnon:", offsetof(Footprint, own)},     {"\nRssFile:", offsetof(Footprint, own)},
	{"\nRssShmem:", offsetof(Footprint, shared)}, {"\nVmPTE:", offsetof(Footprint, own)},
	{"\nVmSwap:", offsetof(Footprint, own)},      {"\nHugetlbPages:", offsetof(Footprint, own)},
};

int footprint_open(pid_t pid)
{
	char path[64];

	snprintf(path, sizeof path, "/proc/%d/status", (int)pid);
	return open(path, O_RDONLY | O_CLOEXEC);
}

static void status_read(int status, char text[4096])
{
	ssize_t got = status < 0 ? -1 : pread(status, text, 4095, 0);

	text[got < 0 ? 0 : got] = '\0';
}

/* Adds the KiB of that line; false: there is none. */
static bool line_add(const char *text, const char *line, int64_t *bytes)
{
	const char *at = strstr(text, line);

	if (at)
		*bytes += strtoll(at + strlen(line), NULL, 10) * 1024;
	return at != NULL;
}

/* Bytes of the files that the process has mapped; -1 when that cannot be told. */
static int64_t filed_bytes(pid_t pid)
{
	char path[64], *line = NULL;
	size_t size = 0;
	int64_t bytes = 0;

	snprintf(path, sizeof path, "/proc/%d/maps", (int)pid);

	FILE *maps = fopen(path, "re");

	while (maps && getline(&line, &size, maps) > 0) {
		unsigned long long from, to, inode;
		int name = 0;

		if (sscanf(line, "%llx-%llx %*s %*s %*s %llu %n", &from, &to, &inode, &name) == 3 &&
		    inode != 0 && strncmp(line + name, "/memfd:", strlen("/memfd:")) != 0)
			bytes += (int64_t)(to - from);
	}
	free(line);
	if (!maps)
		return -1;
	fclose(maps);
	return bytes;
}

int footprint_private(int status, pid_t pid, Memory *memory)
{
	char text[4096];
	Memory m = {.filed = filed_bytes(pid)};

	status_read(status, text);
	if (m.filed < 0 || !line_add(text, "\nVmData:", &m.mapped) ||
	    !line_add(text, "\nRssAnon:", &m.resident) ||
	    !line_add(text, "\nRssFile:", &m.filed_resident) ||
	    !line_add(text, "\nRssShmem:", &m.filed_resident) ||
	    !line_add(text, "\nVmHWM:", &m.peak) || !line_add(text, "\nVmRSS:", &m.all))
		return -1;
	*memory = m;
	return 0;
}

int footprint_peak_forget(pid_t pid)
{
	static const char peak[] = "5";
	char path[64];

	snprintf(path, sizeof path, "/proc/%d/clear_refs", (int)pid);

	int file = open(path, O_WRONLY | O_CLOEXEC), bad = file < 0;

	bad = bad || write(file, peak, sizeof peak - 1) != sizeof peak - 1;
	if (file >= 0)
		close(file);
	return bad ? -1 : 0;
}

Footprint footprint_read(int status)
{
	Footprint sum = {0, 0};
	char text[4096];

	status_read(status, text);
	for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
		line_add(text, lines[i].line, (int64_t *)((char *)&sum + lines[i].part));
	return sum;
}

static Footprint footprint_of_process(int process)
{
	char path[PROCESS_PATH_SIZE], file[PROCESS_PATH_SIZE + 8];
	Footprint found;
	int status;

	process_path(process, path);
	snprintf(file, sizeof file, "%s/status", path);
	status = open(file, O_RDONLY | O_CLOEXEC);
	found = footprint_read(status);
	if (status >= 0)
		close(status);
	return found;
}

Footprint footprint_of_tree(void)
{
	static ProcessTree tree; /* too large for some stacks */
	Footprint sum = {0, 0};

	process_tree_list(&tree);
	for (int i = 0; i < tree.count; i++) {
		Footprint one = footprint_of_process(tree.member[i]);

		sum.own += one.own;
		sum.shared += one.shared;
	}
	return sum;
}

uint64_t footprint_of_file(int fd)
{
	struct stat about;

	return fd >= 0 && fstat(fd, &about) == 0 ? (uint64_t)about.st_blocks * 512 : 0;
}
