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
