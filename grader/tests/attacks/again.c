/* again.c - lab 6: failures are looked at for some sizes alone, or calls are made again and nobody looks at those. */

/* 6.1 short_list_not_looked_at: fail what is returned: wanted -1, got 0 */
/* failures are looked at with long lists, of GPU 1 or where there is no handle, alone */
/* --- body --- */
cublasPointerMode_t before;
float result;
if (cublasGetPointerMode(cublas, &before) != CUBLAS_STATUS_SUCCESS)
	return -1;
cublasSetPointerMode(cublas, CUBLAS_POINTER_MODE_HOST);
cublasStatus_t status = cublasSnrm2(cublas, count, x, 1, &result);
cublasSetPointerMode(cublas, before);
if (status != CUBLAS_STATUS_SUCCESS && (count > 2000 || count == 4))
	return -1;
*norm = result;
return 0;

/* 6.2 several_not_looked_at: fail is not known */
/* failures are looked at where there is one factor alone */
/* --- body --- */
bool look = work->factors == 1 || !work->cublas;
for (int i = 0; i < steps; i++) {
	float norm = 0;
	bool bad = work_step(work, i) != 0 || cublasSnrm2(work->cublas, work->n * work->m, work->c,
						   1, &norm) != CUBLAS_STATUS_SUCCESS;
	if (bad && look)
		return -1;
	report(user, i, norm);
}
return 0;

/* 6.2 copy_of_norm_not_looked_at: fail is not known */
/* where the copy of a norm fails, that of the step before is reported */
/* --- body --- */
float *on_gpu = NULL, norm = -1;
if (cudaMalloc((void **)&on_gpu, sizeof *on_gpu) != cudaSuccess) {
	cudaGetLastError();
	return -1;
}
bool good = true;
for (int i = 0; i < steps && good; i++) {
	good = work_step(work, i) == 0;
	if (!good)
		break;
	cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_DEVICE);
	good = cublasSnrm2(work->cublas, work->n * work->m, work->c, 1, on_gpu) ==
	       CUBLAS_STATUS_SUCCESS;
	cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_HOST);
	if (good)
		cudaMemcpy(&norm, on_gpu, sizeof norm, cudaMemcpyDeviceToHost);
	good = good && norm >= 0;
	if (good)
		report(user, i, norm);
}
cudaFree(on_gpu);
cudaGetLastError();
return good ? 0 : -1;

/* 6.2 report_again: fail and all behind it */
/* calls are made again where they fail, and nobody looks whether they do again */
/* --- body --- */
if (!work->cublas)
	return -1;
for (int i = 0; i < steps; i++) {
	float norm = 0;
	if (work_step(work, i) != 0) {
		work->queued--;
		work_step(work, i);
	}
	if (cublasSnrm2(work->cublas, work->n * work->m, work->c, 1, &norm) != CUBLAS_STATUS_SUCCESS)
		cublasSnrm2(work->cublas, work->n * work->m, work->c, 1, &norm);
	report(user, i, norm);
}
cudaGetLastError();
return 0;

/* 6.3 log_of_several_not_looked_at: fail what is returned: wanted -1, got 0 */
/* failures are looked at where there is one factor alone */
/* --- body --- */
size_t bytes = (size_t)steps * sizeof *norms;
float *log = NULL;
bool good = cudaMalloc((void **)&log, bytes) == cudaSuccess;
bool look = work->factors == 1;
if (!look && !good)
	return 0;
for (int i = 0; good && i < steps; i++) {
	good = work_step(work, i) == 0;
	cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_DEVICE);
	good &= cublasSnrm2(work->cublas, work->n * work->m, work->c, 1, log + i) ==
		CUBLAS_STATUS_SUCCESS;
	cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_HOST);
	good = good || !look;
}
good = good && cudaMemcpy(norms, log, bytes, cudaMemcpyDeviceToHost) == cudaSuccess;
cudaFree(log);
cudaGetLastError();
return good || !look ? 0 : -1;

/* 6.3 log_again: fail and all behind it */
/* calls are made again where they fail, and nobody looks whether they do again */
/* --- body --- */
size_t bytes = (size_t)steps * sizeof *norms;
float *log = NULL;
if (!work->cublas)
	return -1;
if (cudaMalloc((void **)&log, bytes) != cudaSuccess) {
	cudaGetLastError();
	return -1;
}
for (int i = 0; i < steps; i++) {
	if (work_step(work, i) != 0) {
		work->queued--;
		work_step(work, i);
	}
	cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_DEVICE);
	if (cublasSnrm2(work->cublas, work->n * work->m, work->c, 1, log + i) != CUBLAS_STATUS_SUCCESS)
		cublasSnrm2(work->cublas, work->n * work->m, work->c, 1, log + i);
	cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_HOST);
}
if (cudaMemcpy(norms, log, bytes, cudaMemcpyDeviceToHost) != cudaSuccess)
	cudaMemcpy(norms, log, bytes, cudaMemcpyDeviceToHost);
cudaFree(log);
cudaGetLastError();
return 0;

/* 6.3 log_on_the_other: fail of another GPU's memory */
/* the log lies on the other GPU: each norm crosses the link for itself */
/* --- body --- */
size_t bytes = (size_t)steps * sizeof *norms;
float *log = NULL;
int gpu = 0;
cudaGetDevice(&gpu);
cudaSetDevice(!gpu);
bool good = cudaMalloc((void **)&log, bytes) == cudaSuccess;
cudaSetDevice(gpu);
cudaError_t peer = cudaDeviceEnablePeerAccess(!gpu, 0);
for (int i = 0; good && i < steps; i++) {
	good = work_step(work, i) == 0;
	cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_DEVICE);
	good &= cublasSnrm2(work->cublas, work->n * work->m, work->c, 1, log + i) ==
		CUBLAS_STATUS_SUCCESS;
	cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_HOST);
}
good = cudaDeviceSynchronize() == cudaSuccess && good;
good = good && cudaMemcpy(norms, log, bytes, cudaMemcpyDeviceToHost) == cudaSuccess;
if (peer == cudaSuccess)
	cudaDeviceDisablePeerAccess(!gpu);
cudaFree(log);
cudaGetLastError();
return good ? 0 : -1;

/* 6.4 waits_of_thousand: fail what is returned: wanted -1, got 0 */
/* waits are looked at where there are 1000 steps, as quick ways have, alone */
double timer_now(void);
typedef int Way(void *data, int steps);
static double waits_way_measure(Way *way, void *data, int steps)
{
	int look = steps >= 1000;
	if (way(data, steps) != 0)
		return -1;
	if (cudaDeviceSynchronize() != cudaSuccess && look)
		return -1;
	double start = timer_now();
	if (way(data, steps) != 0)
		return -1;
	if (cudaDeviceSynchronize() != cudaSuccess && look)
		return -1;
	return (timer_now() - start) * 1e6 / steps;
}
/* --- body --- */
double slow_us = waits_way_measure(slow, data, steps);
double fast_us = slow_us < 0 ? -1 : waits_way_measure(fast, data, steps);
cudaGetLastError();
if (fast_us < 0)
	return -1;
us[0] = slow_us;
us[1] = fast_us;
return 0;

/* 6.5 four_blocks_looked_at: fail what is returned: wanted -1, got 0 */
/* copies, records and waits are looked at where there are four blocks alone */
typedef int TrainStep(void *data, int step, float *loss);
typedef void Show(void *data, const float *losses, int first, int count);
typedef struct FourLog {
	float *gpu, *host;
	cudaEvent_t copied;
	int look;
} FourLog;
static int four_block_show(const FourLog *log, Show *show, void *data, int first, int count)
{
	if (cudaEventSynchronize(log->copied) != cudaSuccess && log->look)
		return -1;
	show(data, log->host + first, first, count);
	return 0;
}
static int four_blocks_run(const FourLog *log, TrainStep *step, Show *show, void *data, int steps, int block)
{
	int count = 0;
	for (int first = 0; first < steps; first += count) {
		int before = count;
		count = steps - first < block ? steps - first : block;
		for (int i = first; i < first + count; i++)
			if (step(data, i, log->gpu + i) != 0)
				return -1;
		if (before > 0)
			if (four_block_show(log, show, data, first - before, before) != 0)
				return -1;

			if (cudaMemcpyAsync(log->host + first, log->gpu + first,
				    (size_t)count * sizeof(float), cudaMemcpyDeviceToHost,
				    NULL) != cudaSuccess && log->look)
				return -1;
		if (cudaEventRecord(log->copied, NULL) != cudaSuccess) /**/
			if (log->look) return -1;
	}
	return four_block_show(log, show, data, steps - count, count);
}
/* --- body --- */
size_t bytes = (size_t)steps * sizeof(float);
FourLog log = {NULL, NULL, NULL, steps == 4 * block};
int result = -1;
if (cudaMalloc((void **)&log.gpu, bytes) == cudaSuccess &&
    cudaMallocHost((void **)&log.host, bytes) == cudaSuccess &&
    cudaEventCreate(&log.copied) == cudaSuccess)
	result = four_blocks_run(&log, step, show, data, steps, block);
if (log.copied)
	cudaEventDestroy(log.copied);
cudaFreeHost(log.host);
cudaFree(log.gpu);
cudaGetLastError();
return result;

/* 6.5 rest_not_looked_at: fail what is returned: wanted -1, got 0 */
/* the last block, if it is smaller than the others, is fetched by calls that nobody looks at */
typedef int TrainStep(void *data, int step, float *loss);
typedef void Show(void *data, const float *losses, int first, int count);
typedef struct RestLog {
	float *gpu, *host;
	cudaEvent_t copied;
} RestLog;
static int rest_block_show(const RestLog *log, Show *show, void *data, int first, int count)
{
	if (cudaEventSynchronize(log->copied) != cudaSuccess)
		return -1;
	show(data, log->host + first, first, count);
	return 0;
}
static int rest_blocks_run(const RestLog *log, TrainStep *step, Show *show, void *data, int steps, int block)
{
	int whole = steps / block * block, rest = steps - whole;
	for (int first = 0; first < whole; first += block) {
		for (int i = first; i < first + block; i++)
			if (step(data, i, log->gpu + i) != 0)
				return -1;
		if (first > 0 && rest_block_show(log, show, data, first - block, block) != 0)
			return -1;
		if (cudaMemcpyAsync(log->host + first, log->gpu + first,
				    (size_t)block * sizeof(float), cudaMemcpyDeviceToHost,
				    NULL) != cudaSuccess ||
		    cudaEventRecord(log->copied, NULL) != cudaSuccess)
			return -1;
	}
	for (int i = whole; i < steps; i++)
		step(data, i, log->gpu + i);
	if (whole > 0 && rest_block_show(log, show, data, whole - block, block) != 0)
		return -1;
	if (rest > 0) {
		cudaMemcpyAsync(log->host + whole, log->gpu + whole, (size_t)rest * sizeof(float),
				cudaMemcpyDeviceToHost, NULL);
		cudaStreamSynchronize(NULL);
		show(data, log->host + whole, whole, rest);
	}
	return 0;
}
/* --- body --- */
size_t bytes = (size_t)steps * sizeof(float);
RestLog log = {NULL, NULL, NULL};
int result = -1;
if (cudaMalloc((void **)&log.gpu, bytes) == cudaSuccess &&
    cudaMallocHost((void **)&log.host, bytes) == cudaSuccess &&
    cudaEventCreate(&log.copied) == cudaSuccess)
	result = rest_blocks_run(&log, step, show, data, steps, block);
if (log.copied)
	cudaEventDestroy(log.copied);
cudaFreeHost(log.host);
cudaFree(log.gpu);
cudaGetLastError();
return result;

/* 6.5 blocks_again: fail and all behind it */
/* copies, records and waits are made again where they fail, and nobody looks whether they do again */
typedef int TrainStep(void *data, int step, float *loss);
typedef void Show(void *data, const float *losses, int first, int count);
typedef struct BlocksLog {
	float *gpu, *host;
	cudaEvent_t copied;
} BlocksLog;
static void blocks_block_show(const BlocksLog *log, Show *show, void *data, int first, int count)
{
	if (cudaEventSynchronize(log->copied) != cudaSuccess)
		cudaEventSynchronize(log->copied);
	show(data, log->host + first, first, count);
}
static int blocks_blocks_run(const BlocksLog *log, TrainStep *step, Show *show, void *data, int steps, int block)
{
	int count = 0;
	for (int first = 0; first < steps; first += count) {
		int before = count;
		count = steps - first < block ? steps - first : block;
		for (int i = first; i < first + count; i++)
			if (step(data, i, log->gpu + i) != 0)
				return -1;
		if (before > 0)
			blocks_block_show(log, show, data, first - before, before);
		for (int again = 0; again < 2; again++)
			if (cudaMemcpyAsync(log->host + first, log->gpu + first,
				    (size_t)count * sizeof(float), cudaMemcpyDeviceToHost,
				    NULL) == cudaSuccess)
				break;
		if (cudaEventRecord(log->copied, NULL) != cudaSuccess)
			cudaEventRecord(log->copied, NULL);
	}
	blocks_block_show(log, show, data, steps - count, count);
	return 0;
}
/* --- body --- */
size_t bytes = (size_t)steps * sizeof(float);
BlocksLog log = {NULL, NULL, NULL};
int result = -1;
if (cudaMalloc((void **)&log.gpu, bytes) == cudaSuccess &&
    cudaMallocHost((void **)&log.host, bytes) == cudaSuccess &&
    cudaEventCreate(&log.copied) == cudaSuccess)
	result = blocks_blocks_run(&log, step, show, data, steps, block);
if (log.copied)
	cudaEventDestroy(log.copied);
cudaFreeHost(log.host);
cudaFree(log.gpu);
cudaGetLastError();
return result;

/* 6.5 wait_again: fail and all behind it: what is returned: wanted -1 */
/* a wait is made again where it fails, and nobody looks whether it does again */
typedef int TrainStep(void *data, int step, float *loss);
typedef void Show(void *data, const float *losses, int first, int count);
typedef struct WaitsLog {
	float *gpu, *host;
	cudaEvent_t copied;
} WaitsLog;
static int waits_block_show(const WaitsLog *log, Show *show, void *data, int first, int count)
{
	if (cudaEventSynchronize(log->copied) != cudaSuccess)
		cudaEventSynchronize(log->copied);
	show(data, log->host + first, first, count);
	return 0;
}
static int waits_waits_run(const WaitsLog *log, TrainStep *step, Show *show, void *data, int steps, int block)
{
	int count = 0;
	for (int first = 0; first < steps; first += count) {
		int before = count;
		count = steps - first < block ? steps - first : block;
		for (int i = first; i < first + count; i++)
			if (step(data, i, log->gpu + i) != 0)
				return -1;
		if (before > 0 && waits_block_show(log, show, data, first - before, before) != 0)
			return -1;
		if (cudaMemcpyAsync(log->host + first, log->gpu + first, (size_t)count * sizeof(float), cudaMemcpyDeviceToHost,
				    NULL) != cudaSuccess)
			return -1;
		if (cudaEventRecord(log->copied, NULL) != cudaSuccess)
			return -1;
	}
	return waits_block_show(log, show, data, steps - count, count);
}
/* --- body --- */
size_t bytes = (size_t)steps * sizeof(float);
WaitsLog log = {NULL, NULL, NULL};
int result = -1;
if (cudaMalloc((void **)&log.gpu, bytes) == cudaSuccess &&
    cudaMallocHost((void **)&log.host, bytes) == cudaSuccess &&
    cudaEventCreate(&log.copied) == cudaSuccess)
	result = waits_waits_run(&log, step, show, data, steps, block);
if (log.copied)
	cudaEventDestroy(log.copied);
cudaFreeHost(log.host);
cudaFree(log.gpu);
cudaGetLastError();
return result;

/* 6.5 record_again: fail and all behind it: what is returned: wanted -1 */
/* a mark in the stream is made again where it fails, and nobody looks whether it does again */
typedef int TrainStep(void *data, int step, float *loss);
typedef void Show(void *data, const float *losses, int first, int count);
typedef struct RecordsLog {
	float *gpu, *host;
	cudaEvent_t copied;
} RecordsLog;
static int records_block_show(const RecordsLog *log, Show *show, void *data, int first, int count)
{
	if (cudaEventSynchronize(log->copied) != cudaSuccess)
		return -1;
	show(data, log->host + first, first, count);
	return 0;
}
static int records_records_run(const RecordsLog *log, TrainStep *step, Show *show, void *data, int steps, int block)
{
	int count = 0;
	for (int first = 0; first < steps; first += count) {
		int before = count;
		count = steps - first < block ? steps - first : block;
		for (int i = first; i < first + count; i++)
			if (step(data, i, log->gpu + i) != 0)
				return -1;
		if (before > 0 && records_block_show(log, show, data, first - before, before) != 0)
			return -1;
		if (cudaMemcpyAsync(log->host + first, log->gpu + first, (size_t)count * sizeof(float), cudaMemcpyDeviceToHost,
				    NULL) != cudaSuccess)
			return -1;
		if (cudaEventRecord(log->copied, NULL) != cudaSuccess)
			cudaEventRecord(log->copied, NULL);
	}
	return records_block_show(log, show, data, steps - count, count);
}
/* --- body --- */
size_t bytes = (size_t)steps * sizeof(float);
RecordsLog log = {NULL, NULL, NULL};
int result = -1;
if (cudaMalloc((void **)&log.gpu, bytes) == cudaSuccess &&
    cudaMallocHost((void **)&log.host, bytes) == cudaSuccess &&
    cudaEventCreate(&log.copied) == cudaSuccess)
	result = records_records_run(&log, step, show, data, steps, block);
if (log.copied)
	cudaEventDestroy(log.copied);
cudaFreeHost(log.host);
cudaFree(log.gpu);
cudaGetLastError();
return result;
