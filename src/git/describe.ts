// What a scope compares, in words. Must stay loadable without simple-git: "nothing changed" is said by it at once.

/** `index against HEAD a1b2c3d`. */
export function againstHeadText(kind: 'working-tree' | 'staged', head: string | null): string {
  const left = kind === 'staged' ? 'index' : 'working tree';
  return `${left} against ${head === null ? 'the empty tree' : `HEAD ${shortOid(head)}`}`;
}

export function shortOid(oid: string): string {
  return oid.slice(0, 7);
}
