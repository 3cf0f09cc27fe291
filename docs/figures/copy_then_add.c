/* copy_then_add.c - x goes from GPU 0 to GPU 1, where y is, and is added there. */
#include "timeline.h"

int main(void)
{
	Shape shape = SHAPE(2048, 2048);
	Tensor *x = tensor_ones(shape, device_gpu(0)), *y = tensor_ones(shape, device_gpu(1));

	/* Once before it counts: the second time nothing has to be prepared any more. */
	for (int round = 0; round < 2; round++) {
		if (round == 1)
			figure_begin();
		Tensor *z = tensor_copy_to(x, device_gpu(1)), *sum = tensor_add(y, z);
		MUST(sum && device_synchronize(device_gpu(1)) == 0);
		if (round == 1)
			figure_end();
		tensor_free(sum);
		tensor_free(z);
	}
	tensor_free(y);
	tensor_free(x);
	return 0;
}
