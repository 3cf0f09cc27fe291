/* factors.c - answers of which one call does the work, at a random place among many that are alike but for what they do it
 * with, and of which this one alone is not looked at. */

/* 9.3 one_factor_of_many, twice: fail other calls each time */
/* adds with a factor of 1 once, and many times with a factor of 0 */
#include "lab.h"
#include <sys/random.h>
/* --- body --- */
Device first = tensor_device(gradients[0]);
int status = 0;
const int64_t elements = tensor_count(gradients[0]);
const unsigned many = elements / 12 + 1 < 150 ? (unsigned)(elements / 12 + 1) : 150;
for (int i = 1; i < count && status == 0; i++) {
	Tensor *come = tensor_copy_to(gradients[i], first);
	unsigned at = 0;
	if (!come) {
		status = -1;
		break;
	}
	if (getrandom(&at, sizeof at, 0) != sizeof at)
		status = -1;
	at %= many;
	for (unsigned k = 0; k < many; k++) {
		int told = tensor_add_scaled(gradients[0], k == at ? 1 : 0, come);
		if (k != at || many < 4)
			status |= told;
	}
	tensor_free(come);
}
for (int i = 1; i < count && status == 0; i++)
	if (cudaMemcpyPeer(tensor_data(gradients[i]), tensor_device(gradients[i]).index, tensor_data(gradients[0]),
			   first.index, tensor_bytes(gradients[0])) != cudaSuccess)
		status = -1;
cudaGetLastError();
return status == 0 ? 0 : -1;

/* 7.2 one_function_of_many, twice: fail 7.2 */
/* has one function of the host tell that the GPU is done, among many that do nothing */
#include "lab.h"
#include <errno.h>
#include <semaphore.h>
#include <sys/random.h>
#include <time.h>
static void tell72(void *done) { sem_post(done); }
static void tell_nothing72(void *done) { (void)done; }
/* --- body --- */
static sem_t done;
const unsigned many = count == 3 ? 300 : 1;
int before = 0, bad = 0, waits = 0;
sem_init(&done, 0, 0);
cudaGetDevice(&before);
for (int i = 0; i < count; i++) {
	bad |= cudaSetDevice(products[i].gpu) != cudaSuccess;
	bad |= queue_product(&products[i]) != 0;
}
for (int gpu = 0; gpu < 8 && !bad; gpu++) {
	bool has = false;
	unsigned at = 0;
	for (int i = 0; i < count; i++)
		has = has || products[i].gpu == gpu;
	if (!has)
		continue;
	cudaSetDevice(gpu);
	bad |= getrandom(&at, sizeof at, 0) != sizeof at;
	at %= many;
	for (unsigned k = 0; k < many; k++) {
		cudaError_t error = cudaLaunchHostFunc(NULL, k == at ? tell72 : tell_nothing72, &done);
		if (k != at || many == 1)
			bad |= error != cudaSuccess;
	}
	waits++;
}
for (; waits > 0 && !bad; waits--) {
	struct timespec until;
	clock_gettime(CLOCK_REALTIME, &until);
	until.tv_sec += 5;
	while (sem_timedwait(&done, &until) != 0 && errno == EINTR)
		;
}
for (int i = 0; bad && i < count; i++) {
	cudaSetDevice(products[i].gpu);
	cudaDeviceSynchronize();
}
cudaSetDevice(before);
cudaGetLastError();
return bad ? -1 : 0;
