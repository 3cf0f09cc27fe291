/* draws on the CPU, then sends the numbers */
Device device = device_gpu_count() > 1 ? device_gpu(1) : device_try_gpu(0);
Tensor *made = tensor_uniform(SHAPE(rows, cols), seed, device_cpu());
Tensor *moved = tensor_as_in_device(made, device);
tensor_free(made);
return moved;
