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
