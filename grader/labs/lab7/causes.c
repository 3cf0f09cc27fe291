/* causes.c - the mistakes that lab 7 tells apart, and what helps with each. */
#include "grader/labs/common/causes.h"

const Cause lab7_causes[] = {
	/* 7.1 */
	{"handle-missing", "lab7.md#One handle for each GPU",
	 "how many handles are made, and where does each of them go?"},
	{"handle-twice", "lab7.md#One handle for each GPU",
	 "a GPU may stand in the list twice: how many handles does it get then?"},
	{"handle-of-other-gpu", "lab7.md#One handle for each GPU",
	 "how does cublasCreate know for which GPU the handle is?"},
	{"handle-not-ours", "lab7.md#One handle for each GPU",
	 "which handles were there before the call? Only what you made is yours to destroy"},
	{"handle-kept", "lab7.md#One handle for each GPU",
	 "the third handle cannot be made: what becomes of the first two?"},
	/* 7.2 and 7.5 */
	{"product-gpu", "lab7.md#Which GPU?", "which GPU is current when you call queue_product?"},
	{"product-wrong", "lab7.md#Order at both, then wait for both",
	 "which a, b and result belong to product i?"},
	{"nothing-computed", "lab7.md#Order at both, then wait for both",
	 "which GPU gets no product?"},
	{"not-all-awaited", "lab7.md#Which GPU?",
	 "for which GPU does cudaDeviceSynchronize wait? Make each of them current before"},
	{"one-after-the-other", "lab7.md#Order at both, then wait for both",
	 "what does each GPU do while you wait for one of them? Two loops: first order, then wait"},
	{"host-in-between", "lab7.md#Almost twice",
	 "what does the host do between the products? Every call takes some microseconds of the "
	 "time"},
	{"read-before-sent", "lab7.md#There and back",
	 "what has to be in the queue before the product, and what behind it?"},
	{"trip-result", "lab7.md#There and back",
	 "how many bytes are copied, from where and to where?"},
	{"trip-copies", "lab7.md#There and back", "three copies belong to a product: which ones?"},
	{"trips-in-turn", "lab7.md#There and back",
	 "which of your calls return only when their copy has ended?"},
	/* 7.3 */
	{"clock-too-soon", "lab5.md#Wait before you read the clock",
	 "what can still be running when you read the clock, and on which GPU?"},
	{"ratio-missing", "lab7.md#Almost twice", "which of the two times is 0, and why?"},
	{"ratio-upside-down", "lab7.md#Almost twice",
	 "which of the two times is the longer one? That much faster several GPUs are"},
	{"ratio-percent", "lab7.md#Almost twice",
	 "twice as fast is 2: is anything multiplied by 100?"},
	{"ratio-of-times", "lab7.md#Almost twice",
	 "a ratio is one time divided by the other one: is there a difference, or a time alone?"},
	{"ratio-wrong", "lab7.md#How the checks measure",
	 "what stands between the two readings besides the products of that side, and does the "
	 "first reading find idle GPUs?"},
	/* 7.4 */
	{"dealt-elsewhere", "lab7.md#A list for all devices",
	 "on which device is product i, where there are n of them?"},
	{"list-result", "lab7.md#A list for all devices", "which a and which b make results[i]?"},
	{"list-copies", "lab3.md#Copy to, and as in device",
	 "which inputs are there already? They need no copy"},
	{"list-half-left", "errors/grader.md#a call that fails",
	 "if the third product fails, what becomes of the first two?"},
	/* 7.6 and 7.7 */
	{"both-run", "lab7.md#Order at both, then wait for both",
	 "does the second start before the first has ended?"},
	{"program-waited", "lab7.md#Order at both, then wait for both",
	 "when was the second one queued: before the first had ended, or behind that?"},
	{"stood-in-queue", "lab7.md#Order at both, then wait for both",
	 "it was queued early and began late: what was before it?"},
	{"amdahl", "lab7.md#Almost twice",
	 "which part of the time becomes shorter with more GPUs, and which GPU has the most "
	 "products?"},
	/* the prediction */
	{"guess-too-small", "lab7.md#Almost twice",
	 "does the second GPU take longer than the first one alone? One host queues for both"},
	{"guess-too-large", "lab7.md#Almost twice",
	 "who works all the time: the GPUs, or the host that queues for them?"},
	{"record-differs", "lab7.md#How the checks measure", NULL},
	{NULL, NULL, NULL},
};
