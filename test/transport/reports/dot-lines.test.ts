import fc from 'fast-check';
import { SMTPStream } from 'smtp-server/lib/smtp-stream.js';
import { expect, it } from 'vitest';
import { readDotLinesAtOnce } from '../../../src/transport/reports/dot-lines.ts';
import { compareOnEveryText, originalFeed, ourFeed, type Reader, readerOf } from '../support/every-text.ts';

readDotLinesAtOnce();

/** The mail and the later commands that a stream reads from `chunks`. */
async function receive(chunks: readonly Buffer[]): Promise<{ readonly mail: string; readonly commands: string[] }> {
  const commands: string[] = [];
  const stream = new SMTPStream();
  stream.oncommand = (command, next) => {
    commands.push(command.toString('latin1'));
    next?.();
  };
  const content = stream.startDataMode();
  const mail = (async () => {
    const parts: Buffer[] = [];
    for await (const part of content) parts.push(part as Buffer);
    stream.continue();
    return Buffer.concat(parts).toString('latin1');
  })();
  for (const chunk of chunks) await new Promise<void>((resolve) => stream.write(chunk, () => resolve()));
  return { mail: await mail, commands };
}

const original = readerOf(originalFeed);
const ours = readerOf(ourFeed);

const lines = fc.array(fc.stringMatching(/^[.a\r]{0,5}$/), { maxLength: 12 });
const cuts = fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 40 });

it('takes out the doubled dots and finds the end, however the bytes are cut into chunks', async () => {
  await fc.assert(
    fc.asyncProperty(lines, cuts, async (texts, sizes) => {
      const mail = `${texts.join('\r\n')}x\r\n`;
      const stuffed = mail.replace(/(^|\n)\./g, '$1..');
      const wire = Buffer.from(`${stuffed}.\r\nNOOP\r\n`, 'latin1');
      const chunks: Buffer[] = [];
      for (let at = 0, turn = 0; at < wire.length; turn += 1) {
        const size = sizes[turn % sizes.length] ?? 1;
        chunks.push(wire.subarray(at, at + size));
        at += size;
      }
      expect(await receive(chunks)).toEqual({ mail, commands: ['NOOP'] });
    }),
    { numRuns: 500 },
  );
});

it('takes a chunk of dot lines within one turn of the event loop', async () => {
  const stream = new SMTPStream();
  stream.startDataMode().resume();
  let turns = 0;
  let waiting = true;
  const count = () => {
    turns += 1;
    if (waiting) setImmediate(count);
  };
  setImmediate(count);
  await new Promise<void>((resolve) => stream.write(Buffer.from('..\r\n'.repeat(16_000)), () => resolve()));
  waiting = false;
  expect(turns).toBeLessThan(1_000);
});

it('is compared with the function of smtp-server, and not with itself', () => {
  expect(ourFeed).toBe(SMTPStream.prototype._feedDataStream);
  expect(originalFeed).not.toBe(ourFeed);
  expect(String(originalFeed)).toContain('setImmediate(() => this._feedDataStream(rest, done))');
});

it('reads every text of up to seven bytes as smtp-server does, however it is cut', () => {
  const { texts, ends, differences } = compareOnEveryText(original, ours, 7);
  expect(differences).toEqual([]);
  expect(texts).toBe(21_844);
  expect(ends).toBeGreaterThan(0);
});

it('would find a reader that holds back one byte too few', () => {
  const hasty: Reader = (state, chunk) => {
    const next = ours(state, chunk);
    if (next.ended || next.rest.length < 4) return next;
    return { ...next, written: next.written + next.rest.slice(0, 1), rest: next.rest.slice(1) };
  };
  expect(compareOnEveryText(original, hasty, 6).differences).not.toEqual([]);
});

it('ends an empty mail, and no other mail at its first line', async () => {
  expect(await receive([Buffer.from('.\r\nNOOP\r\n')])).toEqual({ mail: '', commands: ['NOOP'] });
  for (const first of ['..', '../..', './.x', '..', ' .']) {
    const stuffed = first.startsWith('.') ? `.${first}` : first;
    const chunk = Buffer.from(`${stuffed}\r\nMAIL FROM:<>\r\n.\r\nNOOP\r\n`);
    expect(await receive([chunk])).toEqual({ mail: `${first}\r\nMAIL FROM:<>\r\n`, commands: ['NOOP'] });
  }
});
