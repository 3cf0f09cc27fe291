/* closed.h - a part of drive.c: ranges of addresses that lockdown.h closes, as the loader has placed them. */
#ifndef GRADER_DRIVE_CLOSED_H
#define GRADER_DRIVE_CLOSED_H

#include <link.h>

#include "grader/drive/filter.h"

#define PAGE_BYTES ((uintptr_t)4096)

/* Adds a range that is not within another one. */
static void closed_add(Closed *closed, Range range)
{
	for (size_t i = 0; i < closed->count; i++)
		if (range.from >= closed->range[i].from && range.to <= closed->range[i].to)
			return;
	if (range.from >= range.to)
		return;
	if (closed->count < CLOSED_MOST)
		closed->range[closed->count++] = range;
	else
		closed->lacks = true;
}

static Range part_of(const struct dl_phdr_info *object, const ElfW(Phdr) * part)
{
	const uintptr_t from = object->dlpi_addr + part->p_vaddr, to = from + part->p_memsz;

	return (Range){from / PAGE_BYTES * PAGE_BYTES, to / PAGE_BYTES * PAGE_BYTES};
}

/* What the loader has made read-only in an object: the table of the functions that it calls, by which another one could be
 * called in the place of each. Nothing, where it was linked so that there is no such part. */
static int tables_close(struct dl_phdr_info *object, size_t size, void *data)
{
	Closed *closed = data;
	(void)size;

	for (int i = 0; i < object->dlpi_phnum; i++)
		if (object->dlpi_phdr[i].p_type == PT_GNU_RELRO)
			closed_add(closed, part_of(object, &object->dlpi_phdr[i]));
	return 0;
}

/* Runs of pages of one file that are only read. What the loader closes at the end of such a run, before what is written to,
 * holds its own bytes. */
typedef struct ReadRun {
	Range all, last; /* the last of its ranges */
	unsigned long long file;
} ReadRun;

static void run_close(const ReadRun *run, bool is_loaders, Closed *closed)
{
	const Range range = {run->all.from, is_loaders ? run->last.from : run->all.to};

	if (run->file != 0)
		closed_add(closed, range);
}

/* The code of libraries, which the drive calls. And where the judge looks at how many pages there are, who gives those of
 * libraries up, or has others in their place, has as many of his own, and there are no more than before. */
static void libraries_close(Closed *closed)
{
	FILE *maps = fopen("/proc/self/maps", "re");
	char line[512], rights[8];
	ReadRun run = {.file = 0};

	while (maps && fgets(line, sizeof line, maps)) {
		unsigned long long from, to, file;

		if (sscanf(line, "%llx-%llx %7s %*s %*s %llu", &from, &to, rights, &file) != 4)
			continue;
		const bool follows = file == run.file && from == run.all.to;
		const bool is_read = file != 0 && rights[1] != 'w' && !strstr(line, "/memfd:");

		if (!is_read || !follows) {
			run_close(&run, follows && !is_read, closed);
			run = (ReadRun){{from, to}, {from, to}, is_read ? file : 0};
		}
		run.last = (Range){from, to};
		run.all.to = to;
	}
	run_close(&run, false, closed);
	closed->lacks |= !maps;
	if (maps)
		fclose(maps);
}

static Range range_of(const void *from, const void *to)
{
	return (Range){(uintptr_t)from / PAGE_BYTES * PAGE_BYTES,
		       ((uintptr_t)to + PAGE_BYTES - 1) / PAGE_BYTES * PAGE_BYTES};
}

#endif
