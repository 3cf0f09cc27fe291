/* products are kept, and their norms taken in the end; the log is a tensor */
Device gpu = {DEVICE_GPU, 0};
cudaGetDevice(&gpu.index);
Tensor *log = tensor_zeros(SHAPE(steps), gpu);
int result = log ? 0 : -1;
for (int i = 0; i < steps && result == 0; i++) {
	result = work_step(work, i);
	cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_DEVICE);
	if (result == 0)
		result = cublasSnrm2(work->cublas, work->n * work->m, work->c, 1,
				     (float *)tensor_data(log) + i) == CUBLAS_STATUS_SUCCESS
				 ? 0
				 : -1;
	cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_HOST);
}
if (result == 0)
	result = tensor_to_host(log, norms) == 0 ? 0 : -1;
tensor_free(log);
cudaGetLastError();
return result;
