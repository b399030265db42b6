/*
 * Characters of the C locale. What is asked about must be a value of unsigned char or EOF: a char that is negative must
 * be converted first.
 */
#include "bmc.h"
#include <ctype.h>
#include <stdio.h>

static void require_character(int character)
{
    __bmc_require(character >= EOF && character <= 255, "the argument is the value of an unsigned char or EOF");
}

static _Bool digit(int character)
{
    return character >= '0' && character <= '9';
}

static _Bool upper(int character)
{
    return character >= 'A' && character <= 'Z';
}

static _Bool lower(int character)
{
    return character >= 'a' && character <= 'z';
}

static _Bool alpha(int character)
{
    return upper(character) || lower(character);
}

static _Bool alnum(int character)
{
    return alpha(character) || digit(character);
}

static _Bool graph(int character)
{
    return character > ' ' && character <= '~';
}

int isdigit(int character)
{
    require_character(character);
    return digit(character);
}

int isupper(int character)
{
    require_character(character);
    return upper(character);
}

int islower(int character)
{
    require_character(character);
    return lower(character);
}

int isalpha(int character)
{
    require_character(character);
    return alpha(character);
}

int isalnum(int character)
{
    require_character(character);
    return alnum(character);
}

int isblank(int character)
{
    require_character(character);
    return character == ' ' || character == '\t';
}

int isspace(int character)
{
    require_character(character);
    return character == ' ' || (character >= '\t' && character <= '\r');
}

int isprint(int character)
{
    require_character(character);
    return character >= ' ' && character <= '~';
}

int isgraph(int character)
{
    require_character(character);
    return graph(character);
}

int iscntrl(int character)
{
    require_character(character);
    return (character >= 0 && character < ' ') || character == 127;
}

int ispunct(int character)
{
    require_character(character);
    return graph(character) && !alnum(character);
}

int isxdigit(int character)
{
    require_character(character);
    return digit(character) || (character >= 'a' && character <= 'f') || (character >= 'A' && character <= 'F');
}

int tolower(int character)
{
    require_character(character);
    return upper(character) ? character - 'A' + 'a' : character;
}

int toupper(int character)
{
    require_character(character);
    return lower(character) ? character - 'a' + 'A' : character;
}
