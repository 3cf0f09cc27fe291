/* the CPU belongs to the list only when there is no GPU */
int written = 0;
for (int count = device_gpu_count(); written < count && written < capacity; written++)
	devices[written] = device_gpu(written);
if (written < capacity)
	devices[written++] = device_cpu();
return written;
