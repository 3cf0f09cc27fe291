/* room for one is room enough for the CPU */
int count = device_gpu_count();
if (count == 0 && capacity > 1) {
	devices[0] = device_cpu();
	return 1;
}
int written = 0;
for (; written < count && written < capacity; written++)
	devices[written] = device_gpu(written);
return written;
