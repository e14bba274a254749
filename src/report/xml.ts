// XML as text, piece by piece. A library would build a tree of 25,000 findings first, and none of them shows what XML
// forbids: control characters, which even as `&#27;` make the whole file unreadable. Here they become pictures, line
// breaks in attributes survive, and what could reorder or hide text stands as a character reference.

import { pictured } from './escape.js';

export type XmlAttributes = Readonly<Record<string, string | number | undefined>>;

export const xmlHead = '<?xml version="1.0" encoding="UTF-8"?>\n';

/** `<name a="1">`; an attribute that is undefined is left out. */
export function openTag(name: string, attributes: XmlAttributes = {}): string {
  return `<${name}${attributesOf(attributes)}>`;
}

export function emptyTag(name: string, attributes: XmlAttributes = {}): string {
  return `<${name}${attributesOf(attributes)}/>`;
}

/** An element with nothing but text in it. */
export function textElement(name: string, text: string, attributes: XmlAttributes = {}): string {
  return `${openTag(name, attributes)}${xmlText(text)}</${name}>`;
}

export function xmlText(text: string): string {
  return text
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu, forbidden)
    .replace(
      /[&<>\r\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]/gu,
      reference,
    )
    .replaceAll('##[', '##&#91;'); // GitHub's runner takes it for a command
}

function attributesOf(attributes: XmlAttributes): string {
  return Object.entries(attributes)
    .flatMap(([name, value]) => (value === undefined ? [] : [` ${name}="${attributeText(String(value))}"`]))
    .join('');
}

/** A parser reads a bare line break or tab in an attribute as a blank. */
function attributeText(text: string): string {
  return xmlText(text).replace(/[\t\n"]/g, reference);
}

function reference(character: string): string {
  return `&#${character.codePointAt(0)};`;
}

function forbidden(character: string): string {
  return /[\ufffe\uffff]/.test(character)
    ? `\\u{${character.charCodeAt(0).toString(16)}}`
    : pictured(character);
}
