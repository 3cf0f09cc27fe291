/* lab4_right_other_calls: pass */
/* with streams of its own, and one wait at the end */
int before = 0, status = 0;
cudaGetDevice(&before);
float **fresh = calloc((size_t)count, sizeof *fresh);
if (!fresh)
	return -1;
if (to >= 0 && cudaSetDevice(to) != cudaSuccess)
	status = -1;
for (int i = 0; i < count && status == 0; i++) {
	if (parameters[i].device == to)
		continue;
	size_t bytes = (size_t)parameters[i].count * sizeof(float);
	status = -1;
	if (to < 0)
		fresh[i] = malloc(bytes);
	else if (cudaMalloc((void **)&fresh[i], bytes) != cudaSuccess)
		break;
	if (fresh[i] &&
	    cudaMemcpyAsync(fresh[i], parameters[i].data, bytes, cudaMemcpyDefault, 0) ==
		    cudaSuccess)
		status = 0;
}
if (status == 0 && to >= 0 && cudaDeviceSynchronize() != cudaSuccess)
	status = -1;
for (int i = 0; i < count; i++) {
	if (!fresh[i])
		continue;
	if (status != 0) {
		to < 0 ? free(fresh[i]) : (void)cudaFree(fresh[i]);
		continue;
	}
	parameters[i].device < 0 ? free(parameters[i].data) : (void)cudaFree(parameters[i].data);
	parameters[i].data = fresh[i];
	parameters[i].device = to;
}
free(fresh);
cudaSetDevice(before);
cudaGetLastError();
return status;

/* lab4_right_two_halves: pass */
/* takes all memory first, copies then, and swaps in the end */
float **fresh = calloc((size_t)count, sizeof *fresh);
int before = 0, status = fresh ? 0 : -1;
bool gpus = cudaGetDevice(&before) == cudaSuccess;
if (to >= 0 && cudaSetDevice(to) != cudaSuccess)
	status = -1;
for (int i = 0; i < count && status == 0; i++) {
	size_t bytes = (size_t)parameters[i].count * sizeof(float);
	if (parameters[i].device == to)
		continue;
	if (to < 0)
		fresh[i] = malloc(bytes);
	else if (cudaMalloc((void **)&fresh[i], bytes) != cudaSuccess)
		fresh[i] = NULL;
	status = fresh[i] ? 0 : -1;
}
for (int i = 0; i < count && status == 0; i++) {
	size_t bytes = (size_t)parameters[i].count * sizeof(float);
	cudaError_t error = cudaSuccess;
	if (!fresh[i])
		continue;
	if (to < 0)
		error = cudaMemcpy(fresh[i], parameters[i].data, bytes, cudaMemcpyDeviceToHost);
	else if (parameters[i].device < 0)
		error = cudaMemcpy(fresh[i], parameters[i].data, bytes, cudaMemcpyHostToDevice);
	else
		error = cudaMemcpyPeer(fresh[i], to, parameters[i].data, parameters[i].device,
				       bytes);
	status = error == cudaSuccess ? 0 : -1;
}
for (int i = 0; fresh && i < count; i++) {
	if (!fresh[i])
		continue;
	float *gone = status == 0 ? parameters[i].data : fresh[i];
	int place = status == 0 ? parameters[i].device : to;
	if (status == 0) {
		parameters[i].data = fresh[i];
		parameters[i].device = to;
	}
	if (place < 0)
		free(gone);
	else
		cudaFree(gone);
}
free(fresh);
if (gpus)
	cudaSetDevice(before);
cudaGetLastError();
return status;

/* lab4_wrong_by_the_host: fail bounced through the host */
/* by way of the host, whatever the direction */
int before = 0, made = 0;
float **copies = calloc((size_t)count, sizeof *copies);
if (!copies)
	return -1;
cudaGetDevice(&before);
bool whole = to < 0 || cudaSetDevice(to) == cudaSuccess;
for (; made < count && whole; made++) {
	size_t bytes = (size_t)parameters[made].count * sizeof(float);
	if (parameters[made].device == to)
		continue;
	float *host = malloc(bytes);
	whole = host && cudaMemcpy(host, parameters[made].data, bytes, cudaMemcpyDefault) ==
				cudaSuccess;
	if (whole && to >= 0) {
		whole = cudaMalloc((void **)&copies[made], bytes) == cudaSuccess &&
			cudaMemcpy(copies[made], host, bytes, cudaMemcpyHostToDevice) ==
				cudaSuccess;
		free(host);
	} else if (whole) {
		copies[made] = host;
	} else {
		free(host);
	}
}
for (int i = 0; i < count; i++) {
	if (!copies[i])
		continue;
	give_back(whole ? parameters[i].data : copies[i], whole ? parameters[i].device : to);
	if (whole) {
		parameters[i].data = copies[i];
		parameters[i].device = to;
	}
}
cudaSetDevice(before);
cudaGetLastError();
free(copies);
return whole ? 0 : -1;

/* lab4_wrong_copies_when_there: fail was there already */
/* copies what is there already, too */
int before = 0;
float **copies = calloc((size_t)count, sizeof *copies);
if (!copies)
	return -1;
cudaGetDevice(&before);
bool whole = to < 0 || cudaSetDevice(to) == cudaSuccess;
for (int i = 0; i < count && whole; i++)
	if (parameters[i].data != NULL)
		whole = (copies[i] = copy_of(&parameters[i], to)) != NULL;
for (int i = 0; i < count; i++) {
	if (copies[i] && whole) {
		give_back(parameters[i].data, parameters[i].device);
		parameters[i].data = copies[i];
		parameters[i].device = to;
	} else if (copies[i]) {
		give_back(copies[i], to);
	}
}
cudaSetDevice(before);
cudaGetLastError();
free(copies);
return whole ? 0 : -1;

/* lab4_wrong_counts_before: fail bytes of host memory, before its begin */
/* keeps a count before the list of copies, where nothing is */
int before = 0;
float **copies = calloc((size_t)count, sizeof *copies);
if (!copies)
	return -1;
intptr_t *volatile moved = (intptr_t *)copies - 1;
*moved = 0;
cudaGetDevice(&before);
bool whole = to < 0 || cudaSetDevice(to) == cudaSuccess;
for (int i = 0; i < count && whole; i++)
	if (parameters[i].device != to) {
		whole = (copies[i] = copy_of(&parameters[i], to)) != NULL;
		*moved += whole;
	}
for (int i = 0; i < count; i++) {
	if (!copies[i])
		continue;
	if (whole) {
		give_back(parameters[i].data, parameters[i].device);
		parameters[i].data = copies[i];
		parameters[i].device = to;
	} else {
		give_back(copies[i], to);
	}
}
free(copies);
cudaSetDevice(before);
cudaGetLastError();
return whole ? 0 : -1;

/* lab4_wrong_device_stays_changed: fail the current device was not put back */
/* leaves the current device on `to` */
int before = 0;
float **copies = calloc((size_t)count, sizeof *copies);
if (!copies)
	return -1;
cudaGetDevice(&before);
bool whole = to < 0 || cudaSetDevice(to) == cudaSuccess;
for (int i = 0; i < count && whole; i++)
	if (parameters[i].device != to)
		whole = (copies[i] = copy_of(&parameters[i], to)) != NULL;
for (int i = 0; i < count; i++) {
	if (copies[i] && whole) {
		give_back(parameters[i].data, parameters[i].device);
		parameters[i].data = copies[i];
		parameters[i].device = to;
	} else if (copies[i]) {
		give_back(copies[i], to);
	}
}
cudaGetLastError();
free(copies);
return whole ? 0 : -1;

/* lab4_wrong_field_forgotten: fail its field device says */
/* leaves the field device as it was */
int before = 0;
float **copies = calloc((size_t)count, sizeof *copies);
if (!copies)
	return -1;
cudaGetDevice(&before);
bool whole = to < 0 || cudaSetDevice(to) == cudaSuccess;
for (int i = 0; i < count && whole; i++)
	if (parameters[i].device != to)
		whole = (copies[i] = copy_of(&parameters[i], to)) != NULL;
for (int i = 0; i < count; i++) {
	if (copies[i] && whole) {
		give_back(parameters[i].data, parameters[i].device);
		parameters[i].data = copies[i];
	} else if (copies[i]) {
		give_back(copies[i], to);
	}
}
cudaSetDevice(before);
cudaGetLastError();
free(copies);
return whole ? 0 : -1;

/* lab4_wrong_kinds_compared: fail afterwards, wanted on gpu: */
/* takes any GPU for the right one */
int before = 0;
float **copies = calloc((size_t)count, sizeof *copies);
if (!copies)
	return -1;
cudaGetDevice(&before);
bool whole = to < 0 || cudaSetDevice(to) == cudaSuccess;
for (int i = 0; i < count && whole; i++)
	if ((parameters[i].device < 0) != (to < 0))
		whole = (copies[i] = copy_of(&parameters[i], to)) != NULL;
for (int i = 0; i < count; i++) {
	if (copies[i] && whole) {
		give_back(parameters[i].data, parameters[i].device);
		parameters[i].data = copies[i];
		parameters[i].device = to;
	} else if (copies[i]) {
		give_back(copies[i], to);
	}
}
cudaSetDevice(before);
cudaGetLastError();
free(copies);
return whole ? 0 : -1;

/* lab4_wrong_list_kept: fail to a GPU and back, 64 times: each call keeps some memory of the host */
/* the list of the copies is never given back */
int before = 0;
float **copies = calloc((size_t)count, sizeof *copies);
if (!copies)
	return -1;
cudaGetDevice(&before);
bool whole = to < 0 || cudaSetDevice(to) == cudaSuccess;
for (int i = 0; i < count && whole; i++)
	if (parameters[i].device != to)
		whole = (copies[i] = copy_of(&parameters[i], to)) != NULL;
for (int i = 0; i < count; i++) {
	if (copies[i] && whole) {
		give_back(parameters[i].data, parameters[i].device);
		parameters[i].data = copies[i];
		parameters[i].device = to;
	} else if (copies[i]) {
		give_back(copies[i], to);
	}
}
cudaSetDevice(before);
cudaGetLastError();
return whole ? 0 : -1;

/* lab4_wrong_list_kept_on_failure: fail to a GPU that does not exist, 64 times: each call keeps */
/* leaves in the middle with the list in its hands */
int before = 0;
float **copies = calloc((size_t)count, sizeof *copies);
if (!copies)
	return -1;
cudaGetDevice(&before);
if (to >= 0 && cudaSetDevice(to) != cudaSuccess) {
	cudaGetLastError();
	return -1;
}
bool whole = true;
for (int i = 0; i < count && whole; i++)
	if (parameters[i].device != to)
		whole = (copies[i] = copy_of(&parameters[i], to)) != NULL;
for (int i = 0; i < count; i++) {
	if (copies[i] && whole) {
		give_back(parameters[i].data, parameters[i].device);
		parameters[i].data = copies[i];
		parameters[i].device = to;
	} else if (copies[i]) {
		give_back(copies[i], to);
	}
}
cudaSetDevice(before);
cudaGetLastError();
free(copies);
return whole ? 0 : -1;

/* lab4_wrong_move_copy_unchecked: fail and data of one is NULL: wanted -1, got 0 */
/* does not look whether the copy was made */
int before = 0;
float **copies = calloc((size_t)count, sizeof *copies);
if (!copies)
	return -1;
cudaGetDevice(&before);
bool whole = to < 0 || cudaSetDevice(to) == cudaSuccess;
for (int i = 0; i < count && whole; i++)
	if (parameters[i].device != to) {
		size_t bytes = (size_t)parameters[i].count * sizeof(float);
		if (to < 0)
			copies[i] = malloc(bytes);
		else if (cudaMalloc((void **)&copies[i], bytes) != cudaSuccess)
			copies[i] = NULL;
		whole = copies[i] != NULL;
		if (whole)
			cudaMemcpy(copies[i], parameters[i].data, bytes, cudaMemcpyDefault);
	}
for (int i = 0; i < count; i++) {
	if (copies[i] && whole) {
		give_back(parameters[i].data, parameters[i].device);
		parameters[i].data = copies[i];
		parameters[i].device = to;
	} else if (copies[i]) {
		give_back(copies[i], to);
	}
}
cudaSetDevice(before);
cudaGetLastError();
free(copies);
return whole ? 0 : -1;

/* lab4_wrong_new_host_memory_leaks, not under sanitizers: fail host memory stays taken */
/* gives memory of the host back to CUDA, which does not take it */
int before = 0;
float **copies = calloc((size_t)count, sizeof *copies);
if (!copies)
	return -1;
cudaGetDevice(&before);
bool whole = to < 0 || cudaSetDevice(to) == cudaSuccess;
for (int i = 0; i < count && whole; i++)
	if (parameters[i].device != to)
		whole = (copies[i] = copy_of(&parameters[i], to)) != NULL;
for (int i = 0; i < count; i++) {
	if (copies[i] && whole) {
		give_back(parameters[i].data, parameters[i].device);
		parameters[i].data = copies[i];
		parameters[i].device = to;
	} else if (copies[i]) {
		cudaFree(copies[i]);
	}
}
cudaSetDevice(before);
cudaGetLastError();
free(copies);
return whole ? 0 : -1;

/* lab4_wrong_new_memory_leaks: fail never freed */
/* on failure, forgets the copies that were made */
int before = 0;
float **copies = calloc((size_t)count, sizeof *copies);
if (!copies)
	return -1;
cudaGetDevice(&before);
bool whole = to < 0 || cudaSetDevice(to) == cudaSuccess;
for (int i = 0; i < count && whole; i++)
	if (parameters[i].device != to)
		whole = (copies[i] = copy_of(&parameters[i], to)) != NULL;
for (int i = 0; i < count; i++) {
	if (copies[i] && whole) {
		give_back(parameters[i].data, parameters[i].device);
		parameters[i].data = copies[i];
		parameters[i].device = to;
	} else if (copies[i]) {
		copies[i] = NULL;
	}
}
cudaSetDevice(before);
cudaGetLastError();
free(copies);
return whole ? 0 : -1;

/* lab4_wrong_no_such_gpu: fail which does not exist: wanted -1, got 0 */
/* does not look whether the GPU exists: the memory comes from another one */
int before = 0;
float **copies = calloc((size_t)count, sizeof *copies);
if (!copies)
	return -1;
cudaGetDevice(&before);
bool whole = true;
if (to >= 0)
	cudaSetDevice(to);
for (int i = 0; i < count && whole; i++)
	if (parameters[i].device != to)
		whole = (copies[i] = copy_of(&parameters[i], to)) != NULL;
for (int i = 0; i < count; i++) {
	if (copies[i] && whole) {
		give_back(parameters[i].data, parameters[i].device);
		parameters[i].data = copies[i];
		parameters[i].device = to;
	} else if (copies[i]) {
		give_back(copies[i], to);
	}
}
cudaSetDevice(before);
cudaGetLastError();
free(copies);
return whole ? 0 : -1;

/* lab4_wrong_old_memory_leaks: fail never freed */
/* never gives the old memory back */
int before = 0;
float **copies = calloc((size_t)count, sizeof *copies);
if (!copies)
	return -1;
cudaGetDevice(&before);
bool whole = to < 0 || cudaSetDevice(to) == cudaSuccess;
for (int i = 0; i < count && whole; i++)
	if (parameters[i].device != to)
		whole = (copies[i] = copy_of(&parameters[i], to)) != NULL;
for (int i = 0; i < count; i++) {
	if (copies[i] && whole) {
		parameters[i].data = copies[i];
		parameters[i].device = to;
	} else if (copies[i]) {
		give_back(copies[i], to);
	}
}
cudaSetDevice(before);
cudaGetLastError();
free(copies);
return whole ? 0 : -1;

/* lab4_wrong_one_by_one: fail is not in its old memory afterwards */
/* finishes each parameter before the next: half-way is half */
int before = 0, status = 0;
cudaGetDevice(&before);
if (to >= 0 && cudaSetDevice(to) != cudaSuccess)
	status = -1;
for (int i = 0; i < count && status == 0; i++) {
	if (parameters[i].device == to)
		continue;
	float *copy = copy_of(&parameters[i], to);
	if (!copy) {
		status = -1;
		break;
	}
	give_back(parameters[i].data, parameters[i].device);
	parameters[i].data = copy;
	parameters[i].device = to;
}
cudaSetDevice(before);
cudaGetLastError();
return status;

/* lab4_wrong_room_for_one_less: fail bytes of host memory, behind its end */
/* the list of copies is one pointer too short */
int before = 0;
float **copies = calloc((size_t)count - 1, sizeof *copies);
if (!copies)
	return -1;
cudaGetDevice(&before);
bool whole = to < 0 || cudaSetDevice(to) == cudaSuccess;
for (int i = 0; i < count && whole; i++)
	if (parameters[i].device != to)
		whole = (copies[i] = copy_of(&parameters[i], to)) != NULL;
for (int i = 0; i < count; i++) {
	if (!copies[i])
		continue;
	if (whole) {
		give_back(parameters[i].data, parameters[i].device);
		parameters[i].data = copies[i];
		parameters[i].device = to;
	} else {
		give_back(copies[i], to);
	}
}
free(copies);
cudaSetDevice(before);
cudaGetLastError();
return whole ? 0 : -1;

/* lab4_wrong_weights_only: fail 0.bias is on cpu afterwards */
/* forgets the biases */
int before = 0;
float **copies = calloc((size_t)count, sizeof *copies);
if (!copies)
	return -1;
cudaGetDevice(&before);
bool whole = to < 0 || cudaSetDevice(to) == cudaSuccess;
for (int i = 0; i < count && whole; i += 2)
	if (parameters[i].device != to)
		whole = (copies[i] = copy_of(&parameters[i], to)) != NULL;
for (int i = 0; i < count; i++) {
	if (copies[i] && whole) {
		give_back(parameters[i].data, parameters[i].device);
		parameters[i].data = copies[i];
		parameters[i].device = to;
	} else if (copies[i]) {
		give_back(copies[i], to);
	}
}
cudaSetDevice(before);
cudaGetLastError();
free(copies);
return whole ? 0 : -1;

/* lab4_wrong_room_for_32: fail wanted 0, got -1 */
/* a list of its own is too short for a deep model */
float *copies[32];
int before = 0, made = 0;
if (count > 32)
	return -1;
cudaGetDevice(&before);
bool whole = to < 0 || cudaSetDevice(to) == cudaSuccess;
for (; made < count && whole; made++) {
	copies[made] = NULL;
	if (parameters[made].device != to)
		whole = (copies[made] = copy_of(&parameters[made], to)) != NULL;
}
for (int i = 0; i < made; i++) {
	if (copies[i] && whole) {
		give_back(parameters[i].data, parameters[i].device);
		parameters[i].data = copies[i];
		parameters[i].device = to;
	} else if (copies[i]) {
		give_back(copies[i], to);
	}
}
cudaSetDevice(before);
cudaGetLastError();
return whole ? 0 : -1;
