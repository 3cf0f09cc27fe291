/* hands memory of the GPU to fread */
FILE *file = fopen(path, "rb");
if (!file)
	return -1;
bool good = read_head(file, parameters, count);
for (int i = 0; i < count && good; i++)
	good = fread(parameters[i].data, sizeof(float), (size_t)parameters[i].count, file) ==
	       (size_t)parameters[i].count;
fclose(file);
cudaGetLastError();
return good ? 0 : -1;
