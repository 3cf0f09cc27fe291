/* api_rt_boxes.c - tests of memory with a pitch: rows and boxes are copied and filled, and what
 * lies between them is left alone. Every byte is computed again, by its place. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cuda_runtime.h"

#define GOOD(call) assert_int_equal(call, cudaSuccess)
#define BAD(call, wanted)                                                                          \
	do {                                                                                       \
		assert_int_equal(call, wanted);                                                    \
		assert_int_equal(cudaGetLastError(), wanted);                                      \
	} while (0)

/* A box of 7 slices of 6 rows of 50 bytes on the device, the same without pitch on the host. */
enum { WIDTH = 50, HEIGHT = 6, DEPTH = 7, WHOLE = WIDTH * HEIGHT * DEPTH };

static unsigned char host_box[WHOLE], back[WHOLE];

static unsigned char pattern(int x, int y, int z)
{
	return (unsigned char)(x + 59 * y + 97 * z);
}

static unsigned char *at(unsigned char *box, int x, int y, int z)
{
	return &box[(z * HEIGHT + y) * WIDTH + x];
}

static struct cudaPitchedPtr host_side(unsigned char *box)
{
	return make_cudaPitchedPtr(box, WIDTH, WIDTH, HEIGHT);
}

static struct cudaPitchedPtr device_box(void)
{
	struct cudaPitchedPtr made;
	GOOD(cudaMalloc3D(&made, make_cudaExtent(WIDTH, HEIGHT, DEPTH)));
	assert_true(made.pitch >= WIDTH && made.pitch % 256 == 0);
	assert_int_equal(made.ysize, HEIGHT);
	GOOD(cudaMemset(made.ptr, 0xee, made.pitch * HEIGHT * DEPTH));
	return made;
}

static int setup(void **state)
{
	(void)state;
	for (int z = 0; z < DEPTH; z++)
		for (int y = 0; y < HEIGHT; y++)
			for (int x = 0; x < WIDTH; x++)
				*at(host_box, x, y, z) = pattern(x, y, z);
	memset(back, 0, sizeof back);
	return 0;
}

static void test_whole_box(void **state)
{
	(void)state;
	struct cudaPitchedPtr device = device_box();
	struct cudaMemcpy3DParms in = {.srcPtr = host_side(host_box),
				       .dstPtr = device,
				       .extent = make_cudaExtent(WIDTH, HEIGHT, DEPTH),
				       .kind = cudaMemcpyHostToDevice};
	GOOD(cudaMemcpy3D(&in));
	struct cudaMemcpy3DParms out = in;
	out.srcPtr = device;
	out.dstPtr = host_side(back);
	out.kind = cudaMemcpyDeviceToHost;
	GOOD(cudaMemcpy3D(&out));
	assert_memory_equal(back, host_box, WHOLE);
	/* what fills the pitch is untouched */
	unsigned char row[4096];
	assert_true(device.pitch <= sizeof row);
	GOOD(cudaMemcpy(row, device.ptr, device.pitch, cudaMemcpyDefault));
	for (size_t i = WIDTH; i < device.pitch; i++)
		assert_int_equal(row[i], 0xee);
	GOOD(cudaFree(device.ptr));
}

/* 20 bytes of 3 rows of 4 slices, from one corner to another. */
static void test_part_of_a_box(void **state)
{
	(void)state;
	struct cudaPitchedPtr device = device_box();
	cudaStream_t stream;
	GOOD(cudaStreamCreate(&stream));
	struct cudaMemcpy3DParms in = {.srcPtr = host_side(host_box),
				       .srcPos = make_cudaPos(4, 1, 2),
				       .dstPtr = device,
				       .dstPos = make_cudaPos(30, 3, 0),
				       .extent = make_cudaExtent(20, 3, 4),
				       .kind = cudaMemcpyHostToDevice};
	GOOD(cudaMemcpy3DAsync(&in, stream));
	struct cudaMemcpy3DParms out = {.srcPtr = device,
					.dstPtr = host_side(back),
					.extent = make_cudaExtent(WIDTH, HEIGHT, DEPTH),
					.kind = cudaMemcpyDefault};
	GOOD(cudaMemcpy3DAsync(&out, stream));
	GOOD(cudaStreamSynchronize(stream));
	for (int z = 0; z < DEPTH; z++)
		for (int y = 0; y < HEIGHT; y++)
			for (int x = 0; x < WIDTH; x++) {
				int inside = x >= 30 && x < 50 && y >= 3 && y < 6 && z < 4;
				int wanted = inside ? pattern(x - 30 + 4, y - 3 + 1, z + 2) : 0xee;
				assert_int_equal(*at(back, x, y, z), wanted);
			}
	GOOD(cudaStreamDestroy(stream));
	GOOD(cudaFree(device.ptr));
}

static void test_between_gpus(void **state)
{
	(void)state;
	struct cudaPitchedPtr first = device_box(), second;
	GOOD(cudaSetDevice(1));
	second = device_box();
	GOOD(cudaSetDevice(0));
	struct cudaMemcpy3DParms in = {.srcPtr = host_side(host_box),
				       .dstPtr = first,
				       .extent = make_cudaExtent(WIDTH, HEIGHT, DEPTH),
				       .kind = cudaMemcpyHostToDevice};
	GOOD(cudaMemcpy3D(&in));
	struct cudaMemcpy3DPeerParms across = {.srcPtr = first,
					       .srcPos = make_cudaPos(10, 0, 1),
					       .dstPtr = second,
					       .dstDevice = 1,
					       .extent = make_cudaExtent(40, 5, 2)};
	GOOD(cudaMemcpy3DPeer(&across));
	GOOD(cudaMemcpy3DPeerAsync(&across, NULL));
	struct cudaMemcpy3DParms out = {.srcPtr = second,
					.dstPtr = host_side(back),
					.extent = make_cudaExtent(WIDTH, HEIGHT, DEPTH),
					.kind = cudaMemcpyDeviceToHost};
	GOOD(cudaDeviceSynchronize());
	GOOD(cudaMemcpy3D(&out));
	for (int z = 0; z < DEPTH; z++)
		for (int y = 0; y < HEIGHT; y++)
			for (int x = 0; x < WIDTH; x++) {
				int inside = x < 40 && y < 5 && z < 2;
				int wanted = inside ? pattern(x + 10, y, z + 1) : 0xee;
				assert_int_equal(*at(back, x, y, z), wanted);
			}
	across.srcDevice = 5;
	BAD(cudaMemcpy3DPeer(&across), cudaErrorInvalidDevice);
	GOOD(cudaFree(first.ptr));
	GOOD(cudaFree(second.ptr));
}

static void test_fills(void **state)
{
	(void)state;
	unsigned char *device, *pinned;
	size_t pitch = 0;
	GOOD(cudaMallocPitch((void **)&device, &pitch, WIDTH, HEIGHT * DEPTH));
	GOOD(cudaMemset2D(device, pitch, 0xee, pitch, HEIGHT * DEPTH));
	GOOD(cudaMemset2D(device + pitch, pitch, 0x21, 30, 4));
	struct cudaPitchedPtr box = {device, pitch, WIDTH, HEIGHT};
	GOOD(cudaMemset3DAsync(box, 0x43, make_cudaExtent(10, 2, 3), NULL));
	GOOD(cudaMemcpy2D(back, WIDTH, device, pitch, WIDTH, HEIGHT * DEPTH, cudaMemcpyDefault));
	for (int z = 0; z < DEPTH; z++)
		for (int y = 0; y < HEIGHT; y++)
			for (int x = 0; x < WIDTH; x++) {
				int row = z * HEIGHT + y, wanted = 0xee;
				if (row >= 1 && row < 5 && x < 30)
					wanted = 0x21;
				if (x < 10 && y < 2 && z < 3)
					wanted = 0x43;
				assert_int_equal(*at(back, x, y, z), wanted);
			}
	GOOD(cudaMemset3D(box, 0x65, make_cudaExtent(WIDTH, HEIGHT, DEPTH)));
	GOOD(cudaMemcpy2D(back, WIDTH, device, pitch, WIDTH, HEIGHT * DEPTH, cudaMemcpyDefault));
	for (int i = 0; i < WHOLE; i++)
		assert_int_equal(back[i], 0x65);

	/* pinned host memory, in rows too */
	GOOD(cudaMallocHost((void **)&pinned, WHOLE));
	memset(pinned, 1, WHOLE);
	GOOD(cudaMemset2DAsync(pinned + 3, WIDTH, 2, 5, 10, NULL));
	GOOD(cudaDeviceSynchronize());
	for (int i = 0; i < WHOLE; i++) {
		int x = i % WIDTH, y = i / WIDTH;
		assert_int_equal(pinned[i], x >= 3 && x < 8 && y < 10 ? 2 : 1);
	}
	GOOD(cudaFreeHost(pinned));
	GOOD(cudaFree(device));
}

static void test_refusals(void **state)
{
	(void)state;
	struct cudaPitchedPtr device = device_box();
	struct cudaMemcpy3DParms good = {.srcPtr = host_side(host_box),
					 .dstPtr = device,
					 .extent = make_cudaExtent(WIDTH, HEIGHT, DEPTH),
					 .kind = cudaMemcpyHostToDevice};
	struct cudaMemcpy3DParms bad = good;
	void *unused;
	size_t pitch;
	BAD(cudaMemcpy3D(NULL), cudaErrorInvalidValue);
	bad.extent.width = device.pitch + 1;
	BAD(cudaMemcpy3D(&bad), cudaErrorInvalidPitchValue);
	bad = good;
	bad.srcPos.y = 1; /* runs out of the slice */
	BAD(cudaMemcpy3D(&bad), cudaErrorInvalidPitchValue);
	bad = good;
	bad.dstPos.z = 1; /* runs out of the memory */
	BAD(cudaMemcpy3D(&bad), cudaErrorInvalidValue);
	bad = good;
	bad.kind = (enum cudaMemcpyKind)9;
	BAD(cudaMemcpy3D(&bad), cudaErrorInvalidMemcpyDirection);
	bad = good;
	bad.dstArray = (cudaArray_t)(uintptr_t)16;
	BAD(cudaMemcpy3D(&bad), cudaErrorNotSupported);
	bad = good;
	bad.extent.depth = 0;
	GOOD(cudaMemcpy3D(&bad)); /* nothing */
	BAD(cudaMemset2D(device.ptr, 10, 0, 11, 2), cudaErrorInvalidPitchValue);
	BAD(cudaMemset2D(device.ptr, device.pitch, 0, WIDTH, HEIGHT * DEPTH + 1),
	    cudaErrorInvalidValue);
	GOOD(cudaMemset2D(device.ptr, device.pitch, 0, WIDTH, 0));
	BAD(cudaMallocPitch(NULL, &pitch, 4, 4), cudaErrorInvalidValue);
	BAD(cudaMallocPitch(&unused, NULL, 4, 4), cudaErrorInvalidValue);
	BAD(cudaMallocPitch(&unused, &pitch, 1 << 20, SIZE_MAX / 2), cudaErrorMemoryAllocation);
	BAD(cudaMalloc3D(NULL, good.extent), cudaErrorInvalidValue);
	struct cudaChannelFormatDesc desc =
		cudaCreateChannelDesc(8, 9, 10, 11, cudaChannelFormatKindFloat);
	assert_int_equal(desc.x + 100 * desc.w + 1000 * (int)desc.f, 8 + 1100 + 2000);
	GOOD(cudaFree(device.ptr));
}

int main(void)
{
	setenv("SIMCUDA_MACHINE", "2xtiny", 1);
	unsetenv("CUDA_VISIBLE_DEVICES");
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(test_whole_box, setup),
		cmocka_unit_test_setup(test_part_of_a_box, setup),
		cmocka_unit_test_setup(test_between_gpus, setup),
		cmocka_unit_test_setup(test_fills, setup),
		cmocka_unit_test_setup(test_refusals, setup),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
