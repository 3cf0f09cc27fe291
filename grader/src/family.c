/* family.c - walks down the lists of children in /proc. */
#include "family.h"

#include <dirent.h>
#include <stdio.h>
#include <unistd.h>

#define MEMBERS_MAX 2048 /* a program may have fewer (RLIMIT_NPROC) */

typedef struct Family {
	int member[MEMBERS_MAX];
	int count;
} Family;

/* Adds the processes that this thread is the parent of. */
static void children_add(Family *family, int process, const char *thread)
{
	char path[80];
	FILE *list;
	int child;

	snprintf(path, sizeof path, "/proc/%d/task/%.16s/children", process, thread);
	list = fopen(path, "re");
	if (list == NULL)
		return;
	while (family->count < MEMBERS_MAX && fscanf(list, "%d", &child) == 1)
		family->member[family->count++] = child;
	fclose(list);
}

/* Any thread of a process may have made children. */
static void process_add(Family *family, int process)
{
	char path[40];
	DIR *threads;

	snprintf(path, sizeof path, "/proc/%d/task", process);
	threads = opendir(path);
	if (threads == NULL)
		return;
	for (struct dirent *each; (each = readdir(threads)) != NULL;)
		if (each->d_name[0] != '.')
			children_add(family, process, each->d_name);
	closedir(threads);
}

static uint64_t resident(int process)
{
	unsigned long long size, pages = 0;
	char path[40];
	FILE *file;

	snprintf(path, sizeof path, "/proc/%d/statm", process);
	file = fopen(path, "re");
	if (file == NULL)
		return 0;
	if (fscanf(file, "%llu %llu", &size, &pages) != 2)
		pages = 0;
	fclose(file);
	return pages * (uint64_t)sysconf(_SC_PAGESIZE);
}

uint64_t family_resident(void)
{
	static Family family; /* too large for some stacks */
	uint64_t bytes = 0;

	family.count = 0;
	process_add(&family, getpid());
	for (int i = 0; i < family.count; i++) {
		bytes += resident(family.member[i]);
		process_add(&family, family.member[i]);
	}
	return bytes;
}
