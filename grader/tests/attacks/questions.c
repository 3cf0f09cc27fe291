/* questions.c - answers about numbers or texts alone that ask CUDA all the same. */

/* 1.6 asks_for_gpus: fail CUDA was called */
/* asks CUDA, of no use */
/* --- body --- */
	int count = 0, seen = 0;
	cudaGetDeviceCount(&seen);
	cudaGetLastError();
	if (!visible) {
		for (; count < physical; count++)
			order[count] = count;
		return count;
	}
	while (*visible) {
		char *end;
		long card = strtol(visible, &end, 10);
		if (end == visible || card < 0 || card >= physical || count == physical)
			break;
		order[count++] = (int)card;
		visible = *end == ',' ? end + 1 : end;
	}
	return count;

/* 1.3 asks_for_gpus: fail CUDA was called */
/* asks CUDA, of no use */
/* --- body --- */
	struct cudaDeviceProp properties;
	size_t word = strcspn(text, ":");
	bool numbered = text[word] == ':';
	const char *digits = text + word + numbered;
	cudaGetDeviceProperties(&properties, 0);
	cudaGetLastError();
	if (digits[strspn(digits, "0123456789")] != '\0' || (numbered && *digits == '\0'))
		return INVALID_DEVICE;
	if (word == 3 && strncmp(text, "cpu", 3) == 0)
		return CPU_DEVICE;
	bool gpu = word == 3 && strncmp(text, "gpu", 3) == 0;
	bool cuda = word == 4 && strncmp(text, "cuda", 4) == 0;
	return gpu || cuda ? atoi(digits) : INVALID_DEVICE;

/* 2.7 asks_for_memory: fail CUDA was called */
/* asks CUDA, of no use */
/* --- body --- */
	size_t available = 0, total = 0;
	cudaMemGetInfo(&available, &total);
	cudaGetLastError();
	int64_t left = free_mib * 1024 * 1024 - 2 * 4 * parameters;
	return left > 0 ? left / (4 * numbers_per_example) : 0;

/* 3.8 copies_to_measure: fail CUDA was called */
/* asks CUDA, of no use */
/* --- body --- */
	void *memory = NULL;
	if (cudaMalloc(&memory, 1000) == cudaSuccess)
		cudaFree(memory);
	cudaGetLastError();
	return (double)pieces * alpha_us + (double)bytes / (1000 * gb_per_s);

/* 3.9 waits: fail CUDA was called */
/* asks CUDA, of no use */
/* --- body --- */
	cudaDeviceSynchronize();
	cudaGetLastError();
	double start = a_start > b_start ? a_start : b_start;
	double end = a_end < b_end ? a_end : b_end;
	double a = a_end - a_start, b = b_end - b_start;
	return end > start ? (end - start) / (a < b ? a : b) : 0;

/* 4.7 asks_for_gpus: fail CUDA was called */
/* asks CUDA, of no use */
/* --- body --- */
	int seen = 0;
	cudaGetDeviceCount(&seen);
	cudaGetLastError();
	*bytes = 0;
	for (int i = 0; i < layers; i++)
		*bytes += ((int64_t)sizes[i] + 1) * sizes[i + 1] * (int64_t)sizeof(float);
	return 2 * layers * alpha_us + (double)*bytes / (1000 * gb_per_s);

/* 4.8 asks_for_gpus: fail CUDA was called */
/* asks CUDA, of no use */
/* --- body --- */
	int done = 0, seen = 0;
	cudaGetDeviceCount(&seen);
	cudaGetLastError();
	while (done < count && devices[done] == x)
		done++;
	return done;
