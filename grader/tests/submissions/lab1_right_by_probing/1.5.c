/* asks 1.4 for each */
int written = 0;
if (capacity < 1)
	return 0;
do {
	devices[written] = try_gpu(written);
	written++;
} while (written < capacity && device_equal(try_gpu(written), device_gpu(written)));
return written;
