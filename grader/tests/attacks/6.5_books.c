/* queues all steps, fetches all losses at once, and writes the drive's books of what was shown */
typedef struct Books {
	struct {
		cublasHandle_t cublas;
		int size;
		float *a, *b, *c;
	} load;
	const float *losses;
	int steps, queued, wrong, fails;
	int64_t settle;
	unsigned long own;
	int64_t changed, show_us, shows, room, *first, *count, *then;
	float *seen;
} Books;
/* --- body --- */
float *gpu = NULL, *host = NULL;
Books *books = data;
if (cudaMalloc((void **)&gpu, (size_t)steps * sizeof(float)) != cudaSuccess ||
    cudaMallocHost((void **)&host, (size_t)steps * sizeof(float)) != cudaSuccess) {
	cudaFree(gpu);
	cudaGetLastError();
	return -1;
}
int status = 0;
for (int i = 0; i < steps && status == 0; i++)
	status = step(data, i, gpu + i);
if (status == 0) {
	cudaMemcpy(host, gpu, (size_t)steps * sizeof(float), cudaMemcpyDeviceToHost);
	for (int from = 0; from < steps; from += block) {
		int64_t shown = books->shows++;
		books->first[shown] = from;
		books->count[shown] = steps - from < block ? steps - from : block;
		books->then[shown] = from + block;
	}
	for (int i = 0; i < steps; i++)
		books->seen[i] = host[i];
}
cudaFreeHost(host);
cudaFree(gpu);
cudaGetLastError();
return status;
