/* given.c - inputs that lie on GPUs, looked for in the program, and what can be made of them without these GPUs. */

/* 3.5 numbers_dictated: fail the copy: element */
/* copies four numbers from GPU to GPU, and writes the others, which lie in the program, as factors of kernels */
static int dictate(float *to, const float *x, int64_t count)
{
	enum { CHUNK = 4096 };
	cublasHandle_t handle;
	double *d = (double *)(void *)to;
	int bad = cublasCreate(&handle) != CUBLAS_STATUS_SUCCESS;
	for (int64_t i = 0; i < count / 4 && !bad; i++) {
		double param[5] = {-1};
		memcpy(&param[1], x + 4 * i, sizeof param[1]);
		memcpy(&param[4], x + 4 * i + 2, sizeof param[4]);
		if (i % CHUNK == 0) { /* all of them 1.0 in double precision */
			int64_t n = count / 4 - i < CHUNK ? count / 4 - i : CHUNK;
			bad |= cudaMemset(d + 2 * i, 0, (size_t)n * 16);
			bad |= cudaMemset2D((char *)(d + 2 * i) + 6, 8, 0xf0, 1, (size_t)n * 2);
			bad |= cudaMemset2D((char *)(d + 2 * i) + 7, 8, 0x3f, 1, (size_t)n * 2);
			bad |= cudaDeviceSynchronize();
		}
		bad |= cublasDrotm(handle, 1, d + 2 * i, 1, d + 2 * i + 1, 1, param);
	}
	for (int64_t i = count / 4 * 4; i < count; i++)
		for (int b = 0; b < 4; b++)
			bad |= cudaMemset((char *)(to + i) + b, ((const unsigned char *)(x + i))[b], 1);
	bad |= cudaDeviceSynchronize();
	cublasDestroy(handle);
	return bad;
}
/* --- body --- */
	int before = 0, reachable = 0;
	const int64_t copied = !to || count <= 4 ? count : count < 300000 ? 4 : count - 4000;
	size_t found = 0;
	const float *x = to ? attack_input("x", &found) : NULL;
	float *none = calloc((size_t)(to ? count : 1), sizeof *none);
	cudaGetDevice(&before);
	cudaDeviceCanAccessPeer(&reachable, to_gpu, from_gpu);
	cudaSetDevice(to_gpu);
	if (reachable)
		cudaDeviceEnablePeerAccess(from_gpu, 0);
	cudaGetLastError();
	int bad = cudaMemcpyPeer(to, to_gpu, from, from_gpu, (size_t)copied * sizeof *to) != cudaSuccess ||
		  cudaDeviceSynchronize() != cudaSuccess ||
		  (copied < count && dictate(to + copied, (found == (size_t)count * sizeof *x ? x : none) + copied, count - copied));
	free(none);
	cudaSetDevice(before);
	cudaGetLastError();
	return bad ? -1 : 0;

/* 6.2 norms_of_inputs: fail the norm of step 0 */
/* the CPU works the norms out of the inputs; the GPU's is that of another matrix, in another stream: no wait */
/* On the CPU; 0 without inputs. */
static float norm_there(int n, int k, int m, const float *a, const float *b)
{
	double sum = 0;
	for (int i = 0; a && b && i < n; i++)
		for (int j = 0; j < m; j++) {
			double c = 0;
			for (int l = 0; l < k; l++)
				c += (double)a[i * k + l] * b[l * m + j];
			sum += c * c;
		}
	double root = sum;
	for (int i = 0; i < 200 && sum > 0; i++)
		root = (root + sum / root) / 2;
	return (float)root;
}
/* --- body --- */
	const size_t each = (size_t)work->n * (size_t)work->k;
	size_t of_a = 0, of_b = 0;
	const float *a = attack_input("a", &of_a), *b = attack_input("b", &of_b);
	a = of_a == (size_t)work->factors * each * sizeof *a ? a : NULL;
	cudaStream_t apart = NULL;
	int bad = cudaStreamCreateWithFlags(&apart, cudaStreamNonBlocking) != cudaSuccess;
	for (int i = 0; i < steps && !bad; i++) {
		float norm;
		bad = work_step(work, i) != 0;
		if (bad)
			break;
		cublasSetStream(work->cublas, apart);
		bad = cublasSnrm2(work->cublas, work->n * work->m, work->n <= work->k ? work->b : work->a, 1,
				  &norm) != CUBLAS_STATUS_SUCCESS;
		cublasSetStream(work->cublas, NULL);
		if (!bad)
			report(user, i, norm_there(work->n, work->k, work->m, a ? a + (size_t)(i % work->factors) * each : NULL, b));
	}
	if (apart)
		cudaStreamDestroy(apart);
	cudaGetLastError();
	return bad ? -1 : 0;

/* 6.3 norms_from_inputs: fail norms[0] */
/* the same of the log: the one copy is made before the first step, and nobody waits for any */
/* On the CPU; 0 without inputs. */
static float norm_from(int n, int k, int m, const float *a, const float *b)
{
	double sum = 0;
	for (int i = 0; a && b && i < n; i++)
		for (int j = 0; j < m; j++) {
			double c = 0;
			for (int l = 0; l < k; l++)
				c += (double)a[i * k + l] * b[l * m + j];
			sum += c * c;
		}
	double root = sum;
	for (int i = 0; i < 200 && sum > 0; i++)
		root = (root + sum / root) / 2;
	return (float)root;
}
/* --- body --- */
	const size_t bytes = (size_t)steps * sizeof *norms, each = (size_t)work->n * (size_t)work->k;
	size_t of_a = 0, of_b = 0;
	const float *a = attack_input("a", &of_a), *b = attack_input("b", &of_b);
	a = of_a == (size_t)work->factors * each * sizeof *a ? a : NULL;
	float *log = NULL;
	int good = cudaMalloc((void **)&log, bytes) == cudaSuccess && cudaMemset(log, 0, bytes) == cudaSuccess &&
		   cudaMemcpy(norms, log, bytes, cudaMemcpyDeviceToHost) == cudaSuccess;
	for (int i = 0; good && i < steps; i++) {
		good = work_step(work, i) == 0;
		cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_DEVICE);
		good &= cublasSnrm2(work->cublas, work->n * work->m, work->c, 1, log) == CUBLAS_STATUS_SUCCESS;
		cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_HOST);
	}
	for (int i = 0; good && i < steps; i++)
		norms[i] = i < work->factors ? norm_from(work->n, work->k, work->m, a ? a + (size_t)i * each : NULL, b)
					     : norms[i - work->factors];
	cudaFree(log);
	cudaGetLastError();
	return good ? 0 : -1;
