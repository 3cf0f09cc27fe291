/* keeps the old numbers in memory of its own, in case the file is short */
FILE *file = fopen(path, "rb");
if (!file)
	return -1;
bool good = read_head(file, parameters, count);
for (int i = 0; i < count && good; i++)
	{
		float *old = NULL;
		size_t bytes = (size_t)parameters[i].count * sizeof(float);
		cudaMalloc((void **)&old, bytes);
		cudaMemcpy(old, parameters[i].data, bytes, cudaMemcpyDefault);
		good = pass_numbers(file, &parameters[i], buffer, room, false);
		if (!good)
			cudaMemcpy(parameters[i].data, old, bytes, cudaMemcpyDefault);
		cudaFree(old);
	}
fclose(file);
cudaGetLastError();
return good ? 0 : -1;
