/* page_link.h - a place in docs/, as the kit's tables name it: a page and its heading, "errors/memory.md#leak". */
#ifndef GRADER_BASE_PAGE_LINK_H
#define GRADER_BASE_PAGE_LINK_H

#include <stddef.h>

/* The heading as it stands in the page; "" when there is none. */
const char *page_heading(const char *page);

/* The same place as a link has it: "order.md#race with the CPU" becomes "order.md#race-with-the-cpu". */
void page_link(const char *page, char *out, size_t size);

#endif
