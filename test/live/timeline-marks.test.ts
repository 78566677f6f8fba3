/** The mark of a timeline changes with each entry that streams show, and with nothing else. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readTimelineMarks } from '../../src/live/timeline-marks.ts';
import { loadTimelines } from '../../src/timeline/load-timelines.ts';
import { createWorld, type Tenant, type World } from '../support/world.ts';

let world: World;
let tenant: Tenant;
let message: string;
beforeAll(async () => {
  world = await createWorld();
  tenant = await world.tenant({ domain: 'shop.test', eventType: 'order.shipped' });
  const { data } = await tenant.ask(`mutation { eventEmit(workspace: "ref:shop", input: {
    type: "order.shipped", idempotencyKey: "one", recipient: { email: "ada@example.com" }, payload: {
      order_number: "1001", tracking_url: "https://example.com/1001" } }) { event { message { id } } } }`);
  message = data.eventEmit.event.message.id;
});
afterAll(() => world.close());

const mark = async () => (await readTimelineMarks(world.app.db, [message])).get(message);

/** The entries but for an attempt under way and a wait, which no stream shows. */
async function shown(): Promise<readonly string[]> {
  const entries = (await loadTimelines(tenant.ctx, [message])).get(message) ?? [];
  return entries.flatMap(({ kind, cursor }) => (kind === 'claimed' || kind === 'waiting' ? [] : [cursor]));
}

const later = "created_at + interval '1 minute'";
const steps: readonly (readonly [what: string, set: string, isShown: boolean])[] = [
  ['a time to leave', `send_at = ${later}`, true],
  ['a move', `moved_at = created_at, first_send_at = send_at`, true],
  ['a further move', `moved_at = ${later}`, true],
  ['a claim', `state = 'sending', attempt_number = 1, lease_until = ${later}`, true],
  ['a renewal', "lease_until = lease_until + interval '1 minute'", false],
  ['a lost lease', 'lost_leases = 1', false],
  ['a wait', "due_at = created_at + interval '1 hour', waits_for = 'quiet:google'", false],
  ['a delivery', `state = 'delivered', ended_at = ${later}, evidence = 'report', lease_until = NULL`, true],
  ['a complaint', "state = 'complained', ended_at = ended_at + interval '1 hour'", true],
  ['another end', "state = 'bounced', bounce = 'hard', evidence = NULL", true],
  ['a failure', "state = 'failed', reason = 'render_failed', bounce = NULL", true],
  ['the end of its content', 'values = NULL, metadata = NULL, content_days = 0', false],
];

test.each(steps)('%s', async (_what, set, isShown) => {
  const [before, entries] = [await mark(), await shown()];
  await world.app.db.pool.query(`UPDATE messages SET ${set} WHERE id = $1`, [message]);
  const [now, entriesNow] = [await mark(), await shown()];
  if (String(entriesNow) !== String(entries)) expect(now).not.toBe(before);
  expect(now !== before).toBe(isShown);
});

test('a message that is gone has none', async () => {
  await world.app.db.pool.query('DELETE FROM messages WHERE id = $1', [message]);
  expect(await mark()).toBeUndefined();
});
