/* lab5_right_by_events_and_means: pass */
const float one = 1, zero = 0;
cublasStatus_t status =
	cublasGemmEx(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &one, b, CUDA_R_32F, n, a,
		     CUDA_R_32F, k, &zero, c, CUDA_R_32F, n, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT);
return status == CUBLAS_STATUS_SUCCESS ? 0 : -1;

/* lab5_wrong_adds_to_c: fail the product was added to what c held before */
/* beta is 1, so what was in c is added */
const float one = 1;
return cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &one, b, n, a, k, &one, c, n) ==
		       CUBLAS_STATUS_SUCCESS
	       ? 0
	       : -1;

/* lab5_wrong_by_columns: fail column by column; in C they lie row by row */
/* as if the matrices lay column by column */
const float one = 1, zero = 0;
return cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, m, n, k, &one, a, m, b, k, &zero, c, m) ==
		       CUBLAS_STATUS_SUCCESS
	       ? 0
	       : -1;

/* lab5_wrong_handle_of_its_own: fail the host waited for the GPU */
/* makes a handle for every product; to give it back waits */
const float one = 1, zero = 0;
cublasHandle_t own;
(void)handle;
cublasCreate(&own);
cublasSgemm(own, CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &one, b, n, a, k, &zero, c, n);
cublasDestroy(own);
return 0;

/* lab5_wrong_product_waits: fail the host waited for the GPU */
/* waits for the product */
const float one = 1, zero = 0;
cublasStatus_t status =
	cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &one, b, n, a, k, &zero, c, n);
cudaDeviceSynchronize();
return status == CUBLAS_STATUS_SUCCESS ? 0 : -1;

/* lab5_wrong_status_ignored: fail what is returned: wanted -1, got 0 */
/* what cuBLAS answers is not looked at */
const float one = 1, zero = 0;
cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &one, b, n, a, k, &zero, c, n);
return 0;

/* lab5_wrong_transposed_result: fail c is right, but lies column by column */
/* reads both factors right, but writes the result column by column */
const float one = 1, zero = 0;
return cublasSgemm(handle, CUBLAS_OP_T, CUBLAS_OP_T, m, n, k, &one, a, k, b, n, &zero, c, m) ==
		       CUBLAS_STATUS_SUCCESS
	       ? 0
	       : -1;

/* lab5_wrong_status_unseen: fail the 1st launch of a kernel fails */
/* knows a missing handle, and no other failure */
const float one = 1, zero = 0;
if (!handle)
	return -1;
cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &one, b, n, a, k, &zero, c, n);
return 0;
