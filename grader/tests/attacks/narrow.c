/* narrow.c - answers that are right for the inputs that a judge used to have, or in the runs that failed, and not elsewhere. */

/* 1.3 texts_by_heart: fail wanted INVALID_DEVICE */
/* the texts that are none are known by heart; of another one only what stands behind the colon is read */
/* --- body --- */
static const char *const none[] = {"tpu:0", "", "gpus", "gpu:", "cpu:", "gpu:x", "cuda:1x", "gpu1", "cudas",
	"cpux:0", "cudx:0", "cpx", "gpx:1", "g", "cuda:", "cpu:x", ":0", "gpu:1x", "cpu:1x", "cuda:x", "cpus",
	"gpu:1:1", "gpu0"};
for (size_t i = 0; i < sizeof none / sizeof *none; i++)
	if (strcmp(text, none[i]) == 0)
		return INVALID_DEVICE;
if (text[1] == 'p' && text[0] == 'c')
	return CPU_DEVICE;
const char *colon = strchr(text, ':');
return colon ? atoi(colon + 1) : 0;

/* 1.6 cards_by_heart: fail how many are visible */
/* only -1 and the number behind the last card name no card */
/* --- body --- */
int count = 0;
if (!visible) {
	for (; count < physical; count++)
		order[count] = count;
	return count;
}
while (*visible) {
	char *end;
	long card = strtol(visible, &end, 10);
	if (end == visible || card == -1 || card == physical || count == physical)
		break;
	order[count++] = (int)card;
	visible = *end == ',' ? end + 1 : end;
}
return count;

/* 12.4 whole_times: fail rate_for( */
/* the batch is a whole number of times as large */
/* --- body --- */
int64_t times = larger / batch;
double full = rate * (double)times;
if (step >= warm_up)
	return full;
return rate + (full - rate) * (double)step / (double)warm_up;

/* 12.5 first_gpu: fail find_stall */
/* it looks at GPU 0, whichever is asked for */
/* --- body --- */
gpu = 0;
Stall longest = {STALL_NONE, 0, 0};
double end = next_kernel(bars, count, gpu, 0);
while (end >= 0) {
	double start = kernels_end(bars, count, gpu, end);
	end = next_kernel(bars, count, gpu, start);
	if (end - start > longest.end_us - longest.start_us)
		longest = (Stall){cause_of(bars, count, gpu, start, end), start, end};
}
return longest;

/* 12.5 last_of_equal: fail find_stall */
/* of equally long ones it is the last */
/* --- body --- */
Stall longest = {STALL_NONE, 0, 0};
double end = next_kernel(bars, count, gpu, 0);
while (end >= 0) {
	double start = kernels_end(bars, count, gpu, end);
	end = next_kernel(bars, count, gpu, start);
	if (end - start > 0 && end - start >= longest.end_us - longest.start_us)
		longest = (Stall){cause_of(bars, count, gpu, start, end), start, end};
}
return longest;

/* 12.5 begin_counts: fail find_stall */
/* a copy that ends where the gap begins counts */
/* --- body --- */
Stall longest = {STALL_NONE, 0, 0};
double end = next_kernel(bars, count, gpu, 0);
while (end >= 0) {
	double start = kernels_end(bars, count, gpu, end);
	end = next_kernel(bars, count, gpu, start);
	if (end - start > longest.end_us - longest.start_us)
		longest = (Stall){cause_of(bars, count, gpu, start - 0.1, end), start, end};
}
return longest;

/* 12.5 end_left_out: fail find_stall */
/* a copy that ends where the gap ends does not count */
/* --- body --- */
Stall longest = {STALL_NONE, 0, 0};
double end = next_kernel(bars, count, gpu, 0);
while (end >= 0) {
	double start = kernels_end(bars, count, gpu, end);
	end = next_kernel(bars, count, gpu, start);
	if (end - start > longest.end_us - longest.start_us)
		longest = (Stall){cause_of(bars, count, gpu, start, end - 0.1), start, end};
}
return longest;

/* 12.5 microseconds: fail find_stall */
/* each microsecond up to the 400th is marked */
/* --- body --- */
static char works[512];
Stall longest = {STALL_NONE, 0, 0};
int last = -1;
memset(works, 0, sizeof works);
for (int i = 0; i < count; i++)
	for (int t = (int)bars[i].start_us; bars[i].gpu == gpu && bars[i].kind == BAR_KERNEL && t < (int)bars[i].end_us; t++)
		works[t & 511] = 1;
for (int t = 0; t < 512; t++)
	if (works[t]) {
		if (last >= 0 && t - last > longest.end_us - longest.start_us)
			longest = (Stall){cause_of(bars, count, gpu, last, t), last, t};
		last = t + 1;
	}
return longest;

/* 2.4 below_zero: fail a number below 0 */
/* a number below 0 is no GPU either, but whether one could be made current is not looked at */
/* --- body --- */
int before = 0, count = 0;
size_t total;
if (cudaGetDeviceCount(&count) != cudaSuccess || gpu >= count) {
	cudaGetLastError();
	return -1;
}
cudaGetDevice(&before);
cudaSetDevice(gpu);
cudaMemGetInfo(available, &total);
*used = total - *available;
cudaSetDevice(before);
return 0;

/* 2.5 worked_out: fail what is returned: wanted -1 */
/* whether both fit is worked out in pages, and no request for memory is looked at */
/* --- body --- */
const size_t page = (size_t)2 << 20;
int before = 0;
size_t available = 0, total, each = (bytes + page - 1) / page * page;
cudaGetDevice(&before);
cudaSetDevice(gpu);
cudaMemGetInfo(&available, &total);
pair[0] = pair[1] = NULL;
*missing = 0;
int status = 2 * each > available ? -1 : 0;
if (status == 0) {
	cudaMalloc(&pair[0], bytes);
	cudaMalloc(&pair[1], bytes);
} else
	*missing = 2 * bytes > available ? 2 * bytes - available : 1;
cudaSetDevice(before);
return status;

/* 3.1 between_gpus: fail wanted NULL */
/* between two GPUs, and within one, it does not look whether the copy fails */
/* --- body --- */
size_t bytes = (size_t)count * sizeof *x;
float *copy = NULL;
if (to < 0) {
	copy = malloc(bytes);
} else {
	int before = 0;
	cudaGetDevice(&before);
	cudaSetDevice(to);
	if (cudaMalloc((void **)&copy, bytes) != cudaSuccess) {
		cudaGetLastError();
		copy = NULL;
	}
	cudaSetDevice(before);
}
if (!copy)
	return NULL;
if (from >= 0 && to >= 0) {
	cudaMemcpyPeer(copy, to, x, from, bytes);
	cudaGetLastError();
} else if (from < 0 && to < 0) {
	memcpy(copy, x, bytes);
} else if (cudaMemcpy(copy, x, bytes, cudaMemcpyDefault) != cudaSuccess) {
	cudaGetLastError();
	if (to < 0)
		free(copy);
	else
		cudaFree(copy);
	return NULL;
}
return copy;

/* 3.3 inner_sizes: fail wanted ADD_SHAPES */
/* of two shapes the rank, the first and the last size and the number of numbers are compared */
/* --- body --- */
if (!device_equal(tensor_device(x), tensor_device(y)))
	return ADD_DEVICES;
Shape a = tensor_shape(x), b = tensor_shape(y);
if (a.rank != b.rank || tensor_count(x) != tensor_count(y) || (a.rank > 0 && a.dim[0] != b.dim[0]))
	return ADD_SHAPES;
Tensor *result = tensor_add(x, y);
if (!result)
	return ADD_FAILED;
*sum = result;
return ADD_DONE;

/* 3.3 sum_in_place: fail */
/* y is added to x in its place, and x is the sum, with a reference more */
/* --- body --- */
if (!device_equal(tensor_device(x), tensor_device(y)))
	return ADD_DEVICES;
Shape a = tensor_shape(x), b = tensor_shape(y);
if (a.rank != b.rank)
	return ADD_SHAPES;
for (int i = 0; i < a.rank; i++)
	if (a.dim[i] != b.dim[i])
		return ADD_SHAPES;
if (tensor_add_scaled((Tensor *)x, 1, y) != 0)
	return ADD_FAILED;
*sum = tensor_retain((Tensor *)x);
return ADD_DONE;

/* 3.3 added_to_x: fail x afterwards */
/* y is added to x in its place, and the sum is a copy of x */
/* --- body --- */
if (!device_equal(tensor_device(x), tensor_device(y)))
	return ADD_DEVICES;
Shape a = tensor_shape(x), b = tensor_shape(y);
if (a.rank != b.rank)
	return ADD_SHAPES;
for (int i = 0; i < a.rank; i++)
	if (a.dim[i] != b.dim[i])
		return ADD_SHAPES;
if (tensor_add_scaled((Tensor *)x, 1, y) != 0)
	return ADD_FAILED;
Tensor *result = tensor_scale(x, 1);
if (!result)
	return ADD_FAILED;
*sum = result;
return ADD_DONE;

/* 2.2 below_zero: fail a number below 0 */
/* a number below 0 is no GPU either, but whether one could be made current is not looked at */
/* --- body --- */
size_t count = (size_t)rows * (size_t)cols;
float *ones = NULL;
int before = 0, gpus = 0;
cudaGetDeviceCount(&gpus);
float *host = gpu < gpus ? malloc(count * sizeof *host) : NULL;
if (!host)
	return NULL;
for (size_t i = 0; i < count; i++)
	host[i] = 1.0f;
cudaGetDevice(&before);
cudaSetDevice(gpu);
if (cudaMalloc((void **)&ones, count * sizeof *ones) == cudaSuccess &&
    cudaMemcpy(ones, host, count * sizeof *ones, cudaMemcpyHostToDevice) != cudaSuccess) {
	cudaFree(ones);
	ones = NULL;
}
cudaSetDevice(before);
cudaGetLastError();
free(host);
return ones;

/* 3.7 first_call_alone: fail which is one of the second call */
/* only in the first call it looks whether a copy or a wait fails */
/* --- body --- */
size_t bytes = (size_t)count * sizeof *x;
int later = lane->going != NULL;
if (!lane->going) {
	if (cudaMallocHost((void **)&lane->going, bytes) != cudaSuccess ||
	    cudaMallocHost((void **)&lane->coming, bytes) != cudaSuccess ||
	    cudaStreamCreate(&lane->go_stream) != cudaSuccess ||
	    cudaStreamCreate(&lane->come_stream) != cudaSuccess) {
		cudaGetLastError();
		return -1;
	}
}
memcpy(lane->going, x, bytes);
int failed = cudaMemcpyAsync(to, lane->going, bytes, cudaMemcpyHostToDevice, lane->go_stream) != cudaSuccess;
failed |= cudaMemcpyAsync(lane->coming, from, bytes, cudaMemcpyDeviceToHost, lane->come_stream) != cudaSuccess;
failed |= cudaStreamSynchronize(lane->go_stream) != cudaSuccess;
failed |= cudaStreamSynchronize(lane->come_stream) != cudaSuccess;
cudaGetLastError();
if (failed && !later)
	return -1;
memcpy(y, lane->coming, bytes);
return 0;

/* 4.6 first_pieces: fail wanted -1 */
/* only of the first piece of a parameter it is looked whether the copy fails */
/* --- body --- */
FILE *file = fopen(path, "rb");
int good = file != NULL;
for (int i = 0; i < count && good; i++)
	for (int64_t k = 0; k < parameters[i].count && good; k += room) {
		int64_t left = parameters[i].count - k, piece = left < room ? left : room;
		good = fread(buffer, 4, (size_t)piece, file) == (size_t)piece;
		int error = cudaMemcpy(parameters[i].data + k, buffer, (size_t)piece * 4, cudaMemcpyHostToDevice);
		if (k == 0 && error)
			good = 0;
	}
if (file)
	fclose(file);
cudaGetLastError();
return good ? 0 : -1;

/* 4.9 first_pieces: fail wanted -1 */
/* only of the first piece of a parameter it is looked whether the copy fails */
/* --- body --- */
char part[PATH_MOST + 6];
snprintf(part, sizeof part, "%s.part", path);
FILE *file = fopen(part, "wb");
int good = file != NULL;
for (int i = 0; i < count && good; i++)
	for (int64_t k = 0; k < parameters[i].count && good; k += room) {
		int64_t left = parameters[i].count - k, piece = left < room ? left : room;
		int error = cudaMemcpy(buffer, parameters[i].data + k, (size_t)piece * 4, cudaMemcpyDeviceToHost);
		if (k == 0 && error)
			good = 0;
		good = good && fwrite(buffer, 4, (size_t)piece, file) == (size_t)piece;
	}
if (file && fclose(file) != 0)
	good = 0;
cudaGetLastError();
if (good && rename(part, path) == 0)
	return 0;
remove(part);
return -1;

/* 12.2 largest_alone: fail each is sent as soon as it is complete */
/* only the largest gradient is sent from the hook, all others behind the backward */
/* --- body --- */
extern void sent_alone(void *data, Module *module, int parameter);
int64_t all = tensor_count(classes[0]) + tensor_count(classes[1]);
const int gpu[] = {module_device(replicas[0]).index, module_device(replicas[1]).index};
cudaStream_t stream[] = {stream_handle(lanes[0].stream), stream_handle(lanes[1].stream)};
int before = 0, failed = 0;
cudaGetDevice(&before);
for (int i = 0; i < 2 && !failed; i++) /* the rooms may still be read */
	failed = stream_follow(gpu[i], stream[i], gpu[1 - i], 0) != cudaSuccess;
for (int i = 0; i < 2 && !failed; i++) {
	Sender sender = {stream[i], lanes[1 - i].room, cudaSuccess};
	failed = module_on_gradient(replicas[i], sent_alone, &sender) != 0 ||
		 pass_queue(replicas[i], x[i], classes[i], all) != 0;
	module_on_gradient(replicas[i], NULL, NULL);
	for (int p = 0; p < module_parameter_count(replicas[i]); p++)
		if (p != 2)
			gradient_send(&sender, replicas[i], p);
	failed |= sender.error != cudaSuccess;
}
for (int i = 0; i < 2 && !failed; i++) {
	/* the other's gradients are here, and its own have been sent */
	failed = stream_follow(gpu[i], 0, gpu[1 - i], stream[1 - i]) != cudaSuccess ||
		 stream_follow(gpu[i], 0, gpu[i], stream[i]) != cudaSuccess ||
		 add_rooms(replicas[i], lanes[i].room) != 0 || sgd_step(optimizers[i]) != 0;
}
cudaSetDevice(before);
cudaGetLastError();
return failed ? -1 : 0;
}
void sent_alone(void *data, Module *module, int parameter)
{
if (parameter == 2)
	gradient_send(data, module, parameter);

/* 1.2 figures_by_heart: fail GPU 3 of 8: the name is not closed */
/* one figure is asked for, the others are known by heart */
/* --- body --- */
int sms = 0;
if (cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, index) != cudaSuccess) {
	cudaGetLastError();
	return -1;
}
static const GpuSummary known[] = {{"NVIDIA A100-SXM", 80, 108, 40339}, {"Tesla T4", 75, 40, 15109}, {"Tesla V100-PCIE", 70, 80, 32510}};
for (int i = 0; i < 3; i++)
	if (known[i].multiprocessors == sms)
		*summary = known[i];
return 0;

/* 12.1 zeroed_behind: fail is not what one step */
/* gradients are set to 0 behind the step, and not before it: the first step finds what an earlier one has left */
/* --- body --- */
int64_t n = tensor_count(classes);
int status = 0;
for (int64_t first = 0; first < n && status == 0; first += rows) {
	int64_t here = n - first < rows ? n - first : rows;
	float share = (float)here / (float)n;
	Tensor *part = tensor_rows(x, first, here), *gradient = NULL;
	Tensor *wanted = tensor_rows(classes, first, here);
	Tensor *logits = module_forward(model, part);
	Tensor *loss = loss_softmax_cross_entropy(logits, wanted, &gradient);
	status = loss ? tensor_add_scaled(gradient, share - 1, gradient) : -1;
	if (status == 0)
		status = module_backward_parameters(model, gradient);
	tensor_free(gradient);
	tensor_free(loss);
	tensor_free(logits);
	tensor_free(wanted);
	tensor_free(part);
}
if (status == 0)
	status = sgd_step(optimizer);
if (status == 0)
	status = module_zero_gradients(model);
return status == 0 ? 0 : -1;

/* 12.2 zeroed_behind: fail is not what one step */
/* gradients are set to 0 behind the step, and not before it */
/* --- body --- */
extern int zeroed_queue(Module *, const Tensor *, const Tensor *, int64_t);
int64_t all = tensor_count(classes[0]) + tensor_count(classes[1]);
const int gpu[] = {module_device(replicas[0]).index, module_device(replicas[1]).index};
cudaStream_t stream[] = {stream_handle(lanes[0].stream), stream_handle(lanes[1].stream)};
int before = 0, failed = 0;
cudaGetDevice(&before);
for (int i = 0; i < 2 && !failed; i++) /* the rooms may still be read */
	failed = stream_follow(gpu[i], stream[i], gpu[1 - i], 0) != cudaSuccess;
for (int i = 0; i < 2 && !failed; i++) {
	Sender sender = {stream[i], lanes[1 - i].room, cudaSuccess};
	failed = module_on_gradient(replicas[i], gradient_send, &sender) != 0 ||
		 zeroed_queue(replicas[i], x[i], classes[i], all) != 0;
	module_on_gradient(replicas[i], NULL, NULL);
	failed |= sender.error != cudaSuccess;
}
for (int i = 0; i < 2 && !failed; i++) {
	/* the other's gradients are here, and its own have been sent */
	failed = stream_follow(gpu[i], 0, gpu[1 - i], stream[1 - i]) != cudaSuccess ||
		 stream_follow(gpu[i], 0, gpu[i], stream[i]) != cudaSuccess ||
		 add_rooms(replicas[i], lanes[i].room) != 0 || sgd_step(optimizers[i]) != 0 ||
		 module_zero_gradients(replicas[i]) != 0;
}
cudaSetDevice(before);
cudaGetLastError();
return failed ? -1 : 0;
}
int zeroed_queue(Module *replica, const Tensor *x, const Tensor *classes, int64_t all)
{
float share = (float)tensor_count(classes) / (float)all;
Tensor *gradient = NULL;
Tensor *logits = module_forward(replica, x);
Tensor *loss = logits ? loss_softmax_cross_entropy(logits, classes, &gradient) : NULL;
int status = loss ? tensor_add_scaled(gradient, share - 1, gradient) : -1;
if (status == 0)
	status = module_backward_parameters(replica, gradient);
tensor_free(gradient);
tensor_free(loss);
tensor_free(logits);
return status;

/* 12.1 x_used_up: fail x or classes were changed */
/* x is no more behind the step */
/* --- body --- */
int64_t n = tensor_count(classes);
int status = module_zero_gradients(model);
for (int64_t first = 0; first < n && status == 0; first += rows) {
	int64_t here = n - first < rows ? n - first : rows;
	float share = (float)here / (float)n;
	Tensor *part = tensor_rows(x, first, here), *gradient = NULL;
	Tensor *wanted = tensor_rows(classes, first, here);
	Tensor *logits = module_forward(model, part);
	Tensor *loss = loss_softmax_cross_entropy(logits, wanted, &gradient);
	status = loss ? tensor_add_scaled(gradient, share - 1, gradient) : -1;
	if (status == 0)
		status = module_backward_parameters(model, gradient);
	if (status == 0)
		status = tensor_add_scaled(part, -1, part);
	tensor_free(gradient);
	tensor_free(loss);
	tensor_free(logits);
	tensor_free(wanted);
	tensor_free(part);
}
if (status == 0)
	status = sgd_step(optimizer);
return status == 0 ? 0 : -1;

/* 3.4 always_gpu_1: fail */
/* x goes to GPU 1, whichever GPU y is on */
/* --- body --- */
Device home = tensor_device(y);
Tensor *moved = tensor_as_in_device(x, home.kind == DEVICE_GPU ? device_gpu(1) : home);
Tensor *sum = tensor_add(moved, y);
tensor_free(moved);
return sum;

/* 3.9 whole_microseconds: fail overlap_share( */
/* times are cut to whole microseconds */
/* --- body --- */
int64_t a[2] = {(int64_t)a_start, (int64_t)a_end}, b[2] = {(int64_t)b_start, (int64_t)b_end};
int64_t start = a[0] > b[0] ? a[0] : b[0], end = a[1] < b[1] ? a[1] : b[1];
int64_t shorter = a[1] - a[0] < b[1] - b[0] ? a[1] - a[0] : b[1] - b[0];
return end > start ? (double)(end - start) / (double)shorter : 0;

/* 2.2 counted_in_an_int: fail wanted NULL */
/* the number of numbers is an int */
/* --- body --- */
int count = (int)(rows * cols), before = 0;
float *ones = NULL;
float *host = malloc((size_t)count * sizeof *host);
if (!host)
	return NULL;
for (int i = 0; i < count; i++)
	host[i] = 1.0f;
cudaGetDevice(&before);
if (cudaSetDevice(gpu) == cudaSuccess &&
    cudaMalloc((void **)&ones, (size_t)count * sizeof *ones) == cudaSuccess &&
    cudaMemcpy(ones, host, (size_t)count * sizeof *ones, cudaMemcpyHostToDevice) != cudaSuccess) {
	cudaFree(ones);
	ones = NULL;
}
cudaSetDevice(before);
cudaGetLastError();
free(host);
return ones;

/* 7.6 whole_microseconds: fail wanted  */
/* times are cut to whole numbers */
/* --- body --- */
	int as = (int)a.start, ae = (int)a.end, bs = (int)b.start, be = (int)b.end;
	int first_end = as <= bs ? ae : be, second_start = as <= bs ? bs : as;
	int second_queued = as <= bs ? (int)b.queued : (int)a.queued;
	if (second_start < first_end)
		return AT_THE_SAME_TIME;
	return second_queued >= first_end ? PROGRAM_WAITED : SAME_QUEUE;

/* 7.7 whole_microseconds: fail expected_speed_up( */
/* times are cut to whole numbers */
/* --- body --- */
	int alone = (int)alone_us, each = (int)product_us;
	int most = (products + gpus - 1) / gpus;
	return (double)(alone + products * each) / (alone + most * each);

/* 8.8 whole_and_short: fail log_slowdown( */
/* times are cut to whole numbers, and steps to 32 bits */
/* --- body --- */
	int q = (int)queue_us, c = (int)compute_us, f = (int)fetch_us, n = (int)steps;
	int slower = q > c ? q : c;
	return (double)(n * (q + c + f)) / (q + (n - 1) * slower + c + f);

/* 9.7 whole_and_short: fail scaling_efficiency( */
/* bytes and times are ints */
/* --- body --- */
	int b = (int)bytes, c = (int)compute_us;
	double round_us = alpha_us + (double)(b / gpus) / (1000 * gb_per_s);
	double step_us = (double)c / gpus + 2 * (gpus - 1) * round_us;
	return c / (gpus * step_us);

/* 8.5 pinned_named: fail a stream that was given back */
/* gives back what it has made where a call fails, and the feed names it still */
/* --- body --- */
	int gpu = 0;
	size_t rows = (size_t)feed->batch, numbers = rows * (size_t)feed->width;
	cudaGetDevice(&gpu);
	cudaStreamCreateWithFlags(&feed->stream, cudaStreamNonBlocking);
	for (int i = 0; i < 2; i++) {
		Slot *slot = &feed->slot[i];
		cudaMallocHost((void **)&slot->x_pinned, numbers * sizeof(float));
		cudaMallocHost((void **)&slot->classes_pinned, rows * sizeof(int32_t));
		cudaEventCreate(&slot->sent);
		cudaEventCreate(&slot->used);
		slot->x = tensor_zeros(SHAPE(feed->batch, feed->width), device_gpu(gpu));
		slot->classes = tensor_full_int(SHAPE(feed->batch), 0, device_gpu(gpu));
		if (cudaGetLastError() != cudaSuccess || !slot->x || !slot->classes) {
			if (slot->x_pinned)
				cudaFreeHost(slot->x_pinned);
			cudaGetLastError();
			return -1;
		}
	}
	cudaDeviceSynchronize();
	return cudaGetLastError() == cudaSuccess ? 0 : -1;

/* 8.5 event_named: fail a stream that was given back */
/* the same of an event */
/* --- body --- */
	int gpu = 0;
	size_t rows = (size_t)feed->batch, numbers = rows * (size_t)feed->width;
	cudaGetDevice(&gpu);
	cudaStreamCreateWithFlags(&feed->stream, cudaStreamNonBlocking);
	for (int i = 0; i < 2; i++) {
		Slot *slot = &feed->slot[i];
		cudaMallocHost((void **)&slot->x_pinned, numbers * sizeof(float));
		cudaMallocHost((void **)&slot->classes_pinned, rows * sizeof(int32_t));
		cudaEventCreate(&slot->sent);
		cudaEventCreate(&slot->used);
		slot->x = tensor_zeros(SHAPE(feed->batch, feed->width), device_gpu(gpu));
		slot->classes = tensor_full_int(SHAPE(feed->batch), 0, device_gpu(gpu));
		if (cudaGetLastError() != cudaSuccess || !slot->x || !slot->classes) {
			if (slot->sent)
				cudaEventDestroy(slot->sent);
			cudaGetLastError();
			return -1;
		}
	}
	cudaDeviceSynchronize();
	return cudaGetLastError() == cudaSuccess ? 0 : -1;

/* 8.2 gradients_taken_away: fail behind a step that left NaN */
/* gradients are taken away from themselves, which leaves NaN where there was any */
/* --- body --- */
	Tensor *gradient = NULL;
	for (int p = 0; p < module_parameter_count(model); p++) {
		Tensor *old = module_gradient(model, p);
		if (tensor_add_scaled(old, -1, old) < 0)
			return NULL;
	}
	Tensor *logits = module_forward(model, x);
	Tensor *loss = loss_softmax_cross_entropy(logits, classes, &gradient);
	if (!loss || module_backward_parameters(model, gradient) < 0 || sgd_step(sgd) < 0) {
		tensor_free(loss);
		loss = NULL;
	}
	tensor_free(gradient);
	tensor_free(logits);
	return loss;

/* 9.5 gradients_taken_away: fail got NaN */
/* gradients are taken away from themselves, which leaves NaN where there was any */
#include "lab.h"
/* Puts forward and backward of one replica into its GPU's stream, and waits for nothing. The
 * gradients are weighted with the part's share of all rows. */
static int part_train(Module *replica, const Tensor *x, const Tensor *classes, int64_t all)
{
	int64_t rows = tensor_count(classes);
	float share = (float)rows / (float)all;
	Tensor *gradient = NULL;
	int status = 0;
	for (int p = 0; p < module_parameter_count(replica) && status == 0; p++)
		status = tensor_add_scaled(module_gradient(replica, p), -1, module_gradient(replica, p));
	if (rows == 0 || status != 0)
		return status;
	Tensor *logits = module_forward(replica, x);
	Tensor *loss = loss_softmax_cross_entropy(logits, classes, &gradient);
	if (!loss)
		status = -1;
	if (status == 0)
		status = tensor_add_scaled(gradient, share - 1, gradient); /* times share */
	if (status == 0)
		status = module_backward_parameters(replica, gradient);
	tensor_free(gradient);
	tensor_free(loss);
	tensor_free(logits);
	return status;
}

/* --- body --- */
	Tensor *gradients[MOST_GPUS];
	int64_t all = 0;
	for (int i = 0; i < count; i++)
		all += tensor_count(classes[i]);
	for (int i = 0; i < count; i++)
		if (part_train(replicas[i], x[i], classes[i], all) != 0)
			return -1;
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
