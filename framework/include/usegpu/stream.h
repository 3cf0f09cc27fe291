/* stream.h - queues of GPU work, and marks in them.
 *
 * Work in one stream runs in order; two streams of one device, or of two devices, run side by
 * side unless an event orders them. Every tensor operation is queued on the current stream of its
 * device, which is the device's default stream until stream_set_current() changes it.
 *
 * On the CPU a stream is always finished and an event is the time of its recording, so the same
 * program runs without a GPU. */
#ifndef USEGPU_STREAM_H
#define USEGPU_STREAM_H

#include "usegpu/device.h"

typedef struct Stream Stream;
typedef struct Event Event;

/* A new stream of that device, which does not wait for the default stream (non-blocking).
 * Free it with stream_free(), which lets queued work finish. NULL on failure. */
Stream *stream_create(Device device);
void stream_free(Stream *stream);

Device stream_device(const Stream *stream);

/* The cudaStream_t inside, to hand to CUDA calls; NULL on the CPU. */
void *stream_handle(const Stream *stream);

/* Makes the tensor operations of this thread on stream's device use it; stream_reset_current goes
 * back to the default stream. The stream must outlive its use. 0, or a negative Status. */
int stream_set_current(Stream *stream);
int stream_reset_current(Device device);

/* The cudaStream_t that the tensor operations of this thread on that device use; NULL: its default stream. */
void *stream_current(Device device);

/* Waits until all work in the stream is done. 0, or a negative Status. */
int stream_synchronize(Stream *stream);

/* Lets all later work of `stream` wait for the event; the host does not wait. */
int stream_wait(Stream *stream, Event *event);

Event *event_create(Device device);
void event_free(Event *event);

/* Marks the present end of the stream; a NULL stream means the default stream of the event's
 * device. Event and stream must be of one device. 0, or a negative Status. */
int event_record(Event *event, Stream *stream);

/* Waits until the mark has been reached. 0, or a negative Status. */
int event_synchronize(Event *event);

/* Milliseconds of device time between two reached marks of one device. 0, or a negative Status
 * (never recorded, not reached yet, or on two devices). */
int event_elapsed_ms(Event *start, Event *stop, double *milliseconds);

#ifndef USEGPU_INTERNAL
#define stream_create(...)        (USEGPU_HERE, stream_create(__VA_ARGS__))
#define stream_free(...)          (USEGPU_HERE, stream_free(__VA_ARGS__))
#define stream_set_current(...)   (USEGPU_HERE, stream_set_current(__VA_ARGS__))
#define stream_reset_current(...) (USEGPU_HERE, stream_reset_current(__VA_ARGS__))
#define stream_synchronize(...)   (USEGPU_HERE, stream_synchronize(__VA_ARGS__))
#define stream_wait(...)          (USEGPU_HERE, stream_wait(__VA_ARGS__))
#define event_create(...)         (USEGPU_HERE, event_create(__VA_ARGS__))
#define event_free(...)           (USEGPU_HERE, event_free(__VA_ARGS__))
#define event_record(...)         (USEGPU_HERE, event_record(__VA_ARGS__))
#define event_synchronize(...)    (USEGPU_HERE, event_synchronize(__VA_ARGS__))
#define event_elapsed_ms(...)     (USEGPU_HERE, event_elapsed_ms(__VA_ARGS__))
#endif

#endif
