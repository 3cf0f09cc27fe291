/* traced.c - what this process tells the trace of its machine, and when it does. */
#include "framework/simcuda/api/cudart/runtime.h"
#include "framework/simcuda/trace/tracing.h"

static void site_text(const SimSite *site, char *text, size_t size)
{
	static Resolver *resolver; /* kept: opening the debug information is what takes time */
	if (!resolver)
		resolver = resolver_create();
	resolver_text(resolver, site, text, size);
}

void traced_begin(const SimMachine *machine)
{
	static TraceOwner owner = {
		.site = site_text, .error_name = cudaGetErrorName, .abort = traced_rescue};
	owner.machine = machine;
	trace_begin(runtime_sim(), &owner);
}

void traced_finish(void)
{
	if (!runtime_unusable()) /* a child of fork(): the files are its parent's */
		trace_finish();
}

void traced_rescue(void)
{
	int own = runtime_inside(); /* inside a call of its own: the lock is ours */
	if (!trace_is_idle() || runtime_unusable() || (!own && runtime_is_busy()))
		return;
	if (own) {
		trace_finish();
	} else if (runtime_enter_existing()) {
		trace_finish();
		runtime_leave();
	}
}

void traced_window(int open)
{
	Sim *sim = runtime_enter_existing();
	SimcudaCounters counters;
	if (!sim)
		return;
	if (trace_wanted()) {
		sim_counters(sim, runtime_thread(), &counters);
		trace_window(open, counters.host_ns);
	}
	runtime_leave();
}
