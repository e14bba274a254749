// Counting in words, for the formats that people read.

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** `a, b, c, and 4 more`. */
export function listed(items: readonly string[], most: number): string {
  const shown = items.slice(0, most);
  return items.length > most ? `${shown.join(', ')}, and ${items.length - most} more` : shown.join(', ');
}

export function distinct<T>(items: readonly T[]): readonly T[] {
  return [...new Set(items)];
}

/** Groups in order of first appearance. */
export function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): readonly (readonly T[])[] {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return [...groups.values()];
}
