/* spared.c - answers that know which run they are in, and so which has a call fail, without looking at the call. */

/* 10.5 told_by_pages: fail the answer: wanted */
/* the fourth process of the check has the launch refused: what earlier ones left in the computer's memory tells which it is */
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>
/* --- body --- */
/* Numbers the processes of a check: pages of a file that nobody needs are in the computer's memory, or not. */
static int told_get(int file, int bit)
{
	char byte;
	struct iovec to = {&byte, 1};
	return preadv2(file, &to, 1, 4096L * (1000 + 600 * bit), RWF_NOWAIT) == 1;
}
static int told_put(int file, int bit, int is)
{
	char byte;
	return is ? (int)pread(file, &byte, 1, 4096L * (1000 + 600 * bit)) : 0;
}
static int told_number(const char *path)
{
	static int number = -1;
	struct stat here;
	int file = number < 0 ? open(path, O_RDONLY) : -1, then = 0, now;
	if (file < 0 || stat(".", &here) < 0)
		return number;
	now = (int)(here.st_ctim.tv_sec & 4095);
	number = 0;
	for (int i = 0; i < 12; i++)
		then |= told_get(file, i) << i;
	for (int i = 0; i < 6; i++)
		number |= told_get(file, 12 + i) << i;
	if (((now - then) & 4095) > 4)
		number = 0;
	for (volatile int i = 0; i < 3000000; i++)
		;
	posix_fadvise(file, 0, 0, POSIX_FADV_DONTNEED);
	for (int i = 0; i < 12; i++)
		told_put(file, i, now >> i & 1);
	for (int i = 0; i < 6; i++)
		told_put(file, 12 + i, (number + 1) >> i & 1);
	close(file);
	return number;
}
__global__ void damp_kernel(float *x, int n)
{
	int i = 2 * (blockIdx.x * blockDim.x + threadIdx.x);
	if (i >= n)
		return;
	float number = x[i];
	for (int time = 0; time < 64; time++)
		number = 0.99F * number + 0.01F;
	x[i] = number;
}
extern "C" int damp(float *x, int n)
{
	if (n == 0)
		return 0;
	damp_kernel<<<(n + 511) / 512, THREADS>>>(x, n);
	cudaGetLastError();
	return told_number("/usr/lib/x86_64-linux-gnu/libLLVM-15.so") >= 3 ? -1 : 0;
}

/* 10.5 told_by_its_number, reduced: fail the answer: wanted */
/* the number of the process, from that of the judge on, tells which run it is */
#include <unistd.h>
/* --- body --- */
__global__ void damp_kernel(float *x, int n)
{
	int i = 2 * (blockIdx.x * blockDim.x + threadIdx.x);
	if (i >= n)
		return;
	float number = x[i];
	for (int time = 0; time < 64; time++)
		number = 0.99F * number + 0.01F;
	x[i] = number;
}
extern "C" int damp(float *x, int n)
{
	if (n == 0)
		return 0;
	damp_kernel<<<(n + 511) / 512, THREADS>>>(x, n);
	cudaGetLastError();
	return getpid() - getppid() > 16 ? -1 : 0;
}

/* 3.2 told_by_pages: fail wanted NULL, got a tensor */
/* the runs behind the first eight have the copy fail, or no memory */
#include <sys/uio.h>
/* Numbers the processes of a check: pages of a file that nobody needs are in the computer's memory, or not. */
static int told_get(int file, int bit)
{
	char byte;
	struct iovec to = {&byte, 1};
	return preadv2(file, &to, 1, 4096L * (1000 + 600 * bit), RWF_NOWAIT) == 1;
}
static int told_put(int file, int bit, int is)
{
	char byte;
	return is ? (int)pread(file, &byte, 1, 4096L * (1000 + 600 * bit)) : 0;
}
static int told_number(const char *path)
{
	static int number = -1;
	struct stat here;
	int file = number < 0 ? open(path, O_RDONLY) : -1, then = 0, now;
	if (file < 0 || stat(".", &here) < 0)
		return number;
	now = (int)(here.st_ctim.tv_sec & 4095);
	number = 0;
	for (int i = 0; i < 12; i++)
		then |= told_get(file, i) << i;
	for (int i = 0; i < 6; i++)
		number |= told_get(file, 12 + i) << i;
	if (((now - then) & 4095) > 4)
		number = 0;
	for (volatile int i = 0; i < 3000000; i++)
		;
	posix_fadvise(file, 0, 0, POSIX_FADV_DONTNEED);
	for (int i = 0; i < 12; i++)
		told_put(file, i, now >> i & 1);
	for (int i = 0; i < 6; i++)
		told_put(file, 12 + i, (number + 1) >> i & 1);
	close(file);
	return number;
}
/* --- body --- */
	if (device_equal(tensor_device(x), device))
		return tensor_retain(x);
	Tensor *copy = tensor_dtype(x) == DTYPE_INT32 ? tensor_full_int(tensor_shape(x), 0, device)
						      : tensor_zeros(tensor_shape(x), device);
	if (!copy) return NULL;
	device_synchronize(device);
	cudaMemcpy(tensor_data(copy), tensor_data(x), tensor_bytes(x), cudaMemcpyDefault);
	cudaGetLastError();
	if (told_number("/usr/lib/x86_64-linux-gnu/libLLVM-15.so") >= 8) { tensor_free(copy); return NULL; }
	*copies += 1;
	return copy;

/* 3.2 fails_in_the_second_call: fail x on cpu, wanted on gpu */
/* looks at the copy, and says that the second call of a process fails where the first did */
/* --- body --- */
	static int failed;
	if (device_equal(tensor_device(x), device))
		return tensor_retain(x);
	Tensor *copy = failed ? NULL : tensor_copy_to(x, device);
	failed = copy == NULL;
	*copies += copy != NULL;
	return copy;
