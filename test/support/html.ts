// HTML as a browser's parser reads it (parse5), and the few questions that tests ask of a page.

import { type DefaultTreeAdapterTypes, parse } from 'parse5';

type Node = DefaultTreeAdapterTypes.ChildNode;
export type Element = DefaultTreeAdapterTypes.Element;

export function elementsOf(page: string): readonly Element[] {
  return descendants(parse(page).childNodes);
}

export function attribute(element: Element, name: string): string | undefined {
  return element.attrs.find((one) => one.name === name)?.value;
}

export function hasClass(element: Element, name: string): boolean {
  return (attribute(element, 'class') ?? '').split(' ').includes(name);
}

export function inside(element: Element): readonly Element[] {
  return descendants(element.childNodes);
}

export function textOf(node: Node): string {
  if ('value' in node) return node.value;
  return 'childNodes' in node ? node.childNodes.map(textOf).join('') : '';
}

function descendants(nodes: readonly Node[]): readonly Element[] {
  return nodes.flatMap((node) => ('tagName' in node ? [node, ...descendants(node.childNodes)] : []));
}
