/* lab2_right_by_framework: pass */
/* takes the list of all devices, and its second entry if there is one */
Device all[2];
int count = device_try_all_gpus(all, 2);
return tensor_uniform(SHAPE(rows, cols), seed, all[count >= 2]);

/* lab2_wrong_counts_from_one: fail wanted gpu:1, got gpu:0 */
/* the second GPU is gpu:1 */
Device device = device_gpu_count() > 2 ? device_gpu(2) : device_try_gpu(0);
return tensor_uniform(SHAPE(rows, cols), seed, device);

/* lab2_wrong_made_on_cpu: fail copies to a GPU */
/* draws on the CPU, then sends the numbers */
Device device = device_gpu_count() > 1 ? device_gpu(1) : device_try_gpu(0);
Tensor *made = tensor_uniform(SHAPE(rows, cols), seed, device_cpu());
Tensor *moved = tensor_as_in_device(made, device);
tensor_free(made);
return moved;
