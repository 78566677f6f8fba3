import { expect, it } from 'vitest';
import { openPlatform } from './harness/platform.ts';
import { refusesAsUsual } from './harness/usual-refusals.ts';

const acme = await openPlatform();
const create = (body: object) => acme.ask('createAttributeDefinition', { body });

refusesAsUsual('createAttributeDefinition', acme, () => ({ body: { key: 'new', name: 'New', type: 'string' } }));

it.each(['string', 'number', 'boolean', 'date'])('defines an attribute of type %s', async (type) => {
  const { status, body } = await create({ key: `a_${type}`, name: 'Plan', type });
  expect([status, body.data]).toEqual([
    201,
    { key: `a_${type}`, name: 'Plan', type, required: false, created_at: expect.any(String) },
  ]);
});

it('defines one that is required', async () => {
  expect((await create({ key: 'must', name: 'Must', type: 'date', required: true })).body.data.required).toBe(true);
});

it('refuses a key that is taken', async () => {
  await create({ key: 'plan', name: 'Plan', type: 'string' });
  const { status, body } = await create({ key: 'plan', name: 'Other', type: 'number' });
  expect([status, body.code]).toEqual([409, 'key_taken']);
});

it('refuses each field at fault under its path', async () => {
  const { status, body } = await create({ key: 'Plan', name: '', type: 'text', required: 'no' });
  expect([status, body.errors]).toEqual([
    422,
    {
      key: ['must be 1 to 64 lower-case letters, digits or "_"'],
      name: ['must not be empty'],
      type: ['must be one of string, number, boolean, date'],
      required: ['must be a boolean'],
    },
  ]);
  expect((await create({ key: 'k'.repeat(65), name: 'n'.repeat(129), type: 'date' })).body.errors).toEqual({
    key: [expect.any(String)],
    name: ['must have at most 128 characters'],
  });
  expect((await create({})).body.errors).toEqual({
    key: ['is required'],
    name: ['is required'],
    type: ['is required'],
  });
});
