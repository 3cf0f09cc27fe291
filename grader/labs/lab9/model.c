/* model.c - draws parameters and batches, and makes steps of training with them. */
#include <math.h>

#include "grader/labs/lab9/model.h"

static Net net_of(int64_t in, int64_t hidden, int64_t out)
{
	Net net = {{in, hidden, out}, {0}};
	const int64_t count[] = {in * hidden, hidden, hidden * out, out};
	for (int i = 0; i < 4; i++)
		net.start[i + 1] = net.start[i] + count[i];
	return net;
}

/* Adds the gradient of one row's loss, times `weight`, to gradient[]. Returns how near to 0 an
 * input of relu came. */
static double row_gradient(const Net *net, const double *p, const float *x, int64_t class,
			   double weight, double *gradient)
{
	int64_t in = net->size[IN], hidden = net->size[HIDDEN], out = net->size[OUT];
	const double *w = p, *b = p + net->start[1], *v = p + net->start[2], *c = p + net->start[3];
	double h[64], y[64], sum = 0, least = INFINITY;
	for (int64_t k = 0; k < hidden; k++) {
		h[k] = b[k];
		for (int64_t i = 0; i < in; i++)
			h[k] += (double)x[i] * w[i * hidden + k];
		least = fmin(least, fabs(h[k]));
		h[k] = fmax(h[k], 0);
	}
	for (int64_t o = 0; o < out; o++) {
		y[o] = c[o];
		for (int64_t k = 0; k < hidden; k++)
			y[o] += h[k] * v[k * out + o];
		sum += y[o] = exp(y[o]);
	}
	for (int64_t o = 0; o < out; o++) {
		y[o] = weight * (y[o] / sum - (o == class));
		gradient[net->start[3] + o] += y[o];
	}
	for (int64_t k = 0; k < hidden; k++) {
		double back = 0;
		for (int64_t o = 0; o < out; o++) {
			gradient[net->start[2] + k * out + o] += h[k] * y[o];
			back += v[k * out + o] * y[o];
		}
		if (h[k] <= 0)
			continue;
		gradient[net->start[1] + k] += back;
		for (int64_t i = 0; i < in; i++)
			gradient[i * hidden + k] += (double)x[i] * back;
	}
	return least;
}

static double row_weight(const Case *c, int step, int part, Weighing weighing)
{
	double rows = (double)c->rows[step][part];
	switch (weighing) {
	case PARTS_ALIKE:
		return 1 / rows / team_size(&c->team);
	case NOT_DIVIDED:
	case ONE_PART:
		return 1 / rows;
	default:
		return 1 / (double)c->all[step];
	}
}

double *step_gradient(Judge *j, const Case *c, int step, const double *p, Weighing weighing,
		      int part, double *least)
{
	double *gradient = judge_memory(j, (size_t)c->net.start[4] * sizeof *gradient);
	const float *x = c->x[step];
	const int64_t *class = c->classes[step];
	for (int i = 0; i < team_size(&c->team); i++)
		for (int64_t row = 0; row < c->rows[step][i]; row++, x += c->net.size[IN], class ++)
			if (weighing != ONE_PART || i == part)
				*least = fmin(*least, row_gradient(&c->net, p, x, *class,
								   row_weight(c, step, i, weighing),
								   gradient));
	return gradient;
}

static void draw_batches(Judge *j, Case *c)
{
	for (int s = 0; s < STEPS; s++) {
		c->all[s] = 0;
		for (int i = 0; i < team_size(&c->team); i++)
			c->all[s] += c->rows[s][i];
		c->x[s] = judge_uniform(j, c->all[s] * c->net.size[IN], -1, 1);
		c->classes[s] = judge_memory(j, (size_t)c->all[s] * sizeof(int64_t));
		for (int64_t row = 0; row < c->all[s]; row++)
			c->classes[s][row] = judge_between(j, 0, c->net.size[OUT] - 1);
	}
}

/* Makes both steps. Returns how near to 0 an input of relu came. */
static double make_steps(Judge *j, Case *c)
{
	int64_t count = c->net.start[4];
	double least = INFINITY;
	double *velocity = judge_memory(j, (size_t)count * sizeof *velocity);
	double *p = judge_memory(j, (size_t)count * sizeof *p);
	for (int64_t k = 0; k < count; k++)
		p[k] = c->start[k];
	for (int s = 0; s < STEPS; s++) {
		double *gradient = step_gradient(j, c, s, p, BY_ROWS, 0, &least);
		double *next = judge_memory(j, (size_t)count * sizeof *next);
		if (s == 0)
			c->first = gradient;
		for (int64_t k = 0; k < count; k++) {
			velocity[k] = c->momentum * velocity[k] + gradient[k];
			next[k] = p[k] - c->rate * velocity[k];
		}
		c->after[s] = p = next;
	}
	c->coasted = judge_memory(j, (size_t)count * sizeof *c->coasted);
	for (int64_t k = 0; k < count; k++)
		c->coasted[k] = p[k] - c->rate * c->momentum * velocity[k];
	return least;
}

void draw_case(Judge *j, Case *c)
{
	int64_t out = judge_between(j, 3, 6), hidden = judge_between(j, 8, 12);
	c->net = net_of(judge_between(j, 3, 7), hidden, out);
	c->rate = (double)judge_between(j, 2, 4) / 4;
	c->momentum = (double)judge_between(j, 1, 3) / 4;
	do {
		c->start = judge_uniform(j, c->net.start[4], -1, 1);
		draw_batches(j, c);
	} while (make_steps(j, c) < 1e-4);
}
