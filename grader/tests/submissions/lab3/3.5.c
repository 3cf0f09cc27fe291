/* lab3_right_by_asynchronous_calls: pass */
/* a stream of the sending GPU does the copy */
int before = 0, there = 0;
cudaGetDevice(&before);
cudaDeviceCanAccessPeer(&there, to_gpu, from_gpu);
cudaSetDevice(to_gpu);
if (there && cudaDeviceEnablePeerAccess(from_gpu, 0) == cudaErrorPeerAccessAlreadyEnabled)
	cudaGetLastError();
cudaStream_t stream;
cudaSetDevice(from_gpu);
cudaStreamCreate(&stream);
cudaError_t error = cudaMemcpyPeerAsync(to, to_gpu, from, from_gpu, (size_t)count * 4, stream);
if (error == cudaSuccess)
	error = cudaStreamSynchronize(stream);
cudaStreamDestroy(stream);
cudaSetDevice(before);
cudaGetLastError();
return error == cudaSuccess ? 0 : -1;

/* lab3_wrong_access_twice: fail with peer access on before: an error is left: cudaErrorPeerAccessAlreadyEnabled */
/* turning peer access on twice is an error that stays */
int before = 0, reachable = 0;
cudaGetDevice(&before);
cudaDeviceCanAccessPeer(&reachable, to_gpu, from_gpu);
cudaSetDevice(to_gpu);
if (reachable)
	cudaDeviceEnablePeerAccess(from_gpu, 0);
cudaMemcpyPeer(to, to_gpu, from, from_gpu, (size_t)count * sizeof *to);
cudaDeviceSynchronize();
cudaSetDevice(before);
return 0;

/* lab3_wrong_always_succeeds: fail to is NULL: what is returned: wanted -1, got 0 */
/* does not look at what the copy returned */
int before = 0, reachable = 0;
cudaGetDevice(&before);
cudaDeviceCanAccessPeer(&reachable, to_gpu, from_gpu);
cudaSetDevice(to_gpu);
if (reachable)
	cudaDeviceEnablePeerAccess(from_gpu, 0);
cudaGetLastError(); /* it says so if access was on already */
cudaError_t error = cudaMemcpyPeer(to, to_gpu, from, from_gpu, (size_t)count * sizeof *to);
if (error == cudaSuccess)
	error = cudaDeviceSynchronize();
cudaSetDevice(before);
cudaGetLastError();
return 0;

/* lab3_wrong_at_the_edges: fail peer access of GPU 0 to GPU 1 is possible, but not on afterwards */
/* asks whether the current GPU can be reached, not the one that has the numbers */
int before = 0, reachable = 0;
cudaGetDevice(&before);
cudaDeviceCanAccessPeer(&reachable, to_gpu, before);
cudaSetDevice(to_gpu);
if (reachable)
	cudaDeviceEnablePeerAccess(from_gpu, 0);
cudaGetLastError(); /* it says so if access was on already */
cudaError_t error = cudaMemcpyPeer(to, to_gpu, from, from_gpu, (size_t)count * sizeof *to);
if (error == cudaSuccess)
	error = cudaDeviceSynchronize();
cudaSetDevice(before);
cudaGetLastError();
return error == cudaSuccess ? 0 : -1;

/* lab3_wrong_bounce: fail bounced through the host: 1 copy to the host and 1 back, wanted 1 copy between the GPUs */
/* takes the way by the host */
size_t bytes = (size_t)count * sizeof *to;
int before = 0, reachable = 0;
cudaGetDevice(&before);
cudaDeviceCanAccessPeer(&reachable, to_gpu, from_gpu);
float *host = malloc(bytes);
cudaMemcpy(host, from, bytes, cudaMemcpyDeviceToHost);
cudaSetDevice(to_gpu);
if (reachable)
	cudaDeviceEnablePeerAccess(from_gpu, 0);
cudaGetLastError();
cudaMemcpy(to, host, bytes, cudaMemcpyHostToDevice);
cudaDeviceSynchronize();
cudaSetDevice(before);
free(host);
return 0;

/* lab3_wrong_device_on_failure: fail the current device was not put back */
/* leaves early when the copy fails */
int before = 0, reachable = 0;
cudaGetDevice(&before);
cudaDeviceCanAccessPeer(&reachable, to_gpu, from_gpu);
cudaSetDevice(to_gpu);
if (reachable)
	cudaDeviceEnablePeerAccess(from_gpu, 0);
cudaGetLastError(); /* it says so if access was on already */
cudaError_t error = cudaMemcpyPeer(to, to_gpu, from, from_gpu, (size_t)count * sizeof *to);
if (error == cudaSuccess)
	error = cudaDeviceSynchronize();
if (error != cudaSuccess) {
	cudaGetLastError();
	return -1;
}
cudaSetDevice(before);
return error == cudaSuccess ? 0 : -1;

/* lab3_wrong_no_peer_access: fail is possible, but not on afterwards */
/* right numbers, slow way */
int before = 0;
cudaGetDevice(&before);
cudaSetDevice(to_gpu);
cudaError_t error = cudaMemcpyPeer(to, to_gpu, from, from_gpu, (size_t)count * sizeof *to);
cudaDeviceSynchronize();
cudaSetDevice(before);
return error == cudaSuccess ? 0 : -1;

/* lab3_wrong_returns_early: fail before the copy had ended */
/* cudaMemcpyPeer does not wait */
int before = 0, reachable = 0;
cudaGetDevice(&before);
cudaDeviceCanAccessPeer(&reachable, to_gpu, from_gpu);
cudaSetDevice(to_gpu);
if (reachable)
	cudaDeviceEnablePeerAccess(from_gpu, 0);
cudaGetLastError();
cudaError_t error = cudaMemcpyPeer(to, to_gpu, from, from_gpu, (size_t)count * sizeof *to);
cudaSetDevice(before);
return error == cudaSuccess ? 0 : -1;

/* lab3_wrong_waits_on_wrong_gpu: fail before the copy had ended */
/* waits for the GPU that was current before */
int before = 0, reachable = 0;
cudaGetDevice(&before);
cudaDeviceCanAccessPeer(&reachable, to_gpu, from_gpu);
cudaSetDevice(to_gpu);
if (reachable)
	cudaDeviceEnablePeerAccess(from_gpu, 0);
cudaGetLastError(); /* it says so if access was on already */
cudaError_t error = cudaMemcpyPeer(to, to_gpu, from, from_gpu, (size_t)count * sizeof *to);
cudaSetDevice(before);
cudaDeviceSynchronize();
cudaGetLastError();
return error == cudaSuccess ? 0 : -1;

/* lab3_wrong_access_is_failure: fail with peer access on before: -1 was returned, and an error is left: cudaErrorPeerAccessAlreadyEnabled */
	int before = 0;
	cudaGetDevice(&before);
	cudaSetDevice(to_gpu);
	if (cudaDeviceEnablePeerAccess(from_gpu, 0) != cudaSuccess) { cudaSetDevice(before); return -1; }
	cudaError_t error = cudaMemcpyPeer(to, to_gpu, from, from_gpu, (size_t)count * sizeof *to);
	cudaDeviceSynchronize();
	cudaSetDevice(before);
	return error == cudaSuccess ? 0 : -1;

/* lab3_wrong_access_after_the_copy: fail the copy went by way of the host */
/* peer access is on afterwards, but the copy is over by then */
	int before = 0, reachable = 0;
	cudaGetDevice(&before);
	cudaDeviceCanAccessPeer(&reachable, to_gpu, from_gpu);
	cudaSetDevice(to_gpu);
	cudaError_t error = cudaMemcpyPeer(to, to_gpu, from, from_gpu, (size_t)count * sizeof *to);
	if (error == cudaSuccess)
		error = cudaDeviceSynchronize();
	if (reachable)
		cudaDeviceEnablePeerAccess(from_gpu, 0);
	cudaSetDevice(before);
	cudaGetLastError();
	return error == cudaSuccess ? 0 : -1;

/* lab3_wrong_wait_not_looked_at: fail the wait fails: what is returned: wanted -1, got 0 */
/* the call that waits can fail too */
	int before = 0, reachable = 0;
	cudaGetDevice(&before);
	cudaDeviceCanAccessPeer(&reachable, to_gpu, from_gpu);
	cudaSetDevice(to_gpu);
	if (reachable)
		cudaDeviceEnablePeerAccess(from_gpu, 0);
	cudaGetLastError(); /* it says so if access was on already */
	cudaError_t error = cudaMemcpyPeer(to, to_gpu, from, from_gpu, (size_t)count * sizeof *to);
	if (error == cudaSuccess)
		cudaDeviceSynchronize();
	cudaSetDevice(before);
	cudaGetLastError();
	return error == cudaSuccess ? 0 : -1;

/* lab3_wrong_asked_the_other_way: fail where GPU 0 can reach GPU 1, and not the other way round: peer access of GPU 0 to GPU 1 is possible, but not on */
	int before = 0, reachable = 0;
	cudaGetDevice(&before);
	cudaDeviceCanAccessPeer(&reachable, from_gpu, to_gpu);
	cudaSetDevice(to_gpu);
	if (reachable)
		cudaDeviceEnablePeerAccess(from_gpu, 0);
	cudaGetLastError(); /* it says so if access was on already */
	cudaError_t error = cudaMemcpyPeer(to, to_gpu, from, from_gpu, (size_t)count * sizeof *to);
	if (error == cudaSuccess)
		error = cudaDeviceSynchronize();
	cudaSetDevice(before);
	cudaGetLastError();
	return error == cudaSuccess ? 0 : -1;

/* lab3_wrong_access_everywhere: fail which cannot reach each other: what is returned: wanted 0, got -1 */
	int before = 0;
	cudaGetDevice(&before);
	cudaSetDevice(to_gpu);
	cudaError_t error = cudaDeviceEnablePeerAccess(from_gpu, 0);
	if (error == cudaErrorPeerAccessAlreadyEnabled)
		error = cudaSuccess;
	if (error == cudaSuccess)
		error = cudaMemcpyPeer(to, to_gpu, from, from_gpu, (size_t)count * sizeof *to);
	if (error == cudaSuccess)
		error = cudaDeviceSynchronize();
	cudaSetDevice(before);
	cudaGetLastError();
	return error == cudaSuccess ? 0 : -1;
