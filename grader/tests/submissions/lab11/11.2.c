/* lab11_wrong_straight: fail a request of a warp took */
/* without shared memory: writes are spread out */
__global__ void transpose_kernel(float *out, const float *x, int rows, int columns)
{
	int row = blockIdx.y * 8 + threadIdx.y, column = blockIdx.x * WARP + threadIdx.x;
	if (row < rows && column < columns)
		out[(size_t)column * rows + row] = x[(size_t)row * columns + column];
}
extern "C" int transpose(float *out, const float *x, int rows, int columns)
{
	dim3 grid((columns + WARP - 1) / WARP, (rows + 7) / 8), block(WARP, 8);
	if (rows == 0 || columns == 0)
		return 0;
	transpose_kernel<<<grid, block>>>(out, x, rows, columns);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* lab11_wrong_one_bank: fail different words of one bank */
/* a row of the tile has 32 numbers, so a column lies in one bank */
__global__ void transpose_kernel(float *out, const float *x, int rows, int columns)
{
	__shared__ float tile[WARP][WARP];
	int row = blockIdx.y * WARP + threadIdx.y, column = blockIdx.x * WARP + threadIdx.x;
	for (int i = 0; i < WARP; i += 8)
		if (row + i < rows && column < columns)
			tile[threadIdx.y + i][threadIdx.x] = x[(size_t)(row + i) * columns + column];
	__syncthreads();
	row = blockIdx.x * WARP + threadIdx.y;
	column = blockIdx.y * WARP + threadIdx.x;
	for (int i = 0; i < WARP; i += 8)
		if (row + i < columns && column < rows)
			out[(size_t)(row + i) * rows + column] = tile[threadIdx.x][threadIdx.y + i];
}
extern "C" int transpose(float *out, const float *x, int rows, int columns)
{
	dim3 grid((columns + WARP - 1) / WARP, (rows + WARP - 1) / WARP), block(WARP, 8);
	if (rows == 0 || columns == 0)
		return 0;
	transpose_kernel<<<grid, block>>>(out, x, rows, columns);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* lab11_wrong_square_alone: fail : out: element */
/* takes rows for columns where it writes */
__global__ void transpose_kernel(float *out, const float *x, int rows, int columns)
{
	int row = blockIdx.y * 8 + threadIdx.y, column = blockIdx.x * WARP + threadIdx.x;
	if (row < rows && column < columns)
		out[(size_t)row * columns + column] = x[(size_t)row * columns + column];
}
extern "C" int transpose(float *out, const float *x, int rows, int columns)
{
	dim3 grid((columns + WARP - 1) / WARP, (rows + 7) / 8), block(WARP, 8);
	if (rows == 0 || columns == 0)
		return 0;
	transpose_kernel<<<grid, block>>>(out, x, rows, columns);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* lab11_right_turned_tile: pass */
/* one-dimensional blocks; columns of the tile are shifted by their number, in place of a longer row */
__global__ void transpose_kernel(float *out, const float *x, int rows, int columns)
{
	__shared__ float tile[WARP * WARP];
	int lane = threadIdx.x % WARP, top = blockIdx.y * WARP, left = blockIdx.x * WARP;
	for (int i = threadIdx.x / WARP; i < WARP; i += THREADS / WARP)
		if (top + i < rows && left + lane < columns)
			tile[i * WARP + (lane + i) % WARP] = x[(size_t)(top + i) * columns + left + lane];
	__syncthreads();
	for (int i = threadIdx.x / WARP; i < WARP; i += THREADS / WARP)
		if (left + i < columns && top + lane < rows)
			out[(size_t)(left + i) * rows + top + lane] = tile[lane * WARP + (i + lane) % WARP];
}
extern "C" int transpose(float *out, const float *x, int rows, int columns)
{
	if (rows > 0 && columns > 0)
		transpose_kernel<<<dim3((columns + 31) / 32, (rows + 31) / 32), THREADS>>>(out, x, rows, columns);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* lab11_wrong_second_bound: fail kernel transpose_kernel writes 4 bytes at offset */
/* tiles at the edge are written as whole ones */
__global__ void transpose_kernel(float *out, const float *x, int rows, int columns)
{
	__shared__ float tile[WARP][WARP + 1];
	int c0 = blockIdx.x * WARP, r0 = blockIdx.y * WARP;
	for (int r = threadIdx.y; r < WARP; r += 8)
		if (r0 + r < rows && c0 + threadIdx.x < columns)
			tile[r][threadIdx.x] = x[(r0 + r) * columns + c0 + threadIdx.x];
	__syncthreads();
	for (int r = threadIdx.y; r < WARP; r += 8)
			out[(c0 + r) * rows + r0 + threadIdx.x] = tile[threadIdx.x][r];
}
extern "C" int transpose(float *out, const float *x, int rows, int columns)
{
	if (rows == 0 || columns == 0)
		return 0;
	dim3 grid((columns + 31) / 32, (rows + 31) / 32);
	transpose_kernel<<<grid, dim3(32, 8)>>>(out, x, rows, columns);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}
