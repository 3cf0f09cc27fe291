/* lab8_ahead.c - the second table of docs/lab8.md: milliseconds for eight batches of 4 MiB, each
 * sent just before its step from ordinary memory, and sent ahead from pinned memory. A step and the
 * sending ahead are the framework's own. */
#include "us.h"

#define BATCH   1024
#define WIDTH   1024
#define BATCHES 8

typedef struct Training {
	Parallel *parallel; /* of one GPU */
	Tensor *x, *y;      /* the data set, in main memory */
	Batches *batches;
} Training;

static int next(const Training *t, int *done, Tensor **x, Tensor **y)
{
	if (t->batches)
		return batches_next(t->batches, x, y);
	if (*done == BATCHES)
		return 0;
	Tensor *rows = tensor_rows(t->x, (int64_t)*done * BATCH, BATCH);
	Tensor *classes = tensor_rows(t->y, (int64_t)*done * BATCH, BATCH);
	*x = tensor_copy_to(rows, device_gpu(0));
	*y = tensor_copy_to(classes, device_gpu(0));
	tensor_free(classes);
	tensor_free(rows);
	++*done;
	return *x && *y ? 1 : -1;
}

static double epoch_ms(const Training *t)
{
	Tensor *x, *y;
	int done = 0, status;

	MUST(device_synchronize(device_gpu(0)) == 0);
	double start = timer_now();
	MUST(!t->batches || batches_start(t->batches, 0) == 0);
	while ((status = next(t, &done, &x, &y)) == 1) {
		Tensor *loss = parallel_step(t->parallel, x, y);
		MUST(loss);
		tensor_free(loss);
		tensor_free(y);
		tensor_free(x);
	}
	MUST(status == 0 && device_synchronize(device_gpu(0)) == 0);
	return us_since(start) / 1000;
}

int main(void)
{
	static const int sizes[] = {WIDTH, 1024, 10};
	Device gpu = device_gpu(0), cpu = device_cpu();
	Module *net = module_mlp(sizes, 3, 41, gpu);
	Training t = {.parallel = parallel_create(net, &gpu, 1, 0.1F, 0.9F),
		      .x = tensor_zeros(SHAPE(BATCH * BATCHES, WIDTH), cpu),
		      .y = tensor_full_int(SHAPE(BATCH * BATCHES), 3, cpu)};
	const char *how[] = {"each just before its step", "ahead"};

	MUST(t.parallel && t.x && t.y);
	for (int ahead = 0; ahead < 2; ahead++) {
		t.batches = ahead ? batches_create(t.x, t.y, BATCH, 2, gpu) : NULL;
		MUST(t.batches || !ahead);
		epoch_ms(&t); /* the first time is not measured */
		printf("| %s | %.1f |\n", how[ahead], epoch_ms(&t));
		batches_free(t.batches);
	}
	tensor_free(t.y);
	tensor_free(t.x);
	parallel_free(t.parallel);
	module_free(net);
	return 0;
}
