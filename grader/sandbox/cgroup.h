/* cgroup.h - a control group (version 2) for one program, where this user may make one: then the
 * kernel itself counts all of its memory and its processes. */
#ifndef GRADER_SANDBOX_CGROUP_H
#define GRADER_SANDBOX_CGROUP_H

#include <stdbool.h>
#include <stdint.h>

typedef struct Cgroup {
	char *path; /* NULL: there is none */
	int fd;
} Cgroup;

#define CGROUP_NONE ((Cgroup){NULL, -1})

/* Where this process may make groups that limit memory, to be freed; NULL: nowhere. The two files
 * are /proc/self/cgroup and /proc/self/mountinfo. */
char *cgroup_place(const char *own, const char *mounts);

/* Writes to a file of the group that is open as `folder`; whether that went well. */
bool cgroup_file_put(int folder, const char *name, const char *text);

/* Makes an empty group. CGROUP_NONE when there is no place for it. */
Cgroup cgroup_make(uint64_t memory_bytes, int processes);

/* Moves the calling process into it. Without effect where there is none. */
void cgroup_enter(const Cgroup *group);

/* Whether the kernel has killed for want of memory in it. */
bool cgroup_is_over(const Cgroup *group);

/* Kills all that is in it. */
void cgroup_kill(const Cgroup *group);

/* Removes it, when nothing is in it any more. */
void cgroup_remove(Cgroup *group);

#endif
