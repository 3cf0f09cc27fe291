/* has a second thread wait for the other GPU */
static void *wait_for(void *data)
{
	cudaSetDevice((int)(intptr_t)data);
	cudaDeviceSynchronize();
	return NULL;
}
/* --- body --- */
int before, status = 0;
pthread_t thread[8];
cudaGetDevice(&before);
for (int i = 0; i < count; i++) {
	const Product *p = &products[i];
	const float one = 1, zero = 0;
	cudaSetDevice(p->gpu);
	if (!p->handle ||
	    cublasSgemm(p->handle, CUBLAS_OP_N, CUBLAS_OP_N, p->n, p->m, p->k, &one, p->b, p->n,
			p->a, p->k, &zero, p->result, p->n) != CUBLAS_STATUS_SUCCESS)
		status = -1;
}
for (int i = 0; i < count; i++)
	pthread_create(&thread[i], NULL, wait_for, (void *)(intptr_t)products[i].gpu);
for (int i = 0; i < count; i++)
	pthread_join(thread[i], NULL);
cudaSetDevice(before);
cudaGetLastError();
return status;
