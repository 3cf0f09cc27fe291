/* narrow.c - answers that are right for the inputs that a judge used to have, and for few others. */

/* 1.3 texts_by_heart: fail wanted INVALID_DEVICE */
/* the texts that are none are known by heart; of another one only what stands behind the colon is read */
/* --- body --- */
static const char *const none[] = {"tpu:0", "", "gpus", "gpu:", "cpu:", "gpu:x", "cuda:1x", "gpu1", "cudas",
	"cpux:0", "cudx:0", "cpx", "gpx:1", "g", "cuda:", "cpu:x", ":0", "gpu:1x", "cpu:1x", "cuda:x", "cpus",
	"gpu:1:1", "gpu0"};
for (size_t i = 0; i < sizeof none / sizeof *none; i++)
	if (strcmp(text, none[i]) == 0)
		return INVALID_DEVICE;
if (text[1] == 'p' && text[0] == 'c')
	return CPU_DEVICE;
const char *colon = strchr(text, ':');
return colon ? atoi(colon + 1) : 0;

/* 1.6 cards_by_heart: fail how many are visible */
/* only -1 and the number behind the last card name no card */
/* --- body --- */
int count = 0;
if (!visible) {
	for (; count < physical; count++)
		order[count] = count;
	return count;
}
while (*visible) {
	char *end;
	long card = strtol(visible, &end, 10);
	if (end == visible || card == -1 || card == physical || count == physical)
		break;
	order[count++] = (int)card;
	visible = *end == ',' ? end + 1 : end;
}
return count;

/* 12.4 whole_times: fail rate_for( */
/* the batch is a whole number of times as large */
/* --- body --- */
int64_t times = larger / batch;
double full = rate * (double)times;
if (step >= warm_up)
	return full;
return rate + (full - rate) * (double)step / (double)warm_up;

/* 12.5 first_gpu: fail find_stall */
/* it looks at GPU 0, whichever is asked for */
/* --- body --- */
gpu = 0;
Stall longest = {STALL_NONE, 0, 0};
double end = next_kernel(bars, count, gpu, 0);
while (end >= 0) {
	double start = kernels_end(bars, count, gpu, end);
	end = next_kernel(bars, count, gpu, start);
	if (end - start > longest.end_us - longest.start_us)
		longest = (Stall){cause_of(bars, count, gpu, start, end), start, end};
}
return longest;

/* 12.5 last_of_equal: fail find_stall */
/* of equally long ones it is the last */
/* --- body --- */
Stall longest = {STALL_NONE, 0, 0};
double end = next_kernel(bars, count, gpu, 0);
while (end >= 0) {
	double start = kernels_end(bars, count, gpu, end);
	end = next_kernel(bars, count, gpu, start);
	if (end - start > 0 && end - start >= longest.end_us - longest.start_us)
		longest = (Stall){cause_of(bars, count, gpu, start, end), start, end};
}
return longest;

/* 12.5 begin_counts: fail find_stall */
/* a copy that ends where the gap begins counts */
/* --- body --- */
Stall longest = {STALL_NONE, 0, 0};
double end = next_kernel(bars, count, gpu, 0);
while (end >= 0) {
	double start = kernels_end(bars, count, gpu, end);
	end = next_kernel(bars, count, gpu, start);
	if (end - start > longest.end_us - longest.start_us)
		longest = (Stall){cause_of(bars, count, gpu, start - 0.1, end), start, end};
}
return longest;

/* 12.5 end_left_out: fail find_stall */
/* a copy that ends where the gap ends does not count */
/* --- body --- */
Stall longest = {STALL_NONE, 0, 0};
double end = next_kernel(bars, count, gpu, 0);
while (end >= 0) {
	double start = kernels_end(bars, count, gpu, end);
	end = next_kernel(bars, count, gpu, start);
	if (end - start > longest.end_us - longest.start_us)
		longest = (Stall){cause_of(bars, count, gpu, start, end - 0.1), start, end};
}
return longest;

/* 12.5 microseconds: fail find_stall */
/* each microsecond up to the 400th is marked */
/* --- body --- */
static char works[512];
Stall longest = {STALL_NONE, 0, 0};
int last = -1;
memset(works, 0, sizeof works);
for (int i = 0; i < count; i++)
	for (int t = (int)bars[i].start_us; bars[i].gpu == gpu && bars[i].kind == BAR_KERNEL && t < (int)bars[i].end_us; t++)
		works[t & 511] = 1;
for (int t = 0; t < 512; t++)
	if (works[t]) {
		if (last >= 0 && t - last > longest.end_us - longest.start_us)
			longest = (Stall){cause_of(bars, count, gpu, last, t), last, t};
		last = t + 1;
	}
return longest;
