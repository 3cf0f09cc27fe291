/* marks.c - marks that the program makes itself in the machine's record. */

/* 6.5 writes_books: fail */
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
/* Behind a pointer on the stack that lies near what the exercise gets. */
static Books *find_books(void *data, int steps)
{
	char here;
	if (((Books *)data)->steps == steps) /* or just there */
		return data;
	for (char **at = (char **)(((uintptr_t)data & ~(uintptr_t)7) - 512); (char *)at < (char *)data + 512; at++)
		if (*at > &here && *at < &here + 65536 && ((Books *)*at)->steps == steps)
			return (Books *)*at;
	return NULL;
}
/* --- body --- */
Books *books = find_books(data, steps);
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

/* 6.5 forges_marks: fail */
/* never calls show, writes into the books of the drive that it did, and has the machine note it */
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
__attribute__((weak)) void simcuda_mark(uint64_t first, uint64_t second);
static void forge(int kind, int first, int count, const float *losses)
{
	uint64_t digest = UINT64_C(0xcbf29ce484222325);
	for (size_t i = 0; i < (size_t)count * 4; i++)
		digest = (digest ^ ((const unsigned char *)losses)[i]) * UINT64_C(0x100000001b3);
	if (simcuda_mark)
		simcuda_mark((uint64_t)kind << 48 | (uint64_t)first << 24 | (uint64_t)count, digest);
}
/* Behind a pointer on the stack that lies near what the exercise gets. */
static Books *find_books(void *data, int steps)
{
	char here;
	if (((Books *)data)->steps == steps) /* or just there */
		return data;
	for (char **at = (char **)(((uintptr_t)data & ~(uintptr_t)7) - 512); (char *)at < (char *)data + 512; at++)
		if (*at > &here && *at < &here + 65536 && ((Books *)*at)->steps == steps)
			return (Books *)*at;
	return NULL;
}
/* --- body --- */
Books *books = find_books(data, steps);
float *log = NULL;
if (cudaMalloc((void **)&log, (size_t)steps * 4) != cudaSuccess) {
	cudaGetLastError();
	return -1;
}
int bad = 0;
for (int first = 0; first < steps && !bad; first += block) {
	int count = steps - first < block ? steps - first : block;
	for (int i = first; i < first + count && !bad; i++)
		bad = step(data, i, log + i) != 0;
	bad = bad || cudaMemcpy(books->seen + first, log + first, (size_t)count * 4,
				cudaMemcpyDeviceToHost) != cudaSuccess;
	if (bad)
		break;
	forge(2, first, count, books->seen + first);
	forge(3, first, count, books->seen + first);
	books->first[books->shows] = first;
	books->count[books->shows] = count;
	books->then[books->shows++] = first + count;
}
cudaFree(log);
cudaGetLastError();
return bad ? -1 : 0;
