// HTML that cannot be forgotten to be escaped: a template in which every text that is put in becomes harmless, and only
// what another template made stays markup.

import { visible } from '../escape.js';

declare const made: unique symbol;
/** Made by `html` and its kin alone. */
export type Markup = { readonly markup: string; readonly [made]: true };

type Piece = string | number | Markup | readonly Markup[];

/** Texts are made visible and escaped, for elements and for attributes in double quotes. */
export function html(fixed: TemplateStringsArray, ...pieces: readonly Piece[]): Markup {
  return raw(
    fixed.map((part, index) => part + (index < pieces.length ? markupOf(pieces[index] ?? '') : '')).join(''),
  );
}

export const nothing: Markup = raw('');

/** Text of ours: styles and the script. */
export function trusted(text: string): Markup {
  return raw(text);
}

/** Lines that are visible already, one below the other. */
export function lines(visibleLines: readonly string[]): Markup {
  return raw(visibleLines.map(escapeHtml).join('\n'));
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

function markupOf(piece: Piece): string {
  if (typeof piece === 'string') return escapeHtml(visible(piece));
  if (typeof piece === 'number') return String(piece);
  return 'markup' in piece ? piece.markup : piece.map(({ markup }) => markup).join('');
}

/** The one place where text becomes markup. */
function raw(markup: string): Markup {
  return { markup } as Markup; // the brand exists for the compiler only
}
