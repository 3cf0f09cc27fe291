/* init.c - decides about 4.1: the parameters of a network, made on a device. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "grader/labs/common/failing_launches.h"
#include "grader/labs/lab4/network.h"

/* Element i of tensor_uniform() for a seed, as tensor.h describes it: word i % 4 of block i / 4 of
 * Philox 4x32-10, the 24 bits that a float holds. */
static float uniform_element(uint64_t seed, uint64_t i)
{
	uint32_t word[4] = {(uint32_t)(i / 4), (uint32_t)(i / 4 >> 32), 0, 0};
	uint32_t key[2] = {(uint32_t)seed, (uint32_t)(seed >> 32)};
	for (int round = 0; round < 10; round++) {
		uint64_t even = word[0] * UINT64_C(3528531795),
			 odd = word[2] * UINT64_C(3449720151);
		uint32_t next[4] = {(uint32_t)(odd >> 32) ^ word[1] ^ key[0], (uint32_t)odd,
				    (uint32_t)(even >> 32) ^ word[3] ^ key[1], (uint32_t)even};
		memcpy(word, next, sizeof word);
		key[0] += 2654435769;
		key[1] += 3144134277;
	}
	return (float)(word[i % 4] >> 8) / 16777216;
}

static void expect_parameters(Judge *j, Network *n, double range, uint64_t seed)
{
	for (int k = 0; k < 2 * n->layers; k++) {
		int64_t count = count_of(n, k);
		n->values[k] = judge_memory(j, (size_t)count * sizeof(float));
		for (int64_t i = 0; i < count && k % 2 == 0; i++)
			n->values[k][i] = (float)(2 * range *
							  uniform_element(seed + (uint64_t)(k / 2),
									  (uint64_t)i) -
						  range);
	}
}

static Run *make_init(Judge *j, const Network *n, int gpus, int device, double range, uint64_t seed,
		      int64_t room)
{
	Run *r = judge_run(j, gpus);
	run_ints(r, "sizes", n->sizes, n->layers + 1);
	run_real(r, "range", range);
	run_int(r, "seed", (int64_t)seed);
	run_int(r, "device", device);
	run_int(r, "room", room);
	run_told_of_use(r);
	if (gpus > 0)
		run_watch(r);
	if (gpus == 4)
		run_shown(r);
	return r;
}

static Run *run_init(Judge *j, const Network *n, int gpus, int device, double range, uint64_t seed,
		     int64_t room)
{
	Run *r = make_init(j, n, gpus, device, range, seed, room);
	run_go(r);
	return r;
}

static void judge_nothing_made(Judge *j, Run *r, const Network *n, const char *at)
{
	judge_that_for(j, run_get_int(r, "status") == -1, "failure-not-told",
		       "%s: wanted -1, got %d", at, (int)run_get_int(r, "status"));
	judge_that_for(j, run_get_int(r, "nulls") == 2 * n->layers, "layers-half-made",
		       "%s: of %d parameters %d are not NULL afterwards, wanted none", at,
		       2 * n->layers, 2 * n->layers - (int)run_get_int(r, "nulls"));
}

/* A network that is to be made. */
typedef struct Made {
	Network n;
	int device;
	double range;
	uint64_t seed;
} Made;

static Made draw_made(Judge *j, Network n, int device)
{
	Made made = {.n = n, .device = device};
	made.range = (double)judge_between(j, 1, 256) / 128;
	made.range = ldexp(made.range, (int)judge_between(j, -6, 6));
	made.seed = (uint64_t)judge_between(j, 1, 1 << 30);
	if (n.layers > 1) /* of more than 32 bits, and the next one differs in all below them */
		made.seed = made.seed << 32 | UINT32_MAX;
	return made;
}

static void judge_failing_made(Judge *j, const char *kind, int64_t which, const void *data)
{
	const Made *made = data;
	Run *r = make_init(j, &made->n, 2, made->device, made->range, made->seed, -1);
	const char *at = judge_text(j, "%d layers on %s, and %s", made->n.layers,
				    say_device(j, made->device),
				    run_fail_ordered(j, r, kind, which, failing_asked_times(kind)));
	run_go(r);
	judge_nothing_made(j, r, &made->n, at);
}

/* As the machine knows where they lie: the first that shares memory of a GPU with an earlier one; -1: there is none. */
static int64_t shared_place(Judge *j, Run *r, const Network *n)
{
	uint64_t *from = judge_memory(j, 2 * (size_t)n->layers * sizeof *from);
	for (int k = 0; k < 2 * n->layers; k++) {
		const uint64_t bytes = (uint64_t)count_of(n, k) * sizeof(float);
		from[k] = run_get_tensor(r, judge_text(j, "p%d", k))->address;
		for (int i = 0; i < k && from[k] != 0; i++)
			if (from[i] < from[k] + bytes &&
			    from[k] < from[i] + (uint64_t)count_of(n, i) * sizeof(float))
				return k;
	}
	return -1;
}

static Run *judge_made(Judge *j, int gpus, const Made *made)
{
	Network n = made->n;
	const int layers = n.layers, device = made->device;
	const double range = made->range;
	const uint64_t seed = made->seed;
	Run *r = run_init(j, &n, gpus, device, range, seed, -1);
	const char *at = judge_text(j, "%d layer%s on %s", layers, layers == 1 ? "" : "s",
				    say_device(j, device));
	judge_that_for(j, run_get_int(r, "status") == 0, "failure-without-reason",
		       "%s: wanted 0, got %d%s", at, (int)run_get_int(r, "status"),
		       say_reason(j, r));
	/* 2 * range * u - range rounds three times at most, each time by 2^-25 of twice the range. Who multiplies u by adding
	 * (2 * range - 1) * u to it rounds three times by 2^-25 besides, whatever the range is. A bias is 0. */
	expect_parameters(j, &n, range, seed);
	for (int k = 0; k < 2 * layers; k++)
		judge_parameter(j, r, &n, k, device, n.values[k],
				k % 2 ? FLT_MIN : 4e-7 * range + 1e-7, at);
	judge_that_for(j, run_get_int(r, "beyond") == 0, "written-behind",
		       "%s: more than %d pointers were written to parameters", at, 2 * layers);
	judge_that_for(j, run_get_int(r, "changed") == 0, "input-changed",
		       "%s: sizes was changed, which is the caller's", at);
	int64_t shared = run_get_int(r, "shared");
	if (shared < 0 || shared >= 2 * layers)
		shared = shared_place(j, r, &n);
	judge_that_for(j, shared < 0, "parameters-shared",
		       "%s: %s lies in the memory of another parameter: who changes one of them "
		       "changes both",
		       at, say_parameter(j, shared));
	Traffic went = run_traffic(r);
	judge_that_for(
		j, went.h2d.copies == 0, "drawn-on-the-host",
		"%s: %d cop%s from the host: numbers were made there and sent; wanted them made "
		"on the device",
		at, (int)went.h2d.copies, went.h2d.copies == 1 ? "y" : "ies");
	judge_because(j, "drawn-on-the-host");
	judge_at_most(j, judge_text(j, "%s: copies", at), went.all.copies, 0);
	double numbers = 0;
	for (int k = 0; k < 2 * layers; k++)
		numbers += (double)count_of(&n, k);
	judge_gpu_left(j, r, at, device >= 0 ? 4 * numbers : 0);
	if (device >= 0)
		judge_worked(j, r, at, (RunWork){.numbers = numbers});
	if (gpus == 4)
		judge_lesson(
			j,
			"Parameters are best made where they are wanted: yours made %lld layers "
			"on gpu:%d and sent it %s; made on the host they would be %s to send, "
			"%s.",
			(long long)layers, device, say_bytes(j, went.h2d.bytes),
			say_bytes(j, 4 * numbers),
			say_us(j, run_copy_us(r, "h2d_pageable", 4 * numbers)));
	if (device < 0) /* weights of LARGE numbers and more */
		judge_host_given_back(j, r, at, LARGE * (int64_t)sizeof(float));
	return r;
}

/* One layer, the `large`-th of three, does not fit into ROOM bytes; the others do. */
enum { ROOM = 1 << 20 };
static Network draw_uneven(Judge *j, int large)
{
	Network n = {.layers = 3, .sizes = {5, 5, 5, 5}};
	n.sizes[large] = judge_between(j, 300, 320);
	n.sizes[large + 1] = ROOM / 1000;
	n.sizes[0] += judge_between(j, 0, 20);
	return n;
}

/* Its size tells nothing: the same fits elsewhere. */
static void judge_not_made(Judge *j, int gpu, int large)
{
	const Made made = draw_made(j, draw_uneven(j, large), gpu);
	Run *r = run_init(j, &made.n, 2, gpu, made.range, made.seed, ROOM);
	const char *at = judge_text(j, "gpu:%d has no room for layer %d", gpu, large);
	judge_nothing_made(j, r, &made.n, at);
}

static Run *judge_made_as(Judge *j, int gpus, int device, Network n)
{
	const Made made = draw_made(j, n, device);
	return judge_made(j, gpus, &made);
}

/* Of one layer, and of several. */
static void judge_calls_fail(Judge *j, Network n, int gpu)
{
	const Made made = draw_made(j, n, gpu);
	Run *good = judge_made(j, 2, &made);
	if (!judge_is_simulated(j))
		return;
	judge_failures_by_line(j, good, judge_failing_made, &made);
	judge_failures_of(j, good, "fill", (int64_t)run_counts(good)->memsets, judge_failing_made,
			  &made);
	judge_failing_waits_besides(j, good, judge_failing_made, NULL, &made);
	judge_failing_ordering(j, good, judge_failing_made, &made);
	judge_failing_questions(j, good, judge_failing_made, &made);
}

void judge_4_1(Judge *j)
{
	int gpu = (int)judge_between(j, 0, 1);
	judge_made_as(j, 4, 3, draw_network(j, 2, 40, 300));
	judge_made_as(j, 2, gpu, draw_uneven(j, gpu + 1));
	judge_made_as(j, 0, CPU, draw_network(j, 1, 780, 820));
	judge_made_as(j, 2, CPU, draw_network(j, (int)judge_between(j, 2, 4), 1, 8));
	const Made many = draw_made(j, draw_network(j, draw_many_layers(j), 16, 40), !gpu);
	Run *deep = judge_made(j, 2, &many);
	judge_not_made(j, !gpu, 2);
	judge_not_made(j, gpu, 1);
	judge_calls_fail(j, draw_network(j, 1, 1, 8), gpu);
	judge_calls_fail(j, draw_network(j, (int)judge_between(j, 2, 4), 8, 60), !gpu);
	judge_failing_some(j, deep, "launch fill", 1, judge_failing_made, &many);
}
