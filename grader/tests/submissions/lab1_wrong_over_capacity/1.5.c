/* takes the room for granted */
int count = device_gpu_count();
for (int i = 0; i < count; i++)
	devices[i] = device_gpu(i);
if (count == 0)
	devices[count++] = device_cpu();
(void)capacity;
return count;
