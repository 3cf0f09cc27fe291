/* process_tree.c - walks down the lists of children in /proc. */
#include "grader/sandbox/process_tree.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/fsuid.h>
#include <unistd.h>

/* Adds the processes that this thread is the parent of. */
static void children_add(ProcessTree *tree, int process, const char *thread)
{
	char path[80];
	FILE *list;
	int child;

	snprintf(path, sizeof path, "/proc/%d/task/%.16s/children", process, thread);
	list = fopen(path, "re");
	if (!list)
		return;
	while (tree->count < PROCESS_TREE_MAX && fscanf(list, "%d", &child) == 1)
		tree->member[tree->count++] = child;
	fclose(list);
}

/* Any thread of a process may have made children. */
static void process_add(ProcessTree *tree, int process)
{
	char path[PROCESS_PATH_SIZE];
	DIR *threads;

	snprintf(path, sizeof path, "/proc/%d/task", process);
	threads = opendir(path);
	if (!threads)
		return;
	for (struct dirent *each; (each = readdir(threads));)
		if (each->d_name[0] != '.')
			children_add(tree, process, each->d_name);
	closedir(threads);
}

void process_tree_list(ProcessTree *tree)
{
	tree->count = 0;
	process_add(tree, getpid());
	for (int i = 0; i < tree->count; i++)
		process_add(tree, tree->member[i]);
}

/* The begin of the file that tells of a process or a thread; "" when there is none. */
static const char *status_of(const char *process)
{
	static char text[512];
	char path[PROCESS_PATH_SIZE + 8];
	ssize_t got;
	int fd;

	snprintf(path, sizeof path, "%s/status", process);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	got = fd < 0 ? -1 : read(fd, text, sizeof text - 1);
	if (fd >= 0)
		close(fd);
	text[got < 0 ? 0 : got] = '\0';
	return text;
}

/* Whether the thread has given back its memory and its descriptors. */
static bool has_ended(const char *thread)
{
	const char *state = strstr(status_of(thread), "\nState:\t");

	return !state || strchr("ZX", state[8]);
}

/* The process that has started it, or its last guardian; 0 when that cannot be told. */
static int parent_of(int process)
{
	char path[PROCESS_PATH_SIZE];
	int number = 0;

	snprintf(path, sizeof path, "/proc/%d", process);

	const char *parent = strstr(status_of(path), "\nPPid:");

	return parent && sscanf(parent, "\nPPid: %d", &number) == 1 ? number : 0;
}

int processes_beside_it(pid_t program)
{
	static ProcessTree tree; /* too large for some stacks */
	int count = 0;

	process_tree_list(&tree);
	for (int i = 0; i < tree.count; i++) {
		char path[PROCESS_PATH_SIZE];
		int above = program;

		while (above > 1 && above != tree.member[i] && above != getpid())
			above = parent_of(above);
		process_path(tree.member[i], path);
		count += above != tree.member[i] && !has_ended(path);
	}
	return count;
}

void process_path(int process, char path[PROCESS_PATH_SIZE])
{
	char list[PROCESS_PATH_SIZE], thread[PROCESS_PATH_SIZE];
	DIR *threads;

	snprintf(path, PROCESS_PATH_SIZE, "/proc/%d", process);
	if (!has_ended(path))
		return;
	snprintf(list, sizeof list, "/proc/%d/task", process);
	threads = opendir(list);
	if (!threads)
		return;
	for (struct dirent *each; (each = readdir(threads));) {
		snprintf(thread, sizeof thread, "/proc/%d/task/%.16s", process, each->d_name);
		if (each->d_name[0] != '.' && !has_ended(thread)) {
			snprintf(path, PROCESS_PATH_SIZE, "%s", thread);
			break;
		}
	}
	closedir(threads);
}

void process_look_as(uid_t user)
{
	if (user != 0) {
		setfsgid(user);
		setfsuid(user);
	} else {
		setfsuid(geteuid());
		setfsgid(getegid());
	}
}
