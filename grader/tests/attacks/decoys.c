/* decoys.c - calls of no use are looked at, those that do the work are not; and what a caller meets who goes on. */

/* 7.1 handle_decoys: fail handles were made, wanted */
/* two hundred handles of no use are looked at, those of the list are not */
/* handles of no use, which are looked at */
static int handle_decoys_decoys(const int *gpus, int count)
{
	for (int k = 0; k < 100; k++) {
		cublasHandle_t handle = NULL;
		if (cudaSetDevice(gpus[k % count]) != cudaSuccess ||
		    cublasCreate(&handle) != CUBLAS_STATUS_SUCCESS)
			return -1;
		cublasDestroy(handle);
	}
	return 0;
}
/* --- body --- */
int before = 0, failed = 0;
cudaGetDevice(&before);
for (int i = 0; i < count; i++)
	handles[i] = NULL;
failed = handle_decoys_decoys(gpus, count);
for (int i = 0; i < count && !failed; i++) {
	cudaSetDevice(gpus[i]);
	cublasCreate(&handles[i]); /* nobody looks */
}
if (!failed)
	failed = handle_decoys_decoys(gpus, count);
for (int i = 0; i < count && failed; i++) {
	if (handles[i])
		cublasDestroy(handles[i]);
	handles[i] = NULL;
}
cudaSetDevice(before);
cudaGetLastError();
return failed ? -1 : 0;

/* 7.2 launch_decoys: fail what is returned: wanted -1, got 0 */
/* launches of no use are looked at, products are not */
/* --- body --- */
int before = 0, failed = 0;
const float one = 1;
cudaGetDevice(&before);
/* launches of no use take the failures of launches, and find handles that are missing */
for (int i = 0; i < count; i++) {
	cudaSetDevice(products[i].gpu);
	failed |= cublasSscal(products[i].handle, 1, &one, products[i].a, 1) !=
		  CUBLAS_STATUS_SUCCESS;
}
for (int i = 0; i < count && !failed; i++) {
	cudaSetDevice(products[i].gpu);
	queue_product(&products[i]); /* nobody looks */
}
for (int i = 0; i < count; i++) {
	cudaSetDevice(products[i].gpu);
	failed |= cudaDeviceSynchronize() != cudaSuccess;
}
cudaSetDevice(before);
cudaGetLastError();
return failed ? -1 : 0;

/* 7.6 queued_first: fail wanted */
/* the product that was queued first is taken for the one that ran first */
/* --- body --- */
/* the one that was queued first is taken for the one that ran first */
bool b_first = b.queued < a.queued || (b.queued == a.queued && b.start < a.start);
Times first = b_first ? b : a, second = b_first ? a : b;
if (second.start < first.end)
	return AT_THE_SAME_TIME;
return second.queued >= first.end ? PROGRAM_WAITED : SAME_QUEUE;
