/**
 * One transaction of an erasure: deletes a bounded batch of a workspace's data about a person
 * (docs/rules.md#erasure-steps).
 */

import type { App } from '../context.ts';
import { ofPersonSql, toAddressesSql } from '../db/address-key.ts';
import type { Queryable } from '../db/connections/pool.ts';
import { maintenanceLimits } from '../db/connections/time-limits.ts';
import { isOfEventSql } from '../db/message-of-event-sql.ts';
import { timesSinceSql } from '../events/emit/address-limit.ts';
import { lockAddresses } from '../events/emit/lock-addresses.ts';
import type { TurnKey } from '../turns/jobs.ts';
import { removeUnleased } from '../webhooks/remove-unleased.ts';
import { eraseEvents, type FoundEvents, noFoundEvents } from './erase-events.ts';
import { forgetRefusals } from './forget-refusals.ts';
import type { OpenErasure } from './open-erasure.ts';
import { searchEnd, searchStart, searchStep } from './search-step.ts';

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
  if (searched !== null && searched !== searchEnd) {
    await searchStep(app, { ...erasure, searched });
    return 'more';
  }
  return app.db.transaction((client) => ownStep(app, client, turn, found), maintenanceLimits);
}

/** A batch of the person's own rows. Once there are none, everybody's rows are searched, and the rest is done after that. */
async function ownStep(
  app: App,
  client: Queryable,
  turn: TurnKey,
  found: FoundEvents,
): Promise<'more' | 'waiting' | 'done'> {
  const erasure = await lockErasure(app, client, turn);
  if (erasure === null) return 'done';
  const now = app.clock.now();
  await lockAddresses(client, erasure, erasure.addressHashes, now);
  const webhooks = await eraseContactWebhooks(client, erasure, now);
  const refusals = await forgetRefusals(client, erasure);
  const mayBeMore = await eraseEvents(app, client, erasure, { now, limit: batchSize, found });
  if (webhooks > 0 || refusals || mayBeMore) return 'more';
  if (await anythingLeft(client, erasure)) return 'waiting';
  if (erasure.searched === null) {
    await client.query('UPDATE erasures SET searched = $3 WHERE workspace_id = $1 AND id = $2', [
      erasure.workspaceId,
      erasure.id,
      searchStart,
    ]);
    return 'more';
  }
  if (erasure.searched !== searchEnd) return 'more';
  if (await forgetFormerAddresses(client, erasure)) return 'more';
  await finish(client, erasure, now);
  return 'done';
}

type ErasureRow = Omit<OpenErasure, 'terms'> & { readonly termsSealed: Buffer };

const selectErasure = `
  SELECT platform_id AS "platformId", workspace_id AS "workspaceId", id, address_hashes AS "addressHashes",
         contact_ids AS "contactIds", terms_sealed AS "termsSealed", requested_at AS "requestedAt", searched
  FROM erasures WHERE platform_id = $1 AND id = $2 AND finished_at IS NULL`;

/** Null when the erasure is finished. */
async function readErasure(app: App, turn: TurnKey): Promise<OpenErasure | null> {
  const { rows } = await app.db.pool.query<ErasureRow>(selectErasure, [turn.platformId, turn.id]);
  return opened(app, rows[0]);
}

/** Locks the erasure for this step; null when it is finished, or another process has it. */
async function lockErasure(app: App, client: Queryable, turn: TurnKey): Promise<OpenErasure | null> {
  const { rows } = await client.query<ErasureRow>(`${selectErasure} FOR UPDATE SKIP LOCKED`, [
    turn.platformId,
    turn.id,
  ]);
  return opened(app, rows[0]);
}

function opened(app: App, row: ErasureRow | undefined): OpenErasure | null {
  if (row === undefined) return null;
  const { termsSealed, ...erasure } = row;
  const terms: readonly string[] = JSON.parse(app.secrets.open(termsSealed));
  return { ...erasure, terms };
}

/** Returns whether there may be more. */
async function forgetFormerAddresses(client: Queryable, erasure: OpenErasure): Promise<boolean> {
  const { rowCount } = await client.query(
    `DELETE FROM former_addresses WHERE (workspace_id, address_hash, contact_id) IN (
       SELECT workspace_id, address_hash, contact_id FROM former_addresses
       WHERE workspace_id = $1 AND (contact_id = ANY($2) OR address_hash = ANY($3) AND until <= $4)
       LIMIT ${batchSize})`,
    [erasure.workspaceId, erasure.contactIds, erasure.addressHashes, erasure.requestedAt],
  );
  return rowCount === batchSize;
}

async function eraseContactWebhooks(client: Queryable, erasure: OpenErasure, now: Date): Promise<number> {
  const { platformId, workspaceId, contactIds } = erasure;
  return removeUnleased(client, { platformId, workspaceId, about: 'contacts', ids: contactIds, now, limit: batchSize });
}

async function anythingLeft(client: Queryable, erasure: OpenErasure): Promise<boolean> {
  const { rows } = await client.query<{ left: boolean }>(
    `SELECT EXISTS (SELECT FROM webhooks WHERE workspace_id = $1 AND contact_id = ANY($3))
         OR EXISTS (
           SELECT FROM events e WHERE ${ofPersonSql('e', '$1', '$2::bytea[]', '$3')} AND e.created_at <= $4) AS left`,
    [erasure.workspaceId, erasure.addressHashes, erasure.contactIds, erasure.requestedAt],
  );
  return rows[0]?.left ?? false;
}

/** SQL: whether the workspace `w` holds an address, of a contact or of mail; `hash` is an expression. */
const heldSql = (hash: string) => `(
  EXISTS (SELECT FROM contacts c WHERE c.workspace_id = w.id AND c.address_hash = ${hash})
  OR EXISTS (SELECT FROM events e
             JOIN messages m ON m.workspace_id = e.workspace_id AND ${isOfEventSql('m', 'e.id')}
             WHERE ${toAddressesSql('e', 'w.id', `ARRAY[${hash}]`)} AND e.mails AND m.recipient IS NOT NULL))`;

async function finish(client: Queryable, erasure: OpenErasure, now: Date): Promise<void> {
  const { platformId, workspaceId, id, addressHashes, requestedAt } = erasure;
  // A block keeps blocking as a hash; a platform-wide one keeps its address while another workspace holds that address.
  await client.query(
    `UPDATE suppressions s SET email = NULL, note = NULL
     WHERE s.scope_id IN ($1, $2) AND s.address_hash = ANY($3) AND (s.email IS NOT NULL OR s.note IS NOT NULL)
       AND (s.scope_id = $2 OR NOT EXISTS (
         SELECT FROM workspaces w
         WHERE w.platform_id = $1 AND w.id <> $2 AND w.deleted_at IS NULL AND ${heldSql('s.address_hash')}))`,
    [platformId, workspaceId, addressHashes],
  );
  // A note can name the person. A platform-wide block by hand is lifted through any workspace, also one without the person.
  await client.query(
    `DELETE FROM suppression_lifts l USING workspaces w
     WHERE w.platform_id = $1 AND l.workspace_id = w.id AND l.address_hash = ANY($3)
       AND (w.id = $2 OR l.platform_wide AND NOT ${heldSql('l.address_hash')})`,
    [platformId, workspaceId, addressHashes],
  );
  await client.query('DELETE FROM mailbox_fault_days WHERE workspace_id = $1 AND address_hash = ANY($2)', [
    workspaceId,
    addressHashes,
  ]);
  await client.query(
    `UPDATE emit_rates SET recent = ${timesSinceSql('recent', '$3')}
     WHERE workspace_id = $1 AND address_hash = ANY($2)`,
    [workspaceId, addressHashes, requestedAt],
  );
  await client.query(
    `UPDATE erasures SET finished_at = $3, address_hashes = '{}', contact_ids = '{}', terms_sealed = NULL, searched = NULL
     WHERE workspace_id = $1 AND id = $2`,
    [workspaceId, id, now],
  );
}
