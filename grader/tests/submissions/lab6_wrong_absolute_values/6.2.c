/* the sum of the absolute values is another norm */
for (int i = 0; i < steps; i++) {
	float norm;
	if (work_step(work, i) != 0 || cublasSasum(work->cublas, work->n * work->m, work->c, 1,
						   &norm) != CUBLAS_STATUS_SUCCESS)
		return -1;
	report(user, i, norm);
}
return 0;
