import { expect, it } from 'vitest';
import { endedImport } from './harness/imports.ts';
import { openPlatform } from './harness/platform.ts';
import { refusesAsUsual } from './harness/usual-refusals.ts';

const acme = await openPlatform();
const text = 'reference,email\na,a@example.com\nb,nothing\nc,neither\n';
const { body: sent } = await acme.ask('importContacts', { bytes: text });
const id: string = sent.data.id;
await endedImport(acme, id);

refusesAsUsual('listImportFaults', acme, () => ({ path: { id } }));

it('lists rejected rows in the order of the file, a page at a time', async () => {
  const first = await acme.ask('listImportFaults', { path: { id }, query: { per_page: '1' } });
  expect(first.body.data).toEqual([{ line: 3, code: 'validation_failed', errors: { email: [expect.any(String)] } }]);
  const query = { per_page: '1', cursor: first.body.meta.next_cursor };
  const next = await acme.ask('listImportFaults', { path: { id }, query });
  expect([next.body.data[0].line, next.body.meta.next_cursor]).toEqual([4, null]);
});
