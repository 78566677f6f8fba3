/** The files of an emit: taken by what they hold, refused under their paths. */
import { describe, expect, it } from 'vitest';
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

  it('are refused under their paths', async () => {
    const file = { filename: 'dot.png', content: png };
    const cases: readonly (readonly [readonly unknown[], RegExp])[] = [
      [Array.from({ length: 11 }, () => file), /^attachments$/],
      [[file, { ...file, filename: 'dot.pdf' }], /^attachments\.1/],
      [[{ filename: 'run.exe', content: Buffer.from('MZ run').toString('base64') }], /^attachments\.0/],
      [[{ filename: 'dot.png', content: '***' }], /^attachments\.0\.content$/],
      [[{ filename: 'dot.png' }], /^attachments\.0\.content$/],
      [[{ ...file, path: '/etc/passwd' }], /^attachments\.0\.path$/],
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
