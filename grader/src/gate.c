/* gate.c - a lock on BUILD/gpu.lock. The system takes it back when its holder dies. */
#include "gate.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/file.h>
#include <unistd.h>

#include "text.h"

static int lock_fd = -1, closed;

static int gate_lock(const Options *o, int how)
{
	char *path = text_new("%s/gpu.lock", o->build);
	int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);

	free(path);
	if (fd < 0)
		return -1;
	while (flock(fd, how) < 0)
		if (errno != EINTR) {
			close(fd);
			return -1;
		}
	lock_fd = fd;
	return 0;
}

static void gate_unlock(void)
{
	if (lock_fd >= 0)
		close(lock_fd);
	lock_fd = -1;
}

int gate_enter(const Options *o)
{
	return closed ? 0 : gate_lock(o, LOCK_SH);
}

void gate_exit(void)
{
	if (!closed)
		gate_unlock();
}

int gate_close(const Options *o)
{
	int bad = gate_lock(o, LOCK_EX);

	closed = bad == 0;
	return bad;
}

void gate_open(void)
{
	gate_unlock();
	closed = 0;
}
