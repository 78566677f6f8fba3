/** `kill -9` of the whole process, again and again, while emits are under way. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
const rounds = 5;
const emits = 500;
const atOnce = 25;
/** Work in flight is taken up again within this; milliseconds. */
const patience = 20_000;

interface Running {
  readonly process: ChildProcess;
  readonly baseUrl: string;
  readonly inboxUrl: string;
  readonly apiKey: string;
}

let dataDir: string;
let database: TestDatabase;
let running: Running | null = null;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tidings-kill-'));
  database = await createTestDatabase();
});

afterEach(async () => {
  if (running) await kill(running);
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

async function start(): Promise<Running> {
  const child = spawn(process.execPath, ['--import', 'tsx', main], {
    env: {
      ...process.env,
      NODE_ENV: 'development',
      DATA_DIR: dataDir,
      DATABASE_URL: database.url,
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
  const local = JSON.parse(await readFile(join(dataDir, 'local.json'), 'utf8'));
  running = { process: child, baseUrl: local.base_url, inboxUrl: local.inbox_url, apiKey: local.api_key };
  return running;
}

async function kill({ process: child }: Running): Promise<void> {
  running = null;
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

async function emitAll(service: Running, stopped: () => boolean): Promise<Set<number>> {
  const accepted = new Set<number>();
  let next = 0;
  const sender = async () => {
    while (next < emits && !stopped()) {
      const n = next;
      next += 1;
      if (await emit(service, n)) accepted.add(n);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, sender));
  return accepted;
}

async function arrived({ inboxUrl }: Running): Promise<Set<number>> {
  const mails: { to: { address: string }[] }[] = await (await fetch(`${inboxUrl}/email`)).json();
  return new Set(mails.map(({ to }) => Number(/reader-(\d+)@/.exec(to[0]?.address ?? '')?.[1])));
}

test.each(Array.from({ length: rounds }, (_, round) => round + 1))(
  'round %i: every emit that was answered 202 arrives, though the process is killed at a random point',
  { timeout: 120_000 },
  async () => {
    const first = await start();
    let killed = false;
    const killing = new Promise<void>((resolve) => {
      setTimeout(
        () => {
          killed = true;
          resolve(kill(first));
        },
        100 + Math.random() * 1_500,
      );
    });
    const accepted = await emitAll(first, () => killed);
    await killing;
    const second = await start();
    await expect
      .poll(
        async () => {
          const there = await arrived(second);
          return [...accepted].filter((n) => !there.has(n)).length;
        },
        { timeout: patience, interval: 250 },
      )
      .toBe(0);
    expect(accepted.size).toBeGreaterThan(0);
  },
);
