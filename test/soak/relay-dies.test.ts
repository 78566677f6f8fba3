/** The relay dies in the middle of 2,000 sends and comes back: each mail arrives, few of them twice. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Clock } from '../../src/ground/time/clock.ts';
import { type Backend, startTestService, type TestService } from '../support/service.ts';
import { type SmtpSink, startSmtpSink } from '../support/smtp-sink.ts';
import { type Wire, wireTo } from '../support/wire.ts';
import { ofWhole } from './share.ts';

const mails = ofWhole(2_000);
/** How long the relay is gone; seconds. */
const outage = ofWhole(30);
/** Connections to the relay: so many mails can be under way when it dies. */
const connections = 20;
/** How long it may take until all is there, once the relay is back; milliseconds. */
const patience = 240_000;

let service: TestService;
let backend: Backend;
let sink: SmtpSink;
let relay: Wire;
let offset = 0;
const clock: Clock = { now: () => new Date(Date.now() + offset), monotonic: () => performance.now() + offset };

beforeAll(async () => {
  sink = await startSmtpSink();
  relay = await wireTo(sink.port);
  service = await startTestService({
    clock,
    env: {
      TRANSPORT: 'smtp',
      SMTP_URL: `smtp://127.0.0.1:${relay.port}?connections=${connections}`,
      SPF_VALUE: 'ip4:127.0.0.1',
      // The emits are quick, and not what is measured.
      RATE_LIMIT_PER_MINUTE: '600000',
    },
  });
  backend = await service.platform('Acme');
  // No name server is asked here: the domain is told to be verified.
  await service.service.app.db.pool.query(
    `UPDATE sending_domains SET status = 'verified', verified_at = created_at, check_due_at = 'infinity'`,
  );
  offset += 60_000;
});

afterAll(async () => {
  await service.stop();
  await relay.cut();
  await sink.stop();
});

test(`${mails} mails arrive though the relay dies among them for ${outage} s`, async () => {
  const half = sink.received(Math.floor(mails / 2));
  const emitted = Promise.all(
    Array.from({ length: 10 }, async (_, sender) => {
      for (let n = sender; n < mails; n += 10) {
        const { status } = await backend.rest('POST', '/workspaces/ref:shop/events', {
          type: 'order.shipped',
          idempotency_key: `soak-${n}`,
          recipient: { email: `reader-${n}@example.com` },
          payload: { order_number: String(n), tracking_url: 'https://example.com/1' },
        });
        expect(status).toBe(202);
      }
    }),
  );
  await half;
  await relay.cut();
  const atDeath = sink.mails.length;
  await new Promise((resolve) => setTimeout(resolve, outage * 1_000));
  await emitted;
  await relay.mend();
  const back = performance.now();
  const arrived = () => new Set(sink.mails.map(({ to }) => to[0])).size;
  // Refused connections were tries too: their next is a minute later, or five. While mails arrive, time stays: it would
  // end the leases of those under way, which then go out twice.
  let before = -1;
  const hurry = setInterval(() => {
    if (arrived() === before) offset += 10_000;
    before = arrived();
  }, 1_000);
  try {
    await expect.poll(arrived, { timeout: patience, interval: 200 }).toBe(mails);
  } finally {
    clearInterval(hurry);
  }
  const twice = sink.mails.length - mails;
  process.stdout.write(
    `relay died at ${atDeath} of ${mails}, back after ${outage} s, all there ${Math.round(performance.now() - back)} ms later, ${twice} twice\n`,
  );
  expect(twice).toBeLessThanOrEqual(connections);
  const ids = new Map<string, string>();
  for (const { to, raw } of sink.mails) {
    const id = /^Message-ID: (.*)\r$/m.exec(raw.toString('latin1'))?.[1] ?? '';
    const [recipient = ''] = to;
    expect(ids.get(recipient) ?? id).toBe(id);
    ids.set(recipient, id);
  }
  expect(new Set(ids.values()).size).toBe(mails);
  await expect
    .poll(async () => (await service.service.app.db.pool.query(`SELECT DISTINCT state FROM messages`)).rows, {
      timeout: 30_000,
    })
    .toEqual([{ state: 'delivered' }]);
});
