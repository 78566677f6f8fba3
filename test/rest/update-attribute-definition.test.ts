import { expect, it } from 'vitest';
import { openPlatform } from './harness/platform.ts';
import { refusesAsUsual } from './harness/usual-refusals.ts';

const acme = await openPlatform();
await acme.ask('createAttributeDefinition', { body: { key: 'plan', name: 'Plan', type: 'string' } });
const update = (key: string, body: object) => acme.ask('updateAttributeDefinition', { path: { key }, body });

refusesAsUsual('updateAttributeDefinition', acme, () => ({ path: { key: 'plan' }, body: { name: 'Plan' } }));

it('renames an attribute and changes nothing else', async () => {
  const before = await acme.ask('listAttributeDefinitions');
  const { status, body } = await update('plan', { name: 'Tariff' });
  expect([status, body.data]).toEqual([200, { ...before.body.data[0], name: 'Tariff' }]);
});

it('refuses all but a name', async () => {
  const { status, body } = await update('plan', { type: 'date' });
  expect([status, body.errors]).toEqual([422, { name: ['is required'], type: ['is not a known field'] }]);
  expect((await update('plan', { name: 'n'.repeat(129) })).body.errors).toHaveProperty('name');
  expect((await update('plan', { name: null })).body.errors).toHaveProperty('name');
});

it('finds nothing at a key that nobody defined, or that is none', async () => {
  for (const key of ['none', 'Plan', 'a b']) expect((await update(key, { name: 'x' })).status, key).toBe(404);
});
