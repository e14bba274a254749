export interface Message {
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: unknown;
}
export interface Entry {
  readonly at: number;
  readonly direction?: 'sent' | 'received';
  readonly message?: Message;
  readonly mark?: { readonly kind: string; readonly code?: number | null; readonly signal?: string | null };
}
export interface Replay {
  readonly exitCode: number;
  take(message: Message): { readonly answer?: Message; readonly unknown?: string } | undefined;
  due(): readonly (Entry & { readonly afterMs: number })[];
  waitsFor(): string | undefined;
}
export function createReplay(entries: readonly Entry[]): Replay;
