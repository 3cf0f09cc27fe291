/* causes.c - why exercises of lab 12 fail. */
#include "grader/labs/common/causes.h"

#include <stddef.h>

const Cause lab12_causes[] = {
	/* 12.1 and 12.2 */
	{"step-wrong", "lab12.md#A batch in pieces",
	 "each part's loss is a mean over its own rows: by which share of all rows does its "
	 "gradient count?"},
	{"piece-too-large", "lab12.md#A batch in pieces",
	 "which rows does forward get? tensor_rows takes the first one and the one behind the "
	 "last"},
	{"piece-too-small", "lab12.md#A batch in pieces",
	 "how many rows does a piece have, and which one alone may have fewer?"},
	{"pieces-kept", "lab12.md#A batch in pieces",
	 "what has to be there when the next piece begins? Look at each tensor that a piece makes: "
	 "where is it given back?"},
	{"several-updates", "lab12.md#A batch in pieces",
	 "how often do the parameters change? Gradients add up until sgd_step, which comes once"},
	{"step-on-failure", "lab12.md#A batch in pieces",
	 "what do the gradients hold when a piece has failed, and what would sgd_step make of "
	 "them?"},
	{"second-step", "lab12.md#A batch in pieces",
	 "what is in the gradients when the function begins?"},
	{"hook-left", "lab12.md#Sending beside the backward",
	 "the hook's data are on your stack: who calls it when you have returned?"},
	{"not-beside-backward", "lab12.md#Sending beside the backward",
	 "in which stream does the backward run, and in which one the copy? When is the copy "
	 "queued: in "
	 "the hook, or when the backward is over?"},
	{"computed-in-turn", "lab12.md#Sending beside the backward",
	 "what does each default stream wait for before its backward, and what does it need from "
	 "the other "
	 "GPU by then?"},
	{"streams-changed", "lab12.md#Sending beside the backward",
	 "which stream is whose? A lane's stream sends, the default stream computes"},
	{"sent-before-complete", "lab12.md#Sending beside the backward",
	 "which event does the lane wait for before the copy, and behind what was it recorded?"},
	{"sent-again", "lab12.md#Sending beside the backward",
	 "how often does each gradient have to go to the other GPU?"},
	{"host-waited", "lab12.md#Sending beside the backward",
	 "which call returns only when a GPU has done its work? cudaStreamWaitEvent lets a stream "
	 "wait, not the host"},
	/* questions */
	{"efficiency", "lab12.md#Strong and weak scaling",
	 "what time would there be if nothing were lost: the same, or that divided by the GPUs?"},
	{"rate", "lab12.md#Larger batches, larger steps",
	 "what is the full rate, and how far has the rate climbed in this step?"},
	{"stall-time", "lab12.md#Find the stall",
	 "where do the GPU's kernels end that began before, and where does the next one begin? "
	 "They "
	 "may overlap, and stand in any order"},
	{"stall-cause", "lab12.md#Find the stall",
	 "which copies of that GPU end within the gap? The last one is what the kernel waited for"},
	{NULL, NULL, NULL},
};
