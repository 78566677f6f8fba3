/** What pictures may cost a process (docs/rules.md#picture-rewriting). */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPictureRewriter } from '../../src/pictures/rewriting/picture-rewriter.ts';
import { pictures } from './pictures.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tidings-rewriter-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** A program in place of the one that reads. */
async function program(name: string, code: string): Promise<string> {
  const file = join(folder, `${name}.mjs`);
  await writeFile(file, code);
  return file;
}

const read = (rewriter: ReturnType<typeof createPictureRewriter>, platform = 'acme') =>
  rewriter.rewrite(platform, pictures.png, 'image/png');

test('a picture that takes too long is refused, and the next one has a new process', async () => {
  const file = await program(
    'slow',
    `process.on('message', ({ type }) => type === 'image/png' || process.send({ fault: String(process.pid) }))`,
  );
  const rewriter = createPictureRewriter({ file, timeMax: 700 });
  expect(await read(rewriter)).toEqual({ fault: 'takes too long to read' });
  expect(await rewriter.rewrite('acme', pictures.gif, 'image/gif')).toEqual({ fault: expect.stringMatching(/^\d+$/) });
  await rewriter.close();
});

test('a picture that kills its reader is refused; the service goes on', async () => {
  const file = await program('killed', `process.on('message', () => process.kill(process.pid, 'SIGSEGV'))`);
  const rewriter = createPictureRewriter({ file });
  expect(await read(rewriter)).toEqual({ fault: 'cannot be read' });
  expect(await read(rewriter)).toEqual({ fault: 'cannot be read' });
  await rewriter.close();
});

test('a reader that cannot be started is no fault of the picture', async () => {
  const rewriter = createPictureRewriter({ file: join(folder, 'missing.mjs') });
  await expect(read(rewriter)).rejects.toMatchObject({ code: 'unavailable' });
});

test('the reader has no variable of the service', async () => {
  const file = await program(
    'names',
    `process.on('message', () => process.send({ fault: JSON.stringify(Object.keys(process.env)) }))`,
  );
  const rewriter = createPictureRewriter({ file });
  const told = await read(rewriter);
  expect('fault' in told && JSON.parse(told.fault).filter((name: string) => !name.startsWith('NODE_CHANNEL_'))).toEqual(
    [],
  );
  await rewriter.close();
});

test('of one platform six are in hand, of all 24; the others are told to come again, and places come back', async () => {
  const file = await program(
    'held',
    `let held = []; process.on('message', () => { setTimeout(() => process.send({ fault: 'read' }), 5) })`,
  );
  const rewriter = createPictureRewriter({ file });
  const outcomes = async (platforms: readonly string[]) =>
    (await Promise.allSettled(platforms.map((name) => read(rewriter, name)))).map(({ status }) => status);
  const many = (name: string, count: number) => Array.from({ length: count }, () => name);
  const counted = (statuses: readonly string[]) => statuses.filter((status) => status === 'fulfilled').length;
  expect(counted(await outcomes(many('acme', 9)))).toBe(6);
  expect(counted(await outcomes(['a', 'b', 'c', 'd', 'e'].flatMap((name) => many(name, 6))))).toBe(24);
  expect(counted(await outcomes(many('acme', 6)))).toBe(6);
  await rewriter.close();
});
