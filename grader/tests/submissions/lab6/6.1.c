/* lab6_right_by_dot: pass */
/* the sum of the squares, and its root on the host */
cublasPointerMode_t before;
float squares = 0;
if (cublas == NULL)
	return -1;
cublasGetPointerMode(cublas, &before);
if (before != CUBLAS_POINTER_MODE_HOST)
	cublasSetPointerMode(cublas, CUBLAS_POINTER_MODE_HOST);
cublasStatus_t status = cublasSdot(cublas, count, x, 1, x, 1, &squares);
cublasSetPointerMode(cublas, before);
cudaGetLastError();
if (status != CUBLAS_STATUS_SUCCESS)
	return -1;
*norm = (float)__builtin_sqrt(squares);
return 0;

/* lab6_right_two_handles: pass */
/* device memory of its own for the result */
cublasPointerMode_t before;
float *result = NULL;
int good = 0;
if (cublasGetPointerMode(cublas, &before) != CUBLAS_STATUS_SUCCESS)
	return -1;
if (cudaMalloc((void **)&result, sizeof *result) == cudaSuccess) {
	cublasSetPointerMode(cublas, CUBLAS_POINTER_MODE_DEVICE);
	good = cublasSnrm2(cublas, count, x, 1, result) == CUBLAS_STATUS_SUCCESS;
	cublasSetPointerMode(cublas, before);
	good = good &&
	       cudaMemcpy(norm, result, sizeof *norm, cudaMemcpyDeviceToHost) == cudaSuccess;
	cudaFree(result);
}
cudaGetLastError();
return good ? 0 : -1;

/* lab6_wrong_fetches_matrix: fail bytes went to the host; wanted the norm alone */
/* the whole matrix goes to the host */
float *all = malloc((size_t)count * sizeof *all);
if (!cublas ||
    cudaMemcpy(all, x, (size_t)count * sizeof *all, cudaMemcpyDeviceToHost) != cudaSuccess) {
	free(all);
	return -1;
}
double sum = 0;
for (int i = 0; i < count; i++)
	sum += (double)all[i] * all[i];
free(all);
*norm = (float)__builtin_sqrt(sum);
return 0;

/* lab6_wrong_first_result_kept: fail the second call in one process, with other inputs */
/* the first call's norm is kept in a static variable and given again */
static float kept;
static bool known;
cublasPointerMode_t before;
if (cublasGetPointerMode(cublas, &before) != CUBLAS_STATUS_SUCCESS)
	return -1;
cublasSetPointerMode(cublas, CUBLAS_POINTER_MODE_HOST);
if (!known && cublasSnrm2(cublas, count, x, 1, &kept) != CUBLAS_STATUS_SUCCESS) {
	cublasSetPointerMode(cublas, before);
	return -1;
}
cublasSetPointerMode(cublas, before);
known = true;
*norm = kept;
return 0;

/* lab6_wrong_kept_by_address: fail the second call in one process, with other inputs */
/* a norm is kept for the address of its numbers; other numbers may lie there later */
static const float *known;
static float kept;
cublasPointerMode_t before;
if (cublasGetPointerMode(cublas, &before) != CUBLAS_STATUS_SUCCESS)
	return -1;
cublasSetPointerMode(cublas, CUBLAS_POINTER_MODE_HOST);
if (known != x && cublasSnrm2(cublas, count, x, 1, &kept) != CUBLAS_STATUS_SUCCESS) {
	cublasSetPointerMode(cublas, before);
	return -1;
}
cublasSetPointerMode(cublas, before);
known = x;
*norm = kept;
return 0;

/* lab6_wrong_kept_by_shape: fail the second call in one process, with other inputs */
/* a norm is kept for each count, as if numbers of one shape were the same numbers */
static float kept[65536];
static bool known[65536];
cublasPointerMode_t before;
float result;
if (cublasGetPointerMode(cublas, &before) != CUBLAS_STATUS_SUCCESS)
	return -1;
if (count < 65536 && known[count]) {
	*norm = kept[count];
	return 0;
}
cublasSetPointerMode(cublas, CUBLAS_POINTER_MODE_HOST);
cublasStatus_t status = cublasSnrm2(cublas, count, x, 1, &result);
cublasSetPointerMode(cublas, before);
if (status != CUBLAS_STATUS_SUCCESS)
	return -1;
if (count < 65536) {
	kept[count] = result;
	known[count] = true;
}
*norm = result;
return 0;

/* lab6_wrong_mode_assumed: fail host memory */
/* believes that every handle is in host pointer mode */
return cublasSnrm2(cublas, count, x, 1, norm) == CUBLAS_STATUS_SUCCESS ? 0 : -1;

/* lab6_wrong_mode_changed: fail the handle is in host pointer mode afterwards, wanted device pointer mode */
/* the mode is not put back */
cublasSetPointerMode(cublas, CUBLAS_POINTER_MODE_HOST);
return cublasSnrm2(cublas, count, x, 1, norm) == CUBLAS_STATUS_SUCCESS ? 0 : -1;

/* lab6_wrong_no_root: fail that is the sum of the squares without the root */
/* the sum of the squares, and no root */
cublasPointerMode_t before;
if (cublasGetPointerMode(cublas, &before) != CUBLAS_STATUS_SUCCESS)
	return -1;
cublasSetPointerMode(cublas, CUBLAS_POINTER_MODE_HOST);
cublasStatus_t status = cublasSdot(cublas, count, x, 1, x, 1, norm);
cublasSetPointerMode(cublas, before);
return status == CUBLAS_STATUS_SUCCESS ? 0 : -1;

/* lab6_wrong_norm_on_failure: fail -1 was returned, but *norm was changed */
/* the norm is written before it is known whether there is one */
cublasPointerMode_t before = CUBLAS_POINTER_MODE_HOST;
*norm = 0;
cublasGetPointerMode(cublas, &before);
cublasSetPointerMode(cublas, CUBLAS_POINTER_MODE_HOST);
cublasStatus_t status = cublasSnrm2(cublas, count, x, 1, norm);
cublasSetPointerMode(cublas, before);
return status == CUBLAS_STATUS_SUCCESS ? 0 : -1;

/* lab6_wrong_norm_unchecked: fail a mistake in an earlier kernel makes all calls fail: what is returned */
/* only a handle that is none is noticed */
cublasPointerMode_t before;
float result = 0;
if (cublasGetPointerMode(cublas, &before) != CUBLAS_STATUS_SUCCESS)
	return -1;
cublasSetPointerMode(cublas, CUBLAS_POINTER_MODE_HOST);
cublasSnrm2(cublas, count, x, 1, &result);
cublasSetPointerMode(cublas, before);
*norm = result;
return 0;

/* lab6_wrong_error_left: fail an error was left behind: cudaErrorUnknown */
	cublasPointerMode_t before;
	float result, *d = NULL;
	if (cublasGetPointerMode(cublas, &before) != CUBLAS_STATUS_SUCCESS)
		return -1;
	if (cudaMalloc((void **)&d, 4) != cudaSuccess)
		return -1;
	cublasSetPointerMode(cublas, CUBLAS_POINTER_MODE_DEVICE);
	cublasStatus_t status = cublasSnrm2(cublas, count, x, 1, d);
	cublasSetPointerMode(cublas, before);
	if (status == 0 && cudaMemcpy(&result, d, 4, cudaMemcpyDeviceToHost) != cudaSuccess)
		status = CUBLAS_STATUS_EXECUTION_FAILED;
	cudaFree(d);
	if (status != CUBLAS_STATUS_SUCCESS)
		return -1;
	*norm = result;
	return 0;

/* lab6_wrong_mode_as_it_is: fail in device pointer mode alpha, beta and single results belong there */
	float result;
	if (cublasSnrm2(cublas, count, x, 1, &result) != CUBLAS_STATUS_SUCCESS)
		return -1;
	*norm = result;
	return 0;

/* lab6_wrong_device_mode_on_failure: fail fails: the handle is in device pointer mode afterwards, wanted host pointer mode */
cublasPointerMode_t before;
float result;
if (cublasGetPointerMode(cublas, &before) != CUBLAS_STATUS_SUCCESS)
	return -1;
cublasSetPointerMode(cublas, CUBLAS_POINTER_MODE_HOST);
cublasStatus_t status = cublasSnrm2(cublas, count, x, 1, &result);
cublasSetPointerMode(cublas,
		     status == CUBLAS_STATUS_SUCCESS ? before : CUBLAS_POINTER_MODE_DEVICE);
if (status != CUBLAS_STATUS_SUCCESS)
	return -1;
*norm = result;
return 0;

/* lab6_wrong_event_of_failure: fail never destroyed */
cublasPointerMode_t before;
float result;
cudaEvent_t done = NULL;
if (cublasGetPointerMode(cublas, &before) != CUBLAS_STATUS_SUCCESS ||
    cudaEventCreate(&done) != cudaSuccess)
	return cudaGetLastError(), -1;
cublasSetPointerMode(cublas, CUBLAS_POINTER_MODE_HOST);
cublasStatus_t status = cublasSnrm2(cublas, count, x, 1, &result);
cublasSetPointerMode(cublas, before);
if (status != CUBLAS_STATUS_SUCCESS)
	return -1;
cudaEventDestroy(done);
*norm = result;
return 0;
