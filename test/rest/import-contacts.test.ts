import { ReadableStream } from 'node:stream/web';
import { expect, it } from 'vitest';
import { endedImport } from './harness/imports.ts';
import { openPlatform } from './harness/platform.ts';
import { refusesAsUsual } from './harness/usual-refusals.ts';

const acme = await openPlatform();
const send = (bytes: string | Uint8Array, headers: Record<string, string> = {}, query: Record<string, string> = {}) =>
  acme.ask('importContacts', { bytes, headers: { 'content-type': 'text/csv', ...headers }, query });

refusesAsUsual('importContacts', acme, () => ({ bytes: 'reference,email\n' }));

it('takes a file as it comes, writes its rows and tells of those that it rejected', async () => {
  const text = 'reference,email\na,a@example.com\nb,nothing\n';
  const { status, body } = await send(text, { 'content-type': 'application/x-www-form-urlencoded' });
  expect([status, body.data.bytes, body.data.kind]).toEqual([202, text.length, 'contacts']);
  expect(await endedImport(acme, body.data.id)).toMatchObject({ state: 'finished', rows: 2, created: 1, refused: 1 });
  const faults = await acme.ask('listImportFaults', { path: { id: body.data.id } });
  expect(faults.body.data).toEqual([{ line: 3, code: 'validation_failed', errors: { email: [expect.any(String)] } }]);
  expect((await acme.ask('getContact', { path: { contact: 'ref:a' } })).body.data.email).toBe('a@example.com');
});

it('takes NDJSON, and a file of any length as a stream', async () => {
  const lines = Array.from({ length: 3_000 }, (_, n) => `{"reference":"n-${n}","email":"n-${n}@example.com"}\n`);
  const { status, body } = await acme.ask('importContacts', {
    headers: { 'content-type': 'application/x-ndjson' },
    stream: () =>
      ReadableStream.from(
        [lines.slice(0, 7), lines.slice(7)].map((some) => Buffer.from(some.join(''))),
      ) as globalThis.ReadableStream,
  });
  expect(status).toBe(202);
  expect(await endedImport(acme, body.data.id)).toMatchObject({ created: 3_000, refused: 0 });
});

it('tells what is wrong with the header at once, and keeps nothing of such a file', async () => {
  const before = (await acme.ask('listImports')).body.data.length;
  const { status, body } = await send('reference,mail\n');
  expect([status, body.errors]).toEqual([422, { 'columns.2': ['names no field; did you mean `email`?'] }]);
  expect((await acme.ask('listImports')).body.data).toHaveLength(before);
  const passed = await send('reference,mail\n', {}, { skip_unknown_columns: 'true' });
  expect(passed.status).toBe(202);
  for (const other of ['perhaps', '1', '']) {
    const refused = await send('reference\n', {}, { skip_unknown_columns: other });
    expect([refused.status, refused.body.errors]).toEqual([422, { skip_unknown_columns: ['must be true or false'] }]);
  }
});

it('tells which field of a row is in conflict with what is there', async () => {
  await acme.ask('upsertContact', { path: { contact: 'ref:holder' }, body: { email: 'holder@example.com' } });
  const left = { state: 'unsubscribed', at: '2026-01-02T00:00:00Z' };
  await acme.ask('upsertContact', {
    path: { contact: 'ref:left' },
    body: { email: 'left@example.com', marketing: left },
  });
  const { body } = await send(
    'reference,email,marketing.state,marketing.at\nother,holder@example.com,,\nleft,,subscribed,2026-01-01T00:00:00Z\n',
  );
  expect(await endedImport(acme, body.data.id)).toMatchObject({ refused: 2 });
  const faults = await acme.ask('listImportFaults', { path: { id: body.data.id } });
  expect(faults.body.data).toEqual([
    { line: 2, code: 'email_taken', errors: { email: ['is held by another contact of the workspace'] } },
    {
      line: 3,
      code: 'consent_older_than_opt_out',
      errors: { 'marketing.at': ['must be later than the latest opt-out of the contact'] },
    },
  ]);
});

it.each<[string, string, Record<string, string>, object]>([
  ['nothing', '', {}, { file: ['is empty'] }],
  [
    'a form',
    'x',
    { 'content-type': 'multipart/form-data; boundary=x' },
    { body: [expect.stringContaining('no form')] },
  ],
  ['compressed bytes', 'x', { 'content-encoding': 'gzip' }, { body: ['must not be compressed'] }],
])('refuses %s', async (_what, bytes, headers, errors) => {
  const { status, body } = await send(bytes, headers);
  expect([status, body.errors]).toEqual([422, errors]);
});

it('refuses a file beyond its size before it has come', async () => {
  const answered = await send(new Uint8Array(1), { 'content-length': String(512 * 1_048_576 + 1) }).catch(() => null);
  // Node's client may refuse to promise what it does not send.
  if (answered) expect([answered.status, answered.body.code]).toEqual([413, 'payload_too_large']);
});

it('refuses a sixth file while five have not ended', async () => {
  const busy = await openPlatform('Busy');
  const create = 'mutation { contactImportCreate(workspace: "ref:shop") { import { id } } }';
  for (let n = 0; n < 5; n += 1) await busy.graphql(create);
  const { status, body } = await busy.ask('importContacts', { bytes: 'reference,email\n' });
  expect([status, body.code]).toEqual([409, 'import_ceiling_reached']);
});
