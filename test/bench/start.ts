import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../support/free-port.ts';
import { atMost, type Bench } from './kit/bench.ts';
import type { Lab } from './kit/lab.ts';
import { runBeside } from './kit/run-pairs.ts';

/** Seconds. */
const limit = 3;
const reachFor = 2;
/** A start may take so long; milliseconds. */
const patience = 120_000;

export const bench: Bench = {
  name: 'start',
  measures: `\`npm start\` until it says that it is ready, on a data folder that an earlier start has made, installed and bundled; seconds, beside ${limit}.`,
  async run(lab) {
    // Makes the data folder, the demo platform and the bundle.
    await startOnce(lab);
    const pairs = await runBeside(lab, 's', limit, () => startOnce(lab));
    return { figures: [{ name: 'start', pairs, unit: 's', target: atMost(1, reachFor / limit) }] };
  },
};

/** Seconds from the command to readiness. */
async function startOnce(lab: Lab): Promise<number> {
  const ports = { PORT: await freePort(), INBOUND_PORT: await freePort(), INBOX_PORT: await freePort() };
  const started = performance.now();
  const child = spawn('npm', ['start'], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      DATA_DIR: join(lab.folder, 'data'),
      ...Object.fromEntries(Object.entries(ports).map(([name, port]) => [name, String(port)])),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exit = once(child, 'exit');
  lab.atEnd(async () => void child.kill('SIGTERM'));
  let output = '';
  const ready = Promise.withResolvers<void>();
  child.stdout.on('data', (part: Buffer) => {
    output += part.toString();
    if (output.includes('Tidings is ready')) ready.resolve();
  });
  void exit.then(() => ready.reject(new Error(`npm start ended:\n${output}`)));
  const timer = setTimeout(() => ready.reject(new Error(`npm start is not ready:\n${output}`)), patience);
  await ready.promise;
  const seconds = (performance.now() - started) / 1_000;
  clearTimeout(timer);
  child.kill('SIGTERM');
  await exit;
  return seconds;
}
