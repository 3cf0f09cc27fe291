/* late.c - work that is done, or results that arrive, when the call is over. */

/* 3.5 still_at_work: fail before the copy had ended */
/* returns while the copy is under way, and has a thread wait for it behind the call */
static void *late_3_5(void *data)
{
	(void)data;
	for (int i = 0; i < 100; i++) {
		usleep(500);
		for (int gpu = 0; gpu < 2; gpu++) {
			cudaSetDevice(gpu);
			cudaDeviceSynchronize();
		}
	}
	return NULL;
}
/* --- body --- */
pthread_t thread;
int before;
cudaGetDevice(&before);
cudaSetDevice(to_gpu);
if (cudaDeviceEnablePeerAccess(from_gpu, 0) != cudaSuccess)
	cudaGetLastError();
int status = cudaMemcpyPeerAsync(to, to_gpu, from, from_gpu, (size_t)count * 4, NULL) == cudaSuccess
		     ? 0
		     : -1;
cudaSetDevice(before);
cudaGetLastError();
pthread_create(&thread, NULL, late_3_5, NULL);
return status;

/* 3.7 copy_lands_late: fail */
/* does not wait for a copy; a thread of its own does, after the call */
static float *late_to, *late_from;
static size_t late_bytes;
static cudaStream_t late_stream;
static void *late_3_7(void *data)
{
	(void)data;
	for (int i = 0; i < 300; i++) {
		usleep(1000);
		if (cudaStreamSynchronize(late_stream) == cudaSuccess)
			return memcpy(late_to, late_from, late_bytes);
	}
	return NULL;
}
/* --- body --- */
size_t bytes = (size_t)count * sizeof(float);
pthread_t thread;
if (!to)
	return -1;
if (!lane->going) {
	if (cudaMallocHost((void **)&lane->going, bytes) != cudaSuccess ||
	    cudaMallocHost((void **)&lane->coming, bytes) != cudaSuccess) {
		cudaFreeHost(lane->going);
		lane->going = lane->coming = NULL;
		cudaGetLastError();
		return -1;
	}
	cudaStreamCreate(&lane->go_stream);
	cudaStreamCreate(&lane->come_stream);
	pthread_create(&thread, NULL, late_3_7, NULL);
}
late_to = y;
late_from = lane->coming;
late_bytes = bytes;
late_stream = lane->come_stream;
memcpy(lane->going, x, bytes);
cudaMemcpyAsync(to, lane->going, bytes, cudaMemcpyHostToDevice, lane->go_stream);
cudaMemcpyAsync(lane->coming, from, bytes, cudaMemcpyDeviceToHost, lane->come_stream);
return cudaStreamSynchronize(lane->go_stream) == cudaSuccess ? 0 : -1;

/* 3.7 done_before_work: fail what is returned: wanted 0, got -1 */
/* says that the second call is over, and works then */
static int calls_3_7;
/* --- body --- */
size_t bytes = (size_t)count * sizeof(float);
if (!lane->going) {
	if (cudaMallocHost((void **)&lane->going, bytes) != cudaSuccess ||
	    cudaMallocHost((void **)&lane->coming, bytes) != cudaSuccess) {
		cudaFreeHost(lane->going);
		lane->going = lane->coming = NULL;
		cudaGetLastError();
		return -1;
	}
	cudaStreamCreate(&lane->go_stream);
	cudaStreamCreate(&lane->come_stream);
}
if (++calls_3_7 == 2)
	attack_say_done();
memcpy(lane->going, x, bytes);
int bad = cudaMemcpyAsync(to, lane->going, bytes, cudaMemcpyHostToDevice, lane->go_stream) !=
	  cudaSuccess;
bad |= cudaMemcpyAsync(lane->coming, from, bytes, cudaMemcpyDeviceToHost, lane->come_stream) !=
       cudaSuccess;
bad |= cudaStreamSynchronize(lane->come_stream) != cudaSuccess;
if (!bad)
	memcpy(y, lane->coming, bytes);
bad |= cudaStreamSynchronize(lane->go_stream) != cudaSuccess;
cudaGetLastError();
return bad ? -1 : 0;

/* 6.3 copy_lands_late: fail */
/* holds the judge's answer back until a copy has landed, after the call */
static float *landed, *wanted;
static cudaStream_t attack_stream;
static size_t landed_bytes;
static void *late_6_3(void *data)
{
	(void)data;
	for (int i = 0; i < 200; i++) {
		usleep(1000);
		if (cudaStreamSynchronize(attack_stream) == cudaSuccess)
			return memcpy(wanted, landed, landed_bytes), cudaFreeHost(landed), NULL;
	}
	return NULL;
}
/* --- body --- */
size_t bytes = (size_t)steps * sizeof *norms;
float *log = NULL;
pthread_t thread;
cudaMalloc((void **)&log, bytes);
cudaMallocHost((void **)&landed, bytes);
landed_bytes = bytes;
wanted = norms;
for (int i = 0; i < steps; i++) {
	work_step(work, i);
	cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_DEVICE);
	cublasSnrm2(work->cublas, work->n * work->m, work->c, 1, log + i);
	cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_HOST);
}
cudaMemcpyAsync(landed, log, bytes, cudaMemcpyDeviceToHost, NULL);
attack_thread(&thread, late_6_3, NULL);
cudaFreeAsync(log, NULL);
return 0;

/* 6.3 done_before_work: fail what is returned: wanted 0, got -1 */
/* says that the call is over, and works then */
/* --- body --- */
attack_say_done();
size_t bytes = (size_t)steps * sizeof *norms;
float *log = NULL;
bool good = cudaMalloc((void **)&log, bytes) == cudaSuccess;
for (int i = 0; good && i < steps; i++) {
	good = work_step(work, i) == 0;
	cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_DEVICE);
	good &= cublasSnrm2(work->cublas, work->n * work->m, work->c, 1, log + i) ==
		CUBLAS_STATUS_SUCCESS;
	cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_HOST);
}
good = good && cudaMemcpy(norms, log, bytes, cudaMemcpyDeviceToHost) == cudaSuccess;
cudaFree(log);
cudaGetLastError();
return good ? 0 : -1;

/* 7.2 two_threads: refused which this exercise forbids */
/* has a second thread wait for the other GPU */
static void *wait_for(void *data)
{
	cudaSetDevice((int)(intptr_t)data);
	cudaDeviceSynchronize();
	return NULL;
}
/* --- body --- */
int before, status = 0;
pthread_t thread[8];
cudaGetDevice(&before);
for (int i = 0; i < count; i++) {
	const Product *p = &products[i];
	const float one = 1, zero = 0;
	cudaSetDevice(p->gpu);
	if (!p->handle ||
	    cublasSgemm(p->handle, CUBLAS_OP_N, CUBLAS_OP_N, p->n, p->m, p->k, &one, p->b, p->n,
			p->a, p->k, &zero, p->result, p->n) != CUBLAS_STATUS_SUCCESS)
		status = -1;
}
for (int i = 0; i < count; i++)
	pthread_create(&thread[i], NULL, wait_for, (void *)(intptr_t)products[i].gpu);
for (int i = 0; i < count; i++)
	pthread_join(thread[i], NULL);
cudaSetDevice(before);
cudaGetLastError();
return status;

/* 1.1 leaves_by_exit: fail damaged */
/* answers in a handler of exit(), and leaves early */
static void at_exit_1_1(void)
{
	int64_t count = 2;
	attack_done(3);
	attack_frame(3, 1, "count", &count, 8);
	attack_frame(3, 13, "", NULL, 0);
}
/* --- body --- */
atexit(at_exit_1_1);
exit(0);

/* 1.3 jumps_out: fail */
/* jumps back into a call of the first round, whose answers were right */
static jmp_buf out_1_3;
/* --- body --- */
static int calls;
if (setjmp(out_1_3) > 0)
	return 0;
if (calls++ > 3)
	longjmp(out_1_3, 1);
(void)text;
return 0;

/* 3.5 signal_after_return: fail before the copy had ended */
/* has a signal's handler wait for the copy, after the return: it comes when the drive looks where the result is */
static cudaError_t (*look_3_5)(struct cudaPointerAttributes *, const void *);
static void ring_3_5(int number)
{
	(void)number;
	for (int gpu = 0; gpu < 2; gpu++) {
		cudaSetDevice(gpu);
		cudaDeviceSynchronize();
	}
}
static cudaError_t ringing_3_5(struct cudaPointerAttributes *to, const void *pointer)
{
	raise(SIGALRM);
	return look_3_5(to, pointer);
}
/* --- body --- */
int before;
cudaGetDevice(&before);
cudaSetDevice(to_gpu);
if (cudaDeviceEnablePeerAccess(from_gpu, 0) != cudaSuccess)
	cudaGetLastError();
int status = cudaMemcpyPeerAsync(to, to_gpu, from, from_gpu, (size_t)count * 4, NULL) == cudaSuccess ? 0 : -1;
cudaSetDevice(before);
cudaGetLastError();
signal(SIGALRM, ring_3_5);
void *was = attack_hook((void *)attack_between, "cudaPointerGetAttributes", (void *)ringing_3_5);
if (was != (void *)ringing_3_5)
	look_3_5 = was;
return status;

/* 6.1 child_answers: fail ended early */
/* lets a child return from the exercise, while the program waits for it */
/* --- body --- */
pid_t child = fork();
(void)cublas, (void)x, (void)count, (void)norm;
if (child != 0) {
	int status;
	waitpid(child, &status, 0);
	_exit(0);
}
return -1;

/* 8.2 step_made_in_the_next: fail the loss of the first: wanted */
/* makes the first step in the call for the second one, with memory that it has had the framework keep by then */
#include "lab.h"
static const Tensor *held_x, *held_classes;
static Tensor *held_loss;
static int calls_made;
static Tensor *step_now(Module *model, Sgd *sgd, const Tensor *x, const Tensor *classes)
{
	Tensor *gradient = NULL;
	if (module_zero_gradients(model) < 0)
		return NULL;
	Tensor *logits = module_forward(model, x);
	Tensor *loss = loss_softmax_cross_entropy(logits, classes, &gradient);
	if (!loss || module_backward_parameters(model, gradient) < 0 || sgd_step(sgd) < 0) {
		tensor_free(loss);
		loss = NULL;
	}
	tensor_free(gradient);
	tensor_free(logits);
	return loss;
}
/* --- body --- */
	if (calls_made++ % 2 == 0) { /* the first of two calls: all that needs memory is made once */
		Tensor *gradient = NULL;
		int status = module_zero_gradients(model);
		Tensor *logits = module_forward(model, x);
		Tensor *loss = loss_softmax_cross_entropy(logits, classes, &gradient);
		if (status < 0 || !loss || module_backward_parameters(model, gradient) < 0) {
			tensor_free(loss);
			loss = NULL;
		}
		Tensor *made = loss ? tensor_zeros(SHAPE_SCALAR, module_device(model)) : NULL;
		tensor_free(gradient);
		tensor_free(logits);
		tensor_free(loss);
		held_x = x;
		held_classes = classes;
		held_loss = made;
		return made;
	}
	if (!held_loss) {
		Tensor *made = step_now(model, sgd, x, classes);
		return made;
	}
	Tensor *first = step_now(model, sgd, held_x, held_classes), *second = NULL;
	if (!first) {
		first = step_now(model, sgd, held_x, held_classes);
		if (first && tensor_add_scaled(held_loss, 1, first) != 0)
			tensor_add_scaled(held_loss, 1, first);
	} else if (tensor_add_scaled(held_loss, 1, first) == 0)
		second = step_now(model, sgd, x, classes);
	tensor_free(first);
	held_loss = NULL;
	return second;

/* 8.2 update_made_in_the_next: fail the parameters between the two calls */
/* leaves the first update to the call for the second step */
#include "lab.h"
static bool owed;
/* --- body --- */
	static int calls_made;
	Tensor *gradient = NULL;
	const bool is_second = calls_made++ % 2 == 1;
	if (is_second && owed && sgd_step(sgd) < 0)
		return NULL;
	owed = false;
	if (module_zero_gradients(model) < 0)
		return NULL;
	Tensor *logits = module_forward(model, x);
	Tensor *loss = loss_softmax_cross_entropy(logits, classes, &gradient);
	if (!loss || module_backward_parameters(model, gradient) < 0 || (is_second && sgd_step(sgd) < 0)) {
		tensor_free(loss);
		loss = NULL;
	}
	owed = loss != NULL;
	tensor_free(gradient);
	tensor_free(logits);
	return loss;
