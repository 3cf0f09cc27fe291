/* folder_watch.c - by inotify, which queues an event before the program's own call returns: what has happened when
 * the program says that it is done has been told. */
#include "grader/sandbox/folder_watch.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/inotify.h>
#include <unistd.h>

#include "grader/include/protocol.h"
#include "grader/sandbox/process_inside.h"
#include "grader/sandbox/process_tree.h"

enum { NO_FILE = -2 }; /* for a watch: there is none of that name yet */

/* The inode of an open file, whatever path leads to it in the program's own namespace. */
static int watch_add(const FolderWatch *w, int fd, uint32_t events)
{
	char path[sizeof "/proc/self/fd/" + 12];

	snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
	return inotify_add_watch(w->fd, path, events);
}

int folder_watch_begin(FolderWatch *w, int folder, const char *path, uid_t user)
{
	const char *last = strrchr(path, '/');
	int file = file_of_folder(folder, path, user), above = folder_of_file(folder, path, user);

	*w = (FolderWatch)FOLDER_WATCH_NONE;
	snprintf(w->name, sizeof w->name, "%s", last ? last + 1 : path);
	if (above < 0) {
		if (file >= 0)
			close(file);
		errno = ENOENT;
		return -1;
	}
	w->fd = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
	if (w->fd < 0) { /* its user has too many already, which is no program's mistake */
		int why = errno;

		close(above);
		if (file >= 0)
			close(file);
		errno = why;
		return -1;
	}
	process_look_as(user);
	w->file = file < 0 ? NO_FILE : watch_add(w, file, IN_MODIFY);
	w->folder = watch_add(w, above,
			      IN_MODIFY | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE | IN_CREATE);
	process_look_as(0);
	int reason = errno;
	if (file >= 0)
		close(file);
	close(above);
	if (w->file == -1 || w->folder < 0)
		folder_watch_end(w);
	errno = reason;
	return w->fd < 0 ? -1 : 0;
}

/* Whether the event is about NAME.part. */
static bool is_of_part(const FolderWatch *w, const struct inotify_event *event)
{
	const size_t length = strlen(w->name);

	return event->wd == w->folder && event->len > 0 &&
	       strncmp(event->name, w->name, length) == 0 &&
	       strcmp(event->name + length, ".part") == 0;
}

static void event_take(FolderWatch *w, const struct inotify_event *event)
{
	const bool named =
		event->wd == w->folder && event->len > 0 && strcmp(event->name, w->name) == 0;
	const bool comes = (event->mask & (IN_MOVED_TO | IN_CREATE)) != 0;

	/* a queue that is full: nobody who saves a file makes so many events */
	const bool written = (event->mask & IN_Q_OVERFLOW) != 0 ||
			     ((event->mask & IN_MODIFY) != 0 && (named || event->wd == w->file));

	if ((event->mask & IN_MOVED_FROM) != 0 && is_of_part(w, event))
		w->part = event->cookie;
	if (named && comes && (event->cookie == 0 || event->cookie != w->part))
		w->touched |= FILE_OTHER;
	if (written)
		w->touched |= FILE_TOUCHED | FILE_LOST;
	else if (named) {
		w->touched |= comes || w->is_replaced ? FILE_TOUCHED : FILE_TOUCHED | FILE_LOST;
		w->is_replaced |= comes;
	}
}

int64_t folder_watch_read(FolderWatch *w)
{
	_Alignas(struct inotify_event) char events[4096];
	ssize_t got;

	if (w->fd < 0)
		return -1;
	while ((got = read(w->fd, events, sizeof events)) > 0)
		for (char *at = events; at < events + got;) {
			const struct inotify_event *event = (const struct inotify_event *)at;

			event_take(w, event);
			at += sizeof *event + event->len;
		}
	return w->touched;
}

void folder_watch_end(FolderWatch *w)
{
	if (w->fd >= 0)
		close(w->fd);
	w->fd = -1;
}
