/* causes.c - the mistakes that lab 3 tells apart, and what helps with each. */
#include "grader/labs/common/causes.h"

const Cause lab3_causes[] = {
	/* 3.1 and 3.2 */
	{"copy-is-x", "lab3.md#Copy to, and as in device",
	 "copy to always makes new memory: also when the numbers are there already"},
	{"copy-wrong", "lab3.md#The same numbers",
	 "how many bytes do the numbers have, and in which direction do they go?"},
	{"too-many-copies", "lab3.md#What a copy costs",
	 "how often is a copy called? One takes all numbers, and what is there needs none"},
	{"copied-needlessly", "lab3.md#Copy to, and as in device", "when is there nothing to do?"},
	{"no-reference", "lab3.md#Who owns the result?",
	 "the caller gives the result back like any other: which call adds the reference for it?"},
	{"not-moved", "lab3.md#Copy to, and as in device",
	 "gpu:0 and gpu:1 are two devices: do you compare devices, or kinds of devices?"},
	{"copies-counted", "lab3.md#Copy to, and as in device",
	 "what does *copies hold before, and when does it grow by one? A copy that failed is none"},
	/* 3.3 and 3.4 */
	{"devices-differ", "lab3.md#The idea",
	 "which question comes first: are both on one device?"},
	{"shapes-differ", "errors/calls.md#shapes",
	 "(2, 3) and (3, 2) hold as many numbers: compare the rank and each dimension"},
	{"shapes-alike", "errors/calls.md#shapes",
	 "two shapes are the same if their rank and their first `rank` dimensions are; memcmp "
	 "looks at "
	 "more than that"},
	{"added-elsewhere", "lab3.md#The idea",
	 "add_checked refuses two devices: what had to be copied?"},
	{"sum-elsewhere", "lab3.md#The idea",
	 "which of the two has to move, and where does the sum live then?"},
	/* 3.5 */
	{"returned-early", "lab3.md#Ways",
	 "cudaMemcpyPeer may return before the copy has ended: which call waits for it, and for "
	 "which GPU?"},
	{"peer-on-already", "lab3.md#Ways",
	 "what does cudaDeviceEnablePeerAccess return when access is on? Nothing has failed then, "
	 "but the "
	 "error has to go"},
	{"peer-off", "lab3.md#Ways",
	 "which GPU has to be current when peer access is turned on, and which one is the "
	 "argument?"},
	/* 3.6 */
	{"lists-total", "lab3.md#Many lists, one copy",
	 "what is the sum of all lengths? A list may be empty"},
	{"lists-unpacked", "lab3.md#What a copy costs",
	 "how often is alpha paid? Put all lists into one piece of main memory first"},
	{"lists-packed-wrongly", "lab3.md#Many lists, one copy",
	 "at which place of the packed numbers does list i begin?"},
	/* 3.7 */
	{"fetched-early", "errors/order.md#race with the CPU",
	 "is the copy to lane->coming over when you copy from there to y?"},
	{"sent-wrongly", "lab3.md#What stays between two calls",
	 "what is in lane->going when the copy to the GPU starts?"},
	{"lane-not-pinned", "lab3.md#At the same time",
	 "from which memory can a copy run while the program goes on? cudaMallocHost makes it"},
	{"lane-remade", "lab3.md#What stays between two calls",
	 "what has to happen in the first call, and only then?"},
	{"one-stream", "lab3.md#At the same time",
	 "what is in one stream runs one after the other: how many streams do two copies need?"},
	{"waited-between", "lab3.md#At the same time",
	 "which call between the two starts waits? Start both, then wait for both"},
	{"not-side-by-side", "lab3.md#At the same time",
	 "pinned memory, two streams, no wait in between: which of the three is missing?"},
	{"send-not-awaited", "lab3.md#At the same time",
	 "for which of the two streams do you wait? Both copies have to be over"},
	/* 3.8 and 3.9 */
	{"alpha-once", "lab3.md#What a copy costs",
	 "which part of the time is paid once for each piece?"},
	{"rate-unit", "lab3.md#What a copy costs", "GB/s times 1000 is bytes in a microsecond"},
	{"copy-time", "lab3.md#What a copy costs",
	 "each piece pays alpha; how often do all bytes pay for the link?"},
	{"no-overlap", "lab3.md#How much ran at once",
	 "what if the later start is behind the earlier end?"},
	{"overlap-share", "lab3.md#How much ran at once",
	 "from the later start to the earlier end: divided by the length of which copy?"},
	/* the prediction */
	{"guess-too-small", "lab3.md#What a copy costs",
	 "what does a copy of 4 bytes pay besides the 4 bytes? How often is that paid?"},
	{"guess-too-large", "lab3.md#What a copy costs",
	 "how many bytes go in both cases? Only what is paid once for each copy differs"},
	{NULL, NULL, NULL},
};
