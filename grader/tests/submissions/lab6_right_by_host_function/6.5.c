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
if (result != 0)
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
	if (cudaStreamSynchronize(side) != cudaSuccess)
		result = -1;
	for (int i = 0; i < 2; i++)
		if (ended[i])
			cudaEventDestroy(ended[i]);
	free(shown);
	return result;
