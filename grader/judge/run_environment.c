/* run_environment.c - the environment that a run's program gets. */
#include <stdlib.h>
#include <string.h>

#include "grader/base/text.h"
#include "grader/gpu/gpu_detect.h"
#include "grader/include/protocol.h"
#include "grader/judge/judge_state.h"
#include "grader/judge/run_environment.h"
#include "grader/judge/run_outcome.h"
#include "grader/sandbox/sandbox.h"
#include "grader/setup/kit_copy.h"

#define TIMED_LABS 5 /* from this one on the labs are about time */

static void pass_through(char **env, int *count, const char *name)
{
	if (getenv(name))
		env[(*count)++] = text_new("%s=%s", name, getenv(name));
}

/* A watched run is judged by its timeline. A page shows the one that the check is about, and where
 * that is wanted those of all others: it costs a tenth of a grading. */
bool run_is_traced(const Run *r)
{
	const Options *o = r->judge->options;

	return r->watched || (o->details && r->shown) || o->see ||
	       (o->timelines && r->judge->lab->number >= TIMED_LABS);
}

void run_environment(const Run *r, int simulated, int remote, int attended, const char *inside,
		     char **env)
{
	const Options *o = r->judge->options;
	char *framework = kit_seen_framework(o, r->judge->check);
	int count = 0, shown = 0;

	env[count++] = text_new("PATH=/usr/bin:/bin");
	if (getenv("OPENBLAS_NUM_THREADS") || !simulated)
		pass_through(env, &count, "OPENBLAS_NUM_THREADS");
	else /* two checks run at a time, and sums of more threads are rounded otherwise */
		env[count++] = text_new("OPENBLAS_NUM_THREADS=1");
	pass_through(env, &count, "OPENBLAS_CORETYPE");
	if (r->judge->check->no_children)
		env[count++] = text_new(NO_CHILDREN "=1");
	if (attended) {
		pass_through(env, &count, "TERM");
		pass_through(env, &count, "HOME");
	}
	if (simulated) {
		if (!remote) /* else it would say what only CUDA is to be asked */
			env[count++] = text_new("SIMCUDA_MACHINE=%s", run_machine_name(r));
		env[count++] = text_new("SIMCUDA_REPORT=%s/%s", inside, REPORT_FILE);
		/* In another process the machine writes it, where a judge wants one. The program tells the
		 * names of calls in any case: it cannot see in which run it is. */
		if (remote)
			env[count++] = text_new("SIMCUDA_TRACE=/dev/null");
		else if (run_is_traced(r))
			env[count++] = text_new("SIMCUDA_TRACE=%s/%s", inside, TRACE_FILE);
		if (o->coverage) { /* beside the report, whatever path was compiled in */
			env[count++] = text_new("GCOV_PREFIX=%s", inside);
			env[count++] = text_new("GCOV_PREFIX_STRIP=100");
		}
		env[count++] = text_new("SIMCUDA_REGISTRY=off");
		/* libusegpu.so may have been linked with NVIDIA's libraries, whatever --gpu says.
		 */
		env[count++] = text_new("LD_LIBRARY_PATH=%s:%s/simcuda%s", framework,
					kit_seen_build(o), remote ? "-remote" : "");
		if (remote)
			env[count++] = text_new("SIMCUDA_REMOTE=%d,%d", MACHINE_MEMORY_FD,
						MACHINE_LIFE_FD);
	}
	if (!simulated)
		env[count++] = text_new("LD_LIBRARY_PATH=%s", framework);
	free(framework);
	if (options_have_flag(o, "-fsanitize")) {
		env[count++] = text_new("ASAN_OPTIONS=detect_leaks=0:abort_on_error=1:"
					"allocator_release_to_os_interval_ms=-1:"
					"allocator_may_return_null=1:"
					"handle_segv=0:handle_sigbus=0:handle_sigfpe=0:"
					"protect_shadow_gap=0");
		env[count++] = text_new("UBSAN_OPTIONS=abort_on_error=1");
	}
	for (int i = 0; i < r->env_count; i++) {
		shown |= strncmp(r->env[i], "CUDA_VISIBLE_DEVICES=", 21) == 0;
		env[count++] = text_new("%s", r->env[i]);
	}
	if (!simulated && !shown) { /* it may have more GPUs than the check asks for */
		char *list = gpu_list(r->gpus);

		env[count++] = text_new("CUDA_VISIBLE_DEVICES=%s", list);
		free(list);
	}
	if (!simulated)
		env[count++] = text_new(HARDWARE_ORDER);
	env[count] = NULL;
}
