/* footprint.c - reads /proc/N/status.
 *
 * Not only the resident pages are counted: a page table of 4 KiB is made for each 2 MiB of addresses
 * in which something was read, though all of it is the page of zeros. */
#include "grader/sandbox/footprint.h"

#include <fcntl.h>
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

int footprint_private(int status, int64_t *mapped, int64_t *resident)
{
	char text[4096];

	status_read(status, text);
	const char *data = strstr(text, "\nVmData:"), *pages = strstr(text, "\nRssAnon:");

	if (!data || !pages)
		return -1;
	*mapped = strtoll(strchr(data, ':') + 1, NULL, 10) * 1024;
	*resident = strtoll(strchr(pages, ':') + 1, NULL, 10) * 1024;
	return 0;
}

int64_t footprint_peak(int status)
{
	char text[4096];

	status_read(status, text);
	const char *most = strstr(text, "\nVmHWM:");

	return most ? strtoll(strchr(most, ':') + 1, NULL, 10) * 1024 : -1;
}

int64_t footprint_peak_begin(pid_t pid, int status)
{
	char path[64];

	snprintf(path, sizeof path, "/proc/%d/clear_refs", (int)pid);

	int fd = open(path, O_WRONLY | O_CLOEXEC);

	if (fd >= 0) {
		(void)!write(fd, "5", 1); /* else it began with the program */
		close(fd);
	}
	return footprint_peak(status);
}

Footprint footprint_read(int status)
{
	Footprint sum = {0, 0};
	char text[4096];

	status_read(status, text);
	for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
		const char *at = strstr(text, lines[i].line);

		if (at)
			*(uint64_t *)((char *)&sum + lines[i].part) +=
				strtoull(at + strlen(lines[i].line), NULL, 10) * 1024;
	}
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
