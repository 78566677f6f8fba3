/**
 * The README's own lines, word for word but for the ports, which may be taken on the machine that tests, in a folder
 * that holds nothing but the project's files; `npm start` installs the dependencies. CI runs this (`EVERY_WAY=1`); with
 * `TEST_INSTALLED=1` the dependencies are there already.
 */

import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { everyWay } from './support/every-way.ts';
import { freePort } from './support/free-port.ts';
import { copyProject, personsEnvironment } from './support/project-copy.ts';

const run = promisify(execFile);

let folder: string;
let readme: string;
/** Variable to the free port that it names here. */
let ports: Readonly<Record<'PORT' | 'INBOX_PORT' | 'INBOUND_PORT', string>>;
const started: ChildProcess[] = [];

beforeAll(async () => {
  if (!everyWay) return;
  folder = await copyProject({ dependencies: process.env.TEST_INSTALLED === '1' });
  ports = {
    PORT: String(await freePort()),
    INBOX_PORT: String(await freePort()),
    INBOUND_PORT: String(await freePort()),
  };
  readme = (await readFile(join(folder, 'README.md'), 'utf8')).replaceAll('127.0.0.1:8080', `127.0.0.1:${ports.PORT}`);
});

afterAll(async () => {
  await Promise.all(started.map(stop));
  if (everyWay) await rm(folder, { recursive: true, force: true });
});

/** The README's shell block that holds `words`, without comments. */
function block(words: string): string {
  const blocks = [...readme.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, lines]) => lines ?? '');
  const found = blocks.find((lines) => lines.includes(words));
  if (found === undefined) throw new Error(`The README has no block with ${words}`);
  return found;
}

/** Starts a command in the folder and resolves once it has said `words`. */
function say(command: string, words: string): Promise<{ readonly output: () => string }> {
  const child = spawn('bash', ['-c', command], {
    cwd: folder,
    env: { ...personsEnvironment(), ...ports },
    detached: true,
  });
  started.push(child);
  let output = '';
  return new Promise((resolve, reject) => {
    const take = (part: Buffer) => {
      output += part.toString('utf8');
      if (output.includes(words)) resolve({ output: () => output });
    };
    child.stdout.on('data', take);
    child.stderr.on('data', take);
    child.once('exit', (code) => reject(new Error(`${command} ended with ${code} and said: ${output}`)));
  });
}

/** As Ctrl-C does: the whole group gets the signal. */
async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  process.kill(-child.pid, 'SIGINT');
  await ended;
}

test.runIf(everyWay)(
  'npm start, the listener and the emit of the README bring a mail into the inbox and a webhook to the listener',
  {
    timeout: 280_000,
  },
  async () => {
    const { output } = await say('npm start', 'The mail is then in the inbox');
    // A first start tells each step with its duration, and where everything is.
    for (const step of [
      'Database client generated in ',
      'Service bundled in ',
      '"database created"',
      '"database migrated"',
    ])
      expect(output()).toContain(step);
    for (const place of ['/v1', '/docs', '/graphql'])
      expect(output()).toContain(`http://127.0.0.1:${ports.PORT}${place}\n`);
    for (const place of [`http://127.0.0.1:${ports.INBOX_PORT}`, 'npm run email:dev', '.data/local.json'])
      expect(output()).toContain(`${place}\n`);
    const listener = await say(block('webhooks:listen'), 'istening');
    const { stdout } = await run('bash', ['-ec', block('curl')], { cwd: folder });
    const answer = JSON.parse(stdout);
    expect(answer.data).toMatchObject({ type: 'order.shipped', message: { state: 'queued', simulated: false } });
    await expect
      .poll(async () => (await fetch(`http://127.0.0.1:${ports.INBOX_PORT}/email`)).json())
      .toMatchObject([{ subject: 'Order 1001 is on its way', to: [{ address: 'ada@example.com' }] }]);
    await expect.poll(listener.output).toContain('message.delivered');
    expect(listener.output()).toContain(answer.data.message.id);
    await Promise.all(started.map(stop));
    // Ctrl-C left the database in order.
    const log = await readFile(join(folder, '.data', 'postgres', 'server.log'), 'utf8');
    expect(log).toMatch(/database system is shut down\s*$/);
  },
);
