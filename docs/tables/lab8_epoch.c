/* lab8_epoch.c - the first table of docs/lab8.md: milliseconds for an epoch over the digits, in
 * batches of 64 that lie on the GPU, when one number is fetched at the end and when the loss is
 * fetched in every step. A step is the framework's own. */
#include "us.h"

#define BATCH 64

typedef struct Training {
	Parallel *parallel; /* of one GPU */
	Tensor *x, *y, *sum;
} Training;

static void step(const Training *t, int64_t first, int64_t rows, int fetch)
{
	Tensor *x = tensor_rows(t->x, first, rows), *y = tensor_rows(t->y, first, rows);
	Tensor *loss = parallel_step(t->parallel, x, y);
	double number;

	MUST((fetch ? tensor_item(loss, &number) : tensor_add_scaled(t->sum, 1, loss)) == 0);
	tensor_free(loss);
	tensor_free(y);
	tensor_free(x);
}

static double epoch_ms(const Training *t, int fetch_each)
{
	int64_t count = tensor_shape(t->y).dim[0];
	double number;

	MUST(device_synchronize(device_gpu(0)) == 0);
	double start = timer_now();
	for (int64_t first = 0; first < count; first += BATCH)
		step(t, first, count - first < BATCH ? count - first : BATCH, fetch_each);
	MUST(tensor_item(t->sum, &number) == 0);
	return us_since(start) / 1000;
}

int main(void)
{
	static const int sizes[] = {64, 128, 10};
	Device gpu = device_gpu(0);
	Module *net = module_mlp(sizes, 3, 41, gpu);
	Training t = {.parallel = parallel_create(net, &gpu, 1, 0.1F, 0.9F),
		      .x = tensor_load("datasets/digits_train_x.npy", gpu),
		      .y = tensor_load("datasets/digits_train_y.npy", gpu),
		      .sum = tensor_zeros(SHAPE_SCALAR, gpu)};

	MUST(t.parallel && t.x && t.y && t.sum);
	epoch_ms(&t, 0); /* the first time is not measured */
	double once = epoch_ms(&t, 0), each = epoch_ms(&t, 1);
	int64_t steps = (tensor_shape(t.y).dim[0] + BATCH - 1) / BATCH;
	printf("| one, at the end | %.2f |\n| %d, one in each step | %.2f |\n", once, (int)steps,
	       each);
	tensor_free(t.sum);
	tensor_free(t.y);
	tensor_free(t.x);
	parallel_free(t.parallel);
	module_free(net);
	return 0;
}
