/**
 * What a stream may show (docs/rules.md#live-streams, docs/rules.md#api-key-scopes): nothing of another platform, and with
 * a key of one workspace nothing of another workspace, whatever cursor is sent. Whether a subscription may be opened is in
 * test/schema/scopes.test.ts.
 */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { schema } from '../../schema/index.ts';
import type { Viewer } from '../../src/context.ts';
import { emitEvent } from '../../src/events/emit/emit-event.ts';
import { newId } from '../../src/ground/ids.ts';
import { setPlatformSuspension } from '../../src/platforms/set-platform-suspension.ts';
import { createEndpoint } from '../../src/webhooks/endpoints/create-endpoint.ts';
import { sendTestWebhook } from '../../src/webhooks/endpoints/send-test-webhook.ts';
import { createWorkspace } from '../../src/workspaces/create-workspace.ts';
import { deleteWorkspace } from '../../src/workspaces/deletion/delete-workspace.ts';
import { releaseHealth } from '../../src/workspaces/health/release-health.ts';
import { type OpenSubscription, openSubscription } from '../support/open-subscription.ts';
import { createWorld, type Tenant, type World } from '../support/world.ts';

/** A workspace, and what its callers may follow. */
interface Side {
  readonly viewer: Partial<Viewer>;
  readonly tenant: Tenant;
  readonly workspace: string;
  readonly message: string;
  readonly endpoint: string;
}

let world: World;
let owner: Side;
/** Another platform. */
let stranger: Side;
/** Another workspace of the owner's platform, with a key of that workspace. */
let neighbour: Side;
beforeAll(async () => {
  world = await createWorld();
  const [tenant, other] = [
    await world.tenant({ eventType: 'order.shipped' }),
    await world.tenant({ eventType: 'order.shipped' }),
  ];
  owner = await sideOf(tenant, tenant.workspace, null);
  stranger = await sideOf(other, other.workspace, null);
  const second = await createWorkspace(tenant.ctx, { name: 'Second', reference: 'second' });
  neighbour = await sideOf(tenant, second, second);
});
const opened: OpenSubscription[] = [];
afterEach(() => {
  for (const stream of opened.splice(0)) stream.close();
});
afterAll(() => world.close());

async function sideOf(tenant: Tenant, workspace: string, workspaceId: string | null): Promise<Side> {
  const { platformId, apiKeyId, ctx } = tenant;
  const { id: endpoint } = await createEndpoint(
    { ...ctx, app: { ...ctx.app, resolver: { resolve: async () => ['93.184.215.14'] } } },
    { url: 'https://hooks.example.com/', types: ['message.bounced'] },
  );
  const message = await emit(tenant, workspace);
  return { viewer: { platformId, apiKeyId, workspaceId }, tenant, workspace, message, endpoint };
}

async function emit({ ctx }: Tenant, workspace: string): Promise<string> {
  const { record } = await emitEvent(ctx, workspace, {
    type: 'order.shipped',
    idempotencyKey: newId(world.now()),
    recipient: { email: 'delivered@simulator.test' },
    payload: { order_number: '1', tracking_url: 'https://example.com/1' },
  });
  return record.message?.id ?? '';
}

interface Followed {
  readonly argument: (side: Side) => string;
  readonly selection: string;
  /** What an entry of an event is about. */
  // biome-ignore lint/suspicious/noExplicitAny: the form is that of the selection.
  readonly subject: (entry: any) => string;
  /** Makes a change that the subscription shows, and returns its subject. */
  readonly change: (side: Side) => Promise<string>;
}

let moment = Date.parse('2026-01-01T00:00:00Z');

const fields: Readonly<Record<string, Followed>> = {
  workspaceMessages: {
    argument: ({ workspace }) => `workspace: "${workspace}"`,
    selection: 'changes { messageId }',
    subject: ({ messageId }) => messageId,
    change: ({ tenant, workspace }) => emit(tenant, workspace),
  },
  endpointWebhooks: {
    argument: ({ endpoint }) => `endpoint: "${endpoint}"`,
    selection: 'changes { webhookId }',
    subject: ({ webhookId }) => webhookId,
    change: ({ tenant, endpoint }) => sendTestWebhook(tenant.ctx, endpoint, 'message.bounced'),
  },
  healthChanges: {
    argument: () => 'workspace: null',
    selection: 'changes { to workspace { id } }',
    subject: ({ workspace }) => workspace?.id ?? 'a workspace that the key may not see',
    async change({ workspace }) {
      await world.app.db.pool.query(
        `UPDATE workspace_health SET state = 'paused', recovers_to = 'ramping' WHERE workspace_id = $1`,
        [workspace],
      );
      await releaseHealth(world.app, workspace);
      return workspace;
    },
  },
  messageTimeline: {
    argument: ({ message }) => `message: "${message}"`,
    selection: 'entries { at }',
    subject: ({ at }) => at.toISOString(),
    async change({ workspace, message }) {
      moment += 60_000;
      await world.app.db.pool.query(
        'INSERT INTO message_opens (workspace_id, message_id, id, at, machine) VALUES ($1, $2, $3, $4, false)',
        [workspace, message, newId(world.now()), new Date(moment)],
      );
      return new Date(moment).toISOString();
    },
  },
};
const names = Object.keys(fields);
/** Those that a key of one workspace may use. */
const ofWorkspace = names.filter((name) => name !== 'endpointWebhooks');

function followed(name: string): Followed {
  const found = fields[name];
  if (!found) throw new Error(`No subscription is named ${name}`);
  return found;
}

/** The subjects of all changes that were made. */
const made: Subjects[] = [];
interface Subjects {
  readonly side: Side;
  readonly subject: string;
}

async function change(side: Side, name: string): Promise<string> {
  const subject = await followed(name).change(side);
  made.push({ side, subject });
  return subject;
}

async function open(side: Side, name: string, after: string | null = null) {
  const { argument, selection } = followed(name);
  const document = `subscription ($after: String) { live: ${name}(${argument(side)}, after: $after) { cursor ${selection} } }`;
  const stream = await openSubscription(world.viewer(side.viewer), document, { after });
  opened.push(stream);
  return stream;
}

/** The cursor and the subjects of the next event, or the code for which the stream has ended. */
async function read(stream: OpenSubscription, name: string) {
  const answer = await stream.next();
  if (answer === null) throw new Error('The stream has ended');
  const page = answer.data?.live;
  const entries: readonly unknown[] = page?.changes ?? page?.entries ?? [];
  return {
    code: answer.refusal?.code ?? null,
    field: Object.keys(answer.refusal?.details?.errors ?? {})[0] ?? null,
    cursor: (page?.cursor ?? '') as string,
    subjects: entries.map(followed(name).subject),
  };
}

/** Like `read`, but passes over events that only bring a cursor: something changed for others. */
async function readChange(stream: OpenSubscription, name: string) {
  for (;;) {
    const event = await read(stream, name);
    if (event.code !== null || event.subjects.length > 0) return event;
  }
}

const refused = { code: 'validation_failed', field: 'after' };

test('the table has every subscription of the schema', () => {
  expect(names.toSorted()).toEqual(Object.keys(schema.getSubscriptionType()?.getFields() ?? {}).toSorted());
});

test('a stream shows its own changes and no other', async () => {
  const streams: { readonly side: Side; readonly name: string; readonly stream: OpenSubscription }[] = [];
  for (const [side, allowed] of [
    [stranger, names],
    [neighbour, ofWorkspace],
  ] as const) {
    for (const name of allowed) streams.push({ side, name, stream: await open(side, name) });
  }
  for (const { name, stream } of streams) expect(await read(stream, name)).toMatchObject({ code: null });
  for (const name of names) await change(owner, name);
  const expected: string[] = [];
  for (const { side, name } of streams) expected.push(await change(side, name));
  for (const [at, { name, stream }] of streams.entries()) {
    expect((await readChange(stream, name)).subjects, name).toEqual([expected[at]]);
  }
});

/** A cursor of each of the owner's streams, behind a change. */
function ownersCursors(): Promise<readonly string[]> {
  return Promise.all(
    names.map(async (name) => {
      const stream = await open(owner, name);
      await read(stream, name);
      await change(owner, name);
      return (await read(stream, name)).cursor;
    }),
  );
}

test('a cursor of a stream of another tenant is rejected by every subscription', async () => {
  for (const after of await ownersCursors()) {
    for (const name of names) expect(await read(await open(stranger, name, after), name), name).toMatchObject(refused);
    // A cursor of the health of the platform is one of the neighbour's, too.
    for (const name of ofWorkspace.filter((one) => one !== 'healthChanges')) {
      expect(await read(await open(neighbour, name, after), name), name).toMatchObject(refused);
    }
  }
});

test("the cursor of the platform's health shows a key of one workspace that one alone", async () => {
  const stream = await open(owner, 'healthChanges');
  const { cursor } = await read(stream, 'healthChanges');
  await change(owner, 'healthChanges');
  await read(stream, 'healthChanges');
  const resumed = await open(neighbour, 'healthChanges', cursor);
  expect((await read(resumed, 'healthChanges')).subjects).toEqual([]);
  await change(neighbour, 'healthChanges');
  expect((await readChange(resumed, 'healthChanges')).subjects).toEqual([neighbour.workspace]);
});

test('a stream of the health of one workspace brings a new cursor though only others have changed', async () => {
  const stream = await open(neighbour, 'healthChanges');
  const { cursor } = await read(stream, 'healthChanges');
  await change(owner, 'healthChanges');
  const later = await read(stream, 'healthChanges');
  expect(later.subjects).toEqual([]);
  expect(later.cursor).not.toBe(cursor);
  // The changes of before are not kept for ever; the new cursor needs none of them.
  await world.app.db.pool.query('DELETE FROM live_changes');
  const resumed = await open(neighbour, 'healthChanges', later.cursor);
  await read(resumed, 'healthChanges');
  await change(neighbour, 'healthChanges');
  expect((await readChange(resumed, 'healthChanges')).subjects).toEqual([neighbour.workspace]);
});

test.for(names.filter((name) => name !== 'messageTimeline'))(
  '%s: a forged cursor shows nothing of others',
  async (name) => {
    const decode = (cursor: string) => Buffer.from(cursor, 'base64url').toString('latin1').split('.');
    const encode = (text: string) => Buffer.from(text).toString('base64url');
    const start = async (side: Side) => decode((await read(await open(side, name), name)).cursor);
    const [[owners = '', position = ''], [own = '']] = [await start(owner), await start(stranger)];
    const rejected = [
      ...['', '.', 'x'.repeat(100_000), owners, `${owners}.0`, `${owners}.${position}`, `${own}.-1`, `${own}.1e3`],
      ...[`${own}.${'9'.repeat(19)}`, `${own}.١`, `${owners}' OR '1'='1.0`, `${own}.0.${owners}`, `${own}\n.0`],
    ];
    for (const text of rejected) {
      expect(await read(await open(stranger, name, encode(text)), name), text.slice(0, 60)).toMatchObject(refused);
    }
    // The caller's own watch, from a place before its first event and from one that another stream was given.
    const streams = await Promise.all(
      [`${own}.0`, `${own}.${position}`].map((text) => open(stranger, name, encode(text))),
    );
    await change(owner, name);
    const last = await change(stranger, name);
    const mine = new Set(made.flatMap(({ side, subject }) => (side === stranger ? [subject] : [])));
    for (const stream of streams) {
      const shown: string[] = [];
      while (!shown.includes(last)) shown.push(...(await read(stream, name)).subjects);
      expect(shown.filter((subject) => !mine.has(subject))).toEqual([]);
    }
  },
);

test('a stream ends with the suspension of its platform, and with the one workspace that it shows', async () => {
  const tenant = await world.tenant({ eventType: 'order.shipped' });
  const side = await sideOf(tenant, tenant.workspace, null);
  const only = { ...side, viewer: { ...side.viewer, workspaceId: side.workspace } };
  const ofKey = await open(only, 'healthChanges');
  await read(ofKey, 'healthChanges');
  await deleteWorkspace(tenant.ctx, side.workspace);
  expect(await read(ofKey, 'healthChanges')).toMatchObject({ code: 'not_found' });

  const streams: [string, OpenSubscription][] = [];
  for (const name of ofWorkspace) streams.push([name, await open(stranger, name)]);
  const operator = { ...stranger, viewer: { ...stranger.viewer, apiKeyId: null, operator: true } };
  const ofOperator = await open(operator, 'healthChanges');
  for (const [name, stream] of streams) await read(stream, name);
  await read(ofOperator, 'healthChanges');
  await setPlatformSuspension(world.app, stranger.tenant.platformId, true);
  for (const [name, stream] of streams) {
    expect(await read(stream, name), name).toMatchObject({ code: 'platform_suspended' });
  }
  await change(stranger, 'healthChanges');
  expect((await read(ofOperator, 'healthChanges')).subjects).toEqual([stranger.workspace]);
});
