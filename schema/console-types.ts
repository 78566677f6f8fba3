/**
 * Types and texts of the console's operations (src/console/operations), made from the schema's text alone. The texts of a
 * file of operations are a module of their own, so that a page loads those that it sends.
 */
import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { codegen } from '@graphql-codegen/core';
import * as documentsPlugin from '@graphql-codegen/typed-document-node';
import * as operationsPlugin from '@graphql-codegen/typescript-operations';
import { buildSchema, type DocumentNode, parse } from 'graphql';

const folder = fileURLToPath(new URL('../src/console/operations/', import.meta.url));
/** The files are made below it. */
export const consoleTypesFolder = new URL('../src/console/api/', import.meta.url);

const madeBy = 'Made by `npm run schema:write` from schema/schema.graphql and src/console/operations, never by hand.';
const longer = "Longer than the house's 250 lines: it holds all that is made of one source.";
const linesUsual = 250;

/** The text below what says how it was made. */
function made(text: string): string {
  const isLong = text.split('\n').length > linesUsual - 5;
  return `/**\n * ${madeBy}\n${isLong ? ` * ${longer}\n` : ''} */\n${text}`;
}

/** JSON values by scalar. */
const scalars = {
  ID: 'string',
  Date: 'string',
  DateTime: 'string',
  JSON: 'unknown',
  JSONObject: 'Record<string, unknown>',
};

interface Source {
  /** The name of the file without its ending. */
  readonly noun: string;
  readonly location: string;
  readonly document: DocumentNode;
}

/** Texts by the names of their files, such as `operations/messages.ts`. */
export async function consoleTypes(sdl: string): Promise<ReadonlyMap<string, string>> {
  const names = globSync('*.graphql', { cwd: folder }).sort();
  const sources: readonly Source[] = await Promise.all(
    names.map(async (location) => ({
      noun: location.replace(/\.graphql$/, ''),
      location,
      document: parse(await readFile(`${folder}${location}`, 'utf8')),
    })),
  );
  const text = await codegen({
    filename: fileURLToPath(new URL('operations.ts', consoleTypesFolder)),
    schema: parse(sdl),
    schemaAst: buildSchema(sdl),
    documents: sources.map(({ location, document }) => ({ location, document })),
    config: {},
    plugins: [
      { operations: { scalars, immutableTypes: true, skipTypename: true, useTypeImports: true } },
      { documents: { documentMode: 'string', useTypeImports: true } },
    ],
    pluginMap: { operations: operationsPlugin, documents: documentsPlugin },
  });
  return filesOf(text, sources);
}

const classImport = `import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';\n`;

function filesOf(text: string, sources: readonly Source[]): ReadonlyMap<string, string> {
  const [types = '', rest = ''] = text.split(/^(?=export class TypedDocumentString)/m);
  const classEnd = '\n}\n';
  const documentClass = rest.slice(0, rest.indexOf(classEnd) + classEnd.length);
  const written = writtenDocuments(rest);
  const nouns = sources.filter(({ document }) => operationsOf(document).length > 0);
  return new Map([
    ['operations/types.ts', made(`${types.replace(classImport, '').trimEnd()}\n`)],
    ['operations/document.ts', made(`${classImport}\n${documentClass}`)],
    ...nouns.map(
      ({ noun, document }) =>
        [
          `operations/${noun}.ts`,
          moduleOf(
            operationsOf(document).map((name) => {
              const one = written.get(`${name}Document`);
              if (one === undefined) throw new Error(`Nothing was made of the operation ${name}.`);
              return one;
            }),
          ),
        ] as const,
    ),
    ['operations.ts', made(barrelOf(nouns.map(({ noun }) => noun)))],
  ]);
}

interface Written {
  readonly text: string;
  /** Of its result and its variables. */
  readonly types: readonly string[];
}

/** Fragments have a text too, which every operation that spreads them repeats. */
function writtenDocuments(text: string): ReadonlyMap<string, Written> {
  return new Map(
    text
      .split(/^(?=export const )/m)
      .slice(1)
      .map((piece): readonly [string, Written] => {
        const whole = piece.trimEnd();
        const [, name = ''] = /^export const (\w+)/.exec(whole) ?? [];
        // It ends with `TypedDocumentString<Result, Variables>;`.
        return [name, { text: whole, types: whole.slice(whole.lastIndexOf('<') + 1, -'>;'.length).split(', ') }];
      }),
  );
}

function moduleOf(documents: readonly Written[]): string {
  const types = documents.flatMap((document) => document.types).sort();
  return made(`import { TypedDocumentString } from './document.ts';
import type {
${types.map((name) => `  ${name},\n`).join('')}} from './types.ts';

${documents.map((document) => document.text).join('\n\n')}
`);
}

function barrelOf(nouns: readonly string[]): string {
  return `export type { TypedDocumentString } from './operations/document.ts';
${nouns.map((noun) => `export * from './operations/${noun}.ts';\n`).join('')}export type * from './operations/types.ts';
`;
}

function operationsOf(document: DocumentNode): readonly string[] {
  return document.definitions.flatMap((definition) =>
    definition.kind === 'OperationDefinition' && definition.name ? [definition.name.value] : [],
  );
}
