/**
 * Lists of a workspace with many rows beside workspaces with few: every page of every filter is found by a bounded
 * number of rows, whatever the planner's statistics say, and all pages together are the list, forward and back.
 */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ContactFilter, findContactIds } from '../../../src/contacts/find-contact-ids.ts';
import type { Queryable } from '../../../src/db/connections/pool.ts';
import type { ListWork } from '../../../src/db/lists/list-work.ts';
import type { FoundIds } from '../../../src/db/lists/walk.ts';
import { type EventQuestion, findEventIds } from '../../../src/events/find-event-ids.ts';
import type { Keyset } from '../../../src/ground/lists/keyset.ts';
import { findMessageIds } from '../../../src/messages/list/find-message-ids.ts';
import type { MessageQuestion } from '../../../src/messages/list/message-question.ts';
import { findPlatformPlaces } from '../../../src/platforms/list-platforms.ts';
import { findOwn } from '../../../src/suppressions/find-suppressions.ts';
import { findSuppressionIds } from '../../../src/suppressions/list-suppressions.ts';
import { findWebhookIds, type WebhookFilter } from '../../../src/webhooks/find-webhook-ids.ts';
import { findWorkspacesByEmit } from '../../../src/workspaces/find-workspace-ids.ts';
import { everyWay } from '../../support/every-way.ts';
import { examine } from '../../support/examined-rows.ts';
import {
  contactOf,
  fill,
  holds,
  id,
  isCleaned,
  isOld,
  isOwn,
  isSubscribed,
  metadataOf,
  numbers,
  ownEmail,
  recipient,
  shop,
  small,
  stateOf,
  webhookOf,
  where,
} from '../../support/long-lists.ts';
import { createWorld, type World } from '../../support/world.ts';

/** Far fewer than usual, so that rows that come one by one to their limit are few too. */
const work: ListWork = { first: 200, further: 400, candidates: 400 };
/**
 * The most that one page may examine: three walks, the candidates of two indexes and a sample, each row looked up in two
 * other tables: far fewer than the lists have with the rows that they are compared with.
 */
const rowsAPage = 2_500;
/** Pages of 8 KiB, of tables and indexes, that one page of a list may touch. */
const blocksAPage = 8_000;
const take = 151;

let world: World;
let platformId: string;

beforeAll(async () => {
  world = await createWorld();
  ({ platformId } = await world.tenant({ eventType: 'order.shipped' }));
  // The statistics know the small workspace alone: each of its values is in all rows.
  const place = { db: world.app.db, platformId };
  await fill(place, small, smallRows);
  await world.app.db.pool.query('ANALYZE');
  await fill(place, shop, numbers);
});
afterAll(() => world.close());

interface Case {
  readonly name: string;
  readonly expected: readonly string[];
  find(client: Queryable, page: Keyset): Promise<FoundIds>;
}

function contacts(filter: ContactFilter, keep: (n: number) => boolean): Case {
  return {
    name: `contacts ${JSON.stringify(filter)}`,
    expected: where(keep),
    find: (client, page) => findContactIds(client, { platformId, workspaceId: shop, page, work, ...filter }),
  };
}

function messages(filter: Partial<MessageQuestion>, keep: (n: number) => boolean): Case {
  const shown = (value: unknown) =>
    value instanceof Uint8Array
      ? Buffer.from(value).toString('hex', 0, 4)
      : typeof value === 'object'
        ? JSON.stringify(value)
        : String(value);
  return {
    name: `messages ${Object.entries(filter).map(([name, value]) => `${name} ${shown(value)}`)}`,
    expected: where(keep),
    find: (client, page) =>
      findMessageIds(client, { platformId, ...noMessageFilter, workspaceIds: [shop], now, page, work, ...filter }),
  };
}

/** Over all workspaces: the rows of the small one come first, since their ids begin with X. */
function everywhere(filter: Partial<MessageQuestion>, keep: (n: number) => boolean): Case {
  const one = messages({ ...filter, workspaceIds: [shop, small, 'Y'.repeat(26)] }, keep);
  const ofSmall = smallRows
    .filter(keep)
    .map((n) => `X${id(n).slice(1)}`)
    .toReversed();
  return { ...one, name: `${one.name}, everywhere`, expected: [...ofSmall, ...one.expected] };
}

function events(filter: Partial<EventQuestion>, keep: (n: number) => boolean): Case {
  const none = { ...noEventFilter, eventTypeIds: [] };
  return {
    name: `events ${JSON.stringify(Object.keys(filter))}`,
    expected: where(keep),
    find: (client, page) =>
      findEventIds(client, {
        platformId,
        workspaceId: shop,
        workspaceIds: [shop],
        now,
        page,
        work,
        ...none,
        ...filter,
      }),
  };
}

function webhooks(filter: WebhookFilter, keep: (of: ReturnType<typeof webhookOf>) => boolean): Case {
  return {
    name: `webhooks ${JSON.stringify(filter)}`,
    expected: where((n) => keep(webhookOf(n))),
    find: (client, page) => findWebhookIds(client, { platformId, workspaceId: null, page, work, ...filter }),
  };
}

/** The workspace's own, and the platform's for addresses of its contacts; P comes before W. */
function suppressions(search: string | null, own: (n: number) => boolean, wide: (n: number) => boolean): Case {
  const named = (prefix: string, keep: (n: number) => boolean) => where(keep).map((one) => `${prefix}${one.slice(1)}`);
  return {
    name: `suppressions ${search}`,
    expected: [...named('W', own), ...named('P', (n) => isCleaned(n) && wide(n))],
    find: (client, page) => {
      const question = { platformId, workspaceId: shop, page, work, search, allByHand: true };
      return findSuppressionIds(client, question);
    },
  };
}

const smallRows = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
/** All rows are older than keys are kept. */
const now = new Date('2030-01-01T00:00:00Z');
const noEventFilter = {
  eventTypeId: null,
  oneOfTypes: null,
  addressHash: null,
  contactId: null,
  idempotencyKey: null,
  keyStart: null,
  metadata: null,
};
const noMessageFilter = {
  state: null,
  addressHash: null,
  contactId: null,
  eventTypeId: null,
  templateVersionId: null,
  idempotencyKey: null,
  bounce: null,
  reason: null,
  simulated: null,
};

const addressHash = (text: string) =>
  createHash('sha256')
    .update(shop + text)
    .digest();
const ownHolds = (text: string) => (n: number) => ownEmail(n).includes(text);
const hasPlan = (plan: string) => (n: number) => metadataOf(n)?.plan === plan;
const never = () => false;
const always = () => true;

const cases: readonly Case[] = [
  contacts({}, always),
  contacts({ search: 'user' }, always),
  contacts({ search: 'OLD.ex' }, holds('old.ex')),
  contacts({ search: 'user40' }, holds('user40')),
  contacts({ search: 'nobody' }, never),
  contacts({ search: 'e' }, always),
  contacts({ search: 'o' }, holds('o')),
  contacts({ search: '~' }, holds('~')),
  contacts({ search: 'ß' }, never),
  contacts({ search: '%' }, never),
  contacts({ search: '@o' }, holds('@o')),
  contacts({ search: '@..' }, never),
  contacts({ search: 'user.user.user.user.old.example' }, never),
  contacts({ status: 'subscribed' }, isSubscribed),
  contacts({ status: 'unsubscribed' }, never),
  contacts({ status: 'cleaned' }, isCleaned),
  contacts({ status: 'cleaned', search: 'old' }, (n) => isCleaned(n) && holds('old')(n)),
  contacts({ status: 'subscribed', search: 'r1' }, (n) => isSubscribed(n) && holds('r1')(n)),
  contacts({ tag: 'all' }, always),
  contacts({ tag: 'rare' }, (n) => n % 2_000 === 0),
  contacts({ tag: 'none' }, never),
  contacts({ tag: 'unknown' }, never),
  contacts({ tag: 'old', search: 'new' }, never),
  contacts({ tag: 'all', search: 'user2999@' }, (n) => n === 2_999),
  contacts({ tag: 'all', status: 'subscribed' }, isSubscribed),
  contacts({ tag: 'old', status: 'pending' }, (n) => isOld(n) && !isSubscribed(n)),
  contacts({ tag: 'all', status: 'cleaned' }, isCleaned),
  contacts({ decidedBy: 'person' }, isOwn),
  contacts({ decidedBy: 'person', status: 'pending', search: 'user' }, (n) => isOwn(n) && !isSubscribed(n)),
  contacts({ decidedBy: 'caller', status: 'subscribed' }, (n) => isSubscribed(n) && !isOwn(n)),
  contacts({ decidedBy: 'person', tag: 'old' }, (n) => isOld(n) && isOwn(n)),
  suppressions(null, always, always),
  suppressions('own', always, never),
  suppressions('OLD', ownHolds('old'), holds('old')),
  suppressions('gone', never, never),
  suppressions('user40', never, holds('user40')),
  suppressions('own-77@', (n) => n === 77, never),
  suppressions('nobody', never, never),
  suppressions('%', never, never),
  suppressions('-', always, never),
  messages({ state: 'bounced' }, (n) => stateOf(n) === 'bounced'),
  messages({ state: 'failed' }, never),
  messages({ state: 'queued' }, (n) => stateOf(n) === 'queued'),
  messages({ state: 'sending' }, (n) => stateOf(n) === 'sending'),
  messages({ state: 'sent' }, (n) => stateOf(n) === 'sent'),
  messages({ state: 'delivered' }, (n) => stateOf(n) === 'delivered'),
  messages({ addressHash: addressHash('two@example.com') }, (n) => recipient(n) === 'two@example.com'),
  messages({ addressHash: addressHash('many@example.com') }, (n) => n <= 600),
  messages({ addressHash: addressHash('nobody@example.com') }, never),
  messages({ contactId: 'C2' }, (n) => contactOf(n) === 'C2'),
  messages({ contactId: 'C1' }, (n) => contactOf(n) === 'C1'),
  messages({ contactId: 'nobody' }, never),
  messages({ contactId: 'C1', state: 'sending' }, never),
  messages({ contactId: 'C1', state: 'queued' }, (n) => n <= 500),
  messages({ metadata: { plan: 'two' } }, hasPlan('two')),
  messages({ metadata: { plan: 'many' } }, hasPlan('many')),
  messages({ metadata: { plan: 'two', order: '2000' } }, (n) => n === 2_000),
  messages({ metadata: { plan: 'many', order: '2000' } }, never),
  messages({ metadata: { plan: 'many' }, state: 'bounced' }, never),
  messages({ metadata: { plan: 'two' }, idempotencyKey: id(2_000) }, (n) => n === 2_000),
  messages({ eventTypeId: 't' }, always),
  messages({ eventTypeId: 'nobody' }, never),
  messages({ eventTypeIds: ['t', 'nobody'] }, always),
  messages({ eventTypeIds: ['nobody', 'either'] }, never),
  messages({ idempotencyKey: id(70) }, (n) => n === 70),
  messages({ keyStart: id(70) }, (n) => n === 70),
  messages({ keyStart: 'nobody' }, never),
  messages({ recipientDomain: 'nobody.example' }, never),
  messages({ simulated: false, state: 'delivered' }, (n) => stateOf(n) === 'delivered'),
  messages({ simulated: true }, never),
  messages({ bounce: 'hard', state: 'bounced' }, never),
  everywhere({}, always),
  everywhere({ state: 'bounced' }, (n) => stateOf(n) === 'bounced'),
  everywhere({ state: 'delivered' }, (n) => stateOf(n) === 'delivered'),
  everywhere({ state: 'queued' }, (n) => stateOf(n) === 'queued'),
  everywhere({ contactId: 'C2' }, (n) => contactOf(n) === 'C2'),
  everywhere({ addressHash: addressHash('two@example.com') }, (n) => n > 10 && recipient(n) === 'two@example.com'),
  everywhere({ metadata: { plan: 'two' } }, hasPlan('two')),
  everywhere({ simulated: true, eventTypeId: 't' }, never),
  // No workspace of these rows is live.
  messages({ workspaceIds: null }, never),
  messages({ workspaceIds: null, state: 'sent' }, never),
  events({}, always),
  events({ eventTypeId: 't' }, always),
  events({ oneOfTypes: ['t', 'nobody'] }, always),
  events({ oneOfTypes: ['nobody', 'either'] }, never),
  events({ addressHash: addressHash('many@example.com') }, (n) => n <= 600),
  events({ contactId: 'C2' }, (n) => contactOf(n) === 'C2'),
  events({ idempotencyKey: id(70) }, (n) => n === 70),
  events({ metadata: { plan: 'two' } }, hasPlan('two')),
  events({ metadata: { plan: 'many' } }, hasPlan('many')),
  events({ metadata: { plan: 'two', order: '4000' }, contactId: 'C2' }, (n) => n === 4_000),
  events({ metadata: { plan: 'nobody' } }, never),
  events({ metadata: { plan: 'two' }, idempotencyKey: id(2_000) }, (n) => n === 2_000),
  webhooks({ state: 'failed' }, ({ state }) => state === 'failed'),
  webhooks({ state: 'delivered' }, ({ state }) => state === 'delivered'),
  webhooks({ state: 'delivered', endpoint: id(2) }, (of) => of.state === 'delivered' && of.endpoint === id(2)),
  webhooks({ state: 'pending' }, ({ state }) => state === 'pending'),
  webhooks({ endpoint: id(2) }, ({ endpoint }) => endpoint === id(2)),
  webhooks({ endpoint: id(3) }, never),
  webhooks({ type: 'message.failed' }, ({ type }) => type === 'message.failed'),
  webhooks({ type: 'message.delivered' }, ({ type }) => type === 'message.delivered'),
  webhooks({ type: 'message.bounced', state: 'pending' }, never),
  webhooks({ type: 'message.delivered', state: 'pending' }, ({ state }) => state === 'pending'),
  webhooks({ type: 'message.failed', endpoint: id(1) }, (of) => of.type === 'message.failed' && of.endpoint === id(1)),
  webhooks(
    { type: 'message.bounced', endpoint: id(1), state: 'failed' },
    (of) => of.type === 'message.bounced' && of.endpoint === id(1) && of.state === 'failed',
  ),
];

interface Read {
  readonly ids: readonly string[];
  /** The most that one page has examined. */
  readonly rows: number;
  readonly blocks: number;
  readonly scans: readonly string[];
}

/** Reads all pages, on from the last row of each, or from where its search stopped. */
async function readAll({ find }: Case, direction: 'asc' | 'desc'): Promise<Read> {
  let read: Read = { ids: [], rows: 0, blocks: 0, scans: [] };
  let range: Keyset['range'] = {};
  for (;;) {
    const { result, rows, pages, scans } = await examine(world.app.db, (client) =>
      find(client, { range, direction, take }),
    );
    const { ids, end } = result;
    read = {
      ids: [...read.ids, ...ids],
      rows: Math.max(read.rows, rows),
      blocks: Math.max(read.blocks, pages),
      scans: [...read.scans, ...scans],
    };
    expect(end === null || ids.length < take, 'a full page has no other end').toBe(true);
    const next = end ?? (ids.length === take ? ids.at(-1) : undefined);
    if (next === undefined) return read;
    range = direction === 'asc' ? { gt: next } : { lt: next };
  }
}

async function check(one: Case, direction: 'asc' | 'desc'): Promise<void> {
  const { ids, rows, blocks, scans } = await readAll(one, direction);
  expect(ids).toEqual(direction === 'desc' ? one.expected : one.expected.toReversed());
  expect(scans.filter((scan) => scan.startsWith('Seq'))).toEqual([]);
  expect(rows).toBeLessThan(rowsAPage);
  expect(blocks).toBeLessThan(blocksAPage);
}

/** Entries of an index that hold no value must not be read on the way to none. */
test('the nulls of a column cost nothing', async () => {
  const nulls = 20_000;
  const none = 'U'.repeat(26);
  await world.app.db.transaction(async (client) => {
    await client.query('SET LOCAL session_replication_role = replica');
    await client.query(
      `INSERT INTO suppressions (platform_id, id, scope_id, email, address_hash, reason, blocks, created_at)
       SELECT 'nulls', lpad(n::text, 26, '0'), 'nulls', NULL, sha256(convert_to(n::text, 'UTF8')), 'hard_bounce', 'all', now()
       FROM generate_series(1, $1::int) n`,
      [nulls],
    );
    await client.query(
      `INSERT INTO events (platform_id, workspace_id, id, event_type_id, type, event_type_version, idempotency_key, payload,
                           address_hash, created_at)
       SELECT 'nulls', $1, lpad(n::text, 26, '0'), 't', 'order.shipped', 1, n, '{}', sha256(convert_to(n::text, 'UTF8')), now()
       FROM generate_series(1, $2::int) n`,
      [none, nulls],
    );
  });
  const scope = { platformId: 'nulls', workspaceId: none, work };
  const messageFilter = { ...noMessageFilter, contactId: 'nobody', workspaceIds: [none], now };
  for (const direction of ['asc', 'desc'] as const) {
    const page: Keyset = { range: {}, direction, take };
    const finds = [
      (client: Queryable) => findOwn(client, { ...scope, search: null, page }),
      (client: Queryable) => findMessageIds(client, { ...scope, ...messageFilter, page }),
    ];
    for (const find of finds) {
      const { result, pages } = await examine(world.app.db, find);
      expect(result).toEqual({ ids: [], end: null });
      expect(pages).toBeLessThan(100);
    }
  }
});

describe('with statistics of other workspaces', () => {
  test.each(everyWay ? cases : cases.filter((_, at) => at % 6 === 0))('forward: $name', (one) => check(one, 'desc'));
});

describe('with statistics of all rows', () => {
  beforeAll(async () => {
    await world.app.db.pool.query('ANALYZE');
  });
  test.each(everyWay ? cases : cases.filter((_, at) => at % 12 === 1))('back: $name', (one) => check(one, 'asc'));
});

const wholePage: Keyset = { range: {}, direction: 'desc', take };

test('the order by last emits looks up one event of each workspace', async () => {
  const filter = { search: null, status: null, health: null, emittedSince: null, silentSince: null };
  const question = { ...filter, platformId, workspaceId: null, shown: { from: '', until: 'Z' }, page: wholePage };
  const { result, rows, scans } = await examine(world.app.db, (client) => findWorkspacesByEmit(client, question));
  const { rows: wanted } = await world.app.db.pool.query<{ place: string }>(
    `SELECT coalesce(max(e.id), '${'0'.repeat(26)}') || w.id AS place
     FROM workspaces w LEFT JOIN events e ON e.workspace_id = w.id WHERE w.platform_id = $1
     GROUP BY w.id ORDER BY 1 DESC`,
    [platformId],
  );
  expect(result?.ids).toEqual(wanted.map(({ place }) => place));
  expect(scans.filter((scan) => scan.includes('events'))).toEqual([
    expect.stringMatching(/^Index.* events_default_pkey$/),
  ]);
  // A workspace, its health and its event.
  expect(rows).toBeLessThanOrEqual(3 * wanted.length);
});

test('the order by last emits is rejected where it would look up those of more than 4,000 workspaces', async () => {
  const large = await world.tenant();
  const ask = () => large.ask('{ workspaces(orderBy: latest_emit_first, first: 1) { nodes { id } } }');
  const add = (from: number, to: number) =>
    world.app.db.pool.query(
      `INSERT INTO workspaces (platform_id, id, name, timezone, locale, created_at, updated_at)
       SELECT $1, 'Z' || lpad(n::text, 25, '0'), 'Many', 'UTC', 'en', $2, $2 FROM generate_series($3::int, $4::int) n`,
      [large.platformId, world.now(), from, to],
    );
  await add(1, 3_999);
  expect((await ask()).errors).toEqual([]);
  await add(4_000, 4_000);
  expect((await ask()).refusal?.details.errors).toEqual({
    orderBy: ['must be another with more than 4000 workspaces'],
  });
});

test('platforms by name come from their index', async () => {
  const question = { search: null, order: 'name', page: { ...wholePage, direction: 'asc', take: 1 } } as const;
  const { rows, scans } = await examine(world.app.db, (client) => findPlatformPlaces(client, question));
  expect([rows, scans]).toEqual([1, [expect.stringMatching(/ platforms_name_idx$/)]]);
});
