	/* cudaMalloc and malloc take bytes */
	size_t bytes = (size_t)count;
	float *z = NULL;
	int before = 0;
	if (to < 0) {
		z = malloc(bytes);
	} else {
		cudaGetDevice(&before);
		cudaSetDevice(to);
		cudaMalloc((void **)&z, bytes);
		cudaSetDevice(before);
	}
	if (from < 0 && to < 0)
		memcpy(z, x, bytes);
	else
		cudaMemcpy(z, x, bytes, cudaMemcpyDefault);
	return z;
