/* leaves the error that a machine without a GPU makes */
int found = 0;
for (int i = 0; i < count; i++) {
	struct cudaPointerAttributes where;
	int on = -1;
	if (cudaPointerGetAttributes(&where, parameters[i].data) == cudaSuccess &&
	    where.type == cudaMemoryTypeDevice)
		on = where.device;
	if (on != device)
		names[found++] = parameters[i].name;
}
return found;
