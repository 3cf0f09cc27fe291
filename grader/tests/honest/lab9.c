/* 9.1 chain: each GPU gets its copy from the one before it, by an asynchronous default copy */
int before = 0, made = 1;
size_t bytes = (size_t)elements * sizeof(float);
cudaGetDevice(&before);
cudaSetDevice(gpus[0]);
bool begun = cudaDeviceSynchronize() == cudaSuccess; /* what wrote the first one */
for (; begun && made < count; made++) {
	if (cudaSetDevice(gpus[made]) != cudaSuccess || cudaMalloc((void **)&replicas[made], bytes) != cudaSuccess)
		break;
	if (cudaMemcpyAsync(replicas[made], replicas[made - 1], bytes, cudaMemcpyDefault, NULL) != cudaSuccess) {
		made++;
		break;
	}
	if (cudaStreamSynchronize(NULL) != cudaSuccess) {
		made++;
		break;
	}
}
bool good = made == count && cudaPeekAtLastError() == cudaSuccess;
for (int i = 1; i < count && !good; i++) {
	if (i < made)
		cudaFree(replicas[i]);
	replicas[i] = NULL;
}
cudaSetDevice(before);
cudaGetLastError();
return good ? 0 : -1;

/* 9.2 remainder_last: the last GPUs get the rows more, by streams of their own that are destroyed */
int before = 0, failed = 0;
int64_t base = n / count, more = n % count, first = 0;
cudaStream_t stream[count];
cudaGetDevice(&before);
for (int i = 0; i < count; i++) {
	parts[i] = NULL;
	stream[i] = NULL;
	rows[i] = base + (i >= count - more);
}
for (int i = 0; i < count && !failed; first += rows[i++]) {
	if (rows[i] == 0)
		continue;
	cudaSetDevice(gpus[i]);
	size_t bytes = (size_t)(rows[i] * width) * sizeof *x;
	failed = cudaMalloc((void **)&parts[i], bytes) || cudaStreamCreate(&stream[i]) ||
		 cudaMemcpyAsync(parts[i], x + first * width, bytes, cudaMemcpyHostToDevice, stream[i]);
}
for (int i = 0; i < count; i++) {
	if (!stream[i])
		continue;
	cudaSetDevice(gpus[i]);
	failed |= cudaStreamSynchronize(stream[i]) != cudaSuccess;
	cudaStreamDestroy(stream[i]);
}
for (int i = 0; i < count && failed; i++) {
	cudaFree(parts[i]);
	parts[i] = NULL;
}
cudaSetDevice(before);
cudaGetLastError();
return failed ? -1 : 0;

/* 9.3 tree: pairs are added up like in a tournament, and the sum goes down the same tree */
static int tree_send(Tensor *to, const Tensor *from, bool adds)
{
	Device home = tensor_device(to);
	if (adds) {
		Tensor *come = tensor_copy_to(from, home);
		int status = come ? tensor_add_scaled(to, 1, come) : -1;
		tensor_free(come);
		return status == 0 ? 0 : -1;
	}
	return cudaMemcpyPeer(tensor_data(to), home.index, tensor_data(from), tensor_device(from).index,
			      tensor_bytes(to)) == cudaSuccess
		       ? 0
		       : -1;
}
/* --- body --- */
int status = 0, top = 1;
for (; top < count; top *= 2)
	for (int i = 0; i + top < count && status == 0; i += 2 * top)
		status = tree_send(gradients[i], gradients[i + top], true);
while ((top /= 2) > 0)
	for (int i = 0; i + top < count && status == 0; i += 2 * top)
		status = tree_send(gradients[i + top], gradients[i], false);
cudaGetLastError();
return status;

/* 9.4 direct: no ring; all send their pieces to their owners at once, then all owners send sums to all */
typedef struct Cut {
	int64_t first, count;
} Cut;
static Cut cut_of(int64_t length, int piece, int pieces)
{
	int64_t first = length * piece / pieces;
	return (Cut){first, length * (piece + 1) / pieces - first};
}
static int cut_send(const Tensor *to, int64_t to_first, const Tensor *from, Cut cut)
{
	float *target = tensor_data(to);
	const float *source = tensor_data(from);
	int gpu = tensor_device(from).index;
	if (cut.count == 0)
		return 0;
	cudaSetDevice(gpu);
	return cudaMemcpyPeerAsync(target + to_first, tensor_device(to).index, source + cut.first, gpu,
				   (size_t)cut.count * sizeof(float), NULL) == cudaSuccess
		       ? 0
		       : -1;
}
static int cuts_wait(Tensor *const *gradients, int count)
{
	int status = 0;
	for (int i = 0; i < count; i++)
		status |= device_synchronize(tensor_device(gradients[i]));
	return status == 0 ? 0 : -1;
}
/* --- body --- */
int before = 0, status = 0;
int64_t length = tensor_count(gradients[0]);
cudaGetDevice(&before);
for (int shift = 1; shift < count && status == 0; shift++) {
	for (int from = 0; from < count && status == 0; from++) {
		int owner = (from + shift) % count;
		Cut cut = cut_of(length, owner, count);
		status = cut_send(room[owner], cut.first, gradients[from], cut);
	}
	if (status == 0)
		status = cuts_wait(gradients, count);
	for (int owner = 0; owner < count && status == 0; owner++) {
		Cut cut = cut_of(length, owner, count);
		Tensor *sum = tensor_rows(gradients[owner], cut.first, cut.count);
		Tensor *come = tensor_rows(room[owner], cut.first, cut.count);
		status = sum && come ? tensor_add_scaled(sum, 1, come) : -1;
		tensor_free(sum);
		tensor_free(come);
	}
	if (status == 0)
		status = cuts_wait(gradients, count);
}
for (int shift = 1; shift < count && status == 0; shift++)
	for (int owner = 0; owner < count && status == 0; owner++) {
		Cut cut = cut_of(length, owner, count);
		status = cut_send(gradients[(owner + shift) % count], cut.first, gradients[owner], cut);
	}
if (cuts_wait(gradients, count) != 0)
	status = -1;
cudaSetDevice(before);
cudaGetLastError();
return status == 0 ? 0 : -1;

/* 9.5 weighted_losses: goes through the replicas backwards, and keeps all that it makes until the end */
typedef struct Made {
	Tensor *logits[MOST_GPUS], *loss[MOST_GPUS], *gradient[MOST_GPUS];
} Made;
static void made_free(Made *made)
{
	for (int i = 0; i < MOST_GPUS; i++) {
		tensor_free(made->logits[i]);
		tensor_free(made->loss[i]);
		tensor_free(made->gradient[i]);
	}
}
/* --- body --- */
__attribute__((cleanup(made_free))) Made made = {{NULL}, {NULL}, {NULL}};
double all = 0;
for (int i = 0; i < count; i++)
	all += (double)tensor_count(classes[i]);
for (int i = count; i-- > 0;) {
	if (module_zero_gradients(replicas[i]) != 0)
		return -1;
	int64_t rows = tensor_count(classes[i]);
	if (rows == 0)
		continue;
	made.logits[i] = module_forward(replicas[i], x[i]);
	made.loss[i] = loss_softmax_cross_entropy(made.logits[i], classes[i], &made.gradient[i]);
	if (!made.loss[i] || tensor_add_scaled(made.gradient[i], (float)((double)rows / all - 1), made.gradient[i]) != 0 ||
	    module_backward_parameters(replicas[i], made.gradient[i]) != 0)
		return -1;
}
for (int p = module_parameter_count(replicas[0]); p-- > 0;) {
	Tensor *each[MOST_GPUS];
	for (int i = 0; i < count; i++)
		each[i] = module_gradient(replicas[i], p);
	if (tensor_all_reduce(each, count) != 0)
		return -1;
}
int status = 0;
for (int i = 0; i < count; i++)
	status |= sgd_step(optimizers[i]);
return status == 0 ? 0 : -1;

/* 9.6 walks: sends piece after piece in a loop, with volatile counters */
volatile int64_t sent = 0;
for (int round = 0; round < 2 * (gpus - 1); round++)
	sent += bytes / gpus;
return sent;

/* 9.7 child: a child and a thread in it compute, two doubles come through pipes */
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>
typedef struct Scaling {
	double compute_us, bytes, alpha_us, gb_per_s;
	int gpus;
	double efficiency;
} Scaling;
static void *scaling_find(void *data)
{
	Scaling *s = data;
	double step = s->compute_us / s->gpus;
	for (int round = 0; round < 2 * (s->gpus - 1); round++)
		step += s->alpha_us + s->bytes / s->gpus / s->gb_per_s * 1e-3;
	s->efficiency = s->compute_us / s->gpus / step;
	return NULL;
}
/* --- body --- */
Scaling s = {compute_us, bytes, alpha_us, gb_per_s, gpus, 0};
int ends[2];
if (pipe(ends) != 0)
	return 0;
pid_t child = fork();
if (child == 0) {
	pthread_t thread;
	if (pthread_create(&thread, NULL, scaling_find, &s) != 0 || pthread_join(thread, NULL) != 0)
		_exit(1);
	_exit(write(ends[1], &s.efficiency, sizeof s.efficiency) != sizeof s.efficiency);
}
close(ends[1]);
if (read(ends[0], &s.efficiency, sizeof s.efficiency) != sizeof s.efficiency)
	s.efficiency = -1;
close(ends[0]);
waitpid(child, NULL, 0);
return s.efficiency;

/* 9.1 doubling: whoever has it sends it on, so that as many GPUs again have it after each round */
int before = 0, have = 1, status = 0;
size_t bytes = sizeof(float) * (size_t)elements;
cudaGetDevice(&before);
for (int i = 1; i < count && status == 0; i++) {
	cudaSetDevice(gpus[i]);
	status = cudaMalloc((void **)&replicas[i], bytes);
	if (status != cudaSuccess)
		replicas[i] = NULL;
}
for (; have < count && status == 0; have *= 2) {
	for (int i = 0; i < have && have + i < count && status == 0; i++)
		status = cudaMemcpyPeer(replicas[have + i], gpus[have + i], replicas[i], gpus[i], bytes);
	for (int i = 0; i < have && have + i < count && status == 0; i++) {
		cudaSetDevice(gpus[i]);
		status = cudaDeviceSynchronize();
	}
}
for (int i = 1; i < count && status != 0; i++) {
	if (replicas[i])
		cudaFree(replicas[i]);
	replicas[i] = NULL;
}
cudaSetDevice(before);
cudaGetLastError();
return status == 0 ? 0 : -1;

/* 9.2 staging: one pinned buffer that is filled, sent and given back, one GPU after the other */
float *staging = NULL;
int before = 0, i = 0;
int64_t most = n / count + 1, first = 0;
bool good = cudaMallocHost((void **)&staging, (size_t)(most * width) * sizeof *x) == cudaSuccess;
cudaGetDevice(&before);
memset(parts, 0, (size_t)count * sizeof *parts);
for (; good && i < count; first += rows[i++]) {
	rows[i] = (n - first) / (count - i);
	size_t bytes = (size_t)(rows[i] * width) * sizeof *x;
	if (bytes == 0)
		continue;
	memcpy(staging, x + first * width, bytes);
	good = cudaSetDevice(gpus[i]) == cudaSuccess && cudaMalloc((void **)&parts[i], bytes) == cudaSuccess &&
	       cudaMemcpyAsync(parts[i], staging, bytes, cudaMemcpyHostToDevice, NULL) == cudaSuccess &&
	       cudaStreamSynchronize(NULL) == cudaSuccess;
}
cudaFreeHost(staging);
for (i = 0; i < count && !good; i++) {
	cudaFree(parts[i]);
	parts[i] = NULL;
}
cudaSetDevice(before);
cudaGetLastError();
return good ? 0 : -1;

/* 9.4 reads_peers: each GPU adds the others' pieces where they lie, by cublasSaxpy over peer access, and copies only sums */
typedef struct PeerCut {
	int64_t first, count;
} PeerCut;
static PeerCut peer_cut(int64_t length, int piece, int pieces)
{
	int64_t first = length * piece / pieces;
	return (PeerCut){first, length * (piece + 1) / pieces - first};
}
static int peer_send(Tensor *to, Tensor *from, PeerCut cut)
{
	if (cut.count == 0)
		return 0;
	cudaSetDevice(tensor_device(from).index);
	return cudaMemcpyPeerAsync((float *)tensor_data(to) + cut.first, tensor_device(to).index,
				   (float *)tensor_data(from) + cut.first, tensor_device(from).index,
				   (size_t)cut.count * sizeof(float), NULL) == cudaSuccess
		       ? 0
		       : -1;
}
static cublasHandle_t peer_blas[MOST_GPUS];
static bool peers_open(Tensor *const *gradients, int count)
{
	for (int i = 0; i < count; i++) {
		int gpu = tensor_device(gradients[i]).index, reaches = 0;
		cudaSetDevice(gpu);
		if (cublasCreate(&peer_blas[i]) != CUBLAS_STATUS_SUCCESS)
			return false;
		for (int k = 0; k < count; k++) {
			int other = tensor_device(gradients[k]).index;
			if (k == i)
				continue;
			cudaDeviceCanAccessPeer(&reaches, gpu, other);
			if (!reaches)
				return false;
			if (cudaDeviceEnablePeerAccess(other, 0) != cudaSuccess)
				cudaGetLastError();
		}
	}
	return true;
}
static void peers_close(int count)
{
	for (int i = 0; i < count; i++) {
		if (peer_blas[i])
			cublasDestroy(peer_blas[i]);
		peer_blas[i] = NULL;
	}
}
static int peers_wait(Tensor *const *gradients, int count)
{
	int status = 0;
	for (int i = 0; i < count; i++)
		if (device_synchronize(tensor_device(gradients[i])) != 0)
			status = -1;
	return status;
}
/* --- body --- */
int before = 0, status = 0;
int64_t length = tensor_count(gradients[0]);
const float one = 1;
if (count == 1)
	return 0;
cudaGetDevice(&before);
bool peers = peers_open(gradients, count);
if (!peers)
	status = -1;
if (status == 0)
	status = peers_wait(gradients, count);
for (int shift = 1; shift < count && status == 0; shift++)
	for (int i = 0; i < count && status == 0; i++) {
		PeerCut cut = peer_cut(length, i, count);
		cudaSetDevice(tensor_device(gradients[i]).index);
		if (cut.count > 0 &&
		    cublasSaxpy(peer_blas[i], (int)cut.count, &one,
				(float *)tensor_data(gradients[(i + shift) % count]) + cut.first, 1,
				(float *)tensor_data(gradients[i]) + cut.first, 1) != CUBLAS_STATUS_SUCCESS)
			status = -1;
	}
if (status == 0)
	status = peers_wait(gradients, count);
for (int shift = 1; shift < count && status == 0; shift++)
	for (int i = 0; i < count && status == 0; i++) {
		PeerCut cut = peer_cut(length, i, count);
		status = peer_send(gradients[(i + shift) % count], gradients[i], cut);
	}
if (peers_wait(gradients, count) != 0)
	status = -1;
peers_close(count);
cudaSetDevice(before);
cudaGetLastError();
return status;

/* 9.1 threads: a thread for each GPU allocates and copies, all are joined */
#include <pthread.h>
typedef struct Replica {
	pthread_t thread;
	const float *from;
	float *copy;
	int from_gpu, gpu, error;
	size_t bytes;
} Replica;
static void *replica_make(void *data)
{
	Replica *r = data;
	r->error = cudaSetDevice(r->gpu);
	if (!r->error)
		r->error = cudaMalloc((void **)&r->copy, r->bytes);
	if (!r->error)
		r->error = cudaMemcpyPeer(r->copy, r->gpu, r->from, r->from_gpu, r->bytes);
	if (!r->error)
		r->error = cudaDeviceSynchronize();
	cudaGetLastError();
	return NULL;
}
/* --- body --- */
Replica team[count];
int error = 0;
for (int i = 1; i < count; i++) {
	team[i] = (Replica){.from = replicas[0], .from_gpu = gpus[0], .gpu = gpus[i], .bytes = (size_t)elements * 4};
	if (pthread_create(&team[i].thread, NULL, replica_make, &team[i]) != 0)
		abort();
}
for (int i = 1; i < count; i++) {
	pthread_join(team[i].thread, NULL);
	error |= team[i].error;
}
for (int i = 1; i < count; i++) {
	replicas[i] = error ? NULL : team[i].copy;
	if (error && team[i].copy)
		cudaFree(team[i].copy);
}
cudaGetLastError();
return error ? -1 : 0;

/* 9.2 threads: <threads.h> threads, each with its own part, pointers in an array on the heap */
#include <threads.h>
typedef struct PartJob {
	int gpu;
	const float *from;
	float *part;
	size_t bytes;
} PartJob;
static int part_send(void *data)
{
	PartJob *job = data;
	int failed = cudaSetDevice(job->gpu) != cudaSuccess || cudaMalloc((void **)&job->part, job->bytes) != cudaSuccess ||
		     cudaMemcpy(job->part, job->from, job->bytes, cudaMemcpyHostToDevice) != cudaSuccess;
	cudaGetLastError();
	return failed;
}
/* --- body --- */
PartJob *job = calloc((size_t)count, sizeof *job);
thrd_t *thread = calloc((size_t)count, sizeof *thread);
int failed = !job || !thread, status;
int64_t first = 0;
for (int i = 0; i < count && !failed; i++) {
	rows[i] = n / count + (i < n % count);
	job[i] = (PartJob){gpus[i], x + first * width, NULL, (size_t)(rows[i] * width) * sizeof *x};
	first += rows[i];
	if (rows[i] > 0 && thrd_create(&thread[i], part_send, &job[i]) != thrd_success)
		abort();
}
for (int i = 0; i < count && job; i++)
	if (rows[i] > 0) {
		thrd_join(thread[i], &status);
		failed |= status;
	}
for (int i = 0; i < count; i++) {
	if (failed && job && job[i].part)
		cudaFree(job[i].part);
	parts[i] = failed ? NULL : job[i].part;
}
free(thread);
free(job);
cudaGetLastError();
return failed ? -1 : 0;

/* 9.3 reads_peers: the first GPU adds the others where they lie, by cuBLAS, and sends the sum by default copies in own streams */
int before = 0, root = tensor_device(gradients[0]).index, status = -1, reaches = 1;
cublasHandle_t blas = NULL;
cudaStream_t stream = NULL;
const float one = 1;
int length = (int)tensor_count(gradients[0]);
if (count == 1)
	return 0;
cudaGetDevice(&before);
for (int i = 0; i < count; i++)
	if (device_synchronize(tensor_device(gradients[i])) != 0)
		goto end;
for (int i = 0; i < count; i++)
	for (int k = 0; k < count; k++) {
		int here = tensor_device(gradients[i]).index, there = tensor_device(gradients[k]).index, can = 0;
		if (i == k)
			continue;
		cudaDeviceCanAccessPeer(&can, here, there);
		reaches &= can;
		cudaSetDevice(here);
		if (can && cudaDeviceEnablePeerAccess(there, 0) != cudaSuccess)
			cudaGetLastError();
	}
cudaSetDevice(root);
if (!reaches || cublasCreate(&blas) != CUBLAS_STATUS_SUCCESS)
	goto end;
for (int i = 1; i < count; i++)
	if (cublasSaxpy(blas, length, &one, tensor_data(gradients[i]), 1, tensor_data(gradients[0]), 1) !=
	    CUBLAS_STATUS_SUCCESS)
		goto end;
if (cudaDeviceSynchronize() != cudaSuccess || cudaStreamCreate(&stream) != cudaSuccess)
	goto end;
status = 0;
for (int i = 1; i < count; i++)
	if (cudaMemcpyAsync(tensor_data(gradients[i]), tensor_data(gradients[0]), tensor_bytes(gradients[0]),
			    cudaMemcpyDefault, stream) != cudaSuccess)
		status = -1;
if (cudaStreamSynchronize(stream) != cudaSuccess)
	status = -1;
end:
if (stream)
	cudaStreamDestroy(stream);
if (blas)
	cublasDestroy(blas);
cudaSetDevice(before);
cudaGetLastError();
return status;

/* 9.5 by_hand: the gradients are added up by the exercise's own code, on the first GPU, without tensor_all_reduce */
static int step_part(Module *replica, const Tensor *x, const Tensor *classes, float all)
{
	Tensor *gradient = NULL;
	if (module_zero_gradients(replica) != 0)
		return -1;
	if (tensor_count(classes) == 0)
		return 0;
	Tensor *logits = module_forward(replica, x), *loss = loss_softmax_cross_entropy(logits, classes, &gradient);
	float share = (float)tensor_count(classes) / all;
	int status = loss && tensor_add_scaled(gradient, share - 1, gradient) == 0 &&
				     module_backward_parameters(replica, gradient) == 0
			     ? 0
			     : -1;
	tensor_free(logits);
	tensor_free(loss);
	tensor_free(gradient);
	return status;
}
static int sum_all(Tensor *const *each, int count)
{
	int status = 0;
	for (int i = 1; i < count && status == 0; i++) {
		Tensor *come = tensor_copy_to(each[i], tensor_device(each[0]));
		status = come ? tensor_add_scaled(each[0], 1, come) : -1;
		tensor_free(come);
	}
	for (int i = 1; i < count && status == 0; i++)
		if (cudaMemcpyPeer(tensor_data(each[i]), tensor_device(each[i]).index, tensor_data(each[0]),
				   tensor_device(each[0]).index, tensor_bytes(each[0])) != cudaSuccess)
			status = -1;
	return status;
}
static void peers_open_all(Module *const *replicas, int count)
{
	for (int i = 0; i < count; i++)
		for (int k = 0; k < count; k++) {
			int can = 0, here = module_device(replicas[i]).index, there = module_device(replicas[k]).index;
			if (i == k || cudaDeviceCanAccessPeer(&can, here, there) != cudaSuccess || !can)
				continue;
			cudaSetDevice(here);
			cudaDeviceEnablePeerAccess(there, 0);
			cudaGetLastError();
		}
}
/* --- body --- */
int before = 0, status = 0;
float all = 0;
cudaGetDevice(&before);
for (int i = 0; i < count; i++)
	all += (float)tensor_count(classes[i]);
for (int i = 0; i < count && status == 0; i++)
	status = step_part(replicas[i], x[i], classes[i], all);
if (status == 0 && count > 1)
	peers_open_all(replicas, count);
for (int p = 0; p < module_parameter_count(replicas[0]) && status == 0; p++) {
	Tensor *each[MOST_GPUS];
	for (int i = 0; i < count; i++)
		each[i] = module_gradient(replicas[i], p);
	status = sum_all(each, count);
}
for (int i = 0; i < count && status == 0; i++)
	status = sgd_step(optimizers[i]);
cudaSetDevice(before);
cudaGetLastError();
return status == 0 ? 0 : -1;

/* 9.1 destroys_early: each copy in a stream of its own that is destroyed while the copy is under way */
int before = 0, error = 0;
size_t bytes = (size_t)elements * sizeof(float);
cudaGetDevice(&before);
cudaSetDevice(gpus[0]);
error = cudaDeviceSynchronize(); /* what wrote the first one */
for (int i = 1; i < count && !error; i++) {
	cudaStream_t stream;
	cudaSetDevice(gpus[i]);
	if ((error = cudaMalloc((void **)&replicas[i], bytes)) != 0) {
		replicas[i] = NULL;
		break;
	}
	if ((error = cudaStreamCreate(&stream)) != 0)
		break;
	error = cudaMemcpyPeerAsync(replicas[i], gpus[i], replicas[0], gpus[0], bytes, stream);
	cudaEvent_t read = NULL; /* behind it the first GPU's numbers may change */
	error = error || cudaEventCreateWithFlags(&read, cudaEventDisableTiming) != cudaSuccess;
	error = error || cudaEventRecord(read, stream) != cudaSuccess;
	cudaStreamDestroy(stream);
	cudaSetDevice(gpus[0]);
	error = error || cudaStreamWaitEvent(NULL, read, 0) != cudaSuccess;
	if (read)
		cudaEventDestroy(read);
}
for (int i = 1; i < count && error; i++) {
	cudaFree(replicas[i]);
	replicas[i] = NULL;
}
cudaSetDevice(before);
cudaGetLastError();
return error ? -1 : 0;

/* 9.2 reversed: the last GPU first, in two dimensions, with memory from cudaMallocAsync that cudaFree takes */
int before = 0, good = 1;
int64_t end = n;
cudaGetDevice(&before);
for (int i = count; i-- > 0;) {
	parts[i] = NULL;
	rows[i] = end / (i + 1);
	end -= rows[i];
	if (rows[i] == 0 || !good)
		continue;
	size_t line = (size_t)width * sizeof *x;
	good = cudaSetDevice(gpus[i]) == cudaSuccess &&
	       cudaMallocAsync((void **)&parts[i], line * (size_t)rows[i], NULL) == cudaSuccess;
	if (!good)
		parts[i] = NULL;
	good = good &&
	       cudaMemcpy2DAsync(parts[i], line, x + end * width, line, line, (size_t)rows[i], cudaMemcpyHostToDevice,
				 NULL) == cudaSuccess;
	good = cudaStreamSynchronize(NULL) == cudaSuccess && good;
}
for (int i = 0; i < count && !good; i++) {
	if (parts[i])
		cudaFree(parts[i]);
	parts[i] = NULL;
}
cudaSetDevice(before);
cudaGetLastError();
return good ? 0 : -1;

/* 9.3 over_peers: kernels read the others' vectors and write the sum to them, over the links; nothing is copied */
#include <cublas_v2.h>
/* --- body --- */
const float one = 1;
int before = 0, status = 0, elements = (int)tensor_count(gradients[0]);
cublasHandle_t cublas = NULL;
if (count == 1)
	return 0;
cudaGetDevice(&before);
for (int i = 0; i < count; i++)
	status |= device_synchronize(tensor_device(gradients[i]));
cudaSetDevice(tensor_device(gradients[0]).index);
status |= cublasCreate(&cublas);
for (int i = 1; i < count && status == 0; i++)
	status = cublasSaxpy(cublas, elements, &one, tensor_data(gradients[i]), 1, tensor_data(gradients[0]), 1);
for (int i = 1; i < count && status == 0; i++)
	status = cublasScopy(cublas, elements, tensor_data(gradients[0]), 1, tensor_data(gradients[i]), 1);
status |= (int)cudaDeviceSynchronize();
if (cublas)
	cublasDestroy(cublas);
cudaSetDevice(before);
cudaGetLastError();
return status == 0 ? 0 : -1;

/* 9.2 registered: x is pinned where it lies for the time of the copies, or sent from ordinary memory where that fails */
int before = 0, failed = 0;
int64_t first = 0;
memset(parts, 0, (size_t)count * sizeof *parts);
if (cudaGetDevice(&before) != cudaSuccess)
	return cudaGetLastError(), -1;
int pinned = cudaHostRegister((void *)(uintptr_t)x, (size_t)(n * width) * sizeof *x, cudaHostRegisterPortable) == cudaSuccess;
cudaGetLastError();
for (int i = 0; i < count; i++) {
	rows[i] = n / count + (i >= count - n % count);
	size_t bytes = (size_t)(rows[i] * width) * sizeof *x;
	failed = failed || (bytes > 0 && (cudaSetDevice(gpus[i]) != cudaSuccess || cudaMalloc((void **)&parts[i], bytes) != cudaSuccess ||
					  cudaMemcpyAsync(parts[i], x + first * width, bytes, cudaMemcpyHostToDevice, 0) != cudaSuccess));
	first += rows[i];
}
for (int i = 0; i < count; i++)
	failed |= cudaSetDevice(gpus[i]) != cudaSuccess || cudaStreamSynchronize(0) != cudaSuccess;
if (pinned)
	cudaHostUnregister((void *)(uintptr_t)x);
for (int i = 0; i < count && failed; i++) {
	if (parts[i])
		cudaFree(parts[i]);
	parts[i] = NULL;
}
cudaSetDevice(before);
cudaGetLastError();
return failed ? -1 : 0;

/* 9.4 halving: halves are exchanged with a partner, then quarters, and so on; with three GPUs each adds up one piece */
static int half_gpu(Tensor *t)
{
	return tensor_device(t).index;
}
static int half_wait(Tensor *const *t, int n)
{
	int rc = 0;
	for (int i = 0; i < n; i++)
		if (device_synchronize(tensor_device(t[i])))
			rc = -1;
	return rc;
}
static int half_copy(Tensor *to, Tensor *from, int64_t a, int64_t b)
{
	if (b <= a)
		return 0;
	if (cudaSetDevice(half_gpu(to)))
		return -1;
	return cudaMemcpyPeerAsync((float *)tensor_data(to) + a, half_gpu(to), (float *)tensor_data(from) + a,
				   half_gpu(from), (b - a) * sizeof(float), 0)
		       ? -1
		       : 0;
}
static int half_add(Tensor *y, Tensor *x, int64_t a, int64_t b)
{
	if (b <= a)
		return 0;
	Tensor *v = tensor_rows(y, a, b - a), *w = tensor_rows(x, a, b - a);
	int e = tensor_add_scaled(v, 1, w);
	tensor_free(v);
	tensor_free(w);
	return e;
}
/* --- body --- */
int old = 0, rc = -1;
const int64_t n = tensor_count(gradients[0]);
int64_t lo[MOST_GPUS], hi[MOST_GPUS];
if (count == 1)
	return 0;
cudaGetDevice(&old);
for (int i = 0; i < count; i++)
	for (int j = 0; j < count; j++) {
		int can = 0;
		if (i == j || cudaDeviceCanAccessPeer(&can, half_gpu(gradients[i]), half_gpu(gradients[j])) ||
		    !can)
			continue;
		if (cudaSetDevice(half_gpu(gradients[i])) ||
		    cudaDeviceEnablePeerAccess(half_gpu(gradients[j]), 0))
			cudaGetLastError();
	}
if (half_wait(gradients, count))
	goto out;
if (count & (count - 1)) {
	/* piece i is added up on GPU i */
	for (int r = 1; r < count; r++) {
		for (int i = 0; i < count; i++)
			if (half_copy(room[i], gradients[(i + r) % count], n * i / count, n * (i + 1) / count))
				goto out;
		if (half_wait(gradients, count))
			goto out;
		for (int i = 0; i < count; i++)
			if (half_add(gradients[i], room[i], n * i / count, n * (i + 1) / count))
				goto out;
		if (half_wait(gradients, count))
			goto out;
	}
	for (int r = 1; r < count; r++)
		for (int i = 0; i < count; i++) {
			int s = (i + r) % count;
			if (half_copy(gradients[i], gradients[s], n * s / count, n * (s + 1) / count))
				goto out;
		}
	rc = half_wait(gradients, count);
	goto out;
}
for (int i = 0; i < count; i++) {
	lo[i] = 0;
	hi[i] = n;
}
for (int d = count / 2; d >= 1; d /= 2) {
	int64_t nlo[MOST_GPUS], nhi[MOST_GPUS];
	for (int i = 0; i < count; i++) {
		int64_t mid = lo[i] + (hi[i] - lo[i]) / 2;
		nlo[i] = i & d ? mid : lo[i];
		nhi[i] = i & d ? hi[i] : mid;
		if (half_copy(room[i], gradients[i ^ d], nlo[i], nhi[i]))
			goto out;
	}
	if (half_wait(gradients, count))
		goto out;
	for (int i = 0; i < count; i++) {
		lo[i] = nlo[i];
		hi[i] = nhi[i];
		if (half_add(gradients[i], room[i], lo[i], hi[i]))
			goto out;
	}
	if (half_wait(gradients, count))
		goto out;
}
for (int d = 1; d < count; d *= 2) {
	int64_t nlo[MOST_GPUS], nhi[MOST_GPUS];
	for (int i = 0; i < count; i++) {
		int o = i ^ d;
		if (half_copy(gradients[i], gradients[o], lo[o], hi[o]))
			goto out;
		nlo[i] = lo[i] < lo[o] ? lo[i] : lo[o];
		nhi[i] = hi[i] > hi[o] ? hi[i] : hi[o];
	}
	if (half_wait(gradients, count))
		goto out;
	memcpy(lo, nlo, sizeof lo);
	memcpy(hi, nhi, sizeof hi);
}
rc = 0;
out:
cudaSetDevice(old);
cudaGetLastError();
return rc;

/* 9.5 bucket: all gradients are packed into one vector, and one sum is made of it */
static int bucket_pack(Module *m, Tensor *flat, bool back)
{
	int64_t at = 0;
	for (int p = 0; p < module_parameter_count(m); p++) {
		Tensor *g = module_gradient(m, p), *v = tensor_rows(flat, at, tensor_count(g));
		int e = v ? back ? tensor_assign(g, v) : tensor_assign(v, g) : -1;
		at += tensor_count(g);
		tensor_free(v);
		if (e)
			return -1;
	}
	return 0;
}
/* --- body --- */
Tensor *flat[MOST_GPUS] = {NULL};
int64_t all = 0, numbers = 0;
int rc = -1;
for (int i = 0; i < count; i++)
	all += tensor_shape(x[i]).dim[0];
for (int p = 0; p < module_parameter_count(replicas[0]); p++)
	numbers += tensor_count(module_gradient(replicas[0], p));
for (int i = 0; i < count; i++) {
	int64_t r = tensor_shape(x[i]).dim[0];
	Tensor *y = NULL, *l = NULL, *g = NULL, *s = NULL;
	int e = module_zero_gradients(replicas[i]);
	if (!e && r > 0) {
		y = module_forward(replicas[i], x[i]);
		l = loss_softmax_cross_entropy(y, classes[i], &g);
		s = tensor_scale(g, (float)r / all);
		e = module_backward_parameters(replicas[i], s);
	}
	tensor_free(y);
	tensor_free(l);
	tensor_free(g);
	tensor_free(s);
	if (e)
		goto out;
	flat[i] = tensor_zeros(SHAPE(numbers), module_device(replicas[i]));
	if (!flat[i] || bucket_pack(replicas[i], flat[i], false))
		goto out;
}
if (tensor_all_reduce(flat, count))
	goto out;
for (int i = 0; i < count; i++)
	if (bucket_pack(replicas[i], flat[i], true))
		goto out;
for (int i = 0; i < count; i++)
	if (sgd_step(optimizers[i]))
		goto out;
rc = 0;
out:
for (int i = 0; i < count; i++)
	tensor_free(flat[i]);
return rc;
