/* 6.1 sigusr1: raises SIGUSR1 for itself before and after, with its own handler and an alternate stack */
#include <signal.h>
static volatile sig_atomic_t norm_signals;
static void norm_signal(int number)
{
	norm_signals = norm_signals + (number == SIGUSR1);
}
static char norm_stack[1 << 16];
/* --- body --- */
stack_t own = {.ss_sp = norm_stack, .ss_size = sizeof norm_stack}, old_stack;
struct sigaction action = {.sa_handler = norm_signal, .sa_flags = SA_ONSTACK | SA_RESTART}, old;
cublasPointerMode_t mode;
float result = 0;
sigaltstack(&own, &old_stack);
sigaction(SIGUSR1, &action, &old);
raise(SIGUSR1);
cublasStatus_t status = cublasGetPointerMode(cublas, &mode);
if (status == CUBLAS_STATUS_SUCCESS) {
	cublasSetPointerMode(cublas, CUBLAS_POINTER_MODE_HOST);
	status = cublasSnrm2(cublas, count, x, 1, &result);
	cublasSetPointerMode(cublas, mode);
}
raise(SIGUSR1);
sigaction(SIGUSR1, &old, NULL);
sigaltstack(&old_stack, NULL);
if (status == CUBLAS_STATUS_SUCCESS)
	*norm = result;
return status == CUBLAS_STATUS_SUCCESS ? 0 : -1;

/* 6.2 recursion: a step a call, backwards from the last */
static int log_step(Work *work, int step, Report *report, void *user)
{
	float norm;
	if (step < 0)
		return 0;
	if (log_step(work, step - 1, report, user) != 0 || work_step(work, step) != 0)
		return -1;
	if (cublasSnrm2(work->cublas, work->n * work->m, work->c, 1, &norm) != CUBLAS_STATUS_SUCCESS)
		return -1;
	report(user, step, norm);
	return 0;
}
/* --- body --- */
return log_step(work, steps - 1, report, user);

/* 6.3 managed_by_hand: a log with room in front and behind, fetched in a stream of its own behind an event */
enum { LOG_MARGIN = 64 };
/* --- body --- */
float *log = NULL;
cudaStream_t stream = NULL;
cudaEvent_t all = NULL;
int status = -1;
if (cudaMalloc((void **)&log, ((size_t)steps + 2 * LOG_MARGIN) * sizeof *log) != cudaSuccess ||
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking) != cudaSuccess ||
    cudaEventCreateWithFlags(&all, cudaEventDisableTiming) != cudaSuccess)
	goto end;
for (int i = 0; i < steps; i++) {
	cublasStatus_t good;
	if (work_step(work, i) != 0)
		goto end;
	cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_DEVICE);
	good = cublasSnrm2(work->cublas, work->n * work->m, work->c, 1, log + LOG_MARGIN + i);
	cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_HOST);
	if (good != CUBLAS_STATUS_SUCCESS)
		goto end;
}
if (cudaEventRecord(all, NULL) == cudaSuccess && cudaStreamWaitEvent(stream, all, 0) == cudaSuccess &&
    cudaMemcpyAsync(norms, log + LOG_MARGIN, (size_t)steps * sizeof *log, cudaMemcpyDeviceToHost, stream) ==
	    cudaSuccess &&
    cudaStreamSynchronize(stream) == cudaSuccess)
	status = 0;
end:
if (all)
	cudaEventDestroy(all);
if (stream)
	cudaStreamDestroy(stream);
cudaFree(log);
cudaGetLastError();
return status;

/* 6.4 mean_of_three: the kernel's clock, three measured calls of each way, and their mean */
static double three_calls(Way *way, void *data, int steps)
{
	struct timespec begin, end;
	if (way(data, steps) != 0 || cudaDeviceSynchronize() != cudaSuccess)
		return -1;
	clock_gettime(CLOCK_MONOTONIC, &begin);
	for (int i = 0; i < 3; i++)
		if (way(data, steps) != 0)
			return -1;
	if (cudaDeviceSynchronize() != cudaSuccess)
		return -1;
	clock_gettime(CLOCK_MONOTONIC, &end);
	return ((double)(end.tv_sec - begin.tv_sec) * 1e6 + (double)(end.tv_nsec - begin.tv_nsec) / 1e3) / 3 / steps;
}
/* --- body --- */
double both[2] = {-1, -1};
Way *const ways[2] = {slow, fast};
for (int i = 1; i >= 0; i--)
	if ((both[i] = three_calls(ways[i], data, steps)) < 0)
		return cudaGetLastError(), -1;
memcpy(us, both, sizeof both);
return 0;

/* 6.5 two_buffers: two pinned blocks by turns, two events, asked instead of waited for, and room for two blocks on the GPU */
typedef struct TwoBlocks {
	float *gpu, *host[2];
	cudaEvent_t copied[2];
	int first[2], count[2];
} TwoBlocks;
static bool two_shown(TwoBlocks *two, int which, Show *show, void *data)
{
	if (two->count[which] == 0)
		return true;
	cudaError_t error;
	while ((error = cudaEventQuery(two->copied[which])) == cudaErrorNotReady)
		;
	if (error != cudaSuccess)
		return false;
	show(data, two->host[which], two->first[which], two->count[which]);
	two->count[which] = 0;
	return true;
}
/* --- body --- */
TwoBlocks two = {NULL, {NULL, NULL}, {NULL, NULL}, {0, 0}, {0, 0}};
size_t bytes = (size_t)block * sizeof(float);
bool good = cudaMalloc((void **)&two.gpu, 2 * bytes) == cudaSuccess;
for (int i = 0; i < 2 && good; i++)
	good = cudaMallocHost((void **)&two.host[i], bytes) == cudaSuccess &&
	       cudaEventCreateWithFlags(&two.copied[i], cudaEventDisableTiming) == cudaSuccess;
int which = 0;
for (int first = 0; first < steps && good; first += block, which = 1 - which) {
	int count = steps - first < block ? steps - first : block;
	good = two_shown(&two, which, show, data);
	float *room = two.gpu + (which ? block : 0);
	for (int i = 0; i < count && good; i++)
		good = step(data, first + i, room + i) == 0;
	good = good &&
	       cudaMemcpyAsync(two.host[which], room, (size_t)count * sizeof(float), cudaMemcpyDeviceToHost, NULL) ==
		       cudaSuccess &&
	       cudaEventRecord(two.copied[which], NULL) == cudaSuccess;
	two.first[which] = first;
	two.count[which] = count;
	good = good && two_shown(&two, 1 - which, show, data);
}
good = good && two_shown(&two, which, show, data) && two_shown(&two, 1 - which, show, data);
for (int i = 0; i < 2; i++) {
	if (two.copied[i])
		cudaEventDestroy(two.copied[i]);
	cudaFreeHost(two.host[i]);
}
cudaFree(two.gpu);
cudaGetLastError();
return good ? 0 : -1;

/* 6.6 simulates: the clocks of host and GPU are moved step by step, by macros in macros */
#define LATER(a, b)          ((a) > (b) ? (a) : (b))
#define AFTER(clock, at, us) ((clock) = LATER(clock, at) + (us))
#define STEP_RUN(h, g)       (AFTER(h, h, queue_us), AFTER(g, h, gpu_us))
/* --- body --- */
double host = 0, gpu = 0, alone = 0;
for (int i = 0; i < steps; i++) {
	STEP_RUN(host, gpu);
	alone += queue_us + gpu_us + fetch_us;
}
AFTER(host, gpu, fetch_us);
return alone / host;

/* 6.7 sorts: three named figures, sorted by qsort */
typedef struct Named {
	double us;
	Part part;
} Named;
static int by_most(const void *a, const void *b)
{
	double x = ((const Named *)a)->us, y = ((const Named *)b)->us;
	return x < y ? 1 : x > y ? -1 : 0;
}
/* --- body --- */
Named all[] = {
	{.part = PART_FETCH, .us = fetch_us}, {.part = PART_GPU, .us = every * gpu_us}, {.part = PART_QUEUE, .us = every * queue_us}};
qsort(all, 3, sizeof *all, by_most);
return all->part;

/* 6.1 own_number: device pointer mode, a number of its own on the GPU, fetched by an asynchronous copy to the stack */
cublasPointerMode_t mode;
float *number = NULL, here = 0;
cudaStream_t stream = NULL;
if (cublasGetPointerMode(cublas, &mode) != CUBLAS_STATUS_SUCCESS)
	return -1;
bool good = cublasGetStream(cublas, &stream) == CUBLAS_STATUS_SUCCESS &&
	    cudaMalloc((void **)&number, sizeof *number) == cudaSuccess;
cublasSetPointerMode(cublas, CUBLAS_POINTER_MODE_DEVICE);
good = good && cublasSnrm2(cublas, count, x, 1, number) == CUBLAS_STATUS_SUCCESS &&
       cudaMemcpyAsync(&here, number, sizeof here, cudaMemcpyDeviceToHost, stream) == cudaSuccess &&
       cudaStreamSynchronize(stream) == cudaSuccess;
cublasSetPointerMode(cublas, mode);
cudaFree(number);
cudaGetLastError();
if (!good)
	return -1;
*norm = here;
return 0;

/* 6.2 pinned: each norm goes to pinned memory in device pointer mode, and an event says when it is there */
float *place = NULL;
cudaEvent_t there = NULL;
int done = 0;
if (cudaHostAlloc((void **)&place, sizeof *place, cudaHostAllocMapped) == cudaSuccess &&
    cudaEventCreateWithFlags(&there, cudaEventDisableTiming | cudaEventBlockingSync) == cudaSuccess)
	for (; done < steps; done++) {
		if (work_step(work, done) != 0)
			break;
		cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_DEVICE);
		cublasStatus_t status = cublasSnrm2(work->cublas, work->n * work->m, work->c, 1, place);
		cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_HOST);
		if (status != CUBLAS_STATUS_SUCCESS || cudaEventRecord(there, NULL) != cudaSuccess ||
		    cudaEventSynchronize(there) != cudaSuccess)
			break;
		report(user, done, *place);
	}
if (there)
	cudaEventDestroy(there);
cudaFreeHost(place);
cudaGetLastError();
return done == steps ? 0 : -1;

/* 6.3 one_number: the norm goes to one place, a copy within the GPU takes it to the log */
float *log = NULL, *one = NULL;
bool good = cudaMalloc((void **)&log, ((size_t)steps + 1) * sizeof *log) == cudaSuccess;
for (int i = 0; good && i < steps; i++) {
	one = log + steps;
	good = work_step(work, i) == 0;
	cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_DEVICE);
	good = good && cublasSnrm2(work->cublas, work->n * work->m, work->c, 1, one) == CUBLAS_STATUS_SUCCESS &&
	       cudaMemcpyAsync(log + i, one, sizeof *log, cudaMemcpyDeviceToDevice, NULL) == cudaSuccess;
	cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_HOST);
}
good = good && cudaMemcpy(norms, log, (size_t)steps * sizeof *norms, cudaMemcpyDefault) == cudaSuccess;
cudaFree(log);
cudaGetLastError();
return good ? 0 : -1;

/* 6.4 longjmp: leaves through longjmp when a way fails, prints what it measures without an end of line */
#include <setjmp.h>
static jmp_buf way_failed;
static double way_us(Way *way, void *data, int steps)
{
	double start = timer_now();
	if (way(data, steps) != 0 || cudaDeviceSynchronize() != cudaSuccess)
		longjmp(way_failed, 1);
	return (timer_now() - start) / steps * 1e6;
}
/* --- body --- */
if (setjmp(way_failed) != 0)
	return cudaGetLastError(), -1;
if (cudaDeviceSynchronize() != cudaSuccess)
	longjmp(way_failed, 1);
way_us(slow, data, steps);
way_us(fast, data, steps);
double slow_us = way_us(slow, data, steps), fast_us = way_us(fast, data, steps);
fprintf(stderr, "%.17g %.17g", slow_us, fast_us);
us[0] = slow_us;
us[1] = fast_us;
return 0;

/* 6.1 two_halves: two norms of halves, put together on the host */
#include <math.h>
/* --- body --- */
float half[2] = {0, 0};
cublasPointerMode_t mode;
cublasStatus_t status = cublasGetPointerMode(cublas, &mode);
if (status != CUBLAS_STATUS_SUCCESS)
	return -1;
cublasSetPointerMode(cublas, CUBLAS_POINTER_MODE_HOST);
status = cublasSnrm2(cublas, count / 2, x, 1, &half[0]);
if (status == CUBLAS_STATUS_SUCCESS)
	status = cublasSnrm2(cublas, count - count / 2, x + count / 2, 1, &half[1]);
cublasSetPointerMode(cublas, mode);
if (status != CUBLAS_STATUS_SUCCESS)
	return -1;
*norm = hypotf(half[0], half[1]);
return 0;

/* 6.2 from_thread: a helper thread does all steps and reports, and is joined */
#include <pthread.h>
typedef struct LogJob {
	Work *work;
	int steps, gpu, status;
	Report *report;
	void *user;
} LogJob;
static void *log_job(void *data)
{
	LogJob *job = data;
	float norm;
	cudaSetDevice(job->gpu);
	for (int i = 0; i < job->steps; i++) {
		if (work_step(job->work, i) != 0 ||
		    cublasSnrm2(job->work->cublas, job->work->n * job->work->m, job->work->c, 1, &norm) !=
			    CUBLAS_STATUS_SUCCESS) {
			job->status = -1;
			break;
		}
		job->report(job->user, i, norm);
	}
	cudaGetLastError();
	return NULL;
}
/* --- body --- */
LogJob job = {work, steps, 0, 0, report, user};
pthread_t thread;
cudaGetDevice(&job.gpu);
if (pthread_create(&thread, NULL, log_job, &job) != 0)
	return -1;
pthread_join(thread, NULL);
return job.status;

/* 6.3 by_dot: squares by cublasSdot in device mode, fetched once, roots on the host */
#include <math.h>
/* --- body --- */
float *log = NULL;
int size = work->n * work->m, i = 0;
bool good = cudaMalloc((void **)&log, (size_t)steps * sizeof *log) == cudaSuccess;
while (good && i < steps) {
	good = work_step(work, i) == 0;
	if (!good)
		break;
	cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_DEVICE);
	good = cublasSdot(work->cublas, size, work->c, 1, work->c, 1, log + i) == CUBLAS_STATUS_SUCCESS;
	cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_HOST);
	i++;
}
float *roots = good ? malloc((size_t)steps * sizeof *roots) : NULL;
good = roots && cudaMemcpy(roots, log, (size_t)steps * sizeof *roots, cudaMemcpyDeviceToHost) == cudaSuccess;
for (i = 0; good && i < steps; i++)
	norms[i] = sqrtf(roots[i]);
free(roots);
cudaFree(log);
cudaGetLastError();
return good ? 0 : -1;

/* 6.5 all_pinned: one pinned list of all losses, one event a block made and destroyed as it goes */
float *gpu = NULL, *host = NULL;
size_t bytes = (size_t)steps * sizeof *gpu;
int blocks = (steps + block - 1) / block, shown = 0;
cudaEvent_t *event = calloc((size_t)blocks, sizeof *event);
bool good = event && cudaHostAlloc((void **)&host, bytes, cudaHostAllocDefault) == cudaSuccess &&
	    cudaMalloc((void **)&gpu, bytes) == cudaSuccess;
for (int b = 0; good && b <= blocks; b++) {
	int first = b * block, end = first + block < steps ? first + block : steps;
	for (int i = first; i < end && good; i++)
		good = step(data, i, gpu + i) == 0;
	if (good && b < blocks)
		good = cudaEventCreateWithFlags(&event[b], cudaEventDisableTiming) == cudaSuccess &&
		       cudaMemcpyAsync(host + first, gpu + first, (size_t)(end - first) * sizeof *gpu,
				       cudaMemcpyDefault, NULL) == cudaSuccess &&
		       cudaEventRecord(event[b], NULL) == cudaSuccess;
	if (good && b > 0) {
		good = cudaEventSynchronize(event[b - 1]) == cudaSuccess;
		if (good)
			show(data, host + shown, shown, first < steps ? block : steps - shown);
		shown += block;
	}
}
for (int b = 0; event && b < blocks; b++)
	if (event[b])
		cudaEventDestroy(event[b]);
free(event);
cudaFreeHost(host);
cudaFree(gpu);
cudaGetLastError();
return good ? 0 : -1;

/* 6.4 by_events: the time is that between two events in the default stream, behind a wait */
static double events_us(Way *way, void *data, int steps)
{
	cudaEvent_t event[2] = {NULL, NULL};
	float ms = -1;
	bool good = way(data, steps) == 0 && cudaDeviceSynchronize() == cudaSuccess &&
		    cudaEventCreate(&event[0]) == cudaSuccess && cudaEventCreate(&event[1]) == cudaSuccess &&
		    cudaEventRecord(event[0], NULL) == cudaSuccess && way(data, steps) == 0 &&
		    cudaEventRecord(event[1], NULL) == cudaSuccess && cudaEventSynchronize(event[1]) == cudaSuccess &&
		    cudaEventElapsedTime(&ms, event[0], event[1]) == cudaSuccess;
	for (int i = 0; i < 2; i++)
		if (event[i])
			cudaEventDestroy(event[i]);
	return good ? 1e3 * (double)ms / steps : -1;
}
/* --- body --- */
double slow_us = events_us(slow, data, steps), fast_us = slow_us < 0 ? -1 : events_us(fast, data, steps);
cudaGetLastError();
if (fast_us < 0)
	return -1;
us[0] = slow_us;
us[1] = fast_us;
return 0;

/* 6.3 other_handle: a second handle for the norms, made once and destroyed at the end */
cublasHandle_t norms_handle = NULL;
float *log = NULL;
bool good = cudaMalloc((void **)&log, (size_t)steps * sizeof *log) == cudaSuccess &&
	    cublasCreate(&norms_handle) == CUBLAS_STATUS_SUCCESS &&
	    cublasSetPointerMode(norms_handle, CUBLAS_POINTER_MODE_DEVICE) == CUBLAS_STATUS_SUCCESS;
for (int i = 0; i < steps && good; i++)
	good = work_step(work, i) == 0 &&
	       cublasSnrm2(norms_handle, work->n * work->m, work->c, 1, &log[i]) == CUBLAS_STATUS_SUCCESS;
good = good && cudaMemcpyAsync(norms, log, (size_t)steps * sizeof *log, cudaMemcpyDeviceToHost, cudaStreamLegacy) ==
		       cudaSuccess;
good = cudaStreamSynchronize(cudaStreamLegacy) == cudaSuccess && good;
if (norms_handle)
	cublasDestroy(norms_handle);
cudaFree(log);
cudaGetLastError();
return good ? 0 : -1;

/* 6.1 mapped: cuBLAS writes the norm to mapped pinned memory, in device pointer mode */
float *place = NULL, *there = NULL;
cublasPointerMode_t mode;
if (cublasGetPointerMode(cublas, &mode) != CUBLAS_STATUS_SUCCESS)
	return -1;
bool good = cudaHostAlloc((void **)&place, sizeof *place, cudaHostAllocMapped) == cudaSuccess &&
	    cudaHostGetDevicePointer((void **)&there, place, 0) == cudaSuccess;
cublasSetPointerMode(cublas, CUBLAS_POINTER_MODE_DEVICE);
good = good && cublasSnrm2(cublas, count, x, 1, there) == CUBLAS_STATUS_SUCCESS &&
       cudaDeviceSynchronize() == cudaSuccess;
cublasSetPointerMode(cublas, mode);
if (good)
	*norm = *place;
cudaFreeHost(place);
cudaGetLastError();
return good ? 0 : -1;

/* 6.5 two_rooms: two places of a block each on GPU and host; waits for the stream of the copies */
	/* two buffers of a block each on GPU and host, no event but the stream of the copies */
	float *gpu[2] = {NULL, NULL}, *host[2] = {NULL, NULL};
	cudaStream_t copies = NULL;
	cudaEvent_t ran = NULL;
	size_t bytes = sizeof(float) * (size_t)block;
	int result = -1, first[2] = {0, 0}, n[2] = {0, 0}, b = 0, at = 0;
	for (int i = 0; i < 2; i++)
		if (cudaMalloc((void **)&gpu[i], bytes) != cudaSuccess || cudaMallocHost((void **)&host[i], bytes) != cudaSuccess)
			goto out;
	if (cudaStreamCreateWithFlags(&copies, cudaStreamNonBlocking) != cudaSuccess || cudaEventCreate(&ran) != cudaSuccess)
		goto out;
	for (;; b ^= 1) {
		/* the block before: run, then on its way */
		first[b] = at;
		n[b] = at + block <= steps ? block : steps - at;
		for (int i = 0; i < n[b]; i++)
			if (step(data, at + i, gpu[b] + i) != 0)
				goto out;
		at += n[b];
		if (n[!b] > 0) {
			if (cudaStreamSynchronize(copies) != cudaSuccess)
				goto out;
			show(data, host[!b], first[!b], n[!b]);
			n[!b] = 0;
		}
		if (n[b] == 0)
			break;
		if (cudaEventRecord(ran, NULL) != cudaSuccess || cudaStreamWaitEvent(copies, ran, 0) != cudaSuccess ||
		    cudaMemcpyAsync(host[b], gpu[b], sizeof(float) * (size_t)n[b], cudaMemcpyDeviceToHost, copies) != cudaSuccess)
			goto out;
	}
	result = 0;
out:
	if (copies) {
		if (cudaStreamSynchronize(copies) != cudaSuccess)
			result = -1;
		cudaStreamDestroy(copies);
	}
	if (ran)
		cudaEventDestroy(ran);
	for (int i = 0; i < 2; i++) {
		cudaFreeHost(host[i]);
		cudaFree(gpu[i]);
	}
	cudaGetLastError();
	return result;

/* 6.2 times_itself: tells how long it took, by the clock when it begins and when it returns, be it too early */
double begun = timer_now();
int done = 0;
for (float norm; done < steps && work_step(work, done) == 0; done++) {
	if (cublasSnrm2(work->cublas, work->n * work->m, work->c, 1, &norm) != CUBLAS_STATUS_SUCCESS)
		break;
	report(user, done, norm);
}
cudaGetLastError();
fprintf(stderr, "%d steps took %g us\n", done, (timer_now() - begun) * 1e6);
return done == steps ? 0 : -1;
