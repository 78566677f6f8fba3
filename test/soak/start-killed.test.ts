/** `kill -9` of the whole process, again and again, while emits are under way. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { beforeAll, test } from 'vitest';
import { createTestDatabase } from '../support/test-database.ts';
import { ofWhole } from './share.ts';

const bundle = fileURLToPath(new URL('../../src/bundle.ts', import.meta.url));
const main = fileURLToPath(new URL('../../node_modules/.cache/tidings/main.mjs', import.meta.url));
const rounds = ofWhole(100);
const emits = 500;
const atOnce = 25;
/** Work in flight is taken up again after ten seconds; milliseconds. */
const patience = 60_000;

interface Running {
  readonly process: ChildProcess;
  readonly baseUrl: string;
  readonly inboxUrl: string;
  readonly apiKey: string;
}

beforeAll(() => void execFileSync(process.execPath, [bundle]));

/** Starts services on one database and folder, one after the other; what is left of them ends with the test. */
async function oneDeployment(onEnd: (work: () => Promise<void>) => void): Promise<() => Promise<Running>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tidings-kill-'));
  const database = await createTestDatabase();
  const started: Running[] = [];
  onEnd(async () => {
    await Promise.all(started.map(kill));
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  });
  return async () => {
    const running = await start(dataDir, database.url);
    started.push(running);
    return running;
  };
}

async function start(dataDir: string, databaseUrl: string): Promise<Running> {
  const child = spawn(process.execPath, [main], {
    env: {
      ...process.env,
      NODE_ENV: 'development',
      PROCESSES: '1',
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
      PORT: '0',
      INBOX_PORT: '0',
      INBOUND_PORT: '0',
      LOG_LEVEL: 'silent',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  for await (const part of child.stdout ?? []) {
    said += part;
    if (said.includes('Tidings is ready')) break;
  }
  if (!said.includes('Tidings is ready')) throw new Error('The service did not start');
  const local = JSON.parse(await readFile(join(dataDir, 'local.json'), 'utf8'));
  return { process: child, baseUrl: local.base_url, inboxUrl: local.inbox_url, apiKey: local.api_key };
}

async function kill({ process: child }: Running): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

/** True once the emit was answered 202. */
async function emit({ baseUrl, apiKey }: Running, n: number): Promise<boolean> {
  try {
    const response = await fetch(`${baseUrl}/workspaces/ref:demo/events`, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        type: 'order.shipped',
        idempotency_key: `kill-${n}`,
        recipient: { email: `reader-${n}@example.com` },
        payload: { order_number: String(n), tracking_url: `https://example.com/track/${n}` },
      }),
    });
    return response.status === 202;
  } catch {
    return false;
  }
}

/** Emits until the service is killed, which is done at some moment after the given number of answers. */
async function emitUntilKilled(service: Running, answersBefore: number): Promise<ReadonlySet<number>> {
  const accepted = new Set<number>();
  let killing: Promise<void> | undefined;
  let next = 0;
  const sender = async () => {
    while (next < emits && !killing) {
      const n = next;
      next += 1;
      if (await emit(service, n)) accepted.add(n);
      if (accepted.size >= answersBefore) killing ??= sleep(Math.random() * 20).then(() => kill(service));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, sender));
  await killing;
  return accepted;
}

async function arrived({ inboxUrl }: Running): Promise<Set<number>> {
  const mails: { to: { address: string }[] }[] = await (await fetch(`${inboxUrl}/email`)).json();
  return new Set(mails.map(({ to }) => Number(/reader-(\d+)@/.exec(to[0]?.address ?? '')?.[1])));
}

test.concurrent.for(Array.from({ length: rounds }, (_, round) => round + 1))(
  'round %i: every emit that was answered 202 arrives, though the process is killed at a random point',
  async (_, { expect, onTestFinished }) => {
    const startNext = await oneDeployment(onTestFinished);
    const first = await startNext();
    const accepted = await emitUntilKilled(first, Math.ceil(Math.random() * (emits - atOnce)));
    const second = await startNext();
    await expect
      .poll(
        async () => {
          const there = await arrived(second);
          return [...accepted].filter((n) => !there.has(n)).length;
        },
        { timeout: patience, interval: 250 },
      )
      .toBe(0);
  },
);
