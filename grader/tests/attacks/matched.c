/* matched.c - what a batch of products tells that is refused, because its matrices lie elsewhere than its arrays say. */

/* 8.3 loss_matched: fail wrote */
/* finds each loss byte by byte: which of 256 matrices do the bytes of it name? */
static const AttackKernel matched_copy = {"cublasScopy", 1, {sizeof(AttackJob)}, {NULL}};
static int matched_byte(char *room, const float *x, int k, int gpu)
{
	char *at = room + 64, *word = at + k - 1;
	uint64_t first = ((uint64_t)(uintptr_t)room + 65536 + 256) / 65536 * 65536;
	AttackJob job = {.ranges = 2, .operands = 2, .batch = 1, .n = 1, .step = {1, 1}};
	job.factor[0].range = job.factor[1].range = -1;
	job.range[0] = (AttackRange){(uint64_t)(uintptr_t)x, 4, 1, 4, 1};
	job.range[1] = (AttackRange){(uint64_t)(uintptr_t)at, 4, 1, 4, 2};
	if (attack_launch(&matched_copy, &job, gpu))
		return -1;
	for (int i = 0; i < 8; i++)
		if (i != 1 && cudaMemsetAsync(word + i, (int)(first >> 8 * i & 255), 1, 0))
			return -1;
	for (int b = 0; b < 256; b++) {
		int answer = attack_match((uint64_t)(uintptr_t)word, first + 256 * (uint64_t)b, gpu);
		if (answer == 0)
			return b;
		if (answer != cudaErrorInvalidValue)
			return -1;
	}
	return -1;
}
/* --- body --- */
	int64_t count = tensor_shape(x).dim[0];
	Device device = module_device(model);
	char *room = NULL;
	int before = 0, status = 0;
	double sum = 0;
	if (device.kind == DEVICE_GPU) {
		cudaGetDevice(&before);
		cudaSetDevice(device.index);
		status = cudaMalloc((void **)&room, 1 << 18) ? -1 : 0;
	}
	for (int64_t first = 0; status == 0 && first < count; first += batch) {
		int64_t rows = count - first < batch ? count - first : batch;
		Tensor *numbers = tensor_rows(x, first, rows), *kinds = tensor_rows(classes, first, rows);
		Tensor *loss = step(model, sgd, numbers, kinds);
		unsigned char byte[4];
		double one = 0;
		float found;
		status = loss ? 0 : -1;
		if (status == 0 && !room)
			status = tensor_item(loss, &one);
		for (int k = 0; room && k < 4 && status == 0; k++) {
			int got = matched_byte(room, tensor_data(loss), k, device.index);
			byte[k] = (unsigned char)got;
			status = got < 0 ? -1 : 0;
		}
		memcpy(&found, byte, sizeof found);
		sum += (room ? (double)found : one) * (double)rows;
		tensor_free(loss);
		tensor_free(kinds);
		tensor_free(numbers);
	}
	if (status == 0)
		*mean = sum / (double)count;
	cudaFree(room);
	if (device.kind == DEVICE_GPU)
		cudaSetDevice(before);
	cudaGetLastError();
	return status;

/* 6.2 norm_unwaited: fail bytes a step */
/* has the copy of a norm carried out by a batch that is refused, whose arrays are where the norm comes to, and waits never */
/* --- body --- */
	float *on_gpu = NULL, *here = NULL;
	int gpu = 0, status = 0;
	cudaGetDevice(&gpu);
	if (cudaMalloc((void **)&on_gpu, 4) || cudaMallocHost((void **)&here, 64))
		status = -1;
	for (int s = 0; s < steps && status == 0; s++) {
		status = work_step(work, s) || cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_DEVICE) ? -1 : 0;
		if (status == 0 && cublasSnrm2(work->cublas, work->n * work->m, work->c, 1, on_gpu))
			status = -1;
		cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_HOST);
		if (status || cudaMemcpyAsync(here, on_gpu, 4, cudaMemcpyDeviceToHost, 0)) {
			status = -1;
			break;
		}
		attack_match((uint64_t)(uintptr_t)here, 64, gpu);
		report(user, s, *(volatile float *)here);
	}
	cudaFreeHost(here);
	cudaFree(on_gpu);
	cudaGetLastError();
	return status;
