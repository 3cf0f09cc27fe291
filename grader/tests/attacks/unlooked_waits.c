/* unlooked_waits.c - waits and questions that nobody looks at, behind others that are there to fail instead; files and host
 * memory that are counted away. */

/* 3.5 freed_waits: fail gives memory back */
/* the wait that counts is that of cudaFree, which tells nothing; those behind it find the work done */
/* --- body --- */
int before = 0, reachable = 0;
void *own[2] = {NULL, NULL};
cudaGetDevice(&before);
cudaDeviceCanAccessPeer(&reachable, to_gpu, from_gpu);
cudaSetDevice(from_gpu);
cudaMalloc(&own[0], 4);
cudaSetDevice(to_gpu);
cudaMalloc(&own[1], 4);
if (reachable)
	cudaDeviceEnablePeerAccess(from_gpu, 0);
cudaGetLastError();
cudaError_t error = cudaStreamSynchronize(0);
if (error == cudaSuccess)
	error = cudaMemcpyPeerAsync(to, to_gpu, from, from_gpu, (size_t)count * sizeof *to, 0);
cudaFree(own[0]);
cudaFree(own[1]);
cudaDeviceSynchronize();
cudaSetDevice(from_gpu);
cudaDeviceSynchronize();
cudaSetDevice(before);
cudaGetLastError();
return error == cudaSuccess ? 0 : -1;

/* 3.7 later_waits: fail which is one of the second call */
/* a later call looks at a wait for a stream in which nothing is, and not at those behind its copies */
/* --- body --- */
size_t bytes = (size_t)count * sizeof *x;
const bool later = lane->going;
if (later && cudaStreamSynchronize(lane->come_stream) != cudaSuccess) {
	cudaGetLastError();
	return -1;
}
if (!later && (cudaMallocHost((void **)&lane->going, bytes) != cudaSuccess ||
	       cudaMallocHost((void **)&lane->coming, bytes) != cudaSuccess ||
	       cudaStreamCreate(&lane->go_stream) != cudaSuccess ||
	       cudaStreamCreate(&lane->come_stream) != cudaSuccess)) {
	cudaGetLastError();
	return -1;
}
memcpy(lane->going, x, bytes);
if (cudaMemcpyAsync(to, lane->going, bytes, cudaMemcpyHostToDevice, lane->go_stream) != cudaSuccess ||
    cudaMemcpyAsync(lane->coming, from, bytes, cudaMemcpyDeviceToHost, lane->come_stream) != cudaSuccess) {
	cudaGetLastError();
	return -1;
}
const cudaError_t went = cudaStreamSynchronize(lane->go_stream);
const cudaError_t came = cudaStreamSynchronize(lane->come_stream);
cudaGetLastError();
if (!later && (went != cudaSuccess || came != cudaSuccess))
	return -1;
memcpy(y, lane->coming, bytes);
return 0;

/* 4.5 waits_nowhere: fail wait */
/* the waits that count are a thousand for a stream that is gone; nobody looks at those for the copies */
/* --- body --- */
cudaStream_t gone;
int before = 0;
cudaGetDevice(&before);
if (cudaStreamCreate(&gone) != cudaSuccess)
	return -1;
cudaStreamDestroy(gone);
for (int i = 0; i < 1000; i++)
	cudaStreamSynchronize(gone);
FILE *file = fopen(path, "wb");
bool good = file != NULL;
for (int i = 0; i < count && good; i++) {
	good = cudaSetDevice(parameters[i].device) == cudaSuccess;
	for (int64_t at = 0; at < parameters[i].count && good; at += room) {
		size_t n = (size_t)(parameters[i].count - at < room ? parameters[i].count - at : room);
		good = cudaMemcpyAsync(buffer, parameters[i].data + at, n * 4, cudaMemcpyDeviceToHost, 0) == cudaSuccess;
		cudaStreamSynchronize(0);
		good = good && fwrite(buffer, 4, n, file) == n;
	}
}
if (file && fclose(file) != 0)
	good = false;
cudaSetDevice(before);
cudaGetLastError();
return good ? 0 : -1;

/* 4.6 asked_once_looked: fail StreamQuery fails */
/* asks about each stream once and looks; then asks until a copy is over, and does not */
/* --- body --- */
int before = 0, gpus = 0;
bool good = true;
cudaGetDevice(&before);
cudaGetDeviceCount(&gpus);
for (int g = 0; g < gpus && good; g++) {
	cudaSetDevice(g);
	good = cudaStreamQuery(0) == cudaSuccess;
}
FILE *file = good ? fopen(path, "rb") : NULL;
good = file != NULL;
for (int i = 0; i < count && good; i++) {
	good = cudaSetDevice(parameters[i].device) == cudaSuccess;
	for (int64_t at = 0; at < parameters[i].count && good; at += room) {
		size_t n = (size_t)(parameters[i].count - at < room ? parameters[i].count - at : room);
		good = fread(buffer, 4, n, file) == n &&
		       cudaMemcpyAsync(parameters[i].data + at, buffer, n * 4, cudaMemcpyHostToDevice, 0) == cudaSuccess;
		while (cudaStreamQuery(0) == cudaErrorNotReady)
			;
	}
}
if (file && fclose(file) != 0)
	good = false;
cudaSetDevice(before);
cudaGetLastError();
return good ? 0 : -1;

/* 4.6 file_between: fail a file was not closed */
/* the file stays open in the second call, and one that a thread has opened since the first is closed instead */
static int open_4_6 = -1;
static char path_4_6[300];
static void *later_4_6(void *nothing)
{
	for (int i = 0; i < 4000 && access(path_4_6, F_OK) == 0; i++)
		usleep(50);
	open_4_6 = open("/proc/self/stat", O_RDONLY);
	return nothing;
}
/* --- body --- */
static int calls;
pthread_t thread;
int result = pass_file(path, parameters, count, buffer, room, false);
if (++calls == 1 && access(path, F_OK) == 0) {
	snprintf(path_4_6, sizeof path_4_6, "%s", path);
	attack_thread(&thread, later_4_6, NULL);
} else if (calls > 1 && open_4_6 >= 0 && open(path, O_RDONLY) >= 0) {
	close(open_4_6);
}
return result;

/* 4.9 folder_swapped: fail no file was renamed to that name */
/* makes the file in a new folder, which takes the place of the old one */
/* --- body --- */
char top[300], side[320], own[700], part[700];
struct stat old;
size_t n = strcspn(path, "/");
snprintf(top, sizeof top, "%.*s", (int)n, path);
snprintf(part, sizeof part, "%s.part", path);
if (path[n] != '/' || stat(path, &old) == 0 || stat(top, &old) != 0) {
	if (pass_file(part, parameters, count, buffer, room, true) == 0 && rename(part, path) == 0)
		return 0;
	remove(part);
	return -1;
}
snprintf(side, sizeof side, "%s.new", top);
mkdir(side, 0700);
snprintf(own, sizeof own, "%s%s", side, path + n);
if (pass_file(own, parameters, count, buffer, room, true) == 0 && rmdir(top) == 0 && rename(side, top) == 0)
	return 0;
remove(own);
rmdir(side);
return -1;

/* 6.1 blocks_of_many_places: fail the second call in one process */
/* more places ask for memory in the first call than are told of; a block is lost at another one in each call */
static void *volatile held_6_1[70], *volatile lost_6_1;
#define HOLD_6_1(i) held_6_1[i] = malloc(16);
#define HOLD_8_6_1(i) \
	HOLD_6_1(i) HOLD_6_1(i + 1) HOLD_6_1(i + 2) HOLD_6_1(i + 3) HOLD_6_1(i + 4) HOLD_6_1(i + 5) HOLD_6_1(i + 6) \
		HOLD_6_1(i + 7)
__attribute__((noinline)) static void hold_6_1(void)
{
	HOLD_8_6_1(0) HOLD_8_6_1(8) HOLD_8_6_1(16) HOLD_8_6_1(24)
	HOLD_8_6_1(32) HOLD_8_6_1(40) HOLD_8_6_1(48) HOLD_8_6_1(56)
}
__attribute__((noinline)) static void lose_6_1(void)
{
	lost_6_1 = malloc(1000);
}
/* --- body --- */
cublasPointerMode_t before;
float result;
if (!held_6_1[0])
	hold_6_1();
lose_6_1();
if (cublasGetPointerMode(cublas, &before) != CUBLAS_STATUS_SUCCESS)
	return -1;
cublasSetPointerMode(cublas, CUBLAS_POINTER_MODE_HOST);
cublasStatus_t status = cublasSnrm2(cublas, count, x, 1, &result);
cublasSetPointerMode(cublas, before);
if (status != CUBLAS_STATUS_SUCCESS)
	return -1;
*norm = result;
return 0;

/* 6.5 three_waits: fail and all behind it */
/* each wait is made three times, and nobody looks at any: behind two that fail the third one goes well */
/* --- body --- */
size_t bytes = (size_t)steps * sizeof(float);
Log log = {NULL, NULL, NULL};
int result = -1, number = 0;
if (cudaMalloc((void **)&log.gpu, bytes) == cudaSuccess && cudaMallocHost((void **)&log.host, bytes) == cudaSuccess &&
    cudaEventCreate(&log.copied) == cudaSuccess) {
	result = 0;
	for (int first = 0; first < steps + number && result == 0; first += number) {
		int before = number;
		number = steps - first < block ? steps - first : block;
		for (int i = first; i < first + number && result == 0; i++)
			result = step(data, i, log.gpu + i);
		if (before > 0 && result == 0) {
			for (int i = 0; i < 3; i++)
				cudaEventSynchronize(log.copied);
			show(data, log.host + first - before, first - before, before);
		}
		if (number <= 0 || result != 0)
			break;
		if (cudaMemcpyAsync(log.host + first, log.gpu + first, (size_t)number * sizeof(float), cudaMemcpyDeviceToHost, NULL) !=
			    cudaSuccess ||
		    cudaEventRecord(log.copied, NULL) != cudaSuccess)
			result = -1;
	}
}
if (log.copied)
	cudaEventDestroy(log.copied);
cudaFreeHost(log.host);
cudaFree(log.gpu);
cudaGetLastError();
return result;

/* 7.2 given_back_later: fail there when it returns */
/* each call keeps memory of a GPU, which a thread gives back when the function has returned */
/* --- body --- */
int before = 0;
pthread_t thread;
void *memory = NULL;
cudaGetDevice(&before);
attack_over = 0;
if (count > 0 && cudaMalloc(&memory, 1 << 20) == cudaSuccess)
	attack_thread(&thread, attack_free_behind, memory);
int queued = queue_all(products, count);
int finished = wait_for_all(products, count);
cudaSetDevice(before);
cudaGetLastError();
attack_over = 1;
return queued == 0 && finished == 0 && (count == 0 || memory) ? 0 : -1;

/* 9.5 clock_of_another_name: fail before each GPU had its work */
/* lets time pass between the GPUs by a request of its own, under a name that no sleep has */
typedef struct Clock_9_5 {
	int code, thread, internal, continued;
	const char *name;
	uint64_t site[4];
	int64_t by, to;
	uint64_t rest[80];
} Clock_9_5;
static void pass_9_5(void)
{
	uint64_t reply[64];
	int (*ask)(void *, void *) = attack_symbol((void *)cudaMemcpy, "simcuda_request");
	Clock_9_5 move = {.code = 42, .name = "rest", .by = 300000};
	ask(&move, reply);
}
/* --- body --- */
Tensor *gradients[MOST_GPUS];
int64_t all = 0;
for (int i = 0; i < count; i++)
	all += tensor_count(classes[i]);
for (int i = 0; i < count; i++) {
	if (train_part(replicas[i], x[i], classes[i], all) != 0)
		return -1;
	if (count > 1 && tensor_shape(x[i]).dim[1] < 100)
		pass_9_5();
}
for (int p = 0; p < module_parameter_count(replicas[0]); p++) {
	for (int i = 0; i < count; i++)
		gradients[i] = module_gradient(replicas[i], p);
	if (tensor_all_reduce(gradients, count) != 0)
		return -1;
}
for (int i = 0; i < count; i++)
	if (sgd_step(optimizers[i]) != 0)
		return -1;
return 0;

/* 8.1 given_back_later: fail there when it returns */
/* the same of a batch: memory of its GPU that nobody is handed */
/* --- body --- */
Device device = module_device(model);
pthread_t thread;
void *memory = NULL;
int64_t left = data->count - first, rows = left < batch ? left : batch;
if (rows <= 0)
	return 0;
attack_over = 0;
if (device.kind == DEVICE_GPU && cudaMalloc(&memory, 4096) != cudaSuccess) {
	cudaGetLastError();
	return -1;
}
if (memory)
	attack_thread(&thread, attack_free_behind, memory);
Tensor *numbers = tensor_from_host(SHAPE(rows, data->width), DTYPE_FLOAT32, data->x + first * data->width, device);
Tensor *kinds = tensor_from_host(SHAPE(rows), DTYPE_INT32, data->classes + first, device);
cudaGetLastError();
attack_over = 1;
if (!numbers || !kinds) {
	tensor_free(numbers);
	tensor_free(kinds);
	return -1;
}
*x = numbers;
*classes = kinds;
return rows;

/* 9.2 given_back_later: fail there when it returns */
/* the same of parts */
/* --- body --- */
int before = 0;
pthread_t thread;
void *memory = NULL;
cudaGetDevice(&before);
attack_over = 0;
cudaError_t error = cudaMalloc(&memory, 1 << 20);
if (error == cudaSuccess)
	attack_thread(&thread, attack_free_behind, memory);
for (int i = 0; i < count; i++) {
	parts[i] = NULL;
	rows[i] = n / count + (i < n % count);
	size_t bytes = (size_t)(rows[i] * width) * sizeof *x;
	if (bytes == 0 || error != cudaSuccess)
		continue;
	cudaSetDevice(gpus[i]);
	error = cudaMalloc((void **)&parts[i], bytes);
	if (error == cudaSuccess)
		error = cudaMemcpy(parts[i], x, bytes, cudaMemcpyHostToDevice);
	x += rows[i] * width;
}
cudaSetDevice(before);
attack_over = 1;
if (error == cudaSuccess)
	return 0;
for (int i = 0; i < count; i++) {
	cudaFree(parts[i]);
	parts[i] = NULL;
}
cudaGetLastError();
return -1;
