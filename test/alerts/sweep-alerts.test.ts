/** Who is told of an endpoint that fails for long, and when it is paused for it (docs/rules.md#alerts-of-an-endpoint). */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sweepApart, triesApart, triesMax } from '../../src/alerts/alert-limits.ts';
import { sweepAlerts } from '../../src/alerts/sweep-alerts.ts';
import type { Ctx } from '../../src/context.ts';
import { setPlatformSuspension } from '../../src/platforms/set-platform-suspension.ts';
import { suppressByHand } from '../../src/suppressions/suppress-by-hand.ts';
import { claimTogether } from '../../src/webhooks/delivery/claim-webhooks.ts';
import type { ClaimedWebhook } from '../../src/webhooks/delivery/claimed-webhook.ts';
import { writeResults } from '../../src/webhooks/delivery/record-attempts.ts';
import { createEndpoint } from '../../src/webhooks/endpoints/create-endpoint.ts';
import { deleteEndpoint } from '../../src/webhooks/endpoints/delete-endpoint.ts';
import { findEndpoint } from '../../src/webhooks/endpoints/find-endpoint.ts';
import { resumeEndpoint } from '../../src/webhooks/endpoints/resume-endpoint.ts';
import { sendTestWebhook } from '../../src/webhooks/endpoints/send-test-webhook.ts';
import { updateEndpoint } from '../../src/webhooks/endpoints/update-endpoint.ts';
import { createSendingWorld, type SendingWorld } from '../support/sending-world.ts';

const hour = 3_600_000;
const day = 24 * hour;
const url = 'https://hooks.example.com/secret-path?token=hidden';

let world: SendingWorld;
let ctx: Ctx;
let id: string;
/** Of a test webhook that a turn has claimed: its results move the breaker. */
let claimed: ClaimedWebhook;
let tellings = 0;
let alertEmail: string;

beforeAll(async () => {
  world = await createSendingWorld();
  const workspace = await world.workspace();
  ctx = workspace.ctx;
});
beforeEach(async () => {
  tellings += 1;
  alertEmail = `ops-${tellings}@example.com`;
  await make({ alertEmail });
});
afterAll(() => world.close());

async function make(given: object): Promise<void> {
  if (id !== undefined) await deleteEndpoint(ctx, id).catch(() => undefined);
  ({ id } = await createEndpoint(ctx, { url, types: ['sending_domain.changed'], ...given }));
  await sendTestWebhook(ctx, id, 'sending_domain.changed');
  const turn = { platformId: ctx.platformId, id };
  const [answered] = await claimTogether(ctx.app, [{ turn, limit: 1, dueFrom: null }]);
  const [first] = answered?.answer ?? [];
  if (!first) throw new Error('The test webhook is not due');
  claimed = first;
}

async function attempt(error: 'status' | null = 'status'): Promise<void> {
  const result = { status: error === null ? 204 : 500, error, durationMs: 5 };
  // Of no claim: it moves the breaker, and not the webhook.
  await writeResults(ctx.app, [{ webhook: { ...claimed, attemptNumber: 0 }, at: world.now(), result }]);
}

/** An attempt every hour for so long, all failed, with the sweep after each. */
async function failFor(time: number): Promise<void> {
  for (let passed = 0; passed < time; passed += hour) {
    world.advance(hour);
    await attempt();
    await sweepAlerts(ctx.app);
  }
}

const told = () => world.sink.mails.filter(({ to }) => to.includes(alertEmail));
const endpoint = () => findEndpoint(ctx, id);

test('it is told once after a day of failures, and once when it is paused after five', async () => {
  await attempt();
  await failFor(day - hour);
  expect(told()).toHaveLength(0);
  await failFor(2 * hour);
  expect(told()).toHaveLength(1);
  await failFor(day);
  expect(told()).toHaveLength(1);
  expect((await endpoint()).pausedAt).toBeNull();
  await failFor(3 * day);
  expect(told()).toHaveLength(2);
  const { pausedAt, disabledAt } = await endpoint();
  expect(pausedAt).not.toBeNull();
  expect(disabledAt).toEqual(pausedAt);
  world.advance(day);
  await sweepAlerts(ctx.app);
  expect(told()).toHaveLength(2);
  const [first, second] = await Promise.all(told().map((mail) => mail.parse()));
  expect(first?.subject).toBe('Webhooks to hooks.example.com have failed for a day');
  expect(second?.subject).toBe('Webhooks to hooks.example.com are paused');
});

test('the mail says which endpoint, and no secret of its URL; no robot answers it, and it is no message', async () => {
  await attempt();
  await failFor(day);
  const [mail] = told();
  const parsed = await mail?.parse();
  expect(parsed?.from?.address).toBe('webhooks@shop.test');
  expect(`${parsed?.text}${parsed?.html}`).toContain(id);
  expect(mail?.raw.toString()).not.toMatch(/secret-path|hidden/);
  const headers = new Map(parsed?.headers.map(({ key, value }) => [key, value]));
  expect(headers.get('auto-submitted')).toBe('auto-generated');
  expect(headers.get('dkim-signature')).toContain('d=shop.test');
  const { rows } = await ctx.app.db.pool.query('SELECT count(*)::int AS n FROM messages');
  expect(rows[0].n).toBe(0);
});

test('an accepted webhook begins the days anew, and another failure of a day is told again', async () => {
  await attempt();
  await failFor(day - 2 * hour);
  await attempt(null);
  await failFor(day);
  expect(told()).toHaveLength(0);
  await failFor(hour);
  expect(told()).toHaveLength(1);
  await attempt(null);
  expect(await endpoint()).toMatchObject({ failingSince: null, failedAt: null, alertLevel: null });
  await failFor(day + hour);
  expect(told()).toHaveLength(2);
});

test('one that fails and then gets no webhook is not told of, as nobody knows', async () => {
  await attempt();
  world.advance(3 * day);
  await sweepAlerts(ctx.app);
  expect(told()).toHaveLength(0);
});

test('resuming ends the pause, and the days begin anew', async () => {
  await attempt();
  await failFor(5 * day);
  expect((await endpoint()).disabledAt).not.toBeNull();
  await resumeEndpoint(ctx, id);
  expect(await endpoint()).toMatchObject({ pausedAt: null, disabledAt: null, failures: 0, failingSince: null });
  await failFor(day - hour);
  expect(told()).toHaveLength(2);
});

test('an endpoint without an address is never paused so, and one that gets its address late is told', async () => {
  await make({});
  await attempt();
  await failFor(6 * day);
  expect((await endpoint()).pausedAt).toBeNull();
  expect(told()).toHaveLength(0);
  await updateEndpoint(ctx, id, { alertEmail });
  world.advance(sweepApart);
  await sweepAlerts(ctx.app);
  expect(told()).toHaveLength(1);
});

test('a server that refuses for a while is asked again, eight times at most', async () => {
  world.sink.refuse(alertEmail, [{ code: 451, text: '4.3.0 Try later' }]);
  await attempt();
  await failFor(day);
  expect(told()).toHaveLength(0);
  world.advance(triesApart);
  await sweepAlerts(ctx.app);
  expect(told()).toHaveLength(1);
  alertEmail = `never-${alertEmail}`;
  await make({ alertEmail });
  world.sink.refuse(
    alertEmail,
    // A ninth try would be taken.
    Array.from({ length: triesMax }, () => ({ code: 451, text: '4.3.0 Try later' })),
  );
  await attempt();
  await failFor(day);
  for (let tries = 1; tries < triesMax + 3; tries += 1) {
    world.advance(triesApart);
    await sweepAlerts(ctx.app);
  }
  expect((await endpoint()).alertLevel).toBe(1);
  expect(told()).toHaveLength(0);
});

test('a process that died in the last try costs that mail, and not the one about the pause', async () => {
  await attempt();
  await failFor(day - hour);
  await ctx.app.db.pool.query('UPDATE webhook_endpoints SET alert_tries = $2, alert_due_at = $3 WHERE id = $1', [
    id,
    triesMax,
    world.now(),
  ]);
  await failFor(2 * hour);
  expect(told()).toHaveLength(0);
  expect((await endpoint()).alertLevel).toBe(1);
  await failFor(4 * day);
  expect(told()).toHaveLength(1);
});

test('the version before clears the failures alone: its success begins the days anew', async () => {
  await attempt();
  await ctx.app.db.pool.query('UPDATE webhook_endpoints SET failures = 0 WHERE id = $1', [id]);
  world.advance(6 * day);
  await attempt();
  await sweepAlerts(ctx.app);
  expect(await endpoint()).toMatchObject({ pausedAt: null, failingSince: world.now() });
  await ctx.app.db.pool.query('UPDATE webhook_endpoints SET failures = 0 WHERE id = $1', [id]);
  await attempt(null);
  expect((await endpoint()).failingSince).toBeNull();
  expect(told()).toHaveLength(0);
});

test('two processes tell once', async () => {
  await attempt();
  for (let passed = 0; passed < day; passed += hour) {
    world.advance(hour);
    await attempt();
  }
  const other = world.otherApp();
  await Promise.all([sweepAlerts(ctx.app), sweepAlerts(other), sweepAlerts(ctx.app)]);
  expect(told()).toHaveLength(1);
});

test('a suppressed address, and a suspended platform, get no mail', async () => {
  await suppressByHand(ctx, (await world.workspace()).id, { email: alertEmail, reach: 'platform' });
  await attempt();
  await failFor(day + hour);
  expect(told()).toHaveLength(0);
  alertEmail = `free-${alertEmail}`;
  await make({ alertEmail });
  await setPlatformSuspension(ctx.app, ctx.platformId, true);
  await attempt();
  await failFor(day + hour);
  expect(told()).toHaveLength(0);
  await setPlatformSuspension(ctx.app, ctx.platformId, false);
  world.advance(triesApart);
  await sweepAlerts(ctx.app);
  expect(told()).toHaveLength(1);
});
