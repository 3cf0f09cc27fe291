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
