/* nobody looks at what the calls return */
for (int i = 0; i < steps; i++) {
	float norm = 0;
	work_step(work, i);
	cublasSnrm2(work->cublas, work->n * work->m, work->c, 1, &norm);
	report(user, i, norm);
}
return 0;
