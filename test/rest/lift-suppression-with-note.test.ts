import { beforeAll, expect, it } from 'vitest';
import { openPlatform } from './harness/platform.ts';
import { suppressBySql } from './harness/suppressions.ts';
import { refusesAsUsual } from './harness/usual-refusals.ts';

const acme = await openPlatform();
const { workspace } = acme;
const lift = (id: string, note = 'Called us') =>
  acme.ask('liftSuppressionWithNote', { path: { workspace, id }, body: { note } });
let complaint = '';

beforeAll(async () => {
  complaint = await suppressBySql(acme, { workspace, email: 'two@example.com', reason: 'complaint' });
});

refusesAsUsual('liftSuppressionWithNote', acme, () => ({ path: { id: complaint }, body: { note: 'Called us' } }));

it('lifts a suppression and records why', async () => {
  const id = await suppressBySql(acme, { workspace, email: 'one@example.com', reason: 'soft_bounces' });
  const { status, body } = await lift(id, 'The mailbox has room again');
  expect([status, body]).toEqual([204, null]);
  expect((await lift(id)).status).toBe(404);
  const { suppressionLifts } = await acme.graphql(
    '{ suppressionLifts(workspace: "ref:shop") { nodes { note byKeyId } } }',
  );
  expect(suppressionLifts.nodes).toEqual([{ note: 'The mailbox has room again', byKeyId: acme.apiKey.id }]);
});

it('refuses to lift a block of marketing, and a note that says nothing', async () => {
  const { status, body } = await lift(complaint);
  expect([status, body.code]).toEqual([409, 'suppression_permanent']);
  for (const note of ['', ' ', 'x'.repeat(1_001)]) {
    expect(Object.keys((await lift(complaint, note)).body.errors)).toEqual(['note']);
    const both = await acme.ask('liftSuppressionWithNote', {
      path: { workspace, id: complaint },
      body: { note, more: 1 },
    });
    expect(Object.keys(both.body.errors).toSorted()).toEqual(['more', 'note']);
  }
});

it('does not reach into another workspace', async () => {
  const second = await acme.newWorkspace('second');
  const id = await suppressBySql(acme, { workspace: second, email: 'three@example.com', reason: 'soft_bounces' });
  expect((await lift(id)).status).toBe(404);
});
