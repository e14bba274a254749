// With exactOptionalPropertyTypes an absent key and an undefined one are two things; validated input has the second.

export type Present<T> = { readonly [K in keyof T]?: Exclude<T[K], undefined> };

/** The fields that have a value. */
export function withoutUndefined<T extends object>(fields: T): Present<T> {
  // The library type of fromEntries forgets the keys.
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Present<T>;
}
