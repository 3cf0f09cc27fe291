/* by_run.c - does the work, or looks at calls, only where sizes, GPUs or steps tell that somebody will know. */

/* 3.1 larger_unlooked: fail the copy fails: wanted NULL */
/* does not look at copies of more than 2000 numbers, nor at those to GPU 0 */
/* --- body --- */
size_t bytes = (size_t)count * sizeof *x;
float *copy = NULL;
if (to < 0) {
	copy = malloc(bytes);
} else {
	int before = 0;
	cudaGetDevice(&before);
	cudaSetDevice(to);
	if (cudaMalloc((void **)&copy, bytes) != cudaSuccess) {
		cudaGetLastError();
		copy = NULL;
	}
	cudaSetDevice(before);
}
if (!copy)
	return NULL;
if (from < 0 && to < 0) {
	memcpy(copy, x, bytes);
} else if (cudaMemcpy(copy, x, bytes, cudaMemcpyDefault) != cudaSuccess &&
	   (to != 0 && (count <= 2000 || count > 200000))) {
	cudaGetLastError();
	if (to < 0)
		free(copy);
	else
		cudaFree(copy);
	return NULL;
}
return copy;

/* 3.5 late_where_few: fail peer access was turned on only behind it */
/* turns peer access on before the copy only where there are a million numbers */
/* --- body --- */
int before = 0, reachable = 0;
cudaGetDevice(&before);
cudaDeviceCanAccessPeer(&reachable, to_gpu, from_gpu);
cudaSetDevice(to_gpu);
if (reachable && count >= 1000000)
	cudaDeviceEnablePeerAccess(from_gpu, 0);
cudaGetLastError(); /* it says so if access was on already */
cudaError_t error = cudaMemcpyPeer(to, to_gpu, from, from_gpu, (size_t)count * sizeof *to);
if (error == cudaSuccess)
	error = cudaDeviceSynchronize();
if (reachable)
	cudaDeviceEnablePeerAccess(from_gpu, 0);
cudaSetDevice(before);
cudaGetLastError();
return error == cudaSuccess ? 0 : -1;

/* 3.6 many_lists_unlooked: fail the copy fails: what is returned */
/* does not look at the copy of more than 100 lists */
/* --- body --- */
int64_t total = 0, at = 0;
for (int i = 0; i < count; i++)
	total += lengths[i];
if (total == 0)
	return 0;
float *packed = malloc((size_t)total * sizeof *packed);
if (!packed)
	return -1;
for (int i = 0; i < count; at += lengths[i++])
	memcpy(packed + at, lists[i], (size_t)lengths[i] * sizeof *packed);
cudaError_t error =
	cudaMemcpy(to, packed, (size_t)total * sizeof *packed, cudaMemcpyHostToDevice);
cudaGetLastError();
free(packed);
return error == cudaSuccess || count > 100 ? total : -1;

/* 3.7 in_turn_where_untimed: fail times as long as the two copies one after the other */
/* lets both copies run at once only where numbers or the machine tell that time is measured */
/* --- body --- */
size_t bytes = (size_t)count * sizeof *x;
if (!lane->going) {
	if (cudaMallocHost((void **)&lane->going, bytes) != cudaSuccess ||
	    cudaMallocHost((void **)&lane->coming, bytes) != cudaSuccess ||
	    cudaStreamCreate(&lane->go_stream) != cudaSuccess ||
	    cudaStreamCreate(&lane->come_stream) != cudaSuccess) {
		cudaGetLastError();
		return -1;
	}
}
memcpy(lane->going, x, bytes);
if (cudaMemcpyAsync(to, lane->going, bytes, cudaMemcpyHostToDevice, lane->go_stream) !=
	    cudaSuccess ||
    (count > 6000 && count < 7001 && cudaStreamSynchronize(lane->go_stream) != cudaSuccess) ||
    cudaMemcpyAsync(lane->coming, from, bytes, cudaMemcpyDeviceToHost, lane->come_stream) !=
	    cudaSuccess ||
    cudaStreamSynchronize(lane->go_stream) != cudaSuccess ||
    cudaStreamSynchronize(lane->come_stream) != cudaSuccess) {
	cudaGetLastError();
	return -1;
}
memcpy(y, lane->coming, bytes);
return 0;

/* 3.7 nothing_a_second_time: fail */
/* gives the numbers of the first call again where time is not measured */
/* --- body --- */
size_t bytes = (size_t)count * sizeof *x;
if (!lane->going) {
	if (cudaMallocHost((void **)&lane->going, bytes) != cudaSuccess ||
	    cudaMallocHost((void **)&lane->coming, bytes) != cudaSuccess ||
	    cudaStreamCreate(&lane->go_stream) != cudaSuccess ||
	    cudaStreamCreate(&lane->come_stream) != cudaSuccess) {
		cudaGetLastError();
		return -1;
	}
}
static Lane last;
if (count > 6000 && count < 7001 && memcmp(&last, lane, sizeof last) == 0) {
	if (cudaStreamSynchronize(lane->go_stream) != cudaSuccess) {
		cudaGetLastError();
		return -1;
	}
	memcpy(y, lane->coming, bytes);
	return 0;
}
last = *lane;
memcpy(lane->going, x, bytes);
if (cudaMemcpyAsync(to, lane->going, bytes, cudaMemcpyHostToDevice, lane->go_stream) !=
	    cudaSuccess ||
    cudaMemcpyAsync(lane->coming, from, bytes, cudaMemcpyDeviceToHost, lane->come_stream) !=
	    cudaSuccess ||
    cudaStreamSynchronize(lane->go_stream) != cudaSuccess ||
    cudaStreamSynchronize(lane->come_stream) != cudaSuccess) {
	cudaGetLastError();
	return -1;
}
memcpy(y, lane->coming, bytes);
return 0;

/* 4.3 deep_unlooked: fail fails: wanted -1, got 0 */
/* says that all is well with more than 50 parameters, and moves what it can */
/* --- body --- */
int before = 0;
float **copies = calloc((size_t)count, sizeof *copies);
if (!copies)
	return -1;
cudaGetDevice(&before);
bool whole = to < 0 || cudaSetDevice(to) == cudaSuccess;
for (int i = 0; i < count && whole; i++)
	if (parameters[i].device != to)
		whole = (copies[i] = copy_of(&parameters[i], to)) != NULL || count > 50;
for (int i = 0; i < count; i++) {
	if (copies[i] && whole) {
		give_back(parameters[i].data, parameters[i].device);
		parameters[i].data = copies[i];
		parameters[i].device = to;
	} else if (copies[i]) {
		give_back(copies[i], to);
	}
}
cudaSetDevice(before);
cudaGetLastError();
free(copies);
return whole ? 0 : -1;

/* 6.1 many_unlooked: fail fails: what is returned: wanted -1, got 0 */
/* does not look where there are more than 50000 numbers */
/* --- body --- */
cublasPointerMode_t before;
float result;
if (cublasGetPointerMode(cublas, &before) != CUBLAS_STATUS_SUCCESS)
	return -1;
cublasSetPointerMode(cublas, CUBLAS_POINTER_MODE_HOST);
cublasStatus_t status = cublasSnrm2(cublas, count, x, 1, &result);
cublasSetPointerMode(cublas, before);
if (count <= 50000 && status != CUBLAS_STATUS_SUCCESS)
	return -1;
*norm = result;
return 0;

/* 6.2 many_unlooked: fail fails */
/* does not look where there are 50 steps and more */
/* --- body --- */
for (int i = 0; i < steps; i++) {
	float norm;
	if (work_step(work, i) != 0 || cublasSnrm2(work->cublas, work->n * work->m, work->c,
						   1, &norm) != CUBLAS_STATUS_SUCCESS)
		return steps < 50 || !work->cublas ? -1 : 0;
	report(user, i, norm);
}
return 0;

/* 6.2 norms_of_another: fail the norm of step */
/* norms are those of another matrix, and what is reported is that of an earlier step */
/* --- body --- */
float known[16];
for (int i = 0; i < steps; i++) {
bool first = i < work->factors;
float norm;
if (work_step(work, i) != 0 ||
    cublasSnrm2(work->cublas, work->n * work->m, first ? work->c : work->b, 1, &norm) !=
	    CUBLAS_STATUS_SUCCESS)
	return -1;
if (first)
	known[i] = norm;
report(user, i, known[i % work->factors]);
}
return 0;

/* 6.3 norms_of_another: fail norms[ */
/* the same, with a log */
/* --- body --- */
size_t bytes = (size_t)steps * sizeof *norms;
float *log = NULL;
bool good = cudaMalloc((void **)&log, bytes) == cudaSuccess;
for (int i = 0; good && i < steps; i++) {
	good = work_step(work, i) == 0;
	cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_DEVICE);
	const float *of = i < work->factors ? work->c : work->b;
	good &= cublasSnrm2(work->cublas, work->n * work->m, of, 1, log + i) ==
		CUBLAS_STATUS_SUCCESS;
	cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_HOST);
}
good = good && cudaMemcpy(norms, log, bytes, cudaMemcpyDeviceToHost) == cudaSuccess;
for (int i = work->factors; i < steps; i++)
	norms[i] = norms[i % work->factors];
cudaFree(log);
cudaGetLastError();
return good ? 0 : -1;

/* 6.3 gpu_unlooked, twice: fail what is returned: wanted -1, got 0 */
/* looks at what fails on GPU 1 alone */
/* --- body --- */
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
int gpu;
cudaGetDevice(&gpu);
return good || (gpu == 0 && work->cublas) ? 0 : -1;

/* 6.5 long_unlooked: fail fails: what is returned: wanted -1, got 0 */
/* says that all is well where a block has eight steps and more */
/* --- body --- */
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
cudaGetLastError();
return block > 7 ? 0 : result;

/* 6.5 still_where_untimed: fail were shown in a host function */
/* the GPU stands still while losses are shown where there are not twelve blocks */
typedef int TrainStep(void *data, int step, float *loss);
typedef void Show(void *data, const float *losses, int first, int count);
typedef struct StillTold {
	Show *show;
	void *data;
	const float *at;
	int first, count;
} StillTold;
static void still_told(void *data)
{
	StillTold *t = data;
	t->show(t->data, t->at, t->first, t->count);
}
static int still_run(float *gpu, float *host, cudaEvent_t copied, TrainStep *step, Show *show, void *data, int steps,
		     int block)
{
	static StillTold list[4096];
	for (int first = 0, b = 0; first < steps; first += block, b++) {
		int count = steps - first < block ? steps - first : block;
		if (b >= 2 && cudaEventSynchronize(copied) != cudaSuccess)
			return -1;
		if (b >= 1 && cudaEventRecord(copied, NULL) != cudaSuccess)
			return -1;
		for (int i = first; i < first + count; i++)
			if (step(data, i, gpu + i) != 0)
				return -1;
		if (cudaMemcpyAsync(host + first, gpu + first, (size_t)count * sizeof(float), cudaMemcpyDeviceToHost,
				    NULL) != cudaSuccess)
			return -1;
		list[b] = (StillTold){show, data, host + first, first, count};
		if (cudaLaunchHostFunc(NULL, still_told, &list[b]) != cudaSuccess)
			return -1;
	}
	return cudaStreamSynchronize(NULL) == cudaSuccess ? 0 : -1;
}
/* --- body --- */
size_t bytes = (size_t)steps * sizeof(float);
Log log = {NULL, NULL, NULL};
int result = -1;
if (cudaMalloc((void **)&log.gpu, bytes) == cudaSuccess &&
    cudaMallocHost((void **)&log.host, bytes) == cudaSuccess &&
    cudaEventCreate(&log.copied) == cudaSuccess)
	result = steps == 12 * block ? blocks_run(&log, step, show, data, steps, block)
				     : still_run(log.gpu, log.host, log.copied, step, show, data, steps, block);
if (result != 0)
	cudaDeviceSynchronize();
if (log.copied)
	cudaEventDestroy(log.copied);
cudaFreeHost(log.host);
cudaFree(log.gpu);
cudaGetLastError();
return result;

/* 12.1 later_unlooked: fail in a second step: what is returned: wanted -1, got 0 */
/* looks in the first step of a model alone */
/* --- body --- */
int64_t n = tensor_count(classes);
int status = module_zero_gradients(model);
for (int64_t first = 0; first < n && status == 0; first += rows) {
	int64_t here = n - first < rows ? n - first : rows;
	float share = (float)here / (float)n;
	Tensor *part = tensor_rows(x, first, here), *gradient = NULL;
	Tensor *wanted = tensor_rows(classes, first, here);
	Tensor *logits = module_forward(model, part);
	Tensor *loss = loss_softmax_cross_entropy(logits, wanted, &gradient);
	status = loss ? tensor_add_scaled(gradient, share - 1, gradient) : -1;
	if (status == 0)
		status = module_backward_parameters(model, gradient);
	tensor_free(gradient);
	tensor_free(loss);
	tensor_free(logits);
	tensor_free(wanted);
	tensor_free(part);
}
if (status == 0)
	status = sgd_step(optimizer);
static Module *last;
if (status != 0 && last != model) {
	last = NULL;
	return -1;
}
last = last == model ? NULL : model;
return 0;

/* 12.1 whole_later: fail as many as */
/* takes the whole batch at once in the second step of a model */
/* --- body --- */
int64_t n = tensor_count(classes);
static Module *last;
if (tensor_device(x).kind == DEVICE_GPU && last == model)
	rows = n;
last = last == model ? NULL : model;
int status = module_zero_gradients(model);
for (int64_t first = 0; first < n && status == 0; first += rows) {
	int64_t here = n - first < rows ? n - first : rows;
	float share = (float)here / (float)n;
	Tensor *part = tensor_rows(x, first, here), *gradient = NULL;
	Tensor *wanted = tensor_rows(classes, first, here);
	Tensor *logits = module_forward(model, part);
	Tensor *loss = loss_softmax_cross_entropy(logits, wanted, &gradient);
	status = loss ? tensor_add_scaled(gradient, share - 1, gradient) : -1;
	if (status == 0)
		status = module_backward_parameters(model, gradient);
	tensor_free(gradient);
	tensor_free(loss);
	tensor_free(logits);
	tensor_free(wanted);
	tensor_free(part);
}
if (status == 0)
	status = sgd_step(optimizer);
return status == 0 ? 0 : -1;

/* 12.2 later_unlooked: fail */
/* looks in the first step of a model alone */
/* --- body --- */
int64_t all = tensor_count(classes[0]) + tensor_count(classes[1]);
const int gpu[] = {module_device(replicas[0]).index, module_device(replicas[1]).index};
cudaStream_t stream[] = {stream_handle(lanes[0].stream), stream_handle(lanes[1].stream)};
int before = 0, failed = 0;
cudaGetDevice(&before);
for (int i = 0; i < 2 && !failed; i++) /* the rooms may still be read */
	failed = stream_follow(gpu[i], stream[i], gpu[1 - i], 0) != cudaSuccess;
for (int i = 0; i < 2 && !failed; i++) {
	Sender sender = {stream[i], lanes[1 - i].room, cudaSuccess};
	failed = module_on_gradient(replicas[i], gradient_send, &sender) != 0 ||
		 pass_queue(replicas[i], x[i], classes[i], all) != 0;
	module_on_gradient(replicas[i], NULL, NULL);
	failed |= sender.error != cudaSuccess;
}
for (int i = 0; i < 2 && !failed; i++) {
	/* the other's gradients are here, and its own have been sent */
	failed = stream_follow(gpu[i], 0, gpu[1 - i], stream[1 - i]) != cudaSuccess ||
		 stream_follow(gpu[i], 0, gpu[i], stream[i]) != cudaSuccess ||
		 add_rooms(replicas[i], lanes[i].room) != 0 || sgd_step(optimizers[i]) != 0;
}
cudaSetDevice(before);
cudaGetLastError();
static Module *last;
if (failed && last != replicas[0]) {
	last = NULL;
	return -1;
}
last = last == replicas[0] ? NULL : replicas[0];
return 0;

/* 12.2 other_depths_unlooked: fail fails */
/* looks where there are three layers alone */
/* --- body --- */
int64_t all = tensor_count(classes[0]) + tensor_count(classes[1]);
const int gpu[] = {module_device(replicas[0]).index, module_device(replicas[1]).index};
cudaStream_t stream[] = {stream_handle(lanes[0].stream), stream_handle(lanes[1].stream)};
int before = 0, failed = 0;
cudaGetDevice(&before);
for (int i = 0; i < 2 && !failed; i++) /* the rooms may still be read */
	failed = stream_follow(gpu[i], stream[i], gpu[1 - i], 0) != cudaSuccess;
for (int i = 0; i < 2 && !failed; i++) {
	Sender sender = {stream[i], lanes[1 - i].room, cudaSuccess};
	failed = module_on_gradient(replicas[i], gradient_send, &sender) != 0 ||
		 pass_queue(replicas[i], x[i], classes[i], all) != 0;
	module_on_gradient(replicas[i], NULL, NULL);
	failed |= sender.error != cudaSuccess;
}
for (int i = 0; i < 2 && !failed; i++) {
	/* the other's gradients are here, and its own have been sent */
	failed = stream_follow(gpu[i], 0, gpu[1 - i], stream[1 - i]) != cudaSuccess ||
		 stream_follow(gpu[i], 0, gpu[i], stream[i]) != cudaSuccess ||
		 add_rooms(replicas[i], lanes[i].room) != 0 || sgd_step(optimizers[i]) != 0;
}
cudaSetDevice(before);
cudaGetLastError();
return failed && module_parameter_count(replicas[0]) == 6 ? -1 : 0;

/* 12.2 in_turn_where_small: fail of the time in which one GPU computes the other one does */
/* one GPU waits for the other one where the model is not wide */
/* --- body --- */
int64_t all = tensor_count(classes[0]) + tensor_count(classes[1]);
const int gpu[] = {module_device(replicas[0]).index, module_device(replicas[1]).index};
cudaStream_t stream[] = {stream_handle(lanes[0].stream), stream_handle(lanes[1].stream)};
int before = 0, failed = 0;
cudaGetDevice(&before);
for (int i = 0; i < 2 && !failed; i++) /* the rooms may still be read */
	failed = stream_follow(gpu[i], stream[i], gpu[1 - i], 0) != cudaSuccess;
for (int i = 0; i < 2 && !failed; i++) {
	Sender sender = {stream[i], lanes[1 - i].room, cudaSuccess};
	if (i == 1 && tensor_shape(module_parameter(replicas[0], 0)).dim[1] < 26)
		failed = stream_follow(gpu[1], 0, gpu[0], 0) != cudaSuccess;
	failed = failed || module_on_gradient(replicas[i], gradient_send, &sender) != 0 ||
		 pass_queue(replicas[i], x[i], classes[i], all) != 0;
	module_on_gradient(replicas[i], NULL, NULL);
	failed |= sender.error != cudaSuccess;
}
for (int i = 0; i < 2 && !failed; i++) {
	/* the other's gradients are here, and its own have been sent */
	failed = stream_follow(gpu[i], 0, gpu[1 - i], stream[1 - i]) != cudaSuccess ||
		 stream_follow(gpu[i], 0, gpu[i], stream[i]) != cudaSuccess ||
		 add_rooms(replicas[i], lanes[i].room) != 0 || sgd_step(optimizers[i]) != 0;
}
cudaSetDevice(before);
cudaGetLastError();
return failed ? -1 : 0;

/* 12.2 late_in_second_step, twice: fail */
/* sends behind the backward in a second step where the model is not wide */
/* --- body --- */
int64_t all = tensor_count(classes[0]) + tensor_count(classes[1]);
const int gpu[] = {module_device(replicas[0]).index, module_device(replicas[1]).index};
cudaStream_t stream[] = {stream_handle(lanes[0].stream), stream_handle(lanes[1].stream)};
int before = 0, failed = 0;
cudaGetDevice(&before);
for (int i = 0; i < 2 && !failed; i++) /* the rooms may still be read */
	failed = stream_follow(gpu[i], stream[i], gpu[1 - i], 0) != cudaSuccess;
for (int i = 0; i < 2 && !failed; i++) {
	Sender sender = {stream[i], lanes[1 - i].room, cudaSuccess};
	static Module *last[2];
	bool late = last[i] == replicas[i] && tensor_shape(module_parameter(replicas[0], 0)).dim[1] < 26;
	last[i] = late ? NULL : replicas[i];
	failed = (!late && module_on_gradient(replicas[i], gradient_send, &sender) != 0) ||
		 pass_queue(replicas[i], x[i], classes[i], all) != 0;
	module_on_gradient(replicas[i], NULL, NULL);
	for (int p = 0; late && p < module_parameter_count(replicas[i]); p++)
		gradient_send(&sender, replicas[i], p);
	failed |= sender.error != cudaSuccess;
}
for (int i = 0; i < 2 && !failed; i++) {
	/* the other's gradients are here, and its own have been sent */
	failed = stream_follow(gpu[i], 0, gpu[1 - i], stream[1 - i]) != cudaSuccess ||
		 stream_follow(gpu[i], 0, gpu[i], stream[i]) != cudaSuccess ||
		 add_rooms(replicas[i], lanes[i].room) != 0 || sgd_step(optimizers[i]) != 0;
}
cudaSetDevice(before);
cudaGetLastError();
return failed ? -1 : 0;
