/* lab6_right_by_dot: pass */
/* device pointer mode and a copy, and the root on the host */
float *squares = NULL;
int result = cudaMalloc((void **)&squares, sizeof *squares) == cudaSuccess ? 0 : -1;
for (int i = 0; i < steps && result == 0; i++) {
	float sum;
	result = work_step(work, i);
	cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_DEVICE);
	if (result == 0 && cublasSdot(work->cublas, work->n * work->m, work->c, 1, work->c, 1,
				      squares) != CUBLAS_STATUS_SUCCESS)
		result = -1;
	cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_HOST);
	if (result == 0 &&
	    cudaMemcpy(&sum, squares, sizeof sum, cudaMemcpyDeviceToHost) != cudaSuccess)
		result = -1;
	if (result == 0)
		report(user, i, (float)__builtin_sqrt(sum));
}
cudaFree(squares);
cudaGetLastError();
return result;

/* lab6_right_scalar_moved: pass */
/* waits for the step first, as a beginner may well do */
for (int i = 0; i < steps; i++) {
	float norm = 0;
	if (work_step(work, i) != 0 || cudaDeviceSynchronize() != cudaSuccess ||
	    cublasSnrm2(work->cublas, work->m * work->n, work->c, 1, &norm) !=
		    CUBLAS_STATUS_SUCCESS) {
		cudaGetLastError();
		return -1;
	}
	report(user, i, norm);
}
return 0;

/* lab6_wrong_absolute_values: fail the norm of step 0: wanted */
/* the sum of the absolute values is another norm */
for (int i = 0; i < steps; i++) {
	float norm;
	if (work_step(work, i) != 0 || cublasSasum(work->cublas, work->n * work->m, work->c, 1,
						   &norm) != CUBLAS_STATUS_SUCCESS)
		return -1;
	report(user, i, norm);
}
return 0;

/* lab6_wrong_copies_products: fail bytes a step went to the host; wanted the norm alone */
/* each product goes to the host, and its norm is computed there */
size_t count = (size_t)work->n * (size_t)work->m;
float *c = malloc(count * sizeof *c);
int result = 0;
for (int i = 0; i < steps && result == 0; i++) {
	double sum = 0;
	result = work_step(work, i);
	if (result == 0)
		cudaMemcpy(c, work->c, count * sizeof *c, cudaMemcpyDeviceToHost);
	for (size_t e = 0; result == 0 && e < count; e++)
		sum += (double)c[e] * c[e];
	if (result == 0)
		report(user, i, (float)__builtin_sqrt(sum));
}
free(c);
return result;

/* lab6_wrong_count_of_a: fail the norm of step 0: wanted */
/* the product has not as many numbers as a has */
for (int i = 0; i < steps; i++) {
	float norm;
	if (work_step(work, i) != 0 || cublasSnrm2(work->cublas, work->n * work->k, work->c, 1,
						   &norm) != CUBLAS_STATUS_SUCCESS)
		return -1;
	report(user, i, norm);
}
return 0;

/* lab6_wrong_fetch_unchecked: fail copy fails: step */
/* the copy of the norm may fail, too */
float *norm = NULL;
int result = -1;
if (cudaMalloc((void **)&norm, sizeof *norm) == cudaSuccess)
	result = 0;
for (int i = 0; i < steps && result == 0; i++) {
	float value = 0;
	result = work_step(work, i);
	if (result != 0)
		break;
	cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_DEVICE);
	if (cublasSnrm2(work->cublas, work->n * work->m, work->c, 1, norm) != CUBLAS_STATUS_SUCCESS)
		result = -1;
	cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_HOST);
	cudaMemcpy(&value, norm, sizeof value, cudaMemcpyDeviceToHost);
	if (result == 0)
		report(user, i, value);
}
cudaFree(norm);
cudaGetLastError();
return result;

/* lab6_wrong_one_behind: fail the norm of step 1: wanted */
/* the norm is taken before the step, so it is that of the step before */
for (int i = 0; i < steps; i++) {
	float norm;
	if (i == 0 && work_step(work, 0) != 0)
		return -1;
	if (cublasSnrm2(work->cublas, work->n * work->m, work->c, 1, &norm) !=
	    CUBLAS_STATUS_SUCCESS)
		return -1;
	if (i > 0 && work_step(work, i) != 0)
		return -1;
	report(user, i, norm);
}
return 0;

/* lab6_wrong_product_unchecked: fail was reported as */
/* reports the norm of the product before when a product fails, and says so too late */
int result = 0;
for (int i = 0; i < steps; i++) {
	float norm;
	if (work_step(work, i) != 0)
		result = -1;
	if (cublasSnrm2(work->cublas, work->n * work->m, work->c, 1, &norm) != CUBLAS_STATUS_SUCCESS)
		return -1;
	report(user, i, norm);
}
return result;

/* lab6_wrong_reports_at_the_end: fail wanted its report before the next step is queued */
/* the user hears nothing before everything is over */
float *norms = malloc((size_t)steps * sizeof *norms);
int result = 0;
for (int i = 0; i < steps && result == 0; i++) {
	result = work_step(work, i);
	if (result == 0 && cublasSnrm2(work->cublas, work->n * work->m, work->c, 1, norms + i) !=
				   CUBLAS_STATUS_SUCCESS)
		result = -1;
}
for (int i = 0; i < steps && result == 0; i++)
	report(user, i, norms[i]);
free(norms);
return result;

/* lab6_wrong_reports_failures: fail work->cublas is NULL: what is returned: wanted -1, got 0 */
/* nobody looks at what the calls return */
for (int i = 0; i < steps; i++) {
	float norm = 0;
	work_step(work, i);
	cublasSnrm2(work->cublas, work->n * work->m, work->c, 1, &norm);
	report(user, i, norm);
}
return 0;

/* lab6_wrong_status_unlooked: fail was reported as */
/* reports whatever is in `norm`, also when cuBLAS could not compute it */
for (int i = 0; i < steps; i++) {
	float norm = 0;
	if (work_step(work, i) != 0)
		return -1;
	cublasSnrm2(work->cublas, work->n * work->m, work->c, 1, &norm);
	report(user, i, norm);
}
cudaGetLastError();
return 0;

/* lab6_wrong_works_once: fail the second call in one process, with other inputs */
/* the pointer mode is set at the first call only, and the last step of a call leaves the other one */
static bool set;
if (!set && cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_HOST) != CUBLAS_STATUS_SUCCESS)
	return -1;
for (int i = 0; i < steps; i++) {
	float norm = -1;
	if (work_step(work, i) != 0)
		return -1;
	if (!set && cublasSnrm2(work->cublas, work->n * work->m, work->c, 1, &norm) != CUBLAS_STATUS_SUCCESS)
		return -1;
	report(user, i, norm);
}
set = true;
return 0;

/* lab6_wrong_error_left: fail an error was left behind: cudaErrorUnknown */
	float *d;
	if (cudaMalloc((void**)&d, 4)) return -1;
	int bad = 0;
	for (int i = 0; i < steps && !bad; i++) {
		float norm;
		bad = work_step(work, i);
		cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_DEVICE);
		if (!bad) bad = cublasSnrm2(work->cublas, work->n * work->m, work->c, 1, d);
		cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_HOST);
		if (!bad) bad = cudaMemcpy(&norm, d, 4, cudaMemcpyDeviceToHost);
		if (!bad) report(user, i, norm);
	}
	cudaFree(d);
	return bad ? -1 : 0;

/* lab6_wrong_user_not_handed_on: fail report was called with NULL for `user` */
/* the caller's pointer is not given to the caller's function */
for (int i = 0; i < steps; i++) {
	float norm;
	if (work_step(work, i) != 0 || cublasSnrm2(work->cublas, work->n * work->m, work->c, 1,
						   &norm) != CUBLAS_STATUS_SUCCESS)
		return -1;
	report(NULL, i, norm);
}
return 0;

/* lab6_wrong_reports_twice: fail was reported behind step */
float last = 0;
for (int i = 0; i < steps; i++) {
	float norm;
	if (work_step(work, i) != 0 || cublasSnrm2(work->cublas, work->n * work->m, work->c, 1,
						   &norm) != CUBLAS_STATUS_SUCCESS) {
		if (i > 0)
			report(user, i - 1, last);
		return -1;
	}
	report(user, i, norm);
	last = norm;
}
return 0;

/* lab6_wrong_user_on_failure: fail report was called with another pointer for `user` */
float last = 0;
for (int i = 0; i < steps; i++) {
	float norm;
	if (work_step(work, i) != 0 || cublasSnrm2(work->cublas, work->n * work->m, work->c, 1,
						   &norm) != CUBLAS_STATUS_SUCCESS) {
		if (i > 0)
			report(&last, i - 1, last);
		return -1;
	}
	report(user, i, norm);
	last = norm;
}
return 0;

/* lab6_wrong_one_product_fetched: fail to the host; wanted the norm alone, 8 at most */
for (int i = 0; i < steps; i++) {
	float norm, some[21];
	if (work_step(work, i) != 0 || cublasSnrm2(work->cublas, work->n * work->m, work->c, 1,
						   &norm) != CUBLAS_STATUS_SUCCESS)
		return -1;
	if (i == 3)
		cudaMemcpy(some, work->c, sizeof some, cudaMemcpyDeviceToHost);
	report(user, i, norm);
}
return 0;
