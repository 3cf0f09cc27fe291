/* 8.1 late_free: makes the tensors in the other order, frees what is of no use at the end, with goto */
Tensor *made[2] = {NULL, NULL};
Device home = module_device(model);
int64_t rows = 0, status = -1;
if (first >= data->count)
	return 0;
rows = data->count - first;
if (rows > batch)
	rows = batch;
made[1] = tensor_from_host(SHAPE(rows), DTYPE_INT32, &data->classes[first], home);
made[0] = tensor_from_host((Shape){2, {rows, data->width}}, DTYPE_FLOAT32, &data->x[first * data->width], home);
if (!made[0] || !made[1])
	goto end;
*x = made[0];
*classes = made[1];
made[0] = made[1] = NULL;
status = rows;
end:
tensor_free(made[0]);
tensor_free(made[1]);
return status;

/* 8.2 owned: tensors that free themselves, and a variadic helper that looks at all results */
#include <stdarg.h>
static void step_drop(Tensor **tensor)
{
	tensor_free(*tensor);
}
#define STEP_OWNED __attribute__((cleanup(step_drop))) Tensor
static bool all_good(int count, ...)
{
	va_list results;
	bool good = true;
	va_start(results, count);
	while (count-- > 0)
		good = va_arg(results, int) >= 0 && good;
	va_end(results);
	return good;
}
/* --- body --- */
STEP_OWNED *logits = module_forward(model, x);
STEP_OWNED *gradient = NULL;
STEP_OWNED *loss = loss_softmax_cross_entropy(logits, classes, &gradient);
if (!loss || !all_good(1, module_zero_gradients(model)))
	return NULL;
int backward = module_backward_parameters(model, gradient);
if (!all_good(2, backward, backward < 0 ? -1 : sgd_step(sgd)))
	return NULL;
return tensor_retain(loss);

/* 8.3 weights: one batch after the other by recursion, and the sum divided at the end on the host */
typedef struct EpochSum {
	Module *model;
	Sgd *sgd;
	Step *step;
	const Tensor *x, *classes;
	Tensor *sum;
	int64_t batch, count;
} EpochSum;
static int epoch_from(const EpochSum *e, int64_t first)
{
	if (first >= e->count)
		return 0;
	int64_t rows = e->count - first < e->batch ? e->count - first : e->batch;
	Tensor *x = tensor_rows(e->x, first, rows), *classes = tensor_rows(e->classes, first, rows);
	Tensor *loss = x && classes ? e->step(e->model, e->sgd, x, classes) : NULL;
	int status = loss ? tensor_add_scaled(e->sum, (float)rows, loss) : -1;
	tensor_free(loss);
	tensor_free(x);
	tensor_free(classes);
	return status == 0 ? epoch_from(e, first + rows) : -1;
}
/* --- body --- */
EpochSum e = {model, sgd, step, x, classes, NULL, batch, tensor_shape(x).dim[0]};
double sum = 0;
e.sum = tensor_full(SHAPE_SCALAR, 0, module_device(model));
int status = e.sum ? epoch_from(&e, 0) : -1;
if (status == 0)
	status = tensor_item(e.sum, &sum);
tensor_free(e.sum);
if (status == 0)
	*mean = sum / (double)e.count;
return status == 0 ? 0 : -1;

/* 8.4 backwards: the last batch first, so that the short one comes first */
Device home = module_device(model);
int64_t count = tensor_shape(x).dim[0], batches = (count + batch - 1) / batch;
Tensor *sum = tensor_zeros(SHAPE_SCALAR, home);
int status = sum ? 0 : -1;
while (batches-- > 0 && status == 0) {
	int64_t first = batches * batch, rows = count - first < batch ? count - first : batch;
	Tensor *view[] = {tensor_rows(x, first, rows), tensor_rows(classes, first, rows)};
	Tensor *there[] = {tensor_as_in_device(view[0], home), tensor_as_in_device(view[1], home)};
	Tensor *output = module_forward(model, there[0]), *right = loss_correct(output, there[1]);
	status = right ? tensor_add_scaled(sum, 1.0F, right) : -1;
	tensor_free(right);
	tensor_free(output);
	for (int i = 0; i < 2; i++) {
		tensor_free(there[i]);
		tensor_free(view[i]);
	}
}
double number = -1;
if (status == 0 && tensor_item(sum, &number) != 0)
	number = -1;
tensor_free(sum);
return (int64_t)(number + 0.5 - (number < 0));

/* 8.5 other_calls: cudaHostAlloc, a stream with a priority, events without times, and tensors from what lies in pinned memory */
int gpu = 0, least = 0, greatest = 0;
bool good = cudaGetDevice(&gpu) == cudaSuccess &&
	    cudaDeviceGetStreamPriorityRange(&least, &greatest) == cudaSuccess &&
	    cudaStreamCreateWithPriority(&feed->stream, cudaStreamNonBlocking, greatest) == cudaSuccess;
for (int i = 1; i >= 0 && good; i--) {
	Slot *slot = feed->slot + i;
	size_t rows = (size_t)feed->batch, bytes = rows * (size_t)feed->width * sizeof(float);
	good = cudaMallocHost((void **)&slot->classes_pinned, rows * sizeof(int32_t)) == cudaSuccess &&
	       cudaMallocHost((void **)&slot->x_pinned, bytes) == cudaSuccess &&
	       cudaEventCreateWithFlags(&slot->sent, cudaEventDisableTiming) == cudaSuccess &&
	       cudaEventCreateWithFlags(&slot->used, cudaEventDisableTiming) == cudaSuccess;
	if (!good)
		break;
	memset(slot->x_pinned, 0, bytes);
	memset(slot->classes_pinned, 0, rows * sizeof(int32_t));
	slot->classes = tensor_from_host(SHAPE(feed->batch), DTYPE_INT32, slot->classes_pinned, device_gpu(gpu));
	slot->x = tensor_from_host(SHAPE(feed->batch, feed->width), DTYPE_FLOAT32, slot->x_pinned, device_gpu(gpu));
	good = slot->x && slot->classes;
}
good = cudaDeviceSynchronize() == cudaSuccess && good;
return cudaGetLastError(), good ? 0 : -1;

/* 8.6 polls: asks the event instead of waiting, and copies the rows into pinned memory one by one */
#include <sched.h>
/* --- body --- */
Slot *slot = feed->slot + index;
int64_t rows = feed->batch < data->count - first ? feed->batch : data->count - first;
if (rows <= 0)
	return 0;
cudaError_t error;
while ((error = cudaEventQuery(slot->sent)) == cudaErrorNotReady)
	sched_yield();
if (error != cudaSuccess)
	return cudaGetLastError(), -1;
cudaGetLastError();
for (int64_t row = 0; row < rows; row++) {
	memcpy(slot->x_pinned + row * feed->width, data->x + (first + row) * data->width,
	       (size_t)data->width * sizeof *data->x);
	slot->classes_pinned[row] = data->classes[first + row];
}
bool good = cudaStreamWaitEvent(feed->stream, slot->used, 0) == cudaSuccess &&
	    cudaMemcpyAsync(tensor_data(slot->classes), slot->classes_pinned, (size_t)rows * sizeof(int32_t),
			    cudaMemcpyDefault, feed->stream) == cudaSuccess &&
	    cudaMemcpy2DAsync(tensor_data(slot->x), (size_t)feed->width * 4, slot->x_pinned, (size_t)feed->width * 4,
			      (size_t)feed->width * 4, (size_t)rows, cudaMemcpyHostToDevice,
			      feed->stream) == cudaSuccess &&
	    cudaEventRecord(slot->sent, feed->stream) == cudaSuccess;
return cudaGetLastError(), good ? rows : -1;

/* 8.7 keeps_all: what each step makes is kept in a list and freed when all steps are queued */
typedef struct Kept {
	struct Kept *next;
	Tensor *x, *classes, *loss;
} Kept;
/* --- body --- */
Kept *kept = NULL;
int64_t steps = 0, first = 0, status = 0;
int64_t rows = feed->send(feed, 0, data, 0);
while (rows > 0 && status == 0) {
	Slot *slot = &feed->slot[steps & 1];
	int64_t next = feed->send(feed, (int)(steps + 1) & 1, data, first += rows);
	Kept *now = malloc(sizeof *now);
	if (!now || cudaStreamWaitEvent(NULL, slot->sent, 0) != cudaSuccess) {
		free(now);
		status = -1;
		break;
	}
	*now = (Kept){kept, tensor_rows(slot->x, 0, rows), tensor_rows(slot->classes, 0, rows), NULL};
	kept = now;
	now->loss = now->x && now->classes ? step(model, sgd, now->x, now->classes) : NULL;
	status = now->loss ? tensor_add_scaled(total, (float)rows, now->loss) : -1;
	if (cudaEventRecord(slot->used, NULL) != cudaSuccess)
		status = -1;
	steps++;
	rows = next;
}
while (kept) {
	Kept *next = kept->next;
	tensor_free(kept->loss);
	tensor_free(kept->classes);
	tensor_free(kept->x);
	free(kept);
	kept = next;
}
cudaGetLastError();
return status != 0 || rows < 0 ? -1 : steps;

/* 8.8 simulates: two clocks step by step, for both ways, with an inline function */
static inline double epoch_us(int64_t steps, const double us[3], bool each)
{
	double host = 0, gpu = 0;
	for (int64_t i = 1; i <= steps; i++) {
		host += us[0];
		gpu = (host > gpu ? host : gpu) + us[1];
		if (each || i == steps)
			host = gpu + us[2];
	}
	return host;
}
/* --- body --- */
return epoch_us(steps, (double[]){queue_us, compute_us, fetch_us}, true) /
       epoch_us(steps, (double[]){queue_us, compute_us, fetch_us}, false);

/* 8.9 counts: counts batch after batch, like the training itself */
int64_t bytes = 0;
*copies = 0;
for (int64_t epoch = 0; epoch < (resident ? 1 : epochs); epoch++)
	for (int64_t first = 0; first < count; first += resident ? count : batch) {
		int64_t rows = resident ? count : count - first < batch ? count - first : batch;
		bytes += rows * width * (int64_t)sizeof(float) + rows * (int64_t)sizeof(int32_t);
		*copies += 2;
	}
return bytes;

/* 8.1 empty_first: makes empty tensors and copies into their memory by itself, with CUDA on a GPU, with memcpy on the CPU */
static bool batch_fill(Tensor *tensor, const void *from)
{
	if (!tensor)
		return false;
	if (tensor_device(tensor).kind == DEVICE_CPU)
		return memcpy(tensor_data(tensor), from, tensor_bytes(tensor)) != NULL;
	int before = 0;
	cudaGetDevice(&before);
	cudaSetDevice(tensor_device(tensor).index);
	cudaError_t error = cudaMemcpy(tensor_data(tensor), from, tensor_bytes(tensor), cudaMemcpyHostToDevice);
	cudaSetDevice(before);
	cudaGetLastError();
	return error == cudaSuccess;
}
/* --- body --- */
int64_t end = first + batch < data->count ? first + batch : data->count, rows = end - first;
if (rows <= 0)
	return 0;
Tensor *numbers = tensor_zeros(SHAPE(rows, data->width), module_device(model));
Tensor *kinds = tensor_full_int(SHAPE(rows), 0, module_device(model));
if (batch_fill(numbers, data->x + first * data->width) && batch_fill(kinds, data->classes + first)) {
	*x = numbers;
	*classes = kinds;
	return rows;
}
tensor_free(kinds);
tensor_free(numbers);
return -1;

/* 8.6 prints: writes 4 KiB to stderr at each batch, and uses memmove */
static void batch_tell(int64_t first, int64_t rows)
{
	for (int i = 0; i < 64; i++)
		fprintf(stderr, "%s%062d", i ? "\n" : "", (int)(first + rows) * i);
	fflush(stderr);
}
/* --- body --- */
int64_t rows = data->count - first < feed->batch ? data->count - first : feed->batch;
if (rows <= 0)
	return 0;
Slot *slot = &feed->slot[index];
batch_tell(first, rows);
if (cudaEventSynchronize(slot->sent) != cudaSuccess)
	return cudaGetLastError(), -1;
memmove(slot->x_pinned, data->x + first * data->width, sizeof(float) * (size_t)(rows * data->width));
memmove(slot->classes_pinned, data->classes + first, sizeof(int32_t) * (size_t)rows);
int error = cudaStreamWaitEvent(feed->stream, slot->used, 0);
error |= cudaMemcpyAsync(tensor_data(slot->x), slot->x_pinned, sizeof(float) * (size_t)(rows * data->width),
			 cudaMemcpyDefault, feed->stream);
error |= cudaMemcpyAsync(tensor_data(slot->classes), slot->classes_pinned, sizeof(int32_t) * (size_t)rows,
			 cudaMemcpyDefault, feed->stream);
error |= cudaEventRecord(slot->sent, feed->stream);
cudaGetLastError();
return error ? -1 : rows;

/* 8.4 in_halves: a function pointer for each way, and batches that are sent by tensor_copy_to alone */
typedef Tensor *Sender(Tensor *rows, Device home);
static Tensor *count_send(Tensor *rows, Device home)
{
	return tensor_copy_to(rows, home);
}
static Tensor *count_keep(Tensor *rows, Device home)
{
	(void)home;
	return tensor_retain(rows);
}
/* --- body --- */
Device home = module_device(model);
Sender *const send = device_equal(tensor_device(x), home) ? count_keep : count_send;
int64_t count = tensor_shape(x).dim[0], answer = -1;
Tensor *total = tensor_full(SHAPE_SCALAR, 0, home);
double right = 0;
bool good = total != NULL;
for (int64_t at = 0, rows; good && at < count; at += rows) {
	rows = batch < count - at ? batch : count - at;
	Tensor *a = tensor_rows(x, at, rows), *b = tensor_rows(classes, at, rows);
	Tensor *c = send(a, home), *d = send(b, home);
	Tensor *e = module_forward(model, c), *f = loss_correct(e, d);
	good = f && tensor_add_scaled(total, 1, f) == 0;
	Tensor *all[] = {a, b, c, d, e, f};
	for (size_t i = sizeof all / sizeof *all; i-- > 0;)
		tensor_free(all[i]);
}
if (good && tensor_item(total, &right) == 0)
	answer = (int64_t)right;
tensor_free(total);
return answer;

/* 8.3 means: adds up in device memory of its own by cuBLAS, fetched by one copy */
int64_t count = tensor_shape(x).dim[0];
int before = 0, status = -1;
bool gpu = module_device(model).kind == DEVICE_GPU;
if (!gpu) { /* on the CPU there is no cuBLAS */
	double sum = 0;
	for (int64_t at = 0; at < count; at += batch) {
		int64_t rows = batch < count - at ? batch : count - at;
		double one = 0;
		Tensor *a = tensor_rows(x, at, rows), *b = tensor_rows(classes, at, rows), *l = step(model, sgd, a, b);
		int bad = !l || tensor_item(l, &one) != 0;
		tensor_free(a);
		tensor_free(b);
		tensor_free(l);
		if (bad)
			return -1;
		sum += one * (double)rows;
	}
	*mean = sum / (double)count;
	return 0;
}
float *sum = NULL, here = 0;
cublasHandle_t blas = NULL;
cudaGetDevice(&before);
cudaSetDevice(module_device(model).index);
if (cudaMalloc((void **)&sum, sizeof *sum) != cudaSuccess || cudaMemset(sum, 0, sizeof *sum) != cudaSuccess ||
    cublasCreate(&blas) != CUBLAS_STATUS_SUCCESS)
	goto end;
for (int64_t at = 0; at < count; at += batch) {
	int64_t rows = batch < count - at ? batch : count - at;
	Tensor *a = tensor_rows(x, at, rows), *b = tensor_rows(classes, at, rows), *l = step(model, sgd, a, b);
	const float share = (float)rows / (float)count;
	bool good = l && cublasSaxpy(blas, 1, &share, tensor_data(l), 1, sum, 1) == CUBLAS_STATUS_SUCCESS;
	tensor_free(l);
	tensor_free(a);
	tensor_free(b);
	if (!good)
		goto end;
}
if (cudaMemcpy(&here, sum, sizeof here, cudaMemcpyDeviceToHost) == cudaSuccess) {
	*mean = here;
	status = 0;
}
end:
if (blas)
	cublasDestroy(blas);
cudaFree(sum);
cudaSetDevice(before);
cudaGetLastError();
return status;

/* 8.6 looks_now_and_then: looks each millisecond whether the slot's pinned memory is free */
	Slot *slot = &feed->slot[index];
	int64_t left = data->count - first, rows = left < feed->batch ? left : feed->batch;
	if (rows <= 0)
		return 0;
	size_t bytes = (size_t)(rows * data->width) * sizeof(float);
	size_t class_bytes = (size_t)rows * sizeof(int32_t);
	cudaError_t sent = cudaEventQuery(slot->sent);
	if (sent == cudaErrorNotReady) {
		cudaGetLastError();
		const struct timespec pause = {0, 1000000}; do { nanosleep(&pause, NULL); sent = cudaEventQuery(slot->sent); } while (sent == cudaErrorNotReady); if (sent == cudaSuccess) cudaGetLastError();
	}
	if (sent != cudaSuccess) {
		cudaGetLastError();
		return -1;
	}
	memcpy(slot->x_pinned, data->x + first * data->width, bytes);
	memcpy(slot->classes_pinned, data->classes + first, class_bytes);
	cudaStreamWaitEvent(feed->stream, slot->used, 0);
	cudaMemcpyAsync(tensor_data(slot->x), slot->x_pinned, bytes, cudaMemcpyHostToDevice,
			feed->stream);
	cudaMemcpyAsync(tensor_data(slot->classes), slot->classes_pinned, class_bytes,
			cudaMemcpyHostToDevice, feed->stream);
	cudaEventRecord(slot->sent, feed->stream);
	return cudaGetLastError() == cudaSuccess ? rows : -1;

/* 8.2 own_loss: what is returned is a copy of the loss, made on the GPU */
Tensor *g = NULL, *result = NULL;
Tensor *y = module_forward(model, x);
Tensor *loss = loss_softmax_cross_entropy(y, classes, &g);
if (loss && (result = tensor_copy_to(loss, module_device(model))))
	if (module_zero_gradients(model) || module_backward_parameters(model, g) || sgd_step(sgd)) {
		tensor_free(result);
		result = NULL;
	}
tensor_free(loss);
tensor_free(g);
tensor_free(y);
return result;

/* 8.4 log: a log of how many of each batch are right, on the GPU, added up there */
#include <math.h>
#define FREE(t) (tensor_free(t), (t) = NULL)
/* --- body --- */
Device d = module_device(model);
int64_t n = tensor_shape(classes).dim[0], batches = (n + batch - 1) / batch, done = 0;
Tensor *log = tensor_zeros(SHAPE(batches, 1), d), *sum = NULL;
bool ok = log != NULL;
for (int64_t b = 0; b < batches && ok; b++) {
	int64_t rows = n - done < batch ? n - done : batch;
	Tensor *vx = tensor_rows(x, done, rows), *vc = tensor_rows(classes, done, rows);
	Tensor *dx = tensor_as_in_device(vx, d), *dc = tensor_as_in_device(vc, d);
	Tensor *y = module_forward(model, dx), *r = loss_correct(y, dc);
	Tensor *place = tensor_rows(log, b, 1);
	ok = r && place && tensor_assign(place, r) == 0;
	FREE(place);
	FREE(r);
	FREE(y);
	FREE(dc);
	FREE(dx);
	FREE(vc);
	FREE(vx);
	done += rows;
}
double right = -1;
if (ok) {
	sum = tensor_sum(log);
	ok = tensor_item(sum, &right) == 0;
}
tensor_free(sum);
tensor_free(log);
return ok ? (int64_t)lround(right) : -1;

/* 8.7 just_before: each batch is sent just before its step is queued, which is early, as the host is ahead */
int64_t steps = 0, rows, first = 0;
while ((rows = feed->send(feed, steps % 2, data, first)) > 0) {
	Slot *s = &feed->slot[steps % 2];
	int bad = cudaStreamWaitEvent(NULL, s->sent, 0) != cudaSuccess;
	Tensor *x = tensor_rows(s->x, 0, rows), *c = tensor_rows(s->classes, 0, rows);
	Tensor *loss = bad ? NULL : step(model, sgd, x, c);
	bad = bad || cudaEventRecord(s->used, NULL) != cudaSuccess;
	bad = bad || tensor_add_scaled(total, (float)rows, loss);
	tensor_free(x);
	tensor_free(c);
	tensor_free(loss);
	if (bad) {
		cudaGetLastError();
		return -1;
	}
	steps++;
	first += rows;
}
if (rows < 0)
	cudaGetLastError();
return rows < 0 ? -1 : steps;

/* 8.5 own_way_back: gives back by itself what it has made where a call fails */
int gpu = 0, ok;
size_t nx = feed->batch * feed->width, nc = feed->batch;
cudaGetDevice(&gpu);
ok = cudaStreamCreateWithFlags(&feed->stream, cudaStreamNonBlocking) == cudaSuccess;
for (int i = 0; ok && i < 2; ++i) {
	Slot *s = feed->slot + i;
	ok = cudaMallocHost((void **)&s->x_pinned, 4 * nx) == cudaSuccess &&
	     cudaMallocHost((void **)&s->classes_pinned, 4 * nc) == cudaSuccess;
	if (ok) {
		memset(s->x_pinned, 0, 4 * nx);
		memset(s->classes_pinned, 0, 4 * nc);
		s->x = tensor_from_host(SHAPE(feed->batch, feed->width), DTYPE_FLOAT32, s->x_pinned,
					device_gpu(gpu));
		s->classes =
			tensor_from_host(SHAPE(feed->batch), DTYPE_INT32, s->classes_pinned, device_gpu(gpu));
		ok = s->x && s->classes;
	}
	ok = ok &&
	     cudaEventCreateWithFlags(&s->sent, cudaEventBlockingSync | cudaEventDisableTiming) ==
		     cudaSuccess &&
	     cudaEventCreateWithFlags(&s->used, cudaEventDefault) == cudaSuccess;
}
ok = ok && device_synchronize(device_gpu(gpu)) == 0;
if (!ok) {
	for (int i = 0; i < 2; ++i) {
		Slot *s = feed->slot + i;
		if (s->x_pinned)
			cudaFreeHost(s->x_pinned);
		if (s->classes_pinned)
			cudaFreeHost(s->classes_pinned);
		tensor_free(s->x);
		tensor_free(s->classes);
		if (s->sent)
			cudaEventDestroy(s->sent);
		if (s->used)
			cudaEventDestroy(s->used);
		*s = (Slot){0};
	}
	if (feed->stream)
		cudaStreamDestroy(feed->stream);
	feed->stream = NULL;
}
cudaGetLastError();
return ok ? 0 : -1;

/* 8.1 prints: tells on stdout what it sends, which the C library takes a buffer for */
printf("%lld rows of %lld numbers from row %lld on, of %g\n", (long long)batch, (long long)data->width, (long long)first,
       first < data->count ? (double)data->x[first * data->width] : 0.0);
/* --- solution --- */

/* 8.2 dated: each line of its log has the time, though nobody may wait */
static void dated_say(const char *what)
{
	struct timespec now;
	clock_gettime(CLOCK_MONOTONIC, &now);
	fprintf(stderr, "[%lld.%06ld] %s\n", (long long)now.tv_sec, now.tv_nsec / 1000, what);
}
/* --- body --- */
dated_say("step");
/* --- solution --- */

/* 8.6 counted: a host function behind the copies counts what has gone */
#include <stdatomic.h>
static atomic_int batches_gone;
static void batch_has_gone(void *nothing)
{
	(void)nothing;
	atomic_fetch_add(&batches_gone, 1);
}
/* --- body --- */
Slot *through = &feed->slot[index];
const int64_t many = first >= data->count                 ? 0
		     : first + feed->batch > data->count ? data->count - first
							 : feed->batch;
const size_t all[] = {sizeof(float) * (size_t)(many * data->width), sizeof(int32_t) * (size_t)many};
if (many == 0)
	return 0;
cudaError_t bad = cudaEventSynchronize(through->sent);
if (!bad) {
	memcpy(through->x_pinned, data->x + first * data->width, all[0]);
	memcpy(through->classes_pinned, data->classes + first, all[1]);
	bad = cudaStreamWaitEvent(feed->stream, through->used, 0);
}
if (!bad)
	bad = cudaMemcpyAsync(tensor_data(through->x), through->x_pinned, all[0], cudaMemcpyHostToDevice, feed->stream);
if (!bad)
	bad = cudaMemcpyAsync(tensor_data(through->classes), through->classes_pinned, all[1], cudaMemcpyHostToDevice,
			      feed->stream);
if (!bad)
	bad = cudaEventRecord(through->sent, feed->stream);
if (!bad)
	bad = cudaLaunchHostFunc(feed->stream, batch_has_gone, NULL);
cudaGetLastError();
return bad ? -1 : many;

/* 8.7 progress: a host function behind each step tells how far the GPU is, and each step of the host has its time */
static void progress_tell(void *step)
{
	fprintf(stderr, "the GPU has done step %d\n", (int)(intptr_t)step);
}
/* --- body --- */
int64_t made = 0;
for (int64_t first = 0, rows; (rows = feed->send(feed, (int)(made % 2), data, first)) != 0; first += rows, made++) {
	Slot *now = &feed->slot[made % 2];
	Tensor *x = rows < 0 ? NULL : tensor_rows(now->x, 0, rows);
	Tensor *classes = rows < 0 ? NULL : tensor_rows(now->classes, 0, rows), *loss = NULL;
	struct timespec at;
	clock_gettime(CLOCK_MONOTONIC, &at);
	fprintf(stderr, "%lld.%09ld: step %d\n", (long long)at.tv_sec, at.tv_nsec, (int)made);
	bool good = x && classes && cudaStreamWaitEvent(NULL, now->sent, 0) == cudaSuccess &&
		    (loss = step(model, sgd, x, classes)) && cudaEventRecord(now->used, NULL) == cudaSuccess &&
		    cudaLaunchHostFunc(NULL, progress_tell, (void *)(intptr_t)made) == cudaSuccess &&
		    tensor_add_scaled(total, (float)rows, loss) == 0;
	tensor_free(loss);
	tensor_free(classes);
	tensor_free(x);
	if (!good)
		return cudaGetLastError(), -1;
}
return made;
