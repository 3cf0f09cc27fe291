/* lab4_right_two_halves: pass */
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

/* lab4_wrong_any_gpu: fail but it was not named */
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

/* lab4_wrong_believes_field: fail CUDA was asked about 0 of */
/* asks the struct instead of CUDA */
int found = 0;
for (int i = 0; i < count; i++)
	if (parameters[i].device != device)
		names[found++] = parameters[i].name;
return found;

/* lab4_wrong_first_only: fail CUDA was asked about 1 of */
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

/* lab4_wrong_no_gpu_error: fail on a machine without a GPU: an error was left behind */
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

/* lab4_wrong_pinned_on_gpu: fail is in pinned memory of the host */
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

/* lab4_wrong_pairs: fail but it was not named */
/* takes parameters for pairs of a weight and a bias */
int found = 0;
for (int i = 0; i < count - count % 2; i++) {
	struct cudaPointerAttributes where;
	int on = -1;
	if (cudaPointerGetAttributes(&where, parameters[i].data) == cudaSuccess &&
	    where.type == cudaMemoryTypeDevice)
		on = where.device;
	if (on != device)
		names[found++] = parameters[i].name;
}
cudaGetLastError();
return found;
