import fc from 'fast-check';
import { SMTPStream } from 'smtp-server/lib/smtp-stream.js';
import { expect, it } from 'vitest';
import { readDotLinesAtOnce } from '../../src/transport/reports/dot-lines.ts';

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
