import { beforeAll, expect, it } from 'vitest';
import { openPlatform } from './harness/platform.ts';
import { suppressBySql } from './harness/suppressions.ts';
import { refusesAsUsual } from './harness/usual-refusals.ts';

const acme = await openPlatform();
const rows = (body: string) => body.split('\r\n').map((line) => line.replace(/,[^,]*$/, ''));

beforeAll(async () => {
  const { workspace } = acme;
  await acme.ask('suppressAddress', { body: { email: 'one@example.com', note: '+49 30, says "no"' } });
  await acme.ask('suppressAddress', { body: { email: 'all@example.com', reach: 'platform', reason: 'hard_bounce' } });
  await suppressBySql(acme, { workspace, email: 'full@example.com', reason: 'soft_bounces' });
  const second = await acme.newWorkspace('second');
  await suppressBySql(acme, { workspace: second, email: 'other@example.com', reason: 'complaint' });
});

refusesAsUsual('exportSuppressions', acme, () => ({}));

it('sends the suppressions of the workspace as CSV', async () => {
  const { status, headers, body } = await acme.ask('exportSuppressions');
  expect([status, headers.get('content-disposition')]).toEqual([200, 'attachment; filename="suppressions.csv"']);
  expect(rows(body)).toEqual([
    'email,reason,note',
    `one@example.com,manual,"'+49 30, says ""no"""`,
    'full@example.com,soft_bounces,',
    '',
  ]);
});

it('sends those of the whole platform that the list shows', async () => {
  const { body } = await acme.ask('exportSuppressions', { query: { reach: 'platform', format: 'ndjson' } });
  expect(JSON.parse(body)).toEqual({
    email: 'all@example.com',
    reason: 'hard_bounce',
    created_at: expect.stringMatching(/Z$/),
  });
});

it('shows a key of one workspace no block that does not concern its people', async () => {
  const { body } = await acme.ask('createKey', { body: { name: 'One', workspace: acme.workspace } });
  const headers = { authorization: `Bearer ${body.data.secret}` };
  const wide = await acme.ask('exportSuppressions', { headers, query: { reach: 'platform' } });
  expect(rows(wide.body)).toEqual(['email,reason,note', '']);
});

it('leaves out whom nobody may name any more', async () => {
  await acme.ask('suppressAddress', { body: { email: 'erased@example.com' } });
  const erasure = await acme.ask('erasePerson', { body: { email: 'erased@example.com' } });
  expect(erasure.status).toBe(202);
  const isFinished = async () => {
    const { body } = await acme.ask('getErasure', { path: { id: erasure.body.data.id } });
    return body.data.finished_at !== null;
  };
  await expect.poll(isFinished, { timeout: 60_000 }).toBe(true);
  expect((await acme.ask('exportSuppressions')).body).not.toContain('erased');
});

it('refuses a reach that there is not', async () => {
  const { status, body } = await acme.ask('exportSuppressions', { query: { reach: 'world' } });
  expect([status, body.errors]).toEqual([422, { reach: [expect.any(String)] }]);
});
