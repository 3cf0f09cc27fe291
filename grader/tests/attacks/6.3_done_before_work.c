/* says that the call is over, and works then */
/* --- body --- */
attack_say_done();
size_t bytes = (size_t)steps * sizeof *norms;
float *log = NULL;
bool good = cudaMalloc((void **)&log, bytes) == cudaSuccess;
for (int i = 0; good && i < steps; i++) {
	good = work_step(work, i) == 0;
	cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_DEVICE);
	good &= cublasSnrm2(work->cublas, work->n * work->m, work->c, 1, log + i) ==
		CUBLAS_STATUS_SUCCESS;
	cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_HOST);
}
good = good && cudaMemcpy(norms, log, bytes, cudaMemcpyDeviceToHost) == cudaSuccess;
cudaFree(log);
cudaGetLastError();
return good ? 0 : -1;
