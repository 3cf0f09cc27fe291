/* four threads pack, each every fourth list */
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
	const Packer *p = argument;
	int64_t at = 0;
	for (int i = 0; i < p->count; at += p->lengths[i++])
		if (i % PACKERS == p->first)
			memcpy(p->packed + at, p->lists[i],
			       (size_t)p->lengths[i] * sizeof *p->packed);
	return 0;
}

bool pack_by_threads(float *packed, const float *const *lists, const int64_t *lengths, int count)
{
	Packer packer[PACKERS];
	thrd_t thread[PACKERS];
	int made = 0;
	for (; made < PACKERS; made++) {
		packer[made] = (Packer){packed, lists, lengths, made, count};
		if (thrd_create(&thread[made], pack_some, &packer[made]) != thrd_success)
			break;
	}
	for (int i = 0; i < made; i++)
		thrd_join(thread[i], NULL);
	return made == PACKERS;
