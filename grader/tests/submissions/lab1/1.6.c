/* lab1_right_by_hand: pass */
/* cuts a copy of the text at its commas */
int count = 0;
if (visible == NULL) {
	while (count < physical) {
		order[count] = count;
		count++;
	}
	return physical;
}
char *copy = strdup(visible), *save = NULL;
for (char *word = strtok_r(copy, ",", &save); word; word = strtok_r(NULL, ",", &save)) {
	int card = atoi(word);
	if (card < 0 || card >= physical)
		break;
	order[count] = card;
	count++;
}
free(copy);
return count;

/* lab1_wrong_at_the_edges: fail how many are visible */
/* the card behind the last one is none */
int count = 0;
if (!visible) {
	for (; count < physical; count++)
		order[count] = count;
	return count;
}
while (*visible) {
	char *end;
	long card = strtol(visible, &end, 10);
	if (end == visible || card < 0 || card > physical || count == physical)
		break;
	order[count++] = (int)card;
	visible = *end == ',' ? end + 1 : end;
}
return count;

/* lab1_wrong_empty_is_all: fail CUDA_VISIBLE_DEVICES="": how many are visible */
/* empty is not the same as not set */
int count = 0;
if (!visible || !*visible) {
	for (; count < physical; count++)
		order[count] = count;
	return count;
}
while (*visible) {
	char *end;
	long card = strtol(visible, &end, 10);
	if (card < 0 || card >= physical)
		break;
	order[count++] = (int)card;
	visible = *end == ',' ? end + 1 : end;
}
return count;

/* lab1_wrong_skips_invalid: fail how many are visible */
/* goes on behind a number that names no card */
int count = 0;
for (; !visible && count < physical; count++)
	order[count] = count;
while (visible && *visible) {
	char *end;
	long card = strtol(visible, &end, 10);
	if (card >= 0 && card < physical)
		order[count++] = (int)card;
	visible = *end == ',' ? end + 1 : end;
}
return count;

/* lab1_wrong_one_card_at_least: fail 0 GPUs: how many are visible */
/* a machine without cards has none to see */
if (!visible || physical == 0) {
	order[0] = 0;
	for (int i = 1; i < physical; i++)
		order[i] = i;
	return physical > 0 ? physical : 1;
}
int count = 0;
for (const char *at = visible; *at;) {
	char *end;
	long card = strtol(at, &end, 10);
	if (end == at || card < 0 || card >= physical || count == physical)
		break;
	order[count++] = (int)card;
	at = *end == ',' ? end + 1 : end;
}
return count;
