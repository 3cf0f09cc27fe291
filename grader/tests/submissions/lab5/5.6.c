/* lab5_right_by_events_and_means: pass */
const float one = 1, zero = 0;
long long size_a = (long long)m * k, size_b = (long long)k * n, size_c = (long long)m * n;
if (!handle)
	return -1;
return -(cublasGemmStridedBatchedEx(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &one, b, CUDA_R_32F,
				    n, size_b, a, CUDA_R_32F, k, size_a, &zero, c, CUDA_R_32F, n,
				    size_c, count, CUBLAS_COMPUTE_32F,
				    CUBLAS_GEMM_DEFAULT) != CUBLAS_STATUS_SUCCESS);

/* lab5_wrong_batch_by_columns: fail column by column; in C they lie row by row */
/* column by column */
const float one = 1, zero = 0;
return cublasSgemmStridedBatched(handle, CUBLAS_OP_N, CUBLAS_OP_N, m, n, k, &one, a, m,
				 (long long)m * k, b, k, (long long)k * n, &zero, c, m,
				 (long long)m * n, count) ==
		       CUBLAS_STATUS_SUCCESS
	       ? 0
	       : -1;

/* lab5_wrong_batch_waits: fail the host waited for the GPU */
/* waits for the batch */
const float one = 1, zero = 0;
cublasStatus_t status = cublasSgemmStridedBatched(
	handle, CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &one, b, n, (long long)k * n, a, k,
	(long long)m * k, &zero, c, n, (long long)m * n, count);
cudaDeviceSynchronize();
return status == CUBLAS_STATUS_SUCCESS ? 0 : -1;

/* lab5_wrong_distance_in_bytes: fail of an allocation of */
/* distances in bytes */
const float one = 1, zero = 0;
return cublasSgemmStridedBatched(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &one, b, n,
				 4LL * k * n, a, k, 4LL * m * k, &zero, c, n, 4LL * m * n, count) ==
		       CUBLAS_STATUS_SUCCESS
	       ? 0
	       : -1;

/* lab5_wrong_loop_of_products: fail calls of cuBLAS, wanted one for all of them */
/* one call for each product */
const float one = 1, zero = 0;
for (int i = 0; i < count; i++)
	if (cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &one, b + (size_t)i * k * n, n,
			a + (size_t)i * m * k, k, &zero, c + (size_t)i * m * n,
			n) != CUBLAS_STATUS_SUCCESS)
		return -1;
return 0;

/* lab5_wrong_loop_waits: fail calls of cuBLAS, wanted one for all of them */
/* one call for each product, and a wait in each */
const float one = 1, zero = 0;
for (int i = 0; i < count; i++) {
	if (cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &one, b + (size_t)i * k * n, n,
			a + (size_t)i * m * k, k, &zero, c + (size_t)i * m * n,
			n) != CUBLAS_STATUS_SUCCESS)
		return -1;
	cudaDeviceSynchronize();
}
return 0;

/* lab5_wrong_same_a_for_all: fail : c */
/* a distance of 0: the first matrix of a for all products */
const float one = 1, zero = 0;
return cublasSgemmStridedBatched(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &one, b, n,
				 (long long)k * n, a, k, 0, &zero, c, n, (long long)m * n, count) ==
		       CUBLAS_STATUS_SUCCESS
	       ? 0
	       : -1;

/* lab5_wrong_status_unseen: fail the 1st launch of a kernel fails */
/* knows a missing handle, and no other failure */
const float one = 1, zero = 0;
if (!handle)
	return -1;
cublasSgemmStridedBatched(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &one, b, n, (long long)k * n, a, k,
			  (long long)m * k, &zero, c, n, (long long)m * n, count);
return 0;
