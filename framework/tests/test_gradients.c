/* test_gradients.c - forward, loss, backward and steps against an MLP written again in double
 * precision by plain loops, whose gradients are finite differences of its loss. */
#include "framework/tests/test_clean.h"

#include <math.h>

/* --- the same model in double precision ------------------------------------------------------ */

#define LAYERS  3
#define BATCH   6
#define WIDEST  8
#define NUMBERS 256

static const int sizes[LAYERS + 1] = {5, 8, 6, 4};
static const int32_t classes[BATCH] = {0, 3, 1, 1, 2, 3};
static float batch[BATCH * 5];

typedef struct Model {
	double parameter[2 * LAYERS][NUMBERS]; /* weights (in, out) and biases, by turns */
	double x[BATCH * 5];
} Model;

static int parameter_numbers(int index)
{
	int out = sizes[index / 2 + 1];
	return index % 2 ? out : sizes[index / 2] * out;
}

/* The model's output for one row. */
static void model_row(const Model *model, const double *x, double *out)
{
	double in[WIDEST];
	memcpy(in, x, sizeof(double) * (size_t)sizes[0]);
	for (int l = 0; l < LAYERS; l++) {
		for (int j = 0; j < sizes[l + 1]; j++) {
			out[j] = model->parameter[2 * l + 1][j];
			for (int i = 0; i < sizes[l]; i++)
				out[j] += in[i] * model->parameter[2 * l][i * sizes[l + 1] + j];
			if (l + 1 < LAYERS && out[j] < 0)
				out[j] = 0;
		}
		memcpy(in, out, sizeof(double) * (size_t)sizes[l + 1]);
	}
}

static double model_loss(const Model *model)
{
	double loss = 0;
	for (int row = 0; row < BATCH; row++) {
		double out[WIDEST] = {0}, sum = 0;
		model_row(model, model->x + row * sizes[0], out);
		for (int j = 0; j < sizes[LAYERS]; j++)
			sum += exp(out[j]);
		loss -= log(exp(out[classes[row]]) / sum);
	}
	return loss / BATCH;
}

/* The derivative of the loss by one of the model's numbers. */
static double slope(Model *model, double *number)
{
	const double step = 1e-5;
	double at = *number;
	*number = at + step;
	double above = model_loss(model);
	*number = at - step;
	double below = model_loss(model);
	*number = at;
	return (above - below) / (2 * step);
}

static void read_model(const Module *module, Model *model)
{
	for (int p = 0; p < 2 * LAYERS; p++) {
		float *value = test_elements(module_parameter(module, p));
		for (int i = 0; i < parameter_numbers(p); i++)
			model->parameter[p][i] = value[i];
		free(value);
	}
	for (int i = 0; i < BATCH * sizes[0]; i++)
		model->x[i] = batch[i];
}

static bool near(double got, double wanted)
{
	return fabs(got - wanted) <= 1e-6 + 1e-5 * fabs(wanted);
}

/* --- helpers ---------------------------------------------------------------------------------- */

/* An MLP whose biases are not all zero. */
static Module *new_mlp(Device d)
{
	Module *module = module_mlp(sizes, LAYERS + 1, 42, d);
	assert_non_null(module);
	for (int p = 1; p < 2 * LAYERS; p += 2) {
		Tensor *ones = tensor_ones(tensor_shape(module_parameter(module, p)), d);
		assert_int_equal(
			tensor_add_scaled(module_parameter(module, p), 0.1f * (float)p, ones), 0);
		tensor_free(ones);
	}
	return module;
}

typedef struct Run {
	Tensor *x, *labels, *logits, *loss, *gradient;
} Run;

static Run run_forward(Module *module, Device d)
{
	Run r;
	r.x = tensor_from_host(SHAPE(BATCH, sizes[0]), DTYPE_FLOAT32, batch, d);
	r.labels = tensor_from_host(SHAPE(BATCH), DTYPE_INT32, classes, d);
	r.logits = module_forward(module, r.x);
	r.loss = loss_softmax_cross_entropy(r.logits, r.labels, &r.gradient);
	assert_non_null(r.loss);
	return r;
}

static void end_run(Run *r)
{
	tensor_free(r->gradient);
	tensor_free(r->loss);
	tensor_free(r->logits);
	tensor_free(r->labels);
	tensor_free(r->x);
}

/* --- tests ------------------------------------------------------------------------------------ */

static void test_forward_and_loss(void **state)
{
	(void)state;
	FOR_EACH_DEVICE(d)
	{
		Model model;
		double loss;
		Module *module = new_mlp(d);
		read_model(module, &model);
		Run r = run_forward(module, d);
		float *logits = test_elements(r.logits);
		for (int row = 0; row < BATCH; row++) {
			double out[WIDEST] = {0};
			model_row(&model, model.x + row * sizes[0], out);
			for (int j = 0; j < sizes[LAYERS]; j++)
				assert_true(near(logits[row * sizes[LAYERS] + j], out[j]));
		}
		assert_int_equal(tensor_item(r.loss, &loss), 0);
		assert_true(near(loss, model_loss(&model)));
		free(logits);
		end_run(&r);
		module_free(module);
	}
}

/* Twice, because gradients are added to those that are there. */
static void check_gradients(Module *module, Model *model, double times)
{
	for (int p = 0; p < 2 * LAYERS; p++) {
		float *got = test_elements(module_gradient(module, p));
		for (int i = 0; i < parameter_numbers(p); i++)
			assert_true(near(got[i] / times, slope(model, &model->parameter[p][i])));
		free(got);
	}
}

static void test_backward(void **state)
{
	(void)state;
	FOR_EACH_DEVICE(d)
	{
		Model model;
		Module *module = new_mlp(d);
		read_model(module, &model);
		Run r = run_forward(module, d);
		Tensor *dx = module_backward(module, r.gradient);
		check_gradients(module, &model, 1);
		float *got = test_elements(dx);
		for (int i = 0; i < BATCH * sizes[0]; i++)
			assert_true(near(got[i], slope(&model, &model.x[i])));
		free(got);
		tensor_free(dx);
		end_run(&r);
		r = run_forward(module, d);
		assert_int_equal(module_backward_parameters(module, r.gradient), 0);
		check_gradients(module, &model, 2);
		end_run(&r);
		assert_int_equal(module_zero_gradients(module), 0);
		for (int p = 0; p < 2 * LAYERS; p++) {
			float *zeros = test_elements(module_gradient(module, p));
			for (int i = 0; i < parameter_numbers(p); i++)
				assert_true(zeros[i] == 0);
			free(zeros);
		}
		module_free(module);
	}
}

/* Steps, each recomputed from the gradient that the module had, in the same single precision. */
static void check_steps(float rate, float momentum, Device d)
{
	static float velocity[2 * LAYERS][NUMBERS];
	memset(velocity, 0, sizeof(velocity));
	Module *module = new_mlp(d);
	Sgd *sgd = sgd_create(module, rate, momentum);
	assert_non_null(sgd);
	for (int step = 0; step < 4; step++) {
		float *before[2 * LAYERS];
		assert_int_equal(module_zero_gradients(module), 0);
		Run r = run_forward(module, d);
		assert_int_equal(module_backward_parameters(module, r.gradient), 0);
		end_run(&r);
		for (int p = 0; p < 2 * LAYERS; p++)
			before[p] = test_elements(module_parameter(module, p));
		assert_int_equal(sgd_step(sgd), 0);
		for (int p = 0; p < 2 * LAYERS; p++) {
			float *after = test_elements(module_parameter(module, p));
			float *gradient = test_elements(module_gradient(module, p));
			for (int i = 0; i < parameter_numbers(p); i++) {
				float v = momentum * velocity[p][i];
				velocity[p][i] = v + gradient[i];
				float moved = rate * velocity[p][i];
				assert_true(after[i] == before[p][i] - moved);
			}
			free(gradient);
			free(after);
			free(before[p]);
		}
	}
	sgd_free(sgd);
	module_free(module);
}

static void test_momentum(void **state)
{
	(void)state;
	FOR_EACH_DEVICE(d)
	{
		check_steps(0.1f, 0, d);
		check_steps(0.05f, 0.9f, d);
	}
}

/* Everything at once: the loss goes down as it does in double precision. */
static void test_training(void **state)
{
	Model model;
	(void)state;
	FOR_EACH_DEVICE(d)
	{
		double first = 0, last = 0;
		Module *module = new_mlp(d);
		Sgd *sgd = sgd_create(module, 0.1f, 0.5f);
		read_model(module, &model);
		static double velocity[2 * LAYERS][NUMBERS], slopes[2 * LAYERS][NUMBERS];
		memset(velocity, 0, sizeof(velocity));
		for (int step = 0; step < 10; step++) {
			assert_int_equal(module_zero_gradients(module), 0);
			Run r = run_forward(module, d);
			assert_int_equal(module_backward_parameters(module, r.gradient), 0);
			assert_int_equal(sgd_step(sgd), 0);
			assert_int_equal(tensor_item(r.loss, &last), 0);
			assert_true(fabs(last - model_loss(&model)) < 1e-4);
			first = step == 0 ? last : first;
			end_run(&r);
			for (int p = 0; p < 2 * LAYERS; p++)
				for (int i = 0; i < parameter_numbers(p); i++)
					slopes[p][i] = slope(&model, &model.parameter[p][i]);
			for (int p = 0; p < 2 * LAYERS; p++)
				for (int i = 0; i < parameter_numbers(p); i++) {
					velocity[p][i] = 0.5 * velocity[p][i] + slopes[p][i];
					model.parameter[p][i] -= 0.1 * velocity[p][i];
				}
		}
		assert_true(last < 0.9 * first);
		sgd_free(sgd);
		module_free(module);
	}
}

/* Whatever cuBLAS does not compute has the CPU's bits on a GPU; products may differ in rounding. */
static void test_cpu_against_gpu(void **state)
{
	(void)state;
	Module *on_cpu = new_mlp(device_cpu());
	Run wanted = run_forward(on_cpu, device_cpu());
	assert_int_equal(module_backward_parameters(on_cpu, wanted.gradient), 0);
	for (int gpu = 0; gpu < 2; gpu++) {
		Device d = device_gpu(gpu);
		Module *module = module_copy_to(on_cpu, d);
		assert_non_null(module);
		Run r = run_forward(module, d);
		assert_int_equal(module_backward_parameters(module, r.gradient), 0);
		for (int p = 0; p < 2 * LAYERS; p++) {
			float *a = test_elements(module_gradient(on_cpu, p));
			float *b = test_elements(module_gradient(module, p));
			for (int i = 0; i < parameter_numbers(p); i++)
				assert_true(near(b[i], a[i]));
			free(b);
			free(a);
		}
		Tensor *logits = tensor_copy_to(wanted.logits, d), *gradient;
		Tensor *loss = loss_softmax_cross_entropy(logits, r.labels, &gradient);
		float *number = test_elements(wanted.loss), *rows = test_elements(wanted.gradient);
		test_tensor_is(loss, SHAPE_SCALAR, d, DTYPE_FLOAT32, number);
		test_tensor_is(gradient, SHAPE(BATCH, 4), d, DTYPE_FLOAT32, rows);
		free(rows);
		free(number);
		tensor_free(logits);
		end_run(&r);
		module_free(module);
	}
	end_run(&wanted);
	module_free(on_cpu);
}

static int setup(void **state)
{
	(void)state;
	for (int i = 0; i < BATCH * 5; i++)
		batch[i] = (float)((i * 37 + 11) % 101 - 50) / 40;
	test_find_devices();
	return test_device_count == 3 ? 0 : -1;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_teardown(test_forward_and_loss, test_nothing_left),
		cmocka_unit_test_teardown(test_backward, test_nothing_left),
		cmocka_unit_test_teardown(test_momentum, test_nothing_left),
		cmocka_unit_test_teardown(test_training, test_nothing_left),
		cmocka_unit_test_teardown(test_cpu_against_gpu, test_nothing_left),
	};
	setenv("SIMCUDA_MACHINE", "2xa100", 1);
	return cmocka_run_group_tests_name("gradients", tests, setup, test_no_findings);
}
