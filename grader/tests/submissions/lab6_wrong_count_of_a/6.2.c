/* the product has not as many numbers as a has */
for (int i = 0; i < steps; i++) {
	float norm;
	if (work_step(work, i) != 0 || cublasSnrm2(work->cublas, work->n * work->k, work->c, 1,
						   &norm) != CUBLAS_STATUS_SUCCESS)
		return -1;
	report(user, i, norm);
}
return 0;
