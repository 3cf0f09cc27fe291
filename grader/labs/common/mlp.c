/* mlp.c - digits from the kit's data set, and an MLP in double precision with its
 * gradients, row after row. */
#include "grader/labs/common/mlp.h"

#include <stdlib.h>
#include <math.h>
#include <string.h>

#include "grader/judge/dataset.h"

/* --- data ------------------------------------------------------------------------------------- */

static Digits digits_load(Judge *j, const char *x_path, const char *classes_path)
{
	Digits data;
	int64_t rows, one;
	const float *x = dataset_floats(j, x_path, &data.count, &data.width);
	const int32_t *classes = dataset_ints(j, classes_path, &rows, &one);
	size_t bytes = (size_t)(data.count * data.width) * sizeof *x;
	data.x = memcpy(judge_memory(j, bytes), x, bytes);
	data.classes = judge_memory(j, (size_t)rows * sizeof *classes);
	memcpy(data.classes, classes, (size_t)rows * sizeof *classes);
	return data;
}

Digits digits_all(Judge *j)
{
	return digits_load(j, "datasets/digits_train_x.npy", "datasets/digits_train_y.npy");
}

Digits digits_test(Judge *j)
{
	return digits_load(j, "datasets/digits_test_x.npy", "datasets/digits_test_y.npy");
}

Digits digits_draw(Judge *j, int64_t count)
{
	Digits data = digits_all(j);
	int64_t first = judge_between(j, 0, data.count - count);
	data.x += first * data.width;
	data.classes += first;
	data.count = count;
	return data;
}

Digits rows_draw(Judge *j, int64_t count, int64_t width)
{
	Digits data = {judge_uniform(j, count * width, 0, 1),
		       judge_memory(j, (size_t)count * sizeof *data.classes), count, width};
	for (int64_t i = 0; i < count; i++)
		data.classes[i] = (int32_t)judge_between(j, 0, 9);
	return data;
}

void run_digits(Run *r, const Digits *data)
{
	const int64_t count = data->count;
	int64_t *wide = malloc((size_t)(count + 1) * sizeof *wide);
	if (!wide)
		abort();
	for (int64_t i = 0; i < count; i++)
		wide[i] = data->classes[i];
	run_floats(r, "x", data->x, count * data->width);
	run_ints(r, "classes", wide, count);
	run_int(r, "width", data->width);
	free(wide);
}

/* --- parameters ------------------------------------------------------------------------------- */

static Mlp mlp_allocate(Judge *j, const int64_t *sizes, int count)
{
	Mlp mlp = {.sizes = count};
	int64_t units = 0;
	for (int i = 0; i < count; i++) {
		mlp.size[i] = sizes[i];
		units += sizes[i];
		if (i > 0)
			mlp.count += (sizes[i - 1] + 1) * sizes[i];
	}
	mlp.value = judge_memory(j, (size_t)mlp.count * sizeof(double));
	mlp.gradient = judge_memory(j, (size_t)mlp.count * sizeof(double));
	mlp.velocity = judge_memory(j, (size_t)mlp.count * sizeof(double));
	mlp.unit = judge_memory(j, (size_t)units * sizeof(double));
	mlp.delta = judge_memory(j, (size_t)units * sizeof(double));
	mlp.nearest = judge_memory(j, sizeof(double));
	*mlp.nearest = INFINITY;
	return mlp;
}

Mlp mlp_draw(Judge *j, const int64_t *sizes, int count)
{
	Mlp mlp = mlp_allocate(j, sizes, count);
	double *value = mlp.value;
	for (int i = 1; i < count; i++) {
		int64_t weights = sizes[i - 1] * sizes[i];
		double limit = sqrt(6.0 / (double)(sizes[i - 1] + sizes[i]));
		const float *drawn = judge_uniform(j, weights, -limit, limit);
		for (int64_t k = 0; k < weights; k++)
			*value++ = (double)drawn[k];
		drawn = judge_uniform(j, sizes[i], -0.1, 0.1);
		for (int64_t k = 0; k < sizes[i]; k++)
			*value++ = (double)drawn[k];
	}
	return mlp;
}

Mlp mlp_copy(Judge *j, const Mlp *mlp)
{
	Mlp copy = mlp_allocate(j, mlp->size, mlp->sizes);
	copy.rate = mlp->rate;
	copy.momentum = mlp->momentum;
	memcpy(copy.value, mlp->value, (size_t)mlp->count * sizeof(double));
	memcpy(copy.velocity, mlp->velocity, (size_t)mlp->count * sizeof(double));
	return copy;
}

void run_mlp(Run *r, Judge *j, const Mlp *mlp, int device)
{
	float *values = judge_memory(j, (size_t)mlp->count * sizeof *values);
	for (int64_t i = 0; i < mlp->count; i++)
		values[i] = (float)mlp->value[i];
	run_ints(r, "sizes", mlp->size, mlp->sizes);
	run_floats(r, "parameters", values, mlp->count);
	run_int(r, "device", device);
}

/* The rate and the momentum are floats in the framework, so they had better be exact ones. */
void run_sgd(Run *r, const Mlp *mlp)
{
	run_real(r, "rate", mlp->rate);
	run_real(r, "momentum", mlp->momentum);
}

double mlp_flops(const Mlp *mlp, int64_t rows, bool learns)
{
	double flops = 0;
	for (int i = 0; i + 1 < mlp->sizes; i++)
		flops += (learns ? i > 0 ? 6.0 : 4.0 : 2.0) *
			 (double)(rows * mlp->size[i] * mlp->size[i + 1]);
	return flops;
}

const char *mlp_take(Mlp *mlp, Run *r, int device)
{
	return mlp_take_named(mlp, r, "parameters", device);
}

const char *mlp_take_named(Mlp *mlp, Run *r, const char *name, int device)
{
	int64_t count;
	const float *values = run_get_floats_on(r, name, device, &count);
	if (!values || count != mlp->count)
		return "the model has not as many parameters as before";
	for (int64_t i = 0; i < count; i++)
		mlp->value[i] = (double)values[i];
	return NULL;
}

double mlp_distance(const Mlp *a, const Mlp *b)
{
	double most = 0;
	for (int64_t i = 0; i < a->count; i++) {
		double distance = fabs(a->value[i] - b->value[i]);
		if (!(distance <= most))
			most = isnan(distance) ? INFINITY : distance;
	}
	return most;
}

/* --- learning --------------------------------------------------------------------------------- */

/* Fills the units of all layers, one layer behind the other, and returns those of the last. */
static double *forward(const Mlp *mlp, const float *row)
{
	const double *value = mlp->value;
	double *in = mlp->unit;
	for (int64_t i = 0; i < mlp->size[0]; i++)
		in[i] = (double)row[i];
	for (int layer = 1; layer < mlp->sizes; layer++) {
		int64_t n = mlp->size[layer - 1], m = mlp->size[layer];
		double *out = in + n;
		for (int64_t k = 0; k < m; k++)
			out[k] = value[n * m + k];
		for (int64_t i = 0; i < n; i++)
			for (int64_t k = 0; k < m && in[i] != 0; k++)
				out[k] += in[i] * value[i * m + k];
		for (int64_t k = 0; k < m && layer + 1 < mlp->sizes; k++) {
			*mlp->nearest = fmin(*mlp->nearest, fabs(out[k]));
			out[k] = out[k] > 0 ? out[k] : 0;
		}
		value += (n + 1) * m;
		in = out;
	}
	return in;
}

/* The cross-entropy of one row; delta gets its gradient with respect to the outputs. */
static double row_loss(const double *out, int64_t count, int32_t class, double *delta)
{
	double most = out[0];
	for (int64_t k = 1; k < count; k++)
		most = fmax(most, out[k]);
	double sum = exp(out[0] - most);
	for (int64_t k = 1; k < count; k++)
		sum += exp(out[k] - most);
	for (int64_t k = 0; k < count; k++)
		delta[k] = exp(out[k] - most) / sum - (k == class ? 1 : 0);
	return log(sum) + most - out[class];
}

/* Adds the gradients of one row, whose deltas of the last layer are set, times `weight`. */
static void backward(Mlp *mlp, int64_t last_unit, double weight)
{
	int64_t parameter = mlp->count, at = last_unit;
	for (int layer = mlp->sizes - 1; layer > 0; layer--) {
		int64_t n = mlp->size[layer - 1], m = mlp->size[layer];
		parameter -= (n + 1) * m;
		const double *value = mlp->value + parameter, *delta = mlp->delta + at;
		double *gradient = mlp->gradient + parameter;
		for (int64_t k = 0; k < m; k++)
			gradient[n * m + k] += weight * delta[k];
		at -= n;
		for (int64_t i = 0; i < n; i++) {
			double unit = mlp->unit[at + i], sum = 0;
			for (int64_t k = 0; k < m && unit != 0; k++) {
				gradient[i * m + k] += weight * unit * delta[k];
				sum += value[i * m + k] * delta[k];
			}
			mlp->delta[at + i] = sum; /* a unit that relu has closed is 0 */
		}
	}
}

double mlp_gradient(Mlp *mlp, const Digits *data, int64_t first, int64_t rows)
{
	double sum = 0;
	int64_t outputs = mlp->size[mlp->sizes - 1];
	for (int64_t i = first; i < first + rows; i++) {
		const double *out = forward(mlp, data->x + i * data->width);
		int64_t at = out - mlp->unit;
		sum += row_loss(out, outputs, data->classes[i], mlp->delta + at);
		backward(mlp, at, 1 / (double)rows);
	}
	return sum / (double)rows;
}

void mlp_update(Mlp *mlp)
{
	for (int64_t i = 0; i < mlp->count; i++) {
		mlp->velocity[i] = mlp->momentum * mlp->velocity[i] + mlp->gradient[i];
		mlp->value[i] -= mlp->rate * mlp->velocity[i];
	}
}

double mlp_step(Mlp *mlp, const Digits *data, int64_t first, int64_t rows)
{
	memset(mlp->gradient, 0, (size_t)mlp->count * sizeof(double));
	double loss = mlp_gradient(mlp, data, first, rows);
	mlp_update(mlp);
	return loss;
}

/* Sums of 64 products of numbers below 1 are off by some 1e-7. */
bool mlp_is_clear(const Mlp *mlp)
{
	return *mlp->nearest > 1e-5;
}

int32_t mlp_answer(const Mlp *mlp, const Digits *data, int64_t i, double *ahead)
{
	const double *out = forward(mlp, data->x + i * data->width);
	int64_t outputs = mlp->size[mlp->sizes - 1], best = 0;
	double second = -INFINITY;
	for (int64_t k = 1; k < outputs; k++)
		if (out[k] > out[best]) {
			second = out[best];
			best = k;
		} else {
			second = fmax(second, out[k]);
		}
	*ahead = out[best] - second;
	return (int32_t)best;
}

int64_t mlp_right(const Mlp *mlp, const Digits *data, int64_t *near)
{
	int64_t right = 0;
	double ahead;
	*near = 0;
	for (int64_t i = 0; i < data->count; i++) {
		right += mlp_answer(mlp, data, i, &ahead) == data->classes[i];
		*near += ahead < 1e-4;
	}
	return right;
}
