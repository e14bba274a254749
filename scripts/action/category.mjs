// The SARIF category of a run: its own for runs that do not look at everything, since GitHub closes what an upload of the same
// category does not name. Usage: node category.mjs <report.json> <category>

import { readFileSync } from 'node:fs';

const [file = '', category = ''] = process.argv.slice(2);
const { scope, shard } = JSON.parse(readFileSync(file, 'utf8'));
const name = category.replace(/\/+$/, '');
const what = scope.kind === 'all' || scope.kind === 'files' ? scope.kind : 'changed';
const part = shard === undefined ? '' : `/${shard.index}-of-${shard.total}`;
console.log(`${name}/${what}${part}`);
