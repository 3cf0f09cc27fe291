/* shm_channel.c - taking turns: a bounded spin, then a futex. Used by both sides. */
#include "framework/simcuda/remote/shm_channel.h"

#include <errno.h>
#include <linux/futex.h>
#include <poll.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* About ten microseconds: most answers take one or two. */
static uint32_t spin_limit = REMOTE_SPIN_LIMIT;

/* How long a sleep lasts before we look whether the other side lives, ns. */
#define LOOK_AROUND 20000000

#define PAGES_ALIGNMENT 65536u

uint64_t remote_pages_offset(void)
{
	return (sizeof(RemoteChannel) + PAGES_ALIGNMENT - 1) / PAGES_ALIGNMENT * PAGES_ALIGNMENT;
}

void remote_copy_answer(RemoteAnswer *to, const RemoteAnswer *from, RemoteKind kind)
{
	memcpy(to, from, offsetof(RemoteAnswer, protect));
	uint32_t changes = to->protects < REMOTE_CLOSED ? to->protects : REMOTE_CLOSED;
	if (changes > 0)
		memcpy(to->protect, from->protect, changes * sizeof(RemoteProtect));
	uint32_t writes = to->writes < REMOTE_WRITTEN ? to->writes : REMOTE_WRITTEN;
	if (writes > 0)
		memcpy(to->write, from->write, writes * sizeof(RemoteWritten));
	if (kind != REMOTE_REQUEST)
		memcpy(&to->u, &from->u, sizeof to->u);
}

void remote_spin_limit(uint32_t looks)
{
	spin_limit = looks < REMOTE_SPIN_LIMIT ? looks : REMOTE_SPIN_LIMIT;
}

uint32_t remote_spin_limit_now(void)
{
	return spin_limit;
}

static void pause_briefly(void)
{
#if defined(__x86_64__)
	__builtin_ia32_pause();
#elif defined(__aarch64__)
	__asm__ volatile("yield");
#endif
}

void remote_give(RemoteChannel *channel, RemoteSide to)
{
	atomic_store(&channel->turn, (uint32_t)to);
	if (atomic_exchange(&channel->asleep[to], 0))
		syscall(SYS_futex, &channel->turn, FUTEX_WAKE, 1, NULL, NULL, 0);
}

int remote_gone(int life)
{
	struct pollfd end = {.fd = life, .events = POLLIN};
	return poll(&end, 1, 0) > 0 && (end.revents & (POLLHUP | POLLERR | POLLNVAL));
}

int remote_wait(RemoteChannel *channel, RemoteSide own, int life, RemoteLook *look, void *context)
{
	const struct timespec most = {.tv_nsec = LOOK_AROUND};
	int before = errno;
	for (uint32_t i = 0; i < spin_limit; i++) {
		if (atomic_load_explicit(&channel->turn, memory_order_acquire) == (uint32_t)own)
			return 0;
		pause_briefly();
	}
	for (;;) {
		atomic_store(&channel->asleep[own], 1);
		uint32_t turn = atomic_load(&channel->turn);
		if (turn == (uint32_t)own)
			break;
		if (look)
			look(context);
		long slept = syscall(SYS_futex, &channel->turn, FUTEX_WAIT, turn, &most, NULL, 0);
		if (slept != 0 && errno != EAGAIN && remote_gone(life) &&
		    atomic_load(&channel->turn) != (uint32_t)own) {
			errno = before;
			return -1;
		}
	}
	atomic_store(&channel->asleep[own], 0);
	errno = before;
	return 0;
}
