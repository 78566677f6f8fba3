/**
 * `npm start` after `npm ci --omit=dev`, as a deployment without an image does it: it installs nothing and writes
 * nothing. Here it could not: nobody can write to its root, and it has no rights.
 */
import { once } from 'node:events';
import { appendFile, chmod, cp, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { copyProject } from '../support/project-copy.ts';
import { createEmptyDatabase, type TestDatabase } from '../support/test-database.ts';
import { type ImageRoot, nodeRoot, npmEnv, startIn } from './programs/image-root.ts';

const installTime = 1_200_000;
const patience = { timeout: 120_000, interval: 200 };
const cwd = '/srv/tidings';
const user = { uid: 65_532, gid: 65_532 };

const isRoot = process.getuid?.() === 0;

let folder: string;
let root: ImageRoot;
let database: TestDatabase;

beforeAll(async () => {
  if (!isRoot) throw new Error('Only root may make roots for processes: run this file as root');
  folder = await mkdtemp(join(tmpdir(), 'tidings-clone-'));
  await chmod(folder, 0o755);
  root = await nodeRoot(folder);
  const clone = await copyProject({ dependencies: false, prefix: 'tidings-sources-' });
  await mkdir(join(folder, 'srv'));
  await cp(clone, join(folder, cwd), { recursive: true });
  await chmod(join(folder, cwd), 0o755);
  await rm(clone, { recursive: true });
  database = await createEmptyDatabase();
}, installTime);

afterAll(async () => {
  await database?.drop();
  if (folder) await rm(folder, { recursive: true, force: true });
});

function start(command: readonly string[], env: Readonly<Record<string, string>>, isReadOnly: boolean) {
  const child = startIn(isReadOnly ? { ...root, shared: {} } : root, {
    command,
    cwd,
    env,
    user: isReadOnly ? user : null,
    isReadOnly,
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part: Buffer) => (said += part.toString()));
  return { child, said: () => said, ended: once(child, 'close').then(([code, signal]) => code ?? signal) };
}

test(
  'after npm ci --omit=dev, npm start serves without writing or installing anything, and ends at SIGTERM',
  async () => {
    const installing = start(['npm', 'ci', '--omit=dev', '--no-audit', '--no-fund'], npmEnv, false);
    expect([await installing.ended, installing.said()]).toEqual([0, expect.any(String)]);
    expect(await readdir(join(folder, cwd, 'node_modules'))).not.toContain('vitest');

    const port = await freePort();
    const service = start(
      ['npm', 'start'],
      {
        HOME: '/nonexistent',
        NODE_ENV: 'production',
        DATABASE_URL: database.url,
        SECRET_KEY: 'a key of thirty-two characters at least',
        OPERATOR_TOKEN: 'operator-token-of-the-tests',
        PUBLIC_URL: 'https://tidings.test',
        BOUNCE_HOST: 'bounces.tidings.test',
        TRANSPORT: 'smtp',
        SMTP_URL: 'smtp://127.0.0.1:9',
        SPF_VALUE: 'ip4:127.0.0.1',
        CONSOLE: 'on',
        PROCESSES: '1',
        PORT: String(port),
        INBOUND_PORT: String(await freePort()),
      },
      true,
    );
    const isReady = async () => {
      if (service.child.exitCode !== null) throw new Error(`npm start ended: ${service.said()}`);
      return (await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null))?.status ?? 0;
    };
    await expect.poll(isReady, patience).toBe(200);
    expect((await fetch(`http://127.0.0.1:${port}/console`)).status).toBe(200);
    expect(service.said()).not.toMatch(/Installing packages|Bundling|Building|Generating/);
    service.child.kill('SIGTERM');
    await service.ended;
    expect(service.said()).toContain('"stopping"');

    // What it would have to write is said instead.
    await appendFile(join(folder, cwd, 'src', 'main.ts'), '// Newer than its bundle.\n');
    const late = start(['npm', 'start'], { HOME: '/nonexistent', NODE_ENV: 'production' }, true);
    expect(await late.ended).not.toBe(0);
    expect(late.said()).toContain('older than its sources');
  },
  installTime,
);
