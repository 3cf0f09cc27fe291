/* network.h - the network of the exercises of lab 4 with tensors, 4.1 and 4.4: weights and biases of fully connected layers. */
#ifndef GRADER_LABS_LAB4_NETWORK_H
#define GRADER_LABS_LAB4_NETWORK_H

#include "grader/labs/lab4/judge.h"

typedef struct Network {
	int layers;
	int misfit; /* 4.4: parameter number misfit - 1 has a row more; 0: all fit */
	int64_t sizes[MODEL_MOST / 2 + 1];
	float *values[MODEL_MOST]; /* of each parameter */
} Network;

static inline Shape shape_of(const Network *n, int k)
{
	const int64_t in = n->sizes[k / 2], out = n->sizes[k / 2 + 1], more = k + 1 == n->misfit;
	return k % 2 ? SHAPE(out + more) : SHAPE(in + more, out);
}

static inline int64_t count_of(const Network *n, int k)
{
	const Shape shape = shape_of(n, k);
	return k % 2 ? shape.dim[0] : shape.dim[0] * shape.dim[1];
}

static inline Network draw_network(Judge *j, int layers, int64_t least, int64_t most)
{
	Network n = {.layers = layers};
	for (int i = 0; i <= layers; i++)
		do
			n.sizes[i] = judge_between(j, least, most);
		while (i > 0 && n.sizes[i] == n.sizes[i - 1]); /* no weight is square */
	return n;
}

static inline void judge_parameter(Judge *j, Run *r, const Network *n, int k, int device,
				   const float *wanted, double tolerance, const char *at)
{
	const RunTensor *got = run_get_tensor(r, judge_text(j, "p%d", k));
	const char *name = judge_text(j, "%s: %s", at, say_parameter(j, k));
	judge_that_for(j, got != NULL, "parameter-missing", "%s is NULL", name);
	judge_because(j, "parameter-shape");
	judge_shape(j, judge_text(j, "%s, its shape", name), got->shape, shape_of(n, k));
	judge_because(j, "parameter-elsewhere");
	judge_device(j, judge_text(j, "%s, its device", name), got->device, device_of(device));
	judge_because(j, tolerance > 0 ? "parameter-drawn-wrongly" : "input-changed");
	judge_floats(j, name, got->values, wanted, count_of(n, k), tolerance);
}

#endif
