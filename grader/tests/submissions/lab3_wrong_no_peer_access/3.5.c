/* right numbers, slow way */
int before = 0;
cudaGetDevice(&before);
cudaSetDevice(to_gpu);
cudaError_t error = cudaMemcpyPeer(to, to_gpu, from, from_gpu, (size_t)count * sizeof *to);
cudaDeviceSynchronize();
cudaSetDevice(before);
return error == cudaSuccess ? 0 : -1;
