/* core_findings.c - what the machine reports of copies, fills and launches that go astray: the error, the sentence, and both
 * call sites. core_findings_freed.c has what is freed, leaked and reset. */
#include "framework/simcuda/tests/core/core_findings_rig.h"

static void copies_and_fills(void **state)
{
	(void)state;
	Set x;
	set_open(&x);
	uint64_t h = address_of(x.host);
	const struct {
		uint64_t to, from, bytes;
		int kind; /* -1: a fill of `to` */
		int async;
		SimFindingKind finding;
		const char *message;
		uint64_t other;
	} rows[] = {
		{x.a, h, 4096, cudaMemcpyHostToDevice, 0, SIM_FINDING_OUT_OF_BOUNDS,
		 "cudaMemcpy writes 4096 bytes at offset 0 of an allocation of 4000 bytes on GPU 0",
		 MADE},
		{h, x.a + 3990, 11, cudaMemcpyDefault, 1, SIM_FINDING_OUT_OF_BOUNDS,
		 "cudaMemcpyAsync reads 11 bytes at offset 3990 of an allocation of 4000 bytes on "
		 "GPU 0",
		 MADE},
		{x.a, x.a + 4100, 8, cudaMemcpyDeviceToDevice, 0, SIM_FINDING_OUT_OF_BOUNDS,
		 "cudaMemcpy reads 8 bytes at offset 4100 of an allocation of 4000 bytes on GPU 0",
		 MADE},
		{rig_base(1) + 32 * MIB, h, 8, cudaMemcpyHostToDevice, 0, SIM_FINDING_OUT_OF_BOUNDS,
		 "cudaMemcpy writes 8 bytes on GPU 1 where nothing is allocated", 0},
		{x.gone + 8, h, 16, cudaMemcpyHostToDevice, 0, SIM_FINDING_USE_AFTER_FREE,
		 "cudaMemcpy writes 16 bytes at offset 8 of an allocation of 4000 bytes on GPU 0 "
		 "that "
		 "has been freed",
		 FREED},
		{h, x.gone, 4, cudaMemcpyDeviceToHost, 0, SIM_FINDING_USE_AFTER_FREE,
		 "cudaMemcpy reads 4 bytes at offset 0 of an allocation of 4000 bytes on GPU 0 "
		 "that has "
		 "been freed",
		 FREED},
		{h, h + 4000, 8, cudaMemcpyHostToDevice, 0, SIM_FINDING_HOST_POINTER,
		 "cudaMemcpy writes 8 bytes of host memory where device memory belongs: "
		 "cudaMemcpyHostToDevice",
		 0},
		{x.a, h, 8, cudaMemcpyDeviceToDevice, 1, SIM_FINDING_HOST_POINTER,
		 "cudaMemcpyAsync reads 8 bytes of host memory where device memory belongs: "
		 "cudaMemcpyDeviceToDevice",
		 0},
		{x.a, x.other, 8, cudaMemcpyHostToDevice, 0, SIM_FINDING_DEVICE_POINTER,
		 "cudaMemcpy reads 8 bytes of memory on GPU 1 where host memory belongs: "
		 "cudaMemcpyHostToDevice",
		 0},
		{x.a, h, 8, cudaMemcpyHostToHost, 0, SIM_FINDING_DEVICE_POINTER,
		 "cudaMemcpy writes 8 bytes of memory on GPU 0 where host memory belongs: "
		 "cudaMemcpyHostToHost",
		 0},
		{x.a + 1, 0, 4000, -1, 0, SIM_FINDING_OUT_OF_BOUNDS,
		 "cudaMemset writes 4000 bytes at offset 1 of an allocation of 4000 bytes on GPU 0",
		 MADE},
		{x.gone, 0, 4, -1, 1, SIM_FINDING_USE_AFTER_FREE,
		 "cudaMemsetAsync writes 4 bytes at offset 0 of an allocation of 4000 bytes on GPU "
		 "0 "
		 "that has been freed",
		 FREED},
		{h, 0, 4, -1, 0, SIM_FINDING_HOST_POINTER,
		 "cudaMemset writes 4 bytes of host memory where device memory belongs: the target "
		 "of a "
		 "fill",
		 0},
		{x.a, h, UINT64_MAX - 4, cudaMemcpyHostToDevice, 0, SIM_FINDING_OUT_OF_BOUNDS,
		 "cudaMemcpy writes 18446744073709551611 bytes at offset 0 of an allocation of "
		 "4000 "
		 "bytes on GPU 0",
		 MADE},
	};
	int count = (int)(sizeof(rows) / sizeof(rows[0]));
	for (int i = 0; i < count; i++) {
		for (int again = 0; again < 2; again++) { /* said once */
			SimRequest fill = {.code = SIM_MEMSET};
			fill.u.memset.to = rows[i].to;
			fill.u.memset.bytes = rows[i].bytes;
			fill.u.memset.async = rows[i].async;
			cudaError_t error =
				rows[i].kind < 0
					? ask(&x.rig, fill)
					: copy_on(&x.rig, rows[i].to, rows[i].from, rows[i].bytes,
						  (enum cudaMemcpyKind)rows[i].kind, rows[i].async,
						  0);
			assert_int_equal(error, cudaErrorInvalidValue);
			assert_finding(&x.rig, rows[i].finding, rows[i].message, HERE,
				       rows[i].other);
			assert_int_equal(finding_count(&x.rig), i + 1);
		}
	}
	/* From another line it is another finding. */
	x.rig.where = HERE + 1;
	assert_int_equal(copy_now(&x.rig, x.gone + 8, h, 16), cudaErrorInvalidValue);
	assert_int_equal(finding_count(&x.rig), count + 1);
	set_close(&x);
}

static void strided_copy_out_of_bounds(void **state)
{
	(void)state;
	Set x;
	set_open(&x);
	SimRequest request = {.code = SIM_COPY};
	request.u.copy.to = x.a;
	request.u.copy.from = address_of(x.host);
	request.u.copy.width = 100;
	request.u.copy.rows = 5;
	request.u.copy.to_pitch = 1000; /* the last row ends at 4100 */
	request.u.copy.from_pitch = 100;
	request.u.copy.kind = cudaMemcpyHostToDevice;
	assert_int_equal(ask(&x.rig, request), cudaErrorInvalidValue);
	assert_finding(&x.rig, SIM_FINDING_OUT_OF_BOUNDS,
		       "cudaMemcpy2D writes 4100 bytes at offset 0 of an allocation of 4000 bytes "
		       "on GPU 0",
		       HERE, MADE);
	request.u.copy.rows = UINT64_MAX / 100;
	request.u.copy.to_pitch = UINT64_MAX / 4;
	assert_int_equal(ask(&x.rig, request), cudaErrorInvalidValue);
	request.u.copy.rows = UINT64_MAX;
	assert_int_equal(ask(&x.rig, request), cudaErrorInvalidValue);
	set_close(&x);
}

/* Plain wrong arguments are an error, and no finding. */
static void bad_arguments(void **state)
{
	(void)state;
	Set x;
	set_open(&x);
	uint64_t h = address_of(x.host);
	assert_int_equal(copy_on(&x.rig, x.a, h, 8, (enum cudaMemcpyKind)5, 0, 0),
			 cudaErrorInvalidMemcpyDirection);
	assert_int_equal(copy_on(&x.rig, x.a, h, 8, (enum cudaMemcpyKind) - 1, 0, 0),
			 cudaErrorInvalidMemcpyDirection);
	assert_int_equal(copy_later(&x.rig, x.a, h, 8, 12345), cudaErrorInvalidResourceHandle);
	assert_int_equal(fill_later(&x.rig, x.a, 0, 8, UINT64_MAX), cudaErrorInvalidResourceHandle);
	assert_int_equal(copy_peer(&x.rig, x.other, 2, x.a, 0, 8, 0, 0), cudaErrorInvalidDevice);
	assert_int_equal(copy_peer(&x.rig, x.other, 1, x.a, -1, 8, 0, 0), cudaErrorInvalidDevice);
	assert_int_equal(copy_now(&x.rig, x.a, h, 0), cudaSuccess); /* nothing to copy */
	assert_int_equal(fill_later(&x.rig, 0, 0, 0, 0), cudaSuccess);
	assert_int_equal(finding_count(&x.rig), 0);
	set_close(&x);
}

/* A null pointer is called one, and not host memory. */
static void null_pointers(void **state)
{
	(void)state;
	Set x;
	set_open(&x);
	uint64_t h = address_of(x.host);
	assert_int_equal(fill_later(&x.rig, 0, 0, 8, 0), cudaErrorInvalidValue);
	assert_finding(&x.rig, SIM_FINDING_HOST_POINTER,
		       "cudaMemsetAsync writes 8 bytes of host memory where device memory belongs: "
		       "a null pointer",
		       HERE, 0);
	assert_int_equal(copy_now(&x.rig, 0, h, 8), cudaErrorInvalidValue);
	assert_finding(&x.rig, SIM_FINDING_HOST_POINTER,
		       "cudaMemcpy writes 8 bytes through a null pointer", HERE, 0);
	assert_int_equal(copy_on(&x.rig, x.a, 0, 8, cudaMemcpyHostToDevice, 1, 0),
			 cudaErrorInvalidValue);
	assert_finding(&x.rig, SIM_FINDING_HOST_POINTER,
		       "cudaMemcpyAsync reads 8 bytes through a null pointer", HERE, 0);
	set_close(&x);
}

/* All of a copy's end is pinned, in one piece or in neighbours, or nothing. */
static void pinned_overrun(void **state)
{
	static _Alignas(4096) char page[4096];
	char *memory = page + 64; /* no pages of its own, so what lies behind may be meant */
	(void)state;
	Set x;
	set_open(&x);
	uint64_t h = address_of(memory);
	x.rig.where = MADE;
	pin(&x.rig, memory, 1000);
	pin(&x.rig, memory + 1000, 1000);
	x.rig.where = HERE;
	assert_int_equal(copy_now(&x.rig, x.a, h + 8, 1992), cudaSuccess);
	assert_int_equal(finding_count(&x.rig), 0);
	assert_int_equal(copy_now(&x.rig, x.a, h + 1008, 993), cudaErrorInvalidValue);
	assert_finding(&x.rig, SIM_FINDING_OUT_OF_BOUNDS,
		       "cudaMemcpy reads 993 bytes at offset 8 of an allocation of 1000 bytes of "
		       "pinned host memory",
		       HERE, MADE);
	assert_int_equal(copy_on(&x.rig, h + 1999, x.a, 4, cudaMemcpyDeviceToHost, 1, 0),
			 cudaErrorInvalidValue);
	assert_finding(&x.rig, SIM_FINDING_OUT_OF_BOUNDS,
		       "cudaMemcpyAsync writes 4 bytes at offset 999 of an allocation of 1000 "
		       "bytes of pinned host memory",
		       HERE, MADE);
	assert_int_equal(copy_now(&x.rig, x.a, h + 2000, 1000), cudaSuccess);
	assert_int_equal(finding_count(&x.rig), 2);
	rig_close(&x.rig);
}

/* What lies behind pinned memory in its last page is nobody's. */
static void behind_pinned(void **state)
{
	static _Alignas(4096) char pages[2 * 4096];
	(void)state;
	Set x;
	set_open(&x);
	uint64_t h = address_of(pages);
	x.rig.where = MADE;
	pin(&x.rig, pages, 40);
	x.rig.where = HERE;
	assert_int_equal(copy_on(&x.rig, h + 40, x.a, 40, cudaMemcpyDeviceToHost, 1, 0),
			 cudaErrorInvalidValue);
	assert_finding(&x.rig, SIM_FINDING_OUT_OF_BOUNDS,
		       "cudaMemcpyAsync writes 40 bytes at offset 40 of an allocation of 40 bytes "
		       "of pinned host memory",
		       HERE, MADE);
	assert_int_equal(copy_now(&x.rig, x.a, h + 4096, 40), cudaSuccess);
	assert_int_equal(finding_count(&x.rig), 1);
	rig_close(&x.rig);
}

static void peer_copies(void **state)
{
	(void)state;
	Set x;
	set_open(&x);
	assert_int_equal(copy_peer(&x.rig, x.other, 0, x.a, 0, 8, 1, 0), cudaErrorInvalidValue);
	assert_finding(&x.rig, SIM_FINDING_WRONG_DEVICE,
		       "cudaMemcpyPeerAsync is told that its target lies on GPU 0, but it lies on "
		       "GPU 1",
		       HERE, MADE);
	assert_int_equal(copy_peer(&x.rig, x.other, 1, x.a, 1, 8, 0, 0), cudaErrorInvalidValue);
	assert_finding(&x.rig, SIM_FINDING_WRONG_DEVICE,
		       "cudaMemcpyPeer is told that its source lies on GPU 1, but it lies on GPU 0",
		       HERE, MADE);
	assert_int_equal(copy_peer(&x.rig, x.other, 1, address_of(x.host), 0, 8, 0, 0),
			 cudaErrorInvalidValue);
	assert_finding(&x.rig, SIM_FINDING_HOST_POINTER,
		       "cudaMemcpyPeer reads 8 bytes of host memory where device memory belongs: a "
		       "copy between GPUs",
		       HERE, 0);
	set_close(&x);
}

static void kernels(void **state)
{
	(void)state;
	const struct {
		int to, from; /* 0: a, 1: of GPU 1, 2: freed, 3: host, 4: NULL */
		uint64_t offset;
		SimFindingKind finding;
		const char *message;
		uint64_t other;
	} rows[] = {
		{0, 0, 3985, SIM_FINDING_OUT_OF_BOUNDS,
		 "kernel accumulate reads and writes 16 bytes at offset 3985 of an allocation of "
		 "4000 "
		 "bytes on GPU 0",
		 MADE},
		{0, 2, 0, SIM_FINDING_USE_AFTER_FREE,
		 "kernel accumulate reads 16 bytes at offset 0 of an allocation of 4000 bytes on "
		 "GPU 0 "
		 "that has been freed",
		 FREED},
		{0, 1, 0, SIM_FINDING_WRONG_DEVICE,
		 "kernel accumulate runs on GPU 0 and touches memory on GPU 1 without peer access",
		 MADE},
		{3, 0, 0, SIM_FINDING_HOST_POINTER,
		 "kernel accumulate reads and writes 16 bytes of host memory where device memory "
		 "belongs: a kernel's argument",
		 0},
		{0, 4, 0, SIM_FINDING_HOST_POINTER,
		 "kernel accumulate reads 16 bytes of host memory where device memory belongs: a "
		 "null "
		 "pointer",
		 0},
	};
	for (int i = 0; i < 5; i++) {
		Set x;
		set_open(&x);
		uint64_t at[] = {x.a, x.other, x.gone, address_of(x.host), 0};
		uint64_t stream = stream_new(&x.rig, 0), event = event_new(&x.rig, 0);
		assert_int_equal(launch_accumulate(&x.rig, at[rows[i].to] + rows[i].offset,
						   at[rows[i].from], 1, 0, 0, stream),
				 cudaSuccess); /* as on hardware */
		assert_finding(&x.rig, rows[i].finding, rows[i].message, HERE, rows[i].other);
		/* Then everything on that GPU fails, from now on. */
		for (int again = 0; again < 2; again++) {
			assert_int_equal(sync_device(&x.rig), cudaErrorIllegalAddress);
			assert_int_equal(copy_now(&x.rig, x.a, address_of(x.host), 8),
					 cudaErrorIllegalAddress);
			assert_int_equal(dev_free(&x.rig, x.a), cudaErrorIllegalAddress);
			assert_int_equal(ASK(&x.rig, .code = SIM_RESET_DEVICE),
					 cudaErrorIllegalAddress);
			set_device(&x.rig, 1);
			assert_int_equal(stream_ask(&x.rig, SIM_STREAM_SYNC, stream),
					 cudaErrorIllegalAddress);
			assert_int_equal(event_ask(&x.rig, SIM_EVENT_SYNC, event, 0),
					 cudaErrorIllegalAddress);
			assert_int_equal(copy_peer(&x.rig, x.other, 1, x.a, 0, 8, 1, 0),
					 cudaErrorIllegalAddress);
			assert_int_equal(sync_device(&x.rig), cudaSuccess); /* this one is well */
			set_device(&x.rig, 0);
		}
		assert_int_equal(finding_count(&x.rig), 1);
		assert_int_equal(counters(&x.rig).launches, 1);
		/* No leaks are held against a program whose calls fail, on whichever GPU. */
		assert_int_equal(ASK(&x.rig, .code = SIM_FINISH), cudaSuccess);
		assert_int_equal(finding_count(&x.rig), 1);
		set_close(&x);
	}
}

static void launch_into_a_foreign_stream(void **state)
{
	(void)state;
	Set x;
	set_open(&x);
	uint64_t stream = stream_new(&x.rig, 0);
	set_device(&x.rig, 1);
	assert_int_equal(launch_accumulate(&x.rig, x.other, x.other, 1, 0, 0, stream),
			 cudaErrorInvalidResourceHandle);
	assert_finding(&x.rig, SIM_FINDING_WRONG_DEVICE,
		       "kernel accumulate is launched on GPU 1 into a stream of GPU 0", HERE, 0);
	assert_int_equal(sync_device(&x.rig), cudaSuccess); /* not sticky */
	assert_int_equal(counters(&x.rig).launches, 0);
	set_close(&x);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(copies_and_fills),
		cmocka_unit_test(strided_copy_out_of_bounds),
		cmocka_unit_test(bad_arguments),
		cmocka_unit_test(null_pointers),
		cmocka_unit_test(pinned_overrun),
		cmocka_unit_test(behind_pinned),
		cmocka_unit_test(peer_copies),
		cmocka_unit_test(kernels),
		cmocka_unit_test(launch_into_a_foreign_stream),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
