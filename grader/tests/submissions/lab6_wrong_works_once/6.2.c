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
