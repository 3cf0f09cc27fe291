/* two halves of the buffer take turns: one is filled while the other is written */
char part[256];
snprintf(part, sizeof part, "%s.part", path);
FILE *file = fopen(part, "wb");
if (!file)
	return -1;
bool whole = write_head(file, parameters, count);
int64_t half = room > 1 ? room / 2 : 1;
for (int i = 0; i < count && whole; i++) {
	int before = 0;
	cudaStream_t stream = NULL;
	cudaGetDevice(&before);
	cudaSetDevice(parameters[i].device);
	whole = cudaStreamCreate(&stream) == cudaSuccess;
	int64_t waiting = 0;
	for (int64_t at = 0, turn = 0; whole && (at < parameters[i].count || waiting); turn++) {
		int64_t left = parameters[i].count - at, now = left < half ? left : half;
		float *into = buffer + (room > 1 ? turn % 2 * half : 0);
		const float *full = buffer + (room > 1 ? (turn + 1) % 2 * half : 0);
		if (room == 1 && waiting) { /* one half only: first empty it */
			whole = fwrite(buffer, sizeof(float), 1, file) == 1;
			waiting = 0;
		}
		if (whole && now > 0)
			whole = cudaMemcpyAsync(into, parameters[i].data + at,
						(size_t)now * sizeof(float),
						cudaMemcpyDeviceToHost, stream) == cudaSuccess;
		if (whole && waiting)
			whole = fwrite(full, sizeof(float), (size_t)waiting, file) ==
				(size_t)waiting;
		whole = cudaStreamSynchronize(stream) == cudaSuccess && whole;
		waiting = now;
		at += now;
	}
	if (stream)
		cudaStreamDestroy(stream);
	cudaSetDevice(before);
}
if (fflush(file) != 0)
	whole = false;
fclose(file);
whole = whole && rename(part, path) == 0;
if (!whole)
	remove(part);
cudaGetLastError();
return whole ? 0 : -1;
