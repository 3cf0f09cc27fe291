/* model.c - draws parameters and batches, and makes steps of training with them. */
#include <math.h>

#include "grader/labs/lab9/model.h"

static Net net_of(const int64_t *size, int linear)
{
	Net net = {.linear = linear, .size = {size[0]}};
	for (int l = 0; l < linear; l++) {
		net.size[l + 1] = size[l + 1];
		net.start[2 * l] = net.count;
		net.start[2 * l + 1] = net.count + size[l] * size[l + 1];
		net.count = net.start[2 * l + 1] + size[l + 1];
	}
	return net;
}

enum { WIDEST = 64 };

/* y = x W + b of layer l. */
static void layer_forward(const Net *net, int l, const double *p, const double *x, double *y)
{
	const double *w = p + net->start[2 * l], *b = p + net->start[2 * l + 1];
	for (int64_t o = 0; o < net->size[l + 1]; o++) {
		y[o] = b[o];
		for (int64_t i = 0; i < net->size[l]; i++)
			y[o] += x[i] * w[i * net->size[l + 1] + o];
	}
}

/* Adds what layer l has of the gradient, with `y` the loss's by its outputs; *back: the loss's by its inputs x. */
static void layer_backward(const Net *net, int l, const double *p, const double *x, const double *y,
			   double *back, double *gradient)
{
	const int64_t in = net->size[l], out = net->size[l + 1], w = net->start[2 * l];
	for (int64_t o = 0; o < out; o++)
		gradient[net->start[2 * l + 1] + o] += y[o];
	for (int64_t i = 0; i < in; i++) {
		back[i] = 0;
		for (int64_t o = 0; o < out; o++) {
			gradient[w + i * out + o] += x[i] * y[o];
			back[i] += p[w + i * out + o] * y[o];
		}
	}
}

/* Adds the gradient of one row's loss, times `weight`, to gradient[]. Returns how near to 0 an
 * input of relu came. */
static double row_gradient(const Net *net, const double *p, const float *x, int64_t class,
			   double weight, double *gradient)
{
	double a[MOST_LINEAR + 1][WIDEST] = {{0}}, y[WIDEST] = {0}, sum = 0, least = INFINITY;
	const int64_t out = net->size[net->linear];
	for (int64_t i = 0; i < net->size[0]; i++)
		a[0][i] = x[i];
	for (int l = 0; l < net->linear; l++) {
		layer_forward(net, l, p, a[l], a[l + 1]);
		for (int64_t k = 0; k < net->size[l + 1] && l + 1 < net->linear; k++) {
			least = fmin(least, fabs(a[l + 1][k]));
			a[l + 1][k] = fmax(a[l + 1][k], 0);
		}
	}
	for (int64_t o = 0; o < out; o++)
		sum += y[o] = exp(a[net->linear][o]);
	for (int64_t o = 0; o < out; o++)
		y[o] = weight * (y[o] / sum - (o == class));
	for (int l = net->linear - 1; l >= 0; l--) {
		double back[WIDEST] = {0};
		layer_backward(net, l, p, a[l], y, back, gradient);
		for (int64_t i = 0; i < net->size[l]; i++)
			y[i] = a[l][i] > 0 ? back[i] : 0;
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
	double *gradient = judge_memory(j, (size_t)c->net.count * sizeof *gradient);
	const float *x = c->x[step];
	const int64_t *class = c->classes[step];
	for (int i = 0; i < team_size(&c->team); i++)
		for (int64_t row = 0; row < c->rows[step][i]; row++, x += c->net.size[0], class ++)
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
		c->x[s] = judge_uniform(j, c->all[s] * c->net.size[0], -1, 1);
		c->classes[s] = judge_memory(j, (size_t)c->all[s] * sizeof(int64_t));
		for (int64_t row = 0; row < c->all[s]; row++)
			c->classes[s][row] = judge_between(j, 0, c->net.size[c->net.linear] - 1);
	}
}

/* Makes both steps. Returns how near to 0 an input of relu came. */
static double make_steps(Judge *j, Case *c)
{
	int64_t count = c->net.count;
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
	int64_t in = c->wide ? judge_between(j, 33, WIDEST) : judge_between(j, 3, 7);
	if (c->deep) {
		int64_t size[MOST_LINEAR + 1] = {in, hidden};
		int linear = (int)judge_between(j, 4, MOST_LINEAR);
		for (int l = 2; l < linear; l++)
			size[l] = 8;
		size[linear] = out;
		c->net = net_of(size, linear);
	} else {
		c->net = net_of((int64_t[]){in, hidden, out}, 2);
	}
	c->rate = (double)judge_between(j, 2, 4) / 4;
	c->momentum = (double)judge_between(j, 1, 3) / 4;
	do {
		c->start = judge_uniform(j, c->net.count, -1, 1);
		draw_batches(j, c);
	} while (make_steps(j, c) < 1e-4);
}
