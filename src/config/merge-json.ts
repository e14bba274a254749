// Settings laid over settings: a key replaces that key and keeps the rest; maps are merged at every depth, lists replaced.

import type { JsonObject, JsonValue } from '../model/base.js';

export function mergeJson(base: JsonValue | undefined, over: JsonValue): JsonValue {
  return isObject(base) && isObject(over) ? mergeObjects(base, over) : over;
}

export function mergeObjects(base: JsonObject, over: JsonObject): JsonObject {
  const merged: Record<string, JsonValue> = { ...base };
  for (const [key, value] of Object.entries(over)) {
    merged[key] = Object.hasOwn(merged, key) ? mergeJson(merged[key], value) : value;
  }
  return merged;
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}
