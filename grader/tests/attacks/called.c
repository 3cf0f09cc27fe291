/* called.c - calls that go by another name, or as a part of another call. */

/* 3.7 wait_of_a_call: fail the calls that wait fail */
/* says of each wait that it is a part of a call that was counted, which never fails, and does not look */
enum { PART_SYNC = 29 }; /* SIM_STREAM_SYNC */
static int (*part_request)(void *, void *);
static int part_of_a_call(void *data, void *reply)
{
	AttackRequest *request = data;
	request->continued |= request->code == PART_SYNC;
	return part_request(request, reply);
}
/* --- body --- */
size_t bytes = (size_t)count * sizeof *x;
if (!part_request) {
	part_request = attack_symbol((void *)cudaMemcpy, "simcuda_request");
	attack_hook((void *)cudaMemcpy, "simcuda_request", (void *)part_of_a_call);
}
if (!lane->going) {
	if (cudaMallocHost((void **)&lane->going, bytes) != cudaSuccess ||
	    cudaMallocHost((void **)&lane->coming, bytes) != cudaSuccess ||
	    cudaStreamCreate(&lane->go_stream) != cudaSuccess || cudaStreamCreate(&lane->come_stream) != cudaSuccess) {
		cudaGetLastError();
		return -1;
	}
}
memcpy(lane->going, x, bytes);
if (cudaMemcpyAsync(to, lane->going, bytes, cudaMemcpyHostToDevice, lane->go_stream) != cudaSuccess ||
    cudaMemcpyAsync(lane->coming, from, bytes, cudaMemcpyDeviceToHost, lane->come_stream) != cudaSuccess) {
	cudaGetLastError();
	return -1;
}
cudaStreamSynchronize(lane->go_stream);
cudaStreamSynchronize(lane->come_stream);
memcpy(y, lane->coming, bytes);
return 0;

/* 7.3 wait_by_another_name: fail wait fails */
/* hands on what the runtime asks of the machine, so that each call goes by the name of what hands it on; no wait is looked at */
static int (*named_request)(void *, void *);
static int named_otherwise(void *data, void *reply)
{
	return named_request(data, reply);
}
/* --- body --- */
int before = 0, failed = 0;
double seconds[2];
if (!named_request) {
	named_request = attack_symbol((void *)cudaMemcpy, "simcuda_request");
	attack_hook((void *)cudaMemcpy, "simcuda_request", (void *)named_otherwise);
}
cudaGetDevice(&before);
for (int i = 0; i < count; i++) {
	cudaSetDevice(alone[i].gpu);
	cudaDeviceSynchronize();
	cudaSetDevice(apart[i].gpu);
	cudaDeviceSynchronize();
}
for (int side = 0; side < 2; side++) {
	const Product *products = side == 0 ? alone : apart;
	double start = timer_now();
	failed |= queue_all(products, count) != 0;
	for (int i = 0; i < count; i++) {
		cudaSetDevice(products[i].gpu);
		cudaDeviceSynchronize();
	}
	seconds[side] = timer_now() - start;
}
cudaSetDevice(before);
cudaGetLastError();
return failed ? -1 : seconds[0] / seconds[1];
