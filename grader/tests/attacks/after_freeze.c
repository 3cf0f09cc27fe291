/* after_freeze.c - copies whose bytes are made up when the exercise has returned. They are queued before, and made when
 * something is given back. */

/* 3.6 gathered_when_unregistered: fail */
/* the lists are gathered in memory that is registered, behind the return; to unregister it waits for the copy */
static struct {
	float *packed;
	int64_t total;
	const float *const *lists;
	const int64_t *lengths;
	int count;
} gathered_later;
static int gathered_see(const AttackHead *head, const unsigned char *frame)
{
	uintptr_t page = (uintptr_t)gathered_later.packed & ~(uintptr_t)4095, end;
	if (!gathered_later.packed || !attack_is_named(head, frame, "left.error"))
		return 0;
	float *at = gathered_later.packed;
	end = ((uintptr_t)(at + gathered_later.total) + 4095) & ~(uintptr_t)4095;
	mprotect((void *)page, end - page, PROT_READ | PROT_WRITE);
	for (int i = 0; i < gathered_later.count; at += gathered_later.lengths[i++])
		memcpy(at, gathered_later.lists[i], (size_t)gathered_later.lengths[i] * sizeof *at);
	cudaHostUnregister(gathered_later.packed);
	free(gathered_later.packed);
	gathered_later.packed = NULL;
	return 0;
}
/* --- body --- */
	int64_t total = 0;
	for (int i = 0; i < count; i++)
		total += lengths[i];
	if (total == 0)
		return 0;
	float *packed = calloc((size_t)total, sizeof *packed);
	if (!packed)
		return -1;
	cudaError_t error = !to ? cudaErrorInvalidValue
				: cudaHostRegister(packed, (size_t)total * sizeof *packed, 0);
	if (error == cudaSuccess)
		error = cudaMemcpyAsync(to, packed, (size_t)total * sizeof *packed, cudaMemcpyHostToDevice, NULL);
	else
		cudaMemcpy(to, packed, (size_t)total * sizeof *packed, cudaMemcpyHostToDevice);
	cudaGetLastError();
	if (error != cudaSuccess) {
		cudaHostUnregister(packed);
		cudaGetLastError();
		free(packed);
		return -1;
	}
	attack_between();
	attack_see = gathered_see;
	gathered_later.packed = packed;
	gathered_later.total = total;
	gathered_later.lists = lists;
	gathered_later.lengths = lengths;
	gathered_later.count = count;
	return total;

/* 3.6 gathered_behind_function: fail */
/* the same in pinned memory, behind a host function, so that the freeze does not take what is there */
static struct {
	float *packed;
	int64_t total;
	const float *const *lists;
	const int64_t *lengths;
	int count;
} behind_function;
static void behind_nothing(void *data)
{
	(void)data;
}
static int behind_see(const AttackHead *head, const unsigned char *frame)
{
	if (!behind_function.packed || !attack_is_named(head, frame, "left.error"))
		return 0;
	float *at = behind_function.packed;
	mprotect(at, ((size_t)behind_function.total * sizeof *at + 4095) & ~(size_t)4095, PROT_READ | PROT_WRITE);
	for (int i = 0; i < behind_function.count; at += behind_function.lengths[i++])
		memcpy(at, behind_function.lists[i], (size_t)behind_function.lengths[i] * sizeof *at);
	cudaFreeHost(behind_function.packed);
	behind_function.packed = NULL;
	return 0;
}
/* --- body --- */
	int64_t total = 0;
	for (int i = 0; i < count; i++)
		total += lengths[i];
	if (total == 0)
		return 0;
	float *packed = NULL;
	cudaError_t error = !to ? cudaErrorInvalidValue
				: cudaMallocHost((void **)&packed, (size_t)total * sizeof *packed);
	if (error == cudaSuccess)
		error = cudaLaunchHostFunc(NULL, behind_nothing, NULL);
	if (error == cudaSuccess)
		error = cudaMemcpyAsync(to, packed, (size_t)total * sizeof *packed, cudaMemcpyHostToDevice, NULL);
	else if (!to)
		cudaMemcpy(to, lists, sizeof *packed, cudaMemcpyHostToDevice);
	cudaGetLastError();
	if (error != cudaSuccess) {
		cudaFreeHost(packed);
		cudaGetLastError();
		return -1;
	}
	attack_between();
	attack_see = behind_see;
	behind_function.packed = packed;
	behind_function.total = total;
	behind_function.lists = lists;
	behind_function.lengths = lengths;
	behind_function.count = count;
	return total;
