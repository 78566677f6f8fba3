import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createTransport } from 'nodemailer';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createLog } from '../../src/ground/log/log.ts';
import { type Inbox, startInbox } from '../../src/local/inbox.ts';
import { everyWay } from '../support/every-way.ts';

interface Listed {
  readonly id: string;
  readonly subject: string;
  readonly envelope: {
    readonly from: { readonly address: string };
    readonly to: readonly { readonly address: string }[];
  };
}

const host = '127.0.0.1';
const log = createLog('silent');
let dataDir: string;
let inbox: Inbox | undefined;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tidings-inbox-'));
});
afterEach(async () => {
  await inbox?.stop();
  inbox = undefined;
  await rm(dataDir, { recursive: true, force: true });
});

async function start(port = 0): Promise<Inbox> {
  inbox = await startInbox({ dataDir, host, port, log });
  return inbox;
}

const list = async ({ url }: Pick<Inbox, 'url'>) => (await (await fetch(`${url}/email`)).json()) as readonly Listed[];
const subjects = async (of: Pick<Inbox, 'url'>) => (await list(of)).map(({ subject }) => subject);

function rawMail(subject: string): string {
  const lines = [
    'From: a@demo.test',
    'To: b@example.com',
    `Subject: ${subject}`,
    'Content-Type: text/plain; charset=utf-8',
  ];
  return [...lines, '', 'Grüße ✉', '.dot', ''].join('\r\n');
}

async function send({ smtp }: Pick<Inbox, 'smtp'>, mails: readonly string[], connections = 1): Promise<void> {
  const transport = createTransport({ ...smtp, pool: true, maxConnections: connections, ignoreTLS: true });
  try {
    await Promise.all(
      mails.map((raw) => transport.sendMail({ envelope: { from: 'b+1@bounces.test', to: ['Ada@example.com'] }, raw })),
    );
  } finally {
    transport.close();
  }
}

/** An inbox whose parent is a process of its own, in a process group of its own. */
async function startElsewhere() {
  const program = fileURLToPath(new URL('./inbox-parent.ts', import.meta.url));
  const options = JSON.stringify({ dataDir, host, port: 0 });
  const parent = fork(program, [options], { execArgv: [], detached: true });
  const [message] = await once(parent, 'message');
  return { parent, pid: Number(parent.pid), ...(message as Pick<Inbox, 'url' | 'smtp'>) };
}

test('a mail that was answered is listed with its envelope, and its source is what was sent', async () => {
  const started = await start();
  await send(started, [rawMail('First')]);
  const [mail] = await list(started);
  expect(mail).toMatchObject({
    subject: 'First',
    envelope: { from: { address: 'b+1@bounces.test' }, to: [{ address: 'Ada@example.com' }] },
  });
  const source = await fetch(`${started.url}/email/${mail?.id}/source`);
  expect(await source.text()).toBe(rawMail('First'));
});

test.runIf(everyWay)('mails, their order and their envelopes outlast a restart', async () => {
  const before = await start();
  for (const subject of ['One', 'Two', 'Three']) await send(before, [rawMail(subject)]);
  const kept = await list(before);
  await before.stop();
  const after = await start();
  expect((await list(after)).map(({ id, subject, envelope }) => ({ id, subject, envelope }))).toEqual(
    kept.map(({ id, subject, envelope }) => ({ id, subject, envelope })),
  );
});

test('a mail that was deleted stays deleted', async () => {
  const before = await start();
  await send(before, [rawMail('Goes'), rawMail('Stays')]);
  const gone = (await list(before)).find(({ subject }) => subject === 'Goes');
  await fetch(`${before.url}/email/${gone?.id}`, { method: 'DELETE' });
  await before.stop();
  const after = await start();
  expect(await subjects(after)).toEqual(['Stays']);
  await fetch(`${after.url}/email/all`, { method: 'DELETE' });
  await after.stop();
  expect(await list(await start())).toEqual([]);
});

test('when its parent is killed it ends, and the next start has its mails and its port', async () => {
  const { parent, pid, ...former } = await startElsewhere();
  await send(former, [rawMail('Kept')]);
  process.kill(pid, 'SIGKILL');
  await once(parent, 'exit');
  const started = await start(Number(new URL(former.url).port));
  expect(started.url).toBe(former.url);
  expect(await subjects(started)).toEqual(['Kept']);
  await expect(send(former, [rawMail('Late')])).rejects.toThrow();
});

test.runIf(everyWay)("a terminal's Ctrl-C does not end it", async () => {
  const { parent, pid, ...running } = await startElsewhere();
  process.kill(-pid, 'SIGINT');
  await send(running, [rawMail('After Ctrl-C')]);
  expect(await subjects(running)).toEqual(['After Ctrl-C']);
  parent.kill('SIGKILL');
  await once(parent, 'exit');
});

test.runIf(everyWay)('two hundred mails over ten connections are each taken once', async () => {
  const started = await start();
  const names = Array.from({ length: 200 }, (_, number) => `Mail ${number}`);
  await send(started, names.map(rawMail), 10);
  expect((await subjects(started)).sort()).toEqual(names.sort());
});

test('a port that somebody else holds is named as what is wrong', async () => {
  const other = createServer().listen(0, host);
  await once(other, 'listening');
  const { port } = other.address() as { port: number };
  await expect(start(port)).rejects.toThrow('INBOX_PORT');
  other.close();
});
