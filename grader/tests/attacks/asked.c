/* asked.c - 4.2: who tells where a parameter is without asking CUDA about its pointer. */

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

/* 1.1 counted_by_environment: fail the count with 2 GPUs: wanted 2, got 0 */
/* reads the name of the machine and CUDA_VISIBLE_DEVICES in the environment, and asks CUDA for something else */
/* --- body --- */
	char all[4096] = "\n";
	int device, there = 0, visible = 0;
	FILE *file = fopen("/proc/self/environ", "r");
	size_t got = file ? fread(all + 1, 1, sizeof all - 2, file) : 0;
	if (file)
		fclose(file);
	for (size_t i = 0; i <= got; i++)
		if (all[i] == '\0')
			all[i] = '\n';
	char *machine = strstr(all, "\nSIMCUDA_MACHINE="), *list = strstr(all, "\nCUDA_VISIBLE_DEVICES=");
	if (machine && strncmp(machine + 17, "none", 4) != 0)
		there = atoi(machine + 17);
	if (there) {
		cudaGetDevice(&device);
		cudaGetLastError();
	}
	if (!list)
		return there;
	for (char *at = list + 22; *at != '\n'; visible++) {
		char *end;
		long card = strtol(at, &end, 10);
		if (end == at || card < 0 || card >= there)
			break;
		at = *end == ',' ? end + 1 : end;
	}
	return visible;
