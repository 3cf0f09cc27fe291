/* to_mail.c - what a mail program needs: an address, a text, and the page to attach. */
#include <stdlib.h>
#include <string.h>

#include "grader/base/diagnostic.h"
#include "grader/base/path_key.h"
#include "grader/base/text.h"
#include "grader/feedback/bundle.h"

/* One address and nothing that a mail program could take for more: it comes from a roster. */
static int address_is_plain(const char *email)
{
	const char *at = strchr(email, '@');

	return at && at > email && at[1] != '\0' && !strchr(at + 1, '@') && *email != '-' &&
	       !strpbrk(email, " \t\r\n,;<>()\"'\\");
}

int mail_put(Bundle *b, const Given *g)
{
	char key[PATH_KEY_SIZE], *text, *address;
	int bad;

	if (!address_is_plain(g->email)) {
		remark("%s (%s): the roster has no e-mail address; left out", g->name, g->id);
		return 1;
	}
	path_key(g->id, key);
	text = given_text(g);
	address = text_new("%s\n", g->email);
	bad = bundle_file(b, key, "address", address, strlen(address)) < 0 ||
	      bundle_file(b, key, "message.txt", text, strlen(text)) < 0 ||
	      bundle_page(b, key, "feedback.html", g) < 0;
	free(address);
	free(text);
	return bad ? -1 : 0;
}
