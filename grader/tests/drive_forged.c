/* drive_forged.c - the kit's drive with somebody between it and the judge, who changes results:
 * what a program can do that writes to the channel itself. results.test links it into the
 * solutions.
 *
 * NAMES are those of the results that are changed, with a space around each, and WAY is how.
 * Without them a number, FORGED, chooses both. All frames stay whole, so it is the check that has
 * to see that a list is too short, that a tensor is not there, or that a number makes no sense. */
#include <math.h>
#include <stdbool.h>
#include <unistd.h>

static ssize_t forged_write(int fd, const void *bytes, size_t count);
static ssize_t forged_read(int fd, void *bytes, size_t count);

#define write forged_write
#define read  forged_read
#include "grader/drive/drive.c" /* NOLINT(bugprone-suspicious-include): these are others in it */
#undef write
#undef read

enum { WAYS = 8 };
static unsigned char waiting[(1 << 20) + (1 << 16)]; /* no result of the solutions is larger */
static size_t waiting_bytes;

__attribute__((unused)) static unsigned hash(const char *name, unsigned from)
{
	unsigned sum = from * 2654435761U + 1;

	while (*name != '\0')
		sum = (sum ^ (unsigned char)*name++) * 16777619U;
	return sum ^ sum >> 15;
}

static void send_all(const void *bytes, size_t count)
{
	const char *at = bytes;

	for (ssize_t put; count > 0; at += put, count -= (size_t)put)
		if ((put = write(CHANNEL_FD, at, count)) <= 0)
			_exit(1);
}

static void number_forge(FrameType type, unsigned way, unsigned char *payload)
{
	static const int64_t whole[WAYS] = {-1, 0, 1, 2, 1 << 20, -(1 << 20), 1000, 7};
	static const double real[WAYS] = {NAN, INFINITY, -INFINITY, 0, -0.0, 1e300, -1, 5e-324};

	memcpy(payload, type == FRAME_INT ? (const void *)&whole[way] : &real[way], 8);
}

/* A list that is not there, is empty, has one too few, or other elements. */
static void list_forge(FrameHead *head, unsigned way, unsigned char *payload)
{
	size_t size = head->type == FRAME_INTS ? 8 : head->type == FRAME_FLOATS ? 4 : 1;

	if (way == 0)
		head->nothing = 1;
	if (way <= 1)
		head->payload_bytes = 0;
	else if (way <= 3)
		head->payload_bytes -= head->payload_bytes >= size ? size : 0;
	else
		memset(payload, way == 4 ? '9' : way, head->payload_bytes);
}

/* A tensor that is not there, cannot be read, or is of another type, shape or device. */
static void tensor_forge(FrameHead *head, unsigned way, unsigned char *payload)
{
	FrameTensor tensor;
	uint64_t elements = head->nothing ? 0 : head->payload_bytes - sizeof tensor;

	if (way == 0 || head->nothing) {
		head->nothing = 1;
		head->payload_bytes = 0;
		return;
	}
	memcpy(&tensor, payload, sizeof tensor);
	if (way == 1)
		head->payload_bytes = sizeof tensor;
	else if (way == 2)
		tensor.dtype = !tensor.dtype;
	else if (way == 3)
		tensor = (FrameTensor){4, tensor.dtype, 0, 0, {0, 1 << 20, 1 << 20, 1 << 20}};
	else if (way == 4)
		tensor.dim[0] = tensor.dim[1] = INT64_C(1) << 30;
	else if (way == 5)
		tensor = (FrameTensor){
			1, tensor.dtype, tensor.device_kind, 1000, {(int64_t)(elements / 4)}};
	else
		memset(payload + sizeof tensor, 0xff, elements);
	if (way == 3 || way == 4)
		head->payload_bytes = sizeof tensor;
	memcpy(payload, &tensor, sizeof tensor);
}

/* The drive waits for an answer to a place, which the judge does not give to what is sent instead. */
static int answers_owed;

static void place_replace(FrameHead *head, FrameType type, int nothing, uint64_t bytes)
{
	head->type = (uint16_t)type;
	head->nothing = (uint16_t)nothing;
	head->payload_bytes = bytes;
	answers_owed++;
}

/* Floats on a GPU: not there, empty, one too few, or somewhere else. */
static void floats_place_forge(FrameHead *head, unsigned way, unsigned char *payload)
{
	FramePlace place;

	memcpy(&place, payload, sizeof place);
	if (way <= 1)
		place_replace(head, FRAME_FLOATS, way == 0, 0);
	else if (way <= 3)
		place.count -= place.count > 0;
	else
		place.address += way == 4 ? 1 : UINT64_C(1) << (8 * way);
	memcpy(payload, &place, sizeof place);
}

/* A tensor on a GPU: not there, not to be read, of another type, shape or device, or elsewhere. */
static void tensor_place_forge(FrameHead *head, unsigned way, unsigned char *payload)
{
	if (way <= 1) {
		place_replace(head, FRAME_TENSOR, way == 0, way == 0 ? 0 : sizeof(FrameTensor));
		return;
	}

	FrameTensor tensor;
	uint64_t address;

	memcpy(&tensor, payload, sizeof tensor);
	memcpy(&address, payload + sizeof tensor, sizeof address);
	if (way == 2)
		tensor.dtype = !tensor.dtype;
	else if (way == 3)
		tensor.dim[0]++;
	else if (way == 4)
		tensor.dim[0] = tensor.dim[1] = INT64_C(1) << 30;
	else if (way == 5)
		tensor.device_index = 1000;
	else
		address += UINT64_C(1) << (8 * (way - 6));
	memcpy(payload, &tensor, sizeof tensor);
	memcpy(payload + sizeof tensor, &address, sizeof address);
}

#ifdef NAMES
static bool is_chosen(const char *name)
{
	char word[FRAME_NAME_MAX + 3];

	snprintf(word, sizeof word, " %s ", name);
	return strstr(NAMES, word) != NULL;
}
#else
#ifndef FORGED
#define FORGED 0
#endif
#define WAY (hash(name, FORGED + 1) % WAYS)

static bool is_chosen(const char *name)
{
	return hash(name, FORGED) % 6 == 0;
}
#endif

/* Changes a whole frame, if it is one of those. */
static void frame_forge(FrameHead *head, const char *name, unsigned char *payload)
{
	unsigned way = WAY;

	if (!is_chosen(name))
		return;
	if (head->type == FRAME_FLOATS_AT)
		floats_place_forge(head, way, payload);
	else if (head->type == FRAME_TENSOR_AT)
		tensor_place_forge(head, way, payload);
	else if (head->type > FRAME_TENSOR)
		return;
	else if (head->type == FRAME_INT || head->type == FRAME_REAL)
		number_forge((FrameType)head->type, way, payload);
	else if (head->type == FRAME_TENSOR)
		tensor_forge(head, way, payload);
	else
		list_forge(head, way, payload);
}

/* Sends the first frame that waits, if it is whole; returns its bytes, else 0. */
static size_t frame_pass(void)
{
	FrameHead head;
	char name[FRAME_NAME_MAX + 1] = "";

	if (waiting_bytes < sizeof head)
		return 0;
	memcpy(&head, waiting, sizeof head);

	size_t begin = sizeof head + head.name_bytes, whole = begin + head.payload_bytes;

	if (waiting_bytes < whole)
		return 0;
	memcpy(name, waiting + sizeof head, head.name_bytes);
	frame_forge(&head, name, waiting + begin);
	send_all(&head, sizeof head);
	send_all(name, head.name_bytes);
	send_all(waiting + begin, head.payload_bytes);
	return whole;
}

static ssize_t forged_write(int fd, const void *bytes, size_t count)
{
	size_t used;

	if (fd != CHANNEL_FD)
		return write(fd, bytes, count);
	if (count > sizeof waiting - waiting_bytes)
		_exit(1);
	memcpy(waiting + waiting_bytes, bytes, count);
	waiting_bytes += count;
	while ((used = frame_pass()) > 0) {
		waiting_bytes -= used;
		memmove(waiting, waiting + used, waiting_bytes);
	}
	return (ssize_t)count;
}

/* The answers that are owed come from here. */
static ssize_t forged_read(int fd, void *bytes, size_t count)
{
	const FrameHead go = {FRAME_GO, 0, 0, 0};

	if (fd != CHANNEL_FD || answers_owed == 0 || count < sizeof go)
		return read(fd, bytes, count);
	answers_owed--;
	memcpy(bytes, &go, sizeof go);
	return sizeof go;
}
