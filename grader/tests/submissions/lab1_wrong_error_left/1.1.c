/* without a GPU the call fails, and nobody takes the error away */
int count = 0;
cudaGetDeviceCount(&count);
return count;
