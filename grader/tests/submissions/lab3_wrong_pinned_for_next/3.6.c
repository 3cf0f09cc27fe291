/* keeps its pinned buffer for the next call, and makes a larger one when it has to */
static float *packed;
static int64_t room;
int64_t total = 0, at = 0;
for (int i = 0; i < count; i++)
	total += lengths[i];
if (total > room) {
	cudaFreeHost(packed);
	packed = NULL;
	room = 0;
	if (cudaHostAlloc((void **)&packed, (size_t)total * sizeof *packed, cudaHostAllocDefault) !=
	    cudaSuccess) {
		cudaGetLastError();
		return -1;
	}
	room = total;
}
if (total == 0)
	return 0;
for (int i = 0; i < count; at += lengths[i++])
	memcpy(packed + at, lists[i], (size_t)lengths[i] * sizeof *packed);
cudaError_t error =
	cudaMemcpy(to, packed, (size_t)total * sizeof *packed, cudaMemcpyHostToDevice);
cudaGetLastError();
return error == cudaSuccess ? total : -1;
