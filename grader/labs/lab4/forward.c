/* forward.c - decides about 4.4: the network run on the device of its parameters. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "grader/labs/common/failing_launches.h"
#include "grader/labs/common/far.h"
#include "grader/labs/lab4/network.h"

typedef struct Pass {
	int x, net; /* devices */
	int full;   /* a GPU without free memory, or -1 */
	int odd;    /* this parameter is on `stray`, and not on `net`; -1: none */
	int stray;
	int64_t rows;
	float *x_values;
	const char *at;
	const char *fails; /* an operation of that kind, and which one; NULL: none */
	int64_t which;
} Pass;

enum { ROWS = 10001 }; /* of an x that is larger than the parameters */

/* It goes well, and x has to come from one GPU to another, which costs less than to send the parameters. */
static bool crosses(const Pass *p)
{
	return !p->fails && p->rows < ROWS && p->x >= 0 && p->net >= 0 && p->x != p->net &&
	       p->odd < 0 && p->full < 0;
}

static int home_of(const Pass *p, int k)
{
	return k != p->odd ? p->net : p->stray;
}

/* Every number of the result in float64; with or without relu between the layers. */
static float *expect_output(Judge *j, const Network *n, const Pass *p, bool relu)
{
	int64_t width = n->sizes[0];
	float *last = NULL;
	double *in = judge_memory(j, (size_t)(p->rows * width) * sizeof *in);
	for (int64_t i = 0; i < p->rows * width; i++)
		in[i] = p->x_values[i];
	for (int layer = 0; layer < n->layers; layer++) {
		int64_t out_width = n->sizes[layer + 1];
		double *out = judge_memory(j, (size_t)(p->rows * out_width) * sizeof *out);
		last = judge_memory(j, (size_t)(p->rows * out_width) * sizeof *last);
		for (int64_t row = 0; row < p->rows; row++)
			for (int64_t col = 0; col < out_width; col++) {
				double sum = n->values[2 * layer + 1][col];
				for (int64_t k = 0; k < width; k++)
					sum += in[row * width + k] *
					       n->values[2 * layer][k * out_width + col];
				if (relu && layer + 1 < n->layers && sum < 0)
					sum = 0;
				out[row * out_width + col] = sum;
				last[row * out_width + col] = (float)sum;
			}
		in = out;
		width = out_width;
	}
	return last;
}

/* Of many layers the numbers stay what they are, about: relu leaves half of them. */
enum { FEW_LAYERS = 4 };
static double range_of(const Network *n, int k)
{
	const int layer = k / 2;
	return k % 2 || n->layers <= FEW_LAYERS ? 1 : sqrt(6 / (double)n->sizes[layer]);
}

/* A product is tried a second time; of memory there is no more. */
static int64_t times_of(const char *kind)
{
	if (failing_call(kind))
		return failing_asked_times(kind);
	return strcmp(kind, "memory") == 0 ? FAILING_ALL : strcmp(kind, "kernel") == 0 ? 1 : 2;
}

static Run *run_pass(Judge *j, Network *n, Pass *p)
{
	p->at = judge_text(j, "parameters on %s, x on %s%s", say_device(j, p->net),
			   say_device(j, p->x), p->full >= 0 ? " without free memory for it" : "");
	Run *r = judge_run_on(j, p->x, p->net);
	p->x_values = judge_uniform(j, p->rows * n->sizes[0], -1, 1);
	for (int k = 0; k < 2 * n->layers; k++) {
		const double range = range_of(n, k);
		n->values[k] = judge_uniform(j, count_of(n, k), -range, range);
		run_tensor(r, judge_text(j, "p%d", k), shape_of(n, k), n->values[k],
			   device_of(home_of(p, k)));
	}
	run_tensor(r, "x", SHAPE(p->rows, n->sizes[0]), p->x_values, device_of(p->x));
	run_int(r, "layers", n->layers);
	run_int(r, "full", p->full);
	if (p->fails)
		p->at = judge_text(j, "%s, and %s", p->at,
				   run_fail_ordered(j, r, p->fails, p->which, times_of(p->fails)));
	run_later(r, "alive");
	run_told_of_use(r);
	if (p->net >= 0 || p->x >= 0)
		run_watch(r);
	if (crosses(p))
		run_shown(r);
	run_go(r);
	return r;
}

static void judge_x_kept(Judge *j, Run *r, const Network *n, const Pass *p)
{
	const RunTensor *x = run_get_tensor(r, "x");
	judge_that_for(
		j, run_get_int(r, "alive"), "x-freed",
		"%s: x was given back, but it is the caller's: the caller's last tensor_free(x) "
		"came too late",
		p->at);
	judge_that_for(j, x != NULL, "x-freed", "%s: x is gone", p->at);
	judge_because(j, "input-changed");
	judge_device(j, judge_text(j, "%s: x afterwards, its device", p->at), x->device,
		     device_of(p->x));
	judge_floats(j, judge_text(j, "%s: x afterwards", p->at), x->values, p->x_values,
		     p->rows * n->sizes[0], 0);
	for (int k = 0; k < 2 * n->layers; k++)
		judge_parameter(j, r, n, k, home_of(p, k), n->values[k], 0,
				judge_text(j, "%s: afterwards", p->at));
}

/* How many of the numbers are not those; the result is judged by judge_floats(). */
static int64_t count_other(const float *got, const float *wanted, int64_t count)
{
	int64_t other = 0;
	for (int64_t i = 0; i < count; i++)
		other += !(got[i] > wanted[i] - 1e-3f && got[i] < wanted[i] + 1e-3f);
	return other;
}

/* At most 60 products of numbers below 1 make a number below 61; three layers of them, each rounded
 * to 24 bits, are off by less than 1e-4 of the largest. Two usual mistakes are named. */
static void judge_output(Judge *j, const Network *n, const Pass *p, const RunTensor *y)
{
	float *wanted = expect_output(j, n, p, true);
	float *without = expect_output(j, n, p, false);
	float *positive = judge_memory(j, (size_t)y->count * sizeof *positive);
	for (int64_t i = 0; i < y->count; i++)
		positive[i] = wanted[i] > 0 ? wanted[i] : 0;
	if (y->values && count_other(y->values, wanted, y->count) > 0) {
		judge_that_for(j, count_other(y->values, positive, y->count) > 0,
			       "relu-behind-last",
			       "%s: negative numbers became 0 behind the last layer, too", p->at);
		judge_that_for(j, count_other(y->values, without, y->count) > 0, "relu-missing",
			       "%s: negative numbers stayed between the layers, wanted 0 for them",
			       p->at);
	}
	judge_because(j, "network-result");
	judge_floats(j, judge_text(j, "%s, %d layers: the result", p->at, n->layers), y->values,
		     wanted, y->count, 1e-3);
}

static void judge_no_pass(Judge *j, Network n, Pass p, const char *why);

/* A pass that went well where nothing failed. */
typedef struct Went {
	Network n;
	Pass p;
} Went;

static void judge_failing_pass(Judge *j, const char *kind, int64_t which, const void *data)
{
	Went well = *(const Went *)data;
	well.p.fails = kind;
	well.p.which = which;
	judge_no_pass(j, well.n, well.p, "a call has failed");
}

static void judge_pass(Judge *j, Network n, int net, int x, int64_t rows)
{
	int layers = n.layers;
	Pass p = {.x = x, .net = net, .full = -1, .odd = -1, .rows = rows};
	Run *r = run_pass(j, &n, &p);
	const RunTensor *y = run_get_tensor(r, "y");
	Traffic went = run_traffic(r);
	judge_that_for(j, y != NULL, "failure-without-reason", "%s: NULL was returned%s", p.at,
		       say_reason(j, r));
	judge_because(j, "network-elsewhere");
	judge_device(j, judge_text(j, "%s: the result's device", p.at), y->device, device_of(net));
	judge_because(j, "wrong-shape");
	judge_shape(j, judge_text(j, "%s: the result's shape", p.at), y->shape,
		    SHAPE(rows, n.sizes[layers]));
	judge_output(j, &n, &p, y);
	judge_x_kept(j, r, &n, &p);
	judge_not_carried(j, &went, p.at);
	judge_that_for(j, x != net || went.all.copies == 0, "network-copies",
		       "%s: all is in one place, and yet something was copied", p.at);
	judge_because(j, "network-copies");
	judge_at_most(j, judge_text(j, "%s: copies", p.at), went.all.copies, 1);
	if (rows * n.sizes[0] >= LARGE)
		judge_host_told(j, r, p.at, LARGE * (int64_t)sizeof(float));
	double numbers = 0, flops = 0, made = 0;
	for (int k = 0; k < 2 * layers; k++) {
		numbers += (double)count_of(&n, k);
		flops += k % 2 ? 0 : 2.0 * (double)(rows * count_of(&n, k));
		if (k + 2 >= 2 * layers || layers > FEW_LAYERS) /* few kernels make them */
			made += k % 2 ? (double)(rows * count_of(&n, k)) : 0;
	}
	judge_gpu_left(j, r, p.at, net >= 0 ? 4 * (double)y->count : 0);
	if (net >= 0)
		judge_worked(j, r, p.at, (RunWork){.flops = flops, .numbers = made});
	if (rows < ROWS && (net >= 0 || x >= 0) && layers <= FEW_LAYERS && judge_is_simulated(j)) {
		const Went well = {n, p};
		judge_failures_by_line(j, r, judge_failing_pass, &well);
		judge_failures_of(j, r, "copy", (int64_t)went.all.called, judge_failing_pass,
				  &well);
		if (crosses(&p))
			judge_failures_of(j, r, "memory", (int64_t)run_counts(r)->allocations,
					  judge_failing_pass, &well);
		judge_failing_waits_besides(j, r, judge_failing_pass, NULL, &well);
		judge_failing_ordering(j, r, judge_failing_pass, &well);
		judge_failing_questions(j, r, judge_failing_pass, &well);
	}
	if (net >= 0 && layers > FEW_LAYERS)
		judge_failing_some(j, r, "launch", 1, judge_failing_pass, &(const Went){n, p});
	if (crosses(&p))
		judge_lesson(
			j,
			"The parameters stay and x comes to them, once: yours sent %s in %s, %s "
			"in all; the parameters would be %s in %d copies. What lies between the "
			"layers never leaves the GPU.",
			say_bytes(j, went.p2p.bytes + went.h2d.bytes + went.d2h.bytes),
			say_many(j, went.all.copies, "copy", "copies"), say_us(j, run_us(r)),
			say_bytes(j, 4 * numbers), 2 * layers);
}

/* A call that cannot succeed: NULL, and nothing may stay behind, on the GPUs or on the host. */
static void judge_no_pass(Judge *j, Network n, Pass p, const char *why)
{
	Run *r = run_pass(j, &n, &p);
	judge_that_for(j, !run_get_tensor(r, "y"), "failure-not-told",
		       "%s: %s, yet NULL was not returned", p.at, why);
	judge_x_kept(j, r, &n, &p);
	judge_gpu_left(j, r, p.at, 0);
	judge_host_told(j, r, p.at, LARGE * (int64_t)sizeof(float));
}

/* One of the parameters is where the others are not. */
static void judge_strayed(Judge *j, Network n, int odd, int x, int net, int stray)
{
	const Pass p = {.x = x, .net = net, .full = -1, .odd = odd, .stray = stray, .rows = ROWS};
	judge_no_pass(j, n, p,
		      judge_text(j, "%s is on %s", say_parameter(j, odd), say_device(j, stray)));
}

static void judge_misfit(Judge *j, Network n, int gpu, int k)
{
	n.misfit = k + 1;
	judge_no_pass(j, n, (Pass){.x = gpu, .net = gpu, .full = -1, .odd = -1, .rows = ROWS},
		      judge_text(j, "the shape of %s does not fit", say_parameter(j, k)));
}

void judge_4_4(Judge *j)
{
	int gpu = (int)judge_between(j, 0, 1);
	int64_t rows = judge_between(j, 2, 30);
	judge_pass(j, draw_network(j, 2, 5, 40), gpu, gpu, rows);
	judge_pass(j, draw_network(j, 1, 5, 40), !gpu, CPU, 1);
	/* x itself goes into the last layer */
	const int far = far_gpu(j, gpu);
	judge_pass(j, draw_network(j, 1, 5, 40), far, far, rows);
	rows = judge_between(j, 40, 60);
	judge_pass(j, draw_network(j, 3, 8, 60), gpu, !gpu, rows);
	rows = judge_between(j, 2, 9);
	judge_pass(j, draw_network(j, 3, 2, 20), CPU, CPU, rows);
	judge_pass(j, draw_network(j, 1, 2, 20), CPU, gpu, rows); /* a copy alone may fail */
	judge_pass(j, draw_network(j, draw_many_layers(j), 8, 16), gpu, gpu, 10 * rows);

	Network wide = {.layers = 2, .sizes = {LARGE / 10000, 7, 3}};
	judge_pass(j, wide, CPU, gpu, ROWS);
	judge_pass(j, wide, gpu, !gpu, ROWS);
	judge_strayed(j, wide, (int)judge_between(j, 1, 3), CPU, gpu, CPU);
	judge_strayed(j, wide, (int)judge_between(j, 1, 3), gpu, CPU, 0);
	judge_strayed(j, wide, 2, gpu, gpu, !gpu);
	judge_strayed(j, wide, 2 * (int)judge_between(j, 0, 1) + 1, gpu, gpu, !gpu);
	judge_misfit(j, wide, gpu, 0);
	judge_misfit(j, wide, gpu, (int)judge_between(j, 1, 3));
	judge_no_pass(j, wide, (Pass){.x = !gpu, .net = gpu, .full = gpu, .odd = -1, .rows = ROWS},
		      "x cannot be copied there");
}
