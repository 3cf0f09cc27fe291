/* time_budget.c - two sums: of this judge, and of all judges of the submission. */
#include "grader/judge/time_budget.h"

#include "grader/base/text.h"

/* In limits of one run. */
#define CHECK_RUNS      6
#define SUBMISSION_RUNS 30

static TimeSpent *submission;
static double check_s;

void time_spent_add(TimeSpent *spent, double seconds)
{
	atomic_fetch_add(spent, (long long)(seconds * 1000));
}

void time_budget_of(TimeSpent *spent)
{
	submission = spent;
	check_s = 0;
}

bool time_budget_is_spent(const Options *options, char *why, size_t size)
{
	int check_most = CHECK_RUNS * options->seconds;
	int all_most = SUBMISSION_RUNS * options->seconds;

	if (check_s > check_most)
		text_format(why, size, "the check's runs took more than %d s together", check_most);
	else if (submission && atomic_load(submission) > 1000LL * all_most)
		text_format(why, size,
			    "the submission's runs took more than %d s together; no more are made",
			    all_most);
	else
		return false;
	return true;
}

void time_budget_spend(double seconds)
{
	check_s += seconds;
	if (submission)
		time_spent_add(submission, seconds);
}
