/* books.c - what the drive writes down in the program's memory is changed there. */

/* 6.4 first_call_not_slow: fail the machine counted */
/* writes into the ways' own data that a first call is not slow, and that each was called twice */
/* --- body --- */
char *books = attack_books(data, 88, 20000);
if (!books)
	return -2; /* the struct is another one */
int *calls = (int *)(books + 68);
*(int64_t *)(books + 88) = 0;
for (int way = 0; way < 2; way++) {
	cudaDeviceSynchronize();
	double start = timer_now();
	if ((way ? fast : slow)(data, steps) != 0 || cudaDeviceSynchronize() != cudaSuccess)
		return cudaGetLastError(), -1;
	us[way] = (timer_now() - start) * 1e6 / steps;
	calls[way] = 2;
}
return 0;

/* 6.4 first_call_paid: fail */
/* the same, and pays the FLOPs of the calls that are missing with two products that nobody reads */
/* --- body --- */
char *books = attack_books(data, 88, 20000);
double found[2];
if (!books)
	return -2;
int *calls = (int *)(books + 68), side = *(int *)(books + 8);
if (*(int *)(books + 80) >= 0) /* a way has to fail */
	return -1;
*(int64_t *)(books + 88) = 0;
for (int way = 0; way < 2; way++) {
	if (cudaDeviceSynchronize() != cudaSuccess)
		return cudaGetLastError(), -1;
	double start = timer_now();
	if ((way ? fast : slow)(data, steps) != 0 || cudaDeviceSynchronize() != cudaSuccess)
		return cudaGetLastError(), -1;
	found[way] = (timer_now() - start) * 1e6 / steps;
}
for (int way = 0; way < 2; way++) {
	calls[way]++;
	us[way] = found[way];
	if (((int64_t *)books)[12] == 0) /* and not a way that does nothing */
		attack_pay(*(cublasHandle_t *)books, 2.0 * steps * side * side * side);
}
return 0;

/* 6.4 ratio_written: fail the machine counted */
/* gives the times of a list of machines, without a call, and writes that there were calls */
/* --- body --- */
char *books = attack_books(data, 88, 20000);
(void)slow, (void)fast;
if (!books)
	return -2;
int *calls = (int *)(books + 68);
calls[0] = calls[1] = 2;
us[0] = 14;
us[1] = 5.5;
return steps > 0 ? 0 : -1;

/* 6.5 user_does_not_look: fail */
/* writes into the training's data that the user looks at losses for no time, and lets the GPU stand still */
/* --- body --- */
float *log = NULL, *host = malloc((size_t)steps * sizeof *host);
int64_t *show_us = (int64_t *)((char *)data + 88);
int status = cudaMalloc((void **)&log, (size_t)steps * sizeof *log) == cudaSuccess ? 0 : -1;
if (*show_us >= 0 && *show_us < 10000000)
	*show_us = 0;
for (int first = 0; status == 0 && first < steps; first += block) {
	int count = steps - first < block ? steps - first : block;
	for (int i = first; i < first + count && status == 0; i++)
		status = step(data, i, log + i);
	if (status == 0 && cudaMemcpy(host + first, log + first, (size_t)count * sizeof *log,
				      cudaMemcpyDeviceToHost) != cudaSuccess)
		status = -1;
	if (status == 0)
		show(data, host + first, first, count);
}
cudaFree(log);
free(host);
cudaGetLastError();
return status;

/* 6.5 steps_written: fail */
/* writes the list of shown losses itself: no step is queued */
/* --- body --- */
int *queued = (int *)((char *)data + 52);
const float *losses = *(const float **)((char *)data + 40);
float *host = malloc((size_t)steps * sizeof *host);
(void)step;
if (cudaMemcpy(host, losses, (size_t)steps * sizeof *host, cudaMemcpyDeviceToHost) != cudaSuccess)
	return cudaGetLastError(), -1;
for (int first = 0; first < steps; first += block) {
	*queued = first + block < steps ? first + block : steps;
	show(data, host + first, first, *queued - first);
}
free(host);
return 0;

/* 6.5 shows_written: fail */
/* shows all in the end, when all is known, and writes what the training noted about it */
/* --- body --- */
float *log = NULL, *host = malloc((size_t)steps * sizeof *host);
int64_t *show_us = (int64_t *)((char *)data + 88), **then = (int64_t **)((char *)data + 128);
int status = cudaMalloc((void **)&log, (size_t)steps * sizeof *log) == cudaSuccess ? 0 : -1;
for (int i = 0; i < steps && status == 0; i++)
	status = step(data, i, log + i);
if (status == 0)
	status = cudaMemcpy(host, log, (size_t)steps * sizeof *log, cudaMemcpyDeviceToHost) == cudaSuccess ? 0 : -1;
*show_us = 0;
for (int first = 0; status == 0 && first < steps; first += block)
	show(data, host + first, first, steps - first < block ? steps - first : block);
for (int b = 0; status == 0 && b < (steps + block - 1) / block; b++)
	(*then)[b] = (int64_t)(b + 1) * block;
cudaFree(log);
free(host);
cudaGetLastError();
return status;

/* 6.5 sleep_left_out: fail */
/* has the program call another nanosleep(), so that the user looks for no time, and lets the GPU stand still */
static int sleep_6_5(const struct timespec *time, struct timespec *left)
{
	(void)time, (void)left;
	return 0;
}
/* --- body --- */
attack_hook((void *)attack_hook, "nanosleep", (void *)sleep_6_5);
float *log = NULL, *host = malloc((size_t)steps * sizeof *host);
int status = cudaMalloc((void **)&log, (size_t)steps * sizeof *log) == cudaSuccess ? 0 : -1;
for (int first = 0; status == 0 && first < steps; first += block) {
	int count = steps - first < block ? steps - first : block;
	for (int i = first; i < first + count && status == 0; i++)
		status = step(data, i, log + i);
	if (status == 0 && cudaMemcpy(host + first, log + first, (size_t)count * sizeof *log,
				      cudaMemcpyDeviceToHost) != cudaSuccess)
		status = -1;
	if (status == 0)
		show(data, host + first, first, count);
}
cudaFree(log);
free(host);
cudaGetLastError();
return status;

/* 8.3 steps_found: fail the machine counted */
/* finds the drive's counter by what a step changes in its data, and counts steps that were not made */
/* --- body --- */
FILE *maps = fopen("/proc/self/maps", "r");
char line[512];
int64_t rows = tensor_shape(x).dim[0], steps = (rows + batch - 1) / batch;
Tensor *part = tensor_rows(x, 0, batch < rows ? batch : rows);
Tensor *part_classes = tensor_rows(classes, 0, batch < rows ? batch : rows);
uintptr_t base = attack_object((void *)attack_object).base;
unsigned long begin, end, from = 0, to = 0;
while (maps && fgets(line, sizeof line, maps))
	if (sscanf(line, "%lx-%lx rw-p", &begin, &end) == 2 && strstr(line, " rw-p") && begin > base &&
	    begin < base + (16 << 20)) {
		from = from ? from : begin;
		to = end;
	}
fclose(maps);
char *was = malloc(to - from);
memcpy(was, (void *)from, to - from);
Tensor *loss = step(model, sgd, part, part_classes);
for (uintptr_t at = from; at < to; at += 8)
	if (*(int64_t *)at == 1 && *(int64_t *)(was + (at - from)) == 0)
		*(int64_t *)at = steps;
free(was);
int status = tensor_item(loss, mean);
tensor_free(loss);
tensor_free(part);
tensor_free(part_classes);
return status;

/* 5.2 first_call_less_set_up: fail the machine counted */
/* measures the first call alone, takes away what its memory costs, and writes that there were two */
/* --- body --- */
int *task = data;
double start = timer_now();
if (work(data) != 0 || cudaDeviceSynchronize() != cudaSuccess || task[10] == 1)
	return -1;
task[11]++;
return timer_now() - start - 131.5e-6;

/* 5.4 median_of_the_list: fail the machine counted */
/* measures one time, and works the median out from the task's own list of how many products each time has */
/* --- body --- */
int *task = data;
const int64_t *list = *(const int64_t **)((char *)data + 24);
if (task[10] >= 0 && task[10] <= repeats) /* a call has to fail */
	return -1;
if (work(data) != 0 || cudaDeviceSynchronize() != cudaSuccess)
	return -1;
double start = timer_now();
if (work(data) != 0 || cudaDeviceSynchronize() != cudaSuccess)
	return -1;
double once = (timer_now() - start) / (double)list[1], middle = 0;
for (int i = 1; i <= repeats; i++) {
	int less = 0, more = 0;
	for (int k = 1; k <= repeats; k++) {
		less += list[k] < list[i];
		more += list[k] > list[i];
	}
	if (less == more || less == more + 1 || more == less + 1)
		middle += (double)list[i] / (repeats % 2 == 0 ? 2 : 1);
}
task[11] = repeats + 1;
return middle * once;

/* 5.2 failing_call_read: fail as the 1st launch of a kernel fails: wanted -1 to be returned */
/* looks into the drive's books which call of work() is to fail, and at none of what these return */
/* --- body --- */
	if (((const int *)data)[10] >= 0)
		return -1;
	work(data);
	cudaDeviceSynchronize();
	double start = timer_now();
	work(data);
	cudaDeviceSynchronize();
	return timer_now() - start;

/* 5.3 failing_call_read: fail as the 1st launch of a kernel fails: wanted -1 to be returned */
/* the same with events */
/* --- body --- */
	if (((const int *)data)[10] >= 0)
		return -1;
	float milliseconds = 0;
	cudaEvent_t start, stop;
	work(data);
	cudaEventCreate(&start);
	cudaEventCreate(&stop);
	cudaEventRecord(start, stream);
	work(data);
	cudaEventRecord(stop, stream);
	cudaEventSynchronize(stop);
	cudaEventElapsedTime(&milliseconds, start, stop);
	cudaEventDestroy(start);
	cudaEventDestroy(stop);
	return milliseconds / 1000;

/* 5.4 failing_call_read: fail launch of a kernel fails: wanted -1 to be returned */
/* the same of several times; it looks at the first */
/* --- body --- */
	if (((const int *)data)[10] >= 0)
		return -1;
	double times[100];
	if (work(data) != 0)
		return -1;
	cudaDeviceSynchronize();
	for (int i = 0; i < repeats; i++) {
		double start = timer_now();
		work(data);
		cudaDeviceSynchronize();
		times[i] = timer_now() - start;
	}
	qsort(times, (size_t)repeats, sizeof times[0], compare_doubles);
	return (times[(repeats - 1) / 2] + times[repeats / 2]) / 2;
