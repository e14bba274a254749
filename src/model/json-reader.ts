// Strict reading of parsed JSON: every value is asked for by shape, and what does not fit ends the reading with its place.
// Knows no meaning. `Mismatch` is thrown only between these readers and the codec that catches it; it never leaves the model.

import type { JsonObject, JsonValue } from './base.js';

/** A value and where it stands: `files[3].cells[0].via`. */
export interface Place {
  readonly value: unknown;
  readonly at: string;
}

export class Mismatch extends Error {
  readonly at: string;

  constructor(at: string, message: string) {
    super(message);
    this.name = 'Mismatch';
    this.at = at;
  }
}

export function field(place: Place, name: string): Place {
  const at = place.at === '' ? name : `${place.at}.${name}`;
  return { value: Object.hasOwn(record(place), name) ? record(place)[name] : undefined, at };
}

export function text(place: Place): string {
  if (typeof place.value !== 'string') throw wrong(place, 'a string');
  return place.value;
}

export function flag(place: Place): boolean {
  if (typeof place.value !== 'boolean') throw wrong(place, 'true or false');
  return place.value;
}

/** A whole number of at least `least`. */
export function whole(place: Place, least: number): number {
  const { value } = place;
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < least)
    throw wrong(place, `a whole number from ${least}`);
  return value;
}

/** A length of time: any number from zero. */
export function duration(place: Place): number {
  const { value } = place;
  if (typeof value !== 'number' || !Number.isFinite(value) || value < 0)
    throw wrong(place, 'a number from 0');
  return value;
}

export function oneOf<const T extends string>(place: Place, allowed: readonly T[]): T {
  const found = allowed.find((candidate) => candidate === place.value);
  if (found === undefined) throw wrong(place, `one of ${allowed.join(', ')}`);
  return found;
}

/** The values of a union, for `oneOf`: a forgotten one does not compile. */
export function everyOf<T extends string>(all: Readonly<Record<T, true>>): readonly T[] {
  return Object.keys(all) as T[]; // Object.keys widens to string
}

export function list<T>(place: Place, read: (item: Place) => T): readonly T[] {
  if (!Array.isArray(place.value)) throw wrong(place, 'a list');
  return place.value.map((value, index) => read({ value, at: `${place.at}[${index}]` }));
}

export function nullable<T>(place: Place, read: (value: Place) => T): T | null {
  return place.value === null ? null : read(place);
}

/** `{ [name]: value }`, or nothing when the field is absent; for optional properties. */
export function optional<const K extends string, T>(
  place: Place,
  name: K,
  read: (value: Place) => T,
): { readonly [key in K]?: T } {
  const found = field(place, name);
  return found.value === undefined ? {} : ({ [name]: read(found) } as { readonly [key in K]?: T }); // a computed key widens to string
}

export function wrong(place: Place, expected: string): Mismatch {
  const found = place.value === undefined ? 'nothing' : place.value === null ? 'null' : kindOf(place.value);
  return new Mismatch(place.at, `expected ${expected}, found ${found}`);
}

/** For encoders: leaves out what is undefined, keeps the order of the rest. */
export function known(fields: Readonly<Record<string, JsonValue | undefined>>): JsonObject {
  return Object.fromEntries(
    Object.entries(fields).filter((entry): entry is [string, JsonValue] => entry[1] !== undefined),
  );
}

function record(place: Place): Readonly<Record<string, unknown>> {
  if (typeof place.value !== 'object' || place.value === null || Array.isArray(place.value))
    throw wrong(place, 'an object');
  return place.value as Readonly<Record<string, unknown>>; // checked just above; TypeScript knows it as `object`
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'an object';
  return typeof value === 'string' ? `"${value.slice(0, 40)}"` : String(value);
}
