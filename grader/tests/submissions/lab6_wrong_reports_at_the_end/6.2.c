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
