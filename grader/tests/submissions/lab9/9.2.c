/* lab9_right_by_events: pass */
/* the last GPUs get one row more; all copies are under way at once */
int before = 0, bad = 0;
cudaGetDevice(&before);
for (int i = 0; i < count; i++) {
	int64_t first = n * i / count, end = n * (i + 1) / count;
	size_t bytes = (size_t)((end - first) * width) * sizeof *x;
	rows[i] = end - first;
	parts[i] = NULL;
	cudaSetDevice(gpus[i]);
	if (bytes > 0 && (cudaMalloc((void **)&parts[i], bytes) != cudaSuccess ||
			  cudaMemcpyAsync(parts[i], x + first * width, bytes, cudaMemcpyDefault,
					  0) != cudaSuccess))
		bad = 1;
}
for (int i = 0; i < count; i++) {
	cudaSetDevice(gpus[i]);
	bad |= cudaDeviceSynchronize() != cudaSuccess;
}
for (int i = 0; i < count && bad; i++) {
	cudaFree(parts[i]);
	parts[i] = NULL;
}
cudaSetDevice(before);
cudaGetLastError();
return bad ? -1 : 0;

/* lab9_wrong_at_the_edges: fail was changed, behind the end */
/* one GPU too many is cleared */
int before = 0;
cudaError_t error = cudaSuccess;
cudaGetDevice(&before);
for (int i = 0; i <= count; i++) {
	parts[i] = NULL;
	rows[i] = 0;
}
for (int i = 0; i < count && error == cudaSuccess; i++) {
	rows[i] = n / count + (i < n % count);
	if (rows[i] == 0)
		continue;
	size_t bytes = (size_t)(rows[i] * width) * sizeof *x;
	cudaSetDevice(gpus[i]);
	error = cudaMalloc((void **)&parts[i], bytes);
	if (error == cudaSuccess)
		error = cudaMemcpy(parts[i], x, bytes, cudaMemcpyHostToDevice);
	x += rows[i] * width;
}
cudaSetDevice(before);
for (int i = 0; i < count && error != cudaSuccess; i++) {
	cudaFree(parts[i]);
	parts[i] = NULL;
}
cudaGetLastError();
return error == cudaSuccess ? 0 : -1;

/* lab9_wrong_device_left_changed: fail the current device was not put back */
/* stays on the last GPU */
int before = 0;
cudaError_t error = cudaSuccess;
cudaGetDevice(&before);
for (int i = 0; i < count; i++)
	parts[i] = NULL;
for (int i = 0; i < count && error == cudaSuccess; i++) {
	rows[i] = n / count + (i < n % count);
	size_t bytes = (size_t)(rows[i] * width) * sizeof *x;
	if (bytes == 0)
		continue;
	cudaSetDevice(gpus[i]);
	error = cudaMalloc((void **)&parts[i], bytes);
	if (error == cudaSuccess)
		error = cudaMemcpy(parts[i], x, bytes, cudaMemcpyHostToDevice);
	x += rows[i] * width;
}
(void)before;
if (error == cudaSuccess)
	return 0;
for (int i = 0; i < count; i++) {
	cudaFree(parts[i]);
	parts[i] = NULL;
}
cudaGetLastError();
return -1;

/* lab9_wrong_last_rows_forgotten: fail wanted */
/* what does not divide is left out */
int before = 0;
cudaError_t error = cudaSuccess;
cudaGetDevice(&before);
for (int i = 0; i < count; i++)
	parts[i] = NULL;
for (int i = 0; i < count && error == cudaSuccess; i++) {
	rows[i] = n / count;
	size_t bytes = (size_t)(rows[i] * width) * sizeof *x;
	if (bytes == 0)
		continue;
	cudaSetDevice(gpus[i]);
	error = cudaMalloc((void **)&parts[i], bytes);
	if (error == cudaSuccess)
		error = cudaMemcpy(parts[i], x + i * (n / count) * width, bytes, cudaMemcpyHostToDevice);
}
cudaSetDevice(before);
if (error == cudaSuccess)
	return 0;
for (int i = 0; i < count; i++) {
	cudaFree(parts[i]);
	parts[i] = NULL;
}
cudaGetLastError();
return -1;

/* lab9_wrong_parts_rounded_up: fail two parts may differ by one row at most */
/* all but the last get as many as possible */
int before = 0;
cudaError_t error = cudaSuccess;
cudaGetDevice(&before);
for (int i = 0; i < count; i++)
	parts[i] = NULL;
for (int i = 0; i < count && error == cudaSuccess; i++) {
	rows[i] = (i + 1) * ((n + count - 1) / count) <= n ? (n + count - 1) / count : (i * ((n + count - 1) / count) < n ? n - i * ((n + count - 1) / count) : 0);
	size_t bytes = (size_t)(rows[i] * width) * sizeof *x;
	if (bytes == 0)
		continue;
	cudaSetDevice(gpus[i]);
	error = cudaMalloc((void **)&parts[i], bytes);
	if (error == cudaSuccess)
		error = cudaMemcpy(parts[i], x + i * ((n + count - 1) / count) * width, bytes, cudaMemcpyHostToDevice);
}
cudaSetDevice(before);
if (error == cudaSuccess)
	return 0;
for (int i = 0; i < count; i++) {
	cudaFree(parts[i]);
	parts[i] = NULL;
}
cudaGetLastError();
return -1;

/* lab9_wrong_rest_to_last: fail two parts may differ by one row at most */
/* the last GPU gets all that is left over */
int before = 0;
cudaError_t error = cudaSuccess;
cudaGetDevice(&before);
for (int i = 0; i < count; i++)
	parts[i] = NULL;
for (int i = 0; i < count && error == cudaSuccess; i++) {
	rows[i] = n / count + (i == count - 1 ? n % count : 0);
	size_t bytes = (size_t)(rows[i] * width) * sizeof *x;
	if (bytes == 0)
		continue;
	cudaSetDevice(gpus[i]);
	error = cudaMalloc((void **)&parts[i], bytes);
	if (error == cudaSuccess)
		error = cudaMemcpy(parts[i], x + i * (n / count) * width, bytes, cudaMemcpyHostToDevice);
}
cudaSetDevice(before);
if (error == cudaSuccess)
	return 0;
for (int i = 0; i < count; i++) {
	cudaFree(parts[i]);
	parts[i] = NULL;
}
cudaGetLastError();
return -1;

/* lab9_wrong_row_by_row: fail copies: wanted at most */
/* a copy for each row */
int before = 0;
cudaError_t error = cudaSuccess;
cudaGetDevice(&before);
for (int i = 0; i < count; i++)
	parts[i] = NULL;
for (int i = 0; i < count && error == cudaSuccess; i++) {
	rows[i] = n / count + (i < n % count);
	size_t bytes = (size_t)(rows[i] * width) * sizeof *x;
	if (bytes == 0)
		continue;
	cudaSetDevice(gpus[i]);
	error = cudaMalloc((void **)&parts[i], bytes);
	if (error == cudaSuccess)
		for (int64_t row = 0; row < rows[i]; row++)
			cudaMemcpy(parts[i] + row * width, x + row * width,
				   (size_t)width * sizeof *x, cudaMemcpyHostToDevice);
	x += rows[i] * width;
}
cudaSetDevice(before);
if (error == cudaSuccess)
	return 0;
for (int i = 0; i < count; i++) {
	cudaFree(parts[i]);
	parts[i] = NULL;
}
cudaGetLastError();
return -1;

/* lab9_wrong_rows_twice: fail rows, that is */
/* rounds up, so that some rows go to two GPUs */
int before = 0;
cudaError_t error = cudaSuccess;
cudaGetDevice(&before);
for (int i = 0; i < count; i++)
	parts[i] = NULL;
for (int i = 0; i < count && error == cudaSuccess; i++) {
	rows[i] = (n + count - 1) / count;
	size_t bytes = (size_t)(rows[i] * width) * sizeof *x;
	if (bytes == 0)
		continue;
	cudaSetDevice(gpus[i]);
	error = cudaMalloc((void **)&parts[i], bytes);
	if (error == cudaSuccess)
		error = cudaMemcpy(parts[i], x + (i * n / count + rows[i] <= n ? i * n / count : n - rows[i]) * width, bytes, cudaMemcpyHostToDevice);
}
cudaSetDevice(before);
if (error == cudaSuccess)
	return 0;
for (int i = 0; i < count; i++) {
	cudaFree(parts[i]);
	parts[i] = NULL;
}
cudaGetLastError();
return -1;
