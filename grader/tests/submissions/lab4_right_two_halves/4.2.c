/* a switch over the type */
int found = 0;
for (int i = 0; i < count; i++) {
	struct cudaPointerAttributes where = {0};
	int place = -1;
	if (cudaPointerGetAttributes(&where, parameters[i].data) != cudaSuccess)
		cudaGetLastError();
	else if (where.type == cudaMemoryTypeDevice)
		place = where.device;
	if (place != device) {
		names[found] = parameters[i].name;
		found += 1;
	}
}
return found;
