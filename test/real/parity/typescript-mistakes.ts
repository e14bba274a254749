// Mistakes in TypeScript and JavaScript, put where the syntax tree says they fit: a name, a type, an argument, an import.

import ts from 'typescript';
import type { Random } from './random.js';
import type { Mistake } from './seed.js';

/** What is put in place of [start, end). */
interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

type EditOf = (node: ts.Node, source: ts.SourceFile) => Edit | undefined;

export const scriptMistakes: readonly Mistake[] = [
  mistake('unknown property', (node) =>
    ts.isPropertyAccessExpression(node) && ts.isIdentifier(node.name)
      ? renamed(node.name, 'Nowhere')
      : undefined,
  ),
  mistake('unused variable', (node, source) =>
    ts.isBlock(node) && node.statements.length > 0
      ? insert(node.getStart(source) + 1, ' /* é🎯 */ const unusedHere = 1;')
      : undefined,
  ),
  mistake('unreachable code', (node) =>
    ts.isReturnStatement(node) && ts.isBlock(node.parent)
      ? insert(node.end, '\n  unreachableCall();')
      : undefined,
  ),
  mistake('unknown name', (node) =>
    ts.isCallExpression(node) &&
    ts.isIdentifier(node.expression) &&
    node.expression.text !== 'unreachableCall'
      ? renamed(node.expression, 'Unknown')
      : undefined,
  ),
  mistake('declared twice', (node, source) =>
    ts.isVariableStatement(node) && ts.isBlock(node.parent)
      ? insert(node.end, `\n${node.getText(source)}`)
      : undefined,
  ),
  mistake('export renamed', (node) =>
    ts.isFunctionDeclaration(node) && node.name !== undefined && isExported(node)
      ? renamed(node.name, 'Renamed')
      : undefined,
  ),
  mistake('import of nothing', (node, source) =>
    ts.isImportSpecifier(node) && node.propertyName === undefined
      ? { start: node.name.getStart(source), end: node.name.end, text: `gone as ${node.name.text}` }
      : undefined,
  ),
  mistake('import from nowhere', (node, source) =>
    ts.isImportDeclaration(node) && node.moduleSpecifier.getText(source).includes('./')
      ? insert(node.moduleSpecifier.end - 1, '-nowhere')
      : undefined,
  ),
  mistake('assigned to a constant', (node, source) => {
    if (!ts.isVariableStatement(node) || (node.declarationList.flags & ts.NodeFlags.Const) === 0)
      return undefined;
    const name = node.declarationList.declarations[0]?.name;
    return name !== undefined && ts.isIdentifier(name)
      ? insert(node.end, `; ${name.getText(source)} = undefined;`)
      : undefined;
  }),
];

export const scriptSyntaxErrors: readonly Mistake[] = [
  syntaxError('bracket left out', (node) =>
    ts.isBlock(node) || ts.isCallExpression(node)
      ? { start: node.end - 1, end: node.end, text: '' }
      : undefined,
  ),
  syntaxError('string left open', (node) =>
    ts.isStringLiteral(node) ? { start: node.end - 1, end: node.end, text: '' } : undefined,
  ),
  syntaxError('name left out', (node, source) =>
    ts.isVariableDeclaration(node) && ts.isIdentifier(node.name)
      ? { start: node.name.getStart(source), end: node.name.end, text: '' }
      : undefined,
  ),
];

/** Mistakes that only types show. */
export const typeMistakes: readonly Mistake[] = [
  mistake('other type', (node, source) => {
    const swapped = otherTypes.get(node.kind);
    return swapped === undefined ? undefined : { start: node.getStart(source), end: node.end, text: swapped };
  }),
  mistake('argument left out', (node, source) => {
    if (!ts.isCallExpression(node)) return undefined;
    const [last, before] = node.arguments.toReversed();
    return last && { start: before?.end ?? last.getStart(source), end: last.end, text: '' };
  }),
  mistake('nothing returned', (node, source) =>
    ts.isReturnStatement(node) && node.expression !== undefined
      ? { start: node.expression.getStart(source), end: node.expression.end, text: 'undefined' }
      : undefined,
  ),
  mistake('never equal', (node) =>
    ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsEqualsEqualsToken
      ? { start: node.right.pos, end: node.end, text: ' /[never]/g' }
      : undefined,
  ),
  mistake('value in place of a function', (node, source) =>
    ts.isArrowFunction(node) && ts.isCallExpression(node.parent)
      ? { start: node.getStart(source), end: node.end, text: "'no function'" }
      : undefined,
  ),
];

const otherTypes: ReadonlyMap<ts.SyntaxKind, string> = new Map([
  [ts.SyntaxKind.NumberKeyword, 'string'],
  [ts.SyntaxKind.StringKeyword, 'number'],
]);

export function mistake(kind: string, editOf: EditOf): Mistake {
  return { kind, put: (text, random) => editOnce(text, random, editOf) };
}

function syntaxError(kind: string, editOf: EditOf): Mistake {
  return { ...mistake(kind, editOf), breaksSyntax: true };
}

function editOnce(text: string, random: Random, editOf: EditOf): string | undefined {
  const source = ts.createSourceFile('seeded.tsx', text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TS);
  const edits: Edit[] = [];
  const visit = (node: ts.Node) => {
    const edit = editOf(node, source);
    if (edit !== undefined) edits.push(edit);
    ts.forEachChild(node, visit);
  };
  visit(source);
  const edit = random.pick(edits);
  return edit === undefined ? undefined : text.slice(0, edit.start) + edit.text + text.slice(edit.end);
}

/** A name with an ending that nothing has; not a second one. */
function renamed(name: ts.Identifier, ending: string): Edit | undefined {
  return name.text.endsWith(ending) ? undefined : insert(name.end, ending);
}

export function insert(at: number, text: string): Edit {
  return { start: at, end: at, text };
}

function isExported(node: ts.Node): boolean {
  return (
    ts.canHaveModifiers(node) &&
    (ts.getModifiers(node) ?? []).some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)
  );
}
