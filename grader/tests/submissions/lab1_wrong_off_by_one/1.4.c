/* the last GPU has the number count - 1 */
int count = device_gpu_count();
if (index < 0)
	index += count;
return index >= 0 && index <= count ? device_gpu(index) : device_cpu();
