/* folder_watch.c - whether what was in a program's folder was moved away, removed or written, as the kernel notes it. */
#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/inotify.h>
#include <unistd.h>

#include "grader/sandbox/process_inside.h"
#include "grader/sandbox/process_tree.h"

enum {
	LOST = IN_DELETE | IN_MOVED_FROM | IN_MODIFY,
	CAME = IN_CREATE | IN_MOVED_TO,
	NAMES_MOST = 64
};

void folder_watch_begin(FolderWatch *watch, int folder, uid_t user)
{
	char path[64];

	folder_watch_close(watch);
	watch->fd = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
	watch->is_begun = watch->fd >= 0;
	if (!watch->is_begun)
		return;
	snprintf(path, sizeof path, "/proc/self/fd/%d", folder);
	process_look_as(user);
	if (inotify_add_watch(watch->fd, path, LOST | CAME | IN_ONLYDIR) < 0)
		folder_watch_close(watch);
	process_look_as(0);
}

void folder_watch_close(FolderWatch *watch)
{
	if (watch->is_begun)
		close(watch->fd);
	*watch = (FolderWatch){.fd = -1};
}

typedef struct Names {
	char name[NAMES_MOST][NAME_MAX + 1];
	int count;
} Names;

static bool is_among(const Names *names, const char *name)
{
	for (int i = 0; i < names->count; i++)
		if (strcmp(names->name[i], name) == 0)
			return true;
	return false;
}

int64_t folder_watch_lost(FolderWatch *watch)
{
	_Alignas(struct inotify_event) char events[16384];
	Names came = {.count = 0};
	int64_t lost = 0;
	ssize_t got;

	if (!watch->is_begun)
		return -1;
	while ((got = read(watch->fd, events, sizeof events)) > 0)
		for (ssize_t at = 0; at < got && lost >= 0;) {
			const struct inotify_event *event = (const void *)(events + at);

			at += (ssize_t)(sizeof *event + event->len);
			if (event->mask & IN_Q_OVERFLOW || came.count == NAMES_MOST)
				lost = -1; /* not all was noted */
			else if (event->len > 0 && event->mask & CAME)
				snprintf(came.name[came.count++], NAME_MAX + 1, "%s", event->name);
			else if (event->len > 0 && event->mask & LOST)
				lost += !is_among(&came, event->name);
		}
	return lost;
}
