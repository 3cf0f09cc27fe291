/* lab6_right_by_framework: pass */
/* pinned memory, and an event for each of two buffers */
float *log[2] = {NULL, NULL}, *host[2] = {NULL, NULL};
cudaEvent_t ready[2] = {NULL, NULL};
size_t bytes = (size_t)block * sizeof(float);
int result = 0, b = 0;
for (int i = 0; i < 2; i++) {
	if (cudaMalloc((void **)&log[i], bytes) != cudaSuccess ||
	    cudaHostAlloc((void **)&host[i], bytes, cudaHostAllocDefault) != cudaSuccess ||
	    cudaEventCreate(&ready[i]) != cudaSuccess)
		result = -1;
}
for (; b * block < steps && result == 0; b++) {
	int count = steps - b * block < block ? steps - b * block : block;
	for (int i = 0; i < count && result == 0; i++)
		result = step(data, b * block + i, log[b % 2] + i);
	if (result != 0)
		break;
	if (cudaMemcpyAsync(host[b % 2], log[b % 2], (size_t)count * sizeof(float),
			    cudaMemcpyDeviceToHost, NULL) != cudaSuccess ||
	    cudaEventRecord(ready[b % 2], NULL) != cudaSuccess ||
	    (b > 0 && cudaEventSynchronize(ready[(b - 1) % 2]) != cudaSuccess))
		result = -1;
	else if (b > 0)
		show(data, host[(b - 1) % 2], (b - 1) * block, block);
}
if (result == 0 && cudaEventSynchronize(ready[(b - 1) % 2]) != cudaSuccess)
	result = -1;
if (result == 0)
	show(data, host[(b - 1) % 2], (b - 1) * block, steps - (b - 1) * block);
for (int i = 0; i < 2; i++) {
	if (ready[i])
		cudaEventDestroy(ready[i]);
	cudaFreeHost(host[i]);
	cudaFree(log[i]);
}
cudaGetLastError();
return result;

/* lab6_right_scalar_moved: pass */
/* the block before is shown while this one runs, then this one is fetched: one buffer will do */
float *log = NULL, *host = malloc((size_t)block * sizeof *host);
int result = cudaMalloc((void **)&log, (size_t)block * sizeof *log) == cudaSuccess ? 0 : -1;
int first = 0, count = 0;
while (first < steps && result == 0) {
	int before = count;
	count = steps - first < block ? steps - first : block;
	for (int i = 0; i < count && result == 0; i++)
		result = step(data, first + i, log + i);
	if (before > 0 && result == 0)
		show(data, host, first - before, before);
	if (result == 0 &&
	    cudaMemcpy(host, log, (size_t)count * sizeof *log, cudaMemcpyDeviceToHost) != cudaSuccess)
		result = -1;
	first += count;
}
if (result == 0)
	show(data, host, steps - count, count);
cudaFree(log);
free(host);
cudaGetLastError();
return result;

/* lab6_right_two_handles: pass */
/* a second stream copies while the first one goes on */
float *log = NULL, *host = NULL;
cudaStream_t side = NULL;
cudaEvent_t ready = NULL;
int result = 0, before = 0, last = 0;
if (cudaMalloc((void **)&log, (size_t)steps * sizeof *log) != cudaSuccess ||
    cudaMallocHost((void **)&host, (size_t)steps * sizeof *host) != cudaSuccess ||
    cudaStreamCreateWithFlags(&side, cudaStreamNonBlocking) != cudaSuccess ||
    cudaEventCreateWithFlags(&ready, cudaEventDisableTiming) != cudaSuccess)
	result = -1;
for (int first = 0; first < steps && result == 0; first += block) {
	int count = steps - first < block ? steps - first : block;
	for (int i = first; i < first + count && result == 0; i++)
		result = step(data, i, log + i);
	if (result != 0)
		break;
	if (before > 0 && cudaStreamSynchronize(side) != cudaSuccess) {
		result = -1;
		break;
	}
	if (before > 0)
		show(data, host + last, last, before);
	if (cudaEventRecord(ready, NULL) != cudaSuccess ||
	    cudaStreamWaitEvent(side, ready, 0) != cudaSuccess ||
	    cudaMemcpyAsync(host + first, log + first, (size_t)count * sizeof *log,
			    cudaMemcpyDeviceToHost, side) != cudaSuccess)
		result = -1;
	last = first;
	before = count;
}
if (side && cudaStreamSynchronize(side) != cudaSuccess)
	result = -1;
if (result == 0)
	show(data, host + last, last, before);
if (ready)
	cudaEventDestroy(ready);
if (side)
	cudaStreamDestroy(side);
cudaFreeHost(host);
cudaFree(log);
cudaGetLastError();
return result;

/* lab6_wrong_event_kept: fail events on GPU 0 were never destroyed */
/* nobody destroys the event */
size_t bytes = (size_t)steps * sizeof(float);
Log log = {NULL, NULL, NULL};
int result = -1;
if (cudaMalloc((void **)&log.gpu, bytes) == cudaSuccess &&
    cudaMallocHost((void **)&log.host, bytes) == cudaSuccess &&
    cudaEventCreate(&log.copied) == cudaSuccess)
	result = blocks_run(&log, step, show, data, steps, block);
cudaFreeHost(log.host);
cudaFree(log.gpu);
cudaGetLastError();
return result;

/* lab6_wrong_fetches_each_loss: fail copies to the host: wanted at most */
/* each loss is fetched at once: the typical mistake */
size_t bytes = (size_t)steps * sizeof(float);
float *log = NULL, *host = NULL;
int result = 0;
if (cudaMalloc((void **)&log, bytes) != cudaSuccess ||
    cudaMallocHost((void **)&host, bytes) != cudaSuccess)
	result = -1;
for (int first = 0; first < steps && result == 0; first += block) {
	int count = steps - first < block ? steps - first : block;
	for (int i = first; i < first + count && result == 0; i++) {
		result = step(data, i, log + i);
		if (result == 0)
			cudaMemcpy(host + i, log + i, sizeof *log, cudaMemcpyDeviceToHost);
	}
	if (result == 0)
		show(data, host + first, first, count);
}
cudaFreeHost(host);
cudaFree(log);
return result;

/* lab6_wrong_fetches_too_late: fail the GPU stood still while losses were shown */
/* the copy comes behind the next block, and the host waits for it */
size_t bytes = (size_t)steps * sizeof(float);
float *log = NULL, *host = NULL;
int result = 0;
if (cudaMalloc((void **)&log, bytes) != cudaSuccess ||
    cudaMallocHost((void **)&host, bytes) != cudaSuccess)
	result = -1;
for (int first = 0; first < steps && result == 0; first += block) {
	int count = steps - first < block ? steps - first : block;
	for (int i = first; i < first + count && result == 0; i++)
		result = step(data, i, log + i);
	if (first > 0 && result == 0) { /* behind the block that was queued just now */
		cudaMemcpy(host + first - block, log + first - block, (size_t)block * sizeof *log,
			   cudaMemcpyDeviceToHost);
		show(data, host + first - block, first - block, block);
	}
}
int last = (steps - 1) / block * block;
cudaMemcpy(host + last, log + last, (size_t)(steps - last) * sizeof *log, cudaMemcpyDeviceToHost);
if (result == 0)
	show(data, host + last, last, steps - last);
cudaFreeHost(host);
cudaFree(log);
return result;

/* lab6_wrong_last_block_forgotten: fail how often show was called */
/* the last block is fetched, and never shown */
size_t bytes = (size_t)steps * sizeof(float);
float *log = NULL, *host = NULL;
int result = 0;
if (cudaMalloc((void **)&log, bytes) != cudaSuccess ||
    cudaMallocHost((void **)&host, bytes) != cudaSuccess)
	result = -1;
for (int first = 0; first < steps && result == 0; first += block) {
	int count = steps - first < block ? steps - first : block;
	for (int i = first; i < first + count && result == 0; i++)
		result = step(data, i, log + i);
	if (first > 0 && result == 0)
		show(data, host + first - block, first - block, block);
	if (result == 0)
		cudaMemcpy(host + first, log + first, (size_t)count * sizeof *log,
			   cudaMemcpyDeviceToHost);
}
cudaFreeHost(host);
cudaFree(log);
return result;

/* lab6_wrong_last_block_whole: fail was called, but the last one is step */
/* the last block is taken to have as many steps as the others */
size_t bytes = (size_t)(steps + block) * sizeof(float);
float *log = NULL, *host = NULL;
cudaEvent_t fetched[2] = {NULL, NULL};
int result = 0, blocks = (steps + block - 1) / block;
if (cudaMalloc((void **)&log, bytes) != cudaSuccess ||
    cudaMallocHost((void **)&host, bytes) != cudaSuccess ||
    cudaEventCreate(&fetched[0]) != cudaSuccess || cudaEventCreate(&fetched[1]) != cudaSuccess)
	result = -1;
for (int b = 0; b <= blocks && result == 0; b++) {
	for (int i = b * block; b < blocks && i < (b + 1) * block && result == 0; i++)
		result = step(data, i, log + i);
	if (b < blocks && result == 0) {
		cudaMemcpyAsync(host + b * block, log + b * block, (size_t)block * sizeof *log,
				cudaMemcpyDeviceToHost, NULL);
		cudaEventRecord(fetched[b % 2], NULL);
	}
	if (b > 0 && result == 0) {
		cudaEventSynchronize(fetched[(b - 1) % 2]);
		show(data, host + (b - 1) * block, (b - 1) * block, block);
	}
}
cudaEventDestroy(fetched[0]);
cudaEventDestroy(fetched[1]);
cudaFreeHost(host);
cudaFree(log);
return result;

/* lab6_wrong_leaks_on_failure: fail never freed */
/* what was taken stays taken when a step fails */
size_t bytes = (size_t)steps * sizeof(float);
float *log = NULL, *host = NULL;
int result = 0;
if (cudaMalloc((void **)&log, bytes) != cudaSuccess ||
    cudaMallocHost((void **)&host, bytes) != cudaSuccess)
	result = -1;
for (int first = 0; first < steps && result == 0; first += block) {
	int count = steps - first < block ? steps - first : block;
	for (int i = first; i < first + count && result == 0; i++)
		if (step(data, i, log + i) != 0)
			return -1;
	if (first > 0)
		show(data, host + first - block, first - block, block);
	cudaMemcpy(host + first, log + first, (size_t)count * sizeof *log, cudaMemcpyDeviceToHost);
}
int last = (steps - 1) / block * block;
show(data, host + last, last, steps - last);
cudaFreeHost(host);
cudaFree(log);
return result;

/* lab6_wrong_memory_error_left: fail an error was left behind: cudaErrorMemoryAllocation */
/* when the GPU is full, the error of cudaMalloc() stays */
size_t bytes = (size_t)steps * sizeof(float);
Log log = {NULL, NULL, NULL};
int result = -1;
if (cudaMalloc((void **)&log.gpu, bytes) == cudaSuccess &&
    cudaMallocHost((void **)&log.host, bytes) == cudaSuccess &&
    cudaEventCreate(&log.copied) == cudaSuccess)
	result = blocks_run(&log, step, show, data, steps, block);
if (log.copied)
	cudaEventDestroy(log.copied);
cudaFreeHost(log.host);
cudaFree(log.gpu);
return result;

/* lab6_wrong_one_buffer: fail was overwritten while it was shown */
/* the next block is copied over the one that is shown */
cudaEvent_t copied;
cudaEventCreate(&copied);
size_t bytes = (size_t)steps * sizeof(float);
float *log = NULL, *host = NULL;
int result = 0;
if (cudaMalloc((void **)&log, bytes) != cudaSuccess ||
    cudaMallocHost((void **)&host, bytes) != cudaSuccess)
	result = -1;
for (int first = 0; first < steps && result == 0; first += block) {
	int count = steps - first < block ? steps - first : block;
	for (int i = first; i < first + count && result == 0; i++)
		result = step(data, i, log + i);
	if (first > 0 && result == 0) {
		cudaEventSynchronize(copied);
		cudaMemcpyAsync(host, log + first, (size_t)count * sizeof *log,
				cudaMemcpyDeviceToHost, NULL);
		show(data, host, first - block, block);
	} else if (result == 0) {
		cudaMemcpyAsync(host, log + first, (size_t)count * sizeof *log,
				cudaMemcpyDeviceToHost, NULL);
	}
	cudaEventRecord(copied, NULL);
}
cudaDeviceSynchronize();
int last = (steps - 1) / block * block;
if (result == 0)
	show(data, host, last, steps - last);
cudaEventDestroy(copied);
cudaFreeHost(host);
cudaFree(log);
return result;

/* lab6_wrong_shows_at_the_end: fail were shown when */
/* the user hears nothing before everything is over */
size_t bytes = (size_t)steps * sizeof(float);
float *log = NULL, *host = NULL;
int result = 0;
if (cudaMalloc((void **)&log, bytes) != cudaSuccess ||
    cudaMallocHost((void **)&host, bytes) != cudaSuccess)
	result = -1;
for (int first = 0; first < steps && result == 0; first += block) {
	int count = steps - first < block ? steps - first : block;
	for (int i = first; i < first + count && result == 0; i++)
		result = step(data, i, log + i);
}
if (result == 0)
	cudaMemcpy(host, log, bytes, cudaMemcpyDeviceToHost);
for (int first = 0; first < steps && result == 0; first += block)
	show(data, host + first, first, steps - first < block ? steps - first : block);
cudaFreeHost(host);
cudaFree(log);
return result;

/* lab6_wrong_shows_gpu_memory: fail crashed */
/* the losses are on the GPU, where show cannot look */
size_t bytes = (size_t)steps * sizeof(float);
float *log = NULL, *host = NULL;
int result = 0;
if (cudaMalloc((void **)&log, bytes) != cudaSuccess ||
    cudaMallocHost((void **)&host, bytes) != cudaSuccess)
	result = -1;
for (int first = 0; first < steps && result == 0; first += block) {
	int count = steps - first < block ? steps - first : block;
	for (int i = first; i < first + count && result == 0; i++)
		result = step(data, i, log + i);
	if (first > 0 && result == 0)
		show(data, log + first - block, first - block, block);
	if (result == 0)
		cudaMemcpy(host + first, log + first, (size_t)count * sizeof *log,
			   cudaMemcpyDeviceToHost);
}
int last = (steps - 1) / block * block;
if (result == 0)
	show(data, log + last, last, steps - last);
cudaFreeHost(host);
cudaFree(log);
return result;

/* lab6_wrong_shows_then_queues: fail the GPU stood still while losses were shown: the next block was not queued yet */
/* the GPU has nothing to do while losses are shown */
size_t bytes = (size_t)steps * sizeof(float);
float *log = NULL, *host = NULL;
int result = 0;
if (cudaMalloc((void **)&log, bytes) != cudaSuccess ||
    cudaMallocHost((void **)&host, bytes) != cudaSuccess)
	result = -1;
for (int first = 0; first < steps && result == 0; first += block) {
	int count = steps - first < block ? steps - first : block;
	for (int i = first; i < first + count && result == 0; i++)
		result = step(data, i, log + i);
	cudaMemcpy(host + first, log + first, (size_t)count * sizeof *log, cudaMemcpyDeviceToHost);
	if (result == 0)
		show(data, host + first, first, count);
}
cudaFreeHost(host);
cudaFree(log);
return result;

/* lab6_wrong_shows_too_early: fail its copy had not ended, or these are other losses */
/* nobody waits for the copies */
size_t bytes = (size_t)steps * sizeof(float);
float *log = NULL, *host = NULL;
int result = 0;
if (cudaMalloc((void **)&log, bytes) != cudaSuccess ||
    cudaMallocHost((void **)&host, bytes) != cudaSuccess)
	result = -1;
for (int first = 0; first < steps && result == 0; first += block) {
	int count = steps - first < block ? steps - first : block;
	for (int i = first; i < first + count && result == 0; i++)
		result = step(data, i, log + i);
	if (first > 0 && result == 0)
		show(data, host + first - block, first - block, block); /* has the copy ended? */
	cudaMemcpyAsync(host + first, log + first, (size_t)count * sizeof *log,
			cudaMemcpyDeviceToHost, NULL);
}
cudaDeviceSynchronize();
int last = (steps - 1) / block * block;
if (result == 0)
	show(data, host + last, last, steps - last);
cudaFreeHost(host);
cudaFree(log);
return result;

/* lab6_wrong_step_failure_ignored: fail what is returned: wanted -1 */
/* goes on when a step fails */
size_t bytes = (size_t)steps * sizeof(float);
float *log = NULL, *host = NULL;
int result = 0;
if (cudaMalloc((void **)&log, bytes) != cudaSuccess ||
    cudaMallocHost((void **)&host, bytes) != cudaSuccess)
	result = -1;
for (int first = 0; first < steps && result == 0; first += block) {
	int count = steps - first < block ? steps - first : block;
	for (int i = first; i < first + count; i++)
		step(data, i, log + i);
	if (first > 0)
		show(data, host + first - block, first - block, block);
	cudaMemcpy(host + first, log + first, (size_t)count * sizeof *log, cudaMemcpyDeviceToHost);
}
int last = (steps - 1) / block * block;
show(data, host + last, last, steps - last);
cudaFreeHost(host);
cudaFree(log);
return result;

/* lab6_wrong_stream_that_waits: fail but it had run by then */
/* the copies are in a stream of cudaStreamCreate(), which waits for the default stream */
float *log = NULL, *host = NULL;
cudaStream_t side = NULL;
cudaEvent_t ready[2] = {NULL, NULL};
int blocks = (steps + block - 1) / block, result = 0;
if (cudaMalloc((void **)&log, (size_t)steps * sizeof *log) != cudaSuccess ||
    cudaMallocHost((void **)&host, (size_t)block * sizeof *host) != cudaSuccess ||
    cudaStreamCreate(&side) != cudaSuccess || cudaEventCreate(&ready[0]) != cudaSuccess ||
    cudaEventCreate(&ready[1]) != cudaSuccess)
	result = -1;
for (int b = 0; b <= blocks && result == 0; b++) {
	for (int i = b * block; i < (b + 1) * block && i < steps && result == 0; i++)
		result = step(data, i, log + i);
	cudaEventRecord(ready[b % 2], NULL);
	if (b == 0 || result != 0)
		continue;
	int first = (b - 1) * block, count = steps - first < block ? steps - first : block;
	cudaStreamWaitEvent(side, ready[(b - 1) % 2], 0);
	cudaMemcpyAsync(host, log + first, (size_t)count * sizeof *log, cudaMemcpyDeviceToHost,
			side);
	cudaStreamSynchronize(side);
	show(data, host, first, count);
}
cudaDeviceSynchronize();
for (int i = 0; i < 2; i++)
	if (ready[i])
		cudaEventDestroy(ready[i]);
if (side)
	cudaStreamDestroy(side);
cudaFreeHost(host);
cudaFree(log);
cudaGetLastError();
return result;

/* lab6_wrong_waits_for_all: fail the GPU stood still while losses were shown: the next block was queued */
/* waits for the whole GPU */
size_t bytes = (size_t)steps * sizeof(float);
float *log = NULL, *host = NULL;
int result = 0;
if (cudaMalloc((void **)&log, bytes) != cudaSuccess ||
    cudaMallocHost((void **)&host, bytes) != cudaSuccess)
	result = -1;
for (int first = 0; first < steps && result == 0; first += block) {
	int count = steps - first < block ? steps - first : block;
	for (int i = first; i < first + count && result == 0; i++)
		result = step(data, i, log + i);
	if (first > 0 && result == 0) {
		cudaDeviceSynchronize(); /* the block that was queued just now, too */
		show(data, host + first - block, first - block, block);
	}
	cudaMemcpyAsync(host + first, log + first, (size_t)count * sizeof *log,
			cudaMemcpyDeviceToHost, NULL);
}
cudaDeviceSynchronize();
if (result == 0)
	show(data, host + (steps - 1) / block * block, (steps - 1) / block * block,
	     steps - (steps - 1) / block * block);
cudaFreeHost(host);
cudaFree(log);
return result;

/* lab6_wrong_whole_blocks_only: fail the steps that were queued */
/* the steps of the last, smaller block are left out */
size_t bytes = (size_t)steps * sizeof(float);
float *log = NULL, *host = NULL;
int result = 0;
if (cudaMalloc((void **)&log, bytes) != cudaSuccess ||
    cudaMallocHost((void **)&host, bytes) != cudaSuccess)
	result = -1;
for (int first = 0; first < steps && result == 0; first += block) {
	int count = steps - first < block ? steps - first : block;
	if (first + block > steps)
		break;
	for (int i = first; i < first + count && result == 0; i++)
		result = step(data, i, log + i);
	if (first > 0 && result == 0)
		show(data, host + first - block, first - block, block);
	if (result == 0)
		cudaMemcpy(host + first, log + first, (size_t)count * sizeof *log,
			   cudaMemcpyDeviceToHost);
}
int whole = steps / block;
if (result == 0 && whole > 0)
	show(data, host + (whole - 1) * block, (whole - 1) * block, block);
cudaFreeHost(host);
cudaFree(log);
return result;

/* lab6_right_by_host_function: pass */
/* the GPU's stream calls show itself, behind the copy of each block: in a stream of its own, so that
 * the steps go on meanwhile */
extern int run_blocks(TrainStep *step, Show *show, void *data, int steps, int block, float *log,
		      float *host, cudaStream_t side);
float *log = NULL, *host = NULL;
cudaStream_t side = NULL;
size_t bytes = (size_t)steps * sizeof(float);
int result = -1;
if (cudaMalloc((void **)&log, bytes) == cudaSuccess &&
    cudaMallocHost((void **)&host, bytes) == cudaSuccess &&
    cudaStreamCreateWithFlags(&side, cudaStreamNonBlocking) == cudaSuccess)
	result = run_blocks(step, show, data, steps, block, log, host, side);
if (side) {
	cudaStreamSynchronize(side);
	cudaStreamDestroy(side);
}
cudaFreeHost(host);
cudaFree(log);
cudaGetLastError();
return result;
}

typedef struct Shown {
	Show *show;
	void *data;
	const float *losses;
	int first, count;
} Shown;

static void shown_call(void *argument)
{
	const Shown *s = argument;
	s->show(s->data, s->losses, s->first, s->count);
}

/* Before the first step of block b + 2 the show of block b has ended. */
static int blocks_queue(TrainStep *step, Shown *shown, cudaEvent_t *ended, int steps, int block,
			float *log, float *host, cudaStream_t side)
{
	for (int first = 0, b = 0; first < steps; first += block, b++) {
		int count = steps - first < block ? steps - first : block;
		if (b >= 2 && cudaEventSynchronize(ended[b % 2]) != cudaSuccess)
			return -1;
		for (int i = first; i < first + count; i++)
			if (step(shown[0].data, i, log + i) != 0)
				return -1;
		shown[b] = (Shown){shown[0].show, shown[0].data, host + first, first, count};
		cudaEvent_t ran;
		if (cudaEventCreate(&ran) != cudaSuccess)
			return -1;
		cudaError_t error = cudaEventRecord(ran, NULL);
		if (error == cudaSuccess)
			error = cudaStreamWaitEvent(side, ran, 0);
		cudaEventDestroy(ran);
		if (error != cudaSuccess ||
		    cudaMemcpyAsync(host + first, log + first, (size_t)count * sizeof *host,
				    cudaMemcpyDeviceToHost, side) != cudaSuccess ||
		    cudaLaunchHostFunc(side, shown_call, &shown[b]) != cudaSuccess ||
		    cudaEventRecord(ended[b % 2], side) != cudaSuccess)
			return -1;
	}
	return 0;
}

int run_blocks(TrainStep *step, Show *show, void *data, int steps, int block, float *log, float *host,
	       cudaStream_t side)
{
	Shown *shown = calloc((size_t)(steps / block + 1), sizeof *shown);
	cudaEvent_t ended[2] = {NULL, NULL};
	int result = -1;
	if (shown && cudaEventCreate(&ended[0]) == cudaSuccess &&
	    cudaEventCreate(&ended[1]) == cudaSuccess) {
		shown[0] = (Shown){.show = show, .data = data};
		result = blocks_queue(step, shown, ended, steps, block, log, host, side);
	}
	if (cudaStreamSynchronize(side) != cudaSuccess) {
		result = -1;
		cudaStreamSynchronize(side); /* what is queued still reads `shown` */
	}
	for (int i = 0; i < 2; i++)
		if (ended[i])
			cudaEventDestroy(ended[i]);
	free(shown);
	return result;

/* lab6_wrong_data_not_handed_on: fail show was called with another pointer for `data` */
/* show gets the losses for its data */
size_t bytes = (size_t)steps * sizeof(float);
float *gpu = NULL, *host = NULL;
int result = -1;
if (cudaMalloc((void **)&gpu, bytes) == cudaSuccess &&
    cudaMallocHost((void **)&host, bytes) == cudaSuccess)
	result = 0;
for (int i = 0; i < steps && result == 0; i++)
	result = step(data, i, gpu + i);
if (result == 0 && cudaMemcpy(host, gpu, bytes, cudaMemcpyDeviceToHost) != cudaSuccess)
	result = -1;
for (int i = 0; i < steps && result == 0; i += block)
	show(host, host + i, i, steps - i < block ? steps - i : block);
cudaFreeHost(host);
cudaFree(gpu);
cudaGetLastError();
return result;

/* lab6_wrong_copies_numbers: fail of the losses' */
/* cudaMemcpyAsync is told how many numbers, not how many bytes */
size_t bytes = (size_t)steps * sizeof(float);
Log log = {NULL, NULL, NULL};
int result = -1;
if (cudaMalloc((void **)&log.gpu, bytes) == cudaSuccess &&
    cudaMallocHost((void **)&log.host, bytes) == cudaSuccess &&
    cudaEventCreate(&log.copied) == cudaSuccess)
	result = 0;
int count = 0;
for (int first = 0; first < steps && result == 0; first += count) {
	int before = count;
	count = steps - first < block ? steps - first : block;
	for (int i = first; i < first + count && result == 0; i++)
		result = step(data, i, log.gpu + i);
	if (result == 0 && before > 0)
		result = block_show(&log, show, data, first - before, before);
	cudaMemcpyAsync(log.host + first, log.gpu + first, (size_t)count, cudaMemcpyDeviceToHost,
			NULL);
	cudaEventRecord(log.copied, NULL);
}
if (result == 0)
	result = block_show(&log, show, data, steps - count, count);
if (log.copied)
	cudaEventDestroy(log.copied);
cudaFreeHost(log.host);
cudaFree(log.gpu);
cudaGetLastError();
return result;

/* lab6_wrong_room_for_a_block: fail step writes its loss, 4 bytes at offset */
/* the log on the GPU has room for one block */
size_t bytes = (size_t)steps * sizeof(float);
Log log = {NULL, NULL, NULL};
int result = -1;
if (cudaMalloc((void **)&log.gpu, (size_t)block * sizeof(float)) == cudaSuccess &&
    cudaMallocHost((void **)&log.host, bytes) == cudaSuccess &&
    cudaEventCreate(&log.copied) == cudaSuccess)
	result = blocks_run(&log, step, show, data, steps, block);
if (log.copied)
	cudaEventDestroy(log.copied);
cudaFreeHost(log.host);
cudaFree(log.gpu);
cudaGetLastError();
return result;

/* lab6_wrong_waits_unchecked: fail what is returned: wanted -1, got 0 */
/* whether a block has been waited for is not looked at */
size_t bytes = (size_t)steps * sizeof(float);
float *log = NULL, *host = NULL;
cudaEvent_t copied = NULL;
int count = 0, result = -1;
if (cudaMalloc((void **)&log, bytes) == cudaSuccess &&
    cudaMallocHost((void **)&host, bytes) == cudaSuccess && cudaEventCreate(&copied) == cudaSuccess)
	result = 0;
for (int first = 0; first < steps && result == 0; first += count) {
	int before = count;
	count = steps - first < block ? steps - first : block;
	for (int i = first; i < first + count && result == 0; i++)
		result = step(data, i, log + i);
	if (before > 0 && result == 0) {
		cudaEventSynchronize(copied);
		show(data, host + first - before, first - before, before);
	}
	if (result == 0 && (cudaMemcpyAsync(host + first, log + first, (size_t)count * sizeof *log,
					    cudaMemcpyDeviceToHost, NULL) != cudaSuccess ||
			    cudaEventRecord(copied, NULL) != cudaSuccess))
		result = -1;
}
if (result == 0) {
	cudaEventSynchronize(copied);
	show(data, host + steps - count, steps - count, count);
}
if (copied)
	cudaEventDestroy(copied);
cudaFreeHost(host);
cudaFree(log);
cudaGetLastError();
return result;

/* lab6_wrong_waits_in_some_blocks: fail the GPU had work for 0 us; wanted the next block */
float *gpu = NULL, *host = NULL;
cudaEvent_t copied = NULL;
int shown = 0, behind = 0, result = -1;
if (cudaMalloc((void **)&gpu, (size_t)steps * sizeof *gpu) != cudaSuccess ||
    cudaMallocHost((void **)&host, (size_t)steps * sizeof *host) != cudaSuccess ||
    cudaEventCreate(&copied) != cudaSuccess)
	goto end;
for (int first = 0; shown < steps; first = behind) {
	behind = steps - first < block ? steps : first + block;
	for (int i = first; i < behind; i++)
		if (step(data, i, gpu + i) != 0)
			goto end;
	if (first > 0) {
		if (cudaEventSynchronize(copied) != cudaSuccess ||
		    (first / block % 4 == 1 && cudaDeviceSynchronize() != cudaSuccess))
			goto end;
		show(data, host + shown, shown, first - shown);
		shown = first;
	}
	if (behind > first &&
	    (cudaMemcpyAsync(host + first, gpu + first, (size_t)(behind - first) * sizeof *gpu,
			     cudaMemcpyDeviceToHost, NULL) != cudaSuccess ||
	     cudaEventRecord(copied, NULL) != cudaSuccess))
		goto end;
}
result = 0;
end:
if (copied)
	cudaEventDestroy(copied);
cudaFreeHost(host);
cudaFree(gpu);
cudaGetLastError();
return result;

/* lab6_wrong_waits_in_long_blocks: fail the GPU had work for 0 us; wanted the next block */
float *gpu = NULL, *host = NULL;
cudaEvent_t copied = NULL;
int shown = 0, behind = 0, result = -1;
if (cudaMalloc((void **)&gpu, (size_t)steps * sizeof *gpu) != cudaSuccess ||
    cudaMallocHost((void **)&host, (size_t)steps * sizeof *host) != cudaSuccess ||
    cudaEventCreate(&copied) != cudaSuccess)
	goto end;
for (int first = 0; shown < steps; first = behind) {
	behind = steps - first < block ? steps : first + block;
	for (int i = first; i < behind; i++)
		if (step(data, i, gpu + i) != 0)
			goto end;
	if (first > 0) {
		if (cudaEventSynchronize(copied) != cudaSuccess ||
		    (block > 20 && cudaDeviceSynchronize() != cudaSuccess))
			goto end;
		show(data, host + shown, shown, first - shown);
		shown = first;
	}
	if (behind > first &&
	    (cudaMemcpyAsync(host + first, gpu + first, (size_t)(behind - first) * sizeof *gpu,
			     cudaMemcpyDeviceToHost, NULL) != cudaSuccess ||
	     cudaEventRecord(copied, NULL) != cudaSuccess))
		goto end;
}
result = 0;
end:
if (copied)
	cudaEventDestroy(copied);
cudaFreeHost(host);
cudaFree(gpu);
cudaGetLastError();
return result;

/* lab6_wrong_shows_again: fail or that had been shown */
float *gpu = NULL, *host = NULL;
cudaEvent_t copied = NULL;
int shown = 0, behind = 0, result = -1;
if (cudaMalloc((void **)&gpu, (size_t)steps * sizeof *gpu) != cudaSuccess ||
    cudaMallocHost((void **)&host, (size_t)steps * sizeof *host) != cudaSuccess ||
    cudaEventCreate(&copied) != cudaSuccess)
	goto end;
for (int first = 0; shown < steps; first = behind) {
	behind = steps - first < block ? steps : first + block;
	for (int i = first; i < behind; i++)
		if (step(data, i, gpu + i) != 0)
			goto end;
	if (first > 0) {
		if (cudaEventSynchronize(copied) != cudaSuccess)
			goto end;
		show(data, host + shown, shown, first - shown);
		shown = first;
	}
	if (behind > first &&
	    (cudaMemcpyAsync(host + first, gpu + first, (size_t)(behind - first) * sizeof *gpu,
			     cudaMemcpyDeviceToHost, NULL) != cudaSuccess ||
	     cudaEventRecord(copied, NULL) != cudaSuccess))
		goto end;
}
result = 0;
end:
if (result != 0 && shown > 0)
	show(data, host, 0, shown < block ? shown : block);
if (copied)
	cudaEventDestroy(copied);
cudaFreeHost(host);
cudaFree(gpu);
cudaGetLastError();
return result;
