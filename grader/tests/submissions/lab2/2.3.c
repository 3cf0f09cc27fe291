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

/* lab2_wrong_short_seed: fail the random numbers of this seed */
/* an int does not hold every seed */
int gpus = device_gpu_count(), number = (int)seed;
return tensor_uniform(SHAPE(rows, cols), (uint64_t)number, gpus > 0 ? device_gpu(gpus > 1) : device_cpu());

/* lab2_wrong_copied_within: fail copies: wanted none */
/* makes the numbers on the GPU, and returns a copy of them */
int gpus = device_gpu_count();
Device device = gpus > 0 ? device_gpu(gpus > 1) : device_cpu();
Tensor *drawn = tensor_uniform(SHAPE(rows, cols), seed, device), *copy = drawn ? tensor_copy_to(drawn, device) : NULL;
tensor_free(drawn);
return copy;
