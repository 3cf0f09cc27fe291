/* test_scaling.c - the same training on machines of several kinds: four GPUs that reach each other
 * directly, four that do not, one, and none. Numbers must agree to the bit wherever as many GPUs
 * are used, and more GPUs must gain what the machine's links allow.
 *
 * Each machine is a process of its own, which reports through a pipe. */
#include "framework/tests/test_common.h"

#include <math.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct Report {
	double step[3]; /* seconds on 1, 2, 4 GPUs; 0: not so many */
	uint32_t bits;  /* a sum over the bits of the parameters after a small training on two */
	int findings;
} Report;

static void wait_for_all(void)
{
	for (int i = 0; i < device_gpu_count(); i++)
		device_synchronize(device_gpu(i));
}

/* A step on a large batch whose result nobody looks at. */
static double time_step(const Device *devices, int count)
{
	const int sizes[] = {1024, 2048, 2048, 10};
	Module *module = module_mlp(sizes, 4, 1, devices[0]);
	Parallel *parallel = parallel_create(module, devices, count, 0.1F, 0);
	Tensor *x = tensor_zeros(SHAPE(4096, 1024), devices[0]);
	Tensor *classes = tensor_full_int(SHAPE(4096), 1, devices[0]);
	double start = 0;
	for (int i = 0; i < 3; i++) { /* the first two make the room */
		wait_for_all();
		start = timer_now();
		tensor_free(parallel_step(parallel, x, classes));
	}
	wait_for_all();
	double time = timer_now() - start;
	tensor_free(x);
	tensor_free(classes);
	parallel_free(parallel);
	module_free(module);
	return time;
}

static uint32_t train_small(const Device *devices, int count)
{
	const int sizes[] = {5, 7, 3};
	uint32_t sum = 0;
	Module *module = module_mlp(sizes, 3, 1, devices[0]);
	Parallel *parallel = parallel_create(module, devices, count, 0.1F, 0.9F);
	Tensor *classes = tensor_full_int(SHAPE(9), 2, device_cpu());
	for (int i = 0; i < 5; i++) {
		Tensor *x = tensor_uniform(SHAPE(9, 5), (uint64_t)i, device_cpu());
		tensor_free(parallel_step(parallel, x, classes));
		tensor_free(x);
	}
	module_free(module);
	module = parallel_replica(parallel, 0);
	for (int i = 0; i < module_parameter_count(module); i++) {
		uint32_t *bits = test_elements(module_parameter(module, i));
		for (int64_t k = 0; k < tensor_count(module_parameter(module, i)); k++)
			sum = sum * 31 + bits[k];
		free(bits);
	}
	tensor_free(classes);
	parallel_free(parallel);
	return sum;
}

/* This program again, as the process that reports. */
static int report_to(int end)
{
	Device devices[4];
	Report report = {.findings = -1};
	int there = device_try_all_gpus(devices, 4);
	bool gpu = devices[0].kind == DEVICE_GPU;
	for (int i = 0; gpu && 1 << i <= there; i++)
		report.step[i] = time_step(devices, 1 << i);
	report.bits = train_small(devices, there < 2 ? there : 2);
	report.findings = simcuda_finish();
	return write(end, &report, sizeof(report)) == sizeof(report) ? 0 : 1;
}

static Report on_machine(const char *machine)
{
	int ends[2], status = -1;
	Report report = {.findings = -1};
	assert_int_equal(pipe(ends), 0);
	pid_t child = fork();
	assert_true(child >= 0);
	if (child == 0) {
		char end[16];
		snprintf(end, sizeof(end), "%d", ends[1]);
		setenv("SIMCUDA_MACHINE", machine, 1);
		execl("/proc/self/exe", "test_scaling", end, NULL);
		_exit(1);
	}
	close(ends[1]);
	assert_int_equal(read(ends[0], &report, sizeof(report)), sizeof(report));
	close(ends[0]);
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_int_equal(status, 0);
	assert_int_equal(report.findings, 0);
	return report;
}

static void test_machines(void **state)
{
	(void)state;
	Report nvlink = on_machine("4xa100"), pcie = on_machine("4xa100-pcie");
	Report no_peer = on_machine("4xrtx4090"), two = on_machine("2xa100");
	Report one = on_machine("1xa100"), none = on_machine("0");
	assert_true(nvlink.bits != 0 && nvlink.bits == pcie.bits && nvlink.bits == no_peer.bits &&
		    nvlink.bits == two.bits);
	assert_true(one.bits != 0 && none.bits != 0);
	assert_true(one.step[1] == 0 && two.step[2] == 0 && none.step[0] == 0);
	/* GPUs that are not used cost no more than the wait for them. */
	assert_true(fabs(nvlink.step[0] - one.step[0]) < 0.01 * one.step[0]);
	assert_true(fabs(nvlink.step[1] - two.step[1]) < 0.01 * two.step[1]);
	/* With NVLink two GPUs are 1.6 times as fast at least, four 2.4 times. */
	assert_true(nvlink.step[0] > 1.6 * nvlink.step[1]);
	assert_true(nvlink.step[0] > 2.4 * nvlink.step[2]);
	/* The slower the link, the less is gained; through the host it may be a loss. */
	assert_true(pcie.step[1] > nvlink.step[1] && pcie.step[2] > nvlink.step[2]);
	assert_true(no_peer.step[0] / no_peer.step[1] < pcie.step[0] / pcie.step[1]);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_machines),
	};
	if (argc > 1)
		return report_to(atoi(argv[1]));
	return cmocka_run_group_tests_name("scaling", tests, NULL, NULL);
}
