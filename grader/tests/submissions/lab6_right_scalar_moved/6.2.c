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
