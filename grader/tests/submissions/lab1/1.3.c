/* lab1_right_by_hand: pass */
/* goes through the text letter by letter */
static const struct {
	const char *word;
	int device;
} kinds[] = {{"cpu", CPU_DEVICE}, {"gpu", 0}, {"cuda", 0}};
for (int k = 0; k < 3; k++) {
	size_t n = strlen(kinds[k].word);
	const char *rest = text + n;
	int number = 0;
	if (strncmp(text, kinds[k].word, n) != 0)
		continue;
	if (*rest == 0)
		return kinds[k].device;
	if (*rest++ != ':' || *rest == 0)
		return INVALID_DEVICE;
	for (; *rest; rest++) {
		if (*rest < '0' || *rest > '9')
			return INVALID_DEVICE;
		number = number * 10 + (*rest - '0');
	}
	return kinds[k].device < 0 ? CPU_DEVICE : number;
}
return INVALID_DEVICE;

/* lab1_right_strtol: pass */
/* strtol takes a sign and spaces, too: the contract has none */
size_t word = strcspn(text, ":");
char *end = NULL;
long number = 0;
if (text[word] == ':') {
	number = strtol(text + word + 1, &end, 10);
	if (end == text + word + 1 || *end)
		return INVALID_DEVICE;
}
if (word == 3 && memcmp(text, "cpu", 3) == 0)
	return CPU_DEVICE;
if ((word == 3 && memcmp(text, "gpu", 3) == 0) || (word == 4 && memcmp(text, "cuda", 4) == 0))
	return (int)number;
return INVALID_DEVICE;

/* lab1_right_sscanf: pass */
/* one format for each word, and %n tells where it ended */
static const char *const formats[] = {"cpu%n:%d%n", "gpu%n:%d%n", "cuda%n:%d%n"};
for (int k = 0; k < 3; k++) {
	int number = 0, word = -1, all = -1;
	sscanf(text, formats[k], &word, &number, &all);
	if (word >= 0 && text[word] == '\0')
		return k ? 0 : CPU_DEVICE;
	if (all >= 0 && text[all] == '\0')
		return k ? number : CPU_DEVICE;
}
return INVALID_DEVICE;

/* lab1_right_takes_more: pass */
/* reads capital letters and slashes, too, and refuses what does not fit an int */
text += *text == '/';
size_t word = strcspn(text, ":");
char *end = "";
long number = text[word] ? strtol(text + word + 1, &end, 10) : 0;
if (*end || (text[word] && !text[word + 1]) || number > INT32_MAX || number < 0)
	return INVALID_DEVICE;
if (word == 3 && strncasecmp(text, "cpu", 3) == 0)
	return CPU_DEVICE;
bool gpu = (word == 3 && strncasecmp(text, "gpu", 3) == 0) || (word == 4 && strncasecmp(text, "cuda", 4) == 0);
return gpu ? (int)number : INVALID_DEVICE;

/* lab1_wrong_at_the_edges: fail parse_device("cudx:0") */
/* three letters of "cuda" are not enough */
bool cpu = strncmp(text, "cpu", 3) == 0, cuda = strncmp(text, "cud", 3) == 0;
if (!cpu && !cuda && strncmp(text, "gpu", 3) != 0)
	return INVALID_DEVICE;
text += cuda ? 4 : 3;
if (*text == '\0')
	return cpu ? CPU_DEVICE : 0;
char *end;
long index = strtol(text + 1, &end, 10);
if (*text != ':' || end == text + 1 || *end != '\0')
	return INVALID_DEVICE;
return cpu ? CPU_DEVICE : (int)index;

/* lab1_wrong_atoi: fail wanted INVALID_DEVICE */
/* atoi never says that something was wrong */
const char *colon = strchr(text, ':');
if (!strncmp(text, "cpu", 3))
	return CPU_DEVICE;
if (!strncmp(text, "gpu", 3) || !strncmp(text, "cuda", 4))
	return colon ? atoi(colon + 1) : 0;
return INVALID_DEVICE;

/* lab1_wrong_nothing_behind_the_colon: fail :"): wanted INVALID_DEVICE */
/* takes an empty number for 0 */
size_t word = strcspn(text, ":");
const char *digits = text + word + (text[word] == ':');
if (digits[strspn(digits, "0123456789")] != '\0')
	return INVALID_DEVICE;
if (word == 3 && strncmp(text, "cpu", 3) == 0)
	return CPU_DEVICE;
if ((word == 3 && strncmp(text, "gpu", 3) == 0) || (word == 4 && strncmp(text, "cuda", 4) == 0))
	return atoi(digits);
return INVALID_DEVICE;

/* lab1_wrong_no_cuda: fail parse_device("cuda */
/* knows one word for a GPU */
size_t word = strcspn(text, ":");
const char *digits = text + word + (text[word] == ':');
if (digits[strspn(digits, "0123456789")] != '\0' || (text[word] && !*digits) || word != 3)
	return INVALID_DEVICE;
if (strncmp(text, "cpu", 3) == 0)
	return CPU_DEVICE;
return strncmp(text, "gpu", 3) == 0 ? atoi(digits) : INVALID_DEVICE;

/* lab1_wrong_rest_of_cuda: fail wanted INVALID_DEVICE, got */
/* looks at what is behind the number for one of the three words only */
int number = 0, length = 0;
if (strcmp(text, "cpu") == 0)
	return CPU_DEVICE;
if (strcmp(text, "gpu") == 0 || strcmp(text, "cuda") == 0)
	return 0;
if (strncmp(text, "cpu:", 4) == 0)
	return strspn(text + 4, "0123456789") > 0 ? CPU_DEVICE : INVALID_DEVICE;
if (strncmp(text, "gpu:", 4) == 0 && strspn(text + 4, "0123456789") > 0)
	return atoi(text + 4);
if (sscanf(text, "cuda:%d%n", &number, &length) == 1 && text[length] == '\0')
	return number;
return INVALID_DEVICE;

/* lab1_wrong_reads_behind: fail of host memory, behind its end; it is your caller */
/* looks at the byte behind the 0 that ends the text */
volatile char behind = text[strlen(text) + 1];
(void)behind;
size_t word = strcspn(text, ":");
bool numbered = text[word] == ':';
const char *digits = text + word + numbered;
if (digits[strspn(digits, "0123456789")] != '\0' || (numbered && *digits == '\0'))
	return INVALID_DEVICE;
if (word == 3 && strncmp(text, "cpu", 3) == 0)
	return CPU_DEVICE;
bool gpu = word == 3 && strncmp(text, "gpu", 3) == 0;
bool cuda = word == 4 && strncmp(text, "cuda", 4) == 0;
return gpu || cuda ? atoi(digits) : INVALID_DEVICE;
