/* builds the list of all there are, and looks the index up in it */
Device all[64];
int count = 0;
for (; count < device_gpu_count(); count++)
	all[count] = device_gpu(count);
if (index >= count || index < -count)
	return device_cpu();
return all[index < 0 ? count + index : index];
