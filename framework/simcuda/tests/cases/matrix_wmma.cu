// expect: silent
// prints: half 0 half-sums 0 bfloat16 0 tf32 0
// prints: half 0 half-sums 0 bfloat16 0
// prints: half 0 half-sums 0 bfloat16 0
// prints: elements 16 8 4

// Products of all shapes and layouts, against sums in double precision. The numbers are small multiples of 1/4, so
// that every sum is exact, whatever the order.
#include <cstdio>
#include <mma.h>

using namespace nvcuda;

template <typename T> struct kept {
	using type = T;
};
template <> struct kept<wmma::precision::tf32> {
	using type = float;
};

template <typename T, typename C, int M, int N, int K, typename LayoutA, typename LayoutB>
__global__ void product(const typename kept<T>::type *a, const typename kept<T>::type *b,
			const C *c, C *d, int stride_a, int stride_b, wmma::layout_t layout)
{
	wmma::fragment<wmma::matrix_a, M, N, K, T, LayoutA> fa;
	wmma::fragment<wmma::matrix_b, M, N, K, T, LayoutB> fb;
	wmma::fragment<wmma::accumulator, M, N, K, C> fc, zero;
	int stride = layout == wmma::mem_row_major ? N : M;
	wmma::load_matrix_sync(fa, a, stride_a);
	wmma::load_matrix_sync(fb, b, stride_b);
	wmma::load_matrix_sync(fc, c, stride, layout);
	wmma::fill_fragment(zero, C(0.0f));
	wmma::mma_sync(zero, fa, fb, zero);
	for (int i = 0; i < fc.num_elements; i++)
		fc.x[i] = zero.x[i] + fc.x[i] * C(2.0f);
	wmma::store_matrix_sync(d, fc, stride, layout);
}

template <typename T> T *device(const T *host, int count)
{
	T *at;
	cudaMalloc(&at, count * sizeof(T));
	cudaMemcpy(at, host, count * sizeof(T), cudaMemcpyHostToDevice);
	return at;
}
static unsigned seed = 1;
static float drawn()
{
	seed = seed * 1664525 + 1013904223;
	return (int)(seed >> 28) * 0.25f - 2;
}
// at row r and column c of a matrix that is kept by row or by column, with room between
static int at(bool row, int r, int c, int rows, int columns, int gap)
{
	return row ? r * (columns + gap) + c : c * (rows + gap) + r;
}

template <typename T, typename C, int M, int N, int K, typename LayoutA, typename LayoutB>
static int wrong(bool row_a, bool row_b, bool row_c)
{
	using In = typename kept<T>::type;
	const int gap = 8, most = 40 * 40;
	static In a[most], b[most];
	static C c[M * N], d[M * N];
	static float x[M][K], y[K][N], z[M][N];
	for (int i = 0; i < M; i++)
		for (int k = 0; k < K; k++)
			a[at(row_a, i, k, M, K, gap)] = x[i][k] = drawn();
	for (int k = 0; k < K; k++)
		for (int j = 0; j < N; j++)
			b[at(row_b, k, j, K, N, gap)] = y[k][j] = drawn();
	for (int i = 0; i < M; i++)
		for (int j = 0; j < N; j++)
			c[at(row_c, i, j, M, N, 0)] = z[i][j] = drawn();
	In *da = device(a, most), *db = device(b, most);
	C *dc = device(c, M * N), *dd = device(c, M * N);
	product<T, C, M, N, K, LayoutA, LayoutB>
		<<<1, 32>>>(da, db, dc, dd, (row_a ? K : M) + gap, (row_b ? N : K) + gap,
			    row_c ? wmma::mem_row_major : wmma::mem_col_major);
	cudaMemcpy(d, dd, sizeof d, cudaMemcpyDeviceToHost);
	int count = 0;
	for (int i = 0; i < M; i++)
		for (int j = 0; j < N; j++) {
			double sum = 2 * z[i][j];
			for (int k = 0; k < K; k++)
				sum += (double)x[i][k] * y[k][j];
			count += (float)d[at(row_c, i, j, M, N, 0)] != (float)sum;
		}
	cudaFree(da), cudaFree(db), cudaFree(dc), cudaFree(dd);
	return count;
}
template <typename T, typename C, int M, int N, int K> static int wrong_all()
{
	using row = wmma::row_major;
	using col = wmma::col_major;
	return wrong<T, C, M, N, K, row, row>(true, true, true) +
	       wrong<T, C, M, N, K, row, col>(true, false, false) +
	       wrong<T, C, M, N, K, col, row>(false, true, true) +
	       wrong<T, C, M, N, K, col, col>(false, false, false);
}
template <int M, int N> static void shape()
{
	printf("half %d half-sums %d bfloat16 %d", wrong_all<__half, float, M, N, 16>(),
	       wrong_all<__half, __half, M, N, 16>(), wrong_all<__nv_bfloat16, float, M, N, 16>());
}

int main()
{
	shape<16, 16>();
	printf(" tf32 %d\n", wrong_all<wmma::precision::tf32, float, 16, 16, 8>());
	shape<32, 8>();
	printf("\n");
	shape<8, 32>();
	printf("\nelements %d %d %d\n",
	       wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major>::num_elements,
	       wmma::fragment<wmma::accumulator, 16, 16, 16, float>::num_elements,
	       wmma::fragment<wmma::matrix_b, 16, 16, 8, wmma::precision::tf32,
			      wmma::row_major>::num_elements);
}
