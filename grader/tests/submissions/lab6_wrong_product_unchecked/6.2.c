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
