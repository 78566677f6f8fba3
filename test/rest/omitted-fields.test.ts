/** Fields of a response that are there only where they have a value: `x-omit-null`, `x-omit-empty` (rest/contract.ts). */
import { expect, it } from 'vitest';
import { omitNulls, omittedFields, type ResponseSchema } from '../../rest/omitted-fields.ts';

const due: ResponseSchema = { 'x-omit-null': true };
const book: ResponseSchema = { properties: { title: {}, due, author: { properties: { died: due } } } };

it('finds the marked fields of an object and of the items of a list', () => {
  expect(omittedFields({ properties: { data: { items: book }, meta: {} } })).toEqual([
    ['data', '[]', 'due'],
    ['data', '[]', 'author', 'died'],
  ]);
});

it('leaves lists out that are empty, and nothing else', () => {
  const files: ResponseSchema = { items: { properties: { due } }, 'x-omit-empty': true };
  const marked = omittedFields({ properties: { data: { items: { properties: { files } } } } });
  const body = { data: [{ files: [] }, { files: null }, { files: [{ due: null }] }, { other: [] }] };
  omitNulls(body, marked);
  expect(JSON.parse(JSON.stringify(body))).toEqual({
    data: [{}, { files: null }, { files: [{}] }, { other: [] }],
  });
});

it('leaves them out of the JSON where they are null, and nothing else', () => {
  const body = {
    data: [
      { title: null, due: null, author: { died: null } },
      { due: 'x', author: null },
    ],
    meta: null,
  };
  omitNulls(body, omittedFields({ properties: { data: { items: book } } }));
  expect(JSON.parse(JSON.stringify(body))).toEqual({
    data: [
      { title: null, author: {} },
      { due: 'x', author: null },
    ],
    meta: null,
  });
});
