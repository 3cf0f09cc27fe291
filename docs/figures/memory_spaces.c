/* memory_spaces.c - draws which pointer lives where. It makes a buffer of each kind, asks CUDA for
 * each what is behind its pointer, and writes the picture to stdout: nothing in it is drawn by hand
 * but the frames. */
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

#include "usegpu/usegpu.h"

typedef struct Buffer {
	const char *name, *made_by;
	const void *pointer;
	size_t bytes;
} Buffer;

#define GPUS   2
#define WIDTH  250
#define GAP    20
#define TOP    74
#define ROW    66
#define HEIGHT 300

static void text(double x, double y, const char *class, const char *format, const char *value)
{
	printf("<text x=\"%g\" y=\"%g\" class=\"%s\">", x, y, class);
	printf(format, value);
	printf("</text>\n");
}

/* The memory behind the pointer: -1 is main memory, else the number of a GPU; *pinned whether CUDA
 * knows it as main memory that stays in its place. */
static int place_of(const void *pointer, int *pinned)
{
	struct cudaPointerAttributes attributes;

	*pinned = 0;
	if (cudaPointerGetAttributes(&attributes, pointer) != cudaSuccess)
		exit(1);
	if (attributes.type == cudaMemoryTypeDevice)
		return attributes.device;
	*pinned = attributes.type == cudaMemoryTypeHost;
	return -1;
}

int main(void)
{
	const size_t bytes = (size_t)4 << 20;
	static char ordinary[1 << 20];
	void *pinned, *device;
	Tensor *x, *y;
	int used[1 + GPUS] = {0};

	cudaMallocHost(&pinned, 2 * bytes);
	cudaSetDevice(1);
	cudaMalloc(&device, bytes);
	x = tensor_ones(SHAPE(1024, 1024), device_gpu(0));
	y = tensor_ones(SHAPE(1024, 512), device_gpu(1));
	if (!x || !y)
		return 1;

	const Buffer buffers[] = {
		{"a", "an array of the program", ordinary, sizeof ordinary},
		{"b", "cudaMallocHost", pinned, 2 * bytes},
		{"c", "cudaMalloc, GPU 1 current", device, bytes},
		{"x", "tensor_ones, on gpu:0", tensor_data(x), tensor_bytes(x)},
		{"y", "tensor_ones, on gpu:1", tensor_data(y), tensor_bytes(y)},
	};
	int width = (1 + GPUS) * (WIDTH + GAP) + GAP;

	printf("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" "
	       "height=\"%d\" font-family=\"sans-serif\" font-size=\"14\">\n",
	       width, HEIGHT, width, HEIGHT);
	puts("<style>.frame{fill:#f4f6f8;stroke:#56697a}.buffer{fill:#fff;stroke:#1f6fb2}"
	     ".pinned{fill:#fff3d6;stroke:#b57a00}.title{font-weight:bold}.small{font-size:12px;"
	     "fill:#445}text{fill:#111}</style>");
	printf("<rect width=\"%d\" height=\"%d\" fill=\"#fff\"/>\n", width, HEIGHT);
	for (int place = -1; place < GPUS; place++) {
		double left = GAP + (place + 1) * (WIDTH + GAP);
		DeviceInfo info;
		char line[160];

		printf("<rect x=\"%g\" y=\"16\" width=\"%d\" height=\"%d\" rx=\"6\" "
		       "class=\"frame\"/>\n",
		       left, WIDTH, HEIGHT - 32);
		text(left + 12, 38, "title", "%s",
		     place < 0 ? "main memory (host)" : device_text(device_gpu(place)).text);
		if (place < 0) {
			text(left + 12, 58, "small", "%s", "the CPU reads and writes here");
		} else if (device_info(device_gpu(place), &info) == 0) {
			snprintf(line, sizeof line, "%.60s, %zu MiB", info.name,
				 info.memory_total >> 20);
			text(left + 12, 58, "small", "%s", line);
		}
	}
	for (size_t i = 0; i < sizeof buffers / sizeof buffers[0]; i++) {
		int stays, place = place_of(buffers[i].pointer, &stays);
		double left = GAP + (place + 1) * (WIDTH + GAP) + 12;
		double top = TOP + ROW * used[place + 1]++;
		char line[160];

		printf("<rect x=\"%g\" y=\"%g\" width=\"%d\" height=\"%d\" rx=\"4\" "
		       "class=\"%s\"/>\n",
		       left, top, WIDTH - 24, ROW - 12, stays ? "pinned" : "buffer");
		snprintf(line, sizeof line, "%s: %zu MiB%s", buffers[i].name,
			 buffers[i].bytes >> 20, stays ? ", pinned" : "");
		text(left + 10, top + 22, "", "%s", line);
		text(left + 10, top + 42, "small", "%s", buffers[i].made_by);
	}
	text(GAP + 12, HEIGHT - 48, "small", "%s", "a GPU reaches b by itself;");
	text(GAP + 12, HEIGHT - 30, "small", "%s", "a goes through CUDA's own buffer");
	puts("</svg>");

	tensor_free(y);
	tensor_free(x);
	cudaFree(device);
	cudaFreeHost(pinned);
	return 0;
}
