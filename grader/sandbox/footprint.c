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

/* A line of /proc/N/smaps that begins a range of addresses. */
typedef struct Range {
	unsigned long long from, to, inode;
	char rights[8];
	bool is_named, is_memory; /* a file of the machine's memory */
	bool is_stack;
} Range;

static bool range_read(const char *line, Range *range)
{
	int name = 0;

	if (sscanf(line, "%llx-%llx %7s %*s %*s %llu %n", &range->from, &range->to, range->rights,
		   &range->inode, &name) != 4)
		return false;
	range->is_memory = strncmp(line + name, "/memfd:", strlen("/memfd:")) == 0;
	range->is_stack = strncmp(line + name, "[stack]", strlen("[stack]")) == 0;
	range->is_named = line[name] != '\0' && line[name] != '\n';
	return true;
}

/* What a program has from its begin to its end: variables of files, and those behind them that begin as zeros. */
static bool is_static(const Range *range, const Range *before)
{
	if (range->rights[1] != 'w')
		return false;
	return range->inode != 0 || (!range->is_named && before->inode != 0 && !before->is_memory &&
				     before->to == range->from);
}

/* Goes over all ranges. -1 when they cannot be told. */
static int ranges_add(pid_t pid, Memory *memory)
{
	char path[64], *line = NULL;
	size_t size = 0;
	Range range = {0}, next = {0};
	long long own;
	bool fixed = false;

	snprintf(path, sizeof path, "/proc/%d/smaps", (int)pid);

	FILE *ranges = fopen(path, "re");

	while (ranges && getline(&line, &size, ranges) > 0) {
		if (range_read(line, &next)) {
			const int64_t bytes = (int64_t)(next.to - next.from);

			fixed = !next.is_memory && is_static(&next, &range);
			range = next;
			memory->fixed += fixed ? bytes : 0;
			memory->filed += range.inode != 0 && !range.is_memory ? bytes : 0;
		} else if (sscanf(line, "Anonymous: %lld kB", &own) == 1 && !range.is_stack) {
			*(fixed ? &memory->fixed_resident : &memory->kept) += own * 1024;
		}
	}
	free(line);
	if (!ranges)
		return -1;
	fclose(ranges);
	return 0;
}

int footprint_private(int status, pid_t pid, Memory *memory)
{
	char text[4096];
	Memory m = {0};

	status_read(status, text);
	if (!line_add(text, "\nRssAnon:", &m.resident) ||
	    !line_add(text, "\nRssFile:", &m.filed_resident) ||
	    !line_add(text, "\nRssShmem:", &m.filed_resident) ||
	    !line_add(text, "\nVmHWM:", &m.peak) || !line_add(text, "\nVmRSS:", &m.all) ||
	    ranges_add(pid, &m) < 0)
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

/* The kernel's memory for each range of addresses is a quarter of that, but a child has the same. */
#define RANGE_BYTES 1024

static uint64_t ranges_count(const char *process)
{
	static char text[1 << 16];
	char file[PROCESS_PATH_SIZE + 8];
	uint64_t count = 0;
	ssize_t got;

	snprintf(file, sizeof file, "%s/maps", process);

	int fd = open(file, O_RDONLY | O_CLOEXEC);

	while (fd >= 0 && (got = read(fd, text, sizeof text)) > 0)
		for (const char *at = text; (at = memchr(at, '\n', (size_t)(text + got - at)));
		     at++)
			count++;
	if (fd >= 0)
		close(fd);
	return count;
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
	found.own += RANGE_BYTES * ranges_count(path);
	return found;
}

Footprint footprint_of_tree(uint64_t most, uid_t user)
{
	static ProcessTree tree; /* too large for some stacks */
	Footprint sum = {0, 0};

	process_tree_list(&tree);
	process_look_as(user);
	for (int i = 0; i < tree.count && sum.own + sum.shared <= most; i++) {
		Footprint one = footprint_of_process(tree.member[i]);

		sum.own += one.own;
		sum.shared += one.shared;
	}
	process_look_as(0);
	return sum;
}

uint64_t footprint_of_file(int fd)
{
	struct stat about;

	return fd >= 0 && fstat(fd, &about) == 0 ? (uint64_t)about.st_blocks * 512 : 0;
}
