/** The files of an emit: taken by what they hold, refused under their paths. */
import { describe, expect, it } from 'vitest';
import { makeFile } from './harness/files.ts';
import { openPlatform } from './harness/platform.ts';
import { emitOf, makeEventType } from './harness/samples.ts';

const acme = await openPlatform();
await makeEventType(acme, 'order.shipped');
const emit = (body: unknown) => acme.ask('emitEvent', { body });

describe('attachments', () => {
  const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  const attach = (key: string, ...attachments: unknown[]) => emit(emitOf('order.shipped', key, { attachments }));

  it('of a known type are taken', async () => {
    expect((await attach('png', { filename: 'dot.png', content: png })).status).toBe(202);
  });

  it('of an image may have an id by which the mail shows it', async () => {
    const shown = { filename: 'dot.png', content: png, content_id: 'dot.1_a-b@shop' };
    expect((await attach('shown', shown, { ...shown, content_id: 'other' })).status).toBe(202);
    expect((await attach('shown', shown)).body.code).toBe('idempotency_key_reused');
    expect((await attach('beside', { filename: 'dot.png', content: png, content_id: null })).status).toBe(202);
  });

  it('name files that were uploaded before, of this platform alone', async () => {
    const file = await makeFile(acme, 'terms.pdf');
    const picture = await makeFile(acme, 'dot.png', { content: png });
    const taken = await attach(
      'by-reference',
      { file },
      { file, filename: 'other.pdf' },
      { file: picture, content_id: 'dot' },
      { filename: 'dot.png', content: png },
    );
    expect(taken.status).toBe(202);
    const foreign = await makeFile(await openPlatform('Other'), 'terms.pdf');
    const unknown = 'is no file of this platform, or has expired';
    for (const [attachment, errors] of [
      [{ file: foreign }, { 'attachments.0.file': [unknown] }],
      [{ file: 'ref:terms' }, { 'attachments.0.file': [unknown] }],
      [{ file, filename: 'terms.png' }, { 'attachments.0.filename': [expect.stringContaining('must end with .pdf')] }],
      [{ file, content_id: 'terms' }, { 'attachments.0.content_id': [expect.stringContaining('only an image')] }],
      [{ file, content: png }, { 'attachments.0.content': ['must be left out: the file has its content'] }],
      [{ file: 7 }, { 'attachments.0.file': ['must be a string or null'] }],
      [{}, { 'attachments.0.filename': ['is required'], 'attachments.0.content': ['is required'] }],
    ] as const) {
      const { status, body } = await attach('bad-reference', attachment);
      expect([status, body.errors], JSON.stringify(attachment)).toEqual([422, errors]);
    }
    const large = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(6_000_000)]).toString('base64');
    const half = await makeFile(acme, 'half.pdf', { content: large });
    const { body } = await attach('two-halves', { file: half }, { file: half });
    expect(Object.keys(body.errors)).toEqual(['attachments']);
  });

  it('are refused under their paths', async () => {
    const file = { filename: 'dot.png', content: png };
    const cases: readonly (readonly [readonly unknown[], RegExp])[] = [
      [Array.from({ length: 11 }, () => file), /^attachments$/],
      [[file, { ...file, filename: 'dot.pdf' }], /^attachments\.1/],
      [[{ filename: 'run.exe', content: Buffer.from('MZ run').toString('base64') }], /^attachments\.0/],
      [[{ filename: 'dot.png', content: '***' }], /^attachments\.0\.content$/],
      [[{ filename: 'dot.png' }], /^attachments\.0\.content$/],
      [[{ ...file, path: '/etc/passwd' }], /^attachments\.0\.path$/],
      [[{ ...file, content_id: '' }], /^attachments\.0\.content_id$/],
      [[{ ...file, content_id: 'a>\r\nBcc: eve@example.com' }], /^attachments\.0\.content_id$/],
      [[{ ...file, content_id: 7 }], /^attachments\.0\.content_id$/],
      [[{ ...file, content_id: 'a'.repeat(129) }], /^attachments\.0\.content_id$/],
      [
        [
          { ...file, content_id: 'a' },
          { ...file, content_id: 'a' },
        ],
        /^attachments\.1\.content_id$/,
      ],
      [
        [{ filename: 'a.pdf', content: Buffer.from('%PDF-1.7\n').toString('base64'), content_id: 'a' }],
        /^attachments\.0\.content_id$/,
      ],
      [
        [
          {
            filename: 'big.png',
            content: Buffer.concat([Buffer.from(png, 'base64'), Buffer.alloc(1e7)]).toString('base64'),
          },
        ],
        /^attachments/,
      ],
    ];
    for (const [attachments, path] of cases) {
      const { status, body } = await attach('bad-file', ...attachments);
      expect([status, Object.keys(body.errors ?? {})], String(path)).toEqual([422, [expect.stringMatching(path)]]);
    }
  });
});
