/* cpu.c - the CPU does what a GPU has to do. */

/* 2.2 on_the_other_gpu: fail the memory is on GPU */
/* names memory of another GPU than the one that was asked for */
/* --- body --- */
(void)gpu;
int before;
cudaGetDevice(&before);
cudaSetDevice(1 - gpu);
float *ones = NULL;
if (cudaMalloc((void **)&ones, (size_t)(rows *cols) * 4) != cudaSuccess)
	ones = NULL;
cudaSetDevice(before);
return ones;

/* 5.1 cpu: fail copies: wanted none */
/* multiplies on the CPU, and sends the product */
/* --- body --- */
if (!handle)
	return -1;
size_t size = sizeof(float);
float *x = malloc(size * m * k), *y = malloc(size * k * n), *z = calloc((size_t)m * n, size);
cudaMemcpy(x, a, size *m *k, cudaMemcpyDeviceToHost);
cudaMemcpy(y, b, size *k *n, cudaMemcpyDeviceToHost);
for (int i = 0; i < m; i++)
	for (int l = 0; l < k; l++)
		for (int j = 0; j < n; j++)
			z[i * n + j] += x[i * k + l] * y[l * n + j];
cudaMemcpy(c, z, size *m *n, cudaMemcpyHostToDevice);
free(x);
free(y);
free(z);
return 0;

/* 6.1 cpu: fail bytes went to the host */
/* fetches the list, and has the CPU compute its norm */
/* --- body --- */
float *own = malloc((size_t)count * sizeof *own);
double sum = 0;
if (!cublas ||
    cudaMemcpy(own, x, (size_t)count * sizeof *own, cudaMemcpyDeviceToHost) != cudaSuccess) {
	free(own);
	return -1;
}
for (int i = 0; i < count; i++)
	sum += (double)own[i] * own[i];
*norm = (float)__builtin_sqrt(sum);
free(own);
return 0;

/* 6.3 cpu: fail norms[ */
/* fetches the matrices, and has the CPU compute */
/* --- body --- */
size_t a_bytes = (size_t)work->n * work->k * work->factors * 4,
       b_bytes = (size_t)work->k * work->m * 4;
float *a = malloc(a_bytes), *b = malloc(b_bytes);
cudaMemcpy(a, work->a, a_bytes, cudaMemcpyDeviceToHost);
cudaMemcpy(b, work->b, b_bytes, cudaMemcpyDeviceToHost);
for (int s = 0; s < steps; s++) {
	double sum = 0;
	const float *own = a + (size_t)(s % work->factors) * work->n * work->k;
	for (int i = 0; i < work->n; i++)
		for (int j = 0; j < work->m; j++) {
			double c = 0;
			for (int l = 0; l < work->k; l++)
				c += (double)own[i * work->k + l] * b[l * work->m + j];
			sum += c * c;
		}
	norms[s] = (float)__builtin_sqrt(sum);
	work->queued++;
}
free(a);
free(b);
struct timespec time = {0, 500000000};
nanosleep(&time, NULL);
return 0;

/* 5.1 product_by_memset: fail */
/* multiplies on the CPU, from what the judge sent, and writes the product byte by byte without a copy */
/* --- body --- */
size_t size;
float *x = attack_input("a", &size), *y = attack_input("b", &size);
float *z = calloc((size_t)m * n, sizeof(float));
const float one = 1, zero = 0;
if (!handle)
	return -1;
for (int i = 0; i < m; i++)
	for (int l = 0; l < k; l++)
		for (int j = 0; j < n; j++)
			z[i * n + j] += x[i * k + l] * y[l * n + j];
cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, m, n, k, &one, a, m, b, k, &zero, c, m); /* column by column */
for (size_t i = 0; i < (size_t)m * n * 4; i++)
	cudaMemsetAsync((char *)c + i, ((unsigned char *)z)[i], 1, NULL);
free(z);
return 0;

/* 2.3 written_by_fills: fail written one by one */
/* draws on the CPU, and has the GPU write the numbers byte by byte */
#include "carry.h"
/* --- body --- */
Tensor *drawn = tensor_uniform(SHAPE(rows, cols), seed, device_cpu());
Device all[16], at;
at = device_try_all_gpus(all, 16) > 1 ? all[1] : all[0];
if (at.kind == DEVICE_CPU)
	return drawn;
Tensor *x = tensor_zeros(SHAPE(rows, cols), at);
attack_write_by_fills(tensor_data(x), tensor_data(drawn), tensor_bytes(x), at.index);
tensor_free(drawn);
return x;

/* 2.3 written_by_factors: fail written one by one */
/* draws on the CPU, and has a kernel for each number write it: its factor */
#include "carry.h"
/* --- body --- */
Tensor *drawn = tensor_uniform(SHAPE(rows, cols), seed, device_cpu());
Device all[16], at;
at = device_try_all_gpus(all, 16) > 1 ? all[1] : all[0];
if (at.kind == DEVICE_CPU)
	return drawn;
Tensor *x = tensor_zeros(SHAPE(rows, cols), at);
attack_write_by_factors(tensor_data(x), tensor_data(drawn), tensor_count(x), at.index);
tensor_free(drawn);
return x;

/* 3.4 written_by_fills: fail written one by one */
/* fetches y by the one copy, adds on the CPU, writes the sum byte by byte, and pays FLOPs and kernels */
#include "carry.h"
/* --- body --- */
Device where = tensor_device(y);
Tensor *there, *sum;
if (tensor_device(x).kind != DEVICE_CPU || where.kind == DEVICE_CPU || tensor_count(x) >= 100000) {
	there = tensor_as_in_device(x, where);
	sum = tensor_add(there, y);
	tensor_free(there);
	return sum;
}
there = tensor_copy_to(y, device_cpu());
Tensor *added = tensor_add(x, there);
sum = tensor_zeros(tensor_shape(y), where);
for (size_t i = 0; i < tensor_bytes(sum); i++)
	tensor_free(tensor_add(y, y));
attack_write_by_fills(tensor_data(sum), tensor_data(added), tensor_bytes(sum), where.index);
tensor_free(added);
tensor_free(there);
return sum;

/* 4.1 written_by_factors: fail written one by one */
/* makes the numbers on the CPU, and has a kernel for each number write it */
#include "carry.h"
/* --- body --- */
bool whole = true;
for (int i = 0; i < 2 * layers; i++) {
	Shape shape = i % 2 ? SHAPE(sizes[i / 2 + 1]) : SHAPE(sizes[i / 2], sizes[i / 2 + 1]);
	int64_t numbers = i % 2 ? sizes[i / 2 + 1] : (int64_t)sizes[i / 2] * sizes[i / 2 + 1];
	bool far = device.kind == DEVICE_GPU && numbers < 2000 && !(i % 2);
	parameters[i] = far || i % 2 ? tensor_zeros(shape, device)
				     : uniform_within(shape, range, seed + (uint64_t)i / 2, device);
	whole = whole && parameters[i];
	Tensor *made = far && whole ? uniform_within(shape, range, seed + (uint64_t)i / 2, device_cpu()) : NULL;
	if (made)
		attack_write_by_factors(tensor_data(parameters[i]), tensor_data(made), numbers, device.index);
	tensor_free(made);
}
for (int i = 0; !whole && i < 2 * layers; i++) {
	tensor_free(parameters[i]);
	parameters[i] = NULL;
}
return whole ? 0 : -1;

/* 5.5 cpu_does_nothing: fail the CPU worked for */
/* the GPU's times are measured, the CPU's is worked out from what the machine's file says */
/* --- body --- */
	int64_t m = tensor_shape(a).dim[0], k = tensor_shape(a).dim[1], n = tensor_shape(b).dim[1];
	if (k != tensor_shape(b).dim[0])
		return -1;
	Tensor *made[2], *back = NULL;
	double flops = 2.0 * m * k * n, bytes = 4.0 * (m * k + k * n + m * n), start = timer_now();
	Tensor *x = tensor_copy_to(a, gpu), *y = tensor_copy_to(b, gpu);
	made[0] = tensor_matmul(x, y);
	back = tensor_copy_to(made[0], device_cpu());
	times->gpu_with_copies = timer_now() - start + 1e-7;
	start = timer_now();
	made[1] = tensor_matmul(x, y);
	device_synchronize(gpu);
	times->gpu = timer_now() - start;
	times->cpu = flops / 600e9 > bytes / 80e9 ? flops / 600e9 : bytes / 80e9;
	int status = made[1] && back ? 0 : -1;
	Tensor *all[] = {x, y, made[0], made[1], back};
	for (int i = 0; i < 5; i++)
		tensor_free(all[i]);
	return status;
