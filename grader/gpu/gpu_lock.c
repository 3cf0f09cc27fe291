/* gpu_lock.c - a lock on BUILD/gpu.lock. The system takes it back when its holder dies. */
#include "grader/gpu/gpu_lock.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/file.h>
#include <unistd.h>

#include "grader/base/text.h"

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

int gpu_lock_shared(const Options *o)
{
	return closed ? 0 : gate_lock(o, LOCK_SH);
}

void gpu_unlock_shared(void)
{
	if (!closed)
		gate_unlock();
}

int gpu_lock_exclusive(const Options *o)
{
	int bad = gate_lock(o, LOCK_EX);

	closed = bad == 0;
	return bad;
}

void gpu_unlock_exclusive(void)
{
	gate_unlock();
	closed = 0;
}
