/** Two workers, one of them killed every few seconds while 5,000 go out: nothing is lost, nothing stuck. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Backend, startTestService, type TestService } from '../support/service.ts';
import { type SmtpSink, startSmtpSink } from '../support/smtp-sink.ts';
import { ofWhole } from './share.ts';

const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
const mails = ofWhole(5_000);
/** Mails that arrive between two kills, about: a worker takes seconds to start, and short runs have few kills. */
const mailsBetweenKills = Math.max(50, Math.ceil(mails / 20));
/** Attempts that one worker has under way at most: what a kill can repeat. */
const underWay = 20;
/** Until all is there; milliseconds. */
const patience = 900_000;
/** A lease that ran out so long ago was forgotten; seconds. */
const stuckAfter = 60;

let service: TestService;
let backend: Backend;
let sink: SmtpSink;
const workers = new Set<ChildProcess>();

function startWorker(databaseUrl: string): ChildProcess {
  const child = spawn(process.execPath, ['--import', 'tsx', main], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PUBLIC_URL: 'https://tidings.test',
      ROLES: 'worker',
      PROCESSES: '1',
      DATABASE_URL: databaseUrl,
      SECRET_KEY: 'a key of thirty-two characters at least',
      OPERATOR_TOKEN: 'operator-token-of-the-tests',
      TRANSPORT: 'smtp',
      SMTP_URL: sink.url,
      SPF_VALUE: 'ip4:127.0.0.1',
      LOG_LEVEL: 'silent',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  workers.add(child);
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  workers.delete(child);
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

beforeAll(async () => {
  sink = await startSmtpSink();
  service = await startTestService({
    env: {
      ROLES: 'api',
      TRANSPORT: 'smtp',
      SMTP_URL: sink.url,
      SPF_VALUE: 'ip4:127.0.0.1',
      // The emits are quick, and not what is measured.
      RATE_LIMIT_PER_MINUTE: '600000',
    },
  });
  backend = await service.platform('Acme');
  // No name server is asked here: the domain is told to be verified, and to have been for long.
  await query(
    `UPDATE sending_domains SET status = 'verified', verified_at = created_at - interval '1 hour', check_due_at = 'infinity'`,
  );
});

afterAll(async () => {
  await Promise.all([...workers].map(kill));
  await service.stop();
  await sink.stop();
});

const query = async (text: string) => (await service.service.app.db.pool.query(text)).rows;

test(`${mails} mails arrive though a worker is killed again and again`, async () => {
  const databaseUrl = service.service.app.db.url;
  for (let n = 0; n < mails; n += 10) {
    const answers = await Promise.all(
      Array.from({ length: Math.min(10, mails - n) }, (_, i) =>
        backend.rest('POST', '/workspaces/ref:shop/events', {
          type: 'order.shipped',
          idempotency_key: `killed-${n + i}`,
          recipient: { email: `reader-${n + i}@example.com` },
          payload: { order_number: '1', tracking_url: 'https://example.com/1' },
        }),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
  }
  const arrived = () => new Set(sink.mails.map(({ to }) => to[0])).size;
  const pair: ChildProcess[] = [startWorker(databaseUrl), startWorker(databaseUrl)];
  let kills = 0;
  let killAt = mailsBetweenKills;
  const started = performance.now();
  while (arrived() < mails) {
    expect(
      pair.every(({ exitCode }) => exitCode === null),
      'both workers run',
    ).toBe(true);
    expect(performance.now() - started).toBeLessThan(patience);
    await new Promise((resolve) => setTimeout(resolve, 20));
    const [stuck] = await query(
      `SELECT count(*)::int AS n FROM messages
       WHERE state = 'sending' AND lease_until < now() - interval '${stuckAfter} seconds'`,
    );
    expect(stuck.n).toBe(0);
    // A worker that has just come up must get to work before the next kill.
    if (sink.mails.length < killAt || sink.mails.length >= mails) continue;
    killAt = sink.mails.length + mailsBetweenKills;
    const [oldest, other] = pair;
    if (!oldest || !other) throw new Error('There are two workers');
    await kill(oldest);
    kills += 1;
    pair.splice(0, 2, other, startWorker(databaseUrl));
  }
  const seconds = Math.round((performance.now() - started) / 1_000);
  const twice = sink.mails.length - mails;
  process.stdout.write(`${mails} mails in ${seconds} s, ${kills} workers killed, ${twice} mails twice\n`);
  expect(kills).toBeGreaterThan(2);
  expect(twice).toBeLessThanOrEqual(kills * underWay);
  const ids = new Set(sink.mails.map(({ raw }) => /^Message-ID: (.*)\r$/m.exec(raw.toString('latin1'))?.[1]));
  expect(ids.size).toBe(mails);
  await expect
    .poll(() => query('SELECT DISTINCT state FROM messages'), { timeout: 60_000 })
    .toEqual([{ state: 'delivered' }]);
});
