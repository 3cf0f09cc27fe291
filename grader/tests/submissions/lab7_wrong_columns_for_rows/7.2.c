/* a b as cuBLAS counts, by columns: transposed inputs, transposed result */
const float one = 1, zero = 0;
int before = 0, failed = 0;
cudaGetDevice(&before);
for (int i = 0; i < count; i++) {
	const Product *p = &products[i];
	cudaSetDevice(p->gpu);
	failed |= cublasSgemm(p->handle, CUBLAS_OP_T, CUBLAS_OP_T, p->m, p->n, p->k, &one, p->a,
			      p->k, p->b, p->n, &zero, p->result, p->m);
}
wait_for_all(products, count);
cudaSetDevice(before);
return failed ? -1 : 0;
