import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { files } from '../events/files.ts';
import { querySql } from './harness/database.ts';
import { pdf, png } from './harness/files.ts';
import { openPlatform } from './harness/platform.ts';
import { refusesAsUsual } from './harness/usual-refusals.ts';

const acme = await openPlatform();
const create = (body: object, platform = acme) => platform.ask('createFile', { body });

refusesAsUsual('createFile', acme, () => ({ body: { filename: 'terms.pdf', content: pdf } }));

it('keeps a file for 30 days, or until the time that it names', async () => {
  const { status, body } = await create({ filename: 'terms.pdf', content: pdf });
  expect([status, body]).toEqual([
    201,
    {
      data: {
        id: expect.stringMatching(/^[0-9A-Z]{26}$/),
        filename: 'terms.pdf',
        content_type: 'application/pdf',
        size: files.pdf.length,
        sha256: createHash('sha256').update(files.pdf).digest('hex'),
        created_at: expect.any(String),
        expires_at: new Date(Date.parse(body.data.created_at) + 30 * 86_400_000).toISOString(),
      },
    },
  ]);
  const at = new Date(Date.now() + 89 * 86_400_000).toISOString();
  expect((await create({ filename: 'terms.pdf', content: pdf, expires_at: at })).body.data.expires_at).toBe(at);
  expect((await create({ filename: 'dot.png', content: png, expires_at: null })).status).toBe(201);
});

it('refuses each field at fault under its path', async () => {
  const file = { filename: 'terms.pdf', content: pdf };
  const large = Buffer.concat([files.pdf, Buffer.alloc(10_000_000)]).toString('base64');
  const later = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
  const cases: readonly (readonly [object, readonly string[]])[] = [
    [{}, ['filename', 'content']],
    [{ ...file, filename: '' }, ['filename']],
    [{ ...file, filename: '../terms.pdf' }, ['filename']],
    [{ ...file, filename: `${'a'.repeat(252)}.pdf` }, ['filename']],
    [{ ...file, filename: 'terms.png' }, ['filename']],
    [{ ...file, content: '***' }, ['content']],
    [{ ...file, content: Buffer.from('MZ run').toString('base64') }, ['content']],
    [{ ...file, content: large }, ['content']],
    [{ ...file, expires_at: later(91) }, ['expires_at']],
    [{ ...file, expires_at: later(-1) }, ['expires_at']],
    [{ ...file, expires_at: 'tomorrow' }, ['expires_at']],
    [{ ...file, name: 'terms' }, ['name']],
  ];
  for (const [body, paths] of cases) {
    const { status, body: refused } = await create(body);
    expect([status, Object.keys(refused.errors ?? {}).sort()], JSON.stringify(body).slice(0, 99)).toEqual([
      422,
      [...paths].sort(),
    ]);
  }
});

it('refuses a body beyond 16 MiB', async () => {
  const { status, body } = await create({ filename: 'terms.pdf', content: 'A'.repeat(16 * 1_048_576) });
  expect([status, body.code]).toEqual([413, 'payload_too_large']);
});

it('refuses more files than a platform may have', async () => {
  const full = await openPlatform('Full');
  await querySql(
    `INSERT INTO file_contents (platform_id, hash, content, bytes, keep_until)
     VALUES ($1, '\\x01', 'x', 1, now() + interval '1 day')`,
    [full.id],
  );
  await querySql(
    `INSERT INTO files (platform_id, id, filename, media_type, bytes, hash, created_at, expires_at)
     SELECT $1, lpad(n::text, 26, '0'), 'a.pdf', 'application/pdf', 1, '\\x01', now(), now() + interval '1 day'
     FROM generate_series(1, 1000) n`,
    [full.id],
  );
  const { status, body } = await create({ filename: 'terms.pdf', content: pdf }, full);
  expect([status, body.code]).toEqual([409, 'file_ceiling_reached']);
});
