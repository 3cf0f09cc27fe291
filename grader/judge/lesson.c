/* lesson.c - what a check tells beside its message: a lesson when it is passed; when something took
 * too long, the times. */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "grader/base/text.h"
#include "grader/judge/judge_state.h"

/* On real GPUs the one from the simulated machine stays, whose figures belong together. */
void judge_lesson(Judge *j, const char *format, ...)
{
	char line[sizeof j->verdict.lesson];
	va_list arguments;

	if (!judge_is_simulated(j))
		return;

	va_start(arguments, format);
	vsnprintf(line, sizeof line, format, arguments);
	va_end(arguments);
	text_clean(j->verdict.lesson, sizeof j->verdict.lesson, line, strlen(line));
}

const char *say_us_beside(Judge *j, double us, double other)
{
	const double most = fmax(fabs(us), fabs(other));

	if (fabs(us) < 1e-3)
		return "0 us"; /* what is left when times are taken from each other */
	if (most >= 1e6)
		return judge_text(j, "%.4g s", us / 1e6);
	return most >= 1e4 ? judge_text(j, "%.4g ms", us / 1e3) : judge_text(j, "%.4g us", us);
}

const char *say_us(Judge *j, double us)
{
	return say_us_beside(j, us, us);
}

const char *say_many(Judge *j, double count, const char *one, const char *many)
{
	return judge_text(j, "%.4g %s", count, count > 0 && count < 2 ? one : many);
}

const char *say_bytes(Judge *j, double bytes)
{
	if (bytes >= 1e6)
		return judge_text(j, "%.4g MB", bytes / 1e6);
	return bytes >= 1e4 ? judge_text(j, "%.4g kB", bytes / 1e3)
			    : say_many(j, bytes, "byte", "bytes");
}

static const char *say_how(Judge *j, const char *how)
{
	return how ? judge_text(j, ": %s", how) : "";
}

TimeLimit time_at_once(double wanted, double measured, const char *what)
{
	return (TimeLimit){
		.wanted = wanted,
		.wanted_how = what,
		.measured = measured,
		.measured_how = measured < wanted / 10 ? "one after the other" : "partly at once",
		.at_least = true,
	};
}

void judge_note_times(Judge *j, TimeLimit times)
{
	text_format(j->verdict.times, sizeof j->verdict.times, "wanted at %s %s%s; measured %s%s",
		    times.at_least ? "least" : "most",
		    say_us_beside(j, times.wanted, times.measured), say_how(j, times.wanted_how),
		    say_us_beside(j, times.measured, times.wanted), say_how(j, times.measured_how));
}

void judge_unpictured(Judge *j)
{
	j->unpictured = true;
}

void lesson_settle(Judge *j)
{
	const Run *last = j->runs;

	if (j->verdict.kind == VERDICT_PASS)
		return;
	j->verdict.lesson[0] = '\0';
	j->verdict.pictured = !j->unpictured && j->verdict.kind == VERDICT_FAIL && last &&
			      last->gone && last->ending.kind == VERDICT_PASS &&
			      (j->verdict.times[0] != '\0' || last->watched);
}
