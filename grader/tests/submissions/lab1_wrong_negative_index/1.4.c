/* the chapter's own line, which lets every negative index pass */
return device_gpu_count() >= index + 1 ? device_gpu(index) : device_cpu();
