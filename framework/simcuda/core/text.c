/* text.c - how figures are put into words. */
#include "framework/simcuda/core/core.h"

void bytes_text(char text[BYTES_TEXT], uint64_t bytes)
{
	static const char *const unit[] = {"KiB", "MiB", "GiB", "TiB"};
	double amount = (double)bytes;
	int i = -1;
	bool exact = bytes < 10000 && bytes % 1024 != 0;
	for (; !exact && amount >= 1024 && i < 3; i++)
		amount /= 1024;
	if (i < 0)
		snprintf(text, BYTES_TEXT, "%llu byte%s", (unsigned long long)bytes,
			 bytes == 1 ? "" : "s");
	else
		snprintf(text, BYTES_TEXT, "%.4g %s", amount, unit[i]);
}
