/* traffic.c - what went between the host and GPUs in a window, whoever moved it. */
#include "grader/include/judge.h"

static Moved moved(uint64_t copies, uint64_t bytes, uint64_t kernels, uint64_t carried)
{
	return (Moved){
		.copies = (double)(copies + kernels),
		.bytes = (double)(bytes + carried),
		.called = (double)copies,
		.carried = (double)carried,
	};
}

Traffic traffic_of(const SimcudaCounters *c)
{
	Traffic t = {
		.h2d = moved(c->copies_h2d, c->bytes_h2d, c->links_h2d, c->linked_h2d),
		.d2h = moved(c->copies_d2h, c->bytes_d2h, c->links_d2h, c->linked_d2h),
		.p2p = moved(c->copies_p2p, c->bytes_p2p, c->links_p2p, c->linked_p2p),
		.d2d = moved(c->copies_d2d, c->bytes_d2d, 0, 0),
	};
	const Moved ways[] = {t.h2d, t.d2h, t.p2p, t.d2d};

	for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
		t.all.copies += ways[i].copies;
		t.all.bytes += ways[i].bytes;
		t.all.called += ways[i].called;
		t.all.carried += ways[i].carried;
	}
	return t;
}

Traffic run_traffic(Run *r)
{
	return traffic_of(run_counts(r));
}

Traffic run_traffic_of(Run *r, int window)
{
	return traffic_of(run_counts_of(r, window));
}

void judge_host_not_carried(Judge *j, const Traffic *t, const char *at)
{
	judge_that_for(j, t->h2d.carried + t->d2h.carried <= 0, "carried-by-kernel",
		       "%s: kernels read %s of the host's memory and wrote %s; wanted copies, and "
		       "only those that the exercise takes",
		       at, say_bytes(j, t->h2d.carried), say_bytes(j, t->d2h.carried));
}

void judge_not_carried(Judge *j, const Traffic *t, const char *at)
{
	judge_host_not_carried(j, t, at);
	judge_that_for(j, t->p2p.carried <= 0, "carried-by-kernel",
		       "%s: kernels read or wrote %s of another GPU's memory; wanted copies, and "
		       "only those that the exercise takes",
		       at, say_bytes(j, t->p2p.carried));
}
