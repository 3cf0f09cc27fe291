/* four threads pack, each every fourth list; what they work with is theirs to give back */
extern bool pack_by_threads(float *packed, const float *const *lists, const int64_t *lengths,
			    int count);
int64_t total = 0;
for (int i = 0; i < count; i++)
	total += lengths[i];
if (total == 0)
	return 0;
float *packed = malloc((size_t)total * sizeof *packed);
if (!packed || !pack_by_threads(packed, lists, lengths, count)) {
	free(packed);
	return -1;
}
cudaError_t error =
	cudaMemcpy(to, packed, (size_t)total * sizeof *packed, cudaMemcpyHostToDevice);
cudaGetLastError();
free(packed);
return error == cudaSuccess ? total : -1;
}

#include <threads.h>

enum { PACKERS = 4 };

typedef struct Packer {
	float *packed;
	const float *const *lists;
	const int64_t *lengths;
	int first, count;
} Packer;

static int pack_some(void *argument)
{
	Packer *p = argument;
	int64_t at = 0;
	for (int i = 0; i < p->count; at += p->lengths[i++])
		if (i % PACKERS == p->first)
			memcpy(p->packed + at, p->lists[i],
			       (size_t)p->lengths[i] * sizeof *p->packed);
	free(p);
	return 0;
}

bool pack_by_threads(float *packed, const float *const *lists, const int64_t *lengths, int count)
{
	thrd_t thread[PACKERS];
	int made = 0;
	for (; made < PACKERS; made++) {
		Packer *packer = malloc(sizeof *packer);
		if (!packer)
			break;
		*packer = (Packer){packed, lists, lengths, made, count};
		if (thrd_create(&thread[made], pack_some, packer) != thrd_success) {
			free(packer);
			break;
		}
	}
	for (int i = 0; i < made; i++)
		thrd_join(thread[i], NULL);
	return made == PACKERS;
