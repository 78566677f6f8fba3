/** Types of the console's operations (src/console/operations), made from the schema's text alone. */
import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { codegen } from '@graphql-codegen/core';
import * as documentsPlugin from '@graphql-codegen/typed-document-node';
import * as operationsPlugin from '@graphql-codegen/typescript-operations';
import { buildSchema, parse } from 'graphql';

const folder = fileURLToPath(new URL('../src/console/operations/', import.meta.url));
export const consoleTypesFile = new URL('../src/console/api/operations.ts', import.meta.url);

const head = `/**
 * Made by \`npm run schema:write\` from schema/schema.graphql and src/console/operations, never by hand.
 * Longer than the house's 250 lines: one file for all operations.
 */
`;

/** JSON values by scalar. */
const scalars = {
  ID: 'string',
  Date: 'string',
  DateTime: 'string',
  JSON: 'unknown',
  JSONObject: 'Record<string, unknown>',
};

export async function consoleTypes(sdl: string): Promise<string> {
  const names = globSync('*.graphql', { cwd: folder }).sort();
  const documents = await Promise.all(
    names.map(async (location) => ({ location, document: parse(await readFile(`${folder}${location}`, 'utf8')) })),
  );
  const text = await codegen({
    filename: fileURLToPath(consoleTypesFile),
    schema: parse(sdl),
    schemaAst: buildSchema(sdl),
    documents,
    config: {},
    plugins: [
      { operations: { scalars, immutableTypes: true, skipTypename: true, useTypeImports: true } },
      { documents: { documentMode: 'string', useTypeImports: true } },
    ],
    pluginMap: { operations: operationsPlugin, documents: documentsPlugin },
  });
  return `${head}${text}`;
}
