#ifndef BMC_ARPA_INET_H
#define BMC_ARPA_INET_H

#include <stdint.h>

/* Between the order of bytes of the machine, which is little-endian, and that of the network. */
unsigned short htons(unsigned short host);
unsigned short ntohs(unsigned short net);
unsigned int htonl(unsigned int host);
unsigned int ntohl(unsigned int net);

#endif
