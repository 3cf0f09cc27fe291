/* causes.c - the causes that every lab can have: what the simulator finds, how a program ends, what the
 * expectations of judge.h and of grader/labs/common/ compare. Those of a lab are in its folder. */
#include "grader/judge/causes.h"

#include <string.h>

#include "grader/base/text.h"
#include "grader/judge/judge_state.h"

static const Cause common[] = {
	/* the lab's file */
	{"not-compiled", "errors/grader.md#does not compile", NULL},
	{"function-missing", "errors/grader.md#is missing from", NULL},
	{"forbidden-call", "errors/grader.md#a forbidden call", NULL},
	{"unknown-call", "remote.md#What is not known there", NULL},

	/* what the simulator finds: the names are those of its findings */
	{"race", "errors/order.md#race",
	 "which of the two has to come first? Put both into one stream, or let one wait for an "
	 "event of the other"},
	{"race-of-gpus", "errors/order.md#race",
	 "of which GPU is each stream? A call that names none uses that of the current GPU, and no "
	 "GPU waits for another one by itself"},
	{"result-not-ordered", "errors/order.md#race",
	 "in which stream is the result made, and who waits for that stream?"},
	{"race-with-cpu", "errors/order.md#race with the CPU",
	 "when is the work done that uses this memory? Wait for its stream before you touch it"},
	{"race-with-host-function", "errors/order.md#race with a host function",
	 "which stream does the host function stand in, and which one the other work?"},
	{"memory-not-taken-yet", "errors/order.md#race",
	 "from which place in which stream on is there memory from cudaMallocAsync?"},
	{"out-of-bounds", "errors/memory.md#out-of-bounds",
	 "how many bytes does the memory have, and how many does this call use? A float has 4; "
	 "sizes and strides for cuBLAS count numbers, not bytes"},
	{"result-too-small", "errors/grader.md#a result that is too small",
	 "how many bytes has a number, and how many bytes were asked for?"},
	{"quarter-copied", "errors/grader.md#a result that is too small",
	 "cudaMemcpy and memcpy count bytes: how many has a number?"},
	{"use-after-free", "errors/memory.md#use-after-free",
	 "who still uses the memory when you give it back? Give it back behind the last use"},
	{"double-free", "errors/memory.md#double-free",
	 "who owns this memory? Exactly one place gives it back"},
	{"uninitialised-read", "errors/memory.md#uninitialised-read",
	 "who writes these bytes before they are read? New memory holds nothing, and a copy that "
	 "failed wrote nothing"},
	{"wrong-device", "errors/memory.md#wrong-device",
	 "which GPU was current when the memory, the stream or the handle was made, and which one "
	 "is it here?"},
	{"host-pointer", "errors/memory.md#host-pointer",
	 "did the call succeed that was to set this pointer, and is it memory of a GPU?"},
	{"copy-direction", "errors/calls.md#the direction of a copy",
	 "where does the target lie, and where the source? The target comes first, and the kind "
	 "has to fit. A tensor's numbers lie at tensor_data()"},
	{"device-pointer", "errors/memory.md#device-pointer",
	 "whose memory is behind this pointer? The CPU can only have it copied"},
	{"pointer-mode", "lab6.md#The pointer mode",
	 "which pointer mode is the handle in at this call? It tells whose memory single numbers "
	 "are "
	 "in: alpha, beta and the result"},
	{"process-left", "errors/grader.md#a process that is left",
	 "which process did you start, and who waits for its end?"},
	{"leak", "errors/memory.md#leak",
	 "which call gave it to you, and where do you give it back? If only for a call that fails: "
	 "look at "
	 "each early return"},
	{"pinned-kept", "errors/memory.md#leak",
	 "where is the cudaFreeHost for this cudaMallocHost, on each way out?"},
	{"objects-kept", "errors/memory.md#leak",
	 "which destroy call belongs to each create call, on each way out?"},
	{"handle-overwritten", "errors/memory.md#leak",
	 "who made the stream or the event that is there already? Use that one"},
	{"input-kept", "errors/grader.md#a leak",
	 "did you take one more reference to it than you gave back?"},
	{"unsynchronised-timing", "errors/order.md#unsynchronised-timing",
	 "what has the GPU still to do at the moment when you read the clock?"},
	{"not-initialised", "errors/calls.md#not-initialised", NULL},
	{"carried-by-kernel", "errors/grader.md#work that was not done",
	 "which kernel reads or writes memory of the host or of another GPU there? What is asked "
	 "for is a copy, or none"},
	{"outside-in-kernel", "errors/kernels.md#Outside of its memory",
	 "which index has this thread, and what is the last one? Compare the bound (i < n, in each "
	 "direction) and the way the index is made"},
	{"outside-shared", "errors/kernels.md#Outside of its memory",
	 "how many numbers has the array of the block, and which index is used? The third number "
	 "in "
	 "<<<...>>> counts bytes"},
	{"race-in-block", "errors/kernels.md#A race in shared memory",
	 "which thread writes this number and which one reads it? Between belongs __syncthreads(), "
	 "or __syncwarp() where one warp alone is there"},
	{"race-in-kernel", "errors/kernels.md#A race in global memory",
	 "which two threads use this number? Is the index the thread's own, or do several add up "
	 "there (atomicAdd)?"},
	{"shared-unwritten", "errors/kernels.md#Shared memory that nobody has written",
	 "which thread writes this number, and does a __syncthreads() stand between its line and "
	 "this one? If nobody does: which index is it?"},
	{"variable-unset", "errors/kernels.md#A variable that was not set",
	 "which variable of the kernel has no value at first? float own = 0;"},
	{"lane-absent", "errors/kernels.md#A variable that was not set",
	 "which threads of the warp come to the shuffle? Take a value only from those, or give the "
	 "others one before it"},
	{"misaligned", "errors/kernels.md#misaligned",
	 "is the address a multiple of the number's size? A float4 takes a multiple of 16 bytes"},
	{"divergent-barrier", "errors/kernels.md#divergent-barrier",
	 "which threads do not come to this line? Put the work into the if, and the barrier behind "
	 "it"},
	{"mask-absent", "errors/kernels.md#divergent-barrier",
	 "which threads does the mask name, and which of them come to this line? Shuffle before "
	 "threads go away or into an if"},
	{"endless-loop", "errors/kernels.md#endless-loop",
	 "what ends the loop, and does it change in every round? No block can wait for another"},
	{"trap", "errors/kernels.md#trap", NULL},
	{"launch-refused", "errors/kernels.md#A launch that is refused",
	 "which of these is too much: threads in a block (1024), blocks (not 0), shared memory (48 "
	 "KiB, with the __shared__ arrays)?"},
	{"empty-grid", "errors/kernels.md#A launch that is refused",
	 "how many blocks has the grid here? A launch of 0 blocks is refused: with nothing to do "
	 "there is nothing to launch"},
	{"launch-not-asked", "errors/grader.md#a call that fails",
	 "who asks whether the launch was taken? It returns nothing; cudaGetLastError() right "
	 "behind "
	 "it tells. The grader has it refused here"},
	{"other-stream", "lab10.md#What a kernel is",
	 "which stream stands in <<<...>>>? What the caller does next waits for the default "
	 "stream, "
	 "and for no other"},
	{"waited-for-kernel", "lab10.md#What a kernel is",
	 "which call waits for the GPU? The caller has other work, and waits when it needs the "
	 "numbers"},
	{"never-written", "errors/kernels.md#An element that nobody wrote",
	 "which thread of which block has this element? Is there such a block, and does its bound "
	 "let it through?"},
	{"wrong-element", "errors/grader.md#a wrong result",
	 "which thread makes this element, and of which numbers? With blocks of 256, element 768 "
	 "is "
	 "that of thread 0 of block 3"},

	/* how a program ends */
	{"crash", "errors/grader.md#crashed",
	 "which pointer can be NULL here, and which index outside of its array?"},
	{"division", "errors/grader.md#crashed",
	 "what is divided here, and for which input is the divisor 0?"},
	{"assertion", "errors/grader.md#crashed",
	 "what does assert() take for granted here, and what does the contract say where it does "
	 "not hold?"},
	{"null-unchecked", "errors/grader.md#crashed",
	 "which of your calls can give no memory, and what does your function do then?"},
	{"outside-block", "errors/grader.md#outside of a block",
	 "how many bytes are needed, and how many were asked for? Look at the line that made the "
	 "block"},
	{"outside-input", "errors/grader.md#outside of a block",
	 "how much does the caller give you, and which place did you come to? Look at the last "
	 "round and "
	 "at the size of the copy"},
	{"block-freed", "errors/grader.md#outside of a block",
	 "who still uses the block after it was given back?"},
	{"block-freed-twice", "errors/memory.md#double-free",
	 "which two ways lead to free() with this pointer?"},
	{"tensor-over", "errors/calls.md#a tensor that was given back",
	 "who owns this tensor? Only what your function made or retained is yours to give back"},
	{"block-not-yours", "errors/memory.md#double-free",
	 "who made this block? Only what your function made is yours to give to free()"},
	{"freed-otherwise", "errors/memory.md#another call's memory",
	 "which call made this memory? Each has its own for giving it back"},
	{"stack-array", "errors/grader.md#crashed",
	 "how many elements has the array, and how many are written? A text has a 0 behind it"},
	{"stack-full", "errors/grader.md#crashed",
	 "how large is the largest array that is not from malloc()? Which function calls itself?"},
	{"time-limit", "errors/grader.md#it did not end",
	 "what ends the loop, and who does what is waited for?"},
	{"memory-limit", "errors/grader.md#it did not end",
	 "which memory grows with every call or every step?"},
	{"file-limit", "errors/grader.md#it did not end", NULL},
	{"judge-killed", "errors/grader.md#it did not end", NULL},
	{"gpu-time-limit", "errors/grader.md#it did not end",
	 "how many kernels does one call queue, and how large are they?"},
	{"machine-broken", "errors/grader.md#crashed", NULL},
	{"ended-early", "errors/grader.md#it ended early",
	 "do you call exit? If not: behind the end of which static array did you write?"},
	{"statics-overwritten", "errors/grader.md#it ended early",
	 "behind the end of which static or global array did you write?"},
	{"thread-left", "errors/grader.md#another thread",
	 "who waits for the thread that you started (pthread_join)?"},
	{"queue-full", "errors/grader.md#too many operations",
	 "which loop queues so much, and how often does it have to run?"},
	{"second-thread", "errors/grader.md#another thread", NULL},
	{"damaged-results", "errors/grader.md#damaged results", NULL},
	{"guess-measured", "errors/grader.md#a guess that was measured",
	 "what do you expect, before you have seen it? Write that number down"},

	/* what was left */
	{"error-left", "lab1.md#Errors stay until somebody asks",
	 "which call failed, or was meant to fail? Behind it cudaGetLastError() takes the error "
	 "away"},
	{"device-not-put-back", "lab2.md#What a function leaves behind",
	 "which device was current when you came? Ask first, and put it back on each way out"},
	{"device-reset", "lab2.md#What a function leaves behind",
	 "what of the caller's is on that GPU? To take an error away cudaGetLastError() is enough"},
	{"framework-not-put-back", "lab2.md#What a function leaves behind",
	 "which call changes it for all that comes behind your function, and which one undoes "
	 "that?"},
	{"stream-not-put-back", "errors/grader.md#a handle in another stream",
	 "which stream does the caller's next call with this handle go to, and is it still there?"},
	{"handle-stays", "lab7.md#One handle for each GPU",
	 "which handle did you make with cublasCreate, and where does it go to cublasDestroy?"},
	{"host-memory-kept", "errors/memory.md#leak",
	 "which block from malloc has no free() on this way out?"},
	{"tensors-kept", "errors/memory.md#leak",
	 "which tensor that you made, copied or retained has no tensor_free() on this way out?"},
	{"threads-kept", "errors/grader.md#another thread",
	 "what ends the thread, and who waits for it?"},

	/* what the exercises of all labs promise */
	{"failure-not-told", "errors/grader.md#a call that fails",
	 "which call fails here, and who looks at what it returns?"},
	{"failure-imagined", "errors/grader.md#a call that fails",
	 "what tells that a call has failed? What it returns, and neither how often nor when it "
	 "was made"},
	{"failure-not-met", "errors/grader.md#a call that fails",
	 "which call tells that something has failed? Here none was made that could"},
	{"other-calls", "errors/grader.md#other calls each time",
	 "what hangs on the clock, on an address, on the number of the process or on a random "
	 "number? The calls of a "
	 "program follow from what it is given"},
	{"failure-without-reason", "errors/grader.md#a call that fails",
	 "which of your calls does not return what you expect of it? The message has the "
	 "framework's "
	 "reason; of a CUDA call cudaGetErrorString tells it"},
	{"changed-on-failure", "errors/grader.md#a call that fails",
	 "what was written or made before the call that failed? On that way out all has to be as "
	 "it was"},
	{"input-changed", "errors/grader.md#an input that was changed",
	 "which of your calls writes to what belongs to the caller?"},
	{"earlier-work", "errors/order.md#race",
	 "in which stream has the caller queued what makes your inputs, and what makes your work "
	 "wait "
	 "for that?"},
	{"later-use", "errors/order.md#race",
	 "in which stream does the caller go on, and what makes that wait for your work?"},
	{"written-behind", "errors/grader.md#behind the end",
	 "which index does the last round of the loop have?"},
	{"cuda-not-asked", "errors/grader.md#work that was not done",
	 "who knows it? Ask CUDA in this call, for each thing that you are asked about"},
	{"cuda-called", "errors/grader.md#a forbidden call",
	 "what does the answer hang on? All of it is in the arguments"},
	{"wrong-gpu", "lab2.md#The current device",
	 "which GPU was current when the memory was made?"},
	{"bounced", "lab3.md#Ways",
	 "which call copies from one GPU to the other without the host?"},

	/* what an expectation compares, where the judge names nothing better */
	{"wrong-result", "errors/grader.md#a wrong result", NULL},
	{"wrong-place", "chapter/tensors.md#Where it lives decides where it is used",
	 "where do the inputs live, and which call decides where the result does?"},
	{"wrong-shape", "errors/calls.md#shapes", NULL},
	{"result-missing", "errors/grader.md#a wrong result", NULL},
	{"too-many", "errors/grader.md#a wrong result", NULL},
	{"too-few", "errors/grader.md#a wrong result", NULL},
	{"work-not-done", "errors/grader.md#work that was not done",
	 "does a GPU do the work of this call, all of it and in this call?"},
	{"impossible-time", "errors/grader.md#work that was not done",
	 "is the work over when the clock is read, and is it all inside?"},
	{"real-time", "real-gpus.md#Is a time true?", NULL},
	{NULL, NULL, NULL},
};

/* Mistakes of one kind, told apart by words of the finding's message; the first that fits counts. */
static const struct {
	const char *kind, *words, *cause;
} variants[] = {
	{"race", "a host function", "race-with-host-function"},
	{"race", "the program ", "race-with-cpu"},
	{"race", "an earlier cudaMallocAsync", "memory-not-taken-yet"},
	{"race", " in a stream of GPU ", "race-of-gpus"},
	{"host-pointer", "memory that the program does not have", "outside-input"},
	{"host-pointer", "device pointer mode", "pointer-mode"},
	{"device-pointer", "host pointer mode", "pointer-mode"},
	{"host-pointer", "belongs: cudaMemcpy", "copy-direction"},
	{"device-pointer", "belongs: cudaMemcpy", "copy-direction"},
	{"leak", "overwrote", "handle-overwritten"},
	{"leak", "your function did not make", "input-kept"},
	{"leak", "never destroyed", "objects-kept"},
	{"leak", "pinned", "pinned-kept"},
	{"out-of-bounds", "it is the grader that looks", "result-too-small"},
	{"out-of-bounds", " of shared memory: ", "outside-shared"},
	{"out-of-bounds", ", block ", "outside-in-kernel"}, /* only kernels name one */
	{"race", ", with no barrier between", "race-in-block"},
	{"race", ", and nothing orders the two", "race-in-kernel"},
	{"uninitialised-read", "of shared memory that nobody has written", "shared-unwritten"},
	{"uninitialised-read", "a value that the shuffle in", "lane-absent"},
	{"uninitialised-read", "local memory that the thread", "variable-unset"},
	{"divergent-barrier", "exchanges values", "mask-absent"},
};

const Cause *causes_common(void)
{
	return common;
}

static const Cause *find_among(const Cause *list, const char *id)
{
	for (; list && list->id; list++)
		if (strcmp(list->id, id) == 0)
			return list;
	return NULL;
}

const Cause *cause_find(const Cause *of_lab, const char *id)
{
	const Cause *own = find_among(of_lab, id);

	return own ? own : find_among(common, id);
}

const char *cause_of_finding(const char *kind, const char *message)
{
	for (size_t i = 0; i < sizeof variants / sizeof *variants; i++)
		if (strcmp(variants[i].kind, kind) == 0 && strstr(message, variants[i].words))
			return variants[i].cause;
	return kind;
}

void cause_tell(Verdict *v, const Cause *cause)
{
	text_format(v->cause, sizeof v->cause, "%s", !cause ? "" : cause->id);
	text_format(v->page, sizeof v->page, "%s", !cause ? "" : cause->page);
	text_format(v->hint, sizeof v->hint, "%s", !cause || !cause->hint ? "" : cause->hint);
}

void judge_because(Judge *j, const char *id)
{
	const Cause *cause = cause_find(j->lab->causes, id);

	if (!cause)
		judge_leave(j, VERDICT_ERROR, "judge_because: no cause is called %s", id);
	j->cause = cause;
}

void cause_unless(Judge *j, const char *id)
{
	if (!j->cause)
		judge_because(j, id);
}
