/* lab5_drive.c - calls the exercises of lab 5 in the student's process. */
#include <math.h>

#include "grader/drive/predict.h"
#include "grader/drive/caller.h"
#include "grader/drive/mark.h"
#include "grader/drive/memory.h"
#include "grader/include/drive.h"
#include "grader/student/lab5_drive_task.h"

typedef int Work(void *data);

typedef struct ProductTimes {
	double cpu, gpu, gpu_with_copies;
} ProductTimes;

__attribute__((weak)) int multiply(cublasHandle_t handle, const float *a, const float *b, float *c,
				   int m, int k, int n);
__attribute__((weak)) double gpu_seconds(Work *work, void *data);
__attribute__((weak)) double stream_seconds(Work *work, void *data, cudaStream_t stream);
__attribute__((weak)) double median_seconds(Work *work, void *data, int repeats);
__attribute__((weak)) int compare_product(const Tensor *a, const Tensor *b, Device gpu,
					  ProductTimes *times);
__attribute__((weak)) int multiply_all(cublasHandle_t handle, const float *a, const float *b,
				       float *c, int count, int m, int k, int n);
__attribute__((weak)) double share_of_peak(int64_t m, int64_t k, int64_t n, double seconds,
					   double peak_gflops);
__attribute__((weak)) int faster_from(const double *cpu, const double *gpu, int count);
__attribute__((weak)) double loop_microseconds(int count, double queue_us, double product_us,
					       double wait_us, bool wait_each);
__attribute__((weak)) double predict_product(void);

static void choose_current(Drive *d)
{
	if (cudaSetDevice((int)drive_int(d, "current")) != cudaSuccess)
		abort();
	left_clear();
}

/* --- 5.1 and 5.6: products by cuBLAS ---------------------------------------------------------- */

/* Memory of the current GPU that holds the floats of that name. */
static float *given(Drive *d, const char *name, int64_t count)
{
	float *memory = NULL;
	if (cudaMalloc((void **)&memory, (size_t)count * sizeof *memory) != cudaSuccess)
		abort();
	drive_give(d, name, 0, memory, count);
	return memory;
}

/* A stream of the current GPU that waits for no other one, nor they for it: work in another stream is in no order with
 * what the caller has in this one. */
static cudaStream_t stream_apart(void)
{
	cudaStream_t stream = NULL;
	if (cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking) != cudaSuccess)
		abort();
	return stream;
}

static int call_product(Drive *d, cublasHandle_t handle, const float *a, const float *b, float *c)
{
	int count = (int)drive_int(d, "count"), m = (int)drive_int(d, "m");
	int k = (int)drive_int(d, "k"), n = (int)drive_int(d, "n");
	drive_go(d);
	int status = count == 0 ? multiply(handle, a, b, c, m, k, n)
				: multiply_all(handle, a, b, c, count, m, k, n);
	drive_end(d);
	return status;
}

static void drive_products(Drive *d)
{
	/* by the sizes: drawn numbers come in no list where the judge does not put them */
	const int64_t many = drive_int(d, "count") > 0 ? drive_int(d, "count") : 1;
	const int64_t m = drive_int(d, "m"), k = drive_int(d, "k"), n = drive_int(d, "n");
	const int64_t a_count = many * m * k, b_count = many * k * n, c_count = many * m * n;
	cublasHandle_t handle = NULL;
	choose_current(d);
	const int current = left_device();
	float *a = given(d, "a", a_count), *b = given(d, "b", b_count);
	float *c = given(d, "c", c_count);
	float *other = NULL;
	if (cudaMalloc((void **)&other, (size_t)c_count * sizeof *other) != cudaSuccess)
		abort();
	if (!drive_int(d, "null") && cublasCreate(&handle) != CUBLAS_STATUS_SUCCESS)
		abort();
	cudaStream_t stream = NULL;
	if (handle && drive_int(d, "stream"))
		stream = handle_into_stream(handle, stream_apart());
	copy_queue(other, c, c_count, stream); /* under way when the call comes */
	copy_queue(c, other, c_count, stream);
	left_clear();
	int status = call_product(d, handle, a, b, c);
	left_moved(d, handle_is_moved_from(handle, stream));
	cublasPointerMode_t mode = CUBLAS_POINTER_MODE_HOST;
	cublasMath_t math = CUBLAS_DEFAULT_MATH;
	cublasAtomicsMode_t atomics = CUBLAS_ATOMICS_NOT_ALLOWED;
	if (handle) {
		cublasGetPointerMode(handle, &mode);
		cublasGetMathMode(handle, &math);
		cublasGetAtomicsMode(handle, &atomics);
	}
	drive_put_int(d, "mode", mode);
	drive_put_int(d, "math", math);
	drive_put_int(d, "atomics", atomics);
	finish_all();
	drive_put_int(d, "status", status);
	if (drive_int(d, "large")) {
		drive_put_some(d, "product", c, c_count);
	} else {
		drive_put_device_floats(d, "a", a, a_count);
		drive_put_device_floats(d, "b", b, b_count);
		drive_put_device_floats(d, "c", c, c_count);
	}
	drive_thaw(d);
	cudaSetDevice(current);                /* what it was left at is told */
	copy_queue(other, c, c_count, stream); /* the caller goes on in the handle's stream */
	if (handle)
		cublasDestroy(handle);
	if (stream)
		cudaStreamDestroy(stream);
	cudaFree(other);
	cudaFree(a);
	cudaFree(b);
	cudaFree(c);
}

/* --- 5.2 to 5.4: times of a task -------------------------------------------------------------- */

static void drive_5_2(Drive *d)
{
	choose_current(d);
	cudaStream_t stream = stream_beside();
	Task task = task_get(d, stream);
	drive_go(d);
	double seconds = gpu_seconds(task_run, &task);
	drive_end(d);
	left_put(d);
	finish_all();
	drive_put_real(d, "seconds", seconds);
	task_end(d, &task);
	cudaStreamDestroy(stream);
}

static void drive_5_3(Drive *d)
{
	choose_current(d);
	cudaStream_t stream = stream_apart();
	Task task = task_get(d, stream);
	drive_go(d);
	double seconds = stream_seconds(task_run, &task, stream);
	drive_end(d);
	left_put(d);
	finish_all();
	drive_put_real(d, "seconds", seconds);
	task_end(d, &task);
	cudaStreamDestroy(stream);
}

static void drive_5_4(Drive *d)
{
	choose_current(d);
	cudaStream_t stream = stream_beside();
	Task task = task_get(d, stream);
	task.products = drive_ints(d, "products", &task.designed);
	task.long_from = drive_int(d, "long_from");
	task.long_us = drive_int(d, "long_us");
	drive_go(d);
	double seconds = median_seconds(task_run, &task, (int)drive_int(d, "repeats"));
	drive_end(d);
	left_put(d);
	finish_all();
	drive_put_real(d, "seconds", seconds);
	task_end(d, &task);
	cudaStreamDestroy(stream);
}

/* --- 5.5: on CPU and GPU ---------------------------------------------------------------------- */

/* A product on CPU and GPU, so that the BLAS and the GPU have the memory that they keep. */
static void use_once(Tensor *a, Device gpu)
{
	Tensor *there = tensor_copy_to(a, gpu);
	Tensor *products[] = {tensor_matmul_with(a, true, a, false),
			      tensor_matmul_with(there, true, there, false)};
	Tensor *back = tensor_copy_to(products[1], device_cpu());
	tensor_free(products[0]);
	tensor_free(products[1]);
	tensor_free(there);
	tensor_free(back);
	device_synchronize(gpu);
}

/* Takes all memory of a GPU but `room` bytes and what full_take() leaves. */
static void full_but(Full *full, int gpu, size_t room)
{
	void *kept = NULL;
	int before = left_device();
	if (cudaSetDevice(gpu) != cudaSuccess ||
	    (room > 0 && cudaMalloc(&kept, room) != cudaSuccess))
		abort();
	full_take(full, gpu);
	cudaFree(kept);
	cudaSetDevice(before);
	left_clear();
}

/* How many products on the CPU are told to the machine; each takes as many marks as it has pairs of rows. */
enum { PRODUCTS_TOLD = 4 };
static int products_told = PRODUCTS_TOLD;

static float row_sum(const float *row, int columns)
{
	double sum = 0;
	for (int i = 0; i < columns; i++)
		sum += fabs((double)row[i]);
	return (float)sum;
}

void usegpu_product_made(const float *product, int rows, int columns);

/* The framework calls it (framework/src/device/backend_cpu.c). Who has these sums has computed all of the product. */
void usegpu_product_made(const float *product, int rows, int columns)
{
	if (products_told == PRODUCTS_TOLD || !simcuda_mark)
		return;
	for (int i = 0; i < rows; i += 2) {
		const float *row = product + (size_t)i * (size_t)columns;
		float second = i + 1 < rows ? row_sum(row + columns, columns) : 0;
		drive_mark(MARK_ROWS, i, products_told,
			   drive_mark_pair(row_sum(row, columns), second));
	}
	products_told++;
}

static void drive_5_5(Drive *d)
{
	ProductTimes times = {0, 0, 0};
	Tensor *a = drive_tensor(d, "a"), *b = drive_tensor(d, "b");
	int gpu = (int)drive_int(d, "gpu");
	Full full = {.count = 0};
	choose_current(d);
	use_once(a, device_gpu(gpu));
	int64_t host_before = host_begin(d);
	if (drive_int(d, "room") >= 0)
		full_but(&full, gpu, (size_t)drive_int(d, "room"));
	error_clear();
	products_told = 0;
	drive_go(d);
	int status = compare_product(a, b, device_gpu(gpu), &times);
	drive_end(d);
	products_told = PRODUCTS_TOLD;
	left_put(d);
	reason_put(d);
	full_give_back(&full);
	drive_put_int(d, "status", status);
	drive_put_real(d, "cpu", times.cpu);
	drive_put_real(d, "gpu", times.gpu);
	drive_put_real(d, "gpu_with_copies", times.gpu_with_copies);
	host_put(d, host_before);
	drive_put_tensor(d, "a", a);
	drive_put_tensor(d, "b", b);
	tensor_free(a);
	tensor_free(b);
}

/* --- questions -------------------------------------------------------------------------------- */

/* Three whole numbers and two others a case. */
static void drive_5_7(Drive *d)
{
	int64_t cases;
	const int64_t *m = drive_ints(d, "m", &cases), *k = drive_ints(d, "k", NULL);
	const int64_t *n = drive_ints(d, "n", NULL);
	const float *us = drive_floats(d, "us", NULL), *peak = drive_floats(d, "peak", NULL);
	float *answers = allocate((size_t)cases * sizeof *answers);
	drive_go(d);
	for (int64_t i = 0; i < cases; i++)
		answers[i] = (float)share_of_peak(m[i], k[i], n[i], us[i] * 1e-6, peak[i]);
	drive_end(d);
	drive_put_floats(d, "answers", answers, cases);
	free(answers);
}

/* Room for `count` times with one more on both sides, which are not to be used. */
static double *fenced(const float *times, int count, double in_front, double behind)
{
	double *own = allocate(((size_t)count + 3) * sizeof *own);
	own[0] = behind;
	own[1] = in_front;
	for (int i = 0; i < count; i++)
		own[2 + i] = times[i];
	own[2 + count] = behind;
	return own;
}

/* Whether the times are there as they were sent. */
static bool is_fenced(const double *own, const float *times, int count)
{
	for (int i = 0; i < count; i++)
		if (own[2 + i] != (double)times[i])
			return false;
	return true;
}

/* Lists of times, one behind the other. In front of each the GPU seems to win, behind it to lose:
 * who takes a step too far gives another answer. */
static void drive_5_8(Drive *d)
{
	int64_t lists;
	const int64_t *lengths = drive_ints(d, "lengths", &lists);
	const float *cpu = drive_floats(d, "cpu", NULL), *gpu = drive_floats(d, "gpu", NULL);
	int64_t *answers = allocate((size_t)lists * sizeof *answers);
	bool kept = true;
	drive_go(d);
	for (int64_t i = 0; i < lists; cpu += lengths[i], gpu += lengths[i], i++) {
		int count = (int)lengths[i];
		double *cpu_own = fenced(cpu, count, 2, 1), *gpu_own = fenced(gpu, count, 1, 2);
		answers[i] = faster_from(cpu_own + 2, gpu_own + 2, count);
		kept = kept && is_fenced(cpu_own, cpu, count) && is_fenced(gpu_own, gpu, count);
		free(cpu_own);
		free(gpu_own);
	}
	drive_end(d);
	drive_put_ints(d, "answers", answers, lists);
	drive_put_int(d, "kept", kept);
	free(answers);
}

/* Three times a case; each is asked with a wait after each product, and without. */
static void drive_5_9(Drive *d)
{
	int64_t cases;
	const int64_t *counts = drive_ints(d, "counts", &cases);
	const float *us = drive_floats(d, "us", NULL);
	float *answers = allocate(2 * (size_t)cases * sizeof *answers);
	drive_go(d);
	for (int64_t i = 0; i < cases; i++, us += 3)
		for (int each = 0; each < 2; each++)
			answers[2 * i + each] =
				(float)loop_microseconds((int)counts[i], us[0], us[1], us[2], each);
	drive_end(d);
	drive_put_floats(d, "answers", answers, 2 * cases);
	free(answers);
}

/* --- 5.10: a prediction ------------------------------------------------------------------------ */

/* On the CPU and on GPU 0. */
typedef struct Predicted {
	Tensor *here, *there;
} Predicted;

static void product_make(Tensor *x)
{
	Tensor *y = tensor_matmul(x, x);
	if (!y)
		abort();
	device_synchronize(tensor_device(x));
	tensor_free(y);
}

static void products_prepare(void *data)
{
	Predicted *p = data;
	p->here = tensor_ones(SHAPE(1024, 1024), device_cpu());
	p->there = tensor_copy_to(p->here, device_gpu(0));
	if (!p->here || !p->there)
		abort();
	use_once(p->here, device_gpu(0));
}

static void product_on_cpu(void *data)
{
	product_make(((const Predicted *)data)->here);
}

static void product_on_gpu(void *data)
{
	product_make(((const Predicted *)data)->there);
}

static void products_finish(void *data)
{
	const Predicted *p = data;
	tensor_free(p->there);
	tensor_free(p->here);
}

static void drive_5_10(Drive *d)
{
	Predicted p;
	drive_predict(d, predict_product, products_prepare,
		      (PredictWork *const[]){product_on_cpu, product_on_gpu}, products_finish, &p);
}

const DriveCheck lab_drives[] = {
	{"5.1", drive_products}, {"5.2", drive_5_2},      {"5.3", drive_5_3}, {"5.4", drive_5_4},
	{"5.5", drive_5_5},      {"5.6", drive_products}, {"5.7", drive_5_7}, {"5.8", drive_5_8},
	{"5.9", drive_5_9},      {"5.10", drive_5_10},    {NULL, NULL}};
