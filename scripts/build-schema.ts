// Writes schema/config.schema.json from the zod schema. From the package's folder:
//   npx esbuild scripts/build-schema.ts --bundle --platform=node --format=esm --packages=external | node --input-type=module

import { writeFileSync } from 'node:fs';
import { configSchemaText } from '../src/config/json-schema.js';

writeFileSync('schema/config.schema.json', configSchemaText());
