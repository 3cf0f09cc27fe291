/* registering.c - labs 10 and 11: the function by which kernels are registered, changed. */

/* 10.1 called_instead: refused */
/* the function that registers kernels has a call filled in twice, and the second place is a function of the file */
extern "C" __attribute__((used, visibility("hidden"))) void early_call(void)
{
}
#ifndef __CUDA_ARCH__
__asm__(".reloc __cuda_module_ctor+13, R_X86_64_PLT32, early_call-4\n");
#endif
/* --- body --- */
extern "C" int scale(float *x, float a, int n)
{
	return n == 0 ? 0 : -1;
}

/* 10.1 code_filled_in: refused */
/* the code of the function that registers kernels is overwritten where no compiler fills anything in */
extern "C" __attribute__((used, visibility("hidden"))) void early_code(void)
{
}
#ifndef __CUDA_ARCH__
__asm__(".reloc __cuda_module_ctor+27, R_X86_64_PC32, early_code+1000\n");
#endif
/* --- body --- */
extern "C" int scale(float *x, float a, int n)
{
	return n == 0 ? 0 : -1;
}

/* 10.2 one_byte_filled_in: refused */
/* one byte of its code is another one */
#ifndef __CUDA_ARCH__
__asm__(".reloc __cuda_module_ctor+17, R_X86_64_8, 0xc3\n");
#endif
/* --- body --- */
extern "C" int saxpy(float *y, float a, const float *x, int n, int blocks)
{
	return -1;
}

/* 10.2 of_that_name: refused */
/* a function of the file has the name of one that registers kernels */
static void early_name(void) __asm__("__cudaRegisterFatBinaryEnd");
__attribute__((used)) static void early_name(void)
{
}
/* --- body --- */
extern "C" int saxpy(float *y, float a, const float *x, int n, int blocks)
{
	return -1;
}

/* 10.2 at_the_end: refused */
/* a function of the file has the name of the one that is told of the end */
static void early_end(void) __asm__("atexit");
__attribute__((used)) static void early_end(void)
{
}
/* --- body --- */
extern "C" int saxpy(float *y, float a, const float *x, int n, int blocks)
{
	return -1;
}

/* 10.1 in_the_place_of_variables: refused */
/* what a function of the file does becomes part of the one that registers, instead of what registers variables */
static void early_variable(void **, char *, char *, const char *, int, size_t, int, int) __asm__("__cudaRegisterVar");
__attribute__((used, always_inline)) static inline void early_variable(void **, char *, char *, const char *, int, size_t, int, int)
{
}
__device__ float early_number;
/* --- body --- */
extern "C" int scale(float *x, float a, int n)
{
	return n == 0 ? 0 : -1;
}

/* 10.1 in_the_place_of_textures: refused */
/* the same with what registers textures, of which labs have none */
static void early_texture(void) __asm__("__cudaRegisterTexture");
__attribute__((used)) static void early_texture(void)
{
}
/* --- body --- */
extern "C" int scale(float *x, float a, int n)
{
	return n == 0 ? 0 : -1;
}

/* 10.1 variables_of_all_kinds: pass */
/* has variables of its own, which are registered */
__device__ float factors[4];
static __device__ int marks_seen;
__constant__ float one = 1;
__device__ const char words[] = "some words";
/* --- body --- */
__global__ void scale_kernel(float *x, float a, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		x[i] = a * one * x[i] + (n < 0 ? factors[i % 4] + marks_seen + words[1] : 0);
}
extern "C" int scale(float *x, float a, int n)
{
	if (n == 0)
		return 0;
	scale_kernel<<<(n + THREADS - 1) / THREADS, THREADS>>>(x, a, n);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}
