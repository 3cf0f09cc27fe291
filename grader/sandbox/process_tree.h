/* process_tree.h - the processes that a program has made, and where /proc tells of them. */
#ifndef GRADER_SANDBOX_PROCESS_TREE_H
#define GRADER_SANDBOX_PROCESS_TREE_H

#include <stddef.h>
#include <sys/types.h>

#define PROCESS_TREE_MAX 2048 /* a program may have fewer (RLIMIT_NPROC) */

typedef struct ProcessTree {
	int member[PROCESS_TREE_MAX];
	int count;
} ProcessTree;

#define PROCESS_PATH_SIZE 64

/* Lists all descendants of this process. What ends meanwhile may be left out. */
void process_tree_list(ProcessTree *tree);

/* How many of them there are besides that program and the sandbox's own, from which it comes, and have not ended: a child of
 * a child whose parent has ended belongs to another one. */
int processes_beside_it(pid_t program);

/* The folder in /proc that tells of a process: that of its first thread, and where that one has
 * ended before the others, that of another thread. */
void process_path(int process, char path[PROCESS_PATH_SIZE]);

/* The descriptors of a process of another user can be seen by that user; root may lack the capability to look into any
 * (in a container). From now on files are opened as that user does; 0: as before. */
void process_look_as(uid_t user);

#endif
