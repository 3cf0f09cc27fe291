/* lab3_right_by_alloca: pass */
/* packs on the stack what is less than six mebibytes */
int64_t total = 0, at = 0;
for (int i = 0; i < count; i++)
	total += lengths[i];
if (total == 0)
	return 0;
size_t bytes = (size_t)total * sizeof(float);
bool small = bytes < (size_t)6 << 20;
float *packed = small ? __builtin_alloca(bytes) : malloc(bytes);
if (!packed)
	return -1;
for (int i = 0; i < count; at += lengths[i++])
	memcpy(packed + at, lists[i], (size_t)lengths[i] * sizeof *packed);
cudaError_t error = cudaMemcpy(to, packed, bytes, cudaMemcpyHostToDevice);
cudaGetLastError();
if (!small)
	free(packed);
return error == cudaSuccess ? total : -1;

/* lab3_right_by_asynchronous_calls: pass */
/* packs into pinned memory while it counts */
int64_t total = 0;
float *packed = NULL;
for (int i = 0; i < count; i++)
	total += lengths[i];
if (total > 0) {
	float *at;
	if (cudaMallocHost((void **)&packed, (size_t)total * 4) != cudaSuccess) {
		cudaGetLastError();
		return -1;
	}
	at = packed;
	for (int i = 0; i < count; i++)
		for (int64_t k = 0; k < lengths[i]; k++)
			*at++ = lists[i][k];
	cudaError_t error =
		cudaMemcpyAsync(to, packed, (size_t)total * 4, cudaMemcpyHostToDevice, NULL);
	if (error == cudaSuccess)
		error = cudaStreamSynchronize(NULL);
	cudaFreeHost(packed);
	cudaGetLastError();
	if (error != cudaSuccess)
		return -1;
}
return total;

/* lab3_right_by_growing: pass */
/* the packed numbers grow list by list; what is packed is aligned for the processor in the end */
float *packed = NULL;
int64_t total = 0;
for (int i = 0; i < count; i++) {
	if (lengths[i] == 0)
		continue;
	float *larger =
		reallocarray(packed, (size_t)(total + lengths[i]), sizeof *packed);
	if (!larger) {
		free(packed);
		return -1;
	}
	packed = larger;
	memcpy(packed + total, lists[i], (size_t)lengths[i] * sizeof *packed);
	total += lengths[i];
}
void *aligned = NULL;
size_t bytes = (size_t)total * sizeof *packed;
cudaError_t error = cudaSuccess;
if (total > 0 && posix_memalign(&aligned, 4096, bytes) == 0) {
	memcpy(aligned, packed, bytes);
	error = cudaMemcpy(to, aligned, bytes, cudaMemcpyHostToDevice);
	cudaGetLastError();
}
bool good = total == 0 || (aligned && error == cudaSuccess);
free(aligned);
free(packed);
return good ? total : -1;

/* lab3_right_on_stack: pass */
/* packs in a large array on the stack when the numbers fit it */
enum { ROOM = 3 << 19 };
float room[ROOM], *packed = room;
int64_t total = 0, at = 0;
for (int i = 0; i < count; i++)
	total += lengths[i];
if (total == 0)
	return 0;
if (total > ROOM)
	packed = malloc((size_t)total * sizeof *packed);
if (!packed)
	return -1;
for (int i = 0; i < count; at += lengths[i++])
	memcpy(packed + at, lists[i], (size_t)lengths[i] * sizeof *packed);
cudaError_t error =
	cudaMemcpy(to, packed, (size_t)total * sizeof *packed, cudaMemcpyHostToDevice);
cudaGetLastError();
if (packed != room)
	free(packed);
return error == cudaSuccess ? total : -1;

/* lab3_wrong_at_the_edges: fail the numbers sent: wanted 1, got 0 */
/* one number is not none */
int64_t total = 0, at = 0;
for (int i = 0; i < count; i++)
	total += lengths[i];
if (total <= 1)
	return 0;
float *packed = malloc((size_t)total * sizeof *packed);
if (!packed)
	return -1;
for (int i = 0; i < count; at += lengths[i++])
	memcpy(packed + at, lists[i], (size_t)lengths[i] * sizeof *packed);
cudaError_t error =
	cudaMemcpy(to, packed, (size_t)total * sizeof *packed, cudaMemcpyHostToDevice);
cudaGetLastError();
free(packed);
return error == cudaSuccess ? total : -1;

/* lab3_wrong_equal_lists: fail */
/* takes all lists to be as long as the first */
int64_t total = 0;
for (int i = 0; i < count; i++)
	total += lengths[i];
float *packed = calloc((size_t)total + 1, sizeof *packed);
for (int i = 0; i < count; i++)
	for (int64_t k = 0; k < lengths[i] && i * lengths[0] + k < total; k++)
		packed[i * lengths[0] + k] = lists[i][k];
if (total > 0)
	cudaMemcpy(to, packed, (size_t)total * sizeof *packed, cudaMemcpyHostToDevice);
free(packed);
return total;

/* lab3_wrong_grows_too_little: fail bytes of host memory, behind its end */
/* makes room for one number less than a list has, whenever the packed numbers grow */
float *packed = NULL;
int64_t total = 0;
for (int i = 0; i < count; i++) {
	if (lengths[i] == 0)
		continue;
	float *larger = realloc(packed, (size_t)(total + lengths[i] - (lengths[i] > 1)) * 4);
	if (!larger) {
		free(packed);
		return -1;
	}
	packed = larger;
	memcpy(packed + total, lists[i], (size_t)lengths[i] * sizeof *packed);
	total += lengths[i];
}
if (total == 0)
	return 0;
cudaError_t error =
	cudaMemcpy(to, packed, (size_t)total * sizeof *packed, cudaMemcpyHostToDevice);
cudaGetLastError();
free(packed);
return error == cudaSuccess ? total : -1;

/* lab3_wrong_keeps_packed: fail host memory stays taken */
/* forgets the packed lists */
int64_t total = 0, at = 0;
for (int i = 0; i < count; i++)
	total += lengths[i];
if (total == 0)
	return 0;
float *packed = malloc((size_t)total * sizeof *packed);
if (!packed)
	return -1;
for (int i = 0; i < count; at += lengths[i++])
	memcpy(packed + at, lists[i], (size_t)lengths[i] * sizeof *packed);
cudaError_t error =
	cudaMemcpy(to, packed, (size_t)total * sizeof *packed, cudaMemcpyHostToDevice);
cudaGetLastError();
return error == cudaSuccess ? total : -1;

/* lab3_wrong_keeps_pinned: fail of pinned host memory was never freed */
/* packs in pinned memory and forgets it */
int64_t total = 0, at = 0;
for (int i = 0; i < count; i++)
	total += lengths[i];
if (total == 0)
	return 0;
float *packed;
if (cudaMallocHost((void **)&packed, (size_t)total * sizeof *packed) != cudaSuccess)
	return -1;
for (int i = 0; i < count; at += lengths[i++])
	memcpy(packed + at, lists[i], (size_t)lengths[i] * sizeof *packed);
cudaError_t error =
	cudaMemcpy(to, packed, (size_t)total * sizeof *packed, cudaMemcpyHostToDevice);
cudaGetLastError();
return error == cudaSuccess ? total : -1;

/* lab3_wrong_list_by_list: fail copies to the GPU: wanted at most 1 */
/* one copy for each list */
int64_t total = 0;
for (int i = 0; i < count; i++) {
	cudaMemcpy(to + total, lists[i], (size_t)lengths[i] * sizeof *to, cudaMemcpyHostToDevice);
	total += lengths[i];
}
return total;

/* lab3_wrong_no_host_memory: fail crashed (segmentation fault) */
/* the host has memory without end */
int64_t total = 0, at = 0;
for (int i = 0; i < count; i++)
	total += lengths[i];
if (total == 0)
	return 0;
float *packed = malloc((size_t)total * sizeof *packed);
for (int i = 0; i < count; at += lengths[i++])
	memcpy(packed + at, lists[i], (size_t)lengths[i] * sizeof *packed);
cudaError_t error =
	cudaMemcpy(to, packed, (size_t)total * sizeof *packed, cudaMemcpyHostToDevice);
cudaGetLastError();
free(packed);
return error == cudaSuccess ? total : -1;

/* lab3_wrong_pinned_for_next: fail of pinned host memory was never freed */
/* keeps its pinned buffer for the next call, and makes a larger one when it has to */
static float *packed;
static int64_t room;
int64_t total = 0, at = 0;
for (int i = 0; i < count; i++)
	total += lengths[i];
if (total > room) {
	cudaFreeHost(packed);
	packed = NULL;
	room = 0;
	if (cudaHostAlloc((void **)&packed, (size_t)total * sizeof *packed, cudaHostAllocDefault) !=
	    cudaSuccess) {
		cudaGetLastError();
		return -1;
	}
	room = total;
}
if (total == 0)
	return 0;
for (int i = 0; i < count; at += lengths[i++])
	memcpy(packed + at, lists[i], (size_t)lengths[i] * sizeof *packed);
cudaError_t error =
	cudaMemcpy(to, packed, (size_t)total * sizeof *packed, cudaMemcpyHostToDevice);
cudaGetLastError();
return error == cudaSuccess ? total : -1;

/* lab3_wrong_result_ignored: fail to is NULL: what is returned: wanted -1 */
/* does not look at what the copy returned */
int64_t total = 0, at = 0;
for (int i = 0; i < count; i++)
	total += lengths[i];
if (total == 0)
	return 0;
float *packed = malloc((size_t)total * sizeof *packed);
if (!packed)
	return -1;
for (int i = 0; i < count; at += lengths[i++])
	memcpy(packed + at, lists[i], (size_t)lengths[i] * sizeof *packed);
cudaError_t error =
	cudaMemcpy(to, packed, (size_t)total * sizeof *packed, cudaMemcpyHostToDevice);
cudaGetLastError();
free(packed);
(void)error;
return total;

/* lab3_wrong_room_for_one_less: fail of host memory, behind its end */
/* off by one: room for all numbers but the last */
int64_t total = 0, at = 0;
for (int i = 0; i < count; i++)
	total += lengths[i];
if (total == 0)
	return 0;
float *packed = malloc((size_t)(total - 1) * sizeof *packed);
if (!packed)
	return -1;
for (int i = 0; i < count; at += lengths[i++])
	memcpy(packed + at, lists[i], (size_t)lengths[i] * sizeof *packed);
cudaError_t error =
	cudaMemcpy(to, packed, (size_t)total * sizeof *packed, cudaMemcpyHostToDevice);
cudaGetLastError();
free(packed);
return error == cudaSuccess ? total : -1;

/* lab3_wrong_room_of_first_call: fail */
/* the room for packing is made at the first call, for the numbers of that call, and kept */
static float *packed;
static int64_t room;
int64_t total = 0;
for (int i = 0; i < count; i++)
	total += lengths[i];
if (total > (int64_t)1 << 40)
	return -1;
if (!packed) {
	room = total;
	packed = malloc((size_t)(room + 1) * sizeof *packed);
}
if (!packed)
	return -1;
int64_t at = 0;
for (int i = 0; i < count; i++)
	for (int64_t k = 0; k < lengths[i]; k++)
		if (at < room)
			packed[at++] = lists[i][k];
if (total > 0 && cudaMemcpy(to, packed, (size_t)total * sizeof *packed, cudaMemcpyDefault) != cudaSuccess) {
	cudaGetLastError();
	return -1;
}
return total;

/* lab3_wrong_stays_registered: fail registered */
/* pins what malloc() gave, and gives it back as it is */
int64_t total = 0, at = 0;
for (int i = 0; i < count; i++)
	total += lengths[i];
if (total == 0)
	return 0;
size_t bytes = (size_t)total * sizeof(float);
float *packed = malloc(bytes);
if (!packed)
	return -1;
cudaHostRegister(packed, bytes, cudaHostRegisterDefault);
for (int i = 0; i < count; at += lengths[i++])
	memcpy(packed + at, lists[i], (size_t)lengths[i] * sizeof *packed);
cudaError_t error = cudaMemcpy(to, packed, bytes, cudaMemcpyHostToDevice);
cudaGetLastError();
free(packed);
return error == cudaSuccess ? total : -1;

/* lab3_right_by_recursion: pass */
/* one list a call: each call keeps its list on the stack until the last one has made room */
extern bool pack_from(const float *const *lists, const int64_t *lengths, int count, int64_t before,
		      float **packed);
int64_t total = 0;
float *packed = NULL;
for (int i = 0; i < count; i++)
	total += lengths[i];
if (total == 0)
	return 0;
if (!pack_from(lists, lengths, count, 0, &packed))
	return -1;
cudaError_t error =
	cudaMemcpy(to, packed, (size_t)total * sizeof *packed, cudaMemcpyHostToDevice);
cudaGetLastError();
free(packed);
return error == cudaSuccess ? total : -1;
}

/* Lists that are longer than a stack is are read where they are. */
bool pack_from(const float *const *lists, const int64_t *lengths, int count, int64_t before,
	       float **packed)
{
	if (count == 0)
		return (*packed = malloc((size_t)before * sizeof **packed));
	int64_t length = lengths[0], kept = before + length < 3 << 19 ? length : 0;
	float own[kept + 1];
	memcpy(own, lists[0], (size_t)kept * sizeof *own);
	if (!pack_from(lists + 1, lengths + 1, count - 1, before + length, packed))
		return false;
	memcpy(*packed + before, kept == length ? own : lists[0], (size_t)length * sizeof *own);
	return true;

/* lab3_right_by_threads: pass */
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

/* lab3_wrong_without_a_look_at_the_memory: fail here it needs more host memory than there is, so what it asks for it does not get, and NULL was used */
/* malloc's NULL is written to */
int64_t total = 0, at = 0;
for (int i = 0; i < count; i++)
	total += lengths[i];
if (total == 0)
	return 0;
float *packed = malloc((size_t)total * sizeof *packed);
for (int i = 0; i < count; at += lengths[i++])
	memcpy(packed + at, lists[i], (size_t)lengths[i] * sizeof *packed);
cudaError_t error = cudaMemcpy(to, packed, (size_t)total * sizeof *packed, cudaMemcpyHostToDevice);
cudaGetLastError();
free(packed);
return error == cudaSuccess ? total : -1;

/* lab3_wrong_copies_a_quarter: fail are right, a quarter */
	int64_t total = 0, at = 0;
	for (int i = 0; i < count; i++)
		total += lengths[i];
	if (total == 0)
		return 0;
	float *packed = malloc((size_t)total * sizeof *packed);
	if (!packed)
		return -1;
	for (int i = 0; i < count; at += lengths[i++])
		memcpy(packed + at, lists[i], (size_t)lengths[i] * sizeof *packed);
	cudaError_t error =
		cudaMemcpy(to, packed, total, cudaMemcpyHostToDevice);
	cudaGetLastError();
	free(packed);
	return error == cudaSuccess ? total : -1;

/* lab3_wrong_int_for_the_sum: fail more numbers than host memory has: what is returned: wanted -1, got 0 */
/* the sum does not fit an int */
	int total = 0;
	int64_t at = 0;
	for (int i = 0; i < count; i++)
		total += lengths[i];
	if (total == 0)
		return 0;
	float *packed = malloc((size_t)total * sizeof *packed);
	if (!packed)
		return -1;
	for (int i = 0; i < count; at += lengths[i++])
		memcpy(packed + at, lists[i], (size_t)lengths[i] * sizeof *packed);
	cudaError_t error =
		cudaMemcpy(to, packed, (size_t)total * sizeof *packed, cudaMemcpyHostToDevice);
	cudaGetLastError();
	free(packed);
	return error == cudaSuccess ? total : -1;

/* lab3_wrong_free_of_pinned_memory: fail it gives free() what is not from malloc(): it is pinned memory, which cudaFreeHost gives back */
/* pinned memory has a call of its own */
	int64_t total = 0, at = 0;
	for (int i = 0; i < count; i++)
		total += lengths[i];
	if (total == 0)
		return 0;
	float *packed = NULL;
	if (cudaMallocHost((void **)&packed, (size_t)total * sizeof *packed) != cudaSuccess)
		return -1;
	for (int i = 0; i < count; at += lengths[i++])
		memcpy(packed + at, lists[i], (size_t)lengths[i] * sizeof *packed);
	cudaError_t error =
		cudaMemcpy(to, packed, (size_t)total * sizeof *packed, cudaMemcpyHostToDevice);
	cudaGetLastError();
	free(packed);
	return error == cudaSuccess ? total : -1;

/* lab3_wrong_array_on_the_stack: fail it needs more than the */
/* the stack has 8 MiB */
	int64_t total = 0, at = 0;
	for (int i = 0; i < count; i++)
		total += lengths[i];
	if (total == 0)
		return 0;
	float packed[total];
	for (int i = 0; i < count; at += lengths[i++])
		memcpy(packed + at, lists[i], (size_t)lengths[i] * sizeof *packed);
	cudaError_t error =
		cudaMemcpy(to, packed, (size_t)total * sizeof *packed, cudaMemcpyHostToDevice);
	cudaGetLastError();
	return error == cudaSuccess ? total : -1;

/* lab3_wrong_frees_the_lists: fail bytes of host memory that is not its own */
/* the lists are the caller's */
	int64_t total = 0, at = 0;
	for (int i = 0; i < count; i++)
		total += lengths[i];
	if (total == 0)
		return 0;
	float *packed = malloc((size_t)total * sizeof *packed);
	if (!packed)
		return -1;
	for (int i = 0; i < count; at += lengths[i++])
		memcpy(packed + at, lists[i], (size_t)lengths[i] * sizeof *packed);
	cudaError_t error =
		cudaMemcpy(to, packed, (size_t)total * sizeof *packed, cudaMemcpyHostToDevice);
	cudaGetLastError();
	free(packed);
	for (int i = 0; i < count; i++)
		free((void *)lists[i]);
	return error == cudaSuccess ? total : -1;

/* lab3_wrong_one_length_too_many: fail that is the sum with lengths[count] */
/* one length more than there are */
	int64_t total = 0, at = 0;
	for (int i = 0; i <= count; i++)
		total += lengths[i];
	if (total == 0)
		return 0;
	float *packed = malloc((size_t)total * sizeof *packed);
	if (!packed)
		return -1;
	for (int i = 0; i < count; at += lengths[i++])
		memcpy(packed + at, lists[i], (size_t)lengths[i] * sizeof *packed);
	cudaError_t error =
		cudaMemcpy(to, packed, (size_t)total * sizeof *packed, cudaMemcpyHostToDevice);
	cudaGetLastError();
	free(packed);
	return error == cudaSuccess ? total : -1;

/* lab3_wrong_packs_bytes: fail lists of */
/* memcpy takes bytes */
	int64_t total = 0, at = 0;
	for (int i = 0; i < count; i++)
		total += lengths[i];
	if (total == 0)
		return 0;
	float *packed = malloc((size_t)total * sizeof *packed);
	if (!packed)
		return -1;
	for (int i = 0; i < count; at += lengths[i++])
		memcpy(packed + at, lists[i], (size_t)lengths[i]);
	cudaError_t error =
		cudaMemcpy(to, packed, (size_t)total * sizeof *packed, cudaMemcpyHostToDevice);
	cudaGetLastError();
	free(packed);
	return error == cudaSuccess ? total : -1;

/* lab3_wrong_static_of_1024: fail what the grader keeps in it was overwritten */
	static float all[1024];
	int64_t total = 0, at = 0;
	for (int i = 0; i < count; i++)
		total += lengths[i];
	if (total == 0)
		return 0;
	for (int i = 0; i < count; at += lengths[i++])
		memcpy(all + at, lists[i], (size_t)lengths[i] * sizeof *all);
	cudaError_t error = cudaMemcpy(to, all, (size_t)total * sizeof *all, cudaMemcpyHostToDevice);
	cudaGetLastError();
	return error == cudaSuccess ? total : -1;
