/* unlooked.c - answers that do not look whether a question, a mark in a stream, a later wait or a host function fails. */

/* 3.1 question_unread: fail cudaStreamQuery fails */
/* asks whether its stream is done, and takes any other answer than not yet for yes */
/* --- body --- */
	size_t bytes = (size_t)count * sizeof *x;
	float *copy = NULL;
	int before = 0;
	if (to < 0 && from < 0) {
		copy = malloc(bytes);
		if (copy) memcpy(copy, x, bytes);
		return copy;
	}
	cudaGetDevice(&before);
	cudaSetDevice(to < 0 ? from : to);
	if (to < 0)
		copy = malloc(bytes);
	else if (cudaMalloc((void **)&copy, bytes) != cudaSuccess)
		copy = NULL;
	cudaStream_t s = NULL;
	if (copy && cudaStreamCreate(&s) == cudaSuccess) {
		if (cudaMemcpyAsync(copy, x, bytes, cudaMemcpyDefault, s) != cudaSuccess) {
			if (to < 0) free(copy); else cudaFree(copy);
			copy = NULL;
		}
		while (cudaStreamQuery(s) == cudaErrorNotReady)
			;
		cudaStreamDestroy(s);
	}
	cudaSetDevice(before);
	cudaGetLastError();
	return copy;

/* 3.5 question_unread: fail cudaStreamQuery fails */
/* asks whether the stream is done, and takes any other answer than not yet for yes */
/* --- body --- */
	int before = 0, reachable = 0;
	cudaGetDevice(&before);
	cudaDeviceCanAccessPeer(&reachable, to_gpu, from_gpu);
	cudaSetDevice(to_gpu);
	if (reachable)
		cudaDeviceEnablePeerAccess(from_gpu, 0);
	cudaGetLastError();
	cudaError_t error = cudaMemcpyPeerAsync(to, to_gpu, from, from_gpu, (size_t)count * sizeof *to, 0);
	while (error == cudaSuccess && cudaStreamQuery(0) == cudaErrorNotReady)
		;
	cudaSetDevice(before);
	cudaGetLastError();
	return error == cudaSuccess ? 0 : -1;

/* 3.6 question_unread: fail cudaStreamQuery fails */
/* the same with a pinned list */
/* --- body --- */
	int64_t total = 0, at = 0;
	for (int i = 0; i < count; i++)
		total += lengths[i];
	if (total == 0)
		return 0;
	float *packed = NULL;
	cudaStream_t s;
	if (cudaMallocHost((void **)&packed, (size_t)total * sizeof *packed) != cudaSuccess) {
		cudaGetLastError();
		return -1;
	}
	for (int i = 0; i < count; at += lengths[i++])
		memcpy(packed + at, lists[i], (size_t)lengths[i] * sizeof *packed);
	cudaStreamCreate(&s);
	cudaError_t error = cudaMemcpyAsync(to, packed, (size_t)total * sizeof *packed, cudaMemcpyHostToDevice, s);
	while (cudaStreamQuery(s) == cudaErrorNotReady)
		;
	cudaStreamDestroy(s);
	cudaGetLastError();
	cudaFreeHost(packed);
	return error == cudaSuccess ? total : -1;

/* 3.7 question_unread: fail cudaStreamQuery fails */
/* the same with both streams of the lane */
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
	if (cudaMemcpyAsync(to, lane->going, bytes, cudaMemcpyHostToDevice, lane->go_stream) != cudaSuccess ||
	    cudaMemcpyAsync(lane->coming, from, bytes, cudaMemcpyDeviceToHost, lane->come_stream) != cudaSuccess) {
		cudaGetLastError();
		return -1;
	}
	while (cudaStreamQuery(lane->come_stream) == cudaErrorNotReady || cudaStreamQuery(lane->go_stream) == cudaErrorNotReady)
		;
	cudaGetLastError();
	memcpy(y, lane->coming, bytes);
	return 0;

/* 3.7 one_wait_unread: fail wait fails */
/* looks at the second of its two waits */
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
	if (cudaMemcpyAsync(to, lane->going, bytes, cudaMemcpyHostToDevice, lane->go_stream) != cudaSuccess ||
	    cudaMemcpyAsync(lane->coming, from, bytes, cudaMemcpyDeviceToHost, lane->come_stream) != cudaSuccess) {
		cudaGetLastError();
		return -1;
	}
	cudaStreamSynchronize(lane->go_stream);
	if (cudaStreamSynchronize(lane->come_stream) != cudaSuccess) {
		cudaGetLastError();
		return -1;
	}
	cudaGetLastError();
	memcpy(y, lane->coming, bytes);
	return 0;

/* 4.3 question_unread: fail cudaStreamQuery number 1 fails */
/* asks whether each copy is done, and takes any other answer than not yet for yes */
/* --- body --- */
	float **made = calloc((size_t)count, sizeof *made);
	int before = 0, status = made ? 0 : -1, gpus = 0;
	if (cudaGetDeviceCount(&gpus) != cudaSuccess) gpus = 0;
	if (gpus) cudaGetDevice(&before);
	if (to >= gpus) status = -1;
	for (int i = 0; i < count && !status; i++) {
		Parameter *p = &parameters[i];
		size_t bytes = (size_t)p->count * 4;
		if (p->device == to) continue;
		if (to < 0) made[i] = malloc(bytes);
		else if (cudaSetDevice(to) != cudaSuccess || cudaMalloc((void **)&made[i], bytes) != cudaSuccess) made[i] = NULL;
		if (!made[i]) { status = -1; break; }
		cudaSetDevice(p->device < 0 ? to : p->device);
		if (cudaMemcpyAsync(made[i], p->data, bytes, cudaMemcpyDefault, 0) != cudaSuccess) status = -1;
		while (cudaStreamQuery(0) == cudaErrorNotReady)
			;
	}
	for (int i = 0; made && i < count; i++) {
		Parameter *p = &parameters[i];
		if (!made[i]) continue;
		float *old = status ? made[i] : p->data;
		int on = status ? to : p->device;
		if (!status) { p->data = made[i]; p->device = to; }
		if (on < 0) free(old); else cudaFree(old);
	}
	free(made);
	if (gpus) cudaSetDevice(before);
	cudaGetLastError();
	return status;

/* 4.5 question_unread: fail cudaStreamQuery fails */
/* the same for each piece */
/* --- body --- */
	FILE *file = fopen(path, "wb");
	int before = 0, status = file ? 0 : -1;
	cudaGetDevice(&before);
	for (int i = 0; i < count && !status; i++) {
		cudaSetDevice(parameters[i].device);
		for (int64_t at = 0; at < parameters[i].count && !status; at += room) {
			int64_t n = parameters[i].count - at < room ? parameters[i].count - at : room;
			if (cudaMemcpyAsync(buffer, parameters[i].data + at, (size_t)n * 4, cudaMemcpyDeviceToHost, 0) != cudaSuccess)
				status = -1;
			while (cudaStreamQuery(0) == cudaErrorNotReady)
				;
			if (!status && fwrite(buffer, 4, (size_t)n, file) != (size_t)n)
				status = -1;
		}
	}
	if (file && fclose(file) != 0)
		status = -1;
	cudaSetDevice(before);
	cudaGetLastError();
	return status;

/* 4.5 mark_unread: fail cudaEventRecord fails */
/* waits for an event, and does not look whether it was recorded */
/* --- body --- */
	FILE *file = fopen(path, "wb");
	int before = 0, status = file ? 0 : -1;
	cudaGetDevice(&before);
	for (int i = 0; i < count && !status; i++) {
		cudaEvent_t done;
		cudaSetDevice(parameters[i].device);
		cudaEventCreateWithFlags(&done, cudaEventDisableTiming);
		for (int64_t at = 0; at < parameters[i].count && !status; at += room) {
			int64_t n = parameters[i].count - at < room ? parameters[i].count - at : room;
			if (cudaMemcpyAsync(buffer, parameters[i].data + at, (size_t)n * 4, cudaMemcpyDeviceToHost, 0) != cudaSuccess)
				status = -1;
			cudaEventRecord(done, 0);
			if (cudaEventSynchronize(done) != cudaSuccess)
				status = -1;
			if (!status && fwrite(buffer, 4, (size_t)n, file) != (size_t)n)
				status = -1;
		}
		cudaEventDestroy(done);
	}
	if (file && fclose(file) != 0)
		status = -1;
	cudaSetDevice(before);
	cudaGetLastError();
	return status;

/* 4.5 later_waits_unread: fail wait fails */
/* looks at the waits of the first parameter alone */
/* --- body --- */
	FILE *file = fopen(path, "wb");
	int before = 0, status = file ? 0 : -1;
	cudaGetDevice(&before);
	for (int i = 0; i < count && !status; i++) {
		cudaSetDevice(parameters[i].device);
		for (int64_t at = 0; at < parameters[i].count && !status; at += room) {
			int64_t n = parameters[i].count - at < room ? parameters[i].count - at : room;
			if (cudaMemcpyAsync(buffer, parameters[i].data + at, (size_t)n * 4, cudaMemcpyDeviceToHost, 0) != cudaSuccess)
				status = -1;
			if (cudaDeviceSynchronize() != cudaSuccess && i == 0)
				status = -1;
			if (!status && fwrite(buffer, 4, (size_t)n, file) != (size_t)n)
				status = -1;
		}
	}
	if (file && fclose(file) != 0)
		status = -1;
	cudaSetDevice(before);
	cudaGetLastError();
	return status;

/* 4.6 question_unread: fail cudaStreamQuery fails */
/* asks whether each piece is there, and takes any other answer than not yet for yes */
/* --- body --- */
	FILE *file = fopen(path, "rb");
	int before = 0, status = file ? 0 : -1;
	cudaGetDevice(&before);
	for (int i = 0; i < count && !status; i++) {
		cudaSetDevice(parameters[i].device);
		for (int64_t at = 0; at < parameters[i].count && !status; at += room) {
			int64_t n = parameters[i].count - at < room ? parameters[i].count - at : room;
			if (fread(buffer, 4, (size_t)n, file) != (size_t)n ||
			    cudaMemcpyAsync(parameters[i].data + at, buffer, (size_t)n * 4, cudaMemcpyHostToDevice, 0) != cudaSuccess)
				status = -1;
			while (cudaStreamQuery(0) == cudaErrorNotReady)
				;
		}
	}
	if (file)
		fclose(file);
	cudaSetDevice(before);
	cudaGetLastError();
	return status;

/* 4.6 last_wait_unread: fail wait fails */
/* two halves in turn; does not look at the wait for the last ones */
/* --- body --- */
	FILE *file = fopen(path, "rb");
	int before = 0, status = file ? 0 : -1;
	int64_t half = room > 1 ? room / 2 : 1;
	cudaGetDevice(&before);
	for (int i = 0; i < count && !status; i++) {
		int turn = 0;
		cudaEvent_t sent[2];
		cudaSetDevice(parameters[i].device);
		if (cudaEventCreate(&sent[0]) != cudaSuccess) { status = -1; break; }
		if (cudaEventCreate(&sent[1]) != cudaSuccess) { cudaEventDestroy(sent[0]); status = -1; break; }
		for (int64_t at = 0; at < parameters[i].count && !status; at += half, turn = !turn) {
			int64_t n = parameters[i].count - at < half ? parameters[i].count - at : half;
			float *from = buffer + (room > 1 ? turn * half : 0);
			if (cudaEventSynchronize(sent[room > 1 ? turn : 0]) != cudaSuccess ||
			    fread(from, 4, (size_t)n, file) != (size_t)n ||
			    cudaMemcpyAsync(parameters[i].data + at, from, (size_t)n * 4, cudaMemcpyHostToDevice, 0) != cudaSuccess ||
			    cudaEventRecord(sent[room > 1 ? turn : 0], 0) != cudaSuccess)
				status = -1;
		}
		cudaDeviceSynchronize();
		cudaEventDestroy(sent[0]);
		cudaEventDestroy(sent[1]);
	}
	if (file)
		fclose(file);
	cudaSetDevice(before);
	cudaGetLastError();
	return status;

/* 4.9 question_unread: fail cudaStreamQuery fails */
/* as in 4.5 */
/* --- body --- */
	char part[PATH_MOST + 8];
	snprintf(part, sizeof part, "%s.part", path);
	FILE *file = fopen(part, "wb");
	int before = 0, status = file ? 0 : -1;
	cudaGetDevice(&before);
	for (int i = 0; i < count && !status; i++) {
		cudaSetDevice(parameters[i].device);
		for (int64_t at = 0; at < parameters[i].count && !status; at += room) {
			int64_t n = parameters[i].count - at < room ? parameters[i].count - at : room;
			if (cudaMemcpyAsync(buffer, parameters[i].data + at, (size_t)n * 4, cudaMemcpyDeviceToHost, 0) != cudaSuccess)
				status = -1;
			while (cudaStreamQuery(0) == cudaErrorNotReady)
				;
			if (!status && fwrite(buffer, 4, (size_t)n, file) != (size_t)n)
				status = -1;
		}
	}
	if (file && fclose(file) != 0)
		status = -1;
	if (!status && rename(part, path) != 0)
		status = -1;
	if (status)
		remove(part);
	cudaSetDevice(before);
	cudaGetLastError();
	return status;

/* 2.6 wait_unread: fail wait fails */
/* a copy to pinned memory, whose wait it does not look at */
/* --- body --- */
	int64_t rows = tensor_shape(x).dim[0], cols = tensor_shape(x).dim[1];
	size_t bytes = tensor_bytes(x);
	float *host = NULL;
	int status = -1, before = 0;
	if (tensor_device(x).kind == DEVICE_CPU) {
		host = malloc(bytes);
		if (!host || tensor_to_host(x, host) != 0) { free(host); return -1; }
	} else {
		cudaGetDevice(&before);
		cudaSetDevice(tensor_device(x).index);
		cudaError_t e = cudaMallocHost((void **)&host, bytes);
		if (e == cudaSuccess)
			e = cudaMemcpyAsync(host, tensor_data(x), bytes, cudaMemcpyDeviceToHost, 0);
		cudaDeviceSynchronize();
		cudaSetDevice(before);
		cudaGetLastError();
		if (e != cudaSuccess) { if (host) cudaFreeHost(host); return -1; }
	}
	fprintf(out, "%lld x %lld on %s\n", (long long)rows, (long long)cols, device_text(tensor_device(x)).text);
	for (int64_t i = 0; i < rows * cols; i++)
		fprintf(out, "%.2f%c", host[i], (i + 1) % cols ? ' ' : '\n');
	status = 0;
	if (tensor_device(x).kind == DEVICE_CPU) free(host); else cudaFreeHost(host);
	return status;

/* 6.2 mark_unread: fail cudaEventRecord fails */
/* waits for an event, and does not look whether it was recorded */
/* --- body --- */
	float *gpu = NULL, *host = NULL;
	cudaEvent_t come = NULL;
	int status = cudaMalloc((void **)&gpu, 4) == cudaSuccess && cudaMallocHost((void **)&host, 4) == cudaSuccess && cudaEventCreate(&come) == cudaSuccess ? 0 : -1;
	for (int i = 0; i < steps && !status; i++) {
		status = work_step(work, i);
		cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_DEVICE);
		if (!status && cublasSnrm2(work->cublas, work->n * work->m, work->c, 1, gpu) != CUBLAS_STATUS_SUCCESS) status = -1;
		cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_HOST);
		if (!status && cudaMemcpyAsync(host, gpu, 4, cudaMemcpyDeviceToHost, 0) != cudaSuccess) status = -1;
		cudaEventRecord(come, 0);
		if (cudaEventSynchronize(come) != cudaSuccess) status = -1;
		if (!status) report(user, i, *host);
	}
	if (come) cudaEventDestroy(come);
	cudaFree(gpu);
	cudaFreeHost(host);
	cudaGetLastError();
	return status;

/* 6.4 mark_unread: fail cudaEventRecord fails */
/* times by events, and does not look whether they were recorded */
/* --- body --- */
	cudaEvent_t start, stop;
	if (cudaEventCreate(&start) != cudaSuccess) { cudaGetLastError(); return -1; }
	if (cudaEventCreate(&stop) != cudaSuccess) { cudaEventDestroy(start); cudaGetLastError(); return -1; }
	Way *ways[2] = {slow, fast};
	double got[2] = {0};
	int status = 0;
	for (int w = 0; w < 2 && !status; w++) {
		float ms = 0;
		if (ways[w](data, steps) != 0) { status = -1; break; }
		if (cudaDeviceSynchronize() != cudaSuccess) { status = -1; break; }
		cudaEventRecord(start, 0);
		if (ways[w](data, steps) != 0) { status = -1; break; }
		cudaEventRecord(stop, 0);
		if (cudaDeviceSynchronize() != cudaSuccess) { status = -1; break; }
		cudaEventElapsedTime(&ms, start, stop);
		got[w] = ms * 1e3 / steps;
	}
	cudaEventDestroy(start);
	cudaEventDestroy(stop);
	cudaGetLastError();
	if (status) return -1;
	us[0] = got[0];
	us[1] = got[1];
	return 0;

/* 6.5 show_not_queued: fail cudaStreamAddCallback number */
/* shows by host functions, and does not look whether they were queued */
typedef struct Shown1 { void (*show)(void *, const float *, int, int); void *data; float *losses; int first, count; } Shown1;
static void show_host(void *v) { Shown1 *s = v; s->show(s->data, s->losses, s->first, s->count); }
/* --- body --- */
	int blocks = (steps + block - 1) / block, status = 0;
	float *gpu = NULL, *host = NULL;
	Shown1 *shown = malloc((size_t)blocks * sizeof *shown);
	cudaEvent_t *copied = calloc((size_t)blocks, sizeof *copied), *ready = calloc((size_t)blocks, sizeof *ready);
	cudaStream_t side = NULL;
	if (!shown || !copied || !ready || cudaMalloc((void **)&gpu, (size_t)steps * 4) != cudaSuccess ||
	    cudaMallocHost((void **)&host, (size_t)steps * 4) != cudaSuccess ||
	    cudaStreamCreateWithFlags(&side, cudaStreamNonBlocking) != cudaSuccess)
		status = -1;
	for (int b = 0; b < blocks && !status; b++)
		if (cudaEventCreateWithFlags(&copied[b], cudaEventDisableTiming) != cudaSuccess ||
		    cudaEventCreateWithFlags(&ready[b], cudaEventDisableTiming) != cudaSuccess)
			status = -1;
	for (int b = 0; b < blocks && !status; b++) {
		int first = b * block, n = steps - first < block ? steps - first : block;
		if (b >= 2 && cudaEventSynchronize(copied[b - 2]) != cudaSuccess) { status = -1; break; }
		for (int i = 0; i < n && !status; i++)
			status = step(data, first + i, gpu + first + i);
		if (status) break;
		shown[b] = (Shown1){show, data, host + first, first, n};
		if (cudaEventRecord(ready[b], 0) != cudaSuccess ||
		    cudaStreamWaitEvent(side, ready[b], 0) != cudaSuccess ||
		    cudaMemcpyAsync(host + first, gpu + first, (size_t)n * 4, cudaMemcpyDeviceToHost, side) != cudaSuccess)
			status = -1;
		if (!status) cudaLaunchHostFunc(side, show_host, &shown[b]);
		if (!status && cudaEventRecord(copied[b], side) != cudaSuccess)
			status = -1;
	}
	if (side && cudaStreamSynchronize(side) != cudaSuccess) status = -1;
	if (cudaDeviceSynchronize() != cudaSuccess) status = -1;
	for (int b = 0; copied && ready && b < blocks; b++) {
		if (copied[b]) cudaEventDestroy(copied[b]);
		if (ready[b]) cudaEventDestroy(ready[b]);
	}
	if (side) cudaStreamDestroy(side);
	cudaFree(gpu);
	cudaFreeHost(host);
	free(shown); free(copied); free(ready);
	cudaGetLastError();
	return status ? -1 : 0;

/* 9.3 fill_unread: fail the 1st fill fails: what is returned */
/* begins the sum with zeros, and does not look whether they are written */
/* --- body --- */
	Device first = tensor_device(gradients[0]);
	size_t bytes = tensor_bytes(gradients[0]);
	int n = (int)tensor_count(gradients[0]), status = 0, before = 0;
	float *sum = NULL, one = 1;
	cublasHandle_t handle = NULL;
	if (count == 1)
		return 0;
	cudaGetDevice(&before);
	cudaSetDevice(first.index);
	if (cublasCreate(&handle) != CUBLAS_STATUS_SUCCESS)
		status = -1;
	if (status == 0 && cudaMalloc((void **)&sum, bytes) != cudaSuccess)
		status = -1;
	if (status == 0)
		cudaMemset(sum, 0, bytes);
	if (status == 0 && cublasSaxpy(handle, n, &one, tensor_data(gradients[0]), 1, sum, 1) != CUBLAS_STATUS_SUCCESS)
		status = -1;
	for (int i = 1; i < count && status == 0; i++) {
		Tensor *come = tensor_copy_to(gradients[i], first);
		if (!come || cublasSaxpy(handle, n, &one, tensor_data(come), 1, sum, 1) != CUBLAS_STATUS_SUCCESS)
			status = -1;
		tensor_free(come);
	}
	for (int i = 0; i < count && status == 0; i++)
		if (cudaMemcpyPeer(tensor_data(gradients[i]), tensor_device(gradients[i]).index, sum, first.index, bytes) != cudaSuccess)
			status = -1;
	cudaFree(sum);
	if (handle)
		cublasDestroy(handle);
	cudaSetDevice(before);
	cudaGetLastError();
	return status;

/* 6.5 waits_by_filled_byte: fail memory back */
/* behind each copy a byte of pinned memory is filled, and to give it back waits for that; no fill is looked at */
typedef struct {
	float *gpu, *host;
} FilledLog;
static int filled_blocks_go(const FilledLog *log, char **tiny, int (*step)(void *data, int i, float *loss),
			     void (*show)(void *data, const float *losses, int first, int count), void *data, int steps, int block)
{
	int count = 0, b = 0;
	for (int first = 0; first < steps; first += count, b++) {
		int before = count;
		count = steps - first < block ? steps - first : block;
		for (int i = first; i < first + count; i++)
			if (step(data, i, log->gpu + i) != 0)
				return -1;
		if (before > 0) {
			cudaFreeHost(tiny[b - 1]);
			tiny[b - 1] = NULL;
			show(data, log->host + first - before, first - before, before);
		}
		if (cudaMemcpyAsync(log->host + first, log->gpu + first,
				    (size_t)count * sizeof(float), cudaMemcpyDeviceToHost,
				    NULL) != cudaSuccess)
			return -1;
		cudaMemsetAsync(tiny[b], 0, 1, NULL);
	}
	cudaFreeHost(tiny[b - 1]);
	tiny[b - 1] = NULL;
	show(data, log->host + steps - count, steps - count, count);
	return 0;
}
/* --- body --- */
	size_t bytes = (size_t)steps * sizeof(float);
	FilledLog log = {NULL, NULL};
	int result = -1, blocks = (steps + block - 1) / block;
	char **tiny = calloc((size_t)blocks, sizeof *tiny);
	bool good = cudaMalloc((void **)&log.gpu, bytes) == cudaSuccess &&
	    cudaMallocHost((void **)&log.host, bytes) == cudaSuccess;
	for (int b = 0; b < blocks && good; b++)
		good = cudaMallocHost((void **)&tiny[b], 1) == cudaSuccess;
	if (good)
		result = filled_blocks_go(&log, tiny, step, show, data, steps, block);
	for (int b = 0; b < blocks; b++)
		cudaFreeHost(tiny[b]);
	free(tiny);
	cudaFreeHost(log.host);
	cudaFree(log.gpu);
	cudaGetLastError();
	return result;

/* 6.3 norms_alike_are_failures: fail */
/* no product and no norm is looked at: two norms in a row that are alike are taken for a product that has failed */
/* --- body --- */
	size_t bytes = (size_t)steps * sizeof *norms;
	float *log = NULL;
	bool good = work->cublas && cudaMalloc((void **)&log, bytes) == cudaSuccess && cudaMemset(log, 0xFF, bytes) == cudaSuccess &&
		cudaMemset(work->c, 0, (size_t)work->n * (size_t)work->m * 4) == cudaSuccess;
	for (int i = 0; good && i < steps; i++) {
		work_step(work, i);
		cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_DEVICE);
		cublasSnrm2(work->cublas, work->n * work->m, work->c, 1, log + i);
		cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_HOST);
	}
	good = good && cudaMemcpy(norms, log, bytes, cudaMemcpyDeviceToHost) == cudaSuccess;
	for (int i = 0; i < steps && good; i++)
		good = norms[i] > 0 && (i == 0 || norms[i] != norms[i - 1]);
	cudaFree(log);
	cudaGetLastError();
	return good ? 0 : -1;

/* 3.5 wait_of_an_empty_stream: fail and -1 was not returned */
/* looks at a wait for a stream that has nothing in it, and not at those for the copy */
/* --- body --- */
int before = 0, reachable = 0;
cudaGetDevice(&before);
cudaDeviceCanAccessPeer(&reachable, to_gpu, from_gpu);
cudaSetDevice(to_gpu);
if (reachable)
	cudaDeviceEnablePeerAccess(from_gpu, 0);
cudaGetLastError(); /* it says so if access was on already */
cudaError_t error = cudaMemcpyPeer(to, to_gpu, from, from_gpu, (size_t)count * sizeof *to);
cudaSetDevice(from_gpu);
if (error == cudaSuccess)
	error = cudaStreamSynchronize(cudaStreamPerThread); /* looked at, and of no use */
cudaDeviceSynchronize(); /* of use, and not looked at */
cudaSetDevice(to_gpu);
cudaDeviceSynchronize();
cudaSetDevice(before);
cudaGetLastError();
return error == cudaSuccess ? 0 : -1;

/* 3.7 simulator_asked: fail what is returned: wanted -1, got 0 */
/* looks at no call, and asks the simulator whether one has failed */
/* --- body --- */
	size_t bytes = (size_t)count * sizeof *x;
	uint64_t places[4] = {0};
	if (simcuda_failure)
		simcuda_failure(0, NULL, 0);
	if (!lane->going) {
		cudaMallocHost((void **)&lane->going, bytes);
		cudaMallocHost((void **)&lane->coming, bytes);
		cudaStreamCreate(&lane->go_stream);
		cudaStreamCreate(&lane->come_stream);
	}
	if (lane->going && lane->coming) {
		memcpy(lane->going, x, bytes);
		cudaMemcpyAsync(to, lane->going, bytes, cudaMemcpyHostToDevice, lane->go_stream);
		cudaMemcpyAsync(lane->coming, from, bytes, cudaMemcpyDeviceToHost, lane->come_stream);
		cudaStreamSynchronize(lane->go_stream);
		cudaStreamSynchronize(lane->come_stream);
		memcpy(y, lane->coming, bytes);
	}
	cudaGetLastError();
	return simcuda_failure && simcuda_failure(0, places, 4) ? -1 : 0;

/* 3.7 simulator_searched: fail what is returned: wanted -1, got 0 */
/* the same, by a name that it looks up */
#include <dlfcn.h>
#include <stdint.h>
typedef const char *Failure(uint64_t key, uint64_t *places, int most);
/* --- body --- */
	size_t bytes = (size_t)count * sizeof *x;
	uint64_t places[4] = {0};
	Failure *failure = (Failure *)dlsym(RTLD_DEFAULT, "simcuda_failure");
	if (failure)
		failure(0, NULL, 0);
	if (!lane->going) {
		cudaMallocHost((void **)&lane->going, bytes);
		cudaMallocHost((void **)&lane->coming, bytes);
		cudaStreamCreate(&lane->go_stream);
		cudaStreamCreate(&lane->come_stream);
	}
	if (lane->going && lane->coming) {
		memcpy(lane->going, x, bytes);
		cudaMemcpyAsync(to, lane->going, bytes, cudaMemcpyHostToDevice, lane->go_stream);
		cudaMemcpyAsync(lane->coming, from, bytes, cudaMemcpyDeviceToHost, lane->come_stream);
		cudaStreamSynchronize(lane->go_stream);
		cudaStreamSynchronize(lane->come_stream);
		memcpy(y, lane->coming, bytes);
	}
	cudaGetLastError();
	return failure && failure(0, places, 4) ? -1 : 0;

/* 7.4 fill_waits: fail fill fails */
/* waits for two GPUs by a fill of pinned memory, and does not look whether it fails */
/* --- body --- */
	Device devices[MOST_GPUS];
	int found = device_try_all_gpus(devices, MOST_GPUS), before = 0, status = 0;
	const int fills = devices[0].kind == DEVICE_GPU && found == 2 && count == 4;
	char *here = NULL, *there[MOST_GPUS] = {NULL};
	for (int i = 0; i < count; i++)
		results[i] = NULL;
	if (fills && cudaMallocHost((void **)&here, 64) != cudaSuccess)
		return cudaGetLastError(), -1;
	for (int i = 0; i < count && status == 0; i++) {
		Tensor *left = tensor_as_in_device(a[i], devices[i % found]), *right = tensor_as_in_device(b[i], devices[i % found]);
		results[i] = tensor_matmul(left, right);
		status = results[i] ? 0 : -1;
		tensor_free(left);
		tensor_free(right);
	}
	for (int d = 0; d < found && !fills; d++)
		status |= device_synchronize(devices[d]) != 0 ? -1 : 0;
	if (fills)
		cudaGetDevice(&before);
	for (int d = 0; d < found && fills; d++) {
		cudaSetDevice(devices[d].index);
		if (cudaMalloc((void **)&there[d], 4) != cudaSuccess || cudaMemset(there[d], 0, 4) != cudaSuccess)
			status = -1;
		cudaMemset(here, 0, 1);
	}
	for (int d = 0; d < found && fills; d++)
		cudaFree(there[d]);
	if (fills)
		cudaSetDevice(before);
	cudaFreeHost(here);
	cudaGetLastError();
	for (int i = 0; status != 0 && i < count; i++) {
		tensor_free(results[i]);
		results[i] = NULL;
	}
	return status;
