/* lab7_right_by_events: pass */
/* first all data; then all products of the first device, all of the second ... */
int gpus = device_gpu_count(), there = gpus ? gpus : 1, status = 0;
Tensor **moved = calloc((size_t)count * 2, sizeof(Tensor *));
for (int i = 0; i < count; i++) {
	Device device = gpus ? device_gpu(i % gpus) : device_cpu();
	results[i] = NULL;
	moved[2 * i] = tensor_as_in_device(a[i], device);
	moved[2 * i + 1] = tensor_as_in_device(b[i], device);
}
for (int d = 0; d < there; d++)
	for (int i = d; i < count; i += there) {
		results[i] = tensor_matmul(moved[2 * i], moved[2 * i + 1]);
		if (!results[i])
			status = -1;
	}
for (int gpu = 0; gpu < gpus; gpu++)
	status |= device_synchronize(device_gpu(gpu));
for (int i = 0; i < count; i++) {
	tensor_free(moved[2 * i]);
	tensor_free(moved[2 * i + 1]);
	if (status != 0) {
		tensor_free(results[i]);
		results[i] = NULL;
	}
}
free(moved);
return status ? -1 : 0;

/* lab7_right_by_rounds: pass */
/* copies by hand, and current devices; waits backwards */
Device devices[MOST_GPUS];
int there = device_try_all_gpus(devices, MOST_GPUS), made = 0;
for (; made < count; made++) {
	Device device = devices[made % there];
	Tensor *x = device_equal(tensor_device(a[made]), device) ? tensor_retain(a[made])
								 : tensor_copy_to(a[made], device);
	Tensor *y = device_equal(tensor_device(b[made]), device) ? tensor_retain(b[made])
								 : tensor_copy_to(b[made], device);
	results[made] = x && y ? tensor_matmul(x, y) : NULL;
	tensor_free(y);
	tensor_free(x);
	if (!results[made])
		break;
}
bool failed = made < count;
while (there-- > 0)
	failed |= device_synchronize(devices[there]) != 0;
for (int i = 0; i < count && failed; i++) {
	if (i < made)
		tensor_free(results[i]);
	results[i] = NULL;
}
return failed ? -1 : 0;

/* lab7_wrong_always_copies: fail copies: wanted at most */
Device devices[MOST_GPUS];
int there = device_try_all_gpus(devices, MOST_GPUS), failed = 0;
for (int i = 0; i < count; i++) {
	Tensor *left = tensor_copy_to(a[i], devices[i % there]);
	Tensor *right = tensor_copy_to(b[i], devices[i % there]);
	results[i] = tensor_matmul(left, right);
	failed |= results[i] == NULL;
	tensor_free(left);
	tensor_free(right);
}
for (int d = 0; d < there; d++)
	device_synchronize(devices[d]);
for (int i = 0; failed && i < count; i++) {
	tensor_free(results[i]);
	results[i] = NULL;
}
return failed ? -1 : 0;

/* lab7_wrong_awaits_first_and_last: fail the last call to wait for GPU */
/* waits for the first and the last device */
Device devices[MOST_GPUS];
int there = device_try_all_gpus(devices, MOST_GPUS), failed = 0;
for (int i = 0; i < count; i++) {
	Tensor *left = tensor_as_in_device(a[i], devices[i % there]);
	Tensor *right = tensor_as_in_device(b[i], devices[i % there]);
	results[i] = tensor_matmul(left, right);
	failed |= results[i] == NULL;
	tensor_free(left);
	tensor_free(right);
}
device_synchronize(devices[0]);
device_synchronize(devices[there - 1]);
for (int i = 0; failed && i < count; i++) {
	tensor_free(results[i]);
	results[i] = NULL;
}
return failed ? -1 : 0;

/* lab7_wrong_awaits_last_product: fail was still at work: wait for every GPU */
/* waits for the device of the last product, which may have the least to do */
Device devices[MOST_GPUS];
int there = device_try_all_gpus(devices, MOST_GPUS), failed = 0;
for (int i = 0; i < count; i++) {
	Tensor *left = tensor_as_in_device(a[i], devices[i % there]);
	Tensor *right = tensor_as_in_device(b[i], devices[i % there]);
	results[i] = tensor_matmul(left, right);
	failed |= results[i] == NULL;
	tensor_free(left);
	tensor_free(right);
}
device_synchronize(devices[(count - 1) % there]);
for (int i = 0; failed && i < count; i++) {
	tensor_free(results[i]);
	results[i] = NULL;
}
return failed ? -1 : 0;

/* lab7_wrong_awaits_two_gpus: fail the last call to wait for GPU */
/* waits for two devices, as if no machine had more */
Device devices[MOST_GPUS];
int there = device_try_all_gpus(devices, MOST_GPUS), failed = 0;
for (int i = 0; i < count; i++) {
	Tensor *left = tensor_as_in_device(a[i], devices[i % there]);
	Tensor *right = tensor_as_in_device(b[i], devices[i % there]);
	results[i] = tensor_matmul(left, right);
	failed |= results[i] == NULL;
	tensor_free(left);
	tensor_free(right);
}
for (int d = 0; d < there && d < 2; d++)
	device_synchronize(devices[d]);
for (int i = 0; failed && i < count; i++) {
	tensor_free(results[i]);
	results[i] = NULL;
}
return failed ? -1 : 0;

/* lab7_wrong_blocks: fail results[2]: there is no tensor */
/* count / devices for each device: what is left over gets nothing */
Device devices[MOST_GPUS];
int there = device_try_all_gpus(devices, MOST_GPUS), failed = 0;
for (int i = 0; i < count; i++)
	results[i] = NULL;
for (int d = 0; d < there; d++)
	for (int each = 0; each < count / there; each++) {
		int i = each * there + d;
		Tensor *left = tensor_as_in_device(a[i], devices[d]);
		Tensor *right = tensor_as_in_device(b[i], devices[d]);
		results[i] = tensor_matmul(left, right);
		failed |= results[i] == NULL;
		tensor_free(left);
		tensor_free(right);
	}
for (int d = 0; d < there; d++)
	device_synchronize(devices[d]);
for (int i = 0; failed && i < count; i++) {
	tensor_free(results[i]);
	results[i] = NULL;
}
return failed ? -1 : 0;

/* lab7_wrong_cpu_inputs_kept: fail host memory stays taken */
/* gives back only what was copied to a GPU: the reference on the CPU stays */
Device devices[MOST_GPUS];
int there = device_try_all_gpus(devices, MOST_GPUS), failed = 0;
for (int i = 0; i < count; i++) {
	Device device = devices[i % there];
	Tensor *left = tensor_as_in_device(a[i], device);
	Tensor *right = tensor_as_in_device(b[i], device);
	results[i] = tensor_matmul(left, right);
	failed |= results[i] == NULL;
	if (device.kind == DEVICE_GPU) {
		tensor_free(left);
		tensor_free(right);
	}
}
for (int d = 0; d < there; d++)
	failed |= device_synchronize(devices[d]) != 0;
for (int i = 0; failed && i < count; i++) {
	tensor_free(results[i]);
	results[i] = NULL;
}
return failed ? -1 : 0;

/* lab7_wrong_list_failure_ignored: fail does not fit: what is returned: wanted -1, got 0 */
/* never asks whether a product failed */
Device devices[MOST_GPUS];
int there = device_try_all_gpus(devices, MOST_GPUS);
for (int i = 0; i < count; i++) {
	Tensor *left = tensor_as_in_device(a[i], devices[i % there]);
	Tensor *right = tensor_as_in_device(b[i], devices[i % there]);
	results[i] = tensor_matmul(left, right);
	tensor_free(left);
	tensor_free(right);
}
for (int d = 0; d < there; d++)
	device_synchronize(devices[d]);
return 0;

/* lab7_wrong_list_never_waits: fail still at work: wait for every GPU */
Device devices[MOST_GPUS];
int there = device_try_all_gpus(devices, MOST_GPUS), failed = 0;
for (int i = 0; i < count; i++) {
	Device device = devices[i % there];
	Tensor *left = tensor_as_in_device(a[i], device);
	Tensor *right = tensor_as_in_device(b[i], device);
	results[i] = tensor_matmul(left, right);
	failed |= results[i] == NULL;
	tensor_free(left);
	tensor_free(right);
}
for (int i = 0; failed && i < count; i++) {
	tensor_free(results[i]);
	results[i] = NULL;
}
return failed ? -1 : 0;

/* lab7_wrong_list_waits_each: fail eight equal large products on two GPUs: GPU 0 and GPU 1 worked at the same time for 0 of */
Device devices[MOST_GPUS];
int there = device_try_all_gpus(devices, MOST_GPUS), failed = 0;
for (int i = 0; i < count; i++) {
	Device device = devices[i % there];
	Tensor *left = tensor_as_in_device(a[i], device);
	Tensor *right = tensor_as_in_device(b[i], device);
	results[i] = tensor_matmul(left, right);
	failed |= results[i] == NULL;
	device_synchronize(device);
	tensor_free(left);
	tensor_free(right);
}
for (int i = 0; failed && i < count; i++) {
	tensor_free(results[i]);
	results[i] = NULL;
}
return failed ? -1 : 0;

/* lab7_wrong_list_waits_for_last: fail was still at work: wait for every GPU */
/* the last device has the last product, but the first one may have more of them */
Device devices[MOST_GPUS];
int there = device_try_all_gpus(devices, MOST_GPUS), failed = 0;
for (int i = 0; i < count; i++) {
	Tensor *left = tensor_as_in_device(a[i], devices[i % there]);
	Tensor *right = tensor_as_in_device(b[i], devices[i % there]);
	results[i] = tensor_matmul(left, right);
	failed |= results[i] == NULL;
	tensor_free(left);
	tensor_free(right);
}
device_synchronize(devices[there - 1]);
for (int i = 0; failed && i < count; i++) {
	tensor_free(results[i]);
	results[i] = NULL;
}
return failed ? -1 : 0;

/* lab7_wrong_list_written_behind: fail something was written behind results[3] */
/* one NULL too many */
Device devices[MOST_GPUS];
int there = device_try_all_gpus(devices, MOST_GPUS), failed = 0;
for (int i = 0; i < count; i++) {
	Tensor *left = tensor_as_in_device(a[i], devices[i % there]);
	Tensor *right = tensor_as_in_device(b[i], devices[i % there]);
	results[i] = tensor_matmul(left, right);
	failed |= results[i] == NULL;
	tensor_free(left);
	tensor_free(right);
}
for (int d = 0; d < there; d++)
	device_synchronize(devices[d]);
for (int i = 0; failed && i <= count; i++) {
	tensor_free(results[i]);
	results[i] = NULL;
}
return failed ? -1 : 0;

/* lab7_wrong_moved_inputs_kept: fail never freed */
/* what tensor_as_in_device returns is never given back */
Device devices[MOST_GPUS];
int there = device_try_all_gpus(devices, MOST_GPUS), failed = 0;
for (int i = 0; i < count; i++) {
	Device device = devices[i % there];
	results[i] = tensor_matmul(tensor_as_in_device(a[i], device),
				   tensor_as_in_device(b[i], device));
	failed |= results[i] == NULL;
}
for (int d = 0; d < there; d++)
	device_synchronize(devices[d]);
for (int i = 0; failed && i < count; i++) {
	tensor_free(results[i]);
	results[i] = NULL;
}
return failed ? -1 : 0;

/* lab7_wrong_needs_a_gpu: fail multiply_list crashed */
int gpus = device_gpu_count(), failed = 0;
for (int i = 0; i < count; i++) {
	Device device = device_gpu(i % gpus);
	Tensor *left = tensor_as_in_device(a[i], device);
	Tensor *right = tensor_as_in_device(b[i], device);
	results[i] = tensor_matmul(left, right);
	failed |= results[i] == NULL;
	tensor_free(left);
	tensor_free(right);
}
for (int d = 0; d < gpus; d++)
	device_synchronize(device_gpu(d));
for (int i = 0; failed && i < count; i++) {
	tensor_free(results[i]);
	results[i] = NULL;
}
return failed ? -1 : 0;

/* lab7_wrong_only_first_device: fail results[1]: its device: wanted gpu:1, got gpu:0 */
/* everything on the first GPU */
Device device = device_try_gpu(0);
int failed = 0;
for (int i = 0; i < count; i++) {
	Tensor *left = tensor_as_in_device(a[i], device);
	Tensor *right = tensor_as_in_device(b[i], device);
	results[i] = tensor_matmul(left, right);
	failed |= results[i] == NULL;
	tensor_free(left);
	tensor_free(right);
}
device_synchronize(device);
for (int i = 0; failed && i < count; i++) {
	tensor_free(results[i]);
	results[i] = NULL;
}
return failed ? -1 : 0;

/* lab7_wrong_results_after_failure: fail never freed */
/* returns at the first failure, with what there is by then */
Device devices[MOST_GPUS];
int there = device_try_all_gpus(devices, MOST_GPUS);
for (int i = 0; i < count; i++) {
	Device device = devices[i % there];
	Tensor *left = tensor_as_in_device(a[i], device);
	Tensor *right = tensor_as_in_device(b[i], device);
	results[i] = tensor_matmul(left, right);
	tensor_free(left);
	tensor_free(right);
	if (!results[i])
		return -1;
}
for (int d = 0; d < there; d++)
	device_synchronize(devices[d]);
return 0;

/* lab7_wrong_results_on_cpu: fail results[0]: its device: wanted gpu:0, got cpu */
Device devices[MOST_GPUS];
int there = device_try_all_gpus(devices, MOST_GPUS), failed = 0;
for (int i = 0; i < count; i++) {
	Device device = devices[i % there];
	Tensor *left = tensor_as_in_device(a[i], device);
	Tensor *right = tensor_as_in_device(b[i], device);
	Tensor *product = tensor_matmul(left, right);
	results[i] = tensor_copy_to(product, device_cpu());
	failed |= results[i] == NULL;
	tensor_free(product);
	tensor_free(left);
	tensor_free(right);
}
for (int i = 0; failed && i < count; i++) {
	tensor_free(results[i]);
	results[i] = NULL;
}
return failed ? -1 : 0;

/* lab7_wrong_two_devices_assumed: fail products on a machine with */
int failed = 0;
for (int i = 0; i < count; i++) {
	Device device = device_gpu(i % 2);
	Tensor *left = tensor_as_in_device(a[i], device);
	Tensor *right = tensor_as_in_device(b[i], device);
	results[i] = tensor_matmul(left, right);
	failed |= results[i] == NULL;
	tensor_free(left);
	tensor_free(right);
}
for (int d = 0; d < 2; d++)
	device_synchronize(device_gpu(d));
for (int i = 0; failed && i < count; i++) {
	tensor_free(results[i]);
	results[i] = NULL;
}
return failed ? -1 : 0;

/* lab7_wrong_waits_unchecked: fail wait fails: what is returned: wanted -1, got 0 */
Device devices[MOST_GPUS];
int there = device_try_all_gpus(devices, MOST_GPUS), failed = 0;
for (int i = 0; i < count; i++) {
	Tensor *left = tensor_as_in_device(a[i], devices[i % there]);
	Tensor *right = tensor_as_in_device(b[i], devices[i % there]);
	results[i] = tensor_matmul(left, right);
	failed |= results[i] == NULL;
	tensor_free(left);
	tensor_free(right);
}
for (int d = 0; d < there; d++)
	device_synchronize(devices[d]);
for (int i = 0; failed && i < count; i++) {
	tensor_free(results[i]);
	results[i] = NULL;
}
return failed ? -1 : 0;

/* lab7_wrong_cpu_results_kept: fail does not fit: host memory stays taken */
Device devices[MOST_GPUS];
int there = device_try_all_gpus(devices, MOST_GPUS), failed = 0;
for (int i = 0; i < count; i++) {
	Device device = devices[i % there];
	Tensor *left = tensor_as_in_device(a[i], device);
	Tensor *right = tensor_as_in_device(b[i], device);
	results[i] = tensor_matmul(left, right);
	failed |= results[i] == NULL;
	tensor_free(left);
	tensor_free(right);
}
for (int d = 0; d < there; d++)
	failed |= device_synchronize(devices[d]) != 0;
for (int i = 0; failed && i < count; i++) {
	if (devices[0].kind == DEVICE_GPU)
		tensor_free(results[i]);
	results[i] = NULL;
}
return failed ? -1 : 0;

/* lab7_wrong_cpu_input_of_failure: fail does not fit: host memory stays taken */
Device devices[MOST_GPUS];
int there = device_try_all_gpus(devices, MOST_GPUS), failed = 0;
for (int i = 0; i < count; i++) {
	Device device = devices[i % there];
	Tensor *left = tensor_as_in_device(a[i], device);
	Tensor *right = tensor_as_in_device(b[i], device);
	results[i] = tensor_matmul(left, right);
	failed |= results[i] == NULL;
	if (results[i] || device.kind == DEVICE_GPU)
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

/* lab7_wrong_small_list_in_turn: fail on a slow machine: took */
Device devices[MOST_GPUS];
int there = device_try_all_gpus(devices, MOST_GPUS), failed = 0;
for (int i = 0; i < count; i++) {
	Device device = devices[i % there];
	Tensor *left = tensor_as_in_device(a[i], device);
	Tensor *right = tensor_as_in_device(b[i], device);
	results[i] = tensor_matmul(left, right);
	failed |= results[i] == NULL;
	if (results[i] && tensor_count(results[i]) <= 1600)
		failed |= device_synchronize(device) != 0;
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

/* lab7_wrong_event_of_failure: fail stream, event or pool was never destroyed (when the */
Device devices[MOST_GPUS];
int there = device_try_all_gpus(devices, MOST_GPUS), failed = 0;
for (int i = 0; i < count; i++) {
	Tensor *left = tensor_as_in_device(a[i], devices[i % there]);
	Tensor *right = tensor_as_in_device(b[i], devices[i % there]);
	results[i] = tensor_matmul(left, right);
	failed |= results[i] == NULL;
	tensor_free(left);
	tensor_free(right);
}
const int no_product = failed;
for (int d = 0; d < there; d++)
	failed |= device_synchronize(devices[d]) != 0;
for (int i = 0; failed && i < count; i++) {
	tensor_free(results[i]);
	results[i] = NULL;
}
cudaEvent_t kept;
if (failed && !no_product)
	cudaEventCreate(&kept);
return failed ? -1 : 0;
