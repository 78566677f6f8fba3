/**
 * Everything that the service does again and again, once: what it accepts, what its workers look for and sweep, what it
 * sends, every read and every change of the schema. What the lists of the code name is not named here again.
 */

import { getNamedType, isLeafType, isObjectType } from 'graphql';
import { schema } from '../../../schema/index.ts';
import type { App, Ctx } from '../../../src/context.ts';
import { emitEvent } from '../../../src/events/emit/emit-event.ts';
import { claimMessages } from '../../../src/messages/claims/claim-messages.ts';
import { recordReport } from '../../../src/messages/reports/record-report.ts';
import { openPixelUrl } from '../../../src/messages/sending/open-pixel-url.ts';
import { sendTurn } from '../../../src/messages/sending/send-turn.ts';
import { erasePerson } from '../../../src/people/erase-person.ts';
import { eraseTurn } from '../../../src/people/erase-turn.ts';
import { recordOpen } from '../../../src/people/record-open.ts';
import { sweepPartitions } from '../../../src/retention/partitions/sweep-partitions.ts';
import { sweepRetention } from '../../../src/retention/sweep-retention.ts';
import { deliverTurn } from '../../../src/webhooks/delivery/deliver-turn.ts';
import { looks, sweeps } from '../../../src/workers/start-workers.ts';
import { eventTypeName } from '../../support/full-platform.ts';
import { grownLists } from '../../support/grown/grown-lists.ts';
import { knownAddress } from '../../support/grown/growth.ts';
import { rootArguments, type Things } from '../../support/root-arguments.ts';
import { wholeSelection } from '../../support/whole-selection.ts';
import type { Tenant, World } from '../../support/world.ts';

export interface Subject {
  readonly world: World;
  readonly app: App;
  /** The platform that has grown, and what it has. */
  readonly grown: Tenant;
  readonly things: Things;
  /** Reference of its largest workspace. */
  readonly largest: string;
  /** Counts the runs in one database: each erases a contact of its own. */
  readonly run: number;
  /** A small platform beside it, which the changes of the schema are made to. */
  readonly small: Tenant;
  readonly smallThings: Things;
}

const payload = { customer_name: 'Ada', order_number: '1', tracking_url: 'https://example.com/1' };
const turnsMost = 100;

/** All of it; or, of what runs most often, the part whose statements have kept plans. */
export async function workThrough(subject: Subject, whole: boolean): Promise<void> {
  await accept(subject);
  await sendAndTell(subject);
  await lookAndSweep(subject);
  await hear(subject);
  if (whole) {
    await read(subject);
    await list(subject);
    await change(subject);
  }
  await erase(subject);
}

const ctxOf = ({ app, grown }: Subject): Ctx => ({ ...grown.ctx, app });
const largestId = async (subject: Subject): Promise<string> => {
  const [row] = await rowsOf<{ id: string }>(
    subject,
    'SELECT id FROM workspaces WHERE platform_id = $1 AND reference = $2',
    subject.grown.platformId,
    subject.largest,
  );
  return row?.id ?? '';
};
const rowsOf = async <Row>({ world }: Subject, text: string, ...values: readonly unknown[]): Promise<readonly Row[]> =>
  (await world.app.db.pool.query(text, [...values])).rows as Row[];

/** New events, of addresses and of contacts, and one of them again. */
async function accept(subject: Subject): Promise<void> {
  const ctx = ctxOf(subject);
  for (const path of [`ref:${subject.largest}`, 'ref:shop', `ref:${subject.largest}`]) {
    for (const recipient of [{ email: knownAddress }, { email: 'new@example.com' }, { contact: 'ref:person-1' }]) {
      const idempotencyKey = `${path}-${Object.values(recipient)[0]}-${subject.small.platformId}`;
      await emitEvent(ctx, path, { type: eventTypeName, idempotencyKey, recipient, payload });
    }
  }
}

async function sendAndTell(subject: Subject): Promise<void> {
  const { app, grown } = subject;
  const { platformId } = grown;
  await sendTurn(app, { platformId, id: grown.workspace });
  await app.parts.inFlight.settled();
  // Of the backlog; the leases of what is claimed run out.
  const backlog = { platformId, id: await largestId(subject) };
  await claimMessages(app, backlog, { rows: 20, past: [] }, { kind: 'open' });
  await deliverTurn(app, { platformId, id: subject.things.endpoint }, () => false);
  await app.parts.deliveries.settled();
}

async function lookAndSweep({ app }: Subject): Promise<void> {
  for (const run of [...Object.values(looks), ...Object.values(sweeps)]) await run(app);
  await sweepRetention(app);
  await sweepPartitions(app);
}

/** A bounce and an open of delivered mail. */
async function hear(subject: Subject): Promise<void> {
  const { app, grown } = subject;
  const delivered = await rowsOf<{ id: string }>(
    subject,
    "SELECT id FROM messages WHERE platform_id = $1 AND state = 'delivered' ORDER BY id DESC LIMIT 3",
    grown.platformId,
  );
  for (const [at, { id }] of delivered.entries()) {
    if (at === 0) await recordOpen(app, openPixelUrl(app, id).split('/').at(-1) ?? '', 'Mozilla/5.0');
    const kind = at === 1 ? 'complaint' : 'bounce';
    const nothing = { mailboxFault: true, category: null, status: null, replyCode: null, reply: null };
    await recordReport(app, { kind, messageId: id, hard: at === 2, ...nothing });
  }
}

const viewerOf = (app: App, { platformId, apiKeyId }: Tenant) => ({ app, platformId, apiKeyId });

/** Every field of Query, with all that one level of its type has; those of operators as an operator. */
async function read({ world, app, grown, things }: Subject): Promise<void> {
  for (const field of fieldsOf('Query', things, 1)) {
    const { refusal } = await world.ask(viewerOf(app, grown), `{ ${field} }`);
    if (refusal?.code === 'forbidden') await world.ask({ app, operator: true }, `{ ${field} }`);
  }
}

async function list({ world, app, grown, things, largest }: Subject): Promise<void> {
  for (const { field } of grownLists(things, `ref:${largest}`, world.now())) {
    await world.ask(viewerOf(app, grown), `{ ${field} }`);
  }
}

/** Every field of Mutation. The ends of things come last, so that the others find them. */
async function change({ world, app, small, smallThings }: Subject): Promise<void> {
  const ending = /^(?:\w+(?:Delete|Revoke|Suspend)|personErase)\b/;
  const fields = fieldsOf('Mutation', smallThings, 0);
  for (const field of [...fields.filter((one) => !ending.test(one)), ...fields.filter((one) => ending.test(one))]) {
    const isOperators = /^(?:platform|requestLimit|workspaceCeiling|workspaceHealth|apiKey)/.test(field);
    const as = isOperators ? { app, operator: true } : viewerOf(app, small);
    await world.ask(as, `mutation { ${field} }`);
  }
}

/** A person with as much mail as anybody, and one who is a contact. */
async function erase(subject: Subject): Promise<void> {
  const ctx = ctxOf(subject);
  const { app, grown, largest } = subject;
  for (const person of [{ email: knownAddress }, { contact: `ref:person-${9 + subject.run}` }]) {
    const { id } = await erasePerson(ctx, `ref:${largest}`, person);
    for (let turn = 0; turn < turnsMost; turn += 1) {
      await eraseTurn(app, { platformId: grown.platformId, id });
      const [row] = await rowsOf<{ done: boolean }>(
        subject,
        'SELECT finished_at IS NOT NULL AS done FROM erasures WHERE id = $1',
        id,
      );
      if (row?.done) break;
    }
  }
}

function fieldsOf(root: 'Query' | 'Mutation', things: Things, levels: number): readonly string[] {
  const type = root === 'Query' ? schema.getQueryType() : schema.getMutationType();
  return Object.values(type?.getFields() ?? {}).map(({ name, type: of }) => {
    const given = rootArguments[`${root}.${name}`]?.(things) ?? '';
    const named = getNamedType(of);
    const selection = isLeafType(named) ? '' : isObjectType(named) ? wholeSelection(named, levels) : '{ __typename }';
    return `${name}${given === '' ? '' : `(${given})`} ${selection.replace(/\{\s*\}/, '{ __typename }')}`;
  });
}
