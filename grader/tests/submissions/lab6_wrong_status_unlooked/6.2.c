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
