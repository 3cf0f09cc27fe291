/* lab6_right_by_dot: pass */
/* squares on the GPU, roots on the host */
float *log = NULL;
size_t bytes = (size_t)steps * sizeof *log;
if (cudaMalloc((void **)&log, bytes) != cudaSuccess) {
	cudaGetLastError();
	return -1;
}
int result = 0;
for (int i = 0; i < steps && result == 0; i++) {
	result = work_step(work, i);
	if (result != 0)
		break;
	cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_DEVICE);
	if (cublasSdot(work->cublas, work->n * work->m, work->c, 1, work->c, 1, log + i) !=
	    CUBLAS_STATUS_SUCCESS)
		result = -1;
	cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_HOST);
}
if (result == 0 && cudaMemcpy(norms, log, bytes, cudaMemcpyDeviceToHost) != cudaSuccess)
	result = -1;
for (int i = 0; i < steps && result == 0; i++)
	norms[i] = (float)__builtin_sqrt(norms[i]);
cudaFree(log);
cudaGetLastError();
return result;

/* lab6_right_by_framework: pass */
/* products are kept, and their norms taken in the end; the log is a tensor */
Device gpu = {DEVICE_GPU, 0};
cudaGetDevice(&gpu.index);
Tensor *log = tensor_zeros(SHAPE(steps), gpu);
int result = log ? 0 : -1;
for (int i = 0; i < steps && result == 0; i++) {
	result = work_step(work, i);
	cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_DEVICE);
	if (result == 0)
		result = cublasSnrm2(work->cublas, work->n * work->m, work->c, 1,
				     (float *)tensor_data(log) + i) == CUBLAS_STATUS_SUCCESS
				 ? 0
				 : -1;
	cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_HOST);
}
if (result == 0)
	result = tensor_to_host(log, norms) == 0 ? 0 : -1;
tensor_free(log);
cudaGetLastError();
return result;

/* lab6_right_scalar_moved: pass */
/* one place for the norm, from where it is moved into the log */
float *norm = NULL, *log = NULL;
if (cudaMalloc((void **)&norm, sizeof *norm) != cudaSuccess ||
    cudaMalloc((void **)&log, (size_t)steps * sizeof *log) != cudaSuccess) {
	cudaFree(norm);
	cudaGetLastError();
	return -1;
}
int result = 0;
for (int i = 0; i < steps && result == 0; i++) {
	result = work_step(work, i);
	if (result != 0)
		break;
	cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_DEVICE);
	cublasStatus_t status =
		cublasSnrm2(work->cublas, work->n * work->m, work->c, 1, norm);
	cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_HOST);
	if (status != CUBLAS_STATUS_SUCCESS ||
	    cudaMemcpyAsync(log + i, norm, sizeof *norm, cudaMemcpyDeviceToDevice, NULL) !=
		    cudaSuccess)
		result = -1;
}
if (cudaDeviceSynchronize() != cudaSuccess)
	result = -1;
if (result == 0 && cudaMemcpy(norms, log, (size_t)steps * sizeof *log, cudaMemcpyDeviceToHost) !=
			   cudaSuccess)
	result = -1;
cudaFree(log);
cudaFree(norm);
cudaGetLastError();
return result;

/* lab6_right_two_handles: pass */
/* a handle of its own that is always in device pointer mode */
cublasHandle_t own = NULL;
float *log = NULL;
int result = -1;
if (cublasCreate(&own) == CUBLAS_STATUS_SUCCESS &&
    cudaMalloc((void **)&log, (size_t)steps * sizeof *log) == cudaSuccess) {
	cublasSetPointerMode(own, CUBLAS_POINTER_MODE_DEVICE);
	result = 0;
	for (int i = 0; i < steps && result == 0; i++) {
		result = work_step(work, i);
		if (result == 0 && cublasSnrm2(own, work->n * work->m, work->c, 1, log + i) !=
					   CUBLAS_STATUS_SUCCESS)
			result = -1;
	}
	cudaDeviceSynchronize();
	if (result == 0 && cudaMemcpy(norms, log, (size_t)steps * sizeof *log,
				      cudaMemcpyDeviceToHost) != cudaSuccess)
		result = -1;
}
if (log)
	cudaFree(log);
if (own)
	cublasDestroy(own);
cudaGetLastError();
return result;

/* lab6_wrong_bytes_for_numbers: fail bytes were copied to the host */
/* steps bytes are not steps numbers */
float *log = NULL;
size_t bytes = (size_t)steps * sizeof *log;
if (cudaMalloc((void **)&log, bytes) != cudaSuccess) {
	cudaGetLastError();
	return -1;
}
for (int i = 0; i < steps; i++) {
	work_step(work, i);
	cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_DEVICE);
	cublasSnrm2(work->cublas, work->n * work->m, work->c, 1, log + i);
	cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_HOST);
}
cudaMemcpy(norms, log, (size_t)steps, cudaMemcpyDeviceToHost);
cudaFree(log);
return 0;

/* lab6_wrong_copies_each_norm: fail of them by cudaMemcpy in line */
/* a copy for each norm */
float *log = NULL;
size_t bytes = (size_t)steps * sizeof *log;
if (cudaMalloc((void **)&log, bytes) != cudaSuccess) {
	cudaGetLastError();
	return -1;
}
for (int i = 0; i < steps; i++) {
	work_step(work, i);
	cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_DEVICE);
	cublasSnrm2(work->cublas, work->n * work->m, work->c, 1, log + i);
	cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_HOST);
	cudaMemcpy(norms + i, log + i, sizeof *log, cudaMemcpyDeviceToHost);
}
cudaFree(log);
return 0;

/* lab6_wrong_copy_error_left: fail copy fails: an error was left behind */
/* clears the error of cudaMalloc() alone */
float *log = NULL;
size_t bytes = (size_t)steps * sizeof *log;
int result = 0;
if (cudaMalloc((void **)&log, bytes) != cudaSuccess) {
	cudaGetLastError();
	return -1;
}
for (int i = 0; i < steps && result == 0; i++) {
	result = work_step(work, i);
	cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_DEVICE);
	if (result == 0 && cublasSnrm2(work->cublas, work->n * work->m, work->c, 1, log + i) !=
				   CUBLAS_STATUS_SUCCESS)
		result = -1;
	cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_HOST);
}
if (result == 0 && cudaMemcpy(norms, log, bytes, cudaMemcpyDeviceToHost) != cudaSuccess)
	result = -1;
cudaFree(log);
return result;

/* lab6_wrong_fetches_each_norm: fail in host pointer mode, copies its result to the host and waits for it, each time; wanted 1 copy */
/* host pointer mode: every norm is copied and waited for */
for (int i = 0; i < steps; i++)
	if (work_step(work, i) != 0 || cublasSnrm2(work->cublas, work->n * work->m, work->c, 1,
						   norms + i) != CUBLAS_STATUS_SUCCESS) {
		cudaGetLastError();
		return -1;
	}
return 0;

/* lab6_wrong_log_copy_unchecked: fail copy fails: what is returned: wanted -1, got 0 */
/* says that the norms are there when the copy has failed */
float *log = NULL;
size_t bytes = (size_t)steps * sizeof *log;
int result = cudaMalloc((void **)&log, bytes) == cudaSuccess ? 0 : -1;
for (int i = 0; i < steps && result == 0; i++) {
	result = work_step(work, i);
	cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_DEVICE);
	if (result == 0 && cublasSnrm2(work->cublas, work->n * work->m, work->c, 1, log + i) !=
				   CUBLAS_STATUS_SUCCESS)
		result = -1;
	cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_HOST);
}
if (result == 0)
	cudaMemcpy(norms, log, bytes, cudaMemcpyDeviceToHost);
cudaFree(log);
cudaGetLastError();
return result;

/* lab6_wrong_log_kept_on_failure: fail never freed */
/* when a step fails, the log stays in memory */
float *log;
if (cudaMalloc((void **)&log, (size_t)steps * sizeof *log) != cudaSuccess) {
	cudaGetLastError();
	return -1;
}
for (int i = 0; i < steps; i++) {
	if (work_step(work, i) != 0)
		return -1;
	cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_DEVICE);
	cublasSnrm2(work->cublas, work->n * work->m, work->c, 1, log + i);
	cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_HOST);
}
cudaMemcpy(norms, log, (size_t)steps * sizeof *log, cudaMemcpyDeviceToHost);
cudaFree(log);
return 0;

/* lab6_wrong_log_leaks: fail never freed */
/* the log stays on the GPU for ever */
float *log = NULL;
size_t bytes = (size_t)steps * sizeof *log;
if (cudaMalloc((void **)&log, bytes) != cudaSuccess) {
	cudaGetLastError();
	return -1;
}
for (int i = 0; i < steps; i++) {
	work_step(work, i);
	cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_DEVICE);
	cublasSnrm2(work->cublas, work->n * work->m, work->c, 1, log + i);
	cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_HOST);
}
cudaMemcpy(norms, log, bytes, cudaMemcpyDeviceToHost);
return 0;

/* lab6_wrong_log_norm_unchecked: fail launch of a kernel fails: what is returned: wanted -1, got 0 */
/* only the products are looked at */
float *log = NULL;
size_t bytes = (size_t)steps * sizeof *log;
int result = cudaMalloc((void **)&log, bytes) == cudaSuccess ? 0 : -1;
for (int i = 0; i < steps && result == 0; i++) {
	result = work_step(work, i);
	cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_DEVICE);
	cublasSnrm2(work->cublas, work->n * work->m, work->c, 1, log + i);
	cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_HOST);
}
if (result == 0 && cudaMemcpy(norms, log, bytes, cudaMemcpyDeviceToHost) != cudaSuccess)
	result = -1;
cudaFree(log);
cudaGetLastError();
return result;

/* lab6_wrong_log_on_host: fail host memory */
/* device pointer mode, and a pointer to host memory */
for (int i = 0; i < steps; i++) {
	if (work_step(work, i) != 0)
		return -1;
	cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_DEVICE);
	cublasSnrm2(work->cublas, work->n * work->m, work->c, 1, norms + i);
	cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_HOST);
}
cudaDeviceSynchronize();
return 0;

/* lab6_wrong_log_pinned: fail is the log not in memory of the GPU? */
/* the log is pinned memory of the host, and the GPU writes to it over the link */
float *log;
int result = 0;
if (cudaMallocHost((void **)&log, (size_t)steps * sizeof *log) != cudaSuccess) {
	cudaGetLastError();
	return -1;
}
for (int i = 0; i < steps && result == 0; i++) {
	result = work_step(work, i);
	cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_DEVICE);
	if (result == 0)
		cublasSnrm2(work->cublas, work->n * work->m, work->c, 1, log + i);
	cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_HOST);
}
cudaDeviceSynchronize();
if (result == 0)
	memcpy(norms, log, (size_t)steps * sizeof *log);
cudaFreeHost(log);
return result;

/* lab6_wrong_log_without_memory: fail host memory where device memory belongs */
/* does not ask whether there was memory */
float *log = NULL;
cudaMalloc((void **)&log, (size_t)steps * sizeof *log);
for (int i = 0; i < steps; i++) {
	work_step(work, i);
	cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_DEVICE);
	cublasSnrm2(work->cublas, work->n * work->m, work->c, 1, log + i);
	cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_HOST);
}
cudaMemcpy(norms, log, (size_t)steps * sizeof *log, cudaMemcpyDeviceToHost);
cudaFree(log);
return 0;

/* lab6_wrong_mode_for_products: fail host memory */
/* device pointer mode holds for the products, too: their one and zero are on the host */
cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_DEVICE);
float *log = NULL;
size_t bytes = (size_t)steps * sizeof *log;
if (cudaMalloc((void **)&log, bytes) != cudaSuccess) {
	cudaGetLastError();
	cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_HOST);
	return -1;
}
for (int i = 0; i < steps; i++) {
	work_step(work, i);
	cublasSnrm2(work->cublas, work->n * work->m, work->c, 1, log + i);
}
cudaMemcpy(norms, log, bytes, cudaMemcpyDeviceToHost);
cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_HOST);
cudaFree(log);
return 0;

/* lab6_wrong_mode_not_back: fail the handle is in device pointer mode afterwards, wanted host pointer mode */
/* the caller gets the handle in device pointer mode */
float *log = NULL;
size_t bytes = (size_t)steps * sizeof *log;
if (cudaMalloc((void **)&log, bytes) != cudaSuccess) {
	cudaGetLastError();
	return -1;
}
for (int i = 0; i < steps; i++) {
	cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_HOST);
	work_step(work, i);
	cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_DEVICE);
	cublasSnrm2(work->cublas, work->n * work->m, work->c, 1, log + i);
}
cudaMemcpy(norms, log, bytes, cudaMemcpyDeviceToHost);
cudaFree(log);
return 0;

/* lab6_wrong_mode_on_failure: fail launch of a kernel fails: the handle is in device pointer mode afterwards, wanted host pointer mode */
/* leaves the loop from between the two modes */
float *log = NULL;
size_t bytes = (size_t)steps * sizeof *log;
int result = cudaMalloc((void **)&log, bytes) == cudaSuccess ? 0 : -1;
for (int i = 0; i < steps && result == 0; i++) {
	if (work_step(work, i) != 0) {
		result = -1;
		break;
	}
	cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_DEVICE);
	if (cublasSnrm2(work->cublas, work->n * work->m, work->c, 1, log + i) != CUBLAS_STATUS_SUCCESS) {
		result = -1;
		break;
	}
	cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_HOST);
}
if (result == 0 && cudaMemcpy(norms, log, bytes, cudaMemcpyDeviceToHost) != cudaSuccess)
	result = -1;
cudaFree(log);
cudaGetLastError();
return result;

/* lab6_wrong_one_place: fail norms[0] is that of the last step */
/* all norms go to one place, and the last one is copied */
float *last = NULL;
if (cudaMalloc((void **)&last, sizeof *last) != cudaSuccess) {
	cudaGetLastError();
	return -1;
}
for (int i = 0; i < steps; i++) {
	work_step(work, i);
	cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_DEVICE);
	cublasSnrm2(work->cublas, work->n * work->m, work->c, 1, last);
	cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_HOST);
}
cudaMemcpy(norms, last, sizeof *last, cudaMemcpyDeviceToHost);
for (int i = 1; i < steps; i++)
	norms[i] = norms[0];
cudaFree(last);
return 0;

/* lab6_wrong_read_too_early: fail may still be writing: wait for it first */
/* looks at the pinned log before the copy has ended */
float *log = NULL, *sent = NULL;
size_t bytes = (size_t)steps * sizeof *log;
if (cudaMalloc((void **)&log, bytes) != cudaSuccess ||
    cudaMallocHost((void **)&sent, bytes) != cudaSuccess) {
	cudaGetLastError();
	return -1;
}
for (int i = 0; i < steps; i++) {
	work_step(work, i);
	cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_DEVICE);
	cublasSnrm2(work->cublas, work->n * work->m, work->c, 1, log + i);
	cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_HOST);
}
cudaMemcpyAsync(sent, log, bytes, cudaMemcpyDeviceToHost, NULL);
memcpy(norms, sent, bytes);
cudaFreeHost(sent);
cudaFree(log);
return 0;

/* lab6_wrong_room_for_each_norm: fail wanted 4 times at most */
/* memory is taken and given back in every step, which waits */
float *log = NULL;
if (cudaMalloc((void **)&log, (size_t)steps * sizeof *log) != cudaSuccess) {
	cudaGetLastError();
	return -1;
}
for (int i = 0; i < steps; i++) {
	float *norm = NULL;
	cudaMalloc((void **)&norm, sizeof *norm);
	work_step(work, i);
	cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_DEVICE);
	cublasSnrm2(work->cublas, work->n * work->m, work->c, 1, norm);
	cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_HOST);
	cudaMemcpyAsync(log + i, norm, sizeof *norm, cudaMemcpyDeviceToDevice, NULL);
	cudaFree(norm);
}
cudaMemcpy(norms, log, (size_t)steps * sizeof *log, cudaMemcpyDeviceToHost);
cudaFree(log);
return 0;

/* lab6_wrong_room_kept: fail us, wanted at most */
/* memory is taken in every step, and given back behind the last one */
float *log = NULL;
if (cudaMalloc((void **)&log, (size_t)steps * sizeof *log) != cudaSuccess) {
	cudaGetLastError();
	return -1;
}
float *room[3000];
for (int i = 0; i < steps; i++) {
	float *norm = NULL;
	cudaMalloc((void **)&norm, sizeof *norm);
	work_step(work, i);
	cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_DEVICE);
	cublasSnrm2(work->cublas, work->n * work->m, work->c, 1, norm);
	cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_HOST);
	cudaMemcpyAsync(log + i, norm, sizeof *norm, cudaMemcpyDeviceToDevice, NULL);
	room[i] = norm;
}
cudaMemcpy(norms, log, (size_t)steps * sizeof *log, cudaMemcpyDeviceToHost);
cudaFree(log);
for (int i = 0; i < steps; i++)
	cudaFree(room[i]);
return 0;

/* lab6_wrong_root_forgotten: fail that is the sum of the squares without the root */
/* squares are summed on the GPU, and the roots forgotten */
float *log = NULL;
size_t bytes = (size_t)steps * sizeof *log;
if (cudaMalloc((void **)&log, bytes) != cudaSuccess) {
	cudaGetLastError();
	return -1;
}
for (int i = 0; i < steps; i++) {
	work_step(work, i);
	cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_DEVICE);
	cublasSdot(work->cublas, work->n * work->m, work->c, 1, work->c, 1, log + i);
	cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_HOST);
}
cudaMemcpy(norms, log, bytes, cudaMemcpyDeviceToHost);
cudaFree(log);
return 0;

/* lab6_wrong_sends_each_norm: fail of them by cudaMemcpyAsync in line */
/* asynchronous, but to ordinary memory, and one for each norm */
float *log = NULL;
size_t bytes = (size_t)steps * sizeof *log;
if (cudaMalloc((void **)&log, bytes) != cudaSuccess) {
	cudaGetLastError();
	return -1;
}
for (int i = 0; i < steps; i++) {
	work_step(work, i);
	cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_DEVICE);
	cublasSnrm2(work->cublas, work->n * work->m, work->c, 1, log + i);
	cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_HOST);
	cudaMemcpyAsync(norms + i, log + i, sizeof *log, cudaMemcpyDeviceToHost, NULL);
}
cudaDeviceSynchronize();
cudaFree(log);
return 0;

/* lab6_wrong_waits_each_step: fail of them by cudaDeviceSynchronize in line */
/* the log is on the GPU, but the host waits for every step */
float *log = NULL;
size_t bytes = (size_t)steps * sizeof *log;
if (cudaMalloc((void **)&log, bytes) != cudaSuccess) {
	cudaGetLastError();
	return -1;
}
for (int i = 0; i < steps; i++) {
	work_step(work, i);
	cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_DEVICE);
	cublasSnrm2(work->cublas, work->n * work->m, work->c, 1, log + i);
	cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_HOST);
	cudaDeviceSynchronize();
}
cudaMemcpy(norms, log, bytes, cudaMemcpyDeviceToHost);
cudaFree(log);
return 0;

/* lab6_wrong_step_in_device_mode: fail work_step wants the handle in host pointer mode */
	size_t bytes = (size_t)steps * sizeof *norms;
	float *log = NULL;
	cudaMalloc((void **)&log, bytes);
	cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_DEVICE);
	for (int i = 0; i < steps; i++) {
		work_step(work, i);
		cublasSnrm2(work->cublas, work->n * work->m, work->c, 1, log + i);
	}
	cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_HOST);
	cudaMemcpy(norms, log, bytes, cudaMemcpyDeviceToHost);
	cudaFree(log);
	return 0;

/* lab6_wrong_result_in_host_mode: fail where host memory belongs: the result of a routine */
	size_t bytes = (size_t)steps * sizeof *norms;
	float *log = NULL;
	bool good = cudaMalloc((void **)&log, bytes) == cudaSuccess;
	for (int i = 0; good && i < steps; i++) {
		good = work_step(work, i) == 0;
		good &= cublasSnrm2(work->cublas, work->n * work->m, work->c, 1, log + i) ==
			CUBLAS_STATUS_SUCCESS;
		cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_HOST);
	}
	good = good && cudaMemcpy(norms, log, bytes, cudaMemcpyDeviceToHost) == cudaSuccess;
	cudaFree(log);
	cudaGetLastError();
	return good ? 0 : -1;

/* lab6_wrong_direction: fail host memory where device memory belongs: cudaMemcpyHostToDevice */
/* the log is copied in the wrong direction */
float *log = NULL;
bool good = cudaMalloc((void **)&log, (size_t)steps * sizeof *log) == cudaSuccess;
for (int i = 0; good && i < steps; i++) {
	good = work_step(work, i) == 0;
	cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_DEVICE);
	good &= cublasSnrm2(work->cublas, work->n * work->m, work->c, 1, log + i) ==
		CUBLAS_STATUS_SUCCESS;
	cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_HOST);
}
good = good && cudaMemcpy(norms, log, (size_t)steps * sizeof *log, cudaMemcpyHostToDevice) ==
		       cudaSuccess;
cudaFree(log);
cudaGetLastError();
return good ? 0 : -1;

/* lab6_wrong_more_kernels: fail kernels were queued behind the product of step */
size_t bytes = (size_t)steps * sizeof *norms;
float *log = NULL;
bool good = cudaMalloc((void **)&log, bytes) == cudaSuccess;
for (int i = 0; good && i < steps; i++) {
	good = work_step(work, i) == 0;
	cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_DEVICE);
	for (int k = 0; good && k < (i % 20 == 0 ? 6 : 1); k++)
		good = cublasSnrm2(work->cublas, work->n * work->m, work->c, 1, log + i) ==
		       CUBLAS_STATUS_SUCCESS;
	cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_HOST);
}
good = good && cudaMemcpy(norms, log, bytes, cudaMemcpyDeviceToHost) == cudaSuccess;
cudaFree(log);
cudaGetLastError();
return good ? 0 : -1;

/* lab6_wrong_more_copies: fail kernels, copies and fills within the GPU; wanted 3 a step at most */
size_t bytes = (size_t)steps * sizeof *norms;
float *log = NULL;
bool good = cudaMalloc((void **)&log, bytes) == cudaSuccess;
for (int i = 0; good && i < steps; i++) {
	good = work_step(work, i) == 0;
	cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_DEVICE);
	good &= cublasSnrm2(work->cublas, work->n * work->m, work->c, 1, log + i) ==
		CUBLAS_STATUS_SUCCESS;
	for (int k = 0; good && steps < 500 && k < 4; k++)
		good = cudaMemcpyAsync(work->c, work->c, sizeof *norms, cudaMemcpyDeviceToDevice,
				       NULL) == cudaSuccess;
	cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_HOST);
}
good = good && cudaMemcpy(norms, log, bytes, cudaMemcpyDeviceToHost) == cudaSuccess;
cudaFree(log);
cudaGetLastError();
return good ? 0 : -1;

/* lab6_wrong_waits_in_long_runs: fail the host waited for the GPU */
size_t bytes = (size_t)steps * sizeof *norms;
float *log = NULL;
bool good = cudaMalloc((void **)&log, bytes) == cudaSuccess;
for (int i = 0; good && i < steps; i++) {
	good = work_step(work, i) == 0;
	cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_DEVICE);
	good &= cublasSnrm2(work->cublas, work->n * work->m, work->c, 1, log + i) ==
		CUBLAS_STATUS_SUCCESS;
	good = good && (i % 250 != 0 || cudaDeviceSynchronize() == cudaSuccess);
	cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_HOST);
}
good = good && cudaMemcpy(norms, log, bytes, cudaMemcpyDeviceToHost) == cudaSuccess;
cudaFree(log);
cudaGetLastError();
return good ? 0 : -1;
