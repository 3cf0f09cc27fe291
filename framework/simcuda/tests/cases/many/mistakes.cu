// mistakes.cu - mistakes as students make them, on both sides of a launch.
// One list of cases in one program: to compile a file takes longer than to run a case.
#include "many.hpp"
#include <vector>

__global__ void scale(float *d, int n, float f)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		d[i] *= f;
}

// case host_pointer_given: host-pointer "kernel scale reads 4 bytes of host memory, or where no memory is"
RUN(host_pointer_given)
{
	float *host = (float *)calloc(100, sizeof(float));
	scale<<<1, 128>>>(host, 100, 2);
	cudaDeviceSynchronize();
	free(host);
}

// case copied_the_wrong_way: device-pointer "cudaMemcpy writes 400 bytes of memory on GPU 0 where host memory belongs: cudaMemcpyDeviceToHost"
RUN(copied_the_wrong_way)
{
	float host[100] = {1}, *d;
	cudaMalloc(&d, sizeof host);
	cudaMemcpy(d, host, sizeof host, cudaMemcpyDeviceToHost);
	cudaFree(d);
}

// case never_copied: uninitialised-read "kernel scale reads 400 bytes that nothing has written, from offset 0 of an allocation of 400 bytes on GPU 0"
RUN(never_copied)
{
	float *d;
	cudaMalloc(&d, 400);
	scale<<<1, 128>>>(d, 100, 2);
	cudaFree(d);
}

// case elements_for_bytes: out-of-bounds "kernel scale reads 4 bytes at offset 100 of an allocation of 100 bytes on GPU 0, 4 bytes past its end"
RUN(elements_for_bytes)
{
	float *d;
	cudaMalloc(&d, 100);
	cudaMemset(d, 0, 100);
	scale<<<1, 128>>>(d, 100, 2);
	cudaFree(d);
}

// case size_of_pointer: uninitialised-read "kernel scale reads 392 bytes that nothing has written, from offset 8 of an allocation of 400 bytes on GPU 0"
RUN(size_of_pointer)
{
	float host[100] = {0}, *from = host, *d;
	cudaMalloc(&d, 100 * sizeof(float));
	cudaMemcpy(d, from, sizeof from, cudaMemcpyHostToDevice);
	scale<<<1, 128>>>(d, 100, 2);
	cudaFree(d);
}

// case freed_twice: double-free "cudaFree frees an allocation of 400 bytes on GPU 0 that has been freed already"
RUN(freed_twice)
{
	float *d, *same;
	cudaMalloc(&d, 400);
	same = d;
	cudaFree(d);
	cudaFree(same);
}

// case used_when_freed: use-after-free "kernel scale reads 4 bytes at offset 0 of an allocation of 400 bytes on GPU 0 that has been freed"
RUN(used_when_freed)
{
	float *d;
	cudaMalloc(&d, 400);
	cudaMemset(d, 0, 400);
	cudaFree(d);
	scale<<<1, 128>>>(d, 100, 2);
}

// case freed_part: out-of-bounds "cudaFree is given offset 40 of an allocation of 400 bytes on GPU 0; it takes its beginning"
RUN(freed_part)
{
	float *d;
	cudaMalloc(&d, 400);
	cudaFree(d + 10);
	cudaFree(d);
}

// case block_too_large: silent
// prints block_too_large: invalid configuration argument
RUN(block_too_large)
{
	float *d;
	cudaMalloc(&d, 400);
	scale<<<1, 2048>>>(d, 100, 2);
	printf("%s\n", cudaGetErrorString(cudaGetLastError()));
	cudaFree(d);
}

// case pinned_read_too_early: race "the program reads pinned host memory that an earlier cudaMemcpyAsync may still be writing: wait for it first"
RUN(pinned_read_too_early)
{
	float *host, *d;
	cudaStream_t s;
	cudaStreamCreate(&s);
	cudaMallocHost(&host, 400000);
	cudaMalloc(&d, 400000);
	cudaMemset(d, 0, 400000);
	cudaMemcpyAsync(host, d, 400000, cudaMemcpyDeviceToHost, s);
	volatile float sum = host[0];
	(void)sum;
	cudaStreamSynchronize(s);
	cudaFree(d);
	cudaFreeHost(host);
	cudaStreamDestroy(s);
}

// case stream_not_waited_for: race "kernel scale reads memory on GPU 0 that an earlier kernel scale may still be writing: nothing orders the two"
RUN(stream_not_waited_for)
{
	float *d;
	cudaStream_t a, b;
	cudaStreamCreate(&a), cudaStreamCreate(&b);
	cudaMalloc(&d, 400);
	cudaMemset(d, 0, 400);
	cudaDeviceSynchronize();
	scale<<<1, 128, 0, a>>>(d, 100, 2);
	scale<<<1, 128, 0, b>>>(d, 100, 3);
	cudaDeviceSynchronize();
	cudaFree(d);
	cudaStreamDestroy(a), cudaStreamDestroy(b);
}

// case event_before_work: race "kernel scale reads memory on GPU 0 that an earlier kernel scale may still be writing: nothing orders the two"
RUN(event_before_work)
{
	float *d;
	cudaStream_t a, b;
	cudaEvent_t done;
	cudaEventCreate(&done);
	cudaStreamCreate(&a), cudaStreamCreate(&b);
	cudaMalloc(&d, 400);
	cudaMemset(d, 0, 400);
	cudaDeviceSynchronize();
	cudaEventRecord(done, a);
	scale<<<1, 128, 0, a>>>(d, 100, 2);
	cudaStreamWaitEvent(b, done, 0);
	scale<<<1, 128, 0, b>>>(d, 100, 3);
	cudaDeviceSynchronize();
	cudaFree(d);
	cudaEventDestroy(done);
	cudaStreamDestroy(a), cudaStreamDestroy(b);
}

// case managed_read_too_early: race "the program reads managed memory that an earlier kernel scale may still be writing: wait for it first"
RUN(managed_read_too_early)
{
	float *m;
	cudaMallocManaged(&m, 400);
	memset(m, 0, 400);
	scale<<<1, 128>>>(m, 100, 2);
	volatile float v = m[3];
	(void)v;
	cudaDeviceSynchronize();
	cudaFree(m);
}

// case dangling_in_struct: use-after-free "kernel array_sum reads 4 bytes at offset 0 of an allocation of 16 bytes on GPU 0 that has been freed"
struct Array {
	int n;
	int *data;
};
__global__ void array_sum(const Array *a, int *out)
{
	int sum = 0;
	for (int i = 0; i < a->n; i++)
		sum += a->data[i];
	*out = sum;
}
RUN(dangling_in_struct)
{
	Array host = {4, nullptr}, *d;
	cudaMalloc(&host.data, 16);
	cudaMemset(host.data, 0, 16);
	cudaMalloc(&d, sizeof host);
	cudaMemcpy(d, &host, sizeof host, cudaMemcpyHostToDevice);
	cudaFree(host.data);
	array_sum<<<1, 1>>>(d, x);
	cudaFree(d);
}

// case host_pointer_in_struct: host-pointer "kernel array_sum reads 4 bytes of host memory, or where no memory is"
RUN(host_pointer_in_struct)
{
	Array host = {4, nullptr}, *d;
	host.data = (int *)calloc(4, sizeof(int));
	cudaMalloc(&d, sizeof host);
	cudaMemcpy(d, &host, sizeof host, cudaMemcpyHostToDevice);
	array_sum<<<1, 1>>>(d, x);
	cudaDeviceSynchronize();
	cudaFree(d);
	free(host.data);
}

// case host_struct_by_reference: host-pointer "kernel array_sum reads 4 bytes of host memory, or where no memory is"
RUN(host_struct_by_reference)
{
	static Array host = {4, nullptr};
	array_sum<<<1, 1>>>(&host, x);
}

// case pitch_as_elements: out-of-bounds "kernel rows_set writes 4 bytes at offset 4096 of an allocation of 4096 bytes on GPU 0, 4 bytes past its end"
__global__ void rows_set(float *d, size_t pitch, int width, int height)
{
	int c = threadIdx.x, r = threadIdx.y;
	if (c < width && r < height)
		d[r * pitch + c] = 1;
}
RUN(pitch_as_elements)
{
	float *d;
	size_t pitch;
	cudaMallocPitch(&d, &pitch, 20 * sizeof(float), 8);
	rows_set<<<1, dim3(32, 8)>>>(d, pitch, 20, 8);
	cudaFree(d);
}

// case rows_and_columns_swapped: out-of-bounds "kernel matrix_set writes 4 bytes at offset 1200 of an allocation of 1200 bytes on GPU 0, 4 bytes past its end"
__global__ void matrix_set(float *m, int rows, int columns)
{
	int r = blockIdx.y * blockDim.y + threadIdx.y, c = blockIdx.x * blockDim.x + threadIdx.x;
	if (r < rows && c < columns)
		m[c * columns + r] = 1;
}
RUN(rows_and_columns_swapped)
{
	float *m;
	cudaMalloc(&m, 10 * 30 * sizeof(float));
	matrix_set<<<dim3(2, 1), dim3(16, 16)>>>(m, 10, 30);
	cudaFree(m);
}

// case index_overflows: out-of-bounds "kernel far writes 4 bytes where no memory is, at index -2147483648 from a pointer that it was given: mistakes.cu:LINE(d[i] = 1)"
__global__ void far(float *d, int row)
{
	int i = row * 65536 + threadIdx.x;
	d[i] = 1;
}
RUN(index_overflows)
{
	float *d;
	cudaMalloc(&d, 1 << 20);
	far<<<1, 32>>>(d, 32768);
	cudaFree(d);
}

// case unsigned_wraps: out-of-bounds "kernel left_neighbour reads 4 bytes where no memory is, at index 4294967295 from a pointer that it was given: mistakes.cu:LINE(in[i - 1])"
__global__ void left_neighbour(const int *in, int *out)
{
	unsigned i = threadIdx.x;
	out[i] = in[i] + in[i - 1];
}
RUN(unsigned_wraps)
{
	left_neighbour<<<1, 64>>>(x, y);
}

// case sum_not_initialised: uninitialised-read "kernel row_sums stores local memory that the thread has not written, or what comes of it"
__global__ void row_sums(const int *m, int *sums, int n)
{
	int sum;
	for (int i = 0; i < n; i++)
		sum += m[threadIdx.x * n + i];
	sums[threadIdx.x] = sum;
}
RUN(sum_not_initialised)
{
	row_sums<<<1, 16>>>(x, y, 8);
}

// case result_not_zeroed: uninitialised-read "kernel total reads 4 bytes that nothing has written, from offset 0 of an allocation of 4 bytes on GPU 0"
__global__ void total(const int *in, int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		atomicAdd(out, in[i]);
}
RUN(result_not_zeroed)
{
	int *out;
	cudaMalloc(&out, sizeof(int));
	total<<<1, 64>>>(x, out, 64);
	cudaFree(out);
}

// case shared_not_zeroed: uninitialised-read "kernel histogram reads 4 bytes"
__global__ void histogram(const int *in, int *bins)
{
	__shared__ int own[16];
	atomicAdd(&own[in[threadIdx.x] & 15], 1);
	__syncthreads();
	if (threadIdx.x < 16)
		atomicAdd(&bins[threadIdx.x], own[threadIdx.x]);
}
RUN(shared_not_zeroed)
{
	histogram<<<1, 64>>>(x, y);
}

// case shared_too_small: out-of-bounds "kernel reverse writes 4 bytes"
__global__ void reverse(int *d, int n)
{
	extern __shared__ int s[];
	s[threadIdx.x] = d[threadIdx.x];
	__syncthreads();
	d[threadIdx.x] = s[n - 1 - threadIdx.x];
}
RUN(shared_too_small)
{
	reverse<<<1, 64, 64>>>(x, 64);
}
// case shared_forgotten: out-of-bounds "kernel reverse writes 4 bytes"
RUN(shared_forgotten)
{
	reverse<<<1, 64>>>(x, 64);
}

template <int BLOCK> __global__ void block_sum(const int *in, int *out)
{
	__shared__ int s[BLOCK];
	s[threadIdx.x] = in[threadIdx.x];
	__syncthreads();
	for (int half = BLOCK / 2; half > 0; half /= 2) {
		if (threadIdx.x < half)
			s[threadIdx.x] += s[threadIdx.x + half];
		__syncthreads();
	}
	if (threadIdx.x == 0)
		*out = s[0];
}
// case template_size_too_large: uninitialised-read "kernel block_sum reads 4 bytes"
RUN(template_size_too_large)
{
	block_sum<256><<<1, 128>>>(x, y);
}

// case second_barrier_missing: race "kernel tiles writes shared memory"
__global__ void tiles(const int *in, int *out, int n)
{
	__shared__ int s[64];
	int sum = 0;
	for (int t = 0; t < n; t++) {
		s[threadIdx.x] = in[t * 64 + threadIdx.x];
		__syncthreads();
		for (int k = 0; k < 64; k++)
			sum += s[k];
	}
	out[threadIdx.x] = sum;
}
RUN(second_barrier_missing)
{
	tiles<<<1, 64>>>(x, y, 4);
}

// case warp_barrier_missing: race "kernel warp_reduce reads shared memory"
__global__ void warp_reduce(int *d)
{
	__shared__ int s[32];
	s[threadIdx.x] = d[threadIdx.x];
	for (int o = 16; o > 0; o /= 2)
		if (threadIdx.x < o)
			s[threadIdx.x] += s[threadIdx.x + o];
	d[threadIdx.x] = s[0];
}
RUN(warp_barrier_missing)
{
	warp_reduce<<<1, 32>>>(x);
}

// case atomic_missing: race "kernel count_plain reads 4 bytes at offset 0 of an allocation of 16384 bytes on GPU 0 that block 0, thread 31 wrote"
__global__ void count_plain(const int *in, int *count)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (in[i] == 0)
		*count = *count + 1;
}
RUN(atomic_missing)
{
	count_plain<<<2, 64>>>(x, y);
}

// case shared_sum_plain: race "kernel shared_sum writes shared memory"
__global__ void shared_sum(const int *in, int *out)
{
	__shared__ int sum;
	if (threadIdx.x == 0)
		sum = 0;
	__syncthreads();
	sum += in[threadIdx.x];
	__syncthreads();
	if (threadIdx.x == 0)
		*out = sum;
}
RUN(shared_sum_plain)
{
	shared_sum<<<1, 128>>>(x, y);
}

// case first_thread_zeroes: race "kernel zeroes_late writes 4 bytes at offset 0 of an allocation of 16384 bytes on GPU 0 that block 0, thread 0 wrote"
__global__ void zeroes_late(const int *in, int *out)
{
	if (blockIdx.x == 0 && threadIdx.x == 0)
		*out = 0;
	__syncthreads();
	atomicAdd(out, in[blockIdx.x * blockDim.x + threadIdx.x]);
}
RUN(first_thread_zeroes)
{
	zeroes_late<<<4, 64>>>(x, y);
}

// case in_place_stencil: race "kernel smooth reads 4 bytes at offset 124 of an allocation of 16384 bytes on GPU 0 that block 0, thread 31 wrote"
__global__ void smooth(int *d, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i > 0 && i < n - 1)
		d[i] = (d[i - 1] + d[i] + d[i + 1]) / 3;
}
RUN(in_place_stencil)
{
	cudaMemset(x, 1, 1024);
	smooth<<<4, 64>>>(x, 256);
}

// case halo_forgotten: uninitialised-read "kernel halo reads 4 bytes"
__global__ void halo(const int *in, int *out)
{
	__shared__ int s[66];
	s[threadIdx.x + 1] = in[threadIdx.x];
	__syncthreads();
	out[threadIdx.x] = s[threadIdx.x] + s[threadIdx.x + 1] + s[threadIdx.x + 2];
}
RUN(halo_forgotten)
{
	halo<<<1, 64>>>(x, y);
}

// case last_row_edge: out-of-bounds "kernel below reads 4 bytes at offset 256 of an allocation of 256 bytes on GPU 0, 4 bytes past its end"
__global__ void below(const float *in, float *out, int w, int h)
{
	int c = threadIdx.x, r = threadIdx.y;
	if (c < w && r < h)
		out[r * w + c] = in[(r + 1) * w + c];
}
RUN(last_row_edge)
{
	float *in;
	cudaMalloc(&in, 8 * 8 * sizeof(float));
	cudaMemset(in, 0, 8 * 8 * sizeof(float));
	below<<<1, dim3(8, 8)>>>(in, (float *)x, 8, 8);
	cudaFree(in);
}

// case grid_too_large: out-of-bounds "kernel unguarded writes 4 bytes at offset 4000 of an allocation of 4000 bytes on GPU 0, 4 bytes past its end"
__global__ void unguarded(float *d)
{
	d[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}
RUN(grid_too_large)
{
	float *d;
	cudaMalloc(&d, 1000 * sizeof(float));
	unguarded<<<4, 256>>>(d);
	cudaFree(d);
}

// case grid_too_small: uninitialised-read "cudaMemcpy reads 928 bytes that nothing has written, from offset 3072 of an allocation of 4000 bytes on GPU 0"
RUN(grid_too_small)
{
	float *d, host[1000];
	cudaMalloc(&d, sizeof host);
	unguarded<<<1000 / 256, 256>>>(d);
	cudaMemcpy(host, d, sizeof host, cudaMemcpyDeviceToHost);
	cudaFree(d);
}

// case never_freed: leak "1 allocation of 400 bytes on GPU 0 was never freed"
RUN(never_freed)
{
	float *d;
	cudaMalloc(&d, 400);
	cudaMemset(d, 0, 400);
}

// case float4_of_odd_offset: misaligned "kernel as_float4 reads 8 bytes at an address of global memory that is no multiple of 8"
__global__ void as_float4(const float *d, float *out)
{
	float4 v = *(const float4 *)(d + 1 + 4 * threadIdx.x);
	out[threadIdx.x] = v.x + v.w;
}
RUN(float4_of_odd_offset)
{
	as_float4<<<1, 8>>>((float *)x, (float *)y);
}

// case null_never_allocated: host-pointer "kernel scale reads 4 bytes through a null pointer"
RUN(null_never_allocated)
{
	float *d = nullptr;
	scale<<<1, 128>>>(d, 100, 2);
}

// case constant_index: out-of-bounds "kernel by_factor reads 4 bytes at offset 16 of the variable factors of 16 bytes, 4 bytes past its end"
__constant__ float factors[4];
__global__ void by_factor(float *d)
{
	d[threadIdx.x] *= factors[threadIdx.x];
}
RUN(constant_index)
{
	by_factor<<<1, 32>>>((float *)x);
}

// case constant_by_address: host-pointer "cudaMemcpy writes 16 bytes of host memory where device memory belongs: cudaMemcpyHostToDevice"
RUN(constant_by_address)
{
	float host[4] = {1, 2, 3, 4};
	cudaMemcpy(factors, host, sizeof host, cudaMemcpyHostToDevice);
}

// case endless: endless-loop "kernel endless has not ended after 2000000 instructions of its warps"
__global__ void endless(volatile int *flag)
{
	while (*flag == 0)
		;
}
RUN(endless)
{
	endless<<<1, 32>>>(x);
}

// case lock_of_all_lanes: endless-loop "kernel all_lanes_lock has not ended after 2000000 instructions of its warps"
__global__ void all_lanes_lock(int *lock, int *count)
{
	while (atomicCAS(lock, 0, 1) != 0)
		;
	*count += 1;
	atomicExch(lock, 0);
}
RUN(lock_of_all_lanes)
{
	all_lanes_lock<<<1, 64>>>(x, y);
}

// case shuffle_in_branch: divergent-barrier "kernel shuffle_in_branch exchanges values with threads of the warp that its mask names and that are not there"
__global__ void shuffle_in_branch(int *out)
{
	int v = threadIdx.x;
	if (threadIdx.x < 16)
		v += __shfl_down_sync(0xffffffff, v, 8);
	out[threadIdx.x] = v;
}
RUN(shuffle_in_branch)
{
	shuffle_in_branch<<<1, 32>>>(x);
}

// case other_gpu: wrong-device "kernel scale reads 4 bytes on GPU 0 from GPU 1 without peer access"
RUN(other_gpu)
{
	cudaSetDevice(1);
	scale<<<1, 128>>>((float *)x, 100, 2);
	cudaDeviceSynchronize();
	cudaSetDevice(0);
}
