/* lab1_right_by_probing: pass */
/* builds the list of all there are, and looks the index up in it */
Device all[64];
int count = 0;
for (; count < device_gpu_count(); count++)
	all[count] = device_gpu(count);
if (index >= count || index < -count)
	return device_cpu();
return all[index < 0 ? count + index : index];

/* lab1_wrong_negative_index: fail try_gpu(- */
/* the chapter's own line, which lets every negative index pass */
return device_gpu_count() >= index + 1 ? device_gpu(index) : device_cpu();

/* lab1_wrong_off_by_one: fail wanted cpu */
/* the last GPU has the number count - 1 */
int count = device_gpu_count();
if (index < 0)
	index += count;
return index >= 0 && index <= count ? device_gpu(index) : device_cpu();
