// bounds.cu - an index that goes too far, by one or by far, in all kinds of memory.
#include "many.hpp"

// --- two and three dimensions

// case last_column: out-of-bounds "kernel last_column writes 4 bytes at offset 16384 of an allocation of 16384 bytes on GPU 0, 4 bytes past its end: bounds.cu:LINE(x[64 * row), block (4, 3), thread (0, 15)"
// case last_column_right: silent
__global__ void last_column(int *x, int columns)
{
	int column = blockIdx.x * blockDim.x + threadIdx.x,
	    row = blockIdx.y * blockDim.y + threadIdx.y;
	if (row < 64 && column < columns)
		x[64 * row + column] = 1;
}
RUN(last_column)
{
	last_column<<<dim3(5, 4), dim3(16, 16)>>>(x, 65);
}
RUN(last_column_right)
{
	last_column<<<dim3(5, 4), dim3(16, 16)>>>(x, 64);
}

// case last_plane: out-of-bounds "kernel last_plane writes 4 bytes at offset 16384 of an allocation of 16384 bytes on GPU 0, 4 bytes past its end: bounds.cu:LINE(x[(z), block (0, 0, 4), thread (0, 0, 0)"
// case last_plane_right: silent
__global__ void last_plane(int *x, int planes)
{
	int z = blockIdx.z * blockDim.z + threadIdx.z;
	if (z < planes)
		x[(z * 16 + threadIdx.y) * 16 + threadIdx.x] = z;
}
RUN(last_plane)
{
	last_plane<<<dim3(1, 1, 5), dim3(16, 16, 4)>>>(x, 17);
}
RUN(last_plane_right)
{
	last_plane<<<dim3(1, 1, 5), dim3(16, 16, 4)>>>(x, 16);
}

// case turned_box: out-of-bounds "kernel box writes 4 bytes at offset"
// case turned_box_right: silent
__global__ void box(int *x, int wide, int high)
{
	x[((blockIdx.z * high) + blockIdx.y) * wide + threadIdx.x] = 1;
}
RUN(turned_box)
{
	box<<<dim3(1, 16, 8), 32>>>(x, 64, 16); // rows are 32 wide
}
RUN(turned_box_right)
{
	box<<<dim3(1, 16, 8), 32>>>(x, 32, 16);
}

// case pitch_in_numbers: out-of-bounds "kernel pitch_in_numbers writes 4 bytes at offset"
// case pitch_in_bytes: silent
__global__ void pitch_in_numbers(int *rows, size_t pitch)
{
	rows[blockIdx.x * pitch + threadIdx.x] = 1;
}
__global__ void pitch_in_bytes(char *rows, size_t pitch)
{
	((int *)(rows + blockIdx.x * pitch))[threadIdx.x] = 1;
}
RUN(pitch_in_numbers)
{
	int *rows;
	size_t pitch;
	cudaMallocPitch(&rows, &pitch, 40 * sizeof(int), 8);
	pitch_in_numbers<<<8, 40>>>(rows, pitch);
	cudaFree(rows);
}
RUN(pitch_in_bytes)
{
	char *rows;
	size_t pitch;
	cudaMallocPitch(&rows, &pitch, 40 * sizeof(int), 8);
	pitch_in_bytes<<<8, 40>>>(rows, pitch);
	cudaFree(rows);
}

// case right_neighbour: out-of-bounds "kernel neighbours reads 4 bytes at offset 16384 of an allocation of 16384 bytes on GPU 0, 4 bytes past its end: bounds.cu:LINE(y[i] = x[i - 1]), block 31, thread 127"
// case right_neighbour_right: silent
__global__ void neighbours(const int *x, int *y, int end)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i > 0 && i < end)
		y[i] = x[i - 1] + x[i + 1];
}
RUN(right_neighbour)
{
	neighbours<<<32, 128>>>(x, y, COUNT);
}
RUN(right_neighbour_right)
{
	neighbours<<<32, 128>>>(x, y, COUNT - 1);
}

// case one_byte: out-of-bounds "kernel bytes writes 1 byte at offset 16384 of an allocation of 16384 bytes on GPU 0, 1 byte past its end: bounds.cu:LINE(text[i])"
// case one_byte_right: silent
__global__ void bytes(char *text, int last)
{
	for (int i = threadIdx.x; i <= last; i += blockDim.x)
		text[i] = 'a';
}
RUN(one_byte)
{
	bytes<<<1, 256>>>((char *)x, COUNT * sizeof(int));
}
RUN(one_byte_right)
{
	bytes<<<1, 256>>>((char *)x, COUNT * sizeof(int) - 1);
}

// --- an index that does not fit

// case product_too_large: out-of-bounds "kernel far_row reads 4 bytes where no memory is, at index -1794967296 from a pointer that it was given: bounds.cu:LINE(x[row * columns])"
// case product_in_64_bits: out-of-bounds "kernel far_row_wide reads 4 bytes where no memory is, at index 2500000000 from a pointer that it was given: bounds.cu:LINE(x[(long)"
// case product_fits: silent
__global__ void far_row(const int *x, int *y, int row, int columns)
{
	y[threadIdx.x] = x[row * columns]; // 2.5e9 does not fit into an int
}
__global__ void far_row_wide(const int *x, int *y, int row, int columns)
{
	y[threadIdx.x] = x[(long)row * columns];
}
RUN(product_too_large)
{
	far_row<<<1, 1>>>(x, y, 50000, 50000);
}
RUN(product_in_64_bits)
{
	far_row_wide<<<1, 1>>>(x, y, 50000, 50000);
}
RUN(product_fits)
{
	far_row_wide<<<1, 1>>>(x, y, 50, 50);
}

// --- shared, local and constant memory; variables of the GPU

// case tile_corner: out-of-bounds "kernel tile_corner reads 4 bytes at offset 1024 of 1024 bytes of shared memory: bounds.cu:LINE(tile[threadIdx.y][threadIdx.x + right]), block 0, thread (15, 15)"
// case tile_corner_right: silent
__global__ void tile_corner(int *x, int right)
{
	__shared__ int tile[16][16];
	tile[threadIdx.y][threadIdx.x] = threadIdx.x;
	__syncthreads();
	x[threadIdx.y * 16 + threadIdx.x] = tile[threadIdx.y][threadIdx.x + right];
}
RUN(tile_corner)
{
	tile_corner<<<1, dim3(16, 16)>>>(x, 1);
}
RUN(tile_corner_right)
{
	tile_corner<<<1, dim3(16, 16)>>>(x, 0);
}

// case room_for_one_array: out-of-bounds "kernel two_arrays writes 4 bytes at offset 256 of 256 bytes of shared memory: bounds.cu:LINE(second[threadIdx.x] =), block 0, thread 0"
// case room_for_two_arrays: silent
__global__ void two_arrays(int *x)
{
	extern __shared__ int first[];
	int *second = first + blockDim.x;
	first[threadIdx.x] = 1;
	second[threadIdx.x] = 2;
	__syncthreads();
	x[threadIdx.x] = first[63 - threadIdx.x] + second[63 - threadIdx.x];
}
RUN(room_for_one_array)
{
	two_arrays<<<1, 64, 64 * sizeof(int)>>>(x);
}
RUN(room_for_two_arrays)
{
	two_arrays<<<1, 64, 2 * 64 * sizeof(int)>>>(x);
}

// case own_array: out-of-bounds "kernel own_array writes 4 bytes at offset"
// case own_array_right: silent
__global__ void own_array(int *x, int end)
{
	int own[8];
	for (int i = 0; i < end; i++)
		own[i] = i;
	x[threadIdx.x] = own[threadIdx.x % 8];
}
RUN(own_array)
{
	own_array<<<1, 32>>>(x, 4000);
}
RUN(own_array_right)
{
	own_array<<<1, 32>>>(x, 8);
}

// case table_right: silent
__constant__ int table[4] = {1, 2, 3, 4};
__global__ void table_sum(int *x)
{
	x[threadIdx.x] = table[threadIdx.x % 4];
}
RUN(table_right)
{
	table_sum<<<1, 5>>>(x);
}

// case table_into_next: out-of-bounds "kernel small_sum reads 4 bytes at offset 20 of the variable small of 20 bytes, 4 bytes past its end: bounds.cu:LINE(+= small[i]), block 0, thread 0"
// case table_into_next_right: silent
// case table_twice_as_far: out-of-bounds "kernel small_sum reads 4 bytes at offset 20 of the variable small of 20 bytes"
// case before_next: out-of-bounds "kernel before_next writes 4 bytes at offset -4 of the variable behind of 64 bytes, 4 bytes before it: bounds.cu:LINE(- by]), block 0, thread 0"
// case before_next_right: silent
// case text_into_next: out-of-bounds "kernel text_end writes 1 byte at offset 5 of the variable text5 of 5 bytes, 1 byte past its end: bounds.cu:LINE(text5[i]), block 0, thread 5"
// case text_into_next_right: silent
// case atomic_into_next: out-of-bounds "kernel bins_count writes 4 bytes at offset 40 of the variable bins of 40 bytes, 4 bytes past its end: bounds.cu:LINE(&bins[), block 0, thread 10"
// case atomic_into_next_right: silent
__constant__ int small[5] = {1, 2, 3, 4, 5};
__device__ int bins[10];
__device__ static char text5[5];
__device__ int behind[16];
__global__ void small_sum(int *x, int count)
{
	for (int i = 0; i < count; i++)
		x[threadIdx.x] += small[i];
}
__global__ void before_next(int by)
{
	behind[(int)threadIdx.x - by] = 1;
}
__global__ void text_end(int count)
{
	for (int i = threadIdx.x; i < count; i += blockDim.x)
		text5[i] = 'a';
}
__global__ void bins_count(int count)
{
	atomicAdd(&bins[threadIdx.x % count], 1);
}
RUN(table_into_next)
{
	small_sum<<<1, 32>>>(x, 6);
}
RUN(table_into_next_right)
{
	small_sum<<<1, 32>>>(x, 5);
}
RUN(table_twice_as_far)
{
	small_sum<<<1, 32>>>(x, 10);
}
RUN(before_next)
{
	before_next<<<1, 16>>>(1);
}
RUN(before_next_right)
{
	before_next<<<1, 16>>>(0);
}
RUN(text_into_next)
{
	text_end<<<1, 32>>>(6);
}
RUN(text_into_next_right)
{
	text_end<<<1, 32>>>(5);
}
RUN(atomic_into_next)
{
	bins_count<<<1, 32>>>(11);
}
RUN(atomic_into_next_right)
{
	bins_count<<<1, 32>>>(10);
}

// case variable_end: out-of-bounds "4 bytes past its end: bounds.cu:LINE(variable[i]), block 0, thread 16"
// case variable_end_right: silent
__device__ int variable[16];
__global__ void variable_end(int end)
{
	for (int i = threadIdx.x; i <= end; i += blockDim.x)
		variable[i] = i;
}
RUN(variable_end)
{
	variable_end<<<1, 32>>>(16);
}
RUN(variable_end_right)
{
	variable_end<<<1, 32>>>(15);
}

// --- pointers in memory, memory of the host, memory that was freed

// case row_freed: use-after-free "kernel rows_fill writes 4 bytes at offset 0 of an allocation of 256 bytes on GPU 0 that has been freed: bounds.cu:LINE(rows[blockIdx.x][threadIdx.x]), block 1, thread 0"
// case row_freed_later: silent
__global__ void rows_fill(int **rows)
{
	rows[blockIdx.x][threadIdx.x] = 1;
}
static void rows_run(int *x, int freed)
{
	int *rows[3];
	for (int i = 0; i < 3; i++)
		cudaMalloc(&rows[i], 64 * sizeof(int));
	cudaMemcpy(x, rows, sizeof rows, cudaMemcpyHostToDevice);
	if (freed)
		cudaFree(rows[1]);
	rows_fill<<<3, 64>>>((int **)x);
	cudaDeviceSynchronize();
	for (int i = 0; i < 3; i++)
		if (!freed || i != 1)
			cudaFree(rows[i]);
}
RUN(row_freed)
{
	rows_run(x, 1);
}
RUN(row_freed_later)
{
	rows_run(x, 0);
}

// case table_of_the_host: host-pointer "kernel rows_fill reads 8 bytes of host memory, or where no memory is: bounds.cu:LINE(rows[blockIdx.x][threadIdx.x]), block 0, thread 0"
RUN(table_of_the_host)
{
	int *rows[1] = {x};
	rows_fill<<<1, 64>>>(rows);
}

// case row_is_null: host-pointer "kernel rows_fill writes 4 bytes through a null pointer: bounds.cu:LINE(rows[blockIdx.x][threadIdx.x]), block 0, thread 0"
RUN(row_is_null)
{
	rows_fill<<<1, 64>>>((int **)y);
}

// case pinned_end: out-of-bounds "kernel bytes writes 1 byte at offset 100 of 100 bytes of pinned host memory, 1 byte past its end: bounds.cu:LINE(text[i]), block 0, thread 4 (bounds.cu:LINE(>(pinned, 100); made at bounds.cu:LINE(cudaMallocHost(&pinned, 100))"
// case pinned_right: silent
// prints pinned_right: a
RUN(pinned_end)
{
	char *pinned;
	cudaMallocHost(&pinned, 100);
	bytes<<<1, 32>>>(pinned, 100);
	cudaDeviceSynchronize();
	cudaFreeHost(pinned);
}
RUN(pinned_right)
{
	char *pinned, *on_gpu;
	cudaHostAlloc(&pinned, 100, cudaHostAllocMapped);
	cudaHostGetDevicePointer(&on_gpu, pinned, 0);
	bytes<<<1, 32>>>(on_gpu, 99);
	cudaDeviceSynchronize();
	printf("%c\n", pinned[99]);
	cudaFreeHost(pinned);
}

// case memory_of_a_peer: wrong-device "kernel bytes writes 1 byte on GPU 0 from GPU 1 without peer access: bounds.cu:LINE(text[i])"
// case memory_of_a_peer_right: silent
RUN(memory_of_a_peer)
{
	cudaSetDevice(1);
	bytes<<<1, 32>>>((char *)x, 99);
	cudaDeviceSynchronize();
}
RUN(memory_of_a_peer_right)
{
	cudaSetDevice(1);
	cudaDeviceEnablePeerAccess(0, 0);
	bytes<<<1, 32>>>((char *)x, 99);
	cudaDeviceSynchronize();
}

// case variable_copied_past: out-of-bounds "cudaMemcpy writes 32 bytes at offset 0 of the variable lower of 16 bytes on GPU 0, 16 bytes past its end (bounds.cu:LINE(place, x, 32)"
// case variable_symbol_past: out-of-bounds "cudaMemcpy writes 20 bytes at offset 4 of the variable upper of 16 bytes on GPU 0, 8 bytes past its end"
// case variable_set_past: out-of-bounds "cudaMemset writes 17 bytes at offset 0 of the variable upper of 16 bytes on GPU 0, 1 byte past its end"
// case variable_copied_right: silent
__device__ int lower[4], upper[4];
RUN(variable_copied_past)
{
	void *place;
	cudaGetSymbolAddress(&place, lower);
	cudaMemcpy(place, x, 32, cudaMemcpyDeviceToDevice);
}
RUN(variable_symbol_past)
{
	int host[5] = {0};
	cudaMemcpyToSymbol(upper, host, sizeof host, 4);
}
RUN(variable_set_past)
{
	void *place;
	cudaGetSymbolAddress(&place, upper);
	cudaMemset(place, 0, 17);
}
RUN(variable_copied_right)
{
	int host[2] = {7, 8};
	void *place;
	cudaMemcpyToSymbol(upper, host, sizeof host, 8);
	cudaGetSymbolAddress(&place, lower);
	cudaMemcpy((char *)place + 4, x, 12, cudaMemcpyDeviceToDevice);
	cudaMemcpyFromSymbol(host, lower, 8, 8);
}
