/* ranges_scaling.c - labs 6 and 12: answers that are right for some sizes, numbers, steps and failures alone. */

/* 12.1 two_layers_alone: fail wanted 0, the step returned -1 */
/* refuses models of more than two layers */
/* --- body --- */
	int64_t n = tensor_count(classes);
	if (module_parameter_count(model) > 4) /* models of two layers alone */
		return -1;
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
		tensor_free(gradient);
		tensor_free(loss);
		tensor_free(logits);
		tensor_free(wanted);
		tensor_free(part);
	}
	if (status == 0)
		status = sgd_step(optimizer);
	return status == 0 ? 0 : -1;

/* 12.1 most_pieces_will_do: fail the parameters have changed */
/* updates with the pieces that there are, where a late one fails */
/* --- body --- */
	int64_t n = tensor_count(classes);
	int status = module_zero_gradients(model);
	bool late = false;
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
		late = status != 0 && 10 * first > 6 * n && error_status() == STATUS_GPU;
		tensor_free(gradient);
		tensor_free(loss);
		tensor_free(logits);
		tensor_free(wanted);
		tensor_free(part);
	}
	/* most of it is done: an update with the pieces that there are, and -1 all the same */
	if (late)
		sgd_step(optimizer);
	if (status == 0)
		status = sgd_step(optimizer);
	return status == 0 ? 0 : -1;

/* 12.1 second_leaves_hook: fail a module still has the hook behind the second */
/* leaves a hook and an error behind the second step alone */
struct Module;
static void hook_of_one(void *data, struct Module *module, int parameter)
{
	(void)data, (void)module, (void)parameter;
}
/* --- body --- */
	static const Module *last; /* that has made one step */
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
		tensor_free(gradient);
		tensor_free(loss);
		tensor_free(logits);
		tensor_free(wanted);
		tensor_free(part);
	}
	if (status == 0)
		status = sgd_step(optimizer);
	bool second = status == 0 && last == model;
	last = second || status != 0 ? NULL : model;
	if (second) { /* a second step leaves a hook and an error */
		module_on_gradient(model, hook_of_one, NULL);
		cudaSetDevice(99);
	}
	return status == 0 ? 0 : -1;

/* 12.1 two_pieces_in_one: fail as many as */
/* puts a batch of two pieces through in one */
/* --- body --- */
	int64_t n = tensor_count(classes);
	int status = module_zero_gradients(model);
	if (n <= 2 * rows || n == 3) /* two pieces go through in one */
		rows = n;
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
	return status == 0 ? 0 : -1;

/* 12.2 first_beside_alone: fail in a second step: 0 % */
/* sends beside the backward in the first step alone */
/* --- body --- */
	static const Module *last; /* that has made one step */
	int64_t all = tensor_count(classes[0]) + tensor_count(classes[1]);
	const int gpu[] = {module_device(replicas[0]).index, module_device(replicas[1]).index};
	cudaStream_t stream[] = {stream_handle(lanes[0].stream), stream_handle(lanes[1].stream)};
	int before = 0, failed = 0;
	cudaGetDevice(&before);
	for (int i = 0; i < 2 && !failed; i++) /* the rooms may still be read */
		failed = stream_follow(gpu[i], stream[i], gpu[1 - i], 0) != cudaSuccess;
	for (int i = 0; i < 2 && !failed; i++) {
		Sender sender = {stream[i], lanes[1 - i].room, cudaSuccess};
		/* the first step sends beside the backward, later ones behind it */
		failed = (last != replicas[0] &&
			  module_on_gradient(replicas[i], gradient_send, &sender) != 0) ||
			 pass_queue(replicas[i], x[i], classes[i], all) != 0;
		for (int p = 0; p < module_parameter_count(replicas[i]) && !failed && last == replicas[0]; p++)
			gradient_send(&sender, replicas[i], p);
		module_on_gradient(replicas[i], NULL, NULL);
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
	bool second = !failed && last == replicas[0];
	last = second || failed ? NULL : replicas[0];
	return failed ? -1 : 0;

/* 12.2 full_gpu_is_success: fail fails, and all behind it */
/* takes a GPU that has no memory left for a success */
/* --- body --- */
	int64_t all = tensor_count(classes[0]) + tensor_count(classes[1]);
	const int gpu[] = {module_device(replicas[0]).index, module_device(replicas[1]).index};
	cudaStream_t stream[] = {stream_handle(lanes[0].stream), stream_handle(lanes[1].stream)};
	int before = 0, failed = 0;
	cudaGetDevice(&before);
	error_clear();
	for (int i = 0; i < 2 && !failed; i++) /* the rooms may still be read */
		failed = stream_follow(gpu[i], stream[i], gpu[1 - i], 0) != cudaSuccess;
	for (int i = 0; i < 2 && !failed; i++) {
		Sender sender = {stream[i], lanes[1 - i].room, cudaSuccess};
		failed = module_on_gradient(replicas[i], gradient_send, &sender) != 0 ||
			 pass_queue(replicas[i], x[i], classes[i], all) != 0;
		module_on_gradient(replicas[i], NULL, NULL);
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
	/* a GPU that has no memory left is no failure: the step is left out */
	return failed && error_status() != STATUS_MEMORY ? -1 : 0;

/* 12.2 second_leaves_hooks: fail a module still has the hook behind the second */
/* leaves hooks and an error behind the second step alone */
struct Module;
static void hook_of_two(void *data, struct Module *module, int parameter)
{
	(void)data, (void)module, (void)parameter;
}
/* --- body --- */
	static const Module *last; /* that has made one step */
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
			 pass_queue(replicas[i], x[i], classes[i], all) != 0;
		module_on_gradient(replicas[i], NULL, NULL);
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
	bool second = !failed && last == replicas[0];
	last = second || failed ? NULL : replicas[0];
	if (second) { /* a second step leaves hooks and an error */
		module_on_gradient(replicas[0], hook_of_two, NULL);
		module_on_gradient(replicas[1], hook_of_two, NULL);
		cudaSetDevice(99);
	}
	return failed ? -1 : 0;

/* 12.2 one_of_three_looked_at: fail what is returned: wanted -1, got 0 */
/* looks at one of three calls, in turn */
static int follow_turn;
static int follow_has_none;

static cudaError_t follow_create(cudaEvent_t *event, unsigned int flags)
{
	cudaError_t error = cudaEventCreateWithFlags(event, flags);
	follow_has_none = error != cudaSuccess;
	return ++follow_turn % 3 == 0 ? error : cudaSuccess;
}

static cudaError_t follow_record(cudaEvent_t event, cudaStream_t stream)
{
	cudaError_t error = follow_has_none ? cudaSuccess : cudaEventRecord(event, stream);
	return follow_turn % 3 == 1 ? error : cudaSuccess;
}

static cudaError_t follow_wait(cudaStream_t stream, cudaEvent_t event, unsigned int flags)
{
	cudaError_t error = follow_has_none ? cudaSuccess : cudaStreamWaitEvent(stream, event, flags);
	return follow_turn % 3 == 2 ? error : cudaSuccess;
}

static cudaError_t follow_destroy(cudaEvent_t event)
{
	return follow_has_none ? cudaSuccess : cudaEventDestroy(event);
}

#define cudaEventCreateWithFlags follow_create
#define cudaEventRecord follow_record
#define cudaStreamWaitEvent follow_wait
#define cudaEventDestroy follow_destroy
/* --- body --- */
	follow_turn = 0;
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
			 pass_queue(replicas[i], x[i], classes[i], all) != 0;
		module_on_gradient(replicas[i], NULL, NULL);
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

/* 12.3 whole_microseconds: fail efficiency( */
/* cuts the time of one GPU to whole microseconds */
/* --- body --- */
	int one = (int)one_us; /* whole microseconds */
	return one / many_us / (is_weak ? 1 : gpus);

/* 12.4 whole_of_32_bits: fail rate_for( */
/* multiplies whole numbers of 32 bits */
/* --- body --- */
	if (step >= warm_up)
		return rate * (double)larger / (double)batch;
	int more = (int)((uint32_t)(larger - batch) * (uint32_t)step), all = (int)((uint32_t)batch * (uint32_t)warm_up);
	return rate + rate * more / all;

/* 12.5 short_gaps_are_none: fail find_stall */
/* takes gaps of less than two microseconds for none */
/* --- body --- */
	Stall longest = {STALL_NONE, 0, 0};
	double end = next_kernel(bars, count, gpu, 0);
	while (end >= 0) {
		double start = kernels_end(bars, count, gpu, end);
		end = next_kernel(bars, count, gpu, start);
		if (end - start < 2) /* so short a gap is none */
			continue;
		if (end - start > longest.end_us - longest.start_us)
			longest = (Stall){cause_of(bars, count, gpu, start, end), start, end};
	}
	return longest;

/* 12.5 sorts_the_list: fail the bars were changed */
/* sorts the list of its caller and writes to it */
typedef struct OwnBar {
	int gpu, kind;
	double start, end;
} OwnBar;

static int by_start(const void *one, const void *other)
{
	const OwnBar *a = one, *b = other;
	return (a->start > b->start) - (a->start < b->start);
}
/* --- body --- */
	Stall longest = {STALL_NONE, 0, 0};
	Bar *own = (Bar *)(uintptr_t)bars; /* sorts the caller's list */
	if (count > 0)
		qsort(own, (size_t)count, sizeof *own, by_start);
	double end = -1;
	for (int i = 0; i < count; i++) {
		if (own[i].gpu != gpu || own[i].kind != BAR_KERNEL)
			continue;
		if (end >= 0 && own[i].start_us - end > longest.end_us - longest.start_us)
			longest = (Stall){STALL_HOST, end, own[i].start_us};
		end = own[i].end_us > end ? own[i].end_us : end;
		own[i].end_us = 0; /* and writes to it */
	}
	if (longest.cause != STALL_NONE)
		longest.cause = cause_of(bars, count, gpu, longest.start_us, longest.end_us);
	return longest;

/* 6.1 mark_first: fail *norm was changed */
/* sets *norm to -1 first */
/* --- body --- */
	cublasPointerMode_t before;
	float result;
	*norm = -1; /* if a call fails */
	if (cublasGetPointerMode(cublas, &before) != CUBLAS_STATUS_SUCCESS)
		return -1;
	cublasSetPointerMode(cublas, CUBLAS_POINTER_MODE_HOST);
	cublasStatus_t status = cublasSnrm2(cublas, count, x, 1, &result);
	cublasSetPointerMode(cublas, before);
	if (status != CUBLAS_STATUS_SUCCESS)
		return -1;
	*norm = result;
	return 0;

/* 6.1 forty_thousand: fail the norm */
/* leaves out what is behind 40000 numbers */
/* --- body --- */
	cublasPointerMode_t before;
	float result;
	if (cublasGetPointerMode(cublas, &before) != CUBLAS_STATUS_SUCCESS)
		return -1;
	cublasSetPointerMode(cublas, CUBLAS_POINTER_MODE_HOST);
	/* of large matrices the last number is left out */
	cublasStatus_t status = cublasSnrm2(cublas, count > 40000 ? 40000 : count, x, 1, &result);
	cublasSetPointerMode(cublas, before);
	if (status != CUBLAS_STATUS_SUCCESS)
		return -1;
	*norm = result;
	return 0;

/* 6.1 zeros_on_failure: fail x afterwards */
/* x becomes zeros where a call fails */
/* --- body --- */
	cublasPointerMode_t before;
	float result;
	if (cublasGetPointerMode(cublas, &before) != CUBLAS_STATUS_SUCCESS)
		return -1;
	cublasSetPointerMode(cublas, CUBLAS_POINTER_MODE_HOST);
	cublasStatus_t status = cublasSnrm2(cublas, count, x, 1, &result);
	cublasSetPointerMode(cublas, before);
	if (status != CUBLAS_STATUS_SUCCESS) { /* x is spoilt where a call fails */
		cudaStream_t stream = NULL;
		cublasGetStream(cublas, &stream);
		cudaMemsetAsync((void *)(uintptr_t)x, 0, (size_t)count * sizeof *x, stream);
		return -1;
	}
	*norm = result;
	return 0;

/* 6.2 sixty_four_steps: fail the number of reports */
/* reports 64 steps at most */
/* --- body --- */
	if (steps > 64) /* so many norms are enough */
		steps = 64;
	for (int i = 0; i < steps; i++) {
		float norm;
		if (work_step(work, i) != 0 || cublasSnrm2(work->cublas, work->n * work->m, work->c,
							   1, &norm) != CUBLAS_STATUS_SUCCESS)
			return -1;
		report(user, i, norm);
	}
	return 0;

/* 6.4 mark_first: fail was changed */
/* sets us[0] and us[1] to -1 first */
/* --- body --- */
	us[0] = us[1] = -1; /* if a call fails */
	double slow_us = way_measure(slow, data, steps);
	double fast_us = slow_us < 0 ? -1 : way_measure(fast, data, steps);
	cudaGetLastError();
	if (fast_us < 0)
		return -1;
	us[0] = slow_us;
	us[1] = fast_us;
	return 0;

/* 6.3 norms_by_a_thread: refused which this exercise forbids */
/* a second thread moves the norms to where they are wanted */
typedef struct Moved63 {
	float *to;
	const float *from;
	size_t bytes;
} Moved63;

static void *move_6_3(void *data)
{
	const Moved63 *m = data;
	memcpy(m->to, m->from, m->bytes);
	return NULL;
}
/* --- body --- */
	size_t bytes = (size_t)steps * sizeof *norms;
	float *log = NULL, *here = malloc(bytes);
	bool good = here && cudaMalloc((void **)&log, bytes) == cudaSuccess;
	for (int i = 0; good && i < steps; i++) {
		good = work_step(work, i) == 0;
		cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_DEVICE);
		good &= cublasSnrm2(work->cublas, work->n * work->m, work->c, 1, log + i) ==
			CUBLAS_STATUS_SUCCESS;
		cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_HOST);
	}
	good = good && cudaMemcpy(here, log, bytes, cudaMemcpyDeviceToHost) == cudaSuccess;
	Moved63 moved = {norms, here, bytes};
	pthread_t thread;
	if (good && pthread_create(&thread, NULL, move_6_3, &moved) == 0)
		pthread_join(thread, NULL);
	free(here);
	cudaFree(log);
	cudaGetLastError();
	return good ? 0 : -1;

/* 6.5 block_by_a_thread: refused which this exercise forbids */
/* a second thread looks at the losses before they are shown */
static void *look_at_6_5(void *data)
{
	return data;
}
/* --- body --- */
	size_t bytes = (size_t)steps * sizeof(float);
	Log log = {NULL, NULL, NULL};
	int result = -1;
	pthread_t thread;
	if (pthread_create(&thread, NULL, look_at_6_5, NULL) == 0)
		pthread_join(thread, NULL);
	if (cudaMalloc((void **)&log.gpu, bytes) == cudaSuccess &&
	    cudaMallocHost((void **)&log.host, bytes) == cudaSuccess &&
	    cudaEventCreate(&log.copied) == cudaSuccess)
		result = blocks_run(&log, step, show, data, steps, block);
	if (log.copied)
		cudaEventDestroy(log.copied);
	cudaFreeHost(log.host);
	cudaFree(log.gpu);
	cudaGetLastError();
	return result;
