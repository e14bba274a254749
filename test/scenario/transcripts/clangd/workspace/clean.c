#include "shop.h"

int twice(int value) { return value * 2; }
