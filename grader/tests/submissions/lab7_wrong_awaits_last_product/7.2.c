/* waits for the GPU of the last product, which may have the least to do */
int before = 0, failed = 0;
cudaGetDevice(&before);
failed |= queue_all(products, count);
cudaSetDevice(products[count - 1].gpu);
cudaDeviceSynchronize();
cudaSetDevice(before);
return failed ? -1 : 0;
