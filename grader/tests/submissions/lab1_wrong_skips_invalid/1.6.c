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
