/* takes pinned memory for memory of a GPU */
int found = 0;
for (int i = 0; i < count; i++) {
	struct cudaPointerAttributes where;
	int on = -1;
	if (cudaPointerGetAttributes(&where, parameters[i].data) == cudaSuccess &&
	    where.type != cudaMemoryTypeUnregistered)
		on = where.device;
	if (on != device)
		names[found++] = parameters[i].name;
}
cudaGetLastError();
return found;
