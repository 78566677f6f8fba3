/** A link that is used again and again (docs/rules.md#many-changes-of-mind). */
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { consentChangesKept } from '../../src/contacts/drop-old-consent.ts';
import { changesWindow, plainChanges, togetherTime, undoneKept } from '../../src/people/many-changes.ts';
import { claimWebhooks } from '../../src/webhooks/delivery/claim-webhooks.ts';
import { contactsOf } from '../support/contacts-of.ts';
import { createPagesWorld, hearOfPeople, type PagesWorld } from '../support/pages-world.ts';
import type { Tenant } from '../support/world.ts';

const second = 1_000;
const minute = 60 * second;

let world: PagesWorld;
let tenant: Tenant;
let contacts: ReturnType<typeof contactsOf>;

beforeAll(async () => {
  world = await createPagesWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  tenant = await world.tenant();
  contacts = contactsOf(world, tenant);
  await hearOfPeople(world, tenant);
});

const status = async () => (await contacts.get('ref:ada')).status;
/** The webhooks whose first attempt begins now. */
async function begun() {
  const endpoint = { platformId: tenant.platformId, id: `ENDPOINT${tenant.platformId.slice(-18)}` };
  const claimed = await claimWebhooks(world.app, endpoint, 100, null);
  return claimed.filter(({ attemptNumber }) => attemptNumber === 1);
}

interface Entry {
  readonly source: string;
  readonly undone: boolean;
  readonly minute: number;
}

/** The person's own entries of the history, oldest first. */
async function entries(): Promise<readonly Entry[]> {
  const { rows } = await world.app.db.pool.query(
    `SELECT source, undone_at IS NOT NULL AS undone, extract(epoch FROM date_trunc('minute', created_at))::int / 60 AS minute
     FROM consent_changes WHERE workspace_id = $1 AND source <> 'api' ORDER BY id`,
    [tenant.workspace],
  );
  return rows;
}

/** Leaves and undoes in turn, `count` changes in all, `pause` apart. Each takes effect at once. */
async function toggle(link: string, count: number, pause = 0): Promise<void> {
  for (let change = 1; change <= count; change += 1) {
    const leaves = (await status()) !== 'unsubscribed';
    await world.post(link, { action: leaves ? 'leave' : 'undo' });
    expect(await status()).toBe(leaves ? 'unsubscribed' : 'subscribed');
    world.advance(pause);
  }
}

describe('many changes of mind', () => {
  test('take effect at once, and beyond the plain ones leave one webhook, of the last change', async () => {
    const { link } = await world.subscriber(tenant, 'ada');
    await toggle(link, 60);
    const webhooks = await world.webhooks(tenant);
    expect(webhooks).toHaveLength(plainChanges + 1);
    expect(webhooks[0]?.type).toBe('contact.rejoined_marketing');
    await toggle(link, 1);
    const after = await world.webhooks(tenant);
    expect(after).toHaveLength(plainChanges + 1);
    expect(after[0]).toMatchObject({ type: 'contact.left_marketing', body: { type: 'contact.left_marketing' } });
    expect(await entries()).toHaveLength(plainChanges + 1);
  });

  test('the webhook that they share is due after its time, and shows the state of then', async () => {
    const { link } = await world.subscriber(tenant, 'ada');
    await toggle(link, plainChanges + 1);
    expect(await begun()).toHaveLength(plainChanges);
    world.advance(togetherTime - 1);
    await toggle(link, 1);
    const stateThen = await status();
    expect(await begun()).toEqual([]);
    world.advance(1);
    const [shared, ...others] = await begun();
    expect(others).toEqual([]);
    expect(shared?.type).toBe(stateThen === 'subscribed' ? 'contact.rejoined_marketing' : 'contact.left_marketing');
    // A change during the attempt is told by a webhook of its own.
    await toggle(link, 1);
    const webhooks = await world.webhooks(tenant);
    expect(webhooks).toHaveLength(plainChanges + 2);
    expect(webhooks[0]?.type).not.toBe(shared?.type);
  });

  test('an endpoint that takes one of the types alone is told of that one', async () => {
    await world.app.db.pool.query(
      "UPDATE webhook_endpoints SET types = '{contact.left_marketing}' WHERE platform_id = $1",
      [tenant.platformId],
    );
    const { link } = await world.subscriber(tenant, 'ada');
    await toggle(link, 40);
    const told = (await world.webhooks(tenant)).map(({ type }) => type);
    // Five of the nine plain changes are leavings.
    expect(told).toEqual(Array.from({ length: 6 }, () => 'contact.left_marketing'));
  });

  test('keep the first and the last entry of each minute, and the undo goes on working', async () => {
    const { link } = await world.subscriber(tenant, 'ada');
    world.advance(minute - (world.now().getTime() % minute));
    await toggle(link, plainChanges);
    world.advance(minute);
    const from = Math.floor(world.now().getTime() / minute);
    for (let at = 0; at < 3; at += 1) {
      await toggle(link, 15);
      world.advance(minute);
    }
    const kept = (await entries()).filter((entry) => entry.minute >= from);
    expect(kept.map((entry) => entry.minute - from)).toEqual([0, 0, 1, 1, 2, 2]);
    const before = await contacts.get('ref:ada');
    expect(before.status).toBe('subscribed');
    await toggle(link, 2);
    expect((await contacts.get('ref:ada')).marketing).toEqual(before.marketing);
  });

  test('are plain again once the hour is over', async () => {
    const { link } = await world.subscriber(tenant, 'ada');
    await toggle(link, plainChanges + 1);
    world.advance(changesWindow);
    // The undo window of the last leaving is over; the caller records a new consent.
    await contacts.put('ref:ada', { marketing: { state: 'subscribed', at: world.now().toISOString() } });
    world.advance(1);
    await toggle(link, 1);
    expect(await begun()).toHaveLength(plainChanges + 2);
  });

  test('hold a bounded history over any time, in which consent and opt-outs that stand remain', async () => {
    const { link } = await world.subscriber(tenant, 'ada');
    await world.post(link, { action: 'leave' });
    const leftAt = world.now();
    world.advance(second);
    await contacts.put('ref:ada', { marketing: { state: 'subscribed', at: world.now().toISOString() } });
    await toggle(link, 2 * undoneKept + 40, 31 * second);
    expect(await status()).toBe('subscribed');
    const all = await entries();
    expect(all.filter(({ undone, source }) => undone || source === 'undo')).toHaveLength(undoneKept);
    expect(all[0]).toMatchObject({ source: 'link', undone: false });
    const older = await contacts.put('ref:ada', { marketing: { state: 'subscribed', at: leftAt.toISOString() } });
    expect(older.refusal?.code).toBe('consent_older_than_opt_out');
  });
});

describe('a consent history', () => {
  test('keeps the latest entries, and the latest opt-out among the older ones', async () => {
    await world.subscriber(tenant, 'ada', { marketing: { state: 'unsubscribed', at: world.now().toISOString() } });
    const first = world.now();
    const times = Array.from({ length: consentChangesKept + 200 }, (_, at) => new Date(first.getTime() + 1 + at));
    world.advance(times.length + 1);
    const batch = 300;
    for (let at = 0; at < times.length; at += batch) {
      await contacts.putAll(
        times
          .slice(at, at + batch)
          .map((time) => ({ reference: 'ada', marketing: { state: 'subscribed', at: time.toISOString() } })),
      );
    }
    const { rows } = await world.app.db.pool.query(
      'SELECT state, at FROM consent_changes WHERE workspace_id = $1 ORDER BY id',
      [tenant.workspace],
    );
    expect(rows).toHaveLength(consentChangesKept + 1);
    expect(rows[0]).toEqual({ state: 'unsubscribed', at: first });
    expect(rows.at(-1)).toEqual({ state: 'subscribed', at: times.at(-1) });
  });
});

test('a hundred requests at once for one link take one connection to the database', async () => {
  const { id, link } = await world.subscriber(tenant, 'ada');
  const { pool } = world.app.db;
  const asked = vi.spyOn(world.app.parts.linkRoom, 'run');
  const holder = await pool.connect();
  await holder.query('BEGIN');
  await holder.query('SELECT FROM contacts WHERE id = $1 FOR UPDATE', [id]);
  const answers = Array.from({ length: 100 }, (_, at) => world.post(link, { action: at % 2 === 0 ? 'leave' : 'undo' }));
  try {
    await expect.poll(() => asked.mock.calls.length, { timeout: 10_000 }).toBe(answers.length);
    const waiting = "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
    await expect.poll(async () => (await pool.query(waiting)).rowCount).toBe(1);
  } finally {
    await holder.query('COMMIT');
    holder.release();
    asked.mockRestore();
  }
  expect(new Set((await Promise.all(answers)).map((answer) => answer.status))).toEqual(new Set([200]));
  expect((await entries()).length).toBeLessThanOrEqual(3);
});
