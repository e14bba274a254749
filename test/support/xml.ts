// XML as libxml2 reads it: strict, so that one forbidden character makes the document unreadable.

import { XmlDocument, XmlElement } from 'libxml2-wasm';

/** @throws when it is not well-formed */
export function parseXml(text: string): XmlDocument {
  return XmlDocument.fromString(text);
}

export function attributesOf(node: unknown): Readonly<Record<string, string>> {
  if (!(node instanceof XmlElement)) throw new Error('no element');
  return Object.fromEntries(node.attrs.map(({ name, content }) => [name, content]));
}

export function textsOf(document: XmlDocument, path: string): readonly string[] {
  return document.find(path).map(({ content }) => content);
}
