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
