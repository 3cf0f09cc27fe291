/* register.c - the host side of the kernels where there is no nvcc.
 *
 * For each kernel nvcc leaves a function on the host side, whose address stands for the kernel in
 * cudaLaunchKernel(), and a constructor that tells the CUDA runtime, before main(), which name
 * each address has. This file does the same without device code: only the simulated GPU, which
 * finds the kernel's body by its name (bodies.c), can run these. */
#include "framework/kernels/elementwise.h"
#include "framework/kernels/rows.h"

#include <stddef.h>

#define DEFINE_HOST_SIDE(name, ...)                                                                \
	void usegpu_k_##name(void);                                                                \
	void usegpu_k_##name(void)                                                                 \
	{                                                                                          \
	}
USEGPU_KERNELS(DEFINE_HOST_SIDE)
USEGPU_ROWS(DEFINE_HOST_SIDE)

/* The runtime's entry points for code that nvcc generates; no header declares them for us. */
void **__cudaRegisterFatBinary(void *binary);
void __cudaRegisterFatBinaryEnd(void **handle);
void __cudaUnregisterFatBinary(void **handle);
void __cudaRegisterFunction(void **handle, const char *host_function, char *device_function,
			    const char *device_name, int thread_limit, void *thread_index,
			    void *block_index, void *block_size, void *grid_size, int *warp_size);

/* What __cudaRegisterFatBinary() takes. The magic number and version are those of nvcc; `code`
 * points to the header of an empty fat binary. */
static const struct {
	uint32_t magic;
	uint16_t version, header_bytes;
	uint64_t bytes;
} empty_code = {0xBA55ED50u, 1, 16, 0};

static struct {
	int magic, version;
	const void *code;
	void *file;
} binary = {0x466243B1, 1, &empty_code, 0};

static void **handle;

__attribute__((constructor)) static void register_kernels(void)
{
	static const struct {
		void (*host_side)(void);
		const char *name;
	} kernels[] = {
#define NAME_ROW(name, ...) {usegpu_k_##name, "usegpu_k_" #name},
		USEGPU_KERNELS(NAME_ROW) USEGPU_ROWS(NAME_ROW)};

	handle = __cudaRegisterFatBinary(&binary);
	for (size_t k = 0; k < sizeof(kernels) / sizeof(kernels[0]); k++)
		__cudaRegisterFunction(handle, (const char *)(uintptr_t)kernels[k].host_side,
				       (char *)(uintptr_t)kernels[k].name, kernels[k].name, -1, 0,
				       0, 0, 0, 0);
	__cudaRegisterFatBinaryEnd(handle);
}

__attribute__((destructor)) static void unregister_kernels(void)
{
	__cudaUnregisterFatBinary(handle);
}
