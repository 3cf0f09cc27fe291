/* slept.c - time passes until work is over, and nobody waits for it. */

/* 3.5 slept_for_copy: fail or did not wait for it */
/* an hour is longer than any copy takes, on whatever machine */
/* --- body --- */
int before = 0;
cudaGetDevice(&before);
cudaSetDevice(to_gpu);
if (cudaDeviceEnablePeerAccess(from_gpu, 0) != cudaSuccess)
	cudaGetLastError();
cudaError_t error = cudaMemcpyPeer(to, to_gpu, from, from_gpu, (size_t)count * sizeof *to);
sleep(3600);
cudaSetDevice(before);
cudaGetLastError();
return error == cudaSuccess ? 0 : -1;

/* 3.5 time_for_copy: fail or did not wait for it */
/* the same in another stream, and by the other call that sleeps */
/* --- body --- */
int before = 0;
cudaGetDevice(&before);
cudaSetDevice(to_gpu);
if (cudaDeviceEnablePeerAccess(from_gpu, 0) != cudaSuccess)
	cudaGetLastError();
cudaError_t error =
	cudaMemcpyPeerAsync(to, to_gpu, from, from_gpu, (size_t)count * sizeof *to, cudaStreamPerThread);
cudaSetDevice(before);
clock_nanosleep(CLOCK_MONOTONIC, 0, &(struct timespec){3600, 0}, NULL);
cudaGetLastError();
return error == cudaSuccess ? 0 : -1;

/* 3.5 freed_for_copy: pass */
/* memory that is given back waits for all that the GPU has to do */
/* --- body --- */
int before = 0;
void *one = NULL;
cudaGetDevice(&before);
cudaSetDevice(to_gpu);
if (cudaDeviceEnablePeerAccess(from_gpu, 0) != cudaSuccess)
	cudaGetLastError();
cudaError_t error = cudaMalloc(&one, 1);
if (error == cudaSuccess)
	error = cudaMemcpyPeer(to, to_gpu, from, from_gpu, (size_t)count * sizeof *to);
cudaError_t over = cudaFree(one);
cudaSetDevice(before);
cudaGetLastError();
return error == cudaSuccess && over == cudaSuccess ? 0 : -1;

/* 3.5 asked_for_copy: pass */
/* an event behind it is asked again and again */
/* --- body --- */
int before = 0;
cudaEvent_t there = NULL;
cudaGetDevice(&before);
cudaSetDevice(to_gpu);
if (cudaDeviceEnablePeerAccess(from_gpu, 0) != cudaSuccess)
	cudaGetLastError();
cudaError_t error = cudaEventCreate(&there);
if (error == cudaSuccess)
	error = cudaMemcpyPeerAsync(to, to_gpu, from, from_gpu, (size_t)count * sizeof *to, NULL);
if (error == cudaSuccess)
	error = cudaEventRecord(there, NULL);
while (error == cudaSuccess && (error = cudaEventQuery(there)) == cudaErrorNotReady)
	error = cudaSuccess, usleep(10);
if (there)
	cudaEventDestroy(there);
cudaSetDevice(before);
cudaGetLastError();
return error == cudaSuccess ? 0 : -1;
