/* lab7_right_by_events: pass */
/* asks first what there is */
int there = 0, before = 0, failed = 0;
if (cudaGetDeviceCount(&there) != cudaSuccess || cudaGetDevice(&before) != cudaSuccess)
	cudaGetLastError();
for (int i = 0; i < count; i++) {
	handles[i] = NULL;
	if (gpus[i] < 0 || gpus[i] >= there)
		failed = -1;
}
for (int i = 0; i < count && !failed; i++) {
	cudaSetDevice(gpus[i]);
	if (cublasCreate(&handles[i]) != CUBLAS_STATUS_SUCCESS) {
		handles[i] = NULL;
		failed = -1;
	}
}
for (int i = 0; i < count && failed; i++)
	if (handles[i]) {
		cublasDestroy(handles[i]);
		handles[i] = NULL;
	}
if (there > 0)
	cudaSetDevice(before);
return failed;

/* lab7_wrong_gpus_assumed: fail what is returned: wanted -1, got 0 */
/* every number is taken to be that of a GPU */
int before = 0;
cudaGetDevice(&before);
for (int i = 0; i < count; i++) {
	cudaSetDevice(gpus[i]);
	if (cublasCreate(&handles[i]) != CUBLAS_STATUS_SUCCESS)
		return -1;
}
cudaSetDevice(before);
return 0;

/* lab7_wrong_handle_device_changed: fail the current device was not put back */
int there = 0;
cudaGetDeviceCount(&there);
for (int i = 0; i < count; i++)
	if (gpus[i] < 0 || gpus[i] >= there) {
		for (int k = 0; k < count; k++)
			handles[k] = NULL;
		return -1;
	}
for (int i = 0; i < count; i++) {
	cudaSetDevice(gpus[i]);
	cublasCreate(&handles[i]);
}
return 0;

/* lab7_wrong_handle_error_left: fail an error was left behind */
/* asks for a GPU that is not there, and leaves the error to others */
int before = 0, made = 0;
cudaGetDevice(&before);
while (made < count && cudaSetDevice(gpus[made]) == cudaSuccess)
	cublasCreate(&handles[made++]);
int failed = made < count;
while (failed && made > 0)
	cublasDestroy(handles[--made]);
for (int i = 0; failed && i < count; i++)
	handles[i] = NULL;
cudaSetDevice(before);
return failed ? -1 : 0;

/* lab7_wrong_handles_destroyed_before: fail a handle that stood before the first place was destroyed */
/* destroys one handle too many: the one before the first place */
int before = 0, made = 0, failed;
cudaGetDevice(&before);
while (made < count && cudaSetDevice(gpus[made]) == cudaSuccess &&
       cublasCreate(&handles[made]) == CUBLAS_STATUS_SUCCESS)
	made++;
failed = made < count;
while (failed && made >= 0)
	cublasDestroy(handles[--made]);
for (int i = 0; failed && i < count; i++)
	handles[i] = NULL;
cudaSetDevice(before);
cudaGetLastError();
return failed ? -1 : 0;

/* lab7_wrong_handles_kept: fail a handle that was made is not destroyed */
/* what was made before the failure stays */
int before = 0, made = 0;
cudaGetDevice(&before);
while (made < count && cudaSetDevice(gpus[made]) == cudaSuccess) {
	cublasCreate(&handles[made]);
	made++;
}
cudaSetDevice(before);
cudaGetLastError();
if (made == count)
	return 0;
for (int i = 0; i < count; i++)
	handles[i] = NULL;
return -1;

/* lab7_wrong_handles_not_null: fail wanted NULL in all places */
/* the places keep handles that are gone */
int before = 0, made = 0;
cudaGetDevice(&before);
while (made < count && cudaSetDevice(gpus[made]) == cudaSuccess)
	cublasCreate(&handles[made++]);
int failed = made < count;
while (failed && made > 0)
	cublasDestroy(handles[--made]);
cudaSetDevice(before);
cudaGetLastError();
return failed ? -1 : 0;

/* lab7_wrong_handles_of_current: fail a handle belongs to the GPU that is current when it is made */
/* no cudaSetDevice: all handles belong to the current GPU */
for (int i = 0; i < count; i++)
	if (cublasCreate(&handles[i]) != CUBLAS_STATUS_SUCCESS)
		return -1;
return 0;

/* lab7_wrong_handles_written_behind: fail something was written behind the last place */
/* one NULL too many */
int before = 0, made = 0, failed;
cudaGetDevice(&before);
while (made < count && cudaSetDevice(gpus[made]) == cudaSuccess &&
       cublasCreate(&handles[made]) == CUBLAS_STATUS_SUCCESS)
	made++;
failed = made < count;
while (failed && made > 0)
	cublasDestroy(handles[--made]);
for (int i = 0; failed && i <= count; i++)
	handles[i] = NULL;
cudaSetDevice(before);
cudaGetLastError();
return failed ? -1 : 0;

/* lab7_wrong_one_handle: fail the same handle stands in two places */
/* makes one handle and uses it for all */
int before = 0, there = 0, good = 1;
cudaGetDevice(&before);
cudaGetDeviceCount(&there);
for (int i = 0; i < count; i++)
	good &= gpus[i] < there;
cublasHandle_t handle = NULL;
if (good) {
	cudaSetDevice(gpus[0]);
	cublasCreate(&handle);
	cudaSetDevice(before);
}
for (int i = 0; i < count; i++)
	handles[i] = handle;
return good ? 0 : -1;

/* lab7_wrong_below_zero: fail gpus {1, - */
/* a number below 0 names no GPU either */
int before = 0, there = 0, failed = 0;
cudaGetDevice(&before);
cudaGetDeviceCount(&there);
for (int i = 0; i < count; i++)
	handles[i] = NULL;
for (int i = 0; i < count && !failed; i++) {
	if (gpus[i] < there)
		cudaSetDevice(gpus[i]);
	failed = gpus[i] >= there || cublasCreate(&handles[i]) != CUBLAS_STATUS_SUCCESS;
}
for (int i = 0; i < count && failed; i++) {
	if (handles[i])
		cublasDestroy(handles[i]);
	handles[i] = NULL;
}
cudaSetDevice(before);
cudaGetLastError();
return failed ? -1 : 0;

/* lab7_wrong_create_unchecked: fail a handle cannot be made */
/* looks at what cudaSetDevice says alone */
int before = 0, made = 0;
cudaGetDevice(&before);
for (int i = 0; i < count; i++)
	handles[i] = NULL;
while (made < count && cudaSetDevice(gpus[made]) == cudaSuccess)
	cublasCreate(&handles[made++]);
int failed = made < count;
for (int i = 0; i < count && failed; i++) {
	if (handles[i])
		cublasDestroy(handles[i]);
	handles[i] = NULL;
}
cudaSetDevice(before);
cudaGetLastError();
return failed ? -1 : 0;

/* lab7_wrong_one_gpu_forgotten: fail gpus {1}: what is returned: wanted 0, got -1 */
/* begins with the second place */
int before = 0, made = 1;
cudaGetDevice(&before);
for (int i = 0; i < count; i++)
	handles[i] = NULL;
if (count < 2)
	return -1;
cudaSetDevice(gpus[0]);
made = cublasCreate(&handles[0]) == CUBLAS_STATUS_SUCCESS;
while (made > 0 && made < count && cudaSetDevice(gpus[made]) == cudaSuccess &&
       cublasCreate(&handles[made]) == CUBLAS_STATUS_SUCCESS)
	made++;
int failed = made < count;
for (int i = 0; failed && i < count; i++) {
	if (handles[i])
		cublasDestroy(handles[i]);
	handles[i] = NULL;
}
cudaSetDevice(before);
cudaGetLastError();
return failed ? -1 : 0;
