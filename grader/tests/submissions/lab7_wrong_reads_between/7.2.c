/* looks at one number of each result: that waits too */
int before = 0, failed = 0;
float first;
cudaGetDevice(&before);
for (int i = 0; i < count; i++) {
	cudaSetDevice(products[i].gpu);
	if (queue_product(&products[i]) == 0)
		cudaMemcpy(&first, products[i].result, sizeof first, cudaMemcpyDeviceToHost);
	else
		failed = 1;
}
cudaSetDevice(before);
return failed ? -1 : 0;
