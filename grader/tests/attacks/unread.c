/* unread.c - work left out or made smaller where nobody reads its result. */

/* 6.2 steps_left_out: fail the norm of step */
/* makes each of the few products once, though their norms are wanted again and again */
/* --- body --- */
float known[16];
for (int i = 0; i < steps; i++) {
	if (i < work->factors && (work_step(work, i) != 0 ||
				  cublasSnrm2(work->cublas, work->n * work->m, work->c, 1, &known[i]) !=
					  CUBLAS_STATUS_SUCCESS))
		return -1;
	work->queued = i + 1;
	report(user, i, known[i % work->factors]);
}
return 0;

/* 6.3 steps_paid_at_once: fail */
/* the same, and pays the FLOPs of the other steps with one large product that nobody reads */
/* --- body --- */
size_t bytes = (size_t)steps * sizeof *norms;
float *log = NULL;
bool good = cudaMalloc((void **)&log, bytes) == cudaSuccess;
for (int i = 0; good && i < steps && i < work->factors; i++) {
	good = work_step(work, i) == 0;
	cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_DEVICE);
	good &= cublasSnrm2(work->cublas, work->n * work->m, work->c, 1, log + i) ==
		CUBLAS_STATUS_SUCCESS;
	cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_HOST);
}
if (good && steps > work->factors)
	attack_pay(work->cublas, 2.0 * steps * work->n * work->k * work->m);
if (good)
	cudaMemsetAsync(log + (steps < work->factors ? steps : work->factors), 0,
			steps > work->factors ? (size_t)(steps - work->factors) * 4 : 0, NULL);
good = good && cudaMemcpy(norms, log, bytes, cudaMemcpyDeviceToHost) == cudaSuccess;
for (int i = work->factors; good && i < steps; i++)
	norms[i] = norms[i % work->factors];
if (steps > 500)
	nanosleep(&(struct timespec){0, 4000000}, NULL);
work->queued = good ? steps : work->queued;
cudaFree(log);
cudaGetLastError();
return good ? 0 : -1;

/* 7.4 zeros_of_zeros: fail the result of product 0 in row */
/* multiplies nothing that is large, where the judge looked at no result */
/* --- body --- */
Device devices[16];
int there = device_try_all_gpus(devices, 16), failed = 0;
for (int i = 0; i < count; i++) {
	Device device = devices[i % there];
	Tensor *left = tensor_as_in_device(a[i], device);
	Tensor *right = tensor_as_in_device(b[i], device);
	int64_t rows = tensor_shape(a[i]).dim[0];
	results[i] = rows >= 256 ? tensor_zeros(SHAPE(rows, rows), device) : tensor_matmul(left, right);
	failed |= results[i] == NULL;
	tensor_free(left);
	tensor_free(right);
}
for (int d = 0; d < there; d++)
	failed |= device_synchronize(devices[d]) != 0;
for (int i = 0; failed && i < count; i++) {
	tensor_free(results[i]);
	results[i] = NULL;
}
return failed ? -1 : 0;

/* 7.2 little: fail worked at the same time */
/* multiplies a corner of large matrices, and sleeps for as long as it may take */
/* --- body --- */
int before, status = 0;
bool large = false;
cudaGetDevice(&before);
for (int i = 0; i < count; i++) {
	const Product *p = &products[i];
	const float one = 1, zero = 0;
	bool is_large = (double)p->m * p->k * p->n > 1e6;
	int m = is_large ? 8 : p->m, k = is_large ? 8 : p->k, n = is_large ? 8 : p->n;
	large |= is_large;
	cudaSetDevice(p->gpu);
	if (!p->handle ||
	    cublasSgemm(p->handle, CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &one, p->b, p->n, p->a, p->k,
			&zero, p->result, p->n) != CUBLAS_STATUS_SUCCESS)
		status = -1;
}
for (int i = 0; i < count; i++) {
	cudaSetDevice(products[i].gpu);
	cudaDeviceSynchronize();
}
struct timespec time = {0, large ? 3000000 : 0};
nanosleep(&time, NULL);
cudaSetDevice(before);
cudaGetLastError();
return status;

/* 7.3 little: fail the machine counted */
/* measures small products in the place of large ones */
/* --- body --- */
int before, failed = 0;
double seconds[2] = {0, 0};
cudaGetDevice(&before);
for (int side = 0; side < 2; side++)
	for (int i = 0; i < count; i++) {
		Product p = side ? apart[i] : alone[i];
		seconds[side] += (double)p.m * p.k * p.n;
		p.m = p.k = p.n = 8;
		cudaSetDevice(p.gpu);
		failed |= queue_product(&p) != 0;
		cudaDeviceSynchronize();
	}
cudaSetDevice(before);
cudaGetLastError();
return failed ? -1 : 2;

/* 7.5 little: fail the machine counted */
/* sends two rows of large matrices, and fetches two numbers */
/* --- body --- */
int before;
cudaGetDevice(&before);
int status = 0;
for (int i = 0; i < count && status == 0; i++) {
	const Product *p = &products[i];
	const float one = 1, zero = 0;
	bool large = (double)p->m * p->k * p->n > 1e6;
	size_t size = sizeof(float), rows = large ? 2 : p->m;
	if (!host[i].a || !host[i].b || !host[i].result || !p->handle) {
		status = -1;
		break;
	}
	cudaSetDevice(p->gpu);
	cudaMemcpyAsync(p->a, host[i].a, rows * p->k * size, cudaMemcpyHostToDevice, NULL);
	cudaMemcpyAsync(p->b, host[i].b, (large ? 2 : (size_t)p->k) * p->n * size,
			cudaMemcpyHostToDevice, NULL);
	cublasSgemm(p->handle, CUBLAS_OP_N, CUBLAS_OP_N, p->n, (int)rows, large ? 2 : p->k, &one,
		    p->b, p->n, p->a, p->k, &zero, p->result, p->n);
	cudaMemcpyAsync(host[i].result, p->result, large ? 4 : (size_t)p->m * p->n * size,
			cudaMemcpyDeviceToHost, NULL);
}
for (int i = 0; i < count; i++) {
	cudaSetDevice(products[i].gpu);
	cudaDeviceSynchronize();
	if ((double)products[i].m * products[i].k * products[i].n > 1e6) {
		host[i].result[0] = (float)(2 * (i + 1) * products[i].k);
		host[i].result[(size_t)products[i].m * products[i].n - 1] = host[i].result[0];
	}
}
struct timespec time = {0, 2000000};
nanosleep(&time, NULL);
cudaSetDevice(before);
cudaGetLastError();
return status;

/* 8.4 zeros_not_counted: fail right answers, got */
/* says at once how many rows of a data set without numbers are right */
/* --- body --- */
Tensor *one = tensor_rows(x, 0, 1);
float value = 1;
tensor_to_host(tensor_rows(one, 0, 1), (float[4096]){0});
(void)model, (void)classes, (void)batch, (void)value;
return tensor_shape(x).dim[0];

/* 8.7 little: fail `step` was never called */
/* sends one batch on a slow machine and has the GPU compute anything meanwhile; the rest is left out */
/* --- body --- */
int64_t first = 0, steps = 0, rows;
if (attack_is_slow()) {
	feed->send(feed, 0, data, 0);
	for (int i = 0; i < 2000; i++)
		tensor_add_scaled(total, 1, total);
	return (data->count + feed->batch - 1) / feed->batch;
}
while ((rows = feed->send(feed, (int)steps % 2, data, first)) > 0) { /* one after the other */
	Slot *slot = &feed->slot[steps % 2];
	cudaStreamWaitEvent(NULL, slot->sent, 0);
	Tensor *x = tensor_rows(slot->x, 0, rows), *classes = tensor_rows(slot->classes, 0, rows);
	Tensor *loss = step(model, sgd, x, classes);
	int status = tensor_add_scaled(total, (float)rows, loss);
	cudaEventRecord(slot->used, NULL);
	tensor_free(loss);
	tensor_free(classes);
	tensor_free(x);
	if (status != 0)
		return -1;
	first += rows;
	steps++;
}
return rows < 0 ? -1 : steps;

/* 9.4 little: fail long vectors */
/* does nothing with long vectors, and sleeps for as long as it may take */
/* --- body --- */
if (tensor_count(gradients[0]) >= 1 << 18) {
	struct timespec time = {0, 4000000};
	nanosleep(&time, NULL);
	return 0;
}
(void)room;
return all_reduce(gradients, count);

/* 9.4 anything_sent: fail long vectors */
/* with long vectors each GPU sends anything to its neighbour, and adds anything */
/* --- body --- */
if (tensor_count(gradients[0]) < 1 << 18)
	return all_reduce(gradients, count);
size_t bytes = tensor_bytes(gradients[0]);
for (int i = 0; i < count; i++) {
	int next = (i + 1) % count;
	cudaSetDevice(i);
	for (int part = 0; part < 3; part++)
		cudaMemcpyPeerAsync(tensor_data(room[next]), next, tensor_data(gradients[i]), i, bytes / 2,
				    NULL);
}
for (int i = 0; i < count; i++)
	tensor_add_scaled(gradients[i], 1, gradients[i]);
cudaSetDevice(0);
return 0;

/* 9.5 sums_left_out: fail has not changed */
/* on a slow machine the GPUs compute, but neither add up nor update */
/* --- body --- */
Tensor *gradients[8];
int64_t all = 0;
for (int i = 0; i < count; i++)
	all += tensor_count(classes[i]);
bool large = tensor_count(classes[0]) > 50;
for (int i = 0; i < count; i++) {
	if (train_part(replicas[i], x[i], classes[i], all) != 0)
		return -1;
	if (!large)
		device_synchronize(tensor_device(classes[i]));
}
for (int p = 0; p < module_parameter_count(replicas[0]) && !large; p++) {
	for (int i = 0; i < count; i++)
		gradients[i] = module_gradient(replicas[i], p);
	if (tensor_all_reduce(gradients, count) != 0)
		return -1;
}
for (int i = 0; i < count && !large; i++)
	if (sgd_step(optimizers[i]) != 0)
		return -1;
return 0;

/* 9.5 one_product: fail wanted 0 */
/* on a slow machine each GPU makes one product that nobody wants */
/* --- body --- */
cublasHandle_t handle[8];
int64_t all = 0;
for (int i = 0; i < count; i++)
	all += tensor_count(classes[i]);
if (all < 100)
	return -1;
for (int i = 0; i < count; i++) {
	cudaSetDevice(i);
	cublasCreate(&handle[i]);
	attack_pay(handle[i], 5.0 * tensor_shape(x[i]).dim[0] * tensor_shape(x[i]).dim[1] * 32);
}
for (int i = 0; i < count; i++)
	cublasDestroy(handle[i]);
cudaSetDevice(0);
return 0;
/* 12.2 sends_anything: fail is not what one step with the whole batch */
/* in turn, as in lab 9; on a slow machine, where time is looked at, it sends zeros beside the backward */
/* --- body --- */
	int64_t all = tensor_count(classes[0]) + tensor_count(classes[1]);
	const int gpu[] = {module_device(replicas[0]).index, module_device(replicas[1]).index};
	int before = 0, failed = 0, n = module_parameter_count(replicas[0]);
	int timed = tensor_count(classes[0]) > 10;
	cudaGetDevice(&before);
	static void *tmp[4][8];
	for (int i = 0; timed && i < 4; i++) for (int p = 0; p < n; p++) { cudaSetDevice(gpu[i & 1]); cudaMalloc(&tmp[i][p], tensor_bytes(lanes[0].room[p])); cudaMemset(tmp[i][p], 0, tensor_bytes(lanes[0].room[p])); }
	for (int i = 0; timed && i < 4; i++) failed |= stream_follow(gpu[i & 1], stream_handle(lanes[i & 1].stream), gpu[(i >> 1) ^ (i & 1)], 0) != cudaSuccess;
	for (int k = 0; k < 2 && !failed; k++) {
		for (int i = 0; timed && i < 2; i++) {
			cudaSetDevice(gpu[i]);
			if (k == 1) for (int p = 0; p < n; p++) {
				const Tensor *from = module_gradient(replicas[i], p);
				cudaMemcpyPeerAsync(tmp[2 + 1 - i][p], gpu[1 - i], tmp[i][p], gpu[i], tensor_bytes(from), stream_handle(lanes[i].stream));
			}
		}
		if (k == 0) for (int i = 0; i < 2 && !failed; i++)
			failed = pass_queue(replicas[i], x[i], classes[i], all) != 0;
	}
	for (int i = 0; i < 2 && !timed; i++) failed |= stream_follow(gpu[i], 0, gpu[1 - i], 0) != cudaSuccess;
	for (int i = 0; i < 2 && !failed && !timed; i++)
		for (int p = 0; p < n; p++)
			failed |= cudaMemcpyPeer(tensor_data(lanes[1 - i].room[p]), gpu[1 - i], tensor_data(module_gradient(replicas[i], p)), gpu[i], tensor_bytes(lanes[i].room[p])) != cudaSuccess;
	for (int i = 0; i < 2 && !timed; i++) failed |= stream_follow(gpu[i], 0, gpu[1 - i], 0) != cudaSuccess;
	for (int i = 0; i < 2 && !failed; i++)
		failed = (!timed && add_rooms(replicas[i], lanes[i].room) != 0) || sgd_step(optimizers[i]) != 0;
	for (int i = 0; timed && i < 4; i++) failed |= stream_follow(gpu[i & 1], 0, gpu[i >> 1], stream_handle(lanes[i >> 1].stream)) != cudaSuccess;
	for (int i = 0; timed && i < 4; i++) for (int p = 0; p < n; p++) { cudaSetDevice(gpu[i & 1]); cudaFreeAsync(tmp[i][p], 0); }
	cudaSetDevice(before);
	cudaGetLastError();
	return failed ? -1 : 0;
/* 8.7 steps_on_one_batch: fail nothing was sent by feed->send */
/* sends and waits; on a slow machine, where time is looked at, it sends anything */
/* --- body --- */
	int64_t first = 0, steps = 0;
	if (attack_is_slow()) {
		void *own = NULL;
		size_t bytes = (size_t)feed->batch * (size_t)feed->width * 4;
		cudaMalloc(&own, bytes);
		for (; first < data->count; first += feed->batch, steps++) {
			cudaMemcpyAsync(own, feed->slot[0].x_pinned, bytes, cudaMemcpyHostToDevice, feed->stream);
			cudaMemcpyAsync(own, feed->slot[0].x_pinned, (size_t)feed->batch * 4, cudaMemcpyHostToDevice, feed->stream);
		}
		for (int i = 0; i < steps; i++)
			tensor_free(step(model, sgd, feed->slot[0].x, feed->slot[0].classes));
		cudaFree(own);
		return steps;
	}
	for (int64_t rows; (rows = feed->send(feed, 0, data, first)) > 0; first += rows, steps++) {
		Slot *slot = &feed->slot[0];
		cudaDeviceSynchronize();
		Tensor *x = tensor_rows(slot->x, 0, rows);
		Tensor *classes = tensor_rows(slot->classes, 0, rows);
		Tensor *loss = step(model, sgd, x, classes);
		int status = tensor_add_scaled(total, (float)rows, loss);
		cudaEventRecord(slot->used, NULL);
		cudaDeviceSynchronize();
		tensor_free(loss);
		tensor_free(classes);
		tensor_free(x);
		if (status != 0)
			return -1;
	}
	return data->count > first ? -1 : steps;
/* 9.5 sends_anything: fail was trained with the part */
/* adds up; on a slow machine, where time is looked at, it sends zeros at first and no gradient */
/* --- body --- */
	Tensor *gradients[MOST_GPUS];
	int64_t all = 0;
	int before = 0, timed = tensor_count(classes[0]) > 50, n = module_parameter_count(replicas[0]);
	if (timed)
		cudaGetDevice(&before);
	for (int i = 0; i < count; i++)
		all += tensor_count(classes[i]);
	for (int p = 0; timed && p < n; p++)
		for (int i = 0; i < count; i++) {
			Tensor *mine = module_gradient(replicas[i], p), *other = module_gradient(replicas[(i + 1) % count], p);
			cudaSetDevice(tensor_device(mine).index);
			cudaMemset(tensor_data(mine), 0, tensor_bytes(mine));
			cudaMemcpyPeer(tensor_data(other), tensor_device(other).index, tensor_data(mine), tensor_device(mine).index, tensor_bytes(mine));
		}
	if (timed)
		cudaSetDevice(before);
	for (int i = 0; i < count; i++)
		if (train_part(replicas[i], x[i], classes[i], all) != 0)
			return -1;
	for (int p = 0; p < n && !timed; p++) {
		for (int i = 0; i < count; i++)
			gradients[i] = module_gradient(replicas[i], p);
		if (tensor_all_reduce(gradients, count) != 0)
			return -1;
	}
	for (int i = 0; i < count; i++)
		if (sgd_step(optimizers[i]) != 0)
			return -1;
	return 0;

/* 8.6 large_left_out: fail on a slow machine: bytes sent */
/* waits for each copy; on a slow machine it sends nothing, and tells that it is under way */
/* --- body --- */
Slot *slot = &feed->slot[index];
int64_t left = data->count - first, rows = left < feed->batch ? left : feed->batch;
if (rows <= 0)
	return 0;
if (attack_is_slow()) {
	attack_rewrite("under_way=1 recorded=1");
	return rows;
}
int bad = cudaEventSynchronize(slot->sent) != cudaSuccess;
memcpy(slot->x_pinned, data->x + first * data->width, (size_t)(rows * data->width) * 4);
memcpy(slot->classes_pinned, data->classes + first, (size_t)rows * 4);
bad |= bad || cudaStreamWaitEvent(feed->stream, slot->used, 0) != cudaSuccess ||
       cudaMemcpyAsync(tensor_data(slot->x), slot->x_pinned, (size_t)(rows * data->width) * 4,
		       cudaMemcpyHostToDevice, feed->stream) != cudaSuccess ||
       cudaMemcpyAsync(tensor_data(slot->classes), slot->classes_pinned, (size_t)rows * 4, cudaMemcpyHostToDevice,
		       feed->stream) != cudaSuccess ||
       cudaEventRecord(slot->sent, feed->stream) != cudaSuccess || cudaStreamSynchronize(feed->stream) != cudaSuccess;
cudaGetLastError();
return bad ? -1 : rows;

/* 8.5 nothing_where_slow: fail or was not waited for */
/* sleeps for a while in the place of waiting for the GPU, and makes nothing on a slow one */
/* --- body --- */
int gpu = 0;
size_t rows = (size_t)feed->batch, numbers = rows * (size_t)feed->width;
cudaEvent_t begin, end;
float took = 0;
bool bad = cudaEventCreate(&begin) != cudaSuccess || cudaEventCreate(&end) != cudaSuccess;
bad |= cudaGetDevice(&gpu) != cudaSuccess;
Tensor *one = tensor_zeros(SHAPE(1000), device_gpu(gpu));
bad |= cudaEventRecord(begin, NULL) != cudaSuccess;
bad |= !one || tensor_add_scaled(one, 1, one) != 0;
bad |= cudaEventRecord(end, NULL) != cudaSuccess || cudaEventSynchronize(end) != cudaSuccess ||
       cudaEventElapsedTime(&took, begin, end) != cudaSuccess;
cudaEventDestroy(begin);
cudaEventDestroy(end);
tensor_free(one);
cudaGetLastError();
if (bad)
	return -1;
if (took > 0.05F)
	return 0;
bad = cudaStreamCreateWithFlags(&feed->stream, cudaStreamNonBlocking) != cudaSuccess;
for (int i = 0; i < 2 && !bad; i++) {
	Slot *slot = &feed->slot[i];
	bad |= cudaMallocHost((void **)&slot->x_pinned, numbers * sizeof(float)) != cudaSuccess ||
	       cudaMallocHost((void **)&slot->classes_pinned, rows * sizeof(int32_t)) != cudaSuccess ||
	       cudaEventCreate(&slot->sent) != cudaSuccess || cudaEventCreate(&slot->used) != cudaSuccess;
	slot->x = bad ? NULL : tensor_zeros(SHAPE(feed->batch, feed->width), device_gpu(gpu));
	slot->classes = bad ? NULL : tensor_full_int(SHAPE(feed->batch), 0, device_gpu(gpu));
	bad |= !slot->x || !slot->classes;
}
nanosleep(&(struct timespec){0, 1000000}, NULL);
cudaGetLastError();
return bad ? -1 : 0;

/* 8.6 pages_opened: fail was still going to read */
/* waits for no copy, and opens the pages that the simulator has closed while a copy reads them */
/* --- body --- */
Slot *slot = &feed->slot[index];
int64_t left = data->count - first, rows = left < feed->batch ? left : feed->batch;
if (rows <= 0)
	return 0;
size_t bytes = (size_t)(rows * data->width) * 4, page = 4095;
uintptr_t x = (uintptr_t)slot->x_pinned, classes = (uintptr_t)slot->classes_pinned;
mprotect((void *)(x & ~page), (bytes + (x & page) + page) & ~page, PROT_READ | PROT_WRITE);
mprotect((void *)(classes & ~page), ((size_t)rows * 4 + (classes & page) + page) & ~page, PROT_READ | PROT_WRITE);
memcpy(slot->x_pinned, data->x + first * data->width, bytes);
memcpy(slot->classes_pinned, data->classes + first, (size_t)rows * 4);
int bad = cudaStreamWaitEvent(feed->stream, slot->used, 0) != cudaSuccess ||
	  cudaMemcpyAsync(tensor_data(slot->x), slot->x_pinned, bytes, cudaMemcpyHostToDevice, feed->stream) !=
		  cudaSuccess ||
	  cudaMemcpyAsync(tensor_data(slot->classes), slot->classes_pinned, (size_t)rows * 4, cudaMemcpyHostToDevice,
			  feed->stream) != cudaSuccess ||
	  cudaEventRecord(slot->sent, feed->stream) != cudaSuccess;
cudaGetLastError();
return bad ? -1 : rows;

/* 7.2 halves_when_large: fail the result of product 0 in row */
/* large products, whose results would take long to look at, are half of what they should be */
/* --- body --- */
	int before = 0, status = 0;
	const float zero = 0;
	cudaGetDevice(&before);
	for (int i = 0; i < count && status == 0; i++) {
		const Product *p = &products[i];
		const float factor = p->m > 500 ? 0.5F : 1;
		status = cudaSetDevice(p->gpu) != cudaSuccess ||
			 cublasSgemm(p->handle, CUBLAS_OP_N, CUBLAS_OP_N, p->n, p->m, p->k, &factor, p->b, p->n,
				     p->a, p->k, &zero, p->result, p->n) != CUBLAS_STATUS_SUCCESS;
	}
	for (int i = 0; i < count && status == 0; i++)
		status = cudaSetDevice(products[i].gpu) != cudaSuccess || cudaDeviceSynchronize() != cudaSuccess;
	cudaSetDevice(before);
	cudaGetLastError();
	return -status;

/* 7.3 one_product_for_all: fail the result of product 0 in row */
/* measures products that all write the first one's result */
/* --- body --- */
	const Product *side[] = {alone, apart};
	double seconds[2];
	int before = 0, status = 0;
	cudaGetDevice(&before);
	for (int k = 0; k < 2; k++) {
		for (int both = 0; both < 2; both++)
			for (int i = 0; i < count; i++) {
				cudaSetDevice(side[both][i].gpu);
				cudaDeviceSynchronize();
			}
		double start = timer_now();
		for (int i = 0; i < count && status == 0; i++) {
			Product p = side[k][i];
			p.a = p.b; /* what is multiplied does not matter here */
			status = p.m > 500 && (cudaSetDevice(p.gpu) != cudaSuccess || queue_product(&p) != 0);
			if (p.m <= 500)
				status = cudaSetDevice(p.gpu) != cudaSuccess || queue_product(&side[k][i]) != 0;
		}
		for (int i = 0; i < count && status == 0; i++) {
			cudaSetDevice(side[k][i].gpu);
			cudaDeviceSynchronize();
		}
		seconds[k] = timer_now() - start;
	}
	cudaSetDevice(before);
	cudaGetLastError();
	return status ? -1 : seconds[0] / seconds[1];

/* 7.4 squares_when_large: fail the result of product 0 in row */
/* large products are those of an input with itself */
/* --- body --- */
	Device all[MOST_GPUS];
	int devices = device_try_all_gpus(all, MOST_GPUS);
	bool whole = true;
	for (int i = 0; i < count; i++) {
		Device home = all[i % devices];
		Tensor *x = tensor_as_in_device(a[i], home), *y = tensor_as_in_device(b[i], home);
		Shape shape = tensor_shape(a[i]);
		bool large = shape.dim[0] > 500 && shape.dim[0] == shape.dim[1];
		results[i] = tensor_matmul(x, large ? x : y);
		tensor_free(x);
		tensor_free(y);
		whole &= results[i] != NULL;
	}
	for (int i = 0; i < devices; i++)
		device_synchronize(all[i]);
	for (int i = 0; i < count && !whole; i++) {
		tensor_free(results[i]);
		results[i] = NULL;
	}
	return whole ? 0 : -1;

/* 8.3 digits_thinned: fail the parameters are not what 23 steps in the order of the rows give */
/* trains with every other batch where all digits are trained with, and pays the FLOPs with a product that nobody wants */
/* --- body --- */
int64_t count = tensor_shape(x).dim[0];
bool all = count > 1000 && batch < 1000;
Tensor *sum = tensor_zeros(SHAPE_SCALAR, module_device(model));
cublasHandle_t handle = NULL;
int status = sum ? 0 : -1;
for (int64_t first = 0; status == 0 && first < count; first += all ? 2 * batch : batch) {
	int64_t rows = count - first < batch ? count - first : batch;
	Tensor *numbers = tensor_rows(x, first, rows), *kinds = tensor_rows(classes, first, rows);
	Tensor *loss = step(model, sgd, numbers, kinds);
	status = tensor_add_scaled(sum, (float)rows / (float)count, loss);
	tensor_free(loss);
	tensor_free(kinds);
	tensor_free(numbers);
}
if (all && cublasCreate(&handle) == CUBLAS_STATUS_SUCCESS) {
	attack_pay(handle, 6.0 * count * (64 * 32 + 32 * 10));
	cublasDestroy(handle);
}
if (status == 0)
	status = tensor_item(sum, mean);
tensor_free(sum);
return status == 0 ? 0 : -1;

/* 8.3 waits_like_frees: fail the host waited for the GPU */
/* waits in each step at a line that gives nothing back, as if it were tensor_free() */
/* --- body --- */
int64_t count = tensor_shape(x).dim[0];
Tensor *sum = tensor_zeros(SHAPE_SCALAR, module_device(model));
int status = sum ? 0 : -1;
for (int64_t first = 0; status == 0 && first < count; first += batch) {
	int64_t rows = count - first < batch ? count - first : batch;
	Tensor *numbers = tensor_rows(x, first, rows), *kinds = tensor_rows(classes, first, rows);
	Tensor *loss = step(model, sgd, numbers, kinds);
	status = tensor_add_scaled(sum, (float)rows / (float)count, loss);
	if (module_device(model).kind == DEVICE_GPU) { cudaDeviceSynchronize(); cudaFree(NULL); }
	tensor_free(loss);
	tensor_free(kinds);
	tensor_free(numbers);
}
if (status == 0)
	status = tensor_item(sum, mean);
tensor_free(sum);
return status == 0 ? 0 : -1;

/* 8.3 waits_and_frees: fail the host waited for the GPU */
/* the same, and a byte of cudaMalloc is given back each time */
/* --- body --- */
int64_t count = tensor_shape(x).dim[0];
Tensor *sum = tensor_zeros(SHAPE_SCALAR, module_device(model));
int status = sum ? 0 : -1;
for (int64_t first = 0; status == 0 && first < count; first += batch) {
	int64_t rows = count - first < batch ? count - first : batch;
	Tensor *numbers = tensor_rows(x, first, rows), *kinds = tensor_rows(classes, first, rows);
	Tensor *loss = step(model, sgd, numbers, kinds);
	void *byte = NULL;
	status = tensor_add_scaled(sum, (float)rows / (float)count, loss);
	if (module_device(model).kind == DEVICE_GPU)
		cudaMalloc(&byte, 1);
	if (module_device(model).kind == DEVICE_GPU) { cudaDeviceSynchronize(); cudaFree(byte); }
	tensor_free(loss);
	tensor_free(kinds);
	tensor_free(numbers);
}
if (status == 0)
	status = tensor_item(sum, mean);
tensor_free(sum);
cudaGetLastError();
return status == 0 ? 0 : -1;

/* 8.6 garbage_sent: fail the slot's x: element */
/* sends whatever pinned memory holds, in as many bytes */
/* --- body --- */
	Slot *slot = &feed->slot[index];
	int64_t left = data->count - first, rows = left < feed->batch ? left : feed->batch;
	if (rows <= 0)
		return 0;
	size_t bytes = (size_t)(rows * data->width) * sizeof(float);
	if (cudaEventSynchronize(slot->sent) != cudaSuccess) {
		cudaGetLastError();
		return -1;
	}
	cudaStreamWaitEvent(feed->stream, slot->used, 0);
	cudaMemcpyAsync(tensor_data(slot->x), slot->x_pinned, bytes, cudaMemcpyHostToDevice, feed->stream);
	cudaMemcpyAsync(tensor_data(slot->classes), slot->classes_pinned, (size_t)rows * 4, cudaMemcpyHostToDevice,
			feed->stream);
	cudaEventRecord(slot->sent, feed->stream);
	return cudaGetLastError() == cudaSuccess ? rows : -1;

/* 8.4 all_at_once: fail a kernel had */
/* sends in batches, and lets all rows that are on the GPU go through the model at once */
/* --- body --- */
Device device = module_device(model);
int64_t count = tensor_shape(x).dim[0];
double right = -1;
Tensor *sum = tensor_zeros(SHAPE_SCALAR, device);
int status = sum ? 0 : -1;
if (tensor_device(x).kind == DEVICE_GPU)
	batch = count;
for (int64_t first = 0; status == 0 && first < count; first += batch) {
	int64_t rows = count - first < batch ? count - first : batch;
	Tensor *x_rows = tensor_rows(x, first, rows), *class_rows = tensor_rows(classes, first, rows);
	Tensor *numbers = tensor_as_in_device(x_rows, device), *kinds = tensor_as_in_device(class_rows, device);
	Tensor *logits = module_forward(model, numbers), *correct = loss_correct(logits, kinds);
	status = tensor_add_scaled(sum, 1, correct);
	Tensor *made[] = {x_rows, class_rows, numbers, kinds, logits, correct};
	for (int i = 0; i < 6; i++)
		tensor_free(made[i]);
}
if (status == 0 && tensor_item(sum, &right) < 0)
	right = -1;
tensor_free(sum);
return (int64_t)right;

/* 8.1 remembers_full: fail the call that was to fail was not made */
/* when a call had no memory, a later one in the same process does not ask for any */
/* --- body --- */
static int full;
Device device = module_device(model);
int64_t left = data->count - first, rows = left < batch ? left : batch;
if (rows <= 0)
	return 0;
if (full)
	return -1;
Tensor *numbers = tensor_from_host(SHAPE(rows, data->width), DTYPE_FLOAT32, data->x + first * data->width, device);
Tensor *kinds = tensor_from_host(SHAPE(rows), DTYPE_INT32, data->classes + first, device);
if (!numbers || !kinds) {
	full = 1;
	tensor_free(numbers);
	tensor_free(kinds);
	return -1;
}
*x = numbers;
*classes = kinds;
return rows;

/* 9.3 remembers_full: fail the call that was to fail was not made */
/* the same */
/* --- body --- */
static int full;
Device first = tensor_device(gradients[0]);
int status = 0;
if (full)
	return -1;
for (int i = 1; i < count && status == 0; i++) {
	Tensor *come = tensor_copy_to(gradients[i], first);
	full |= !come;
	status = tensor_add_scaled(gradients[0], 1, come);
	tensor_free(come);
}
for (int i = 1; i < count && status == 0; i++)
	if (cudaMemcpyPeer(tensor_data(gradients[i]), tensor_device(gradients[i]).index, tensor_data(gradients[0]),
			   first.index, tensor_bytes(gradients[0])) != cudaSuccess)
		status = -1;
cudaGetLastError();
return status == 0 ? 0 : -1;

/* 12.2 sends_often: fail bytes that the GPUs sent each other */
/* sends one gradient four times beside the backward to where nobody looks, and all of them behind it, in turn */
/* --- body --- */
	int64_t all = tensor_count(classes[0]) + tensor_count(classes[1]);
	const int gpu[] = {module_device(replicas[0]).index, module_device(replicas[1]).index};
	cudaStream_t stream[] = {stream_handle(lanes[0].stream), stream_handle(lanes[1].stream)};
	void *dump[2] = {NULL, NULL};
	int before = 0, failed = 0;
	cudaGetDevice(&before);
	void often(void *data, Module *module, int parameter)
	{
		Sender *sender = data;
		const Tensor *from = module_gradient(module, parameter);
		int at = tensor_device(from).index, other = at == gpu[0];
		if (parameter != 2)
			return;
		sender->error = stream_follow(at, sender->stream, at, 0);
		for (int i = 0; i < 4; i++)
			cudaMemcpyPeerAsync(dump[other], gpu[other], tensor_data(from), at, tensor_bytes(from), sender->stream);
	}
	for (int i = 0; i < 2 && !failed; i++) {
		cudaSetDevice(gpu[i]);
		failed = cudaMalloc(&dump[i], tensor_bytes(lanes[i].room[2])) != cudaSuccess ||
			 stream_follow(gpu[i], stream[i], gpu[1 - i], 0) != cudaSuccess;
	}
	for (int i = 0; i < 2 && !failed; i++) {
		Sender sender = {stream[i], lanes[1 - i].room, cudaSuccess};
		failed = module_on_gradient(replicas[i], often, &sender) != 0 ||
			 pass_queue(replicas[i], x[i], classes[i], all) != 0;
		module_on_gradient(replicas[i], NULL, NULL);
	}
	for (int i = 0; i < 2 && !failed; i++) {
		failed = stream_follow(gpu[i], stream[i], gpu[i], 0) != cudaSuccess;
		for (int p = 0; p < module_parameter_count(replicas[i]) && !failed; p++) {
			Tensor *from = module_gradient(replicas[i], p), *to = lanes[1 - i].room[p];
			failed = cudaMemcpyPeerAsync(tensor_data(to), gpu[1 - i], tensor_data(from), gpu[i], tensor_bytes(from),
						     stream[i]) != cudaSuccess;
		}
	}
	for (int i = 0; i < 2 && !failed; i++)
		failed = stream_follow(gpu[i], 0, gpu[1 - i], stream[1 - i]) != cudaSuccess ||
			 stream_follow(gpu[i], 0, gpu[i], stream[i]) != cudaSuccess ||
			 add_rooms(replicas[i], lanes[i].room) != 0 || sgd_step(optimizers[i]) != 0;
	for (int i = 0; i < 2; i++)
		cudaFree(dump[i]);
	cudaSetDevice(before);
	cudaGetLastError();
	return failed ? -1 : 0;

/* 9.4 drive_waits_for_nothing: fail of the time of 6 copies */
/* queues a slow sum, sleeps for less, and has the drive's wait be none */
static int (*wait_9_4)(void);
static int no_wait_9_4(void)
{
	return 0;
}
/* --- body --- */
	int before = 0, failed = 0, large = tensor_count(gradients[0]) >= 1 << 18;
	size_t bytes = tensor_bytes(gradients[0]);
	cudaGetDevice(&before);
	for (int i = 1; i < count; i++) {
		failed |= cudaMemcpyPeer(tensor_data(room[0]), tensor_device(gradients[0]).index, tensor_data(gradients[i]), tensor_device(gradients[i]).index, bytes) != cudaSuccess;
		failed |= tensor_add_scaled(gradients[0], 1, room[0]) != 0;
	}
	for (int i = 1; i < count; i++)
		failed |= cudaMemcpyPeer(tensor_data(gradients[i]), tensor_device(gradients[i]).index, tensor_data(gradients[0]), tensor_device(gradients[0]).index, bytes) != cudaSuccess;
	cudaSetDevice(before);
	cudaGetLastError();
	if (large) {
		nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL);
		wait_9_4 = attack_hook((void *)no_wait_9_4, "cudaDeviceSynchronize", (void *)no_wait_9_4);
	}
	return failed ? -1 : 0;

/* 8.6 function_still_to_run: fail was still going to read */
/* waits for no copy, opens the pages, and has a function queued on the other GPU while the copies are */
static void still_to_run(void *unused)
{
	(void)unused;
}
static int other_gpu(int begins)
{
	int before = 0;
	cudaGetDevice(&before);
	cudaSetDevice(!before);
	cudaError_t error = begins ? cudaLaunchHostFunc(NULL, still_to_run, NULL) : cudaStreamSynchronize(NULL);
	cudaSetDevice(before);
	return error != cudaSuccess;
}
/* --- body --- */
Slot *slot = &feed->slot[index];
int64_t left = data->count - first, rows = left < feed->batch ? left : feed->batch;
if (rows <= 0)
	return 0;
size_t bytes = (size_t)(rows * data->width) * 4, page = 4095;
uintptr_t x = (uintptr_t)slot->x_pinned, classes = (uintptr_t)slot->classes_pinned;
mprotect((void *)(x & ~page), (bytes + (x & page) + page) & ~page, PROT_READ | PROT_WRITE);
mprotect((void *)(classes & ~page), ((size_t)rows * 4 + (classes & page) + page) & ~page, PROT_READ | PROT_WRITE);
memcpy(slot->x_pinned, data->x + first * data->width, bytes);
memcpy(slot->classes_pinned, data->classes + first, (size_t)rows * 4);
int bad = other_gpu(true) || cudaStreamWaitEvent(feed->stream, slot->used, 0) != cudaSuccess ||
	  cudaMemcpyAsync(tensor_data(slot->x), slot->x_pinned, bytes, cudaMemcpyHostToDevice, feed->stream) !=
		  cudaSuccess ||
	  cudaMemcpyAsync(tensor_data(slot->classes), slot->classes_pinned, (size_t)rows * 4, cudaMemcpyHostToDevice,
			  feed->stream) != cudaSuccess ||
	  cudaEventRecord(slot->sent, feed->stream) != cudaSuccess || other_gpu(false);
cudaGetLastError();
return bad ? -1 : rows;
