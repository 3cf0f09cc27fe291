/* lab8_drive_feed.h - what the exercises of lab 8 take: images, models with given parameters, feeds
 * that are open. The types are those of the lab. */
#ifndef GRADER_STUDENT_LAB8_DRIVE_FEED_H
#define GRADER_STUDENT_LAB8_DRIVE_FEED_H

#include <sys/mman.h>
#include <unistd.h>

#include "grader/drive/caller.h"
#include "grader/include/drive.h"

typedef struct Images {
	const float *x;
	const int32_t *classes;
	int64_t count, width;
} Images;

typedef struct Slot {
	float *x_pinned;
	int32_t *classes_pinned;
	Tensor *x, *classes;
	cudaEvent_t sent, used;
} Slot;

typedef struct Feed {
	int64_t batch, width;
	cudaStream_t stream;
	Slot slot[2];
	int64_t (*send)(struct Feed *feed, int index, const Images *data, int64_t first);
} Feed;

/* --- images ----------------------------------------------------------------------------------- */

/* The judge's x and classes. */
static inline Images images_get(Drive *d)
{
	Images images = {.width = drive_int(d, "width")};
	int32_t *classes;
	const int64_t *wide = drive_ints(d, "classes", &images.count);
	images.x = drive_floats(d, "x", NULL);
	classes = allocate((size_t)images.count * sizeof *classes);
	for (int64_t i = 0; i < images.count; i++)
		classes[i] = (int32_t)wide[i];
	images.classes = classes;
	return images;
}

/* So many numbers that they are never made. Those from `first` on, of which somebody may want `count`, are zeros; and what
 * lies on none of their pages cannot be read. */
static inline const void *zeros_among(int64_t numbers, int64_t first, int64_t count)
{
	const uint64_t size = 4, page = (uint64_t)sysconf(_SC_PAGESIZE);
	char *x = mmap(NULL, (size_t)numbers * size, PROT_NONE,
		       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	const uint64_t begin = (uint64_t)first * size / page * page;
	const uint64_t end = (uint64_t)(first + count) * size;
	if (x == MAP_FAILED || mprotect(x + begin, end - begin, PROT_READ) != 0)
		abort();
	return x;
}

/* Of which the batch that begins with row "first" alone can be read. */
static inline Images images_many(Drive *d)
{
	Images images = {.count = drive_int(d, "many"), .width = drive_int(d, "width")};
	const int64_t first = drive_int(d, "first"), batch = drive_int(d, "batch"),
		      width = images.width;
	images.x = zeros_among(images.count * width, first * width, batch * width);
	images.classes = zeros_among(images.count, first, batch);
	return images;
}

/* Images that the caller may change when the call has returned. */
static inline Images images_own(Drive *d)
{
	Images images = images_get(d);
	size_t bytes = (size_t)(images.count * images.width) * sizeof *images.x;
	images.x = memcpy(allocate(bytes), images.x, bytes);
	return images;
}

static inline void images_end(const Images *images)
{
	for (int64_t i = 0; i < images->count * images->width; i++)
		((float *)(uintptr_t)images->x)[i] = 0;
	for (int64_t i = 0; i < images->count; i++)
		((int32_t *)(uintptr_t)images->classes)[i] = 0;
}

/* What the judge sent, as it is now. */
static inline void images_put(Drive *d, const Images *images)
{
	drive_put_floats(d, "data.x", images->x, images->count * images->width);
	int64_t *wide = allocate((size_t)images->count * sizeof *wide);
	for (int64_t i = 0; i < images->count; i++)
		wide[i] = images->classes[i];
	drive_put_ints(d, "data.classes", wide, images->count);
	free(wide);
}

static inline Tensor *images_x(const Images *images, Device device)
{
	Tensor *x = tensor_from_host(SHAPE(images->count, images->width), DTYPE_FLOAT32, images->x,
				     device);
	if (!x || device_synchronize(device) != 0)
		abort();
	return x;
}

/* The judge's x with so many numbers in a row, and its classes, where they are wanted: on a GPU the judge puts them. */
static inline Tensor *x_get(Drive *d, Device device, int64_t width)
{
	int64_t count = drive_count(d, "classes");
	Tensor *x = tensor_zeros(SHAPE(count, width), device);
	if (!x)
		abort();
	drive_give(d, "x", 0, tensor_data(x), count * width);
	return x;
}

static inline Tensor *classes_get(Drive *d, Device device)
{
	int64_t count = drive_count(d, "classes");
	Tensor *classes = tensor_full_int(SHAPE(count), 0, device);
	if (!classes)
		abort();
	drive_give(d, "classes", 0, tensor_data(classes), count);
	return classes;
}

static inline void tensor_read_next(const Tensor *tensor)
{
	if (tensor && tensor_device(tensor).kind == DEVICE_GPU)
		read_next(tensor_device(tensor).index, tensor_data(tensor), tensor_bytes(tensor));
}

/* --- models ----------------------------------------------------------------------------------- */

static inline Device device_get(Drive *d)
{
	int64_t number = drive_int(d, "device");
	return number < 0 ? device_cpu() : device_gpu((int)number);
}

/* An MLP of the judge's "sizes" on its "device"; with its "parameters", one behind the other,
 * unless `any` will do. */
static inline Module *model_get(Drive *d, bool any)
{
	int64_t count;
	int sizes[8];
	const int64_t *wide = drive_ints(d, "sizes", &count);
	for (int i = 0; i < count && i < 8; i++)
		sizes[i] = (int)wide[i];
	Module *model = module_mlp(sizes, (int)count, 1, device_get(d));
	if (!model)
		abort();
	int64_t first = 0;
	for (int i = 0; !any && i < module_parameter_count(model); i++) {
		const Tensor *parameter = module_parameter(model, i);
		drive_give(d, "parameters", first, tensor_data(parameter), tensor_count(parameter));
		first += tensor_count(parameter);
	}
	device_synchronize(device_get(d));
	return model;
}

static inline Sgd *sgd_get(Drive *d, Module *model)
{
	Sgd *sgd =
		sgd_create(model, (float)drive_real(d, "rate"), (float)drive_real(d, "momentum"));
	if (!sgd)
		abort();
	device_synchronize(device_get(d));
	return sgd;
}

/* The parameters, one behind the other. */
static inline void model_put_as(Drive *d, const char *name, const Module *model)
{
	const Tensor *parameters[2 * 8];
	int count = module_parameter_count(model);
	for (int i = 0; i < count && i < 2 * 8; i++)
		parameters[i] = module_parameter(model, i);
	drive_put_tensors(d, name, parameters, count);
}

static inline void model_put(Drive *d, const Module *model)
{
	model_put_as(d, "parameters", model);
}

/* --- feeds: on CUDA's current device ---------------------------------------------------------- */

static inline void *pinned_take(size_t bytes)
{
	void *memory = NULL;
	if (cudaHostAlloc(&memory, bytes, cudaHostAllocDefault) != cudaSuccess)
		abort();
	return memory;
}

static inline cudaEvent_t event_take(void)
{
	cudaEvent_t event = NULL;
	if (cudaEventCreateWithFlags(&event, cudaEventDefault) != cudaSuccess)
		abort();
	return event;
}

static inline Slot slot_make(Device device, int64_t rows, int64_t width)
{
	Slot made = {
		.x = tensor_zeros(SHAPE(rows, width), device),
		.classes = tensor_full_int(SHAPE(rows), 0, device),
	};
	if (!made.x || !made.classes)
		abort();
	made.x_pinned = pinned_take(tensor_bytes(made.x));
	made.classes_pinned = pinned_take(tensor_bytes(made.classes));
	return made;
}

static inline Feed feed_make(Drive *d, int64_t batch)
{
	Feed feed = {.batch = batch, .width = drive_int(d, "width")};
	for (int i = 0; i < 2; i++)
		feed.slot[i] = slot_make(device_get(d), batch, feed.width);
	if (cudaStreamCreateWithFlags(&feed.stream, cudaStreamNonBlocking) != cudaSuccess ||
	    cudaDeviceSynchronize() != cudaSuccess)
		abort();
	for (int i = 0; i < 2;
	     i++) { /* in this order, and last: the judge finds them so (run_event) */
		feed.slot[i].sent = event_take();
		feed.slot[i].used = event_take();
	}
	return feed;
}

/* Some members may be missing. Only pinned memory goes back by cudaFreeHost. Returns how many are named that cannot go
 * back: somebody has given them back before. */
static inline int64_t feed_close(Feed *feed)
{
	int64_t stale = 0;
	finish_all();
	for (Slot *its = feed->slot; its < feed->slot + 2; its++) {
		void *host[] = {its->x_pinned, its->classes_pinned};
		for (int k = 0; k < 2; k++) {
			if (!host[k])
				continue;
			stale += !is_pinned(host[k]) || cudaFreeHost(host[k]) != cudaSuccess;
		}
		if (its->sent)
			stale += cudaEventDestroy(its->sent) != cudaSuccess;
		if (its->used && its->used != its->sent)
			stale += cudaEventDestroy(its->used) != cudaSuccess;
		tensor_free(its->x);
		tensor_free(its->classes);
	}
	if (feed->stream)
		stale += cudaStreamDestroy(feed->stream) != cudaSuccess;
	left_clear();
	return stale;
}

#endif
