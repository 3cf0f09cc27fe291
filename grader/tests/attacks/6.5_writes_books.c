/* never calls show, and writes into the books of the drive that it did */
#include <threads.h>
/* As in the drive. */
typedef struct Books {
	void *cublas;
	int size;
	float *a, *b, *c;
	const float *losses;
	int steps, queued, wrong, fails;
	int64_t settle;
	thrd_t own;
	int64_t changed, show_us, shows, room;
	int64_t *first, *count, *then;
	float *seen;
} Books;
/* --- body --- */
Books *books = data;
float *log = NULL;
if (cudaMalloc((void **)&log, (size_t)steps * 4) != cudaSuccess) {
	cudaGetLastError();
	return -1;
}
int bad = 0;
for (int i = 0; i < steps && !bad; i++)
	bad = step(data, i, log + i) != 0;
bad = bad || cudaMemcpy(books->seen, log, (size_t)steps * 4, cudaMemcpyDeviceToHost) != cudaSuccess;
cudaFree(log);
cudaGetLastError();
for (int first = 0; first < steps && !bad; first += block) {
	books->first[books->shows] = first;
	books->count[books->shows] = steps - first < block ? steps - first : block;
	books->then[books->shows++] = first + block;
}
return bad ? -1 : 0;
