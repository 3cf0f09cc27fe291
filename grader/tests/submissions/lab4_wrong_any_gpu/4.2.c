/* compares kinds: one GPU is as good as another */
int found = 0;
for (int i = 0; i < count; i++) {
	struct cudaPointerAttributes where;
	int on = -1;
	if (cudaPointerGetAttributes(&where, parameters[i].data) == cudaSuccess &&
	    where.type == cudaMemoryTypeDevice)
		on = where.device;
	if ((on < 0) != (device < 0))
		names[found++] = parameters[i].name;
}
cudaGetLastError();
return found;
