import { expect, it } from 'vitest';
import { openPlatform, operate } from './harness/platform.ts';
import { refusesAsUsual } from './harness/usual-refusals.ts';

const acme = await openPlatform();
const create = (body: object) => acme.ask('createWorkspace', { body });

refusesAsUsual('createWorkspace', acme, () => ({ body: { name: 'Bakery', reference: 'bakery' } }));

it('makes a workspace that is ramping and cannot send yet', async () => {
  const { status, body } = await create({ name: 'Bakery', reference: 'bakery-1' });
  expect(status).toBe(201);
  expect(body.data).toEqual({
    id: expect.stringMatching(/^[0-9A-Z]{26}$/),
    reference: 'bakery-1',
    name: 'Bakery',
    timezone: 'UTC',
    locale: 'en',
    status: 'active',
    created_at: expect.any(String),
    sending: { state: 'blocked', reason: 'no_identity' },
    health: { state: 'ramping', reason: null, since: body.data.created_at },
  });
});

it('takes a time zone and a locale', async () => {
  const { body } = await create({ name: 'Padaria', reference: 'p', timezone: 'America/Sao_Paulo', locale: 'pt-BR' });
  expect(body.data).toMatchObject({ timezone: 'America/Sao_Paulo', locale: 'pt-BR' });
});

it('refuses a reference that a live workspace has', async () => {
  const { status, body } = await create({ name: 'Again', reference: 'shop' });
  expect([status, body.code]).toEqual([409, 'reference_taken']);
});

it('refuses more workspaces than the platform may have', async () => {
  const small = await openPlatform('Small');
  await operate(
    `mutation ($input: WorkspaceCeilingSetInput!) { workspaceCeilingSet(input: $input) { platform { id } } }`,
    { input: { platformId: small.id, ceiling: 2 } },
  );
  const more = (reference: string) => small.ask('createWorkspace', { body: { name: 'More', reference } });
  expect((await more('second')).status).toBe(201);
  const { status, body } = await more('third');
  expect([status, body.code]).toEqual([409, 'workspace_ceiling_reached']);
});

it('refuses each field at fault under its path', async () => {
  const shape = await create({ name: 7, refrence: 'x', locale: 'x'.repeat(17), timezone: 'x'.repeat(65) });
  expect([shape.status, shape.body.errors]).toEqual([
    422,
    {
      name: ['must be a string'],
      reference: ['is required'],
      refrence: ['is not a known field; did you mean `reference`?'],
      locale: ['must have at most 16 characters'],
      timezone: ['must have at most 64 characters'],
    },
  ]);
  const cases: readonly (readonly [object, string])[] = [
    [{ name: 'a@example.com' }, 'name'],
    [{ name: '' }, 'name'],
    [{ name: 'x'.repeat(129) }, 'name'],
    [{ reference: '' }, 'reference'],
    [{ reference: 'x'.repeat(129) }, 'reference'],
    [{ reference: 'a b' }, 'reference'],
    [{ reference: null }, 'reference'],
    [{ timezone: 'Mars/One' }, 'timezone'],
    [{ locale: 'no language' }, 'locale'],
  ];
  for (const [change, path] of cases) {
    const { status, body } = await create({ name: 'Bakery', reference: 'refused', ...change });
    expect([status, Object.keys(body.errors ?? {})], JSON.stringify(change)).toEqual([422, [path]]);
  }
});

it('takes names and references of the greatest length', async () => {
  const { status, body } = await create({ name: '🥐'.repeat(128), reference: 'r'.repeat(128) });
  expect([status, body.data?.name]).toEqual([201, '🥐'.repeat(128)]);
});
