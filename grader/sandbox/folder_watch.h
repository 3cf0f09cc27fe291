/* folder_watch.h - what becomes of one file in a program's folder while the program works. */
#ifndef GRADER_SANDBOX_FOLDER_WATCH_H
#define GRADER_SANDBOX_FOLDER_WATCH_H

#include <stdint.h>
#include <sys/types.h>

typedef struct FolderWatch {
	int fd; /* of inotify; -1: nothing is watched */
	int folder, file;
	char name[256];
	uint32_t part;   /* which rename the last one of NAME.part was; 0: there was none */
	int is_replaced; /* 1: another file has taken its name */
	int64_t touched; /* FileTouch */
} FolderWatch;

#define FOLDER_WATCH_NONE                                                                          \
	{                                                                                          \
		.fd = -1                                                                           \
	}

/* Watches a file of that folder (an O_PATH descriptor), or its name where there is none yet. `user` is that of the program
 * where root gave it one, else 0. 0, or -1 with errno: there is no folder for that path, or the kernel watches no more. */
int folder_watch_begin(FolderWatch *w, int folder, const char *path, uid_t user);

/* What has become of it since: FileTouch (protocol.h), or -1 where nothing is watched. */
int64_t folder_watch_read(FolderWatch *w);

void folder_watch_end(FolderWatch *w);

#endif
