/* Reads of bytes that nothing has written: how many, from where, and what is no mistake. */
#include "core_rig.h"

enum { MADE = 3, HERE = 4, BYTES = 1000 };

typedef struct Set {
	Rig rig;
	uint64_t a, b;
	unsigned char host[BYTES];
} Set;

static void good(cudaError_t error)
{
	assert_int_equal(error, cudaSuccess);
}

static void set_open(Set *x)
{
	memset(x->host, 1, sizeof(x->host));
	rig_open(&x->rig, 1);
	x->rig.where = MADE;
	x->a = dev_malloc(&x->rig, BYTES);
	x->b = dev_malloc(&x->rig, BYTES);
	x->rig.where = HERE;
}

static void set_close(Set *x, int findings)
{
	assert_int_equal(finding_count(&x->rig), findings);
	rig_close(&x->rig);
}

static void copies(void **state)
{
	(void)state;
	Set x;
	set_open(&x);
	good(copy_now(&x.rig, x.a, address_of(x.host), 100));
	good(copy_now(&x.rig, x.a + 110, address_of(x.host), 390));
	good(copy_now(&x.rig, address_of(x.host), x.a, 100));
	good(copy_now(&x.rig, address_of(x.host), x.a + 110, 390));
	assert_int_equal(finding_count(&x.rig), 0);
	good(copy_now(&x.rig, address_of(x.host), x.a + 50, 500));
	assert_finding(&x.rig, SIM_FINDING_UNINITIALISED_READ,
		       "cudaMemcpy reads 60 bytes that nothing has written, from offset 100 of an "
		       "allocation of 1000 bytes on GPU 0",
		       HERE, MADE);
	good(copy_now(&x.rig, address_of(x.host), x.a, 550)); /* said once */
	good(copy_now(&x.rig, x.b, x.a + 999, 1));            /* within the GPU */
	assert_finding(&x.rig, SIM_FINDING_UNINITIALISED_READ,
		       "cudaMemcpy reads 1 byte that nothing has written, from offset 999 of an "
		       "allocation of 1000 bytes on GPU 0",
		       HERE, MADE);
	set_close(&x, 2);
}

/* A matrix with padding: its columns are written, its padding is not, and nobody may read that. */
static void rows_with_gaps(void **state)
{
	(void)state;
	Set x;
	set_open(&x);
	SimRequest copy = {.code = SIM_COPY};
	copy.u.copy.to = x.a;
	copy.u.copy.from = address_of(x.host);
	copy.u.copy.width = 30;
	copy.u.copy.rows = 10;
	copy.u.copy.to_pitch = 50;
	copy.u.copy.from_pitch = 30;
	copy.u.copy.kind = cudaMemcpyDefault;
	good(ask(&x.rig, copy));
	copy.u.copy.to = address_of(x.host);
	copy.u.copy.from = x.a;
	copy.u.copy.to_pitch = 30;
	copy.u.copy.from_pitch = 50;
	good(ask(&x.rig, copy));
	assert_int_equal(finding_count(&x.rig), 0);
	copy.u.copy.width = 32;
	copy.u.copy.to_pitch = 32;
	good(ask(&x.rig, copy));
	assert_finding(&x.rig, SIM_FINDING_UNINITIALISED_READ,
		       "cudaMemcpy2D reads 20 bytes that nothing has written, from offset 30 of an "
		       "allocation of 1000 bytes on GPU 0",
		       HERE, MADE);
	set_close(&x, 1);
}

/* The order of issue counts: work that has not run yet has promised its bytes, and work that never
 * runs has too. Memory that is given out again is new. */
static void promises(void **state)
{
	(void)state;
	Set x;
	set_open(&x);
	good(fill_later(&x.rig, x.a, 0, 16, 0));
	good(launch_accumulate(&x.rig, x.a, x.a, 1, 16, 1000000, 0));
	good(fill_later(&x.rig, x.a, 1, 16, 0));
	good(launch_accumulate(&x.rig, x.a, x.a, 1, 16, 0, 0));
	assert_int_equal(finding_count(&x.rig), 0);
	good(launch_accumulate(&x.rig, x.a, x.a + 8, 1, 16, 0, 0));
	assert_finding(
		&x.rig, SIM_FINDING_UNINITIALISED_READ,
		"kernel accumulate reads 8 bytes that nothing has written, from offset 16 of "
		"an allocation of 1000 bytes on GPU 0",
		HERE, MADE);
	good(dev_free(&x.rig, x.b));
	x.b = dev_malloc(&x.rig, BYTES);
	good(copy_now(&x.rig, address_of(x.host), x.b, 4));
	assert_int_equal(finding_count(&x.rig), 2);
	set_close(&x, 2);
}

static SimAccess access; /* of the kernel below */

static int loose_ranges(const void *const *arguments, uint64_t threads, SimRange *ranges)
{
	(void)threads;
	ranges[0] = (SimRange){*(const uint64_t *)arguments[0], 64, 1, 0, access};
	return 1;
}

static void no_cost(const void *const *arguments, uint64_t threads, SimCost *cost)
{
	(void)arguments, (void)threads;
	*cost = (SimCost){.work = SIM_WORK_MEMORY};
}

static void no_run(const void *const *arguments, uint64_t threads, void *const *memory)
{
	(void)arguments, (void)threads, (void)memory;
}

/* A loose range may touch less than it says: reading is no mistake, and writing may be all. */
static void loose(void **state)
{
	(void)state;
	static const SimKernel kernel = {"loose", 1, {8}, loose_ranges, no_cost, no_run};
	static const struct {
		SimAccess access;
		int reading, after; /* findings: of the kernel, and of a copy to the host then */
	} rows[] = {
		{SIM_READ, 1, 1},       {SIM_READ_WRITE, 1, 1},       {SIM_WRITE, 0, 0},
		{SIM_LOOSE_READ, 0, 1}, {SIM_LOOSE_READ_WRITE, 0, 0}, {SIM_LOOSE_WRITE, 0, 0},
	};
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		Set x;
		set_open(&x);
		access = rows[i].access;
		good(launch_on(&x.rig, &kernel, (const void *[]){&x.a}, 1, 0));
		assert_int_equal(finding_count(&x.rig), rows[i].reading);
		good(copy_now(&x.rig, address_of(x.host), x.a, 64));
		set_close(&x, rows[i].after);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(copies),
		cmocka_unit_test(rows_with_gaps),
		cmocka_unit_test(promises),
		cmocka_unit_test(loose),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
