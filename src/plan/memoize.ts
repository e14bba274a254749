// Answers are computed once per key and kept for the life of a plan: ten thousand files share a few hundred folders.

/** `compute`, asked once per key; a pending promise is shared by all who ask. */
export function memoize<K, V extends object>(compute: (key: K) => V): (key: K) => V {
  const known = new Map<K, V>();
  return (key) => {
    const before = known.get(key);
    if (before !== undefined) return before;
    const value = compute(key);
    known.set(key, value);
    return value;
  };
}
