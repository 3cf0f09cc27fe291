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
