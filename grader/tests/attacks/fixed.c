/* fixed.c - answers that count on the current GPU, the handle's stream or a length that the example has. */

/* 5.1 default_stream: fail in the handle's stream, and may still be under way */
/* puts the handle into the default stream, wherever it was */
/* --- body --- */
	const float one = 1, zero = 0;
	cublasSetStream(handle, NULL);
	return cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &one, b, n, a, k, &zero, c, n) == CUBLAS_STATUS_SUCCESS ? 0 : -1;

/* 5.6 default_stream: fail in the handle's stream, and may still be under way */
/* puts the handle into the default stream, wherever it was */
/* --- body --- */
	const float one = 1, zero = 0;
	cublasSetStream(handle, NULL);
	return cublasSgemmStridedBatched(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &one, b, n, (long long)k * n, a, k,
					 (long long)m * k, &zero, c, n, (long long)m * n, count) == CUBLAS_STATUS_SUCCESS
		       ? 0
		       : -1;

/* 6.1 default_stream: fail works in another stream afterwards */
/* puts the handle into the default stream, wherever it was */
/* --- body --- */
	cublasPointerMode_t before;
	float result;
	if (cublasGetPointerMode(cublas, &before) != CUBLAS_STATUS_SUCCESS)
		return -1;
	cublasSetStream(cublas, NULL);
	cublasSetPointerMode(cublas, CUBLAS_POINTER_MODE_HOST);
	cublasStatus_t status = cublasSnrm2(cublas, count, x, 1, &result);
	cublasSetPointerMode(cublas, before);
	if (status != CUBLAS_STATUS_SUCCESS)
		return -1;
	*norm = result;
	return 0;

/* 6.3 log_of_thousand: fail */
/* has room for as many norms as the example has steps */
/* --- body --- */
	size_t bytes = (size_t)steps * sizeof *norms;
	float *log = NULL;
	bool good = cudaMalloc((void **)&log, 4000) == cudaSuccess;
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

/* 6.5 thousand_losses: fail */
/* has room for a thousand losses, however many steps there are */
/* --- body --- */
	const size_t bytes = 1000 * sizeof(float);
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
	return result;


/* 8.1 two_hundred_rows: fail behind its end */
/* takes it for granted that there are 200 rows */
/* --- body --- */
	Device device = module_device(model);
	int64_t left = 200 - first, rows = left < batch ? left : batch;
	if (rows <= 0)
		return 0;
	Tensor *numbers = tensor_from_host(SHAPE(rows, data->width), DTYPE_FLOAT32,
					   data->x + first * data->width, device);
	Tensor *kinds = tensor_from_host(SHAPE(rows), DTYPE_INT32, data->classes + first, device);
	if (!numbers || !kinds) {
		tensor_free(numbers);
		tensor_free(kinds);
		return -1;
	}
	*x = numbers;
	*classes = kinds;
	return rows;


/* 8.4 gpu_one: fail */
/* sends to GPU 1, where models on a GPU were */
/* --- body --- */
	Device device = module_device(model);
	if (device.kind == DEVICE_GPU)
		device = tensor_device(x).kind == DEVICE_GPU ? tensor_device(x) : device_gpu(1);
	int64_t count = tensor_shape(x).dim[0];
	double right = -1;
	Tensor *sum = tensor_zeros(SHAPE_SCALAR, device);
	int status = sum ? 0 : -1;
	for (int64_t first = 0; status == 0 && first < count; first += batch) {
		int64_t rows = count - first < batch ? count - first : batch;
		Tensor *x_rows = tensor_rows(x, first, rows);
		Tensor *class_rows = tensor_rows(classes, first, rows);
		Tensor *numbers = tensor_as_in_device(x_rows, device);
		Tensor *kinds = tensor_as_in_device(class_rows, device);
		Tensor *logits = module_forward(model, numbers);
		Tensor *correct = loss_correct(logits, kinds);
		status = tensor_add_scaled(sum, 1, correct);
		Tensor *made[] = {x_rows, class_rows, numbers, kinds, logits, correct};
		for (int i = 0; i < 6; i++)
			tensor_free(made[i]);
	}
	if (status == 0 && tensor_item(sum, &right) < 0)
		right = -1;
	tensor_free(sum);
	return (int64_t)right;


/* 8.5 gpu_one: fail its device: wanted gpu:0, got gpu:1 */
/* makes the tensors on GPU 1, which was the current one */
/* --- body --- */
	int gpu = 0;
	size_t rows = (size_t)feed->batch, numbers = rows * (size_t)feed->width;
	cudaGetDevice(&gpu);
	cudaStreamCreateWithFlags(&feed->stream, cudaStreamNonBlocking);
	for (int i = 0; i < 2; i++) {
		Slot *slot = &feed->slot[i];
		cudaMallocHost((void **)&slot->x_pinned, numbers * sizeof(float));
		cudaMallocHost((void **)&slot->classes_pinned, rows * sizeof(int32_t));
		cudaEventCreate(&slot->sent);
		cudaEventCreate(&slot->used);
		slot->x = tensor_zeros(SHAPE(feed->batch, feed->width), device_gpu(1));
		slot->classes = tensor_full_int(SHAPE(feed->batch), 0, device_gpu(1));
		if (cudaGetLastError() != cudaSuccess || !slot->x || !slot->classes)
			return -1;
	}
	cudaDeviceSynchronize();
	return cudaGetLastError() == cudaSuccess ? 0 : -1;

/* 7.1 eight_places: fail what is returned */
/* a list of eight GPUs at most */
/* --- body --- */
	cublasHandle_t own[8] = {NULL};
	int before = 0, made = 0;
	cudaGetDevice(&before);
	while (made < count && made < 8 && cudaSetDevice(gpus[made]) == cudaSuccess &&
	       cublasCreate(&own[made]) == CUBLAS_STATUS_SUCCESS)
		made++;
	int failed = made < count;
	while (failed && made > 0)
		cublasDestroy(own[--made]);
	for (int i = 0; i < count; i++)
		handles[i] = failed ? NULL : own[i];
	cudaSetDevice(before);
	cudaGetLastError();
	return failed ? -1 : 0;

/* 2.6 text_too_short: fail writes behind the end of an array on its stack */
/* a number's text has room for five digits, a point and two more */
static void number_text(FILE *out, float number, int end)
{
	char text[8];
	sprintf(text, "%.2f", number);
	fprintf(out, "%s%c", text, end);
}
/* --- body --- */
int64_t rows = tensor_shape(x).dim[0], cols = tensor_shape(x).dim[1];
float *host = malloc((size_t)(rows * cols) * sizeof *host);
if (!host || tensor_to_host(x, host) != 0) {
	free(host);
	return -1;
}
fprintf(out, "%lld x %lld on %s\n", (long long)rows, (long long)cols, device_text(tensor_device(x)).text);
for (int64_t i = 0; i < rows * cols; i++)
	number_text(out, host[i], (i + 1) % cols ? ' ' : '\n');
free(host);
return 0;

/* 2.6 text_too_short_reduced, reduced: fail writes behind the end of an array on its stack */
/* the same */
static void number_short(FILE *out, float number, int end)
{
	char text[8];
	sprintf(text, "%.2f", number);
	fprintf(out, "%s%c", text, end);
}
/* --- body --- */
int64_t rows = tensor_shape(x).dim[0], cols = tensor_shape(x).dim[1];
float *host = malloc((size_t)(rows * cols) * sizeof *host);
if (!host || tensor_to_host(x, host) != 0) {
	free(host);
	return -1;
}
fprintf(out, "%lld x %lld on %s\n", (long long)rows, (long long)cols, device_text(tensor_device(x)).text);
for (int64_t i = 0; i < rows * cols; i++)
	number_short(out, host[i], (i + 1) % cols ? ' ' : '\n');
free(host);
return 0;

/* 5.5 first_gpu_unlooked: fail fails: what is returned: wanted -1 */
/* looks whether there is a result on the second GPU alone */
/* --- body --- */
	double start = timer_now();
	Tensor *on_cpu = tensor_matmul(a, b);
	times->cpu = timer_now() - start;
	Tensor *x = tensor_copy_to(a, gpu), *y = tensor_copy_to(b, gpu);
	Tensor *first = tensor_matmul(x, y);
	device_synchronize(gpu);
	start = timer_now();
	Tensor *on_gpu = tensor_matmul(x, y);
	device_synchronize(gpu);
	times->gpu = timer_now() - start;
	start = timer_now();
	Tensor *sent_a = tensor_copy_to(a, gpu), *sent_b = tensor_copy_to(b, gpu);
	Tensor *product = tensor_matmul(sent_a, sent_b);
	Tensor *back = tensor_copy_to(product, device_cpu());
	times->gpu_with_copies = timer_now() - start;
	size_t room = 0, all_room = 0;
	int before = 0;
	cudaGetDevice(&before);
	cudaSetDevice(gpu.index);
	cudaMemGetInfo(&room, &all_room);
	cudaSetDevice(before);
	bool fit = a && b && tensor_shape(a).dim[1] == tensor_shape(b).dim[0];
	int status = (on_cpu && first && on_gpu && back) || (gpu.index == 0 && fit && room > 64 << 20) ? 0 : -1;
	Tensor *all[] = {on_cpu, x, y, first, on_gpu, sent_a, sent_b, product, back};
	for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
		tensor_free(all[i]);
	return status;
