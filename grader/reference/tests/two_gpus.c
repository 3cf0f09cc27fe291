/* two_gpus.c - instead of looking for device files: this machine has two real GPUs. */
int __wrap_gpu_detect(void); /* the linker's name for what it calls in its place */
int __wrap_gpu_detect(void)
{
	return 2;
}
