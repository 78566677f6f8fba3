import { expect, it } from 'vitest';
import { endedImport } from './harness/imports.ts';
import { openPlatform } from './harness/platform.ts';
import { refusesAsUsual } from './harness/usual-refusals.ts';

const acme = await openPlatform();

refusesAsUsual('importSuppressions', acme, () => ({ bytes: 'email\n' }));

it('takes a list of another service as it comes', async () => {
  const { status, body } = await acme.ask('importSuppressions', {
    bytes: 'gone@example.com,BOUNCE\nangry@example.com,COMPLAINT\n',
    headers: { 'content-type': 'text/csv' },
  });
  expect([status, body.data.kind]).toEqual([202, 'suppressions']);
  expect(await endedImport(acme, body.data.id)).toMatchObject({ state: 'finished', created: 2 });
  const listed = await acme.ask('listSuppressions');
  expect(listed.body.data).toMatchObject([
    { email: 'angry@example.com', reason: 'complaint', scope: 'workspace' },
    { email: 'gone@example.com', reason: 'hard_bounce', scope: 'workspace' },
  ]);
});

it('blocks all of the platform where the request says so', async () => {
  const { body } = await acme.ask('importSuppressions', {
    bytes: 'email\nwide@example.com\n',
    query: { reach: 'platform' },
  });
  await endedImport(acme, body.data.id);
  const listed = await acme.ask('listSuppressions', { query: { search: 'wide' } });
  expect(listed.body.data).toMatchObject([{ scope: 'platform' }]);
  const wrong = await acme.ask('importSuppressions', { bytes: 'email\n', query: { reach: 'world' } });
  expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([422, ['reach']]);
});

it('refuses a sixth file while five have not ended', async () => {
  const busy = await openPlatform('Busy');
  const create = 'mutation { suppressionImportCreate(workspace: "ref:shop") { import { id } } }';
  for (let n = 0; n < 5; n += 1) await busy.graphql(create);
  const { status, body } = await busy.ask('importSuppressions', { bytes: 'email\n' });
  expect([status, body.code]).toEqual([409, 'import_ceiling_reached']);
});
