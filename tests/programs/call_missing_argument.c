// expect: violated pointer line=18
// rounds: 1   min-rounds: 1
// data-models: both

/* A handler is called through a pointer that passes it less than it takes. */

typedef void (*handler_t)(int);

int level;

void on_event(int event, int flags)
{
    level = event + flags;
}

void raise_event(handler_t handler, int event)
{
    handler(event);
}

int main(void)
{
    raise_event((handler_t)on_event, 1);
    return 0;
}
