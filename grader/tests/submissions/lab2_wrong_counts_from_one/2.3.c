/* the second GPU is gpu:1 */
Device device = device_gpu_count() > 2 ? device_gpu(2) : device_try_gpu(0);
return tensor_uniform(SHAPE(rows, cols), seed, device);
