/* sweep.c - the end of all that a program left behind.
 *
 * A process that is killed makes room for another one, and a program can fork faster than we kill. Its limit of
 * processes counts all of the user's, ours too: so who does not end soon meets a crowd of threads of ours, grows no
 * more, and is killed one by one. Where root grades, or in a namespace of processes, all die at once before that. */
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "grader/sandbox/process_inside.h"

#define ROUNDS       20000 /* of half a millisecond */
#define ALONE        20    /* rounds until the crowd comes, */
#define LARGER       500   /* and until it may be as large as it likes: others need room, too */
#define CROWD        4096  /* threads */
#define CROWD_A_STEP 64
#define STACK_BYTES  ((size_t)64 << 10)

/* Kills every process whose parent is this one. */
static void children_kill(void)
{
	char path[64], word[24];
	FILE *list;

	snprintf(path, sizeof path, "/proc/self/task/%d/children", (int)getpid());
	list = fopen(path, "re");
	if (!list)
		return;
	while (fscanf(list, "%20s", word) == 1) {
		pid_t pid = (pid_t)strtol(word, NULL, 10);

		if (pid > 1)
			kill(pid, SIGKILL);
	}
	fclose(list);
}

/* --- the crowd -------------------------------------------------------------------------------- */

typedef struct Crowd {
	pthread_mutex_t gate; /* closed while they are wanted */
	pthread_t thread[CROWD];
	int count;
} Crowd;

static void *crowd_wait(void *gate)
{
	pthread_mutex_lock(gate);
	pthread_mutex_unlock(gate);
	return NULL;
}

static void crowd_add(Crowd *crowd, int most)
{
	pthread_attr_t small;
	int wanted = crowd->count + CROWD_A_STEP;

	if (crowd->count == 0)
		pthread_mutex_lock(&crowd->gate);
	pthread_attr_init(&small);
	pthread_attr_setstacksize(&small, STACK_BYTES);
	while (crowd->count < wanted && crowd->count < most &&
	       pthread_create(&crowd->thread[crowd->count], &small, crowd_wait, &crowd->gate) == 0)
		crowd->count++;
	pthread_attr_destroy(&small);
}

static void crowd_leave(Crowd *crowd)
{
	pthread_mutex_unlock(&crowd->gate);
	while (crowd->count > 0)
		pthread_join(crowd->thread[--crowd->count], NULL);
}

/* --- the whole -------------------------------------------------------------------------------- */

/* The children of a killed process become ours, so this goes on until there are none. */
int survivors_sweep(pid_t pid, int processes)
{
	static Crowd crowd = {.gate = PTHREAD_MUTEX_INITIALIZER}; /* large; one thread sweeps */
	struct timespec pause = {0, 500000};
	int status = 0, left, got = 0;

	kill(-pid, SIGKILL);
	kill(pid, SIGKILL);
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	for (int i = 0; i < ROUNDS; i++) {
		while ((got = waitpid(-1, &left, WNOHANG)) > 0)
			;
		if (got < 0)
			break; /* no child is left */
		kill(-pid, SIGKILL);
		if (processes > 0 && i >= ALONE)
			crowd_add(&crowd, i < LARGER ? processes + CROWD_A_STEP : CROWD);
		children_kill();
		nanosleep(&pause, NULL);
	}
	if (crowd.count > 0)
		crowd_leave(&crowd);
	return status;
}
