/**
 * One transaction of an erasure: deletes a bounded batch of a workspace's data about a person
 * (docs/rules.md#erasure-steps).
 */

import type { App } from '../context.ts';
import { ofPersonSql } from '../db/address-key.ts';
import { formFor } from '../db/by-workspace.ts';
import type { Queryable } from '../db/connections/pool.ts';
import { maintenanceLimits } from '../db/connections/time-limits.ts';
import { type Only, ofAny, statement } from '../db/rows.ts';
import { lockAddresses } from '../events/emit/lock-addresses.ts';
import type { TurnKey } from '../turns/jobs.ts';
import { removeUnleased } from '../webhooks/remove-unleased.ts';
import { elsewhereStep, isElsewhere } from './elsewhere-step.ts';
import { eraseEvents, eraseLateWebhooks, type FoundEvents, noFoundEvents, ofPerson } from './erase-events.ts';
import { finishErasure } from './finish-erasure.ts';
import { forgetRefusals, refusalsABatch } from './forget-refusals.ts';
import { endOf } from './move-search.ts';
import type { OpenErasure } from './open-erasure.ts';
import { searchStart, searchStep } from './search-step.ts';

/** Events, and webhooks about the contact itself, that one step removes at most. */
const batchSize = 200;

/**
 * `more`: more can be erased at once; `waiting`: an attempt under way has to end first; `done`: nothing is left. `found`
 * goes from one step of a turn to the next.
 */
export async function eraseStep(
  app: App,
  turn: TurnKey,
  found: FoundEvents = noFoundEvents(),
): Promise<'more' | 'waiting' | 'done'> {
  const erasure = await readErasure(app, turn);
  if (erasure === null) return 'done';
  const { searched } = erasure;
  if (searched !== null && searched !== endOf(app.db)) {
    const step = app.db.isCluster() && isElsewhere(searched) ? elsewhereStep : searchStep;
    await step(app, { ...erasure, searched });
    return 'more';
  }
  return app.db.transaction((client) => ownStep(app, client, erasure, found), maintenanceLimits);
}

/** A batch of the person's own rows. Once there are none, everybody's rows are searched, and the rest is done after that. */
async function ownStep(
  app: App,
  client: Queryable,
  place: Pick<OpenErasure, 'workspaceId' | 'id'>,
  found: FoundEvents,
): Promise<'more' | 'waiting' | 'done'> {
  const erasure = await lockErasure(app, client, place);
  if (erasure === null) return 'done';
  const now = app.clock.now();
  await lockAddresses(client, erasure, erasure.addressHashes, now);
  const late = await eraseLateWebhooks(client, erasure, { now, found });
  const webhooks = late + (await eraseContactWebhooks(client, erasure, now));
  const refusals = await forgetRefusals(client, erasure);
  // Webhooks of a cluster are on another machine than their messages: they go first, alone (docs/rules.md#erasure-on-a-cluster).
  if (app.db.isCluster() && webhooks + refusals > 0) return 'more';
  const mayBeMore = await eraseEvents(app, client, erasure, { now, limit: batchSize, found });
  if (webhooks > 0 || refusals === refusalsABatch || mayBeMore) return 'more';
  if (await anythingLeft(app, client, erasure)) return 'waiting';
  if (erasure.searched === null) {
    await client.query('UPDATE erasures SET searched = $3 WHERE workspace_id = $1 AND id = $2', [
      erasure.workspaceId,
      erasure.id,
      searchStart,
    ]);
    return 'more';
  }
  if (erasure.searched !== endOf(app.db)) return 'more';
  if (await forgetFormerAddresses(app, client, erasure)) return 'more';
  await finishErasure(app, client, erasure, now);
  return 'done';
}

type ErasureRow = Omit<OpenErasure, 'terms'> & { readonly termsSealed: Buffer };

const selectErasure = `
  SELECT platform_id AS "platformId", workspace_id AS "workspaceId", id, address_hashes AS "addressHashes",
         contact_ids AS "contactIds", terms_sealed AS "termsSealed", requested_at AS "requestedAt", searched
  FROM erasures`;

/** Null when the erasure is finished. */
async function readErasure(app: App, turn: TurnKey): Promise<OpenErasure | null> {
  const { rows } = await app.db.pool.query<ErasureRow>(
    `${selectErasure} WHERE platform_id = $1 AND id = $2 AND finished_at IS NULL`,
    [turn.platformId, turn.id],
  );
  return opened(app, rows[0]);
}

/** Locks the erasure for this step; null when it is finished, or another process has it. */
async function lockErasure(
  app: App,
  client: Queryable,
  { workspaceId, id }: Pick<OpenErasure, 'workspaceId' | 'id'>,
): Promise<OpenErasure | null> {
  const { rows } = await client.query<ErasureRow>(
    `${selectErasure} WHERE workspace_id = $1 AND id = $2 AND finished_at IS NULL FOR UPDATE SKIP LOCKED`,
    [workspaceId, id],
  );
  return opened(app, rows[0]);
}

function opened(app: App, row: ErasureRow | undefined): OpenErasure | null {
  if (row === undefined) return null;
  const { termsSealed, ...erasure } = row;
  const terms: readonly string[] = JSON.parse(app.secrets.open(termsSealed));
  return { ...erasure, terms };
}

type OfPersonSql = Readonly<Record<keyof typeof ofPerson, string>>;

const dropFormerAddresses = statement({
  values: ofPerson,
  text: ({ workspaceId, addressHashes, contactIds, requestedAt }, only) => `
    DELETE FROM former_addresses WHERE ${only('workspace_id')} AND (workspace_id, address_hash, contact_id) IN (
      SELECT workspace_id, address_hash, contact_id FROM former_addresses
      WHERE workspace_id = ${workspaceId} AND ${only('workspace_id')}
        AND (contact_id = ANY(${contactIds}) OR address_hash = ANY(${addressHashes}) AND until <= ${requestedAt})
      LIMIT ${batchSize})`,
});

/** Returns whether there may be more. */
async function forgetFormerAddresses(
  { db }: App,
  client: Queryable,
  { workspaceId, addressHashes, contactIds, requestedAt }: OpenErasure,
): Promise<boolean> {
  const { rowCount } = await client.query(
    formFor(db, workspaceId)(dropFormerAddresses)({ workspaceId, addressHashes, contactIds, requestedAt }),
  );
  return rowCount === batchSize;
}

async function eraseContactWebhooks(client: Queryable, erasure: OpenErasure, now: Date): Promise<number> {
  const { platformId, workspaceId, contactIds } = erasure;
  return removeUnleased(client, { platformId, workspaceId, about: 'contacts', ids: contactIds, now, limit: batchSize });
}

const webhooksLeftSql = ({ workspaceId, contactIds }: Pick<OfPersonSql, 'workspaceId' | 'contactIds'>) =>
  `EXISTS (SELECT FROM webhooks WHERE workspace_id = ${workspaceId} AND contact_id = ANY(${contactIds}))`;
const eventsLeftSql = (v: OfPersonSql, only: Only) => `EXISTS (
  SELECT 1 FROM events e
  WHERE ${ofPersonSql('e', v.workspaceId, v.addressHashes, v.contactIds, only)} AND ${only('e.workspace_id')}
    AND e.created_at <= ${v.requestedAt})`;

const findLeft = statement({
  alone: true,
  values: ofPerson,
  text: (v) => `SELECT ${webhooksLeftSql(v)} OR ${eventsLeftSql(v, ofAny)} AS left`,
});
/** A cluster has webhooks and events on two machines. */
const findWebhooksLeft = statement({
  values: { workspaceId: 'text', contactIds: 'text[]' },
  text: (v) => `SELECT ${webhooksLeftSql(v)} AS left`,
});
const findEventsLeft = statement({ values: ofPerson, text: (v, only) => `SELECT ${eventsLeftSql(v, only)} AS left` });

interface Left {
  readonly left: boolean;
}

async function anythingLeft({ db }: App, client: Queryable, erasure: OpenErasure): Promise<boolean> {
  const { workspaceId, addressHashes, contactIds, requestedAt } = erasure;
  const theirs = { workspaceId, addressHashes, contactIds, requestedAt };
  if (!db.isCluster()) return (await client.query<Left>(findLeft(theirs))).rows[0]?.left ?? false;
  const webhooks = await client.query<Left>(findWebhooksLeft({ workspaceId, contactIds }));
  if (webhooks.rows[0]?.left === true) return true;
  const events = await client.query<Left>(formFor(db, workspaceId)(findEventsLeft)(theirs));
  return events.rows[0]?.left ?? false;
}
