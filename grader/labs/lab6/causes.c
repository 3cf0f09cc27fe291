/* causes.c - the mistakes that lab 6 tells apart, and what helps with each. */
#include "grader/labs/common/causes.h"

const Cause lab6_causes[] = {
	/* norms */
	{"root-missing", "lab6.md#The norm of a product",
	 "the norm is the root of the sum of the squares: which routine of cuBLAS gives it?"},
	{"norm-wrong", "lab6.md#The norm of a product",
	 "how many numbers has the product, and where do they begin? work->c holds only the "
	 "newest"},
	{"mode-left", "lab6.md#The pointer mode",
	 "in which mode was the handle when you got it? Put it back on every way out"},
	{"awaited-beside", "lab6.md#What makes the host wait",
	 "what waits there, and what does it return if the work has failed? cudaFree and a copy "
	 "from host to host wait too, and tell nothing"},
	{"more-than-the-norm", "lab6.md#What makes the host wait",
	 "what has to come to the host? The GPU can compute the norm, which is one number"},
	/* 6.2 */
	{"reported-late", "lab6.md#The idea", "what has to happen between two steps?"},
	{"report-order", "lab6.md#The idea", "how often is report called, and with which step?"},
	{"steps-counted", "lab6.md#The idea",
	 "for which i is the function of a step called, and how often?"},
	{"reported-unknown", "errors/grader.md#a call that fails",
	 "is the norm known when you report it, also if a call before has failed?"},
	/* 6.2, 6.4, 6.5 */
	{"not-handed-on", "lab6.md#Functions that you are given",
	 "whose is this pointer? You do not use it: it goes on to each function as it came"},
	/* 6.3 */
	{"log-place", "lab6.md#The log on the GPU",
	 "at which place of the log is norm i? Each needs one of its own"},
	{"log-bytes", "errors/grader.md#a result that is too small",
	 "cudaMemcpy counts bytes: how many has a number?"},
	{"log-not-on-gpu", "lab6.md#The log on the GPU", "where do the norms wait until the end?"},
	{"log-fetched-often", "lab6.md#The log on the GPU",
	 "how many copies does the whole log need, and when?"},
	{"norm-by-host-mode", "lab6.md#The pointer mode",
	 "where does a routine write its result in host pointer mode, and who has to wait for it?"},
	{"host-waits", "lab6.md#What makes the host wait",
	 "which call in the loop waits for the GPU, although it does not look like it?"},
	{"steps-too-slow", "lab6.md#What sets the pace",
	 "what does the GPU do besides product and norm in each step, and what does the host wait "
	 "for?"},
	/* 6.4 */
	{"all-steps", "lab6.md#Measuring two ways", "the time of how many steps is that?"},
	{"time-unit", "lab6.md#Measuring two ways",
	 "timer_now() counts seconds: in which unit is the time wanted?"},
	{"clock-too-soon", "lab5.md#Wait before you read the clock",
	 "what must have ended before you read the clock the second time?"},
	{"clock-before-idle", "lab6.md#Measuring two ways",
	 "what was the GPU doing when you read the clock the first time, and whose time is that?"},
	{"first-call-measured", "lab5.md#Warm up",
	 "which call of a way is much slower than the others, and has its work ended when you "
	 "begin to measure?"},
	{"ways-exchanged", "lab6.md#Measuring two ways", "which place of us[] is for which way?"},
	{"way-not-called", "lab5.md#Warm up", "how often has each way to be called?"},
	/* 6.5 */
	{"blocks-wrong", "lab6.md#But the user wants to see something",
	 "how many steps has the last block, and how many blocks are there?"},
	{"queued-too-far", "lab6.md#But the user wants to see something",
	 "how many blocks may be queued when one is shown?"},
	{"shown-wrongly", "lab6.md#But the user wants to see something",
	 "which losses are in this block's buffer, and has their copy ended?"},
	{"shown-unlooked", "lab6.md#But the user wants to see something",
	 "which of your calls waits for the copy of this block, and who looks at what it returns?"},
	{"shown-overwritten", "lab6.md#But the user wants to see something",
	 "who writes to the buffer that is shown? Two blocks need two places"},
	{"loss-room", "lab6.md#But the user wants to see something",
	 "for how many losses is there room, and when may the next block write over them?"},
	{"copies-of-losses", "lab6.md#But the user wants to see something",
	 "how many copies does a block need for its losses?"},
	{"gpu-stood-still", "lab6.md#Two orders that go wrong",
	 "what does the GPU do while show is at work? The next block has to be in its queue by "
	 "then"},
	{"waits-for-more", "lab6.md#Two orders that go wrong",
	 "for what do you wait before you show a block? For its copy alone"},
	{"record-differs", "lab6.md#How the checks measure", NULL},
	/* 6.6 and 6.7 */
	{"speedup-parts", "lab6.md#What sets the pace",
	 "what of the three is paid in each step, and what only once? What happens at the same "
	 "time does not add up"},
	{"speedup-ends", "lab6.md#What sets the pace",
	 "what runs while the first step is queued, and what is queued while the last one runs? "
	 "Draw both ways for two steps"},
	{"speedup-pace", "lab6.md#What sets the pace",
	 "which of the two is the slower one, queueing or running, and is it the same in all "
	 "cases?"},
	{"speedup-upside-down", "lab6.md#What sets the pace",
	 "which of the two times is the longer one? That many times as fast is the other"},
	{"slowest-part", "lab6.md#What sets the pace",
	 "how often is each of the three paid in `every` steps?"},
	/* the prediction */
	{"guess-too-small", "lab6.md#What sets the pace",
	 "what does the host wait for in each step, if it fetches at once? Add the copy and the "
	 "wait to the step"},
	{"guess-too-large", "lab6.md#What sets the pace",
	 "how long does a step take by itself? Only what comes on top of it is saved"},
	{NULL, NULL, NULL},
};
