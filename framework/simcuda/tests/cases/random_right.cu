// expect: silent
// prints: b850222e c58cb04b 14a7a020 7a84fff9 adca1466 0.321259
// prints: -1.28905 -0.43989 -0.01400 1.57162
// prints: 0.312254178571 0.1798492815 0.8722498684 -0.9102341133
// prints: 8e9e98b3 9df0c5a5 3147ab5b 8175b911 557f46d7 0.840931
// prints: -0.12398 0.05886 1.09546 2.77854
// prints: 0.585332981544 -0.2468016923 0.2309493070 -0.4919388129
// prints: 339fe99a 03a40e77 f931138e 05d85251 d038a7bf 0.431394
// prints: -1.42636 0.09016 1.42472 1.68120
// prints: 0.686397084501 0.2205820022 -0.8599719053 -0.0320978528
// What the same program prints with NVIDIA's curand_kernel.h, compiled by nvcc 13.0.

#include <cstdio>
#include <curand_kernel.h>

struct Drawn {
	unsigned int word, four[4];
	float uniform, normal[3], logs;
	double uniform_double, normal_double[3];
};

__global__ void draw(Drawn *drawn)
{
	curandStatePhilox4_32_10_t state;
	Drawn *d = &drawn[threadIdx.x];
	curand_init(0x123456789abcdefULL, threadIdx.x, 5 * threadIdx.x, &state);
	d->word = curand(&state);
	uint4 four = curand4(&state);
	d->four[0] = four.x, d->four[1] = four.y, d->four[2] = four.z, d->four[3] = four.w;
	d->uniform = curand_uniform(&state);
	for (int i = 0; i < 3; i++)
		d->normal[i] = curand_normal(&state);
	d->uniform_double = curand_uniform_double(&state);
	for (int i = 0; i < 3; i++)
		d->normal_double[i] = curand_normal_double(&state);
	skipahead(7ULL, &state);
	d->logs = curand_log_normal(&state, 1, 0.5f);
}

int main()
{
	Drawn *on_gpu, d[3];
	cudaMalloc(&on_gpu, sizeof d);
	draw<<<1, 3>>>(on_gpu);
	cudaMemcpy(d, on_gpu, sizeof d, cudaMemcpyDeviceToHost);
	for (int i = 0; i < 3; i++) {
		printf("%08x %08x %08x %08x %08x %.6f\n", d[i].word, d[i].four[0], d[i].four[1],
		       d[i].four[2], d[i].four[3], d[i].uniform);
		printf("%.5f %.5f %.5f %.5f\n", d[i].normal[0], d[i].normal[1], d[i].normal[2],
		       d[i].logs);
		printf("%.12f %.10f %.10f %.10f\n", d[i].uniform_double, d[i].normal_double[0],
		       d[i].normal_double[1], d[i].normal_double[2]);
	}
	cudaFree(on_gpu);
}
