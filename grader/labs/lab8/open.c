/* open.c - decides about 8.5: what is made for sending ahead. */
#include <stdbool.h>

#include "grader/labs/common/failing.h"
#include "grader/labs/lab8/judge.h"

/* A kernel takes so many thousandths of its time: longer than some calls. */
enum { SLOW = 100 * 1000, SLOW_BATCH = 900 };

static Run *make_open(Judge *j, int gpu, int64_t batch, int64_t width)
{
	Run *r = judge_run(j, 2);
	run_later(r, "works* stale");
	run_int(r, "batch", batch);
	run_int(r, "width", width);
	run_int(r, "device", gpu);
	run_watch(r);
	return r;
}

static void judge_room(Judge *j, Run *r, int gpu, const char *name, Shape shape, Dtype dtype,
		       const char *at)
{
	const RunTensor *tensor = run_get_tensor(r, name);
	judge_that_for(j, tensor != NULL, "result-missing", "%s: there is no tensor", at);
	judge_because(j, "slot-room");
	judge_device(j, judge_text(j, "%s: its device", at), tensor->device, device_of(gpu));
	judge_shape(j, judge_text(j, "%s: its shape", at), tensor->shape, shape);
	judge_that_for(j, tensor->dtype == dtype, "slot-room",
		       "%s: its elements are of the wrong type", at);
}

static void judge_slot(Judge *j, Run *r, int gpu, int i, int64_t batch, int64_t width)
{
	const char *at = judge_text(j, "slot %d", i);
	judge_that_for(j, run_get_int(r, judge_text(j, "made%d", i)), "slot-not-made",
		       "%s: a pointer, a tensor or an event of it is still 0: it was not made", at);
	judge_that_for(
		j, run_get_int(r, judge_text(j, "pinned%d", i)), "slot-not-pinned",
		"%s: x_pinned or classes_pinned is not pinned memory (cudaMallocHost), or not "
		"long enough",
		at);
	judge_room(j, r, gpu, judge_text(j, "x%d", i), SHAPE(batch, width), DTYPE_FLOAT32,
		   judge_text(j, "%s: x", at));
	judge_room(j, r, gpu, judge_text(j, "classes%d", i), SHAPE(batch), DTYPE_INT32,
		   judge_text(j, "%s: classes", at));
	judge_that_for(
		j, run_get_int(r, judge_text(j, "apart%d", i)), "slots-shared",
		"%s: something is shared with the other slot or within this one, or both events "
		"are one",
		at);
	judge_because(j, "slot-events");
	judge_int(j, judge_text(j, "%s: sending a whole batch and recording both events", at),
		  run_get_int(r, judge_text(j, "works%d", i)), 0);
}

static bool shares_memory(const RunTensor *a, const RunTensor *b)
{
	const uint64_t size = 4; /* of an element, whatever its type */
	return a && b && a->address && b->address &&
	       a->address < b->address + (uint64_t)b->count * size &&
	       b->address < a->address + (uint64_t)a->count * size;
}

/* Two tensors may be views of one. */
static void judge_tensors_apart(Judge *j, Run *r)
{
	const RunTensor *tensor[] = {run_get_tensor(r, "x0"), run_get_tensor(r, "classes0"),
				     run_get_tensor(r, "x1"), run_get_tensor(r, "classes1")};
	for (int i = 0; i < 4; i++)
		for (int k = 0; k < i; k++)
			judge_that_for(
				j, !shares_memory(tensor[i], tensor[k]), "slots-shared",
				"tensors of the slots share memory of the GPU; wanted memory "
				"of its own for each");
}

static void judge_filled(Judge *j, Run *r, int gpu)
{
	judge_that_for(j, !run_unawaited(r, 0, gpu), "still-filling",
		       "the GPU still worked when the function returned, or was not waited for: "
		       "the tensors were being filled, "
		       "on the default stream; feed->stream does not wait for it");
	judge_that_for(j, !run_awaited_beside(r, 0, gpu), "awaited-beside",
		       "the last call to wait for the GPU gives memory back, or copies within the "
		       "host's memory; wanted one that tells whether the tensors were filled");
}

static void judge_stream(Judge *j, Run *r, int gpu)
{
	int64_t on = run_get_int(r, "stream");
	/* which of them the feed has only the program says; so all that it made are such ones */
	const SimcudaCounters *made = run_counts(r);
	bool all_apart = made->streams > 0 && made->streams == made->streams_apart;
	judge_that_for(
		j, on != -2 && (on != gpu || all_apart || !run_is_linked(r)), "stream-blocks",
		"feed->stream waits for the default stream and makes it wait, so nothing would "
		"run beside the steps; wanted one made with cudaStreamNonBlocking");
	judge_that_for(j, on == gpu, "stream-gpu", "feed->stream: wanted a stream of GPU %d", gpu);
}

/* For what a feed is opened. */
typedef struct Room {
	int64_t batch, width;
	int gpu;
} Room;

static Run *judge_open(Judge *j, Room room)
{
	const int gpu = room.gpu;
	const int64_t batch = room.batch, width = room.width;
	Run *r = make_open(j, gpu, batch, width);
	run_shown(r);
	run_go(r);
	judge_because(j, "failure-without-reason");
	judge_int(j, "what is returned", run_get_int(r, "status"), 0);
	judge_no_error_left(j, r);
	judge_device_kept(j, r, gpu);
	judge_stream(j, r, gpu);
	judge_slot(j, r, gpu, 0, batch, width);
	judge_slot(j, r, gpu, 1, batch, width);
	judge_tensors_apart(j, r);
	judge_because(j, "pinned-too-small");
	if (run_is_linked(r))
		judge_at_least(j, "bytes of pinned memory that were made",
			       (double)run_counts(r)->pinned_bytes,
			       2.0 * 4 * (double)(batch * (width + 1)));
	judge_because(j, "slots-shared");
	judge_at_least(j,
		       "calls for pinned memory, which the caller gives back one pointer after the "
		       "other (cudaFreeHost)",
		       (double)calls_of_kind(r, "pinned"), 4);
	if (run_is_linked(r)) {
		judge_because(j, "slot-not-made");
		judge_at_least(j, "events that were made", (double)run_counts(r)->events, 4);
	}
	judge_that_for(
		j, run_get_int(r, "stale") == 0, "slots-shared",
		"the caller gives back what the feed names, one pointer after the other, and "
		"not all of it can be: wanted memory of its own for each");
	judge_filled(j, r, gpu);
	judge_that_for(j, run_get_int(r, "kept"), "feed-fields",
		       "feed->batch, feed->width or feed->send was changed");
	judge_lesson(
		j,
		"What is needed again and again is made once: yours made %s of pinned memory for "
		"two slots of %lld rows, twice %s; both took %s, which each send would pay "
		"anew.",
		say_bytes(j, (double)run_counts(r)->pinned_bytes), (long long)batch,
		say_bytes(j, 4 * (double)(batch * (width + 1))), say_us(j, run_us(r)));
	return r;
}

/* So many numbers are more than a process can address, and their lower 32 bits none: of some more an int has those alone. */
#define BEYOND ((int64_t)1 << 46)

static void judge_no_open(Judge *j, Run *r, int gpu, const char *at)
{
	judge_because(j, "failure-not-told");
	judge_int(j, judge_text(j, "%s: what is returned", at), run_get_int(r, "status"), -1);
	judge_no_error_left_at(j, r, at);
	judge_device_kept(j, r, gpu);
	judge_that_for(
		j, run_get_int(r, "stale") == 0, "feed-names-gone",
		"%s: the feed names pinned memory, an event or a stream that was given back: its "
		"caller gives back what it names",
		at);
}

/* A launch that failed the framework may make again. The room is as large as where nothing fails: no size tells. */
static void judge_failing_open(Judge *j, const char *kind, int64_t which, const void *data)
{
	const Room *room = data;
	Run *r = make_open(j, room->gpu, room->batch, room->width);
	const char *at = run_fail_times(j, r, kind, which, failing_times(kind));
	run_go(r);
	judge_no_open(j, r, room->gpu, at);
}

/* On a GPU so slow that only who waits for the right work comes after it; and it is another one. */
static void judge_slow_fills(Judge *j, int64_t width)
{
	Run *r = make_open(j, 0, SLOW_BATCH, width);
	run_slow(r, 0, SLOW);
	run_go(r);
	judge_because(j, "failure-without-reason");
	judge_int(j, "what is returned", run_get_int(r, "status"), 0);
	judge_slot(j, r, 0, 0, SLOW_BATCH, width);
	judge_slot(j, r, 0, 1, SLOW_BATCH, width);
	judge_stream(j, r, 0);
	judge_filled(j, r, 0);
}

void judge_8_5(Judge *j)
{
	int64_t width = judge_between(j, 61, 90);
	const Room room = {judge_between(j, 20, 60), width, 1};
	Run *good = judge_open(j, room);
	width = judge_between(j, 300, 400);
	const int64_t few = judge_between(j, 2, 19), narrow = judge_between(j, 2, 60);
	const int64_t many = judge_between(j, 500, 900);
	/* one of these shapes has calls that fail, too */
	const Room shape[] = {
		{1, 1, 1}, {few, narrow, 1}, {many, width, 1}, {room.batch, room.width, 0}};
	enum { SHAPES = sizeof shape / sizeof *shape };
	Run *of_shape[SHAPES];
	for (int i = 0; i < SHAPES; i++)
		of_shape[i] = judge_open(j, shape[i]);
	const int64_t besides = judge_between(j, 1, 900);
	Run *beyond = make_open(j, 1, BEYOND + besides, judge_between(j, 1, 3));
	run_go(beyond);
	judge_no_open(j, beyond, 1, "more numbers than any memory has");
	judge_slow_fills(j, width);
	judge_every_failure(j, good, judge_failing_open, &room);
	judge_failing_calls(j, good, "pinned", judge_failing_open, &room);
	judge_failing_calls(j, good, "managed", judge_failing_open, &room);
	judge_failing_calls(j, good, "stream", judge_failing_open, &room);
	judge_failing_calls(j, good, "event", judge_failing_open, &room);
	judge_failing_ordering(j, good, judge_failing_open, &room);
	const int64_t drawn = judge_between(j, 0, SHAPES - 1);
	judge_failing_once(j, of_shape[drawn], judge_failing_open, &shape[drawn]);
}
