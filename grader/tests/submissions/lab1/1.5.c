/* lab1_right_by_probing: pass */
/* asks 1.4 for each */
int written = 0;
if (capacity < 1)
	return 0;
do {
	devices[written] = try_gpu(written);
	written++;
} while (written < capacity && device_equal(try_gpu(written), device_gpu(written)));
return written;

/* lab1_wrong_at_the_edges: fail 0 GPUs, capacity 1: what is returned: wanted 1, got 0 */
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

/* lab1_wrong_cpu_besides: fail what is returned */
/* the CPU belongs to the list only when there is no GPU */
int written = 0;
for (int count = device_gpu_count(); written < count && written < capacity; written++)
	devices[written] = device_gpu(written);
if (written < capacity)
	devices[written++] = device_cpu();
return written;

/* lab1_wrong_over_capacity: fail capacity */
/* takes the room for granted */
int count = device_gpu_count();
for (int i = 0; i < count; i++)
	devices[i] = device_gpu(i);
if (count == 0)
	devices[count++] = device_cpu();
(void)capacity;
return count;
