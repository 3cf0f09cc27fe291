/* wider.c - answers that are right for what is short, small or a whole number, and not for more than that. */

/* 1.3 short_room: fail parse_device */
/* a word of more than 15 letters is written behind its room */
#include <strings.h>
/* --- body --- */
	char word[16] = "";
	int used = 0;
	sscanf(text, "%[^:]%n", word, &used);
	int kind = strcasecmp(word, "cpu") == 0 ? CPU_DEVICE : strcasecmp(word, "gpu") == 0 || strcasecmp(word, "cuda") == 0 ? 0 : INVALID_DEVICE;
	if (kind == INVALID_DEVICE || text[used] == '\0')
		return kind;
	char *end;
	long number = strtol(text + used + 1, &end, 0);
	if (end == text + used + 1 || *end != '\0')
		return INVALID_DEVICE;
	return kind == CPU_DEVICE ? CPU_DEVICE : (int)number;
