/* causes.c - the mistakes that lab 9 tells apart, and what helps with each. */
#include "grader/labs/common/causes.h"

const Cause lab9_causes[] = {
	/* 9.1 */
	{"first-replaced", "lab9.md#Replicas",
	 "replicas[0] is there already: at which place does your loop begin?"},
	{"replica-missing", "lab9.md#Replicas", "for which places of the list is memory made?"},
	{"replica-bytes", "lab9.md#Replicas",
	 "which type has the number of bytes? Four bytes for each number may be more than an int "
	 "has"},
	{"replica-copies", "lab9.md#All-reduce",
	 "how many copies do count GPUs need, when one has the numbers?"},
	{"replica-wrong", "lab9.md#Replicas",
	 "GPU gpus[i] and place i are two things: from which one to which one does the copy go, "
	 "and with how many bytes?"},
	{"replicas-kept", "errors/grader.md#a call that fails",
	 "the third replica cannot be made: what becomes of those before it, and of their places?"},
	/* 9.2 */
	{"rows-uneven", "lab9.md#Sharing rows",
	 "n / count and n % count: what do they tell, and who gets the rows that are left over?"},
	{"part-without-rows", "lab9.md#Sharing rows", "what does a GPU need that gets no rows?"},
	{"part-wrong", "lab9.md#Sharing rows",
	 "where does part i begin? Behind the rows of all parts before it"},
	{"part-bytes", "lab9.md#Sharing rows",
	 "which type has the number of bytes? A large part has more than an int counts"},
	{"part-copies", "lab9.md#Sharing rows", "how many copies does a part need?"},
	{"parts-kept", "errors/grader.md#a call that fails",
	 "the copy to the third GPU fails: what becomes of the parts before it, and of their "
	 "places?"},
	/* 9.3 and 9.4 */
	{"peers-closed", "lab9.md#All-reduce",
	 "who has turned peer access on? The caller, who goes on with it"},
	{"sum-not-sent-back", "lab9.md#All-reduce",
	 "how does the sum come to the GPUs that did not make it?"},
	{"mean-of-gpus", "lab9.md#All-reduce", "all-reduce is the sum: what did you divide by?"},
	{"one-gpu-alone", "lab9.md#All-reduce",
	 "whose numbers have to be added, and is a copy over before the addition reads it?"},
	{"sum-parts", "lab9.md#A ring",
	 "which copy or which addition is missing, or is made twice?"},
	{"sum-of-a-quarter", "errors/grader.md#a result that is too small",
	 "cudaMemcpyPeer counts bytes: how many has a number?"},
	{"sum-wrong", "lab9.md#Who waits for whom",
	 "what has to be over before the copy begins, and before the addition?"},
	{"later-work", "lab9.md#Who waits for whom",
	 "the next work on this GPU finds other numbers: what was still on its way when you "
	 "returned?"},
	{"reduce-bytes", "lab9.md#All-reduce",
	 "how many bytes does each GPU have to send? Whole vectors to everyone are too many"},
	{"bits-differ", "lab9.md#The same bits",
	 "in which order does each GPU add up? Add once, then copy the sum"},
	{"ring-in-turn", "lab9.md#Who waits for whom",
	 "which copies, and which additions, of a round can run at the same time, and which call "
	 "makes them follow each other?"},
	/* 9.5 */
	{"replica-not-updated", "lab9.md#The right gradient",
	 "which replicas make the update? Every one, and its gradients still have to hold the sum "
	 "then"},
	{"parts-alike", "lab9.md#The right gradient", "how much does a part with few rows count?"},
	{"parts-not-divided", "lab9.md#The right gradient",
	 "each gradient is a mean over its own rows: by what does it have to be multiplied before "
	 "the sum?"},
	{"part-alone", "lab9.md#All-reduce",
	 "are the gradients of all parts added up before the update, and is the sum on every GPU?"},
	{"step-wrong", "lab9.md#The right gradient",
	 "what do the gradients hold when the step begins, and when is the update made?"},
	{"optimizer-idle", "lab9.md#The right gradient",
	 "whose optimizer is called? Every replica has its own, and it remembers for the momentum"},
	{"optimizer-gradients", "lab9.md#The right gradient",
	 "with which gradients is each optimizer called, and how often in a step?"},
	{"updated-on-failure", "errors/grader.md#a call that fails",
	 "when is the first parameter changed? Not before the gradients of all parts are there"},
	{"gpu-idle", "lab9.md#At the same time", "which GPU gets no work?"},
	{"gpus-in-turn", "lab9.md#At the same time",
	 "which call waits for one GPU before the others have their work?"},
	{"efficiency", "lab9.md#How well did it work?",
	 "what comes on top of computing, and who waits for it?"},
	{"more-computed", "lab9.md#The right gradient",
	 "how often does each part go forward and backward in a step?"},
	/* 9.6 and 9.7 */
	{"ring-bytes", "lab9.md#A ring",
	 "how many rounds are there, and how large is the piece that a GPU sends in each? Many "
	 "bytes do not fit an int"},
	{"scaling", "lab9.md#How well did it work?",
	 "what is divided among the GPUs, and what comes on top? A round is alpha and the time of "
	 "one piece"},
	/* the prediction */
	{"guess-too-small", "lab9.md#How well did it work?",
	 "half of the computing is saved: what does that computing take, next to the calls?"},
	{"guess-too-large", "lab9.md#How well did it work?",
	 "what comes on top with a second GPU? Twice the calls, and the gradients have to be added "
	 "up"},
	{NULL, NULL, NULL},
};
