/* turns.c - links that pass one thing after the other: kernels of several GPUs that work in the memory of one. */

/* 9.4 all_added_on_one: fail of the time of 6 copies */
/* the other GPUs add to the memory of GPU 0, each another piece at a time, and fetch the sum there */
/* --- body --- */
int before = 0, failed = 0, others = count - 1;
const float one = 1;
(void)room;
if (count == 1)
	return 0;
cudaGetDevice(&before);
cublasHandle_t handle[MOST_GPUS] = {NULL};
int64_t n = tensor_count(gradients[0]);
float *at[MOST_GPUS];
for (int i = 0; i < count; i++) {
	cudaSetDevice(tensor_device(gradients[i]).index);
	failed |= i > 0 && cublasCreate(&handle[i]) != 0;
	at[i] = tensor_data(gradients[i]);
}
for (int round = -1; round < others && !failed; round++) {
	for (int i = 1; round >= 0 && i < count; i++) {
		int64_t piece = (i + round) % others, first = n * piece / others, end = n * (piece + 1) / others;
		if (end > first)
			failed |= cublasSaxpy(handle[i], (int)(end - first), &one, at[i] + first, 1, at[0] + first, 1) != 0;
	}
	for (int i = 0; i < count; i++)
		failed |= device_synchronize(tensor_device(gradients[i])) != 0;
}
for (int i = 1; i < count && !failed; i++)
	failed |= cublasScopy(handle[i], (int)n, at[0], 1, at[i], 1) != 0;
for (int i = 0; i < count && !failed; i++)
	failed |= device_synchronize(tensor_device(gradients[i])) != 0;
for (int i = 0; i < count; i++)
	if (handle[i])
		cublasDestroy(handle[i]);
cudaSetDevice(before);
cudaGetLastError();
return failed ? -1 : 0;

/* 9.4 two_collect: fail of the time of 6 copies */
/* two GPUs read a half of each vector and add it up; all read both halves there */
/* --- body --- */
int before = 0, failed = 0;
const float one = 1;
(void)room;
if (count == 1)
	return 0;
cudaGetDevice(&before);
cublasHandle_t handle[MOST_GPUS] = {NULL};
int64_t n = tensor_count(gradients[0]), half = n / 2;
float *at[MOST_GPUS];
for (int i = 0; i < count; i++) {
	cudaSetDevice(tensor_device(gradients[i]).index);
	failed |= cublasCreate(&handle[i]) != 0;
	at[i] = tensor_data(gradients[i]);
}
for (int i = 0; i < count && !failed; i++)
	failed |= device_synchronize(tensor_device(gradients[i])) != 0;
for (int i = 0; i < count && !failed; i++) {
	if (i != 0 && half > 0)
		failed |= cublasSaxpy(handle[0], (int)half, &one, at[i], 1, at[0], 1) != 0;
	if (i != 1)
		failed |= cublasSaxpy(handle[1], (int)(n - half), &one, at[i] + half, 1, at[1] + half, 1) != 0;
}
for (int i = 0; i < 2 && !failed; i++)
	failed |= device_synchronize(tensor_device(gradients[i])) != 0;
for (int i = 0; i < count && !failed; i++) {
	if (i != 0 && half > 0)
		failed |= cublasScopy(handle[i], (int)half, at[0], 1, at[i], 1) != 0;
	if (i != 1)
		failed |= cublasScopy(handle[i], (int)(n - half), at[1] + half, 1, at[i] + half, 1) != 0;
}
for (int i = 0; i < count && !failed; i++)
	failed |= device_synchronize(tensor_device(gradients[i])) != 0;
for (int i = 0; i < count; i++)
	if (handle[i])
		cublasDestroy(handle[i]);
cudaSetDevice(before);
cudaGetLastError();
return failed ? -1 : 0;

/* 9.4 each_its_own: pass */
/* each GPU reads its own piece of all vectors and adds it up; then each reads the other pieces where they are */
/* --- body --- */
int before = 0, failed = 0;
const float one = 1;
(void)room;
if (count == 1)
	return 0;
cudaGetDevice(&before);
cublasHandle_t handle[MOST_GPUS] = {NULL};
int64_t n = tensor_count(gradients[0]);
float *at[MOST_GPUS];
for (int i = 0; i < count; i++) {
	cudaSetDevice(tensor_device(gradients[i]).index);
	failed |= cublasCreate(&handle[i]) != 0;
	at[i] = tensor_data(gradients[i]);
}
for (int i = 0; i < count && !failed; i++)
	failed |= device_synchronize(tensor_device(gradients[i])) != 0;
for (int r = 1; r < count && !failed; r++)
	for (int i = 0; i < count && !failed; i++) {
		int64_t first = n * i / count, end = n * (i + 1) / count;
		if (end > first)
			failed |= cublasSaxpy(handle[i], (int)(end - first), &one, at[(r - 1 + (r - 1 >= i)) % count] + first, 1, at[i] + first, 1) != 0;
	}
for (int i = 0; i < count && !failed; i++)
	failed |= device_synchronize(tensor_device(gradients[i])) != 0;
for (int r = 1; r < count && !failed; r++)
	for (int i = 0; i < count && !failed; i++) {
		int p = (r - 1 + (r - 1 >= i)) % count;
		int64_t first = n * p / count, end = n * (p + 1) / count;
		if (end > first)
			failed |= cublasScopy(handle[i], (int)(end - first), at[p] + first, 1, at[i] + first, 1) != 0;
	}
for (int i = 0; i < count && !failed; i++)
	failed |= device_synchronize(tensor_device(gradients[i])) != 0;
for (int i = 0; i < count; i++)
	if (handle[i])
		cublasDestroy(handle[i]);
cudaSetDevice(before);
cudaGetLastError();
return failed ? -1 : 0;
