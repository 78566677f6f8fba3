import { expect, it } from 'vitest';
import { endedImport } from './harness/imports.ts';
import { openPlatform } from './harness/platform.ts';
import { refusesAsUsual } from './harness/usual-refusals.ts';

const acme = await openPlatform();
const text = 'reference,email\na,a@example.com\nb,nothing\nc,neither\n';
const { body: sent } = await acme.ask('importContacts', { bytes: text });
const id: string = sent.data.id;
await endedImport(acme, id);

refusesAsUsual('getImport', acme, () => ({ path: { id } }));

it('says how far it is and what became of its rows', async () => {
  const { status, body } = await acme.ask('getImport', { path: { id } });
  expect(status).toBe(200);
  expect(body.data).toEqual({
    id,
    kind: 'contacts',
    state: 'finished',
    bytes: text.length,
    bytes_done: text.length,
    line: 5,
    rows: 3,
    created: 1,
    updated: 0,
    refused: 2,
    failure: null,
    created_at: expect.any(String),
    started_at: expect.any(String),
    finished_at: expect.any(String),
  });
});
