/* one_gpu_two_gpus.c - two products on GPU 0, one after the other; then one on GPU 0 and one on GPU
 * 1 at the same time. */
#include "timeline.h"

int main(void)
{
	Tensor *a = tensor_ones(SHAPE(2048, 2048), device_gpu(0)), *results[2];
	Tensor *b = tensor_copy_to(a, device_gpu(1));

	/* Once before it counts, so that cuBLAS is ready on both. */
	tensor_free(tensor_matmul(a, a));
	tensor_free(tensor_matmul(b, b));
	figure_begin();
	for (int gpus = 1; gpus <= 2; gpus++) {
		results[0] = tensor_matmul(a, a);
		results[1] = gpus == 1 ? tensor_matmul(a, a) : tensor_matmul(b, b);
		MUST(results[0] && results[1]);
		for (int i = 0; i < gpus; i++)
			MUST(device_synchronize(device_gpu(i)) == 0);
		tensor_free(results[0]);
		tensor_free(results[1]);
	}
	figure_end();
	tensor_free(b);
	tensor_free(a);
	return 0;
}
