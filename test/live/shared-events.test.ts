/** Streams that ask the same share the result of an event; streams with other rights or variables do not. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Viewer } from '../../src/context.ts';
import { emitEvent } from '../../src/events/emit/emit-event.ts';
import { followTimeline } from '../../src/timeline/follow-timeline.ts';
import { type OpenSubscription, openSubscription } from '../support/open-subscription.ts';
import { statementsOf } from '../support/statements.ts';
import { createWorld, type Tenant, type World } from '../support/world.ts';

let world: World;
let tenant: Tenant;
beforeAll(async () => {
  world = await createWorld();
  tenant = await world.tenant({ eventType: 'order.shipped' });
});
afterAll(() => world.close());

let keys = 0;
async function emit(): Promise<void> {
  keys += 1;
  await emitEvent(tenant.ctx, tenant.workspace, {
    type: 'order.shipped',
    idempotencyKey: `key-${keys}`,
    recipient: { email: 'delivered@simulator.test' },
    payload: { order_number: '1', tracking_url: 'https://example.com/1' },
  });
}

const document = `subscription ($after: String, $state: Boolean = true) {
  live: workspaceMessages(workspace: "ref:shop", after: $after) {
    cursor changes { state @include(if: $state) message { recipient } } } }`;

async function follow(viewer: Partial<Viewer> = {}, variables: Record<string, unknown> = {}) {
  const { platformId, apiKeyId } = tenant;
  const stream = await openSubscription(world.viewer({ platformId, apiKeyId, ...viewer }), document, variables);
  const first = await stream.next();
  return { stream, cursor: first?.data?.live.cursor as string };
}

const readsOfMessages = (statements: readonly string[]) =>
  statements.filter((text) => /FROM "?[^ ]*messages"? WHERE/.test(text));

async function shown({ stream }: { readonly stream: OpenSubscription }) {
  const event = await stream.next();
  return { changes: event?.data?.live.changes, code: event?.refusal?.code ?? null };
}

test('ten streams that ask the same read the objects of an event once', async () => {
  const all = await Promise.all(Array.from({ length: 10 }, () => follow()));
  const whole = { changes: [{ state: 'queued', message: { recipient: 'delivered@simulator.test' } }], code: null };
  const statements = await statementsOf(async () => {
    await emit();
    for (const one of all) expect(await shown(one)).toEqual(whole);
  });
  expect(readsOfMessages(statements)).toHaveLength(1);
  // One that is resumed shares with the others once it has shown what they have.
  const [first] = all;
  if (!first) throw new Error('There are ten');
  const resumed = await follow({}, { after: first.cursor });
  expect(await shown(resumed)).toEqual(whole);
  all.push(resumed);
  const later = await statementsOf(async () => {
    await emit();
    for (const one of all) expect(await shown(one)).toEqual(whole);
  });
  expect(readsOfMessages(later)).toHaveLength(1);
  for (const { stream } of all) stream.close();
});

test('streams that begin at once write one watch, and one whose client has left writes none', async () => {
  const watches = (statements: readonly string[]) => statements.filter((text) => text.includes('INTO live_watches'));
  const { rows } = await world.app.db.pool.query('SELECT id FROM messages WHERE platform_id = $1 LIMIT 1', [
    tenant.platformId,
  ]);
  const message = rows[0].id;
  const begun = (hasLeft: boolean) =>
    statementsOf(() =>
      Promise.all(
        Array.from({ length: 20 }, async () => {
          const { platformId, apiKeyId } = tenant;
          const stream = world.app.parts.streams.open({ platformId, apiKeyId, scopes: [] });
          if (hasLeft) stream.end(null);
          const entries = followTimeline(tenant.ctx, stream, { message, after: null });
          await entries.next().catch(() => undefined);
          stream.end(null);
          await entries.return();
        }),
      ),
    );
  expect(watches(await begun(false)).length).toBeLessThan(10);
  expect(await begun(true)).toEqual([]);
});

test('rights and variables of the selection keep streams apart', async () => {
  const [whole, withoutPeople, withoutState] = await Promise.all([
    follow(),
    follow({ scopes: ['read'] }),
    follow({}, { state: false }),
  ]);
  await emit();
  const message = { recipient: 'delivered@simulator.test' };
  expect(await shown(whole)).toEqual({ changes: [{ state: 'queued', message }], code: null });
  expect(await shown(withoutPeople)).toEqual({
    changes: [{ state: 'queued', message: { recipient: null } }],
    code: 'forbidden',
  });
  expect(await shown(withoutState)).toEqual({ changes: [{ message }], code: null });
  for (const { stream } of [whole, withoutPeople, withoutState]) stream.close();
});

test('a stream whose part in the work fails costs the others nothing', async () => {
  const left = await follow();
  const stays = await follow();
  await emit();
  const [gone, event] = [left.stream.next(), shown(stays)];
  left.stream.close();
  await gone;
  expect((await event).changes).toHaveLength(1);
  stays.stream.close();
});
