/* lab12_wrong_in_order: fail find_stall */
/* takes bars for ordered by their beginning, and kernels for not overlapping */
Stall longest = {STALL_NONE, 0, 0};
double end = -1;
for (int i = 0; i < count; i++) {
	if (bars[i].gpu != gpu || bars[i].kind != BAR_KERNEL)
		continue;
	if (end >= 0 && bars[i].start_us - end > longest.end_us - longest.start_us)
		longest = (Stall){STALL_HOST, end, bars[i].start_us};
	end = bars[i].end_us;
}
return longest;

/* lab12_wrong_any_gpu: fail find_stall */
/* looks at the kernels of all GPUs */
Stall longest = {STALL_NONE, 0, 0};
double end = next_kernel(bars, count, 0, 0), other = next_kernel(bars, count, 1, 0);
(void)gpu;
end = other >= 0 && (end < 0 || other < end) ? other : end;
while (end >= 0) {
	double start = kernels_end(bars, count, 0, kernels_end(bars, count, 1, end));
	double a = next_kernel(bars, count, 0, start), b = next_kernel(bars, count, 1, start);
	end = a < 0 || (b >= 0 && b < a) ? b : a;
	if (end - start > longest.end_us - longest.start_us)
		longest = (Stall){cause_of(bars, count, 0, start, end), start, end};
}
return longest;

/* lab12_wrong_always_host: fail find_stall */
/* never looks at copies */
Stall longest = {STALL_NONE, 0, 0};
double end = next_kernel(bars, count, gpu, 0);
while (end >= 0) {
	double start = kernels_end(bars, count, gpu, end);
	end = next_kernel(bars, count, gpu, start);
	if (end - start > longest.end_us - longest.start_us)
		longest = (Stall){STALL_HOST, start, end};
}
return longest;

/* lab12_right_by_candidates: pass */
/* every end of a kernel may begin the gap: those in which no kernel is under way */
Stall longest = {STALL_NONE, 0, 0};
for (int i = 0; i < count; i++) {
	double start = bars[i].end_us, end = -1;
	if (bars[i].gpu != gpu || bars[i].kind != BAR_KERNEL)
		continue;
	bool busy = false;
	for (int k = 0; k < count; k++) {
		const Bar *b = &bars[k];
		if (b->gpu != gpu || b->kind != BAR_KERNEL)
			continue;
		busy |= b->start_us <= start && b->end_us > start;
		if (b->start_us >= start && (end < 0 || b->start_us < end))
			end = b->start_us;
	}
	double length = longest.end_us - longest.start_us;
	if (!busy && end > start &&
	    (end - start > length || (end - start == length && start < longest.start_us)))
		longest = (Stall){STALL_HOST, start, end};
}
if (longest.cause == STALL_HOST)
	longest.cause = cause_of(bars, count, gpu, longest.start_us, longest.end_us);
return longest;
