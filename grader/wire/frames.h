/* frames.h - the judge's reader of protocol.h. Every byte may be the student's. */
#ifndef GRADER_WIRE_FRAMES_H
#define GRADER_WIRE_FRAMES_H

#include <stddef.h>
#include <stdint.h>

#include "grader/include/protocol.h"

typedef struct Frame {
	FrameType type;
	int nothing;
	char name[FRAME_NAME_MAX + 1];
	const unsigned char *payload; /* inside the bytes that were parsed, not aligned */
	size_t payload_bytes;
} Frame;

/* Reads the frame at the start of the bytes. Returns how many bytes it has; 0 when more must come
 * first; -1 when no continuation can make it a frame. A frame that is returned has a known type,
 * a well-formed name where its type has one, and a payload that fits its type; the numbers in a
 * tensor's head are in range, and its elements are all there or none. */
int64_t frame_parse(const unsigned char *bytes, size_t count, Frame *frame);

/* The number of elements of a tensor's head; -1 when the head is no tensor's. */
int64_t frame_tensor_count(const FrameTensor *head);

#endif
