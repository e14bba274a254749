// A small MCP server for GraphQL files, as somebody might write one on the official SDK: each document is validated against the
// schema.graphql of the folder in which it is started. Answers are structured.

import { readFileSync } from 'node:fs';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { buildSchema, parse, validate } from 'graphql';
import { z } from 'zod';

const server = new McpServer({ name: 'graphwalk', version: '1.0.0' });
const diagnostic = z.object({
  line: z.number(),
  column: z.number(),
  severity: z.string(),
  message: z.string(),
});

server.registerTool(
  'get_diagnostics',
  {
    description: 'Validates a GraphQL document',
    inputSchema: { file_path: z.string() },
    outputSchema: { diagnostics: z.array(diagnostic) },
  },
  ({ file_path: file }) => {
    const schema = buildSchema(readFileSync('schema.graphql', 'utf8'));
    const diagnostics = errorsOf(schema, readFileSync(file, 'utf8')).map(({ message, locations }) => {
      const { line = 1, column = 1 } = locations?.[0] ?? {};
      return { line, column, severity: 'error', message };
    });
    const structuredContent = { diagnostics };
    return { structuredContent, content: [{ type: 'text', text: JSON.stringify(structuredContent) }] };
  },
);

function errorsOf(schema, text) {
  try {
    return validate(schema, parse(text));
  } catch (error) {
    return [error];
  }
}

await server.connect(new StdioServerTransport());
