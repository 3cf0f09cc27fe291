/* nfc.h - one spelling for names that look alike: "é" is one character (NFC, as Windows and Linux write it) or
 * two (NFD, as macOS does). The rules are Unicode's, from libunistring. */
#ifndef GRADER_CLASS_INTAKE_NFC_H
#define GRADER_CLASS_INTAKE_NFC_H

/* The text in NFC, to be freed; what is no UTF-8 stays as it is. */
char *nfc_copy(const char *text);

/* The same without case ("ß" is "ss"), to be freed. */
char *caseless_copy(const char *text);

#endif
