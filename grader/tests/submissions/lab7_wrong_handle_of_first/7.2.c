/* one handle for all products */
const float one = 1, zero = 0;
int before = 0, failed = 0;
cudaGetDevice(&before);
for (int i = 0; i < count; i++) {
	const Product *p = &products[i];
	cudaSetDevice(p->gpu);
	failed |= cublasSgemm(products[0].handle, CUBLAS_OP_N, CUBLAS_OP_N, p->n, p->m, p->k, &one,
			      p->b, p->n, p->a, p->k, &zero, p->result, p->n);
}
for (int i = 0; i < count; i++) {
	cudaSetDevice(products[i].gpu);
	cudaDeviceSynchronize();
}
cudaSetDevice(before);
return failed ? -1 : 0;
