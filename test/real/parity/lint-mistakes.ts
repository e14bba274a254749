// Habits that linters of JavaScript object to, beside the mistakes that every engine finds.

import ts from 'typescript';
import type { Mistake } from './seed.js';
import { insert, mistake } from './typescript-mistakes.js';

export const lintMistakes: readonly Mistake[] = [
  mistake('debugger', (node, source) =>
    ts.isBlock(node) ? insert(node.getStart(source) + 1, ' /* é🎯 */ debugger;') : undefined,
  ),
  mistake('loose comparison', (node, source) =>
    ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsEqualsEqualsToken
      ? { start: node.operatorToken.getStart(source), end: node.operatorToken.end, text: '==' }
      : undefined,
  ),
  mistake('var', (node, source) =>
    ts.isVariableStatement(node) && ts.isBlock(node.parent)
      ? { start: node.getStart(source), end: node.declarationList.declarations.pos, text: 'var' }
      : undefined,
  ),
  mistake('empty block', (node) =>
    ts.isIfStatement(node) ? insert(node.end, '\n  if (globalThis.late) {}') : undefined,
  ),
  mistake('key given twice', (node, source) =>
    ts.isBlock(node)
      ? insert(node.getStart(source) + 1, ' const twice = { a: 1, a: 2 }; void twice;')
      : undefined,
  ),
  mistake('constant condition', (node, source) =>
    ts.isIfStatement(node)
      ? { start: node.expression.getStart(source), end: node.expression.end, text: 'true' }
      : undefined,
  ),
  mistake('compared with itself', (node, source) =>
    ts.isBlock(node) ? insert(node.getStart(source) + 1, ' if (this === this) void 0;') : undefined,
  ),
  mistake('eval', (node, source) =>
    ts.isReturnStatement(node) && ts.isBlock(node.parent)
      ? insert(node.getStart(source), "eval('1'); ")
      : undefined,
  ),
];
