import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Kind } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readContract } from '../../rest/contract.ts';
import { extensionFaults } from '../../rest/extensions.ts';
import { prepare } from '../../rest/prepare.ts';
import { restSchema } from '../../schema/index.ts';
import { fieldBytesMax } from '../../src/http/graphql/limits/graphql-limits.ts';
import { bookShopFolder, openBookShop } from './harness/book-shop.ts';

const schema = restSchema();

const shop = await readFile(new URL('openapi.yaml', bookShopFolder), 'utf8');
const restFile = (name: string) => new URL(`../../rest/${name}`, import.meta.url);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tidings-openapi-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** The shop's operations, with one text of its file replaced. */
async function readShopWith(from: string, to: string) {
  const changed = shop.replace(from, to);
  expect(changed).not.toBe(shop);
  // A file is read once in the life of a process.
  const file = join(folder, `${randomUUID()}.yaml`);
  await writeFile(file, changed);
  return readContract(pathToFileURL(file));
}

const batch = 'x-batch: { list: books, key: reference, refused: { result: refused } }';

it('the file of the service is compiled once in the life of a process', async () => {
  const read = () => readContract(restFile('openapi.yaml'));
  expect(await read()).toBe(await read());
});

describe('an extension that does not fit is told at boot', () => {
  it.each<[string, string, string, string]>([
    [
      'a misspelt one',
      'x-existing: true',
      'x-exists: true',
      'components.parameters.Workspace.x-exists: is not known here',
    ],
    [
      'a misplaced one',
      'operationId: getBook',
      'operationId: getBook\n      x-codes: [not_found]',
      'paths./workspaces/{workspace}/books/{book}.get.x-codes: is not known here',
    ],
    ['an unknown field', batch, 'x-batch: { lists: books }', 'books/batch.post.x-batch.lists: is not known here'],
    [
      'a limit of nothing',
      'operationId: createBook',
      'operationId: createBook\n      x-body-limit: {}',
      'books.post.x-body-limit: must have large, values or both',
    ],
    [
      'a limit that is no number',
      'operationId: createBook',
      'operationId: createBook\n      x-body-limit: { large: many }',
      'books.post.x-body-limit.large: ',
    ],
    [
      'an unknown error code',
      '"200": { description: The shelf. }',
      '"200": { description: The shelf., x-codes: [lost] }',
      'shelves/{name}.put.responses.200.x-codes.0: ',
    ],
    [
      'a limit of no body',
      'operationId: getBook',
      'operationId: getBook\n      x-body-limit: { values: 1 }',
      'books/{book}.get: has extensions of a body, and no body',
    ],
    [
      'a check of what no path names',
      'name: genre, in: query,',
      'name: genre, in: query, x-existing: true,',
      'get.parameters.0: has extensions of a path parameter',
    ],
    ['a message of no text', 'x-message: must be lower-case letters', 'x-message: 7', 'schema.x-message: '],
    ['a batch of no list', batch, batch.replace('books', 'shelves'), 'saveBooks: x-batch names shelves'],
    [
      'a batch whose items lack the key',
      batch,
      batch.replace('reference', 'isbn'),
      'saveBooks: x-batch names the key isbn',
    ],
    [
      'an operation without success',
      '"204": { description: Gone. }',
      '"404": { description: Gone. }',
      'deleteBook has no',
    ],
  ])('%s', async (_fault, from, to, message) => {
    await expect(readShopWith(from, to)).rejects.toThrow(message);
  });

  it('and so is a parameter whose existence nothing checks', async () => {
    const opened = openBookShop({ requireExisting: {} });
    await expect(opened).rejects.toThrow('x-existing: nothing checks whether workspace exists');
  });
});

it('content may hold what looks like an extension', () => {
  const schema = { type: 'object', example: { 'x-any': 1 }, properties: { 'x-field': { type: 'string' } } };
  expect(extensionFaults({ 'x-anchor': { 'x-any': 1 }, components: { schemas: { Book: schema } } })).toEqual([]);
});

it('a body may hold what its extension says, and the usual elsewhere', async () => {
  const operations = await readShopWith(
    'operationId: createBook',
    'operationId: createBook\n      x-body-limit: { large: batch }',
  );
  const limits = Object.fromEntries(operations.map(({ id, bodyLimits }) => [id, bodyLimits]));
  expect(limits.createBook).toEqual({ bytes: 8 * 1_048_576, nodes: 100_000 });
  expect(limits.saveBook).toEqual({ bytes: 2 * 1_048_576, nodes: 100_000 });
});

it('a mutation takes as many bytes through GraphQL as its operation does through REST', async () => {
  const operations = await readContract(restFile('openapi.yaml'));
  const names = await readdir(restFile('operations'));
  const texts = await Promise.all(names.map((name) => readFile(restFile(`operations/${name}`), 'utf8')));
  const prepared = prepare(schema, operations, texts.join('\n'));
  const limits = [...prepared.values()].flatMap(({ operation: { id, bodyLimits }, document }) => {
    const field = document.definitions.flatMap((node) =>
      node.kind === Kind.OPERATION_DEFINITION && node.operation === 'mutation' ? node.selectionSet.selections : [],
    )[0];
    return field?.kind === Kind.FIELD ? [{ id, rest: bodyLimits.bytes, graphql: fieldBytesMax(field.name.value) }] : [];
  });
  expect(limits.length).toBeGreaterThan(20);
  expect(limits.filter(({ rest, graphql }) => rest !== graphql)).toEqual([]);
});
