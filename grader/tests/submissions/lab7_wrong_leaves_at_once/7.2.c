	int current;
	if (cudaGetDevice(&current) != cudaSuccess)
		return -1;
	for (int i = 0; i < count; i++)
		if (cudaSetDevice(products[i].gpu) != cudaSuccess || queue_product(&products[i]) != 0)
			return -1; /* the device stays changed */
	for (int i = 0; i < count; i++) {
		cudaSetDevice(products[i].gpu);
		cudaDeviceSynchronize();
	}
	cudaSetDevice(current);
	return 0;
