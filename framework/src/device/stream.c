/* stream.c - streams and events: checks of the arguments, then the backend's own. */
#include "usegpu/stream.h"

#include <stdlib.h>

#include "framework/src/device/backend.h"
#include "framework/src/base/fail.h"

struct Stream {
	Device device;
	void *handle;
};

struct Event {
	Device device;
	void *handle;
	bool recorded;
};

Stream *stream_create(Device device)
{
	error_begin(__func__);
	if (device_require(device) < 0)
		return NULL;
	Stream *stream = calloc(1, sizeof(*stream));
	if (!stream) {
		error_set(STATUS_MEMORY, "the host has no memory left for a stream");
		return NULL;
	}
	stream->device = device.kind == DEVICE_GPU ? device : device_cpu();
	if (backend_of(device)->stream_create(stream->device.index, &stream->handle) < 0) {
		free(stream);
		return NULL;
	}
	return stream;
}

void stream_free(Stream *stream)
{
	if (!stream)
		return;
	error_begin(__func__);
	backend_of(stream->device)->stream_free(stream->device.index, stream->handle);
	free(stream);
}

Device stream_device(const Stream *stream)
{
	return stream ? stream->device : device_cpu();
}

void *stream_handle(const Stream *stream)
{
	return stream ? stream->handle : NULL;
}

int stream_set_current(Stream *stream)
{
	error_begin(__func__);
	if (!stream)
		return error_null("stream");
	return backend_of(stream->device)->stream_use(stream->device.index, stream->handle);
}

int stream_reset_current(Device device)
{
	error_begin(__func__);
	if (device_require(device) < 0)
		return error_passed_on();
	return backend_of(device)->stream_use(device.index, NULL);
}

void *stream_current(Device device)
{
	return backend_of(device)->stream_current(device.index);
}

int stream_synchronize(Stream *stream)
{
	error_begin(__func__);
	if (!stream)
		return error_null("stream");
	return backend_of(stream->device)->stream_synchronize(stream->device.index, stream->handle);
}

/* An event of the CPU has been reached as soon as it is recorded. Later work of a CPU's stream is
 * work of the host, so there it is the host that waits. */
int stream_wait(Stream *stream, Event *event)
{
	error_begin(__func__);
	if (!stream)
		return error_null("stream");
	if (!event)
		return error_null("event");
	if (stream->device.kind == DEVICE_CPU || event->device.kind == DEVICE_CPU)
		return backend_of(event->device)
			->event_synchronize(event->device.index, event->handle);
	return backend_of(stream->device)
		->stream_wait(stream->device.index, stream->handle, event->handle);
}

Event *event_create(Device device)
{
	error_begin(__func__);
	if (device_require(device) < 0)
		return NULL;
	Event *event = calloc(1, sizeof(*event));
	if (!event) {
		error_set(STATUS_MEMORY, "the host has no memory left for an event");
		return NULL;
	}
	event->device = device.kind == DEVICE_GPU ? device : device_cpu();
	if (backend_of(device)->event_create(event->device.index, &event->handle) < 0) {
		free(event);
		return NULL;
	}
	return event;
}

void event_free(Event *event)
{
	if (!event)
		return;
	error_begin(__func__);
	backend_of(event->device)->event_free(event->device.index, event->handle);
	free(event);
}

int event_record(Event *event, Stream *stream)
{
	error_begin(__func__);
	if (!event)
		return error_null("event");
	if (stream && !device_equal(event->device, stream->device))
		return error_set(STATUS_DEVICE,
				 "the event is of %s, the stream of %s; both must be "
				 "of one device",
				 device_text(event->device).text, device_text(stream->device).text);
	int status = backend_of(event->device)
			     ->event_record(event->device.index, event->handle,
					    stream ? stream->handle : NULL);
	event->recorded = event->recorded || status == STATUS_OK;
	return status;
}

int event_synchronize(Event *event)
{
	error_begin(__func__);
	if (!event)
		return error_null("event");
	return backend_of(event->device)->event_synchronize(event->device.index, event->handle);
}

int event_elapsed_ms(Event *start, Event *stop, double *milliseconds)
{
	error_begin(__func__);
	if (!start || !stop || !milliseconds)
		return error_null(!start ? "start" : !stop ? "stop" : "milliseconds");
	if (!device_equal(start->device, stop->device))
		return error_set(STATUS_DEVICE,
				 "start is of %s, stop is of %s; both must be of one "
				 "device",
				 device_text(start->device).text, device_text(stop->device).text);
	if (!start->recorded || !stop->recorded)
		return error_set(STATUS_ARGUMENT, "%s was never recorded",
				 start->recorded ? "stop" : "start");
	return backend_of(start->device)
		->event_elapsed(start->device.index, start->handle, stop->handle, milliseconds);
}
