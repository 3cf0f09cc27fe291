/* lab7_drive.c - calls the exercises of lab 7 in the student's process. */
#include "grader/drive/predict.h"
#include "grader/drive/caller.h"

#include <stdbool.h>
#include "grader/drive/memory.h"
#include "grader/include/drive.h"
#include "grader/student/lab7_drive_products.h"
#include "grader/student/lab7_drive_trips.h"

typedef struct Times {
	double queued, start, end;
} Times;

__attribute__((weak)) int make_handles(cublasHandle_t *handles, const int *gpus, int count);
__attribute__((weak)) int multiply_at_once(const Product *products, int count);
__attribute__((weak)) double speed_up(const Product *alone, const Product *apart, int count);
__attribute__((weak)) int multiply_list(Tensor *const *a, Tensor *const *b, Tensor **results,
					int count);
__attribute__((weak)) int send_multiply_fetch(const Product *products, const Pinned *host,
					      int count);
__attribute__((weak)) int read_timeline(Times a, Times b);
__attribute__((weak)) double expected_speed_up(double alone_us, double product_us, int products,
					       int gpus);
__attribute__((weak)) double predict_two_gpus(void);

/* --- handles ---------------------------------------------------------------------------------- */

/* Has the handle multiply the two numbers at `pair` on that GPU, into the third. */
static bool handle_multiplies(cublasHandle_t handle, int gpu, float *pair)
{
	const float one = 1, zero = 0;
	cudaSetDevice(gpu);
	bool queued = cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, 1, 1, 1, &one, pair, 1,
				  pair + 1, 1, &zero, pair + 2, 1) == CUBLAS_STATUS_SUCCESS;
	left_clear();
	return queued;
}

/* Memory of each GPU of the list that is there, for two numbers of the judge's and their product. */
static void pairs_make(Drive *d, float **pairs, const int *gpus, int64_t count)
{
	for (int64_t i = 0; i < count; i++) {
		pairs[i] = NULL;
		if (gpus[i] >= device_gpu_count())
			continue;
		cudaSetDevice(gpus[i]);
		pairs[i] = gpu_memory(3);
		cudaMemset(pairs[i], 0, 3 * sizeof(float));
		drive_give(d, "pairs", 2 * i, pairs[i], 2);
	}
}

/* Free memory of all GPUs; a first call makes CUDA take what it needs for itself. */
static int64_t free_everywhere(void)
{
	size_t sum = 0, free_bytes = 0, total = 0;
	for (int gpu = device_gpu_count() - 1; gpu >= 0; gpu--) {
		cudaSetDevice(gpu);
		cudaMemGetInfo(&free_bytes, &total);
		sum += free_bytes;
	}
	return (int64_t)sum;
}

enum { HANDLES_MOST = 100 };

static void drive_7_1(Drive *d)
{
	int64_t count;
	const int64_t *wanted = drive_ints(d, "gpus", &count);
	int gpus[HANDLES_MOST + 2];
	/* a handle before the list and a place behind it, which are none of its business */
	cublasHandle_t room[HANDLES_MOST + 2], *handles = room + 1, one = NULL;
	cublasHandle_t old = (cublasHandle_t)(void *)gpus;
	need(count <= HANDLES_MOST);
	for (int i = 0; i <= count; i++) {
		gpus[i] = i < count ? (int)wanted[i] : 0;
		handles[i] = old;
	}
	gpus[count + 1] = -1;
	cudaSetDevice(0);
	need(cublasCreate(&room[0]) == CUBLAS_STATUS_SUCCESS);
	float *pairs[HANDLES_MOST + 1] = {NULL}; /* the last is for the handle before the list */
	bool multiply = drive_int(d, "multiply");
	if (multiply)
		pairs_make(d, pairs, gpus, count + 1);
	free_everywhere();
	int64_t before = free_everywhere();
	Full full = {.count = 0};
	if (drive_int(d, "full") >= 0) {
		cudaSetDevice((int)drive_int(d, "full"));
		full_take(&full, (int)drive_int(d, "full"));
		full_take_rest(&full);
	}
	cudaSetDevice((int)drive_int(d, "current"));
	left_clear();
	drive_go(d);
	int status = make_handles(handles, gpus, (int)count);
	drive_end(d);
	left_put(d);
	full_give_back(&full);
	drive_put_int(d, "taken", before - free_everywhere());
	drive_put_int(d, "behind", handles[count] == old);
	int64_t works[HANDLES_MOST + 1], nulls = 0, twice = 0, elsewhere = 0;
	for (int i = 0; i < count; i++) {
		nulls += !handles[i];
		for (int k = 0; k < i; k++)
			twice += handles[i] == handles[k];
	}
	drive_put_int(d, "status", status);
	drive_put_int(d, "nulls", nulls);
	drive_put_int(d, "twice", twice);
	int64_t tried = multiply && status == 0 ? count : 0;
	for (int i = 0; i < tried; i++) {
		cudaStream_t stream = NULL;
		elsewhere += handles[i] &&
			     cublasGetStream(handles[i], &stream) == CUBLAS_STATUS_SUCCESS &&
			     stream && stream != cudaStreamLegacy;
	}
	drive_put_int(d, "elsewhere", elsewhere);
	int current = left_device();
	/* What the handles do is a window of its own. In it one more is made, so that the machine tells its size (not where one
	 * could not be made: in the program's own simulator the next one fails, too). */
	drive_go(d);
	need(!multiply || status != 0 || cublasCreate(&one) == CUBLAS_STATUS_SUCCESS);
	const bool before_works = multiply
					  ? handle_multiplies(room[0], 0, pairs[count])
					  : cublasSetStream(room[0], NULL) == CUBLAS_STATUS_SUCCESS;
	for (int i = 0; i < tried; i++) {
		works[i] = handle_multiplies(handles[i], gpus[i], pairs[i]);
		if (!works[i]) /* the GPU may be of no use any more */
			tried = i + 1;
	}
	cudaSetDevice(current);
	drive_end(d);
	drive_put_int(d, "before", before_works);
	drive_put_ints(d, "works", works, tried);
	if (multiply)
		drive_put_device_floats(d, "product.before", pairs[count], 3);
	for (int i = 0; i < tried; i++)
		drive_put_device_floats(d, name_of("product", i), pairs[i], 3);
	drive_thaw(d);
	for (int i = 0; status == 0 && twice == 0 && i < count; i++)
		cublasDestroy(handles[i]);
	for (int i = 0; i <= count; i++)
		cudaFree(pairs[i]);
	cublasDestroy(room[0]);
	cublasDestroy(one);
	left_clear();
}

/* --- products --------------------------------------------------------------------------------- */

static void drive_7_2(Drive *d)
{
	Products all;
	products_make(d, &all, "gpus", true);
	cublasHandle_t taken = handle_take(d, &all);
	if (drive_int(d, "begun"))
		products_touch(&all);
	cudaSetDevice((int)drive_int(d, "current"));
	left_clear();
	drive_go(d);
	int status = multiply_at_once(all.product, all.count);
	drive_end(d);
	left_put(d);
	left_moved(d, handles_moved(&all));
	handle_give_back(d, &all, taken);
	drive_put_int(d, "status", status);
	if (drive_int(d, "values") && status == 0 && !taken)
		products_put(d, &all, "result");
	products_free(&all);
}

static void drive_7_3(Drive *d)
{
	Products alone, apart;
	products_make(d, &alone, "alone", true);
	products_make(d, &apart, "gpus", true);
	Products *refused = drive_int(d, "null.alone") ? &alone : &apart;
	cublasHandle_t taken = handle_take(d, refused);
	int home = alone.product[0].gpu;
	product_repeat(&alone.product[0], drive_int(d, "busy.home"));
	for (int i = 0; i < apart.count; i++)
		if (apart.product[i].gpu != home)
			product_repeat(&apart.product[i], drive_int(d, "busy.others"));
	cudaSetDevice((int)drive_int(d, "current"));
	left_clear();
	drive_go(d);
	double ratio = speed_up(alone.product, apart.product, apart.count);
	drive_end(d);
	left_put(d);
	left_moved(d, handles_moved(&alone) + handles_moved(&apart));
	handle_give_back(d, refused, taken);
	drive_put_real(d, "ratio", ratio);
	if (drive_int(d, "values") == SOME_OF_THEM && !taken && ratio > 0) {
		products_put(d, &apart, "apart");
		products_put(d, &alone, "alone");
	}
	products_free(&apart);
	products_free(&alone);
}

/* --- tensors ---------------------------------------------------------------------------------- */

static void devices_wait(void)
{
	for (int gpu = device_gpu_count() - 1; gpu >= 0; gpu--)
		device_synchronize(device_gpu(gpu));
}

/* The inputs of 7.4: tensors of the judge's, or large ones of his numbers on the devices that "on" names. */
static void tensors_make(Drive *d, Tensor **a, Tensor **b, int count)
{
	int64_t side = drive_int(d, "side");
	const int64_t *on = drive_ints(d, "on", NULL), *k = drive_ints(d, "k", NULL);
	int64_t given = 0;
	for (int i = 0; i < count; i++) {
		a[i] = side ? tensor_zeros(SHAPE(side, k[i]), device_gpu((int)on[i]))
			    : drive_tensor(d, name_of("a", i));
		b[i] = side ? tensor_zeros(SHAPE(k[i], side), device_gpu((int)on[i]))
			    : drive_tensor(d, name_of("b", i));
		need(a[i] && b[i]);
		if (side) {
			drive_give(d, "a", given, tensor_data(a[i]), side * k[i]);
			drive_give(d, "b", given, tensor_data(b[i]), side * k[i]);
			given += side * k[i];
		}
	}
	devices_wait();
	error_clear();
}

/* The first product on the CPU takes memory for the BLAS itself, which keeps it. */
static void blas_warm_up(void)
{
	Tensor *x = tensor_ones(SHAPE(400, 400), device_cpu());
	tensor_free(tensor_matmul(x, x));
	tensor_free(x);
}

static void drive_7_4(Drive *d)
{
	if (device_gpu_count() == 0)
		blas_warm_up();
	int64_t host_before = host_begin(d);
	int count = (int)drive_int(d, "count");
	bool look = drive_int(d, "side") == 0;
	Tensor *a[PRODUCTS_MOST], *b[PRODUCTS_MOST], *results[PRODUCTS_MOST + 1];
	need(count >= 1 && count <= PRODUCTS_MOST);
	tensors_make(d, a, b, count);
	Tensor *mark = a[0];
	for (int i = 0; i < count; i++)
		results[i] = mark;
	Tensor *behind = tensor_zeros(SHAPE(1), device_cpu());
	results[count] = behind;
	for (int i = 0; i < count && drive_int(d, "begun"); i++) {
		tensor_touch(a[i]);
		tensor_touch(b[i]);
	}
	drive_go(d);
	int status = multiply_list(a, b, results, count);
	drive_end(d);
	reason_put(d);
	int64_t left = 0, same = 0;
	for (int i = 0; i < count; i++) {
		left += results[i] == mark;
		same += results[i] && results[i] != mark;
	}
	drive_put_int(d, "status", status);
	drive_put_int(d, "unwritten", left);
	drive_put_int(d, "given", same);
	drive_put_int(d, "behind", results[count] == behind);
	if (results[count] == behind)
		tensor_free(behind);
	for (int i = 0; i < count; i++) {
		Tensor *result = results[i] == mark ? NULL : results[i];
		if (look && status == 0) {
			drive_put_tensor(d, name_of("result", i), result);
			drive_put_tensor(d, name_of("a", i), a[i]);
			drive_put_tensor(d, name_of("b", i), b[i]);
		} else if (!look && status == 0) {
			drive_put_some(d, name_of("result", i), result ? tensor_data(result) : NULL,
				       result ? tensor_count(result) : 0);
			drive_put_some(d, input_name("result", "a", i), tensor_data(a[i]),
				       tensor_count(a[i]));
			drive_put_some(d, input_name("result", "b", i), tensor_data(b[i]),
				       tensor_count(b[i]));
		}
	}
	drive_thaw(d);
	for (int i = 0; i < count; i++) {
		if (status == 0 && results[i] != mark)
			tensor_free(results[i]);
		tensor_free(a[i]);
		tensor_free(b[i]);
	}
	host_put(d, host_before);
}

/* --- there and back --------------------------------------------------------------------------- */

static void drive_7_5(Drive *d)
{
	Products all;
	Pinned host[PRODUCTS_MOST] = {{0}}, shown[PRODUCTS_MOST];
	products_make(d, &all, "gpus", false);
	pinned_make(d, &all, host);
	pinned_show(d, shown, host, all.count);
	cublasHandle_t taken = handle_take(d, &all);
	float *sources[2 * PRODUCTS_MOST] = {NULL};
	if (drive_int(d, "begun"))
		pinned_begin(&all, host, sources);
	cudaSetDevice((int)drive_int(d, "current"));
	left_clear();
	drive_go(d);
	int status = send_multiply_fetch(all.product, shown, all.count);
	drive_end(d);
	left_put(d);
	left_moved(d, handles_moved(&all));
	handle_give_back(d, &all, taken);
	drive_put_int(d, "status", status);
	if (status == 0 && !taken) {
		results_put(d, &all, host);
		there_put(d, &all);
	}
	products_free(&all);
	for (int i = 0; i < 2 * PRODUCTS_MOST; i++)
		cudaFree(sources[i]);
	for (int i = 0; i < all.count; i++) {
		cudaFreeHost((void *)(uintptr_t)host[i].a);
		cudaFreeHost((void *)(uintptr_t)host[i].b);
		cudaFreeHost(host[i].result);
	}
}

/* --- questions -------------------------------------------------------------------------------- */

/* Six times a case. */
static void drive_7_6(Drive *d)
{
	int64_t count;
	const float *t = drive_floats(d, "times", &count);
	int64_t answers[64], cases = count / 6;
	need(cases <= 64);
	drive_go(d);
	for (int64_t i = 0; i < cases; i++, t += 6)
		answers[i] = read_timeline((Times){t[0], t[1], t[2]}, (Times){t[3], t[4], t[5]});
	drive_end(d);
	drive_put_ints(d, "answers", answers, cases);
}

static void drive_7_7(Drive *d)
{
	int64_t cases;
	const float *alone = drive_floats(d, "alone", &cases);
	const float *product = drive_floats(d, "product", NULL);
	const int64_t *products = drive_ints(d, "products", NULL);
	const int64_t *gpus = drive_ints(d, "gpus", NULL);
	float answers[64];
	need(cases <= 64);
	drive_go(d);
	for (int64_t i = 0; i < cases; i++)
		answers[i] = (float)expected_speed_up(alone[i], product[i], (int)products[i],
						      (int)gpus[i]);
	drive_end(d);
	drive_put_floats(d, "answers", answers, cases);
}

/* --- 7.8: a prediction ------------------------------------------------------------------------- */

enum { PREDICTED = 40 };

typedef struct Predicted {
	Tensor *x[2], *result[PREDICTED];
} Predicted;

static void small_make(Predicted *p, int gpus, int count)
{
	for (int i = 0; i < count; i++) {
		p->result[i] = tensor_matmul(p->x[i % gpus], p->x[i % gpus]);
		need(p->result[i]);
	}
	devices_wait();
	for (int i = 0; i < count; i++)
		tensor_free(p->result[i]);
}

static void small_prepare(void *data)
{
	Predicted *p = data;
	for (int gpu = 0; gpu < 2; gpu++) {
		p->x[gpu] = tensor_uniform(SHAPE(64, 64), 1, device_gpu(gpu));
		need(p->x[gpu]);
	}
	small_make(p, 2, PREDICTED);
	small_make(p, 1, PREDICTED);
}

static void small_on_one(void *data)
{
	small_make(data, 1, PREDICTED);
}

static void small_on_two(void *data)
{
	small_make(data, 2, PREDICTED);
}

static void small_finish(void *data)
{
	const Predicted *p = data;
	tensor_free(p->x[1]);
	tensor_free(p->x[0]);
}

static void drive_7_8(Drive *d)
{
	Predicted p;
	drive_predict(d, predict_two_gpus, small_prepare,
		      (PredictWork *const[]){small_on_one, small_on_two}, small_finish, &p);
}

const DriveCheck lab_drives[] = {{"7.1", drive_7_1}, {"7.2", drive_7_2}, {"7.3", drive_7_3},
				 {"7.4", drive_7_4}, {"7.5", drive_7_5}, {"7.6", drive_7_6},
				 {"7.7", drive_7_7}, {"7.8", drive_7_8}, {NULL, NULL}};
