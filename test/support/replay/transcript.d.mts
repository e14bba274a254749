export interface Folders {
  readonly root: string;
  readonly modules: string;
  readonly home: string;
  readonly temp: string;
}
export function folderValues(header: { readonly root: string }, rootUri: string): Folders | undefined;
export function fill(value: unknown, folders: Partial<Folders>): unknown;
