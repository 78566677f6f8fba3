/**
 * On a cluster: what other workspaces of the platform hold of an erased person's addresses (docs/rules.md#erasure-on-a-cluster). No
 * table has the addresses of a whole platform, so all shards are asked, for so many workspaces a step. One database finds it
 * in the statements that need it (finish-erasure.ts).
 */

import type { App } from '../context.ts';
import { readPeriods, toAddressesOfSql } from '../db/address-key.ts';
import { formFor } from '../db/by-workspace.ts';
import type { Queryable } from '../db/connections/pool.ts';
import { maintenanceLimits } from '../db/connections/time-limits.ts';
import { isOfEventSql } from '../db/message-of-event-sql.ts';
import { statement } from '../db/rows.ts';
import { forgetBlocksOf, heldSql } from './finish-erasure.ts';
import { askedEnd, moveSearch, searchEnd } from './move-search.ts';
import type { OpenErasure } from './open-erasure.ts';

/** Workspaces that one step asks. */
const workspacesAtOnce = 100;
/** Workspaces from which one step removes lifts, one after the other while it has the erasure locked. */
const liftsAtOnce = 20;

/** Begins the place of each step but the first, which follows the search of everybody's rows. */
const elsewhere = 'elsewhere ';
export const isElsewhere = (searched: string) => searched === searchEnd || searched.startsWith(elsewhere);

const findBlocks = statement({
  values: { platformId: 'text', addressHashes: 'bytea[]' },
  text: ({ platformId, addressHashes }) => `
    SELECT DISTINCT address_hash AS hash FROM suppressions
    WHERE scope_id = ${platformId} AND address_hash = ANY(${addressHashes}) AND (email IS NOT NULL OR note IS NOT NULL)`,
});

/** Deleted ones too: what they lifted is a record like that of others. */
const findWorkspaces = statement({
  values: { platformId: 'text', workspaceId: 'text', after: 'text' },
  text: ({ platformId, workspaceId, after }) => `
    SELECT id, deleted_at IS NULL AS live FROM workspaces
    WHERE platform_id = ${platformId} AND id <> ${workspaceId} AND id > ${after} ORDER BY id LIMIT ${workspacesAtOnce}`,
});

const within = { workspaceIds: 'text[]', addressHashes: 'bytea[]' } as const;

const findLifts = statement({
  values: within,
  text: ({ workspaceIds, addressHashes }) => `
    SELECT DISTINCT workspace_id AS id FROM suppression_lifts
    WHERE workspace_id = ANY(${workspaceIds}) AND address_hash = ANY(${addressHashes}) AND platform_wide`,
});

const findContacts = statement({
  values: within,
  text: ({ workspaceIds, addressHashes }) => `
    SELECT DISTINCT address_hash AS hash FROM contacts
    WHERE workspace_id = ANY(${workspaceIds}) AND address_hash = ANY(${addressHashes})`,
});

/** Of one address: each shard ends at the first mail. */
const findMail = statement({
  values: { ...within, periods: 'int[]' },
  text: (v) => `
    SELECT m.id FROM events e JOIN messages m ON m.workspace_id = e.workspace_id AND ${isOfEventSql('m', 'e.id')}
    WHERE ${toAddressesOfSql('e', v)} AND e.mails AND m.recipient IS NOT NULL LIMIT 1`,
});

/** A platform-wide block by hand is lifted through any workspace, also one without the person. */
const dropUnheldLifts = statement({
  values: { workspaceId: 'text', addressHashes: 'bytea[]' },
  text: ({ workspaceId, addressHashes }, only) => `
    DELETE FROM suppression_lifts l
    WHERE l.workspace_id = ${workspaceId} AND ${only('l.workspace_id')} AND l.address_hash = ANY(${addressHashes})
      AND l.platform_wide AND NOT ${heldSql(workspaceId, 'l.address_hash', only)}`,
});

interface Hashed {
  readonly hash: Buffer;
}

interface Asked {
  /** Workspaces that have lifts of the addresses. */
  readonly lifting: readonly string[];
  /** Blocked addresses that nobody holds so far. */
  readonly unheld: readonly Buffer[];
  /** The last workspace that was asked; null: there are no further ones. */
  readonly last: string | null;
}

/**
 * Asks some further workspaces without a lock. One short transaction then removes what they lifted of addresses that they do
 * not hold, notes how far it has come, and which blocked addresses nobody holds so far; once all were asked, these blocks
 * lose their texts.
 */
export async function elsewhereStep(app: App, erasure: OpenErasure & { readonly searched: string }): Promise<void> {
  const { platformId, addressHashes } = erasure;
  const { lifting, unheld, last } = await app.db.transaction(
    (client) => askFurther(client, erasure),
    maintenanceLimits,
  );
  const next = last === null ? askedEnd : `${elsewhere}${last} ${textOf(unheld)}`;
  await app.db.transaction(async (client) => {
    if (!(await moveSearch(client, erasure, next))) return;
    for (const id of lifting)
      await client.query(formFor(app.db, id)(dropUnheldLifts)({ workspaceId: id, addressHashes }));
    if (last === null && unheld.length > 0)
      await client.query(forgetBlocksOf({ scopeId: platformId, addressHashes: unheld }));
  }, maintenanceLimits);
}

async function askFurther(
  client: Queryable,
  { platformId, workspaceId, addressHashes, searched }: OpenErasure & { readonly searched: string },
): Promise<Asked> {
  const [, after = '', blocked] = searched.split(' ');
  const { rows: workspaces } = await client.query<{ readonly id: string; readonly live: boolean }>(
    findWorkspaces({ platformId, workspaceId, after }),
  );
  const ids = workspaces.map(({ id }) => id);
  const { rows: lifts } = await client.query<{ readonly id: string }>(findLifts({ workspaceIds: ids, addressHashes }));
  const lifted = new Set(lifts.map(({ id }) => id));
  const all = ids.filter((id) => lifted.has(id));
  const lifting = all.slice(0, liftsAtOnce);
  const further = all.length > lifting.length ? lifting.at(-1) : ids[workspacesAtOnce - 1];
  const live = workspaces.flatMap((workspace) => (workspace.live ? [workspace.id] : []));
  const sought = blocked === undefined ? await blocksOf(client, platformId, addressHashes) : hashesIn(blocked);
  const unheld = await unheldIn(client, live, sought);
  return { lifting, unheld, last: further ?? null };
}

const textOf = (hashes: readonly Buffer[]) => hashes.map((hash) => hash.toString('hex')).join(',');
const hashesIn = (text: string) => text.split(',').flatMap((hex) => (hex === '' ? [] : [Buffer.from(hex, 'hex')]));

/** Addresses that the whole platform blocks by name or with a note. */
async function blocksOf(
  client: Queryable,
  platformId: string,
  addressHashes: readonly Buffer[],
): Promise<readonly Buffer[]> {
  return (await client.query<Hashed>(findBlocks({ platformId, addressHashes }))).rows.map(({ hash }) => hash);
}

/** Returns the addresses that none of the workspaces holds, of a contact or of mail. */
async function unheldIn(
  client: Queryable,
  workspaceIds: readonly string[],
  addressHashes: readonly Buffer[],
): Promise<readonly Buffer[]> {
  if (workspaceIds.length === 0 || addressHashes.length === 0) return addressHashes;
  const { rows: held } = await client.query<Hashed>(findContacts({ workspaceIds, addressHashes }));
  const left = addressHashes.filter((one) => !held.some(({ hash }) => hash.equals(one)));
  if (left.length === 0) return left;
  const periods = await readPeriods(client);
  const unheld: Buffer[] = [];
  for (const hash of left) {
    const { rows: mail } = await client.query(findMail({ workspaceIds, addressHashes: [hash], periods }));
    if (mail.length === 0) unheld.push(hash);
  }
  return unheld;
}
