/* questions.c - the questions of lab 9, and its prediction. */
#include "grader/labs/lab9/judge.h"
#include "grader/labs/common/predict.h"

void judge_9_6(Judge *j)
{
	enum { CASES = 6 };
	int64_t bytes[CASES], gpus[CASES], count;
	for (int i = 0; i < CASES; i++) {
		gpus[i] = i == 0   ? 1
			  : i == 2 ? judge_between(j, 33, 1000)
				   : judge_between(j, 2, 16);
		bytes[i] = gpus[i] * 4 * judge_between(j, 1000, 3000000);
	}
	gpus[1] = 2;
	bytes[1] = 2 * judge_between(j, INT64_C(2000000000), INT64_C(3000000000));
	Run *r = judge_run(j, 0);
	run_ints(r, "bytes", bytes, CASES);
	run_ints(r, "gpus", gpus, CASES);
	run_go(r);
	const int64_t *got = run_get_ints(r, "answers", &count);
	judge_complete(j, got && count == CASES);
	judge_because(j, "ring-bytes");
	for (int i = 0; i < CASES; i++)
		judge_int(j,
			  judge_text(j, "ring_bytes(%lld, %d)", (long long)bytes[i], (int)gpus[i]),
			  got[i], (gpus[i] - 1) * (bytes[i] / gpus[i]) * 2);
	judge_lesson(
		j,
		"In a ring each GPU sends less than twice its numbers, however many GPUs there "
		"are: for %s on %d GPUs %s by yours and by ours; where one GPU collects all it "
		"has to receive %s.",
		say_bytes(j, (double)bytes[3]), (int)gpus[3], say_bytes(j, (double)got[3]),
		say_bytes(j, (double)(gpus[3] - 1) * (double)bytes[3]));
}

void judge_9_7(Judge *j)
{
	enum { CASES = 6, NUMBERS = 5 };
	float n[CASES][NUMBERS];
	double wanted[CASES];
	int64_t count;
	for (int i = 0; i < CASES; i++) {
		n[i][0] = (float)(judge_between(j, 20, 2000) * 10);   /* compute_us */
		n[i][1] = (float)(judge_between(j, 10, 900) * 10000); /* bytes */
		n[i][2] = (float)judge_between(j, 4, 80) / 4;         /* alpha_us */
		n[i][3] = (float)judge_between(j, 20, 800) / 4;       /* gb_per_s */
		n[i][4] = (float)(i == 0 ? 1 : judge_between(j, 2, 8));
		if (i == 2) { /* a short step, of which a part of a microsecond is some */
			n[i][0] = (float)judge_between(j, 33, 128) / 16 + 0.03125F;
			n[i][1] = (float)(judge_between(j, 1, 9) * 1000);
			n[i][2] = (float)judge_between(j, 3, 15) / 16 + 0.03125F;
		}
		if (i == 3) { /* more bytes than an int holds */
			n[i][0] = (float)judge_between(j, 1, 9) * 1e6F;
			n[i][1] = (float)judge_between(j, 5, 12) * 1e9F;
		}
		double gpus = n[i][4], segment = n[i][1] / gpus / n[i][3] / 1e3;
		double rounds = (gpus - 1) * 2;
		wanted[i] = n[i][0] / (n[i][0] + gpus * rounds * (n[i][2] + segment));
	}
	Run *r = judge_run(j, 0);
	run_floats(r, "numbers", &n[0][0], CASES * NUMBERS);
	run_go(r);
	const float *got = run_get_floats(r, "answers", &count);
	judge_complete(j, got && count == CASES);
	judge_because(j, "scaling");
	for (int i = 0; i < CASES; i++)
		judge_real(j,
			   judge_text(j, "scaling_efficiency(%g, %g, %g, %g, %g)", n[i][0], n[i][1],
				      n[i][2], n[i][3], n[i][4]),
			   got[i], wanted[i], 1e-4);
	judge_lesson(
		j,
		"More GPUs share the computing, and none of the sending: %s of computing on %g "
		"GPUs with %s to add up has an efficiency of %.4g, by yours and by ours; 1 "
		"would be sending that takes no time.",
		say_us(j, n[2][0]), n[2][4], say_bytes(j, n[2][1]), got[2]);
}

void judge_9_8(Judge *j)
{
	const Prediction p = {
		.first = "one GPU",
		.second = "two GPUs",
		.why = "The work is so small that sending, queueing and adding up gradients is "
		       "nearly all of it, and two GPUs need twice as much of that."};
	judge_prediction(j, &p);
}
