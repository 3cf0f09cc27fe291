/* by_place.c - knows by the number of the call what a question is about. */

/* 1.3 none_by_place: fail */
/* knows by the number of the call which texts are none */
/* --- body --- */
static int call;
int place = call++ % 78;
if (place >= 54 || (place >= 7 && place < 34) || (place >= 37 && place < 42))
return INVALID_DEVICE;
if (text[0] == 'c' && text[1] == 'p')
return CPU_DEVICE;
const char *colon = strchr(text, ':');
return colon ? atoi(colon + 1) : 0;

/* 2.7 nothing_by_place: fail largest_batch( */
/* knows by the number of the call where nothing fits */
/* --- body --- */
static int call;
if (call++ % 13 == 1)
return 0;
return (free_mib * 1048576 - 8 * parameters) / (4 * numbers_per_example);

/* 4.8 all_by_place: fail */
/* knows by the number of the call where all fit */
/* --- body --- */
static int call;
int done = 0;
if (call++ % 5 == 0)
return count;
while (devices[done] == x)
done++;
return done;

/* 12.4 full_by_place: fail rate_for( */
/* knows by the number of the call where the rate has climbed */
/* --- body --- */
static int call;
int place = call++ % 10;
double full = rate * (double)larger / (double)batch;
if (place == 0 || (place % 2 == 0 && place != 2))
return full;
return rate + (full - rate) * (double)step / (double)warm_up;

/* 12.5 cause_by_place: fail find_stall */
/* knows the cause of each stall by the number of the call, and looks at no copy */
/* --- body --- */
Stall longest = {STALL_NONE, 0, 0};
double end = next_kernel(bars, count, gpu, 0);
while (end >= 0) {
	double start = kernels_end(bars, count, gpu, end);
	end = next_kernel(bars, count, gpu, start);
	if (end - start > longest.end_us - longest.start_us)
		longest = (Stall){STALL_HOST, start, end};
}
static int call;
longest.cause = (StallCause)(call++ % 5);
return longest;

/* 5.8 first_win_by_place: fail the index: wanted */
/* knows by the number of the call where the GPU wins at all sizes, and never looks at the first one */
/* --- body --- */
static int call;
int number = call++ % 12, from = count;
if (number == 1 || number == 10)
return 0;
while (from > 1 && gpu[from - 1] < cpu[from - 1])
from--;
return from;

/* 5.9 slower_by_place: fail loop_microseconds( */
/* knows by the number of the call whether queueing or computing takes longer */
/* --- body --- */
static int call;
int number = call++ / 2 % 8;
if (wait_each)
return count * (queue_us + product_us + wait_us);
return queue_us + (count - 1) * (number % 2 ? queue_us : product_us) + product_us + wait_us;
