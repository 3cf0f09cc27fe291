/* ordinary memory: the asynchronous copies wait all the same */
size_t bytes = (size_t)count * sizeof *x;
if (!lane->going) {
	lane->going = malloc(bytes);
	lane->coming = malloc(bytes);
	cudaStreamCreate(&lane->go_stream);
	cudaStreamCreate(&lane->come_stream);
}
memcpy(lane->going, x, bytes);
cudaMemcpyAsync(to, lane->going, bytes, cudaMemcpyHostToDevice, lane->go_stream);
cudaMemcpyAsync(lane->coming, from, bytes, cudaMemcpyDeviceToHost, lane->come_stream);
cudaDeviceSynchronize();
memcpy(y, lane->coming, bytes);
return 0;
