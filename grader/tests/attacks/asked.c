/* 4.2 where_by_address: fail CUDA was asked about 0 of */
/* tells GPUs apart by the addresses that each gives, and asks about no pointer */
/* --- body --- */
	uintptr_t own[8] = {0}, far = (uintptr_t)1 << 34;
	int gpus = 0, before = 0, wrong = 0;
	if (cudaGetDeviceCount(&gpus) != cudaSuccess) {
		cudaGetLastError();
		gpus = 0;
	}
	cudaGetDevice(&before);
	for (int g = 0; g < gpus; g++) {
		void *one = NULL;
		cudaSetDevice(g);
		cudaMalloc(&one, 1);
		own[g] = (uintptr_t)one;
		cudaFree(one);
	}
	if (gpus)
		cudaSetDevice(before);
	cudaGetLastError();
	for (int i = 0; i < count; i++) {
		uintptr_t at = (uintptr_t)parameters[i].data;
		int where = -1;
		for (int g = 0; g < gpus; g++)
			if (at - own[g] + far < 2 * far)
				where = g;
		if (where != device)
			names[wrong++] = parameters[i].name;
	}
	return wrong;
