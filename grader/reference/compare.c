/* compare.c - one product with the framework: on the CPU, on a GPU, and with the copies. */
#include <stdio.h>

#include "grader/reference/reference.h"
#include "usegpu/device.h"
#include "usegpu/tensor.h"

/* The whole way: both matrices to the GPU, the product, and its result back. What it takes, without
 * giving the memory back. */
static double there_and_back_us(const Tensor *a, const Tensor *b, Device gpu)
{
	double before = now_us(), us;
	Tensor *x = tensor_copy_to(a, gpu), *y = tensor_copy_to(b, gpu);
	Tensor *product = tensor_matmul(x, y), *back = tensor_copy_to(product, device_cpu());

	NEED(back != NULL);
	us = now_us() - before;
	tensor_free(back);
	tensor_free(product);
	tensor_free(y);
	tensor_free(x);
	return us;
}

static double matmul_us(const Tensor *a, const Tensor *b, Device device)
{
	double before = now_us();
	Tensor *product = tensor_matmul(a, b);

	NEED(product != NULL);
	NEED(device_synchronize(device) == 0);

	double us = now_us() - before;

	tensor_free(product);
	return us;
}

void reference_compare(const int *number, int count)
{
	Device gpu = device_gpu(number[0]);
	Tensor *a = tensor_uniform(SHAPE(number[1], number[2]), 1, device_cpu());
	Tensor *b = tensor_uniform(SHAPE(number[2], number[3]), 2, device_cpu());

	(void)count;
	NEED(a && b);
	matmul_us(a, b, device_cpu()); /* the first time costs more */

	double cpu = matmul_us(a, b, device_cpu());

	there_and_back_us(a, b, gpu);

	double with_copies = there_and_back_us(a, b, gpu);
	Tensor *x = tensor_copy_to(a, gpu), *y = tensor_copy_to(b, gpu);

	NEED(x && y);
	matmul_us(x, y, gpu);
	printf("%.9g %.9g %.9g\n", cpu, matmul_us(x, y, gpu), with_copies);
	tensor_free(x);
	tensor_free(y);
	tensor_free(a);
	tensor_free(b);
}
