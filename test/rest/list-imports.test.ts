import { expect, it } from 'vitest';
import { endedImport } from './harness/imports.ts';
import { openPlatform } from './harness/platform.ts';
import { refusesAsUsual } from './harness/usual-refusals.ts';

const acme = await openPlatform();
const text = 'reference,email\na,a@example.com\nb,nothing\nc,neither\n';
const { body: sent } = await acme.ask('importContacts', { bytes: text });
const id: string = sent.data.id;
await endedImport(acme, id);

refusesAsUsual('listImports', acme, () => ({}));

it('lists imports, newest first', async () => {
  const second = await acme.ask('importSuppressions', { bytes: 'email\n' });
  const { status, body } = await acme.ask('listImports');
  expect(status).toBe(200);
  expect(body.data.map((one: { id: string; kind: string }) => [one.id, one.kind])).toEqual([
    [second.body.data.id, 'suppressions'],
    [id, 'contacts'],
  ]);
  const first = await acme.ask('listImports', { query: { per_page: '1' } });
  expect([first.body.data.length, first.body.meta.next_cursor]).toEqual([1, expect.any(String)]);
});
