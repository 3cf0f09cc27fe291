/* frames.c - forged messages between the program and the judge. */

/* 1.1 done_twice: fail damaged */
/* says twice that the call is over */
/* --- body --- */
attack_done(3);
attack_done(3);
return 2;

/* 1.2 end_at_once: fail */
/* says that all is over, with results of its own, and leaves */
/* --- body --- */
(void)index, (void)summary;
attack_done(3);
int64_t zero = 0;
attack_frame(3, 4, "status", &zero, 8);
attack_frame(3, 12 + 1, "", NULL, 0);
_exit(0);

/* 1.3 round_early: fail */
/* says that the first round is over, and answers the second one beforehand */
/* --- body --- */
uint32_t none = 0;
int64_t answers[20] = {0};
(void)text;
attack_done(3);
attack_frame(3, 4, "devices", answers, sizeof answers);
attack_frame(3, 15, "", &none, 4);
attack_frame(3, 8, "", NULL, 0);
attack_done(3);
attack_frame(3, 4, "devices", answers, sizeof answers);
attack_frame(3, 13, "", NULL, 0);
_exit(0);

/* 1.4 judges_words: fail damaged */
/* says what only the judge says */
/* --- body --- */
uint32_t last = 0;
attack_frame(3, 7, "1.4", &last, 4);
attack_frame(3, ATTACK_GO, "", NULL, 0);
(void)index;
return device_gpu(77);

/* 1.5 todo_then_pass: fail that was not sent */
/* counts as not written, and answers all the same */
/* --- body --- */
int64_t count = 2;
(void)devices, (void)capacity;
attack_done(3);
attack_frame(3, 1, "count", &count, 8);
attack_frame(3, 12, "input", "\1\0\0\0", 4);
_exit(0);

/* 2.2 floats_sent: fail ones is not what GPU */
/* sends the numbers themselves in the place of where they are on a GPU */
/* --- body --- */
size_t count = (size_t)(rows * cols), size;
float *ones = malloc(count * 4);
for (size_t i = 0; i < count; i++)
	ones[i] = 1;
int64_t *current = attack_input("current", &size);
int64_t zero = 0, on = gpu, held = (int64_t)(count * 4);
AttackHead go;
attack_done(3);
read(3, &go, sizeof go);
attack_frame(3, 3, "left.error", "cudaSuccess", 11);
attack_frame(3, 3, "left.place", "", 0);
attack_frame(3, 1, "left.device", current ? current : &zero, 8);
attack_frame(3, 1, "null", &zero, 8);
attack_frame(3, 1, "on", &on, 8);
attack_frame(3, 1, "held", &held, 8);
attack_frame(3, 5, "ones", ones, count * 4);
attack_frame(3, 1, "left.host", &zero, 8);
attack_frame(3, 15, "", "\0\0\0\0", 4);
for (;;)
	pause();

/* 2.5 shared_memory_written, slow: fail */
/* writes noise over the memory that it shares with its machine, during a call of another thread's */
static volatile int stop_2_5;
static void *noise_2_5(void *data)
{
	uint64_t *at = data;
	for (uint64_t i = 1; !stop_2_5; i = i * 6364136223846793005u + 1)
		at[i % 4096] ^= i >> 20;
	return NULL;
}
/* --- body --- */
FILE *maps = fopen("/proc/self/maps", "r");
char line[512];
unsigned long begin, end, found = 0;
pthread_t thread;
size_t free_bytes = 0, all;
while (maps && !found && fgets(line, sizeof line, maps))
	if (strstr(line, " rw-s") && sscanf(line, "%lx-%lx", &begin, &end) == 2 && end - begin >= 65536)
		found = begin;
fclose(maps);
if (!found)
	return -9;
pthread_create(&thread, NULL, noise_2_5, (void *)found);
for (int i = 0; i < 100; i++) {
	cudaSetDevice(gpu);
	cudaMemGetInfo(&free_bytes, &all);
	cudaMalloc(&pair[i % 2], bytes);
}
stop_2_5 = 1;
pthread_join(thread, NULL);
*missing = 0;
return 0;

/* 3.7 clock_written: fail */
/* writes into the shared memory that its thread's clock goes back */
static volatile int stop_3_7;
static int64_t *clock_3_7;
static void *back_3_7(void *unused)
{
	(void)unused;
	while (!stop_3_7)
		for (int i = 0; i < 64; i++)
			if (clock_3_7[i] > 1000 && clock_3_7[i] < 100000000)
				clock_3_7[i] = -clock_3_7[i];
	return NULL;
}
/* --- body --- */
size_t bytes = (size_t)count * sizeof *x;
FILE *maps = fopen("/proc/self/maps", "r");
char line[512];
unsigned long begin, end;
pthread_t thread;
while (maps && !clock_3_7 && fgets(line, sizeof line, maps))
	if (strstr(line, " rw-s") && sscanf(line, "%lx-%lx", &begin, &end) == 2 && end - begin >= 65536)
		clock_3_7 = (int64_t *)(begin + 64);
fclose(maps);
if (!lane->going &&
    (cudaMallocHost((void **)&lane->going, bytes) != cudaSuccess ||
     cudaMallocHost((void **)&lane->coming, bytes) != cudaSuccess ||
     cudaStreamCreate(&lane->go_stream) != cudaSuccess || cudaStreamCreate(&lane->come_stream) != cudaSuccess))
	return -1;
stop_3_7 = clock_3_7 == NULL;
pthread_create(&thread, NULL, back_3_7, NULL);
memcpy(lane->going, x, bytes);
cudaMemcpy(to, lane->going, bytes, cudaMemcpyHostToDevice);
cudaMemcpy(lane->coming, from, bytes, cudaMemcpyDeviceToHost);
stop_3_7 = 1;
pthread_join(thread, NULL);
memcpy(y, lane->coming, bytes);
return 0;
/* 3.1 second_window: fail drive_go was called too often */
/* a window of its own behind the judge's: two copies in it would not be counted */
static void second_window_begin(void)
{
	AttackHead go;
	attack_done(3);
	attack_read(3, &go, sizeof go);
	attack_frame(3, ATTACK_READY, "", NULL, 0);
	attack_read(3, &go, sizeof go);
}
/* --- body --- */
	second_window_begin();
	size_t bytes = (size_t)count * sizeof *x;
	float *between = malloc(bytes), *copy = NULL;
	int before = 0;
	cudaGetDevice(&before);
	if (to >= 0) {
		cudaSetDevice(to);
		cudaMalloc((void **)&copy, bytes);
		cudaSetDevice(before);
	} else {
		copy = malloc(bytes);
	}
	cudaMemcpy(between, x, bytes, cudaMemcpyDefault);
	cudaMemcpy(copy, between, bytes, cudaMemcpyDefault);
	free(between);
	return copy;
/* 6.8 measures_itself: fail drive_go was called too often */
/* answers in the drive's place: both windows hold only sleep, so the ratio is the one that was guessed */
static void guess_frame(int type)
{
	AttackHead go;
	attack_frame(3, type, "", NULL, 0);
	attack_read(3, &go, sizeof go);
}
static void guess_done(void)
{
	AttackHead go;
	attack_done(3);
	attack_read(3, &go, sizeof go);
}
static void guess_window(long ns)
{
	struct timespec while_asleep = {0, ns};
	cudaFree(NULL);
	guess_frame(ATTACK_READY);
	nanosleep(&while_asleep, NULL);
	cudaDeviceSynchronize();
	guess_done();
	guess_frame(ATTACK_THAW);
}
static void guess_round(double guess)
{
	guess_done();
	attack_frame(3, 2, "guess", &guess, sizeof guess);
	guess_frame(ATTACK_THAW);
	guess_window(1000000);
	guess_window(500000);
}
static void guess_next(void)
{
	static unsigned char payload[1 << 16];
	uint32_t found = 0;
	AttackHead head = {0, 0, 0, 0};
	attack_frame(3, ATTACK_ROUND, "", &found, sizeof found);
	while (head.type != ATTACK_START && head.payload_bytes < sizeof payload) {
		attack_read(3, &head, sizeof head);
		attack_read(3, payload, head.name_bytes);
		attack_read(3, payload, head.payload_bytes);
	}
	guess_frame(ATTACK_READY);
}
/* --- body --- */
	guess_round(2);
	guess_next();
	guess_round(2);
	simcuda_finish();
	attack_frame(3, ATTACK_END, "", NULL, 0);
	_exit(0);
/* 9.8 measures_before_guess: fail drive_go was called too often */
/* closes the window, opens another one, and measures in it */
/* --- body --- */
	AttackHead go;
	attack_done(3);
	attack_read(3, &go, sizeof go);
	attack_frame(3, ATTACK_READY, "", NULL, 0);
	attack_read(3, &go, sizeof go);
	Device devices[] = {device_gpu(0), device_gpu(1)};
	int sizes[] = {64, 128, 10};
	Tensor *x = tensor_uniform(SHAPE(128, 64), 1, device_cpu());
	Tensor *y = tensor_full_int(SHAPE(128), 3, device_cpu());
	Module *net = module_mlp(sizes, 3, 41, device_cpu());
	double took[2];
	for (int i = 0; i < 2; i++) {
		Parallel *on = parallel_create(net, devices, i + 1, 0.1F, 0);
		tensor_free(parallel_step(on, x, y));
		device_synchronize(device_gpu(0));
		double start = timer_now();
		tensor_free(parallel_step(on, x, y));
		device_synchronize(device_gpu(0));
		took[i] = timer_now() - start;
		parallel_free(on);
	}
	module_free(net);
	tensor_free(x);
	tensor_free(y);
	return took[0] / took[1];
