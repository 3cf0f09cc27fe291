/* Managed variables of a module: where they are placed, kernels read and write them; each is counted as the
 * managed memory that it is; and what cannot be placed is refused. All that a
 * kernel writes there goes over a link. */
#include "framework/simcuda/tests/core/core_rig.h"

#include <stdio.h>
#include <string.h>

/* first[i] = second + i, by 8 threads. */
static const char text[] =
	".version 6.3\n.target sm_75\n.address_size 64\n"
	".global .align 4 .u32 plain = 5;\n.global .align 4 .u32 first[8];\n"
	".global .attribute(.managed) .align 4 .u32 second = 40;\n"
	".visible .entry k()\n{\n.reg .b32 %r<4>;\n.reg .b64 %rd<4>;\nmov.u32 %r1, %tid.x;\n"
	"mul.wide.u32 %rd1, %r1, 4;\nmov.u64 %rd2, first;\nadd.s64 %rd3, %rd2, %rd1;\n"
	"ld.global.u32 %r2, [second];\nadd.s32 %r3, %r2, %r1;\nst.global.u32 [%rd3], "
	"%r3;\nret;\n}\n";

typedef struct Set {
	Rig rig;
	SimPtx *ptx;
	uint32_t first[8], second;
} Set;

static cudaError_t place(Set *x, uint32_t variable, void *memory)
{
	SimRequest request = {.code = SIM_PLACE, .internal = 1, .u.place.ptx = x->ptx};
	request.u.place.variable = variable;
	request.u.place.address = address_of(memory);
	return ask(&x->rig, request);
}

static void set_open(Set *x)
{
	static const char *const managed[] = {"first", NULL};
	char problem[200] = "";
	rig_open(&x->rig, 2);
	x->ptx = sim_ptx_load(text, strlen(text), managed, problem, sizeof problem);
	assert_string_equal(problem, "");
}

static uint32_t number_of(const Set *x, const char *name, uint64_t bytes)
{
	uint32_t number = 99;
	const void *initial;
	uint64_t size = 0;
	assert_int_equal(sim_ptx_managed(x->ptx, name, &number, &initial, &size), 0);
	assert_int_equal(size, bytes);
	return number;
}

static void test_kernel(void **state)
{
	Set x = {.second = 40};
	SimRequest request = {.code = SIM_LAUNCH};
	uint32_t number;
	const void *initial;
	uint64_t bytes;
	(void)state;
	set_open(&x);
	assert_int_equal(sim_ptx_managed(x.ptx, "second", &number, &initial, &bytes), 0);
	assert_memory_equal(initial, &x.second, sizeof x.second);
	assert_int_equal(place(&x, number_of(&x, "first", sizeof x.first), x.first), cudaSuccess);
	assert_int_equal(place(&x, number, &x.second), cudaSuccess);
	x.second = 100; /* the host's own store */
	request.u.launch.kernel = sim_ptx_kernel(x.ptx, "k");
	request.u.launch.threads = 8;
	request.u.launch.device = -1;
	request.u.launch.budget = 1000;
	for (int i = 0; i < 3; i++) {
		request.u.launch.grid[i] = 1;
		request.u.launch.block[i] = i ? 1 : 8;
	}
	for (uint32_t gpu = 0; gpu < 2; gpu++) {
		x.second = 100 + 10 * gpu;
		assert_int_equal(ASK(&x.rig, .code = SIM_SET_DEVICE, .u.device = (int)gpu),
				 cudaSuccess);
		assert_int_equal(ask(&x.rig, request), cudaSuccess);
		assert_int_equal(sync_device(&x.rig), cudaSuccess);
		for (uint32_t i = 0; i < 8; i++)
			assert_int_equal(x.first[i], 100 + 10 * gpu + i);
	}
	SimcudaCounters counters;
	sim_counters(x.rig.sim, 0, &counters);
	assert_int_equal(counters.managed_bytes, sizeof x.first + sizeof x.second);
	assert_int_equal(ASK(&x.rig, .code = SIM_FINISH), cudaSuccess);
	assert_int_equal(finding_count(&x.rig), 0); /* nor is it a leak */
	rig_close(&x.rig);
	sim_ptx_free(x.ptx);
}

/* 400 threads each write a byte of host memory, further and further apart. */
static void test_scattered(void **state)
{
	static const char scattered[] =
		".version 6.3\n.target sm_75\n.address_size 64\n"
		".global .attribute(.managed) .u8 wide[80000];\n"
		".visible .entry k()\n{\n.reg .b32 %r<4>;\n.reg .b64 %rd<4>;\nmov.u32 %r1, "
		"%tid.x;\n"
		"mad.lo.s32 %r2, %r1, %r1, %r1;\nshr.u32 %r3, %r2, 1;\ncvt.u64.u32 %rd1, %r3;\n"
		"mov.u64 %rd2, wide;\nadd.s64 %rd3, %rd2, %rd1;\nst.global.u8 [%rd3], "
		"%r1;\nret;\n}\n";
	static const char *const managed[] = {"wide", NULL};
	static unsigned char wide[80000];
	enum { MANY = 400 };
	Set x = {.second = 0};
	char problem[200] = "";
	SimRequest request = {.code = SIM_LAUNCH};
	SimcudaCounters counters;
	(void)state;
	rig_open(&x.rig, 1);
	x.ptx = sim_ptx_load(scattered, strlen(scattered), managed, problem, sizeof problem);
	assert_string_equal(problem, "");
	assert_int_equal(place(&x, number_of(&x, "wide", sizeof wide), wide), cudaSuccess);
	request.u.launch.kernel = sim_ptx_kernel(x.ptx, "k");
	request.u.launch.threads = MANY;
	request.u.launch.device = -1;
	request.u.launch.budget = 10000;
	for (int i = 0; i < 3; i++) {
		request.u.launch.grid[i] = 1;
		request.u.launch.block[i] = i ? 1 : MANY;
	}
	assert_int_equal(ask(&x.rig, request), cudaSuccess);
	assert_int_equal(sync_device(&x.rig), cudaSuccess);
	sim_counters(x.rig.sim, 0, &counters);
	assert_int_equal(counters.linked_d2h, MANY);
	assert_int_equal(counters.links_d2h, 1);
	rig_close(&x.rig);
	sim_ptx_free(x.ptx);
}

static void test_refused(void **state)
{
	Set x = {.second = 0};
	uint32_t number, first;
	const void *initial;
	uint64_t bytes;
	(void)state;
	set_open(&x);
	assert_int_equal(sim_ptx_managed(x.ptx, "plain", &number, &initial, &bytes), -1);
	assert_int_equal(sim_ptx_managed(x.ptx, "third", &number, &initial, &bytes), -1);
	first = number_of(&x, "first", sizeof x.first);
	assert_int_equal(place(&x, 0, x.first), cudaErrorInvalidValue); /* `plain` */
	assert_int_equal(place(&x, 3, x.first), cudaErrorInvalidValue);
	assert_int_equal(place(&x, first, NULL), cudaErrorInvalidValue);
	assert_int_equal(place(&x, first, x.first), cudaSuccess);
	assert_int_equal(place(&x, first, x.first), cudaErrorHostMemoryAlreadyRegistered);
	rig_close(&x.rig);
	sim_ptx_free(x.ptx);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(test_kernel),
					   cmocka_unit_test(test_scattered),
					   cmocka_unit_test(test_refused)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
