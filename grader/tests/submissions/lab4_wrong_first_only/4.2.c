/* looks at the first parameter and believes that the others are there too */
struct cudaPointerAttributes where;
int on = -1, found = 0;
if (cudaPointerGetAttributes(&where, parameters[0].data) == cudaSuccess &&
    where.type == cudaMemoryTypeDevice)
	on = where.device;
cudaGetLastError();
for (int i = 0; i < count && on != device; i++)
	names[found++] = parameters[i].name;
return found;
