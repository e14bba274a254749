// GitHub's `primaryLocationLineHash`: how code scanning recognises an alert after its line has moved.
// The algorithm is codeql-action's (src/fingerprints.ts): if ours differed, every upload would warn about every result.

/** Code units that a line's hash looks at, running on into later lines. */
const reach = 100;
const multiplier = 37;
const endOfFile = 65535;
const lineFeed = 10;
const word = 2 ** 32;

/** One hash per line of the text, line 1 first. A byte order mark is hashed if the text still has it. */
export function lineHashes(text: string): readonly string[] {
  const units = unitsOf(text);
  const seen = new Map<string, number>();
  return lineStarts(units).map((start) => {
    const hash = hashFrom(units, start);
    const count = (seen.get(hash) ?? 0) + 1;
    seen.set(hash, count);
    return `${hash}:${count}`;
  });
}

/** Line breaks as one kind, blanks dropped, the end marked. In this order: a blank between CR and LF keeps them apart. */
function unitsOf(text: string): Uint16Array {
  const bare = text.replace(/\r\n?/g, '\n').replace(/[ \t]/g, '');
  const units = new Uint16Array(bare.length + 1);
  for (let index = 0; index < bare.length; index++) units[index] = bare.charCodeAt(index);
  units[bare.length] = endOfFile;
  return units;
}

/** A line starts at its first unit that is not blank; the mark of the end can be a last line. */
function lineStarts(units: Uint16Array): readonly number[] {
  const starts = [0];
  for (let index = 1; index < units.length; index++) if (units[index - 1] === lineFeed) starts.push(index);
  return starts;
}

/** Σ c[i]·37^(99−i) modulo 2^64, in two halves of 32 bits; units behind the end are 0. Lower-case hex. */
function hashFrom(units: Uint16Array, start: number): string {
  let high = 0;
  let low = 0;
  for (let index = 0; index < reach; index++) {
    const sum = low * multiplier + (units[start + index] ?? 0);
    low = sum % word;
    high = (high * multiplier + Math.floor(sum / word)) % word;
  }
  const digits = high.toString(16) + low.toString(16).padStart(8, '0');
  return digits.replace(/^0+(?=.)/, '');
}
