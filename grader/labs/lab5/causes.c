/* causes.c - the mistakes that lab 5 tells apart, and what helps with each. */
#include "grader/labs/common/causes.h"

const Cause lab5_causes[] = {
	/* 5.1 and 5.6 */
	{"by-columns", "lab5.md#Rows and columns",
	 "what does cuBLAS see in memory that holds a matrix row by row? So which factor comes "
	 "first?"},
	{"product-turned", "lab5.md#Rows and columns",
	 "the transposed product is the product of the transposed factors in the other order: "
	 "which order did you give?"},
	{"beta-not-zero", "lab5.md#The exercises", "what does beta do with what c held before?"},
	{"cublas-refused", "lab5.md#The exercises",
	 "how many rows does cuBLAS see in each of the three? The leading dimension is at least "
	 "that"},
	{"product-wrong", "lab5.md#Rows and columns",
	 "which of m, n and k is which for cuBLAS, and what is the distance from one matrix to the "
	 "next?"},
	{"call-for-each", "lab5.md#Many small ones",
	 "how long does it take to queue one product, and how long to compute a small one?"},
	{"more-than-a-product", "lab5.md#The exercises",
	 "which calls does a product need besides the one of cuBLAS?"},
	{"waited-for-product", "lab5.md#The exercises",
	 "who may wait for the product? Not this function"},
	/* 5.2 to 5.4 */
	{"clock-too-soon", "lab5.md#Wait before you read the clock",
	 "what has the GPU still to do at the moment when you read the clock?"},
	{"not-awaited-before", "lab5.md#Wait before you read the clock",
	 "what does the GPU still do from earlier when you read the clock for the first time?"},
	{"not-warmed-up", "lab5.md#Warm up",
	 "what is made in the first time, and only then? Do the work once without measuring"},
	{"something-between", "lab5.md#How the checks measure",
	 "which calls stand between the two readings?"},
	{"time-unit", "lab5.md#The exercises",
	 "in which unit does the clock count, and in which one is the result wanted?"},
	{"no-time", "lab5.md#The exercises",
	 "which call failed, and what does the function return then?"},
	{"event-not-asked", "lab5.md#Two clocks", "which call tells the time between two events?"},
	{"event-not-reached", "lab5.md#Two clocks",
	 "when can the time between two events be known? Wait for the second one first"},
	{"events-elsewhere", "lab5.md#Two clocks",
	 "in which queue do the two events have to stand, and on which side of the work?"},
	{"events-kept", "errors/memory.md#leak",
	 "which way out leaves an event behind? work() may fail too"},
	{"mean-taken", "lab5.md#Repeat",
	 "what does one very long time do to the mean, and what to the median?"},
	{"not-in-order", "lab5.md#Repeat",
	 "are the times in order when you take the one in the middle? A compare function returns "
	 "an int: what becomes of a difference of 0.001?"},
	{"one-of-two", "lab5.md#Repeat", "which time is in the middle of an even number of them?"},
	{"shortest-taken", "lab5.md#Repeat",
	 "which of the times is the median, when they are in order?"},
	{"times-counted", "lab5.md#Repeat",
	 "how often is the work done, and which of these times count?"},
	/* 5.5 */
	{"time-missing", "lab5.md#The exercises", "which of the three times has nobody filled in?"},
	{"cpu-time", "lab5.md#Is it worth it?",
	 "what stands between the two readings besides the product on the CPU?"},
	{"copies-between", "lab5.md#Is it worth it?",
	 "which of the three times has copies between its readings, and which must not have any?"},
	{"copy-missing", "lab5.md#Is it worth it?",
	 "two copies there, the product, one copy back: which of them lies outside of the "
	 "readings?"},
	{"product-twice", "lab5.md#How the checks measure", NULL},
	/* 5.7 to 5.9 */
	{"half-the-operations", "lab5.md#Can it be true?",
	 "each term of a sum is a multiplication and an addition: how many operations are that?"},
	{"peak-unit", "lab5.md#Can it be true?", "how many operations in a second is one GFLOP/s?"},
	{"count-overflow", "lab5.md#Can it be true?",
	 "how many operations are 2 m n k here, and can an int count them?"},
	{"share-wrong", "lab5.md#Can it be true?",
	 "2 m n k operations, divided by the seconds: what is the peak in the same unit?"},
	{"first-win", "lab5.md#Is it worth it?",
	 "is the first win always the beginning of the lasting ones? From which end do you look?"},
	{"lasting-win", "lab5.md#Is it worth it?",
	 "what is the index behind the last size at which the GPU does not win? As fast is not "
	 "faster"},
	{"loop-waits-once", "lab5.md#Many small ones",
	 "who waits after each product in this loop?"},
	{"loop-not-together", "lab5.md#Many small ones",
	 "what does the host do while the GPU computes?"},
	{"loop-not-queued", "lab5.md#Many small ones",
	 "can the GPU begin a product that is not queued yet?"},
	{"loop-wrong", "lab5.md#Many small ones",
	 "draw two lines, host and GPU: who waits for whom in the middle of a long loop?"},
	/* the prediction */
	{"guess-too-small", "lab5.md#Is it worth it?",
	 "how many operations does each do in a second? A GPU has thousands of units at work at "
	 "once"},
	{"guess-too-large", "lab5.md#Is it worth it?",
	 "sixteen cores are fast, too: operations of the product over those in a second, for both"},
	{NULL, NULL, NULL},
};
