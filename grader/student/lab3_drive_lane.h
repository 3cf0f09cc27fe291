/* lab3_drive_lane.h - the calls of 3.7: two of which the second is measured, or one that may have to fail. */
#ifndef GRADER_STUDENT_LAB3_DRIVE_LANE_H
#define GRADER_STUDENT_LAB3_DRIVE_LANE_H

#include <stdbool.h>

#include "grader/student/lab3_drive_place.h"

typedef struct Lane {
	float *going, *coming;
	cudaStream_t go_stream, come_stream;
} Lane;

__attribute__((weak)) int exchange(Lane *lane, float *to, const float *x, float *y,
				   const float *from, int64_t count);

enum { NOTHING, NO_BUFFERS, NO_COPY, NO_WAIT, FEW }; /* as in grader/labs/lab3/exchange.c */

/* How many of the four could be given back, each by a call of its own. */
static inline int lane_release(Lane *lane)
{
	int released = 0;
	if (is_pinned(lane->going))
		released += cudaFreeHost(lane->going) == cudaSuccess;
	if (is_pinned(lane->coming))
		released += cudaFreeHost(lane->coming) == cudaSuccess;
	if (lane->go_stream)
		released += cudaStreamDestroy(lane->go_stream) == cudaSuccess;
	if (lane->come_stream && lane->come_stream != lane->go_stream)
		released += cudaStreamDestroy(lane->come_stream) == cudaSuccess;
	return released;
}

/* Whether the lane still points to memory that was given back, as the caller will once more. */
static inline bool lane_lost(const Lane *lane)
{
	return memory_kind(lane->going) == IS_GONE || memory_kind(lane->coming) == IS_GONE;
}

/* What a call of exchange works on. */
typedef struct Trip {
	float *to, *from; /* on the GPU */
	float *x, *y;
} Trip;

/* A third call has to wait for its copy to the GPU too: work that is in go_stream before it lets that
 * copy end much later than the one to the host. */
static inline void late_send(Drive *d, Lane *lane, const Trip *trip, int64_t count)
{
	enum { LATER = 1 << 18 };
	void *host = NULL, *memory = NULL;
	if (cudaMallocHost(&host, LATER) != cudaSuccess ||
	    cudaMalloc(&memory, LATER) != cudaSuccess)
		abort();
	memset(host, 0, LATER);
	cudaMemcpyAsync(memory, host, LATER, cudaMemcpyHostToDevice, lane->go_stream);
	drive_go(d);
	int status = exchange(lane, trip->to, trip->x, trip->y, trip->from, count);
	drive_end(d);
	Left left = {cudaSuccess, "", 0};
	left_take_error(&left);
	drive_put_text(d, "third.error", cudaGetErrorName(left.error));
	drive_put_int(d, "third", status);
	drive_thaw(d);
	finish_all();
	cudaFree(memory);
	cudaFreeHost(host);
}

/* Whether a later call made anew what the first one had left in the lane; that is given back. */
static inline int lane_remade(const Lane *first, const Lane *later)
{
	Lane old = *first;
	if (old.going == later->going || old.going == later->coming || !is_pinned(old.going))
		old.going = NULL;
	if (old.coming == later->coming || old.coming == later->going || !is_pinned(old.coming))
		old.coming = NULL;
	if (old.go_stream == later->go_stream)
		old.go_stream = NULL;
	if (old.come_stream == later->come_stream)
		old.come_stream = NULL;
	int remade = old.going || old.coming || old.go_stream || old.come_stream;
	lane_release(&old);
	left_clear();
	return remade;
}

/* Room on a GPU that holds zeros. */
static inline float *place_zeros(int gpu, int64_t count)
{
	float *memory = place_room(gpu, count);
	int before = left_device();
	cudaSetDevice(gpu);
	if (cudaMemset(memory, 0, (size_t)count * sizeof *memory) != cudaSuccess)
		abort();
	cudaSetDevice(before);
	return memory;
}

static inline Trip trip_make(Drive *d, int gpu, const char *x, const char *from)
{
	int64_t count = drive_count(d, x);
	return (Trip){.to = place_zeros(gpu, count),
		      .from = place_given(d, gpu, from),
		      .x = place_given(d, -1, x),
		      .y = allocate((size_t)count * sizeof(float))};
}

/* Whether an input on the host is what it was. */
static inline bool is_as_given(Drive *d, const char *name, const float *now)
{
	int64_t count;
	const float *given = drive_floats(d, name, &count);
	return memory_kind(now) == IS_GONE || memcmp(now, given, (size_t)count * sizeof *now) == 0;
}

static inline void trip_free(Trip *trip)
{
	cudaFree(trip->to);
	cudaFree(trip->from);
	free(trip->x);
	free(trip->y);
}

/* A call with other numbers, then the one that is measured: the judge counts the second
 * window. Nothing is done on the GPU between the two. The second finds its numbers to send where those of the first were:
 * what is in lane->going then is old, whatever the address says. */
static inline void twice(Drive *d, int gpu, int64_t count)
{
	Lane lane = {NULL, NULL, NULL, NULL};
	Trip first = trip_make(d, gpu, "first.x", "first.from"),
	     trip = trip_make(d, gpu, "x", "from");
	left_clear();
	drive_go(d);
	int status = exchange(&lane, first.to, first.x, first.y, first.from, count);
	drive_end(d);
	Left left = {cudaSuccess, "", 0};
	left_take(&left);
	drive_put_int(d, "first", status);
	drive_put_floats(d, "first.y", first.y, count); /* what comes later came too late */
	Lane first_lane = lane;
	bool lost = lane_lost(&lane), kept = is_as_given(d, "first.x", first.x);
	if (memory_kind(first.x) != IS_GONE) {
		memcpy(first.x, trip.x, (size_t)count * sizeof *first.x);
		free(trip.x);
		trip.x = first.x;
		first.x = NULL;
	}
	drive_go(d);
	int second = lost ? -1 : exchange(&lane, trip.to, trip.x, trip.y, trip.from, count);
	drive_end(d);
	left_take_first(&left);
	if (left.device == gpu) /* else where the first call has left it */
		left.device = left_device();
	left_send(d, &left);
	drive_put_int(d, "lost", lost || lane_lost(&lane));
	drive_put_int(d, "kept", first_lane.going && first_lane.coming);
	drive_put_floats(d, "y", trip.y, count);
	drive_put_int(d, "second", second);
	drive_put_int(d, "pinned", is_pinned(lane.going) && is_pinned(lane.coming));
	drive_put_device_floats(d, "first.to", first.to, count);
	drive_put_device_floats(d, "to", trip.to, count);
	drive_put_device_floats(d, "from", trip.from, count);
	drive_put_int(d, "x.kept", kept && is_as_given(d, "x", trip.x));
	int remade = lane_remade(&first_lane, &lane);
	drive_put_int(d, "remade", remade);
	drive_thaw(d);
	if (status == 0 && second == 0 && !remade)
		late_send(d, &lane, &trip, count);
	finish_all();
	drive_put_int(d, "released", lane_release(&lane));
	trip_free(&first);
	trip_free(&trip);
}

enum { ONCE, IN_TWO_WINDOWS, IN_ONE_WINDOW }; /* as in grader/labs/lab3/exchange.c */

/* One call, of few numbers or one that has to fail: there is no memory for the buffers, or nothing to send to. If it goes
 * well, a second one, counted apart, or in one row with the first one's calls so that one of its own can fail. */
static inline void once(Drive *d, float *to, const float *x, const float *from, int64_t count)
{
	Lane lane = {NULL, NULL, NULL, NULL};
	float *y = allocate((size_t)count * sizeof *y);
	memset(y, 0, (size_t)count * sizeof *y);
	left_clear();
	drive_go(d);
	int status = exchange(&lane, drive_int(d, "fails") == NO_COPY ? NULL : to, x, y, from,
			      drive_int(d, "count"));
	Left left = {cudaSuccess, "", 0};
	left_take_first(&left);
	const bool kept = lane.going && lane.coming && !lane_lost(&lane);
	const int64_t again = status == 0 && kept ? drive_int(d, "again") : ONCE;
	int second = 0;
	if (again == IN_ONE_WINDOW)
		second = exchange(&lane, to, x, y, from, count);
	drive_end(d);
	drive_put_int(d, "first", status);
	drive_put_int(d, "goes.on", again != ONCE);
	drive_put_floats(d, "y", y, count);
	if (again == IN_TWO_WINDOWS) {
		memset(y, 0, (size_t)count * sizeof *y);
		drive_go(d);
		second = exchange(&lane, to, x, y, from, count);
		drive_end(d);
	}
	if (drive_int(d, "again") == IN_TWO_WINDOWS) {
		drive_put_floats(d, "second.y", y, count);
		drive_put_int(d, "x.kept", is_as_given(d, "x", x));
	}
	left_take_first(&left);
	left.device = left_device();
	left_send(d, &left);
	drive_put_int(d, "second", second);
	drive_put_int(d, "lost", lane_lost(&lane));
	drive_put_device_floats(d, "to", to, count);
	finish_all();
	lane_release(&lane);
	free(y);
}

#endif
