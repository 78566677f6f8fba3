import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { type Operation, readContract } from '../../rest/contract.ts';
import { prepare } from '../../rest/prepare.ts';
import { bookShopFolder, bookShopSchema } from './harness/book-shop.ts';

const operations = await readContract(new URL('openapi.yaml', bookShopFolder));
const source = await readFile(new URL('operations/shop.graphql', bookShopFolder), 'utf8');

/** Prepares the shop with one operation changed, or its documents. */
function prepareWith({ id, change = {}, edit = (text) => text }: Mutation) {
  const changed = operations.map((operation) => (operation.id === id ? { ...operation, ...change } : operation));
  return () => prepare(bookShopSchema(), changed, edit(source));
}

interface Mutation {
  readonly id: string;
  readonly change?: Partial<Operation>;
  readonly edit?: (text: string) => string;
}

it('pairs every operation with its document', () => {
  const prepared = prepareWith({ id: '' })();
  expect([...prepared.values()].map(({ operation, shape }) => [operation.id, shape])).toEqual([
    ['listBooks', 'page'],
    ['createBook', 'result'],
    ['getBook', 'data'],
    ['saveBook', 'result'],
    ['deleteBook', 'result'],
    ['saveBooks', 'result'],
    ['emitEvent', 'result'],
    ['saveShelf', 'result'],
    ['closeShop', 'result'],
  ]);
});

it.each<[string, Mutation, string]>([
  ['an operation without document', { id: 'getBook', change: { id: 'readBook' } }, 'readBook: has no document'],
  ['a document without operation', { id: 'getBook', change: { id: 'readBook' } }, 'getBook: is no operation'],
  [
    'a field that the schema lacks',
    { id: '', edit: (text) => text.replace('printed_at: printedAt', 'printed_at: printed') },
    'Cannot query field "printed"',
  ],
  [
    'a root field without the alias of a shape',
    { id: '', edit: (text) => text.replace('data: book(workspace', 'book(workspace') },
    'getBook: needs one root field aliased',
  ],
  [
    'a parameter that no variable takes',
    { id: 'listBooks', change: { queryParameters: ['genre', 'cursor', 'author'] } },
    'listBooks: no variable takes the parameter author',
  ],
  [
    'a variable that nothing becomes',
    { id: 'listBooks', change: { queryParameters: ['cursor'] } },
    'listBooks: nothing of a request becomes $genre',
  ],
  [
    'a list that cannot be paged',
    { id: 'listBooks', change: { queryParameters: ['genre'] } },
    'listBooks: a page and `cursor` belong together',
  ],
  [
    'a field of a body that no variable takes',
    { id: 'closeShop', change: { body: { properties: { at: {} } } } },
    'closeShop: no variable takes the parameter at',
  ],
  [
    'a second root field beside a page',
    {
      id: '',
      edit: (text) => text.replace('page: books(', 'other: book(workspace: $workspace, book: 1) { id } page: books('),
    },
    'listBooks: needs one root field aliased',
  ],
  ['a body that no variable takes', { id: 'closeShop', change: { body: {} } }, 'closeShop: a body and `$input`'],
  ['a body that the contract lacks', { id: 'createBook', change: { body: null } }, 'createBook: a body and `$input`'],
  [
    'a body field that the schema lacks',
    { id: 'createBook', change: { body: { properties: { first_edition: { properties: { printer: {} } } } } } },
    'createBook.first_edition.printer: EditionInput has no such field',
  ],
  [
    'two statuses without a choice',
    { id: 'createBook', change: { successes: [200, 201] } },
    'createBook: two statuses of success',
  ],
  [
    'a replay without its header',
    { id: 'emitEvent', change: { replayable: false } },
    'emitEvent: the header Idempotent-Replayed and `replayed` belong together',
  ],
  [
    'a choice without two statuses',
    { id: 'saveBook', change: { successes: [200] } },
    'saveBook: two statuses of success',
  ],
])('refuses %s', (_fault, mutation, message) => {
  expect(prepareWith(mutation)).toThrow(message);
});
