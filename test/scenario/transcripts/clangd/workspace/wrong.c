int count(void) { return three; }
