#ifndef LINKED_COUNTER_H
#define LINKED_COUNTER_H

void counter_add(int amount);
int counter_value(void);

#endif
