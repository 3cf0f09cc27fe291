/* refused.c - a launch by <<<>>> that was refused, and of which the program never asked: the statement has no
 * result, the kernel has not run, and all that is seen are old numbers. It is told when the program ends. */
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "framework/simcuda/api/cudart/refused.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct {
	char text[256]; /* empty: there is none */
	SimSite site;
} refused; /* the first one: those that follow have its reason, mostly */

static void threads_text(char *text, size_t size, dim3 block)
{
	unsigned long long threads = (unsigned long long)block.x * block.y * block.z;
	if (threads > LAUNCH_MAX_THREADS)
		snprintf(text, size, "%llu threads in a block, and %d are the most", threads,
			 LAUNCH_MAX_THREADS);
	else
		snprintf(text, size, "a block of (%u, %u, %u) threads", block.x, block.y, block.z);
}

static void reason_text(char *text, size_t size, const RefusedLaunch *launch)
{
	dim3 grid = launch->grid, block = launch->block;
	if (launch->error == cudaErrorCooperativeLaunchTooLarge)
		snprintf(text, size,
			 "a cooperative launch of more blocks than the GPU holds at once");
	else if (grid.x == 0 || grid.y == 0 || grid.z == 0)
		snprintf(text, size, "a grid of 0 blocks");
	else if (launch->error == cudaErrorInvalidConfiguration && !launch->block_fits)
		threads_text(text, size, block);
	else if (launch->error == cudaErrorInvalidConfiguration)
		snprintf(text, size, "a grid of (%u, %u, %u) blocks", grid.x, grid.y, grid.z);
	else
		snprintf(text, size, "%zu bytes of shared memory, and %zu are the most",
			 launch->shared, launch->shared_limit);
}

void refused_note(const RefusedLaunch *launch, const SimSite *site)
{
	char reason[120];
	reason_text(reason, sizeof reason, launch);
	pthread_mutex_lock(&lock);
	if (!refused.text[0]) {
		snprintf(refused.text, sizeof refused.text,
			 "kernel %.60s was not launched: %s. %s was never asked for "
			 "(cudaGetLastError)",
			 launch->name, reason, cudaGetErrorName(launch->error));
		refused.site = *site;
	}
	pthread_mutex_unlock(&lock);
}

void refused_asked(void)
{
	pthread_mutex_lock(&lock);
	refused.text[0] = '\0';
	pthread_mutex_unlock(&lock);
}

void refused_tell(void)
{
	char text[sizeof refused.text], where[128] = "";
	pthread_mutex_lock(&lock);
	memcpy(text, refused.text, sizeof text);
	refused.text[0] = '\0';
	pthread_mutex_unlock(&lock);
	if (!text[0])
		return;
	Resolver *resolver = resolver_create();
	if (resolver)
		resolver_text(resolver, &refused.site, where, sizeof where);
	resolver_free(resolver);
	fprintf(stderr, "simcuda: launch-refused: %s%s%s%s\n", text, where[0] ? " (" : "", where,
		where[0] ? ")" : "");
}
