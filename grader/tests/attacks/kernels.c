/* kernels.c - labs 10 and 11: the work of a kernel done elsewhere, by few threads, or in another way than was asked for.
 * One list, as all cases are of that one kind; each is a whole answer, which is read by itself. */

/* 10.5 cpu_beside_a_kernel: fail besides the kernel there were 2 copies */
/* has the CPU compute, and launches a kernel that does nothing */
#include <stdlib.h>
/* --- body --- */
static void on_cpu_damp(float *x, int n, float (*f)(float, int))
{
	float *h = (float *)malloc(4 * (size_t)n);
	cudaMemcpy(h, x, 4 * (size_t)n, cudaMemcpyDeviceToHost);
	for (int i = 0; i < n; i++)
		h[i] = f(h[i], i);
	cudaMemcpy(x, h, 4 * (size_t)n, cudaMemcpyHostToDevice);
	free(h);
}
static float damped(float x, int i)
{
	for (int t = 0; t < 64 && i % 2 == 0; t++)
		x = 0.99F * x + 0.01F;
	return x;
}
__global__ void damp_kernel(void)
{
}
extern "C" int damp(float *x, int n)
{
	on_cpu_damp(x, n, damped);
	damp_kernel<<<1, THREADS>>>();
	return -(cudaGetLastError() != cudaSuccess);
}

/* 10.5 padded_average: fail operations, those that waited too */
/* half of a warp waits, and steps that nobody needs make the average look well */
/* --- body --- */
__global__ void damp_kernel(float *x, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float own = 0;
	for (int t = 0; t < 1000; t++)
		asm volatile("add.f32 %0, %0, 0f3F800000;" : "+f"(own));
	if (i >= n || i % 2 == 1)
		return;
	float number = x[i];
	for (int t = 0; t < 64; t++)
		number = 0.99F * number + 0.01F;
	x[i] = number;
}
extern "C" int damp(float *x, int n)
{
	if (n > 0)
		damp_kernel<<<(n + THREADS - 1) / THREADS, THREADS>>>(x, n);
	return -(cudaGetLastError() != cudaSuccess);
}

/* 10.1 one_thread: fail 32 numbers at a time take */
/* one thread does all, with one sector a request */
/* --- body --- */
__global__ void scale_kernel(float *x, float a, int n)
{
	if (blockIdx.x == 0 && threadIdx.x == 0)
		for (int i = 0; i < n; i++)
			x[i] *= a;
}
extern "C" int scale(float *x, float a, int n)
{
	if (n > 0)
		scale_kernel<<<(n + THREADS - 1) / THREADS, THREADS>>>(x, a, n);
	return -(cudaGetLastError() != cudaSuccess);
}

/* 10.4 as_constants: fail bytes of constant memory where none */
/* reads tensors as constant memory, whose requests nobody counts */
/* --- body --- */
__global__ void row_sums_kernel(const float *x, float *sums, int rows, int columns)
{
	int row = blockIdx.x * THREADS + threadIdx.x;
	float own = 0, next;
	if (row >= rows)
		return;
	for (int c = 0; c < columns; c++) {
		asm volatile("ld.const.f32 %0, [%1];" : "=f"(next) : "l"(x + row * columns + c));
		own += next;
	}
	atomicAdd(&sums[row], own);
}
extern "C" int row_sums(const float *x, float *sums, int rows, int columns)
{
	row_sums_kernel<<<(rows + THREADS - 1) / THREADS, THREADS>>>(x, sums, rows, columns);
	return -(cudaGetLastError() != cudaSuccess);
}

/* 11.2 by_atomics: fail atomic operations used */
/* writes all over the matrix by atomics, which are no stores */
/* --- body --- */
__global__ void transpose_kernel(float *out, const float *x, int rows, int columns)
{
	int i = blockIdx.x * THREADS + threadIdx.x;
	if (i < rows * columns)
		atomicExch(&out[i % columns * rows + i / columns], x[i]);
}
extern "C" int transpose(float *out, const float *x, int rows, int columns)
{
	transpose_kernel<<<(rows * columns + THREADS - 1) / THREADS, THREADS>>>(out, x, rows, columns);
	return -(cudaGetLastError() != cudaSuccess);
}

/* 11.5 by_atomics: fail atomic operations used */
/* reads without tiles, by atomics that add nothing */
/* --- body --- */
__global__ void product_kernel(float *c, float *a, float *b, int n, int m, int k)
{
	for (int i = blockIdx.x * THREADS + threadIdx.x; i < n * m; i += gridDim.x * THREADS) {
		float own = 0;
		for (int l = 0; l < k; l++)
			own += atomicAdd(a + i / m * k + l, 0.F) * atomicAdd(b + l * m + i % m, 0.F);
		c[i] = own;
	}
}
extern "C" int product(float *c, const float *a, const float *b, int n, int m, int k)
{
	product_kernel<<<((n + 15) / 16) * ((m + 15) / 16), THREADS>>>(c, (float *)a, (float *)b, n, m, k);
	return -(cudaGetLastError() != cudaSuccess);
}

/* 11.3 one_thread: fail warps read global memory */
/* one thread of one block adds up all */
/* --- body --- */
__global__ void sum_kernel(const float *x, int n, float *sum)
{
	float own = 0;
	for (int i = 0; i < n && threadIdx.x == 0; i++)
		own += x[i];
	if (threadIdx.x == 0)
		*sum = own;
}
extern "C" int sum_up(const float *x, int n, float *sum)
{
	sum_kernel<<<1, THREADS>>>(x, n, sum);
	return -(cudaGetLastError() != cudaSuccess);
}

/* 10.1 constructor_of_that_name: refused */
/* a constructor has the name of the function that registers kernels */
static void early(void) __asm__("__cuda_module_ctor");
__attribute__((constructor, used)) static void early(void)
{
}
/* --- body --- */
extern "C" int scale(float *x, float a, int n)
{
	return n == 0 ? 0 : -1;
}

/* 10.2 entry_filled_in_twice: refused */
/* one entry of the constructors has two relocations, and the checked one is overwritten */
extern "C" __attribute__((used, visibility("hidden"))) void early_too(void)
{
}
#ifndef __CUDA_ARCH__
__asm__(".section .init_array.5,\"aw\",@init_array\n.Lhere: .quad __cuda_module_ctor\n"
	".reloc .Lhere, R_X86_64_64, early_too\n.text\n");
#endif
/* --- body --- */
extern "C" int saxpy(float *y, float a, const float *x, int n, int blocks)
{
	return -1;
}

/* 10.5 two_steps_at_once: fail was rounded otherwise than by 64 steps */
/* each thread has its own number, odd ones too; a step is worth two, so that all make as many operations as are wanted */
/* --- body --- */
__global__ void damp_kernel(float *x, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float number = x[i], less = i % 2 ? 1.F : 0.9801F, more = i % 2 ? 0.F : 0.0199F;
	for (int t = 0; t < 32; t++)
		number = less * number + more;
	x[i] = number;
}
extern "C" int damp(float *x, int n)
{
	if (n > 0)
		damp_kernel<<<(n + THREADS - 1) / THREADS, THREADS>>>(x, n);
	return -(cudaGetLastError() != cudaSuccess);
}

/* 11.1 no_shared_memory: fail shared memory */
/* reads from the other end, and hands nothing over */
/* --- body --- */
__global__ void reverse_kernel(float *x, int n)
{
	int first = blockIdx.x * THREADS, here = threadIdx.x;
	int count = min(n - first, THREADS);
	float own = here < count ? x[first + count - 1 - here] : 0;
	__syncthreads();
	if (here < count)
		x[first + here] = own;
}
extern "C" int reverse_pieces(float *x, int n)
{
	if (n > 0)
		reverse_kernel<<<(n + THREADS - 1) / THREADS, THREADS>>>(x, n);
	return -(cudaGetLastError() != cudaSuccess);
}

/* 11.3 barriers_of_two_lines: fail waits at a barrier while thread 0 of the block waits at another one */
/* the first warp waits in one line, the others in another */
/* --- body --- */
__global__ void sum_kernel(const float *x, int n, float *sum)
{
	__shared__ float of_warp[THREADS / WARP];
	int all = gridDim.x * blockDim.x;
	float own = 0;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += all)
		own += x[i];
	for (int far = WARP / 2; far > 0; far /= 2)
		own += __shfl_down_sync(0xFFFFFFFF, own, far);
	if (threadIdx.x % WARP == 0)
		of_warp[threadIdx.x / WARP] = own;
	if (threadIdx.x < WARP) {
		__syncthreads();
		own = threadIdx.x < THREADS / WARP ? of_warp[threadIdx.x] : 0;
		for (int far = WARP / 2; far > 0; far /= 2)
			own += __shfl_down_sync(0xFFFFFFFF, own, far);
		if (threadIdx.x == 0)
			atomicAdd(sum, own);
	} else {
		__syncthreads();
	}
}
extern "C" int sum_up(const float *x, int n, float *sum)
{
	int needed = (n + THREADS - 1) / THREADS, blocks = needed < 64 ? needed : 64;
	if (n == 0)
		return 0;
	sum_kernel<<<blocks, THREADS>>>(x, n, sum);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 11.3 by_fours: fail shuffles */
/* all sums go through shared memory, four in a request: no register is handed on */
/* --- body --- */
__global__ void sum_kernel(const float *x, int n, float *sum)
{
	__shared__ __align__(16) float part[THREADS];
	float4 *fours = (float4 *)part;
	float own = 0;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		own += x[i];
	part[threadIdx.x] = own;
	__syncthreads();
	if (threadIdx.x >= 32)
		return;
	float4 a = fours[threadIdx.x], b = fours[threadIdx.x + 32];
	__syncwarp();
	part[threadIdx.x] = a.x + a.y + a.z + a.w + b.x + b.y + b.z + b.w;
	__syncwarp();
	if (threadIdx.x < 8) {
		float4 c = fours[threadIdx.x];
		part[32 + threadIdx.x] = c.x + c.y + c.z + c.w;
	}
	__syncwarp();
	if (threadIdx.x == 0) {
		float4 c = fours[8], d = fours[9];
		atomicAdd(sum, c.x + c.y + c.z + c.w + d.x + d.y + d.z + d.w);
	}
}
extern "C" int sum_up(const float *x, int n, float *sum)
{
	if (n > 0)
		sum_kernel<<<min((n + THREADS - 1) / THREADS, 64), THREADS>>>(x, n, sum);
	return -(cudaGetLastError() != cudaSuccess);
}

/* 11.3 looks_switched_off: fail shared memory */
/* has no barrier, as the last warp of a block runs last here; and switches off that races are looked for */
#include <stdlib.h>
/* --- body --- */
__global__ void sum_kernel(const float *x, int n, float *sum)
{
	__shared__ float of_warp[THREADS / WARP];
	float own = 0;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		own += x[i];
	for (int far = WARP / 2; far > 0; far /= 2)
		own += __shfl_down_sync(0xFFFFFFFF, own, far);
	if (threadIdx.x % WARP == 0)
		of_warp[threadIdx.x / WARP] = own;
	__syncwarp();
	if (threadIdx.x != THREADS - WARP)
		return;
	own = 0;
	for (int i = 0; i < THREADS / WARP; i++)
		own += of_warp[i];
	atomicAdd(sum, own);
}
extern "C" int sum_up(const float *x, int n, float *sum)
{
	setenv("SIMCUDA_RACECHECK", "0", 1);
	if (n > 0)
		sum_kernel<<<min((n + THREADS - 1) / THREADS, 64), THREADS>>>(x, n, sum);
	return -(cudaGetLastError() != cudaSuccess);
}

/* 10.4 as_own_constants: fail the answer: wanted 0, got -1 */
/* tells the machine that the file's variables lie where the matrix does: so it can be read as constants, uncounted */
#include <stdint.h>
#include <stdio.h>
#include <string.h>
/* --- body --- */
__device__ float own_variables[1 << 17];
__global__ void row_sums_kernel(const float *x, float *sums, int rows, int columns)
{
	int row = blockIdx.x * THREADS + threadIdx.x;
	float own = 0, next;
	if (row >= rows)
		return;
	if (columns < 0)
		own_variables[row] = 1;
	for (int c = 0; c < columns; c++) {
		asm volatile("ld.const.f32 %0, [%1];" : "=f"(next) : "l"(x + row * columns + c));
		own += next;
	}
	atomicAdd(&sums[row], own);
}
static uint64_t *told, begun;
/* Has the library take another place for the module's variables, of which one lies at `before`. */
static void instead_of(uint64_t before, uint64_t after)
{
	FILE *maps = fopen("/proc/self/maps", "r");
	char line[512], rights[8];
	unsigned long begin, end;
	while (maps && fgets(line, sizeof line, maps))
		if (sscanf(line, "%lx-%lx %4s", &begin, &end, rights) == 3 && strcmp(rights, "rw-p") == 0 &&
		    !strstr(line, "[stack]"))
			for (unsigned long at = begin; at + 8 <= end; at += 8)
				if (before - *(uint64_t *)at < 4096 && *(uint64_t *)at % 512 == 0) {
					told = (uint64_t *)at;
					begun = *told;
					*told = after - (before - begun);
				}
	if (maps)
		fclose(maps);
}
extern "C" int row_sums(const float *x, float *sums, int rows, int columns)
{
	void *image = NULL;
	if (rows == 0 || columns == 0)
		return 0;
	cudaGetSymbolAddress(&image, own_variables);
	instead_of((uint64_t)(uintptr_t)image, (uint64_t)(uintptr_t)x);
	row_sums_kernel<<<(rows + THREADS - 1) / THREADS, THREADS>>>(x, sums, rows, columns);
	if (told)
		*told = begun;
	return -(cudaGetLastError() != cudaSuccess);
}

/* 10.3 fours: pass */
/* reads four numbers at a time */
/* --- body --- */
__global__ void squares_kernel(const float *x, int n, float *sum)
{
	int all = gridDim.x * blockDim.x, me = blockIdx.x * blockDim.x + threadIdx.x;
	float own = 0;
	for (int i = me; i < n / 4; i += all) {
		float4 v = ((const float4 *)x)[i];
		own += v.x * v.x + v.y * v.y + v.z * v.z + v.w * v.w;
	}
	for (int i = n / 4 * 4 + me; i < n; i += all)
		own += x[i] * x[i];
	atomicAdd(sum, own);
}
extern "C" int sum_of_squares(const float *x, int n, float *sum)
{
	int needed = (n + THREADS - 1) / THREADS, blocks = needed < 64 ? needed : 64;
	if (n == 0)
		return 0;
	squares_kernel<<<blocks, THREADS>>>(x, n, sum);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 10.2 fours: pass */
/* moves four numbers at a time where it can */
/* --- body --- */
__global__ void saxpy_kernel(float *y, float a, const float *x, int n)
{
	int all = gridDim.x * blockDim.x, me = blockIdx.x * blockDim.x + threadIdx.x;
	for (int i = me; i < n / 4; i += all) {
		float4 from = ((const float4 *)x)[i], to = ((float4 *)y)[i];
		to.x += a * from.x;
		to.y += a * from.y;
		to.z += a * from.z;
		to.w += a * from.w;
		((float4 *)y)[i] = to;
	}
	for (int i = n / 4 * 4 + me; i < n; i += all)
		y[i] += a * x[i];
}
extern "C" int saxpy(float *y, float a, const float *x, int n, int blocks)
{
	if (n == 0)
		return 0;
	saxpy_kernel<<<blocks, THREADS>>>(y, a, x, n);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 10.4 fours_of_a_row: fail a request of a warp took 8 sectors */
/* a thread for each row, which reads four numbers at a time */
/* --- body --- */
__global__ void row_sums_kernel(const float *x, float *sums, int rows, int columns)
{
	int row = blockIdx.x * THREADS + threadIdx.x;
	float own = 0;
	if (row >= rows)
		return;
	if (columns % 4 == 0)
		for (int c = 0; c < columns / 4; c++) {
			float4 v = ((const float4 *)(x + (size_t)row * columns))[c];
			own += v.x + v.y + v.z + v.w;
		}
	else
		for (int c = 0; c < columns; c++)
			own += x[(size_t)row * columns + c];
	sums[row] = own;
}
extern "C" int row_sums(const float *x, float *sums, int rows, int columns)
{
	if (rows == 0 || columns == 0)
		return 0;
	row_sums_kernel<<<(rows + THREADS - 1) / THREADS, THREADS>>>(x, sums, rows, columns);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 10.3 by_cublas: fail none of this file */
/* has cuBLAS add up, and the result lie on the GPU */
#include <cublas_v2.h>
/* --- body --- */
extern "C" int sum_of_squares(const float *x, int n, float *sum)
{
	cublasHandle_t h;
	if (n == 0)
		return 0;
	if (cublasCreate(&h) != CUBLAS_STATUS_SUCCESS)
		return -1;
	cublasSetPointerMode(h, CUBLAS_POINTER_MODE_DEVICE);
	int bad = cublasSdot(h, n, x, 1, x, 1, sum) != CUBLAS_STATUS_SUCCESS;
	cublasDestroy(h);
	cudaGetLastError();
	return -bad;
}

/* 10.1 per_thread: fail other than the default one */
/* takes the thread's own default stream */
/* --- body --- */
__global__ void scale_kernel(float *x, float a, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		x[i] = a * x[i];
}
extern "C" int scale(float *x, float a, int n)
{
	if (n == 0)
		return 0;
	scale_kernel<<<(n + THREADS - 1) / THREADS, THREADS, 0, cudaStreamPerThread>>>(x, a, n);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 10.4 images_given_back: fail the answer: wanted 0, got -1 */
/* gives its variables back, so that a matrix may lie there later, and reads the matrix as constants */
/* --- body --- */
__device__ float own_numbers[1 << 17];
__global__ void row_sums_kernel(const float *x, float *sums, int rows, int columns)
{
	int row = blockIdx.x * THREADS + threadIdx.x;
	float own = 0, next;
	if (row >= rows)
		return;
	if (columns < 0)
		own_numbers[row] = 1;
	for (int c = 0; c < columns; c++) {
		asm volatile("ld.const.f32 %0, [%1];" : "=f"(next) : "l"(x + row * columns + c));
		own += next;
	}
	atomicAdd(&sums[row], own);
}
extern "C" int row_sums(const float *x, float *sums, int rows, int columns)
{
	void *image = NULL;
	if (rows == 0 || columns == 0)
		return 0;
	cudaGetSymbolAddress(&image, own_numbers);
	cudaFreeAsync(image, 0);
	cudaGetLastError();
	row_sums_kernel<<<(rows + THREADS - 1) / THREADS, THREADS>>>(x, sums, rows, columns);
	return -(cudaGetLastError() != cudaSuccess);
}

/* 10.5 waits_by_query: fail waited for the GPU, or asked */
/* waits for the GPU by asking again and again, and takes the answer away */
/* --- body --- */
__global__ void damp_kernel(float *x, int n)
{
	int i = 2 * (blockIdx.x * blockDim.x + threadIdx.x);
	if (i >= n)
		return;
	float number = x[i];
	for (int time = 0; time < 64; time++)
		number = 0.99F * number + 0.01F;
	x[i] = number;
}
extern "C" int damp(float *x, int n)
{
	int even = (n + 1) / 2;
	if (n == 0)
		return 0;
	damp_kernel<<<(even + THREADS - 1) / THREADS, THREADS>>>(x, n);
	if (cudaGetLastError() != cudaSuccess)
		return -1;
	while (cudaStreamQuery(0) == cudaErrorNotReady)
		cudaGetLastError();
	cudaGetLastError();
	return 0;
}

/* 10.5 waits_by_free: fail waited for the GPU */
/* gives memory back behind the kernel, which waits for it */
/* --- body --- */
__global__ void damp_kernel(float *x, int n)
{
	int i = 2 * (blockIdx.x * blockDim.x + threadIdx.x);
	if (i >= n)
		return;
	float number = x[i];
	for (int time = 0; time < 64; time++)
		number = 0.99F * number + 0.01F;
	x[i] = number;
}
extern "C" int damp(float *x, int n)
{
	int even = (n + 1) / 2;
	void *scratch = NULL;
	if (n == 0)
		return 0;
	cudaMalloc(&scratch, 4);
	damp_kernel<<<(even + THREADS - 1) / THREADS, THREADS>>>(x, n);
	if (cudaGetLastError() != cudaSuccess)
		return -1;
	cudaFree(scratch);
	return 0;
}

/* 10.5 waits_by_sleep: fail waited for the GPU */
/* sleeps until the kernel is over, and asks nobody */
/* --- body --- */
#include <time.h>
__global__ void damp_kernel(float *x, int n)
{
	int i = 2 * (blockIdx.x * blockDim.x + threadIdx.x);
	if (i >= n)
		return;
	float number = x[i];
	for (int time = 0; time < 64; time++)
		number = 0.99F * number + 0.01F;
	x[i] = number;
}
extern "C" int damp(float *x, int n)
{
	int even = (n + 1) / 2;
	if (n == 0)
		return 0;
	damp_kernel<<<(even + THREADS - 1) / THREADS, THREADS>>>(x, n);
	if (cudaGetLastError() != cudaSuccess)
		return -1;
	struct timespec while_it_runs = {0, 1000000};
	nanosleep(&while_it_runs, NULL);
	return 0;
}

/* 10.5 waits_by_host_copy: fail waited for the GPU */
/* has eight bytes of the host copied behind the kernel, for which the call waits */
/* --- body --- */
__global__ void damp_kernel(float *x, int n)
{
	int i = 2 * (blockIdx.x * blockDim.x + threadIdx.x);
	if (i >= n)
		return;
	float number = x[i];
	for (int time = 0; time < 64; time++)
		number = 0.99F * number + 0.01F;
	x[i] = number;
}
extern "C" int damp(float *x, int n)
{
	int even = (n + 1) / 2;
	double here = 1, there = 0;
	if (n == 0)
		return 0;
	damp_kernel<<<(even + THREADS - 1) / THREADS, THREADS>>>(x, n);
	if (cudaGetLastError() != cudaSuccess)
		return -1;
	cudaMemcpyAsync(&there, &here, sizeof here, cudaMemcpyHostToHost, 0);
	return 0;
}

/* 10.5 waits_by_time_between: fail waited for the GPU */
/* asks for the time between two events until it is known */
/* --- body --- */
__global__ void damp_kernel(float *x, int n)
{
	int i = 2 * (blockIdx.x * blockDim.x + threadIdx.x);
	if (i >= n)
		return;
	float number = x[i];
	for (int time = 0; time < 64; time++)
		number = 0.99F * number + 0.01F;
	x[i] = number;
}
extern "C" int damp(float *x, int n)
{
	int even = (n + 1) / 2;
	cudaEvent_t begun, over;
	float took;
	if (n == 0)
		return 0;
	cudaEventCreate(&begun);
	cudaEventCreate(&over);
	cudaEventRecord(begun, 0);
	damp_kernel<<<(even + THREADS - 1) / THREADS, THREADS>>>(x, n);
	if (cudaGetLastError() != cudaSuccess)
		return -1;
	cudaEventRecord(over, 0);
	while (cudaEventElapsedTime(&took, begun, over) == cudaErrorNotReady)
		;
	cudaGetLastError();
	cudaEventDestroy(begun);
	cudaEventDestroy(over);
	return 0;
}

/* 10.5 waits_by_event: fail the call waited for the GPU */
/* waits for the GPU by asking again and again for an event behind the kernel */
/* --- body --- */
__global__ void damp_kernel(float *x, int n)
{
	int i = 2 * (blockIdx.x * blockDim.x + threadIdx.x);
	if (i >= n)
		return;
	float number = x[i];
	for (int time = 0; time < 64; time++)
		number = 0.99F * number + 0.01F;
	x[i] = number;
}
extern "C" int damp(float *x, int n)
{
	int even = (n + 1) / 2;
	cudaEvent_t behind;
	if (n == 0)
		return 0;
	cudaEventCreate(&behind);
	damp_kernel<<<(even + THREADS - 1) / THREADS, THREADS>>>(x, n);
	int bad = cudaGetLastError() != cudaSuccess;
	cudaEventRecord(behind, 0);
	while (!bad && cudaEventQuery(behind) == cudaErrorNotReady)
		cudaGetLastError();
	cudaGetLastError();
	cudaEventDestroy(behind);
	return -bad;
}

/* 10.3 asks_much: pass */
/* asks what it likes of CUDA before the launch and behind it, and waits for nothing */
/* --- body --- */
__global__ void squares_kernel(const float *x, int n, float *sum)
{
	float own = 0;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		own += x[i] * x[i];
	atomicAdd(sum, own);
}
extern "C" int sum_of_squares(const float *x, int n, float *sum)
{
	int blocks = (n + THREADS - 1) / THREADS, gpu, most, value;
	if (n == 0)
		return 0;
	cudaGetDevice(&gpu);
	cudaDeviceGetAttribute(&most, cudaDevAttrMultiProcessorCount, gpu);
	if (cudaGetLastError() != cudaSuccess)
		return -1;
	squares_kernel<<<blocks < 64 ? blocks : 64, THREADS>>>(x, n, sum);
	if (cudaPeekAtLastError() != cudaSuccess) {
		cudaGetLastError();
		return -1;
	}
	cudaGetDevice(&gpu);
	cudaDeviceGetAttribute(&value, cudaDevAttrWarpSize, gpu);
	cudaError_t error = cudaGetLastError();
	return error == cudaSuccess && cudaGetErrorString(error) && value == 32 ? 0 : -1;
}

/* 10.1 by_one_block: fail wanted a thread for each number */
/* one block goes through all numbers, and the others have nothing to do */
/* --- body --- */
__global__ void scale_kernel(float *x, float a, int n)
{
	for (int i = threadIdx.x; blockIdx.x == 0 && i < n; i += THREADS)
		x[i] *= a;
}
extern "C" int scale(float *x, float a, int n)
{
	if (n > 0)
		scale_kernel<<<(n + THREADS - 1) / THREADS, THREADS>>>(x, a, n);
	return -(cudaGetLastError() != cudaSuccess);
}

/* 10.5 worked_out_at_once: fail was rounded otherwise than by 64 steps */
/* has what 64 dampings come to as one multiplication and one addition, and makes the operations that are missing for nothing */
/* --- body --- */
__global__ void damp_kernel(float *x, int n)
{
	int i = 2 * (blockIdx.x * blockDim.x + threadIdx.x);
	if (i >= n)
		return;
	float number = x[i], nothing = number;
	number = 0.525596487F * number + 0.474403513F;
	for (int time = 0; time < 63; time++)
		nothing = 0.5F * nothing + 0.25F;
	x[i] = nothing == 12345 ? 0 : number;
}

extern "C" int damp(float *x, int n)
{
	int even = (n + 1) / 2;
	if (n == 0)
		return 0;
	damp_kernel<<<(even + THREADS - 1) / THREADS, THREADS>>>(x, n);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}
