/* thread.c - the numbers of the threads that call CUDA, and how their clocks meet.
 *
 * A thread gets a number at its first call. When it ends, the machine is told, and the number goes
 * to the next thread that needs one.
 *
 * A thread's virtual clock begins where its creator's stood, and whoever joins it waits until where
 * it ended. interpose/threads.c, which stands between the program and the C library's functions,
 * reports both here. What runs under the machine's lock is marked "inside a call". */
#include <pthread.h>
#include <stdlib.h>

#include "framework/simcuda/api/cudart/runtime.h"

#define UNKNOWN (-1)

/* ns: other threads see this one's time at most so much late, and a bit. */
#define MOST_OWED 10000

static THREAD_NEAR int thread = -1;
static _Thread_local int64_t born = UNKNOWN; /* this thread's time while it has no number */
static THREAD_NEAR int64_t owed;             /* time that the machine has not been told of, ns */
static int threads;                          /* how many numbers there are */
static int *spare;                           /* those of threads that have ended */
static size_t spare_count;
static pthread_key_t ending; /* its destructor runs in a thread that ends */
static pthread_once_t ending_once = PTHREAD_ONCE_INIT;
static int ending_made;

/* Threads that have ended and that nobody has joined yet. Those that nobody ever joins stay until
 * the C library gives their identity to another thread. */
typedef struct Ended {
	pthread_t id;
	int64_t clock;
} Ended;

static pthread_mutex_t ended_lock = PTHREAD_MUTEX_INITIALIZER; /* nothing else is locked under it */
static Ended *ended;
static size_t ended_count, ended_room;

/* The main thread begins with the machine. */
__attribute__((constructor)) static void main_thread_begins(void)
{
	born = 0;
}

/* --- inside a call ---------------------------------------------------------------------------- */

static cudaError_t ask(SimCode code, int64_t to)
{
	SimRequest request = {.code = code, .thread = thread, .internal = 1};
	SimReply reply;
	request.u.clock.to = to;
	sim_call(runtime_sim(), &request, &reply);
	return reply.error;
}

int thread_owes(double flops, double bytes)
{
	/* Small work comes many times over, and dividing would be half of what this call costs. */
	static THREAD_NEAR struct {
		double flops, bytes;
		int64_t time;
	} last = {-1, -1, 0};
	if (thread < 0 || owed >= MOST_OWED)
		return 0;
	if (flops != last.flops || bytes != last.bytes) {
		last.flops = flops;
		last.bytes = bytes;
		last.time = machine_host_time(simcuda_machine(), flops, bytes);
	}
	if (last.time >= MOST_OWED)
		return 0;
	owed += last.time;
	return 1;
}

void thread_pays(void)
{
	SimRequest request = {.code = SIM_CLOCK_MOVE, .thread = thread, .internal = 1};
	SimReply reply;
	if (owed == 0 || thread < 0)
		return;
	request.u.clock.by = owed;
	owed = 0;
	sim_call(runtime_sim(), &request, &reply);
}

static int64_t own_clock(void)
{
	SimcudaCounters counters;
	sim_counters(runtime_sim(), thread, &counters);
	return counters.host_ns;
}

/* --- threads that have ended ------------------------------------------------------------------ */

/* Takes the thread out of the list; UNKNOWN when it is not there. */
static int64_t forget_ended(pthread_t id)
{
	int64_t clock = UNKNOWN;
	if (!runtime_sim() || runtime_unusable())
		return UNKNOWN;
	pthread_mutex_lock(&ended_lock);
	for (size_t i = 0; i < ended_count; i++) {
		if (!pthread_equal(ended[i].id, id))
			continue;
		clock = ended[i].clock;
		ended[i] = ended[--ended_count];
		break;
	}
	pthread_mutex_unlock(&ended_lock);
	return clock;
}

/* Without memory the joiner's clock will stay where it is. */
static void remember_ended(int64_t clock)
{
	pthread_mutex_lock(&ended_lock);
	if (ended_count == ended_room) {
		size_t room = ended_room ? 2 * ended_room : 16;
		Ended *grown = realloc(ended, room * sizeof *ended);
		if (grown) {
			ended = grown;
			ended_room = room;
		}
	}
	if (ended_count < ended_room)
		ended[ended_count++] = (Ended){pthread_self(), clock};
	pthread_mutex_unlock(&ended_lock);
}

/* --- a thread's life -------------------------------------------------------------------------- */

/* A thread that ends inside a call, or in a forked child, keeps its number. */
static void thread_ends(void *unused)
{
	(void)unused;
	if (thread < 0 && born != UNKNOWN && runtime_sim() && !runtime_unusable()) {
		forget_ended(pthread_self());
		remember_ended(born);
		return;
	}
	if (thread < 0 || !runtime_enter_existing())
		return;
	born = own_clock(); /* other destructors may still call us */
	forget_ended(pthread_self());
	remember_ended(born);
	ask(SIM_THREAD_END, 0);
	int *grown = realloc(spare, (spare_count + 1) * sizeof *spare);
	if (grown) {
		spare = grown;
		spare[spare_count++] = thread;
	}
	thread = -1;
	runtime_leave();
}

static void make_ending(void)
{
	ending_made = pthread_key_create(&ending, thread_ends) == 0;
}

static void watch_ending(void)
{
	pthread_once(&ending_once, make_ending);
	if (ending_made)
		pthread_setspecific(ending, &thread);
}

int runtime_thread(void)
{
	if (thread >= 0)
		return thread;
	thread = spare_count > 0 ? spare[--spare_count] : threads++;
	watch_ending();
	if (born != UNKNOWN)
		ask(SIM_THREAD_START, born);
	return thread;
}

int64_t thread_clock(void)
{
	if (thread < 0)
		return born;
	if (!runtime_enter_existing())
		return UNKNOWN;
	int64_t clock = own_clock();
	runtime_leave();
	return clock;
}

void thread_begins(int64_t clock)
{
	born = clock;
	if (!runtime_sim())
		return;
	forget_ended(pthread_self()); /* an earlier thread of that identity */
	watch_ending();
}

void thread_joined(pthread_t id)
{
	int64_t clock = forget_ended(id);
	if (clock == UNKNOWN || !runtime_enter_existing())
		return;
	runtime_thread();
	ask(SIM_CLOCK_MOVE, clock);
	runtime_leave();
}

/* Who is inside a call may be waiting for this thread. */
int thread_is_apart(void)
{
	return thread < 0 && runtime_is_busy();
}

int thread_goes_on(int64_t by, int64_t to)
{
	if (born == UNKNOWN)
		return 0;
	born = by < INT64_MAX - born ? born + by : INT64_MAX;
	born = born > to ? born : to;
	return 1;
}

int thread_waits(int64_t by, int64_t to)
{
	SimRequest request = {.code = SIM_CLOCK_MOVE, .internal = 1};
	SimReply reply;
	if (!runtime_is_ready() || runtime_unusable() || !runtime_sim())
		return 0;
	if (runtime_inside()) { /* in a host function: the machine moves what stands behind it */
		if (by > 0)
			sim_slept(runtime_sim(), runtime_thread(), by);
		return 0;
	}
	if (thread_is_apart())
		return thread_goes_on(by, to);
	request.u.clock.by = by;
	request.u.clock.to = to;
	if (simcuda_request(&request, &reply) != cudaSuccess)
		return 0;
	host_calls_time_passed();
	return 1;
}
