/** The page of a message says the true cause, for each cause of `messageExplain`, in a time that the test moves. */
import type { Page } from 'playwright-core';
import { beforeAll, expect, test, vi } from 'vitest';
import type { App } from '../../../src/context.ts';
import { shareExchangerPaces } from '../../../src/messages/exchangers/share-exchanger-paces.ts';
import { recordReport } from '../../../src/messages/reports/record-report.ts';
import { suppressAddresses } from '../../../src/suppressions/suppress-addresses.ts';
import { createCaptureTransport } from '../../../src/transport/capture.ts';
import { createMxTransport } from '../../../src/transport/mx/mx.ts';
import type { Backend } from '../../support/service.ts';
import { startSmtpSink } from '../../support/smtp-sink.ts';
import { createTestClock } from '../../support/test-clock.ts';
import { desktop, openConsole } from './console-world.ts';
import { follow } from './fill-console.ts';

const day = 86_400_000;
const clock = createTestClock(new Date());
const world = openConsole({ clock });

/** Replies for as long as the tests may live. */
const always = (code: number, text: string) => Array.from({ length: 50 }, () => ({ code, text }));
const waits = always(452, '4.3.1 Insufficient system storage');

interface Emitted {
  readonly message: string;
  readonly event: string;
}

async function emit(backend: Backend, workspace: string, email: string, key = email): Promise<Emitted> {
  const { status, body } = await backend.rest('POST', `/workspaces/ref:${workspace}/events`, {
    type: 'order.shipped',
    idempotency_key: key,
    recipient: { email },
    payload: { customer_name: 'Ada', order_number: '1001', tracking_url: 'https://example.com/1001' },
  });
  expect(status).toBe(202);
  return { message: body.data.message.id, event: body.data.id };
}

/** A message that was rejected for now, so that it is in the queue when something happens to its workspace. */
async function queued(backend: Backend, workspace: string, email: string): Promise<Emitted> {
  world.tidings.mail.refuse(email, waits);
  const emitted = await emit(backend, workspace, email);
  await follow(backend, emitted.message, ({ state, attempts }) => state === 'queued' && attempts.length > 0);
  return emitted;
}

interface Case {
  readonly cause: string;
  /** What the sentence at the top says. */
  readonly says: RegExp;
  readonly id: string;
  readonly backend: Backend;
}

const cases: Case[] = [];

beforeAll(async () => {
  const { tidings, backend } = world;
  const { app } = tidings.service;
  const sql = (text: string, values: readonly unknown[]) => app.db.pool.query(text, [...values]);
  const add = (cause: string, says: RegExp, id: string, of = backend) => cases.push({ cause, says, id, backend: of });
  const workspace = async (name: string) => {
    const { body } = await backend.rest('POST', '/workspaces', { name, reference: name, timezone: 'UTC' });
    return String(body.data.id);
  };

  // A day must pass before the others begin.
  const expired = await queued(backend, 'shop', 'expired@example.com');
  add('expired', /^Expired: no attempt succeeded within 24 hours of the emit\. .*452 4\.3\.1/, expired.message);
  clock.advance(day);
  await follow(backend, expired.message, ({ state }) => state === 'expired');

  await workspace('suspended');
  const suspended = await queued(backend, 'suspended', 'suspended@example.com');
  await backend.rest('POST', '/workspaces/ref:suspended/suspend');
  add(
    'workspace_suspended',
    /^Held: the workspace is suspended \(since .*\)\. The message leaves once somebody resumes/,
    suspended.message,
  );

  const pausedId = await workspace('paused');
  const paused = await queued(backend, 'paused', 'paused@example.com');
  await sql(
    `UPDATE workspace_health SET state = 'paused', reason = 'bounce_rate', since = $2, counts_since = $3
     WHERE workspace_id = $1`,
    [pausedId, clock.now(), new Date(clock.now().getTime() - day)],
  );
  await sql(
    `INSERT INTO health_hours (workspace_id, hour, ended, delivered, hard_bounces, complaints)
     VALUES ($1, date_trunc('hour', $2::timestamptz) - interval '2 hours', 1000, 888, 112, 0)`,
    [pausedId, clock.now()],
  );
  add(
    'workspace_paused',
    /^Held: the workspace is paused because 11\.2% of its mail bounced \(since .*\)\. It expires at .* before it can leave/,
    paused.message,
  );

  const cappedId = await workspace('capped');
  const capped = await queued(backend, 'capped', 'capped@example.com');
  await sql(
    `UPDATE workspace_health SET state = 'throttled', reason = 'complaint_rate', since = $2 WHERE workspace_id = $1`,
    [cappedId, clock.now()],
  );
  await sql(
    `INSERT INTO sending_days (workspace_id, day, sent) VALUES ($1, $2, 50)
     ON CONFLICT (workspace_id, day) DO UPDATE SET sent = 50`,
    [cappedId, clock.now().toISOString().slice(0, 10)],
  );
  add(
    'day_cap_used',
    /^Held: the workspace has used its mails of the day: it sent 50 on .*, of the 50 that it may send while it is throttled because .*It goes on at/,
    capped.message,
  );

  tidings.mail.refuse('grey@example.com', always(451, '4.7.1 Greylisting in action, please come back later'));
  const grey = await emit(backend, 'shop', 'grey@example.com');
  await follow(backend, grey.message, ({ attempts }) => attempts.length > 0);
  add(
    'greylisted',
    /^It waits for its next attempt: .*Greylisting in action, please come back later.* It goes on at/,
    grey.message,
  );

  const retry = await queued(backend, 'shop', 'retry@example.com');
  add('waiting_for_retry', /^It waits for its next attempt: .*452 4\.3\.1.*Insufficient system storage/, retry.message);

  tidings.mail.refuse('bounced@example.com', [{ code: 550, text: '5.1.1 User unknown' }]);
  const bounced = await emit(backend, 'shop', 'bounced@example.com');
  await follow(backend, bounced.message, ({ state }) => state === 'bounced');
  add('bounced', /550 5\.1\.1.*User unknown/, bounced.message);
  const byBounce = await emit(backend, 'shop', 'bounced@example.com', 'after-the-bounce');
  await follow(backend, byBounce.message, ({ state }) => state === 'suppressed');
  add('suppressed_by_bounce', /suppressed for all email, because mail to it bounced hard/, byBounce.message);

  const complained = await emit(backend, 'shop', 'complained@example.com');
  await follow(backend, complained.message, ({ state }) => state === 'delivered');
  const { message: messageId } = complained;
  await recordReport(app, {
    kind: 'complaint',
    messageId,
    hard: false,
    mailboxFault: false,
    category: null,
    replyCode: null,
    status: null,
    reply: null,
  });
  const address = 'complained@example.com';
  const fault = {
    platformId: backend.platformId,
    workspaceId: world.ids.workspace,
    address,
    addressHash: app.secrets.addressHash(address),
  };
  // A complaint by itself blocks marketing mail alone.
  await app.db.transaction((client) =>
    suppressAddresses(app, client, [{ ...fault, reason: 'complaint', blocks: 'all', at: clock.now() }]),
  );
  const byComplaint = await emit(backend, 'shop', address, 'after-the-complaint');
  await follow(backend, byComplaint.message, ({ state }) => state === 'suppressed');
  add(
    'suppressed_by_complaint',
    /suppressed for all email, because its holder marked mail as spam/,
    byComplaint.message,
  );

  const other = await tidings.platform('Unverified', 'unverified.test');
  const unverified = await queued(other, 'shop', 'unverified@example.com');
  await sql(
    `UPDATE sending_domains SET domain = 'unverified.dev', status = 'failed', failing_since = $2 WHERE platform_id = $1`,
    [other.platformId, clock.now()],
  );
  add('domain_unverified', /^Held: the sending domain unverified\.dev is not verified/, unverified.message, other);

  const erased = await emit(backend, 'shop', 'erased@example.com');
  await follow(backend, erased.message, ({ state }) => state === 'delivered');
  await backend.rest('POST', '/workspaces/ref:shop/erasures', { email: 'erased@example.com' });
  await vi.waitUntil(
    async () =>
      (await backend.graphql('query ($id: ID!) { node(id: $id) { id } }', { id: erased.message })).body.data.node ===
      null,
    { timeout: 30_000, interval: 200 },
  );
  add('erased', /^The person was erased, and this message with them: the emit of /, erased.event);

  // The discard port: nothing listens there.
  const gone = createCaptureTransport({ host: '127.0.0.1', port: 9, clientName: 'localhost' });
  const { transport } = app;
  Object.assign(app, { transport: gone } satisfies Partial<App>);
  const down = await emit(backend, 'shop', 'down@example.com');
  await follow(backend, down.message, ({ attempts }) => attempts.length > 0);
  Object.assign(app, { transport } satisfies Partial<App>);
  await gone.close();

  const quiet = await startSmtpSink({
    onConnect: (_session, done) => done(Object.assign(new Error('4.7.28 Unusual rate of mail'), { responseCode: 421 })),
  });
  const straight = createMxTransport({
    exchangers: {
      hostsOf: async () => ({ kind: 'hosts', hosts: ['mx.busy.example'], all: true }),
      addressesOf: async () => [quiet.host],
      noneExists: async () => false,
    },
    policies: { enforced: async () => null },
    port: quiet.port,
    connections: 1,
    clock,
    clientName: 'localhost',
  });
  Object.assign(app, { transport: straight } satisfies Partial<App>);
  const asked = await emit(backend, 'shop', 'first@busy.example');
  await follow(backend, asked.message, ({ attempts }) => attempts.length > 0);
  const quieted = await emit(backend, 'shop', 'second@busy.example');
  const waitsFor = async () =>
    (await app.db.pool.query('SELECT waits_for FROM messages WHERE id = $1', [quieted.message])).rows[0]?.waits_for;
  await vi.waitUntil(async () => (await waitsFor()) === 'quiet:busy.example', { timeout: 30_000, interval: 100 });
  await shareExchangerPaces(app);
  Object.assign(app, { transport } satisfies Partial<App>);
  await straight.close();
  await quiet.stop();
  add(
    'exchanger_quiet',
    /^Held: the mail servers of busy\.example asked for quiet until .*: 421 4\.7\.28 Unusual rate of mail .*It goes on at/,
    quieted.message,
  );
  add(
    'server_unreachable',
    /^It waits for its next attempt: .*had no reply from 127\.0\.0\.1: the connection could not be opened.* It goes on/,
    down.message,
  );
}, 180_000);

test('the page of a message names the cause, for each of the thirteen', { timeout: 180_000 }, async () => {
  const said: Record<string, string | null> = {};
  let page: Page | null = null;
  let signedIn: Backend | null = null;
  for (const { cause, id, backend } of [...cases].sort((one) => (one.backend === world.backend ? -1 : 1))) {
    if (page === null || signedIn !== backend) {
      page = await world.openPage({ timezoneId: 'UTC', viewport: desktop });
      await page.context().clearCookies();
      await page.clock.setFixedTime(clock.now());
      await world.signIn(page, backend.apiKey);
      signedIn = backend;
    }
    await page.goto(`${world.origin}/console/messages/${id}`);
    const why = page.getByRole('region', { name: 'Why' });
    await why.waitFor();
    // The share of a pause comes with a second request.
    if (cause === 'workspace_paused') await why.getByText('11.2%').waitFor();
    if (cause === 'exchanger_quiet') {
      await page.getByText('mail servers that take no more for now').waitFor();
      const moment = page.locator('.timeline li', {
        hasText: 'Waits: the mail servers of busy.example asked for quiet',
      });
      await moment.getByText('421 4.7.28 Unusual rate of mail').waitFor();
    }
    said[(await why.getAttribute('data-cause')) ?? ''] = await why.locator('.explanation-summary').textContent();
  }
  expect(said).toEqual(Object.fromEntries(cases.map(({ cause, says }) => [cause, expect.stringMatching(says)])));
  expect(cases).toHaveLength(13);
  // The clock that the test sets is a script, which the frame of a mail refuses like any other.
  world.expected = /sandboxed/;
});
