/**
 * Each operation, asked for each kind of thing that is not the asker's: another platform's, another workspace's, one
 * that was deleted. Each answers exactly the bytes, but for `request_id`, of what never was.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import type { Answered } from './harness/check-answer.ts';
import { operations } from './harness/contract.ts';
import { callOf, furnish, nothing, type Possessions } from './harness/every-call.ts';
import { makeImports } from './harness/imports.ts';
import { makeBounced, makeCancelled } from './harness/messages.ts';
import { type Call, openPlatform } from './harness/platform.ts';
import { emitOf, makeContact, makeEventType, simulated } from './harness/samples.ts';
import { suppressBySql } from './harness/suppressions.ts';
import { deadUrl, makeEndpoint } from './harness/webhooks.ts';

type Thing = keyof Possessions;
type Foreign = Partial<Possessions>;

const owner = await openPlatform('Owner');
const asker = await openPlatform('Asker');
const own = await furnish(asker, 'own');
const kinds: Record<string, Foreign> = {};

/** Things that live in a workspace. */
const inside: readonly Thing[] = [
  'contact',
  'contactReference',
  'tagKey',
  'event',
  'message',
  'cancelled',
  'suppression',
  'otherSuppression',
  'erasure',
  'import',
  'upload',
];

function only(things: readonly Thing[], of: Possessions): Foreign {
  return Object.fromEntries(things.map((thing) => [thing, of[thing]]));
}

async function deleteThings(): Promise<Foreign> {
  const workspaceReference = 'deleted-shop';
  const workspace = await asker.newWorkspace(workspaceReference);
  await makeEventType(asker, 'type.deleted', { withTemplate: false });
  const emitted = await asker.ask('emitEvent', { path: { workspace }, body: emitOf('type.deleted', 'deleted') });
  const ofMessage = { workspace, eventType: own.eventType, label: 'deleted' };
  const message = await makeBounced(asker, ofMessage);
  const cancelled = await makeCancelled(asker, ofMessage);
  const contact = await makeContact(asker, 'deleted-person', {}, own.workspace);
  const endpoint = await makeEndpoint(asker, deadUrl);
  const { body: secret } = await asker.ask('createWebhookSecret');
  const suppressed = { workspace: own.workspace, email: 'lifted@example.com', reason: 'soft_bounces' } as const;
  const suppression = await suppressBySql(asker, suppressed);
  const layout = 'layout-deleted';
  const footer = [{ id: 'f', type: 'text', attrs: { text: 'Gone' } }];
  await asker.ask('saveLayout', { path: { name: layout }, body: { footer } });
  const answers = [
    await asker.ask('deleteLayout', { path: { name: layout } }),
    await asker.ask('deleteWorkspace', { path: { workspace } }),
    await asker.ask('deleteEventType', { path: { name: 'type.deleted' } }),
    await asker.ask('deleteContact', { path: { workspace: own.workspace, contact } }),
    await asker.ask('deleteWebhookEndpoint', { path: { id: endpoint } }),
    await asker.ask('deleteWebhookSecret', { path: { id: secret.data.id } }),
    await asker.ask('liftSuppression', { path: { workspace: own.workspace, id: suppression } }),
  ];
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 204));
  return {
    workspace,
    workspaceReference,
    event: emitted.body.data.id,
    message,
    cancelled,
    eventType: 'type.deleted',
    contact,
    contactReference: 'deleted-person',
    endpoint,
    secret: secret.data.id,
    suppression,
    layout,
  };
}

beforeAll(async () => {
  kinds["another platform's"] = await furnish(owner, 'theirs');
  kinds["another workspace's"] = only(inside, await furnishWorkspace());
  kinds.deleted = await deleteThings();
});

/** The asker's second workspace. */
async function furnishWorkspace(): Promise<Possessions> {
  const workspace = await asker.newWorkspace('second');
  const contact = await makeContact(asker, 'second-person', { tags: ['second tag'] }, workspace);
  const { body: read } = await asker.ask('getContact', { path: { workspace, contact } });
  const recipient = { email: simulated('second') };
  const body = emitOf(own.eventType, 'second', { recipient });
  const emitted = await asker.ask('emitEvent', { path: { workspace }, body });
  const suppressed = { workspace, email: 'second@example.com', reason: 'soft_bounces' } as const;
  const erasure = await asker.ask('erasePerson', { path: { workspace }, body: { email: 'gone@example.com' } });
  return {
    ...nothing(),
    workspace,
    contact,
    contactReference: 'second-person',
    tagKey: read.data.tags[0].key,
    event: emitted.body.data.id,
    message: await makeBounced(asker, { workspace, eventType: own.eventType, label: 'second' }),
    cancelled: await makeCancelled(asker, { workspace, eventType: own.eventType, label: 'second' }),
    suppression: await suppressBySql(asker, suppressed),
    otherSuppression: await suppressBySql(asker, { ...suppressed, email: 'other-second@example.com' }),
    erasure: erasure.body.data.id,
    ...(await makeImports(asker, workspace)),
  };
}

/** One way to ask: an operation with ids, with references in their place, or with an id outside the path. */
interface Way {
  readonly name: string;
  readonly operationId: string;
  readonly call: (of: Possessions) => Call;
}

const byId: readonly Way[] = operations.map(({ id }) => ({ name: id, operationId: id, call: (of) => callOf(id, of) }));

const byReference: readonly Way[] = operations
  .filter(({ path }) => path.includes('{workspace}'))
  .map(({ id }) => ({
    name: `${id} by reference`,
    operationId: id,
    call: (of) => {
      const call = callOf(id, of);
      const { contact } = call.path ?? {};
      // By a reference that is new, a contact is made: that is what the operation is for.
      const named = contact !== undefined && id !== 'upsertContact' ? { contact: `ref:${of.contactReference}` } : {};
      return { ...call, path: { ...call.path, workspace: `ref:${of.workspaceReference}`, ...named } };
    },
  }));

function within(operationId: string, name: string, change: (of: Possessions) => Call): Way {
  const call = (of: Possessions): Call => ({ ...callOf(operationId, of), ...change(of) });
  return { name: `${operationId} ${name}`, operationId, call };
}

const outsideThePath: readonly Way[] = [
  within('emitEvent', 'to a contact', ({ contact }) => ({
    body: emitOf(own.eventType, 'm1', { recipient: { contact } }),
  })),
  within('emitEvent', 'to a contact by reference', ({ contactReference }) => ({
    body: emitOf(own.eventType, 'm2', { recipient: { contact: `ref:${contactReference}` } }),
  })),
  within('emitEvents', 'to a contact', ({ contact }) => ({
    body: { events: [emitOf(own.eventType, 'm3', { recipient: { contact } })] },
  })),
  within('emitPlatformEvents', 'to a contact', ({ workspace, contact }) => ({
    body: { events: [{ workspace, ...emitOf(own.eventType, 'm4', { recipient: { contact } }) }] },
  })),
  within('listWebhooks', 'of an endpoint', ({ endpoint }) => ({ query: { endpoint } })),
  within('listMessages', 'to a contact', ({ contact }) => ({ query: { contact } })),
  within('listPlatformMessages', 'to a contact', ({ contact }) => ({ query: { contact } })),
  within('listEvents', 'to a contact', ({ contact }) => ({ query: { contact } })),
  within('listRefusedEmits', 'of a workspace', ({ workspace }) => ({ query: { workspace } })),
  within('listContacts', 'with a tag', ({ tagKey }) => ({ query: { tag: tagKey } })),
  ...operations
    .filter(({ id }) => id === 'erasePerson')
    .map(() => within('erasePerson', 'who is a contact', ({ contact }) => ({ body: { contact } }))),
];

const ways = [...byId, ...byReference, ...outsideThePath];
const things = Object.keys(nothing()) as readonly Thing[];

/** The parts of a call that name a resource. */
function namedBy({ call }: Way): readonly Thing[] {
  // New things get names of their own at each call; those do not count.
  const text = (of: Possessions) => JSON.stringify(call(of));
  return things.filter(
    (thing) => text(own).includes(own[thing]) && !text({ ...own, [thing]: '-' }).includes(own[thing]),
  );
}

function bytes({ status, body }: Answered): string {
  return `${status} ${JSON.stringify(body)}`.replace(/"request_id":"[^"]*"/, '"request_id":""');
}

/** A batch item with an unknown reference makes a contact; only what is made differs then. */
function withoutMade(text: string, name: string): string {
  return text.replaceAll(name, '(name)').replace(/"id":"\w{26}"/g, '"id":""');
}

describe('what is not there for the asker', () => {
  const rows = ways.flatMap((way) => namedBy(way).map((thing) => [way.name, thing, way] as const));

  it.each(rows)('%s: %s', async (_name, thing, way) => {
    const ask = (value: string) => asker.ask(way.operationId, way.call({ ...own, [thing]: value }));
    const unknown = nothing()[thing];
    const never = withoutMade(bytes(await ask(unknown)), unknown);
    const asked = Object.entries(kinds).filter(([, foreign]) => foreign[thing] !== undefined);
    for (const [kind, foreign] of asked) {
      const value = foreign[thing] ?? '';
      expect(withoutMade(bytes(await ask(value)), value), kind).toBe(never);
    }
    expect(asked.length).toBeGreaterThan(0);
    const found = ['200', '204'].includes(never.slice(0, 3));
    const finds =
      /^(?:removeContactTag.* tagKey|(?:listWebhooks|listContacts|upsertContacts|emitEvents|emitPlatformEvents) .*|list(?:PlatformM|M|Ev).* (?:eventType|contact))$/;
    if (found) expect(`${way.name} ${thing}`).toMatch(finds);
  });

  it('was left as it is', async () => {
    const theirs = kinds["another platform's"] as Possessions;
    const reads = [
      'getWorkspace',
      'getContact',
      'getEventType',
      'getTemplate',
      'getEvent',
      'getMessage',
      'getMessageContent',
      'getReply',
      'getReplyAttachment',
      'getWebhookEndpoint',
      'getWebhook',
      'getLayout',
    ];
    for (const id of reads) expect((await owner.ask(id, callOf(id, theirs))).status, id).toBe(200);
    const names = await owner.ask('getWorkspace', callOf('getWorkspace', theirs));
    expect(names.body.data).toMatchObject({ name: 'Shop', status: 'active' });
    const contacts = await owner.ask('listContacts', callOf('listContacts', theirs));
    expect(contacts.body.data.map(({ locale }: { locale: string | null }) => locale)).toEqual([null]);
    const template = await owner.ask('getTemplate', callOf('getTemplate', theirs));
    expect(template.body.data.version).toBe(1);
    const left = await owner.ask('listSuppressions', callOf('listSuppressions', theirs));
    expect(left.body.data).toHaveLength(2);
    expect((await owner.ask('listWebhookSecrets')).body.data).toHaveLength(1);
  });
});
