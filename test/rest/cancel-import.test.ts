import { expect, it } from 'vitest';
import { endedImport } from './harness/imports.ts';
import { openPlatform } from './harness/platform.ts';
import { refusesAsUsual } from './harness/usual-refusals.ts';

const acme = await openPlatform();
const text = 'reference,email\na,a@example.com\nb,nothing\nc,neither\n';
const { body: sent } = await acme.ask('importContacts', { bytes: text });
const id: string = sent.data.id;
await endedImport(acme, id);

const begin = async () =>
  (await acme.graphql('mutation { contactImportCreate(workspace: "ref:shop") { import { id } } }')).contactImportCreate
    .import.id as string;

const gone = await begin();
await acme.ask('cancelImport', { path: { id: gone } });
refusesAsUsual('cancelImport', acme, () => ({ path: { id: gone } }));

it('ends an import, once and again, and none that has ended by itself', async () => {
  const upload = await begin();
  for (let n = 0; n < 2; n += 1) {
    const { status, body } = await acme.ask('cancelImport', { path: { id: upload } });
    expect([status, body.data.state]).toEqual([200, 'cancelled']);
  }
  const { status, body } = await acme.ask('cancelImport', { path: { id } });
  expect([status, body.code]).toEqual([409, 'import_ended']);
});
