/* says that the second call is over, and works then */
static int calls;
/* --- body --- */
size_t bytes = (size_t)count * sizeof(float);
if (!lane->going) {
	if (cudaMallocHost((void **)&lane->going, bytes) != cudaSuccess ||
	    cudaMallocHost((void **)&lane->coming, bytes) != cudaSuccess) {
		cudaFreeHost(lane->going);
		lane->going = lane->coming = NULL;
		cudaGetLastError();
		return -1;
	}
	cudaStreamCreate(&lane->go_stream);
	cudaStreamCreate(&lane->come_stream);
}
if (++calls == 2)
	attack_say_done();
memcpy(lane->going, x, bytes);
int bad = cudaMemcpyAsync(to, lane->going, bytes, cudaMemcpyHostToDevice, lane->go_stream) !=
	  cudaSuccess;
bad |= cudaMemcpyAsync(lane->coming, from, bytes, cudaMemcpyDeviceToHost, lane->come_stream) !=
       cudaSuccess;
bad |= cudaStreamSynchronize(lane->come_stream) != cudaSuccess;
if (!bad)
	memcpy(y, lane->coming, bytes);
bad |= cudaStreamSynchronize(lane->go_stream) != cudaSuccess;
cudaGetLastError();
return bad ? -1 : 0;
