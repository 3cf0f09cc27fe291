/* thread.c - the numbers of the threads that call CUDA.
 *
 * A thread gets one at its first call. When it ends, the machine is told, and the number goes to
 * the next thread that needs one. Everything here runs inside a call, under the machine's lock. */
#include <pthread.h>
#include <stdlib.h>

#include "runtime.h"

static _Thread_local int thread = -1;
static int threads; /* how many numbers there are */
static int *spare;  /* those of threads that have ended */
static size_t spare_count;
static pthread_key_t ending; /* its destructor runs in a thread that ends */
static int ending_made;

/* A thread that ends inside a call, or in a forked child, keeps its number. */
static void thread_ends(void *unused)
{
	(void)unused;
	Sim *sim = runtime_enter_existing();
	if (!sim)
		return;
	SimRequest request = {.code = SIM_THREAD_END, .thread = thread, .internal = 1};
	SimReply reply;
	sim_call(sim, &request, &reply);
	int *grown = realloc(spare, (spare_count + 1) * sizeof *spare);
	if (grown) {
		spare = grown;
		spare[spare_count++] = thread;
	}
	thread = -1; /* other destructors may still call us */
	runtime_leave();
}

int runtime_thread(void)
{
	if (thread >= 0)
		return thread;
	thread = spare_count > 0 ? spare[--spare_count] : threads++;
	if (!ending_made)
		ending_made = pthread_key_create(&ending, thread_ends) == 0;
	if (ending_made)
		pthread_setspecific(ending, &thread);
	return thread;
}

int runtime_thread_known(void)
{
	return thread >= 0;
}
