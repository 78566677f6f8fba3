/** The log's destination, in a process of its own: nobody who reads the log, or does not, can hold the process up. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { open } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';

interface Line {
  readonly n?: number;
  readonly dropped?: number;
}

async function writer(stdout: 'pipe' | number): Promise<ChildProcess> {
  const child = fork('test/support/log-writer.ts', [], {
    execArgv: ['--import', 'tsx'],
    stdio: ['ignore', stdout, 'inherit', 'ipc'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child, 'message');
  return child;
}

/** Resolves once the process has written the lines and begun its next round. */
async function write(child: ChildProcess, lines: number): Promise<void> {
  const alive = once(child, 'message');
  child.send({ lines });
  await alive;
}

function parse(written: string): readonly Line[] {
  return written
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

test('a reader that stalls holds up no process; lines beyond the bound are dropped and counted', async () => {
  const child = await writer('pipe');
  // Ten rounds of two megabytes, of which a pipe holds 64 kB and the process eight megabytes.
  for (let round = 0; round < 10; round += 1) await write(child, 2_000);
  if (!child.stdout) throw new Error('There is a pipe');
  const caughtUp = once(child, 'message');
  const reading = text(child.stdout);
  await caughtUp;
  child.send({ exit: 1 });
  const lines = parse(await reading);
  const numbers = lines.flatMap(({ n }) => (n === undefined ? [] : [n]));
  const dropped = lines.reduce((sum, line) => sum + (line.dropped ?? 0), 0);
  expect(dropped).toBeGreaterThan(5_000);
  expect(numbers.length + dropped).toBe(20_001);
  expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
});

test('the lines of the last round are written before the process exits', async () => {
  const child = await writer('pipe');
  if (!child.stdout) throw new Error('There is a pipe');
  const reading = text(child.stdout);
  // A pipe holds them all, however late they are read.
  await write(child, 5);
  child.send({ exit: 40 });
  const lines = parse(await reading);
  expect(lines.map(({ n }) => n)).toEqual(Array.from({ length: 45 }, (_, n) => n));
});

test('a reader that never reads does not hold up the exit', async () => {
  const child = await writer('pipe');
  child.stdout?.pause();
  const exit = once(child, 'exit');
  child.send({ exit: 2_000 });
  expect(await exit).toEqual([null, 'SIGKILL']);
});

test.runIf(process.platform === 'linux')('a full disk ends neither the process nor its exit', async () => {
  const full = await open('/dev/full', 'w');
  onTestFinished(() => full.close());
  const child = await writer(full.fd);
  await write(child, 10);
  await write(child, 10);
  const exit = once(child, 'exit');
  child.send({ exit: 1 });
  expect(await exit).toEqual([0, null]);
});
