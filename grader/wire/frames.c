/* frames.c - one table says what each type of frame may hold; everything else is refused. */
#include "grader/wire/frames.h"

#include <stdbool.h>
#include <string.h>

#include "usegpu/tensor.h"

#define TENSOR_HEAD sizeof(FrameTensor)

typedef struct FrameForm {
	int named; /* 1: must have a name, 0: must have none */
	int may_be_nothing;
	uint64_t least, most; /* payload bytes */
	uint64_t unit;        /* the payload is a multiple of this */
} FrameForm;

static const FrameForm forms[FRAME_TYPES] = {
	[FRAME_INT] = {1, 0, 8, 8, 8},
	[FRAME_REAL] = {1, 0, 8, 8, 8},
	[FRAME_TEXT] = {1, 1, 0, 65536, 1},
	[FRAME_INTS] = {1, 1, 0, FRAME_PAYLOAD_MAX, 8},
	[FRAME_FLOATS] = {1, 1, 0, FRAME_PAYLOAD_MAX, 4},
	[FRAME_TENSOR] = {1, 1, TENSOR_HEAD, TENSOR_HEAD + FRAME_PAYLOAD_MAX, 4},
	[FRAME_FLOATS_AT] = {1, 0, sizeof(FramePlace), 64 * sizeof(FramePlace), sizeof(FramePlace)},
	[FRAME_TENSOR_AT] = {1, 0, TENSOR_HEAD + 8, TENSOR_HEAD + 8, 1},
	[FRAME_GIVEN] = {1, 0, 8, 8, 8},
	[FRAME_PUT_AT] = {1, 0, sizeof(FramePut), sizeof(FramePut), sizeof(FramePut)},
	[FRAME_START] = {1, 0, 4, 4, 4},
	[FRAME_READY] = {0, 0, 0, 0, 1},
	[FRAME_GO] = {0, 0, 0, 0, 1},
	[FRAME_DONE] = {0, 0, sizeof(FrameWindow), sizeof(FrameWindow), 1},
	[FRAME_TODO] = {1, 0, 0, 0, 1},
	[FRAME_MISSING] = {1, 0, 4, 4, 4},
	[FRAME_END] = {0, 0, 0, 0, 1},
	[FRAME_CRASH] = {0, 0, 0, CRASH_PLACES_MAX * sizeof(uint64_t), sizeof(uint64_t)},
	[FRAME_ROUND] = {0, 0, 4, 4, 4},
	[FRAME_HEAP] = {0, 0, sizeof(FrameHeap), sizeof(FrameHeap), 1},
	[FRAME_HELD] = {1, 0, 0, 0, 1},
	[FRAME_FILE] = {1, 0, 0, 0, 1},
	[FRAME_WATCH] = {1, 0, 0, 0, 1},
	[FRAME_THAW] = {0, 0, 0, 0, 1},
	[FRAME_KEPT] = {0, 0, sizeof(FrameKept), KEPT_MAX * sizeof(FrameKept), sizeof(FrameKept)},
};

static bool head_fits(const FrameHead *head)
{
	if (head->type == 0 || head->type >= FRAME_TYPES || head->nothing > 1)
		return false;

	const FrameForm *form = &forms[head->type];

	if (form->named ? head->name_bytes == 0 || head->name_bytes > FRAME_NAME_MAX
			: head->name_bytes != 0)
		return false;
	if (head->nothing)
		return form->may_be_nothing && head->payload_bytes == 0;
	return head->payload_bytes >= form->least && head->payload_bytes <= form->most &&
	       head->payload_bytes % form->unit == 0;
}

static bool name_fits(const char *name, size_t bytes)
{
	for (size_t i = 0; i < bytes; i++) {
		char c = name[i];

		if (!((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
		      c == '_' || c == '.' || c == '-'))
			return false;
	}
	return true;
}

int64_t frame_tensor_count(const FrameTensor *head)
{
	int64_t count = 1;

	if (head->rank < 0 || head->rank > TENSOR_MAX_RANK)
		return -1;
	if (head->dtype != DTYPE_FLOAT32 && head->dtype != DTYPE_INT32)
		return -1;
	if (head->device_kind != DEVICE_CPU && head->device_kind != DEVICE_GPU)
		return -1;
	if (head->device_index < 0 || head->device_index > 1023)
		return -1;
	for (int i = 0; i < head->rank; i++)
		if (head->dim[i] < 0 || __builtin_mul_overflow(count, head->dim[i], &count))
			return -1;
	return count;
}

static bool payload_fits(const Frame *frame)
{
	FrameTensor head;

	if (frame->type == FRAME_TEXT)
		return frame->payload_bytes == 0 ||
		       !memchr(frame->payload, '\0', frame->payload_bytes);
	if ((frame->type != FRAME_TENSOR && frame->type != FRAME_TENSOR_AT) || frame->nothing)
		return true;
	memcpy(&head, frame->payload, sizeof head);

	int64_t count = frame_tensor_count(&head);
	uint64_t elements = (frame->payload_bytes - TENSOR_HEAD) / 4;

	if (frame->type == FRAME_TENSOR_AT)
		return count >= 0 && count <= (int64_t)(FRAME_PAYLOAD_MAX / 4) &&
		       head.device_kind == DEVICE_GPU;
	return count >= 0 && (elements == 0 || elements == (uint64_t)count);
}

int64_t frame_parse(const unsigned char *bytes, size_t count, Frame *frame)
{
	FrameHead head;

	if (count < sizeof head)
		return 0;
	memcpy(&head, bytes, sizeof head);
	if (!head_fits(&head))
		return -1;
	if (count < sizeof head + head.name_bytes)
		return 0;
	if (!name_fits((const char *)bytes + sizeof head, head.name_bytes))
		return -1;

	uint64_t whole = sizeof head + head.name_bytes + head.payload_bytes;

	if (count < whole)
		return 0;
	frame->type = (FrameType)head.type;
	frame->nothing = head.nothing;
	memset(frame->name, 0, sizeof frame->name);
	memcpy(frame->name, bytes + sizeof head, head.name_bytes);
	frame->payload = bytes + sizeof head + head.name_bytes;
	frame->payload_bytes = head.payload_bytes;
	return payload_fits(frame) ? (int64_t)whole : -1;
}
