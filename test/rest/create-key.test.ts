import { expect, inject, it } from 'vitest';
import { callOperation, openPlatform } from './harness/platform.ts';
import { refusesAsUsual, stranger } from './harness/usual-refusals.ts';

const acme = await openPlatform();
const create = (body: object) => acme.ask('createKey', { body });
const askWith = (secret: string, id: string, call = {}) =>
  callOperation(inject('restService').url, id, { ...call, headers: { authorization: `Bearer ${secret}` } });

refusesAsUsual('createKey', acme, () => ({ body: { name: 'Usual' } }));

it('makes a key that works at once, and shows its secret', async () => {
  const expires_at = new Date(Date.now() + 86_400_000).toISOString();
  const { status, body } = await create({
    name: 'Billing',
    scopes: ['read', 'send'],
    workspace: 'ref:shop',
    expires_at,
  });
  expect([status, body.data]).toEqual([
    201,
    {
      id: expect.any(String),
      name: 'Billing',
      secret: expect.stringMatching(/^td_/),
      scopes: ['send', 'read'],
      workspace: { id: acme.workspace, reference: 'shop' },
      created_at: expect.any(String),
      expires_at,
    },
  ]);
  expect((await askWith(body.data.secret, 'getKey')).body.data.id).toBe(body.data.id);
  expect((await askWith(body.data.secret, 'listKeys')).status).toBe(403);
});

it('gives the rights of its maker but the one to make keys, and no more than they are', async () => {
  const { body } = await create({ name: 'Plain' });
  expect(body.data.scopes).toEqual(['send', 'read', 'people', 'manage']);
  expect((await askWith(body.data.secret, 'createKey', { body: { name: 'Next' } })).body.code).toBe('forbidden');
  const maker = await create({ name: 'Maker', scopes: ['manage', 'keys'] });
  const beyond = await askWith(maker.body.data.secret, 'createKey', { body: { name: 'More', scopes: ['people'] } });
  expect([beyond.status, beyond.body.code]).toEqual([403, 'forbidden']);
});

it('refuses what cannot be a key, and a workspace of others', async () => {
  const wrong = { name: '', scopes: ['all'], expires_at: 'soon' };
  const { status, body } = await create(wrong);
  expect([status, Object.keys(body.errors).toSorted()]).toEqual([422, ['expires_at', 'name', 'scopes.0']]);
  expect(Object.keys((await create({ name: 'x', scopes: [] })).body.errors)).toEqual(['scopes']);
  const past = await create({ name: 'Past', expires_at: '2020-01-01T00:00:00Z' });
  expect([past.status, Object.keys(past.body.errors)]).toEqual([422, ['expires_at']]);
  const both = await create({ name: ' ', scopes: ['all'], expires_at: '2020-01-01T00:00:00Z' });
  expect(Object.keys(both.body.errors).toSorted()).toEqual(['expires_at', 'name', 'scopes.0']);
  const { workspace } = await stranger();
  for (const none of [workspace, 'ref:none']) expect((await create({ name: 'x', workspace: none })).status).toBe(404);
});
