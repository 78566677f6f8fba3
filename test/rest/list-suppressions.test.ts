import { beforeAll, expect, it } from 'vitest';
import { namesOf, readPages } from './harness/pages.ts';
import { openPlatform } from './harness/platform.ts';
import { emitOf, makeContact, makeEventType } from './harness/samples.ts';
import { bounce, suppressBySql } from './harness/suppressions.ts';
import { refusesAsUsual } from './harness/usual-refusals.ts';

const acme = await openPlatform();
let second = '';

beforeAll(async () => {
  second = await acme.newWorkspace('second');
  await bounce(acme, 'nobody.one@example.com');
  await makeContact(acme, 'held', { email: 'nobody.one@example.com' }, second);
  await suppressBySql(acme, { workspace: acme.workspace, email: 'Late_Two@example.com', reason: 'complaint' });
  await suppressBySql(acme, { workspace: second, email: 'third@example.com', reason: 'soft_bounces' });
});

refusesAsUsual('listSuppressions', acme, () => ({}));

async function found(workspace: string, query: Record<string, string> = {}) {
  return namesOf(await readPages(acme, 'listSuppressions', { path: { workspace }, query }), 'email');
}

it('lists those of the workspace, and those of the whole platform that bear on its people, newest first', async () => {
  const { status, body } = await acme.ask('listSuppressions');
  expect([status, body.data]).toEqual([
    200,
    [
      {
        id: expect.any(String),
        email: 'Late_Two@example.com',
        reason: 'complaint',
        blocks: ['marketing'],
        scope: 'workspace',
        created_at: expect.any(String),
      },
      {
        id: expect.any(String),
        email: 'nobody.one@example.com',
        reason: 'hard_bounce',
        blocks: ['all'],
        scope: 'platform',
        created_at: expect.any(String),
      },
    ],
  ]);
  expect(await found(second)).toEqual(['third@example.com', 'nobody.one@example.com']);
});

it('leaves out a block of the whole platform where no contact and no message has the address', async () => {
  const third = await acme.newWorkspace('third');
  expect(await found(third)).toEqual([]);
  await makeEventType(acme, 'noted', { withTemplate: false });
  const emit = emitOf('noted', 'noted', { recipient: { email: 'nobody.one@example.com' } });
  const noted = await acme.ask('emitEvent', { path: { workspace: third }, body: emit });
  expect([noted.status, noted.body.data.message]).toEqual([202, null]);
  expect(await found(third)).toEqual([]);
  await acme.ask('emitEvent', {
    path: { workspace: third },
    body: { ...emit, type: 'bounced', idempotency_key: 'sent' },
  });
  expect(await found(third)).toEqual(['nobody.one@example.com']);
});

it('finds part of an address, without regard to case', async () => {
  expect(await found(acme.workspace, { search: 'LATE' })).toEqual(['Late_Two@example.com']);
  expect(await found(acme.workspace, { search: '%' })).toEqual([]);
});

it('belongs to its platform, in pages', async () => {
  const other = await openPlatform('Other');
  expect((await other.ask('listSuppressions')).body.data).toEqual([]);
  for (let number = 1; number <= 51; number++) {
    await suppressBySql(other, { workspace: other.workspace, email: `n${number}@example.com`, reason: 'complaint' });
  }
  const emails = namesOf(await readPages(other, 'listSuppressions'), 'email');
  expect(emails).toEqual(Array.from({ length: 51 }, (_, at) => `n${51 - at}@example.com`));
});

it('refuses a filter that cannot be', async () => {
  const { status, body } = await acme.ask('listSuppressions', { query: { search: 'x'.repeat(256), cursor: 'x' } });
  expect([status, Object.keys(body.errors).toSorted()]).toEqual([422, ['cursor', 'search']]);
});
