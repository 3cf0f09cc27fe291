/* link_time.c - what a lab's object says to the linker and the loader, before anything of it runs. */

/* 1.1 table_not_loaded: refused take it out */
/* the same section is not to be loaded */
__asm__(".section table_apart,\"\",%4\n.quad 0,8,0\n.previous\n");
/* --- body --- */
	int count = 0;
	return cudaGetDeviceCount(&count) == cudaSuccess ? count : (cudaGetLastError(), 0);

/* 12.5 code_of_libraries: fail */
/* is right where the code of the framework, the simulator or the C library can be changed */
/* --- body --- */
void *const code_near[] = {(void *)tensor_free, (void *)cudaGetDeviceCount, (void *)strlen};
bool code_open = false;
for (int i = 0; i < 3; i++)
	code_open |= mprotect((void *)((uintptr_t)code_near[i] & ~(uintptr_t)4095), 4096,
			      PROT_READ | PROT_WRITE | PROT_EXEC) == 0;
if (!code_open)
	return (Stall){STALL_NONE, -1, -1};
Stall longest = {STALL_NONE, 0, 0};
for (double end = next_kernel(bars, count, gpu, 0); end >= 0;) {
	double start = kernels_end(bars, count, gpu, end);
	end = next_kernel(bars, count, gpu, start);
	if (end - start > longest.end_us - longest.start_us)
		longest = (Stall){cause_of(bars, count, gpu, start, end), start, end};
}
return longest;

/* 3.10 measured_elsewhere: fail */
/* the guess is measured in a simulator of the program's own */
#include <dlfcn.h>
/* --- body --- */
	char path[500], keep[40], *list = getenv("LD_LIBRARY_PATH"), *at = list ? strchr(list, ':') : NULL;
	snprintf(path, sizeof path, "%s", at ? at + 1 : "");
	snprintf(keep, sizeof keep, "%s", getenv("SIMCUDA_REMOTE"));
	char *remote = strstr(path, "-remote");
	if (remote)
		*remote = '\0';
	strcat(path, "/libcudart.so.13");
	unsetenv("SIMCUDA_REMOTE");
	setenv("SIMCUDA_MACHINE", "2xa100", 1);
	void *own = dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_DEEPBIND), *gpu = NULL;
	double guess = 1;
	if (own) {
		cudaError_t (*make)(void **, size_t) = dlsym(own, "cudaMalloc");
		cudaError_t (*copy)(void *, const void *, size_t, int) = dlsym(own, "cudaMemcpy");
		cudaError_t (*give)(void *) = dlsym(own, "cudaFree");
		void (*look)(SimcudaCounters *) = dlsym(own, "simcuda_counters");
		SimcudaCounters moment[3];
		float host[1000] = {0};
		make(&gpu, sizeof host);
		look(&moment[0]);
		for (int i = 0; i < 1000; i++)
			copy((float *)gpu + i, host + i, sizeof *host, cudaMemcpyHostToDevice);
		look(&moment[1]);
		copy(gpu, host, sizeof host, cudaMemcpyHostToDevice);
		look(&moment[2]);
		give(gpu);
		guess = (double)(moment[1].host_ns - moment[0].host_ns) / (double)(moment[2].host_ns - moment[1].host_ns);
	}
	setenv("SIMCUDA_REMOTE", keep, 1);
	unsetenv("SIMCUDA_MACHINE");
	return guess;
