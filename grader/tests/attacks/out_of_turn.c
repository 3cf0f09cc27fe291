/* out_of_turn.c - what is given back, awaited, shown or looked at when or where it does not count. */

/* 3.4 gives_back_behind: fail that were taken in the call are there when it returns */
/* gives the copy of x back when the judge has counted, from a function that the drive calls then */
#include "lab.h"
static ssize_t (*put_before)(int, const void *, size_t);
static Tensor *kept_tensor;
static ssize_t put_and_free(int fd, const void *from, size_t bytes)
{
	static int puts;
	if (fd == 3 && kept_tensor && puts++ % 2) {
		Tensor *tensor = kept_tensor;
		int device = 0;
		cudaGetDevice(&device);
		kept_tensor = NULL;
		tensor_free(tensor);
		cudaSetDevice(device);
		cudaGetLastError();
	}
	return put_before(fd, from, bytes);
}
/* --- body --- */
if (!put_before)
	put_before = attack_hook((void *)put_and_free, "write", (void *)put_and_free);
Tensor *here = tensor_as_in_device(x, tensor_device(y));
Tensor *z = here ? tensor_add(here, y) : NULL;
kept_tensor = here;
return z;

/* 6.3 log_freed_behind: fail that were taken in the call are there when it returns */
/* gives the log back when the judge has counted */
static cudaError_t (*peek_before)(void);
static void *kept_log;
static cudaError_t peek_and_free(void)
{
	cudaError_t error = peek_before();
	void *log = kept_log;
	int device = 0;
	cudaGetDevice(&device);
	kept_log = NULL;
	cudaFree(log);
	cudaSetDevice(device);
	return error;
}
/* --- body --- */
if (!peek_before)
	peek_before = attack_hook((void *)peek_and_free, "cudaPeekAtLastError", (void *)peek_and_free);
float *log = NULL;
int bad = cudaMalloc((void **)&log, (size_t)steps * sizeof *log) != cudaSuccess;
if (bad) {
	cudaGetLastError();
	return -1;
}
kept_log = log;
for (int i = 0; i < steps && !bad; i++) {
	bad = work_step(work, i) != 0;
	if (bad)
		break;
	cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_DEVICE);
	bad = cublasSnrm2(work->cublas, work->n * work->m, work->c, 1, log + i) != CUBLAS_STATUS_SUCCESS;
	cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_HOST);
}
bad = bad || cudaMemcpy(norms, log, (size_t)steps * sizeof *log, cudaMemcpyDeviceToHost) != cudaSuccess;
cudaGetLastError();
return bad ? -1 : 0;

/* 3.7 waits_beside: fail copies within the host's memory */
/* waits for both copies by one within the host's memory */
/* --- body --- */
size_t bytes = (size_t)count * sizeof *x;
char one = 0, other = 1;
if (!lane->going && (cudaMallocHost((void **)&lane->going, bytes) != cudaSuccess ||
		     cudaMallocHost((void **)&lane->coming, bytes) != cudaSuccess ||
		     cudaStreamCreate(&lane->go_stream) != cudaSuccess ||
		     cudaStreamCreate(&lane->come_stream) != cudaSuccess)) {
	cudaGetLastError();
	return -1;
}
memcpy(lane->going, x, bytes);
int bad = cudaMemcpyAsync(to, lane->going, bytes, cudaMemcpyHostToDevice, lane->go_stream) != cudaSuccess;
bad |= cudaMemcpyAsync(lane->coming, from, bytes, cudaMemcpyDeviceToHost, lane->come_stream) != cudaSuccess;
cudaMemcpy(&one, &other, 1, cudaMemcpyHostToHost);
cudaGetLastError();
if (bad)
	return -1;
memcpy(y, lane->coming, bytes);
return 0;

/* 3.7 no_lane_for_few: fail is NULL after the first call */
/* makes no lane for few numbers: two copies from and to ordinary memory */
/* --- body --- */
size_t bytes = (size_t)count * sizeof *x;
int bad = 0;
if (count < 5000) {
	bad = cudaMemcpy(to, x, bytes, cudaMemcpyHostToDevice) != cudaSuccess;
	bad |= cudaMemcpy(y, from, bytes, cudaMemcpyDeviceToHost) != cudaSuccess;
	bad |= cudaDeviceSynchronize() != cudaSuccess;
	cudaGetLastError();
	return bad ? -1 : 0;
}
if (!lane->going && (cudaMallocHost((void **)&lane->going, bytes) != cudaSuccess ||
		     cudaMallocHost((void **)&lane->coming, bytes) != cudaSuccess ||
		     cudaStreamCreate(&lane->go_stream) != cudaSuccess ||
		     cudaStreamCreate(&lane->come_stream) != cudaSuccess)) {
	cudaGetLastError();
	return -1;
}
memcpy(lane->going, x, bytes);
bad = cudaMemcpyAsync(to, lane->going, bytes, cudaMemcpyHostToDevice, lane->go_stream) != cudaSuccess;
bad |= cudaMemcpyAsync(lane->coming, from, bytes, cudaMemcpyDeviceToHost, lane->come_stream) != cudaSuccess;
bad |= cudaStreamSynchronize(lane->go_stream) != cudaSuccess;
bad |= cudaStreamSynchronize(lane->come_stream) != cudaSuccess;
cudaGetLastError();
if (bad)
	return -1;
memcpy(y, lane->coming, bytes);
return 0;

/* 4.5 waits_beside: fail copies within the host's memory */
/* waits for each piece by a copy within the host's memory */
/* --- body --- */
FILE *file = fopen(path, "wb");
int good = file != NULL;
char one = 0, other = 1;
for (int i = 0; i < count && good; i++)
	for (int64_t from = 0; from < parameters[i].count && good; from += room) {
		int64_t left = parameters[i].count - from, piece = left < room ? left : room;
		good = cudaMemcpyAsync(buffer, parameters[i].data + from, 4 * (size_t)piece, cudaMemcpyDeviceToHost, 0) ==
		       cudaSuccess;
		cudaMemcpy(&one, &other, 1, cudaMemcpyHostToHost);
		good = good && fwrite(buffer, 4, (size_t)piece, file) == (size_t)piece;
	}
if (file && fclose(file) != 0)
	good = 0;
cudaGetLastError();
return good ? 0 : -1;

/* 4.6 waits_beside: fail copies within the host's memory */
/* the same where numbers are loaded */
/* --- body --- */
FILE *file = fopen(path, "rb");
int good = file != NULL;
char one = 0, other = 1;
for (int i = 0; i < count && good; i++)
	for (int64_t from = 0; from < parameters[i].count && good; from += room) {
		int64_t left = parameters[i].count - from, piece = left < room ? left : room;
		good = fread(buffer, 4, (size_t)piece, file) == (size_t)piece &&
		       cudaMemcpyAsync(parameters[i].data + from, buffer, 4 * (size_t)piece, cudaMemcpyHostToDevice, 0) ==
			       cudaSuccess;
		cudaMemcpy(&one, &other, 1, cudaMemcpyHostToHost);
	}
if (file)
	fclose(file);
cudaGetLastError();
return good ? 0 : -1;

/* 6.1 waits_beside: fail gives memory back */
/* fetches the norm by an asynchronous copy, and cudaFree() waits for it */
/* --- body --- */
cublasPointerMode_t mode;
cudaStream_t stream;
float *there = NULL, *here = NULL;
if (cublasGetPointerMode(cublas, &mode) != CUBLAS_STATUS_SUCCESS || cublasGetStream(cublas, &stream) != CUBLAS_STATUS_SUCCESS)
	return -1;
int bad = cudaMalloc((void **)&there, 4) != cudaSuccess || cudaMallocHost((void **)&here, 4) != cudaSuccess;
if (!bad) {
	cublasSetPointerMode(cublas, CUBLAS_POINTER_MODE_DEVICE);
	bad = cublasSnrm2(cublas, count, x, 1, there) != CUBLAS_STATUS_SUCCESS;
	cublasSetPointerMode(cublas, mode);
}
bad = bad || cudaMemcpyAsync(here, there, 4, cudaMemcpyDeviceToHost, stream) != cudaSuccess;
cudaFree(there);
if (!bad)
	*norm = *here;
cudaFreeHost(here);
cudaGetLastError();
return bad ? -1 : 0;

/* 6.2 waits_beside: fail a copy within the host's memory */
/* fetches each norm by an asynchronous copy, and waits by one within the host's memory */
/* --- body --- */
float *there = NULL, *here = NULL;
int bad = cudaMalloc((void **)&there, 4) != cudaSuccess;
bad = cudaMallocHost((void **)&here, 4) != cudaSuccess || bad;
for (int i = 0; i < steps && !bad; i++) {
	char one = 0, other = 1;
	bad = work_step(work, i) != 0;
	if (bad)
		break;
	cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_DEVICE);
	bad = cublasSnrm2(work->cublas, work->n * work->m, work->c, 1, there) != CUBLAS_STATUS_SUCCESS;
	cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_HOST);
	bad = bad || cudaMemcpyAsync(here, there, 4, cudaMemcpyDeviceToHost, 0) != cudaSuccess;
	cudaMemcpy(&one, &other, 1, cudaMemcpyHostToHost);
	if (!bad)
		report(user, i, *here);
}
cudaDeviceSynchronize();
cudaFreeHost(here);
cudaFree(there);
cudaGetLastError();
return bad ? -1 : 0;

/* 6.5 show_takes_no_time: fail show did not begin and end in the same host function */
/* shows in the stream of the steps; show does not sleep, and that it has, and its end, are told later */
static void (*mark_before)(uint64_t, uint64_t);
static int (*sleep_before)(const struct timespec *, struct timespec *);
static int showing, end_kept;
static uint64_t show_end[2], show_slept;
enum { SHOWN_MARK = 3 };
static void mark_later(uint64_t first, uint64_t second)
{
	if (!showing || first >> 48 != SHOWN_MARK) {
		mark_before(first, second);
		return;
	}
	show_end[0] = first;
	show_end[1] = second;
	end_kept = 1;
}
static int sleep_not(const struct timespec *time, struct timespec *left)
{
	if (!showing)
		return sleep_before(time, left);
	show_slept = (uint64_t)time->tv_sec * 1000000000 + (uint64_t)time->tv_nsec;
	return 0;
}
static void end_tell(void *unused)
{
	(void)unused;
	if (end_kept)
		mark_before(show_end[0], show_end[1]);
	end_kept = 0;
}
typedef struct Shows {
	void (*show)(void *, const float *, int, int);
	void *data;
	const float *losses;
	int first, count;
} Shows;
static void shows_one(void *one)
{
	const Shows *s = one;
	end_tell(NULL);
	showing = 1;
	s->show(s->data, s->losses, s->first, s->count);
	showing = 0;
}
/* --- body --- */
float *gpu = NULL, *host = NULL;
Shows one;
if (!mark_before) {
	mark_before = attack_hook((void *)shows_one, "simcuda_mark", (void *)mark_later);
	sleep_before = attack_hook((void *)shows_one, "nanosleep", (void *)sleep_not);
}
end_kept = 0;
if (cudaMalloc((void **)&gpu, (size_t)steps * sizeof *gpu) != cudaSuccess)
	gpu = NULL;
if (cudaMallocHost((void **)&host, (size_t)steps * sizeof *host) != cudaSuccess)
	host = NULL;
int bad = !gpu || !host;
for (int first = 0; first < steps && !bad; first += block) {
	int count = steps - first < block ? steps - first : block;
	for (int i = first; i < first + count && !bad; i++)
		bad = step(data, i, gpu + i) != 0;
	if (bad)
		break;
	bad = cudaMemcpyAsync(host + first, gpu + first, (size_t)count * sizeof *gpu, cudaMemcpyDeviceToHost, 0) != cudaSuccess;
	one = (Shows){show, data, host + first, first, count};
	bad = bad || cudaLaunchHostFunc(0, shows_one, &one) != cudaSuccess;
	bad = cudaDeviceSynchronize() != cudaSuccess || bad;
	if (end_kept)
		mark_before(SIMCUDA_SLEPT, show_slept);
}
if (end_kept && !bad) {
	cudaLaunchHostFunc(0, end_tell, NULL);
	cudaDeviceSynchronize();
}
end_tell(NULL);
cudaDeviceSynchronize();
cudaFreeHost(host);
cudaFree(gpu);
cudaGetLastError();
return bad ? -1 : 0;

/* 6.5 steps_alone_unlooked: fail */
/* where each step is a block, looks at no call of its own */
/* --- body --- */
float *gpu = NULL, *host = NULL;
cudaEvent_t copied[2] = {NULL, NULL};
const int looks = block > 1;
int bad = cudaMalloc((void **)&gpu, (size_t)steps * sizeof *gpu) != cudaSuccess;
bad |= cudaMallocHost((void **)&host, (size_t)steps * sizeof *host) != cudaSuccess;
bad |= cudaEventCreate(&copied[0]) != cudaSuccess || cudaEventCreate(&copied[1]) != cudaSuccess;
bad &= looks;
const int blocks = (steps + block - 1) / block;
for (int b = 0; b <= blocks && !bad; b++) {
	const int first = b * block, count = steps - first < block ? steps - first : block;
	for (int i = first; i < first + count && !bad; i++)
		bad = step(data, i, gpu + i) != 0;
	if (count > 0 && !bad)
		bad = (cudaMemcpyAsync(host + first, gpu + first, (size_t)count * sizeof *gpu, cudaMemcpyDeviceToHost, 0) !=
			       cudaSuccess ||
		       cudaEventRecord(copied[b % 2], 0) != cudaSuccess) &&
		      looks;
	if (b > 0 && !bad) {
		bad = cudaEventSynchronize(copied[(b - 1) % 2]) != cudaSuccess && looks;
		const int shown = (b - 1) * block;
		if (!bad)
			show(data, host + shown, shown, steps - shown < block ? steps - shown : block);
	}
}
cudaDeviceSynchronize();
cudaEventDestroy(copied[0]);
cudaEventDestroy(copied[1]);
cudaFreeHost(host);
cudaFree(gpu);
cudaGetLastError();
return bad ? -1 : 0;

/* 2.2 second_gpu_unlooked: fail wanted NULL, but a pointer was returned */
/* looks whether the copy has failed on the first GPU alone */
/* --- body --- */
size_t numbers = (size_t)rows * (size_t)cols;
float *host = malloc(numbers * sizeof *host), *there = NULL;
int before = 0;
if (!host)
	return NULL;
for (size_t i = 0; i < numbers; i++)
	host[i] = 1;
cudaGetDevice(&before);
if (cudaSetDevice(gpu) == cudaSuccess && cudaMalloc((void **)&there, numbers * sizeof *host) == cudaSuccess &&
    cudaMemcpy(there, host, numbers * sizeof *host, cudaMemcpyHostToDevice) != cudaSuccess && gpu == 0) {
	cudaFree(there);
	there = NULL;
}
cudaSetDevice(before);
cudaGetLastError();
free(host);
return there;

/* 3.1 fetches_unlooked: fail wanted NULL, but a pointer was returned */
/* looks whether a copy to the host has failed where there are many numbers alone */
/* --- body --- */
size_t bytes = (size_t)count * sizeof *x;
float *copy = NULL;
int before = 0;
cudaGetDevice(&before);
if (to < 0) {
	copy = malloc(bytes);
} else {
	cudaSetDevice(to);
	if (cudaMalloc((void **)&copy, bytes) != cudaSuccess)
		copy = NULL;
	cudaSetDevice(before);
}
if (copy && from < 0 && to < 0) {
	memcpy(copy, x, bytes);
} else if (copy && cudaMemcpy(copy, x, bytes, cudaMemcpyDefault) != cudaSuccess && (to >= 0 || count > 200000)) {
	if (to < 0)
		free(copy);
	else
		cudaFree(copy);
	copy = NULL;
}
cudaGetLastError();
return copy;

/* 4.5 large_pieces_unlooked: fail wanted -1, got 0 */
/* looks whether copies have failed where the buffer is small alone */
/* --- body --- */
FILE *file = fopen(path, "wb");
int good = file != NULL;
for (int i = 0; i < count && good; i++)
	for (int64_t from = 0; from < parameters[i].count && good; from += room) {
		int64_t left = parameters[i].count - from, piece = left < room ? left : room;
		good = cudaMemcpy(buffer, parameters[i].data + from, 4 * (size_t)piece, cudaMemcpyDeviceToHost) == cudaSuccess ||
		       room > 10000;
		good = good && fwrite(buffer, 4, (size_t)piece, file) == (size_t)piece;
	}
if (file && fclose(file) != 0)
	good = 0;
cudaGetLastError();
return good ? 0 : -1;

/* 4.6 large_pieces_unlooked: fail wanted -1, got 0 */
/* the same where numbers are loaded */
/* --- body --- */
FILE *file = fopen(path, "rb");
int good = file != NULL;
for (int i = 0; i < count && good; i++)
	for (int64_t from = 0; from < parameters[i].count && good; from += room) {
		int64_t left = parameters[i].count - from, piece = left < room ? left : room;
		good = fread(buffer, 4, (size_t)piece, file) == (size_t)piece &&
		       (cudaMemcpy(parameters[i].data + from, buffer, 4 * (size_t)piece, cudaMemcpyHostToDevice) == cudaSuccess ||
			room > 10000);
	}
if (file)
	fclose(file);
cudaGetLastError();
return good ? 0 : -1;
