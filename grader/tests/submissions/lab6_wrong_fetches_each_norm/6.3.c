/* host pointer mode: every norm is copied and waited for */
for (int i = 0; i < steps; i++)
	if (work_step(work, i) != 0 || cublasSnrm2(work->cublas, work->n * work->m, work->c, 1,
						   norms + i) != CUBLAS_STATUS_SUCCESS) {
		cudaGetLastError();
		return -1;
	}
return 0;
